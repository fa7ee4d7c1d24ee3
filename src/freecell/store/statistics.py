"""Games counted: how many, how many won, in which streaks. `docs/store.md` has the rules by which they are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Connection, Executable, case, cast, delete, func, insert, select

from freecell.store.models import GameRow, ResetRow
from freecell.store.players import Player
from freecell.store.record import Result

Kind = tuple[str, int]
"""A profile's name, or `own`, and a number of cells: games are counted apart by it."""


class Count(NamedTuple):
    """What some ended games come to. Averages and bests of moves and time are over the games won; None where there are none."""

    games: int
    """Ended games; a game that is open counts when it ends."""
    won: int
    demonstrated: int
    lost: int
    resigned: int
    without_undo: int
    """Games won without one Undo or restart, and not begun from an earlier position."""
    without_hints: int
    """Games won without a hint, and not begun from an earlier position."""
    best_moves: int | None
    average_moves: float | None
    best_time: int | None
    average_time: float | None
    best_score: int | None
    """The highest score of any ended game, won or not, where the rules have scores."""
    average_score: float | None

    @property
    def share(self) -> float | None:
        """The share of the ended games that are won, 0 to 1."""
        return self.won / self.games if self.games else None


class Week(NamedTuple):
    """A week and what ended in it. Weeks begin on Monday, UTC, and are counted since 1970: see `freecell.store.record.week_of`."""

    week: int
    total: Count


class Statistics(NamedTuple):
    """What came of the games of one profile with one number of cells."""

    profile: str
    cells: int
    total: Count
    open: int
    """Games that can be played on; they are in none of the counts."""
    streak: int
    """Games won one after the other, up to the one that ended last."""
    longest_streak: int
    weeks: list[Week]


class Sums(NamedTuple):
    """A count before it is divided: sums that can be added up."""

    games: int = 0
    won: int = 0
    demonstrated: int = 0
    lost: int = 0
    resigned: int = 0
    without_undo: int = 0
    without_hints: int = 0
    scored: int = 0
    moves: int = 0
    time: int = 0
    score: int = 0
    best_moves: int | None = None
    best_time: int | None = None
    best_score: int | None = None

    def total(self) -> Count:
        """Return what these sums come to."""
        return Count(
            *self[:7],
            self.best_moves,
            self.moves / self.won if self.won else None,
            self.best_time,
            self.time / self.won if self.won else None,
            self.best_score,
            self.score / self.scored if self.scored else None,
        )


def add(all_sums: Sequence[Sums]) -> Sums:
    """Return the sums of all games together."""
    columns = list(zip(*(all_sums or [Sums()]), strict=True))
    least = [min((value for value in column if value is not None), default=None) for column in columns[-3:-1]]
    most = max((value for value in columns[-1] if value is not None), default=None)
    return Sums(*map(sum, columns[:-3]), *least, most)  # type: ignore[call-arg]


def statistics(connection: Connection, player: Player) -> list[Statistics]:
    """Count a player's games, by profile and number of cells."""
    counted = [GameRow.player_id == player.id, GameRow.ended.is_not(None), GameRow.ended > _last_reset(connection, player)]
    weeks: dict[Kind, list[tuple[int, Sums]]] = {}
    for row in connection.execute(_sums(counted)):
        weeks.setdefault((row[0], row[1]), []).append((row[2], Sums._make(row[3:])))
    still_open = _count_open(connection, player)
    return [
        Statistics(
            *kind,
            add([sums for _, sums in weeks.get(kind, ())]).total(),
            still_open.get(kind, 0),
            *streaks(_order(connection, counted, kind)),
            [Week(week, sums.total()) for week, sums in weeks.get(kind, ())],
        )
        for kind in sorted({*weeks, *still_open})
    ]


def _sums(counted: list[ColumnElement[bool]]) -> Executable:
    """The sums of each week, in the order of `Sums`."""
    won = GameRow.result == Result.WON
    from_start = GameRow.parent.is_(None)
    kind = (GameRow.profile, GameRow.cells, GameRow.week)
    each = [func.count().filter(GameRow.result == result) for result in (Result.WON, Result.DEMONSTRATED, Result.LOST, Result.RESIGNED)]
    return (
        select(
            *kind,
            func.count(),
            *each,
            func.count().filter(won, from_start, GameRow.undos == 0),
            func.count().filter(won, from_start, GameRow.hints == 0),
            func.count(GameRow.score),
            func.coalesce(func.sum(GameRow.moves).filter(won), 0),
            cast(func.coalesce(func.sum(GameRow.time).filter(won), 0), BigInteger),  # PostgreSQL makes a decimal of it
            func.coalesce(func.sum(GameRow.score), 0),
            func.min(GameRow.moves).filter(won),
            func.min(GameRow.time).filter(won),
            func.max(GameRow.score),
        )
        .where(*counted)
        .group_by(*kind)
        .order_by(*kind)
    )


def _order(connection: Connection, counted: list[ColumnElement[bool]], kind: Kind) -> str:
    """A letter for each ended game, in the order in which they ended: `w` for one that was won."""
    letter = case((GameRow.result == Result.WON, "w"), else_="-").label("letter")
    order = (GameRow.week, GameRow.ended, GameRow.id)
    ended = select(letter).where(*counted, GameRow.profile == kind[0], GameRow.cells == kind[1]).order_by(*order).subquery()
    return connection.scalar(select(func.aggregate_strings(ended.c.letter, ""))) or ""


def streaks(order: str) -> tuple[int, int]:
    """Return the current streak and the longest one.

    >>> streaks("ww-www-w"), streaks("ww-"), streaks("")
    ((1, 3), (0, 2), (0, 0))
    """
    runs = order.split("-")
    return len(runs[-1]), max(map(len, runs))


def _count_open(connection: Connection, player: Player) -> dict[Kind, int]:
    kind = (GameRow.profile, GameRow.cells)
    asked = select(*kind, func.count()).where(GameRow.player_id == player.id, GameRow.ended.is_(None)).group_by(*kind)
    return {(row[0], row[1]): row[2] for row in connection.execute(asked)}


def _last_reset(connection: Connection, player: Player) -> int:
    found = connection.scalar(select(func.max(ResetRow.at)).where(ResetRow.player_id == player.id))
    return -1 if found is None else found


def reset(connection: Connection, player: Player, moment: int) -> None:
    """Begin all statistics anew: games that ended by this moment are not counted. No game is deleted."""
    connection.execute(insert(ResetRow).values(player_id=player.id, at=moment))


def undo_reset(connection: Connection, player: Player) -> bool:
    """Take the last reset back, so that what it hid is counted again; False if there is none."""
    last = select(func.max(ResetRow.id)).where(ResetRow.player_id == player.id).scalar_subquery()
    return connection.execute(delete(ResetRow).where(ResetRow.id == last)).rowcount > 0
