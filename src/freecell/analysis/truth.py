"""The truth about a position: winnable and how, or no longer winnable, which was proved, or not known yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from freecell.game import Action, Game
from freecell.moves import Move
from freecell.position import Place, Position
from freecell.rules import Rules
from freecell.solver.driver import DEFAULT_MEMORY, Progress, Result, Verdict, solve
from freecell.solver.search import Goal


class Status(StrEnum):
    """What is known about a position under the rules being played."""

    WINNABLE = "winnable"
    """A line that wins is known, or another position of the same game shows that there is one."""
    UNWINNABLE = "unwinnable"
    """Proved: nothing that can still be played wins."""
    UNKNOWN = "unknown"
    """Neither is known: a limit was reached, or the search was cancelled. This is never a loss."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known about a position, with the proof of it where that is a line.

    >>> from freecell.deals import deal
    >>> truth = find_truth(deal(164), Rules())
    >>> truth.status, play_line(deal(164), Rules(), truth.line).moves == truth.moves_left
    (<Status.WINNABLE: 'winnable'>, True)
    """

    status: Status
    moves_left: int | None = None
    """How many moves the line counts, as `Game.moves` does; None where no line is known."""
    line: tuple[Move, ...] = ()
    """The player's moves that win from here; what autoplay adds is not among them."""
    limit: str | None = None
    """Why it is not known: `states`, `seconds`, `memory` or `cancelled`; None otherwise."""
    states: int = field(default=0, compare=False)
    """How many positions were met to find it out; 0 where nothing had to be searched."""
    seconds: float = field(default=0.0, compare=False)

    def after(self, action: Action) -> Truth | None:
        """Return what this truth says once the player has done `action` from its position; None if it has to be asked anew.

        A line goes on while the player follows it, into whichever of the empty cells or cascades. What is lost stays lost, but for a
        change of autoplay, which changes the rules being played.
        """
        if action.after.won:
            return WON
        if action.move is None:
            return None
        if self.status is Status.UNWINNABLE:
            return LOST
        if not self.line or self.moves_left is None or not _same_move(self.line[0], action.move, action.before):
            return None
        rest = _swapped(self.line[1:], self.line[0].target, action.move.target)
        return Truth(Status.WINNABLE, self.moves_left - action.moves, rest)

    def as_dict(self) -> dict[str, Any]:
        """Return it in plain values that JSON can hold; a move is its source, its target and its number of cards."""
        return {
            "status": str(self.status),
            "moves_left": self.moves_left,
            "line": [[str(source), str(target), count] for source, target, count in self.line],
            "limit": self.limit,
            "states": self.states,
            "seconds": round(self.seconds, 6),
        }


WON: Final = Truth(Status.WINNABLE, 0)
"""The truth about a position that is won."""
LOST: Final = Truth(Status.UNWINNABLE)
"""The truth about a position that is known to be lost without a search of its own."""
UNKNOWN: Final = Truth(Status.UNKNOWN)
"""The truth about a position that nothing is known of yet."""


def find_truth(
    where: Game | Position,
    rules: Rules | None = None,
    *,
    known: Truth | None = None,
    short: float | None = None,
    short_states: int | None = None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Truth:
    """Find the truth about a position, or about where a game stands, under the rules being played.

    A game brings its rules with it, with the autoplay that is in force now. `known` is what is known about the same position already:
    only what it leaves open is searched. With `short`, as many seconds are then spent on a line of fewer moves; with `short_states`, so
    many positions. The limits, `on_progress` and `cancel` are those of `solve`; a search that reached one of them is UNKNOWN. Only bad
    input raises (`BadInput`).

    >>> from freecell.deals import deal
    >>> str(find_truth(deal(11982)).status), find_truth(deal(11982), max_states=100).limit
    ('unwinnable', 'states')
    """
    position, rules = (where.position, rules_of(where)) if isinstance(where, Game) else (where, rules)
    if position.won:
        return WON
    asked: dict[str, Any] = {"max_memory": max_memory, "on_progress": on_progress, "cancel": cancel}
    if known is None or known.status is Status.UNKNOWN or (known.status is Status.WINNABLE and not known.line):
        truth = _truth_of(solve(position, rules, max_states=max_states, max_seconds=max_seconds, **asked))
        if truth.status is Status.UNKNOWN and known is not None and known.status is Status.WINNABLE:
            truth = replace(truth, status=Status.WINNABLE)
    else:
        truth = known
    if (short is None and short_states is None) or not truth.line:
        return truth
    return _shorter(truth, position, rules, max_seconds=short, max_states=short_states, **asked)


def _shorter(truth: Truth, position: Position, rules: Rules | None, **limits: Any) -> Truth:
    """The same truth with a line of fewer moves, if one is found."""
    found = _truth_of(solve(position, rules, goal=Goal.SHORT, **limits))
    better = found.line and (found.moves_left or 0) < (truth.moves_left or 0)
    return replace(found if better else truth, states=truth.states + found.states, seconds=truth.seconds + found.seconds)


def _truth_of(result: Result) -> Truth:
    taken: dict[str, Any] = {"states": result.states, "seconds": result.seconds}
    if result.game is not None:
        return Truth(Status.WINNABLE, result.length, result.moves, **taken)
    if result.status is Verdict.UNSOLVABLE:
        return Truth(Status.UNWINNABLE, **taken)
    return Truth(Status.UNKNOWN, limit=result.limit or "cancelled", **taken)


def rules_of(game: Game) -> Rules:
    """Return the rules that a game is being played under now: those that it began with, and the autoplay in force."""
    return game.rules.change({"autoplay": game.autoplay})


def play_line(position: Position, rules: Rules, line: Sequence[Move]) -> Game:
    """Play a line from a position, and return the game. Raises `IllegalMove` at a move that the rules refuse."""
    game = Game(position, rules)
    for move in line:
        game.play(move)
    return game


def _same_move(one: Move, other: Move, before: Position) -> bool:
    """Whether two moves from a position differ in nothing but which of several empty places they go to."""
    if one == other:
        return True
    if (one.source, one.count, one.target.kind) != (other.source, other.count, other.target.kind) or one.target.kind == "foundation":
        return False
    return not before.cards_at(one.target) and not before.cards_at(other.target)


def _swapped(line: tuple[Move, ...], one: Place, other: Place) -> tuple[Move, ...]:
    """The same moves with two places taken for each other."""
    if one == other:
        return line
    names = {one: other, other: one}
    return tuple(Move(names.get(source, source), names.get(target, target), count) for source, target, count in line)
