"""The list of a player's games: searched, filtered, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from freecell.deals import read_deal
from freecell.errors import BadInput
from freecell.store.models import GameRow, ParRow
from freecell.store.players import Player
from freecell.store.record import Result

MOST_ON_A_PAGE: Final = 500


class Kept(NamedTuple):
    """What the list says of a game. Moments and lengths of time are in milliseconds."""

    uid: str
    deal: int | None
    rules: str
    profile: str
    cells: int
    result: Result
    moves: int
    score: int | None
    time: int
    undos: int
    hints: int
    version: int
    begun: int
    played: int
    ended: int | None
    parent: str | None
    par: int | None
    """The fewest moves in which the deal is known to be won under the profile's rules, where that is known."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games to list; what is None is not asked about."""

    results: frozenset[Result] | None = None
    deal: int | None = None
    profile: str | None = None
    cells: int | None = None
    since: int | None = None
    """Begun at this moment or later."""
    until: int | None = None
    """Begun before this moment."""
    name: str | None = None
    """How a game's name begins."""
    search: str | None = None
    """A deal's number or game code, or how a game's name begins."""


class Page(NamedTuple):
    """Some of the games, the newest first, and where the next page begins; None on the last."""

    games: list[Kept]
    after: str | None


_COLUMNS: Final = tuple(getattr(GameRow, name) for name in Kept._fields if name != "par")
_SAME: Final = and_(ParRow.profile == GameRow.profile, ParRow.cells == GameRow.cells, ParRow.deal == GameRow.deal)
_ASKED: Final = select(*_COLUMNS, ParRow.moves, GameRow.id).outerjoin(ParRow, _SAME)


def list_games(connection: Connection, player: Player, wanted: Wanted, after: str | None = None, limit: int = 50) -> Page:
    """Return a page of a player's games. Raises `BadInput` for a place to begin that no page gave."""
    limit = max(1, min(limit, MOST_ON_A_PAGE))
    clauses = [GameRow.player_id == player.id, *_clauses(wanted)]
    if after is not None:
        begun, number = _read_place(after)
        clauses.append(or_(GameRow.begun < begun, and_(GameRow.begun == begun, GameRow.id < number)))
    rows = connection.execute(_ASKED.where(*clauses).order_by(GameRow.begun.desc(), GameRow.id.desc()).limit(limit + 1)).all()
    games = [_kept(row[:-1]) for row in rows[:limit]]
    last = rows[limit - 1] if len(rows) > limit else None
    return Page(games, None if last is None else f"{last.begun}-{last.id}")


def list_played(connection: Connection, player: Player, wanted: Wanted, limit: int) -> list[Kept]:
    """Return the games that were played last, the last one first."""
    asked = _ASKED.where(GameRow.player_id == player.id, *_clauses(wanted)).order_by(GameRow.played.desc(), GameRow.id.desc())
    return [_kept(row[:-1]) for row in connection.execute(asked.limit(max(1, min(limit, MOST_ON_A_PAGE))))]


def count_games(connection: Connection, player: Player, wanted: Wanted) -> int:
    """Return how many games the list has on all its pages."""
    return connection.scalar(select(func.count()).select_from(GameRow).where(GameRow.player_id == player.id, *_clauses(wanted))) or 0


def _kept(values: Any) -> Kept:
    kept = Kept._make(values)
    return kept._replace(result=Result(kept.result))


def _read_place(after: str) -> tuple[int, int]:
    begun, _, number = after.partition("-")
    if not (begun.isascii() and begun.isdigit() and number.isascii() and number.isdigit() and len(after) < 40):
        raise BadInput("bad-page", text=after)
    return int(begun), int(number)


def _clauses(wanted: Wanted) -> list[ColumnElement[bool]]:
    clauses: list[ColumnElement[bool]] = []
    if wanted.results is not None:
        ended = GameRow.ended.is_(None) if wanted.results == {Result.OPEN} else None  # by the index over the open games
        clauses += [GameRow.result.in_(sorted(wanted.results))] if ended is None else [ended]
    for column, value in ((GameRow.deal, wanted.deal), (GameRow.profile, wanted.profile), (GameRow.cells, wanted.cells)):
        if value is not None:
            clauses.append(column == value)
    if wanted.since is not None:
        clauses.append(GameRow.begun >= wanted.since)
    if wanted.until is not None:
        clauses.append(GameRow.begun < wanted.until)
    if wanted.name is not None:
        clauses.append(GameRow.uid.startswith(wanted.name.lower(), autoescape=True))
    if wanted.search is not None and wanted.search.strip():
        clauses.append(_found_by(wanted.search.strip().lower()))
    return clauses


def _found_by(text: str) -> ColumnElement[bool]:
    by_name = GameRow.uid.startswith(text, autoescape=True)
    try:
        name = read_deal(text)
    except BadInput:
        return by_name
    by_deal = GameRow.deal == name.number
    return or_(by_name, by_deal if name.cells is None else and_(by_deal, GameRow.cells == name.cells))
