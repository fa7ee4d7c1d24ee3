"""Games counted: how many, how many won, in which streaks. `docs/store.md` has the rules by which they are counted."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Executable, case, delete, func, insert, select

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
    games: int
    won: int
    average_moves: float | None
    """Over the games won, as `average_time`."""
    average_time: float | None


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


_NONE: Final = Count(0, 0, 0, 0, 0, 0, 0, None, None, None, None, None, None)


def statistics(connection: Connection, player: Player) -> list[Statistics]:
    """Count a player's games, by profile and number of cells."""
    since = last_reset(connection, player)
    counted = [GameRow.player_id == player.id, GameRow.ended.is_not(None), GameRow.ended > (-1 if since is None else since)]
    totals = {(row.profile, row.cells): _count(row) for row in connection.execute(_totals(counted))}
    weeks: dict[Kind, list[Week]] = {}
    for profile, cells, week, games, won, moves, time in connection.execute(_weeks(counted)):
        weeks.setdefault((profile, cells), []).append(Week(week, games, won, _average(moves, won), _average(time, won)))
    still_open = _count_open(connection, player)
    return [
        Statistics(
            *kind,
            totals.get(kind, _NONE),
            still_open.get(kind, 0),
            *streaks(_order(connection, counted, kind) if kind in totals else ""),
            weeks.get(kind, []),
        )
        for kind in sorted({*totals, *still_open})
    ]


def _average(total: Any, count: int) -> float | None:
    return int(total) / count if count else None  # PostgreSQL adds whole numbers up to decimals


def _count(row: Any) -> Count:
    moves = (row.best_moves, _average(row.all_moves, row.won))
    time = (row.best_time, _average(row.all_time, row.won))
    score = (row.best_score, _average(row.all_score, row.scored))
    return Count._make([*row[2:9], *moves, *time, *score])


_WON: Final = GameRow.result == Result.WON


def _sum(column: Any) -> ColumnElement[Any]:
    return func.coalesce(func.sum(column).filter(_WON), 0)


def _totals(counted: list[ColumnElement[bool]]) -> Executable:
    """What all games of each kind come to; the columns before the named ones are in the order of `Count`."""
    kind = (GameRow.profile, GameRow.cells)
    from_start = GameRow.parent.is_(None)
    each = [func.count().filter(GameRow.result == result) for result in (Result.DEMONSTRATED, Result.LOST, Result.RESIGNED)]
    return (
        select(
            *kind,
            func.count(),
            func.count().filter(_WON).label("won"),
            *each,
            func.count().filter(_WON, from_start, GameRow.undos == 0),
            func.count().filter(_WON, from_start, GameRow.hints == 0),
            func.count(GameRow.score).label("scored"),
            _sum(GameRow.moves).label("all_moves"),
            _sum(GameRow.time).label("all_time"),
            func.coalesce(func.sum(GameRow.score), 0).label("all_score"),
            func.min(GameRow.moves).filter(_WON).label("best_moves"),
            func.min(GameRow.time).filter(_WON).label("best_time"),
            func.max(GameRow.score).label("best_score"),
        )
        .where(*counted)
        .group_by(*kind)
    )


def _weeks(counted: list[ColumnElement[bool]]) -> Executable:
    kind_and_week = (GameRow.profile, GameRow.cells, GameRow.week)
    told = (func.count(), func.count().filter(_WON), _sum(GameRow.moves), _sum(GameRow.time))
    return select(*kind_and_week, *told).where(*counted).group_by(*kind_and_week).order_by(*kind_and_week)


def _order(connection: Connection, counted: list[ColumnElement[bool]], kind: Kind) -> str:
    """A letter for each ended game, in the order in which they ended: `w` for one that was won."""
    letter = case((_WON, "w"), else_="-").label("letter")
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


def last_reset(connection: Connection, player: Player) -> int | None:
    """Return the moment of the last reset; None if there is none that is not undone."""
    return connection.scalar(select(func.max(ResetRow.at)).where(ResetRow.player_id == player.id))


def reset(connection: Connection, player: Player, moment: int) -> None:
    """Begin all statistics anew: games that ended by this moment are not counted. No game is deleted."""
    last = last_reset(connection, player)
    at = moment if last is None else max(moment, last + 1)  # an export tells resets apart by their moments
    connection.execute(insert(ResetRow).values(player_id=player.id, at=at))


def undo_reset(connection: Connection, player: Player) -> bool:
    """Take the last reset back, so that what it hid is counted again; False if there is none."""
    last = select(func.max(ResetRow.id)).where(ResetRow.player_id == player.id).scalar_subquery()
    return connection.execute(delete(ResetRow).where(ResetRow.id == last)).rowcount > 0
