"""The tables: what is kept of players and their games. `docs/store.md` says what each column means.

Moments are milliseconds since 1970 in UTC, lengths of time are milliseconds. A game's own columns and its actions are what is kept; from
`version` on a game's row is a summary of its actions, which could be counted again at any time (`freecell.store.record` does).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, LargeBinary, MetaData, SmallInteger, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

UID_LENGTH: Final = 20
MOST_LETTERS: Final = 32
"""The longest word of a game's actions."""

_NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
_ID: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself in this type only


class Base(DeclarativeBase):
    """All tables; names are fixed, so that a migration finds them in every database."""

    metadata = MetaData(naming_convention=_NAMES)


class PlayerRow(Base):
    """Somebody who plays. At most one is the machine's own, whom browser and command line share."""

    __tablename__ = "players"
    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    local: Mapped[bool | None] = mapped_column(Boolean, unique=True)
    created: Mapped[int] = mapped_column(BigInteger)


class KeyRow(Base):
    """A secret by which a player is known on one machine: its hash alone is kept."""

    __tablename__ = "keys"
    hash: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    created: Mapped[int] = mapped_column(BigInteger)


class LinkRow(Base):
    """A link that lets one more machine in, once, until it expires: its hash alone is kept."""

    __tablename__ = "links"
    hash: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    expires: Mapped[int] = mapped_column(BigInteger)


class GameRow(Base):
    """A game: its deal or layout, its rules, and the summary of its actions."""

    __tablename__ = "games"
    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    uid: Mapped[str] = mapped_column(String(UID_LENGTH))
    parent: Mapped[str | None] = mapped_column(String(UID_LENGTH))
    begun: Mapped[int] = mapped_column(BigInteger)
    deal: Mapped[int | None] = mapped_column(BigInteger)
    layout: Mapped[str | None] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(Text)
    profile: Mapped[str] = mapped_column(String(16))
    cells: Mapped[int] = mapped_column(SmallInteger)
    version: Mapped[int] = mapped_column(Integer)
    result: Mapped[str] = mapped_column(String(12))
    moves: Mapped[int] = mapped_column(Integer)
    score: Mapped[int | None] = mapped_column(Integer)
    time: Mapped[int] = mapped_column(BigInteger)
    undos: Mapped[int] = mapped_column(Integer)
    hints: Mapped[int] = mapped_column(Integer)
    demonstrated: Mapped[bool] = mapped_column(Boolean)
    played: Mapped[int] = mapped_column(BigInteger)
    ended: Mapped[int | None] = mapped_column(BigInteger)
    week: Mapped[int | None] = mapped_column(Integer)

    __table_args__ = (
        UniqueConstraint("player_id", "uid"),
        Index("ix_games_history", "player_id", "begun", "id"),
        Index("ix_games_deal", "player_id", "deal"),
    )


# None of these columns changes while a game is played, so that an action writes no index. They hold all that is asked of them.
_OPEN, _ENDED = GameRow.ended.is_(None), GameRow.ended.is_not(None)
Index(
    "ix_games_open", GameRow.player_id, GameRow.deal, GameRow.profile, GameRow.cells, GameRow.ended,
    sqlite_where=_OPEN, postgresql_where=_OPEN,
)  # fmt: skip
Index(
    "ix_games_statistics", GameRow.player_id, GameRow.profile, GameRow.cells, GameRow.week, GameRow.ended, GameRow.id, GameRow.result,
    GameRow.moves, GameRow.time, GameRow.score, GameRow.undos, GameRow.hints, GameRow.parent,
    sqlite_where=_ENDED, postgresql_where=_ENDED,
)  # fmt: skip
Index(
    "ix_games_map", GameRow.player_id, GameRow.deal, GameRow.profile, GameRow.cells, GameRow.result, GameRow.moves, GameRow.ended,
    sqlite_where=_ENDED, postgresql_where=_ENDED,
)  # fmt: skip


class ActionRow(Base):
    """One action of a game. Rows are added, never changed: `number` runs from 1 and is the version that the action made."""

    __tablename__ = "actions"
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    word: Mapped[str] = mapped_column(String(MOST_LETTERS))
    at: Mapped[int] = mapped_column(BigInteger)
    clock: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = ({"sqlite_with_rowid": False},)


class ResetRow(Base):
    """The statistics were set back: games that ended by then are not counted, until the reset is undone."""

    __tablename__ = "resets"
    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    at: Mapped[int] = mapped_column(BigInteger)


class ParRow(Base):
    """The fewest moves in which a deal is known to be won under a profile's rules."""

    __tablename__ = "pars"
    profile: Mapped[str] = mapped_column(String(16), primary_key=True)
    cells: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    deal: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    moves: Mapped[int] = mapped_column(Integer)
