"""Runs the searches one after the other until a position is decided or a limit is reached, and has each solution replayed by the engine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from types import ModuleType
from typing import Final, NamedTuple

from freecell.autoplay import autoplay_moves
from freecell.cards import DECK, Card
from freecell.deals import deal
from freecell.errors import BadInput
from freecell.game import Game
from freecell.moves import Move, apply, check
from freecell.position import CASCADE_PLACES, CELL_PLACES, FOUNDATION_PLACES, Place, Position
from freecell.rules import Autoplay, Rules
from freecell.solver.polish import polish
from freecell.solver.search import (
    AUTOPLAYS,
    EXHAUSTED,
    NO_MEMORY,
    RUNNING,
    SOLVED,
    TO_CELL,
    TO_EMPTY,
    TO_HOME,
    Goal,
    Hop,
    Measure,
    Path,
    Search,
)
from freecell.solver.weights import ALL, BEAMS, ENDLESS, PROOF, plan

DEFAULT_MEMORY: Final = 2**30
SHORT_STATES: Final = 200_000
"""Where a short search ends that was given neither states nor time."""
BEFORE_PROOF: Final = 50_000
"""Where it ends when a shortest solution is looked for afterwards."""
_SLICE: Final = {"c": 1024, "python": 128}
"""States between two looks at the limits: well under 5 milliseconds, so that a cancel is obeyed at once."""


class Verdict(StrEnum):
    """What a search came to."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """Proved: everything that could be reached was looked at."""
    UNKNOWN = "unknown"
    """A limit was reached first."""
    CANCELLED = "cancelled"


class Progress(NamedTuple):
    """How far a search has come."""

    states: int
    seconds: float
    bytes: int
    length: int | None = None
    """Of the shortest solution found so far, in the measure asked for."""
    bound: int | None = None
    """No solution is shorter: proved so far."""


class Result:
    """What a search came to, and what it took.

    `status` is a `Verdict`; `limit` the limit that ended it, if one did: `states`, `seconds` or `memory`; `states` how many
    positions were met; `seconds` how long it took; `bytes` the most memory that the searches took; `deal` the number of the deal, where
    there is one. The solution is `game`, or `moves`, and `length` how long it is, by `measure`; `bound` is what no solution can be
    shorter than, as far as that was looked at. A search for short solutions that was cancelled has the best one that it found.
    """

    def __init__(
        self, status: Verdict, rules: Rules, *, states: int, seconds: float, bytes: int, limit: str | None = None,  # noqa: A002
        position: Position | None = None, deal: int | None = None, path: Path | None = None, length: int | None = None,
        goal: Goal = Goal.FIRST, measure: Measure = Measure.MOVES, bound: int = 0,
    ) -> None:  # fmt: skip
        self.goal = goal
        self.measure = measure
        self.bound = bound
        self.status = status
        self.rules = rules
        self.states = states
        self.seconds = seconds
        self.bytes = bytes
        self.limit = limit
        self.deal = deal
        self._position = position
        self._path = path
        self._length = length

    def __getstate__(self) -> dict[str, object]:
        """What another process is sent: of a solution its text, not the whole game, which is heavy and can be replayed."""
        state = self.__dict__ | {"text": self.text, "_length": self.length} if "game" in self.__dict__ else dict(self.__dict__)
        state.pop("game", None)
        return state

    def __repr__(self) -> str:
        limit = f", limit={self.limit!r}" if self.limit else ""
        return f"<Result {self.status}: states={self.states}, seconds={self.seconds:.6f}, bytes={self.bytes}{limit}>"

    @cached_property
    def position(self) -> Position:
        """The position that was searched from."""
        if self._position is None:
            assert self.deal is not None  # noqa: S101
            return deal(self.deal, self.rules.cells)
        return self._position

    @cached_property
    def game(self) -> Game | None:
        """The won game, replayed by the engine under the rules that were asked for; None where no solution was found."""
        path = self._path
        if path is not None and self.goal is not Goal.FIRST:
            path = polish(self.position, self.rules, path, self.measure, same_length=True)
        return None if path is None else play_out(Game(self.position, self.rules, deal=self.deal), path)

    @cached_property
    def text(self) -> str:
        """The player's moves in standard notation, as a game's text has them; empty where no solution was found."""
        return "" if self.game is None else self.game.text

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The player's moves that win under the rules that were asked for; what autoplay adds is not among them."""
        return () if self.game is None else tuple(action.move for action in self.game.actions if action.move is not None)

    @property
    def length(self) -> int | None:
        """How long the solution is: in moves, of which a supermove is one, or in single cards that move. None where there is none."""
        if self._length is None and self.game is not None:
            self._length = length_of(self.game, self.measure)
        return self._length

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no solution is shorter."""
        return self.length is not None and self.length <= self.bound


def solve(
    position: Position,
    rules: Rules | None = None,
    *,
    goal: Goal | str = Goal.FIRST,
    measure: Measure | str = Measure.MOVES,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """Decide whether a position can be won under the rules, and how.

    Without limits it goes on until it knows, or until `max_memory` bytes are not enough. It ends with the first position whose children
    bring it to `max_states`, and so may meet a few more. The same call meets the same positions on every
    machine, unless time or memory stop it. `on_progress` is told now and then how far it has come; once `cancel` returns True it ends,
    as CANCELLED, within milliseconds. A limit, a proof and a cancel are results; only bad input raises (`BadInput`).

    The goal `first` is any solution. `short` goes on from there to ever shorter ones, and uses all the time or states that it is given;
    without either it ends after 200,000 states. It is never longer than `first`, nor with more states than with fewer. `optimal` is a
    shortest one, with proof; or, where a limit ends that, the best that was found, and `Result.bound` what was proved. A solution's
    length is counted by `measure`, in moves or in cards; `on_progress` is also told of each shorter one.

    >>> from freecell.deals import deal
    >>> solve(deal(164)).status, solve(deal(11982), max_states=1000).limit
    (<Verdict.SOLVED: 'solved'>, 'states')
    >>> solve(deal(164), goal="short", max_states=20_000).length < solve(deal(164)).length
    True
    """
    rules = Rules(cells=len(position.cells)) if rules is None else rules
    if len(position.cells) != rules.cells:
        raise BadInput("wrong-cells", count=len(position.cells), wanted=rules.cells)
    check_limits(max_states, max_seconds, max_memory)
    wanted, counted = read_goal(goal, measure)
    return _Run(position, rules, wanted, counted, max_states, max_seconds, max_memory, on_progress, cancel).run()


def read_goal(goal: Goal | str, measure: Measure | str) -> tuple[Goal, Measure]:
    """Return the goal and the measure of these names; raises `BadInput` for others."""
    for name, value, choices in (("goal", goal, Goal), ("measure", measure, Measure)):
        if value not in list(choices):
            raise BadInput("bad-choice", name=name, value=value, choices=[str(choice) for choice in choices])
    return Goal(goal), Measure(measure)


def check_limits(max_states: int | None, max_seconds: float | None, max_memory: int) -> None:
    """Raise `BadInput` for a limit that means nothing."""
    for limit, value in (("max_states", max_states), ("max_memory", max_memory)):
        if not (type(value) is int and value >= 0) and (value is not None or limit == "max_memory"):
            raise BadInput("bad-limit", limit=limit, value=value, expected="a whole number, 0 or more")
    if max_seconds is not None and not (type(max_seconds) in (int, float) and max_seconds >= 0):
        raise BadInput("bad-limit", limit="max_seconds", value=max_seconds, expected="a number of seconds, 0 or more")


def twin() -> str:
    """Return which twin solves: `c`, or `python` where the core was not built or `FREECELL_SOLVER` asks for it.

    Raises `BadInput` if `FREECELL_SOLVER` asks for what there is not.
    """
    return _searches()[0]


def _searches() -> tuple[str, ModuleType, ModuleType, ModuleType, ModuleType]:
    asked = os.environ.get("FREECELL_SOLVER", "")
    if asked not in ("", "c", "python"):
        raise BadInput("bad-twin", value=asked)
    if asked != "python":
        try:
            from freecell.solver import core
        except ImportError as error:
            if asked == "c":
                raise BadInput("no-core", problem=str(error)) from None
        else:
            return "c", core, core, core, core
    from freecell.solver import first, optimal, proof, short  # which take long to load where the core is there

    return "python", first, proof, short, optimal


class _Run:
    """One call of `solve`."""

    def __init__(
        self,
        position: Position,
        rules: Rules,
        goal: Goal,
        measure: Measure,
        max_states: int | None,
        max_seconds: float | None,
        max_memory: int,
        on_progress: Callable[[Progress], object] | None,
        cancel: Callable[[], bool] | None,
    ) -> None:
        self.position, self.rules, self.goal, self.measure = position, rules, goal, measure
        self.max_states, self.max_seconds, self.max_memory = max_states, max_seconds, max_memory
        self.on_progress, self.cancel = on_progress, cancel
        self.twin, self.first, self.proof, self.short, self.optimal = _searches()
        self.began = time.perf_counter()
        self.states = self.bytes = self.bound = 0
        self.best: Path | None = None
        self.length: int | None = None
        self.stopped: tuple[Verdict, str | None] | None = None

    def run(self) -> Result:
        """Find a solution; then shorter ones, if they are wanted."""
        status, limit, path = self._decide()
        if path is None or self.goal is Goal.FIRST:
            return self._result(status, limit, path)
        self._found(path, length_of(play_out(Game(self.position, self.rules), path), self.measure))
        if self.goal is Goal.OPTIMAL:
            self._prove()
        else:
            self._shorten(SHORT_STATES if self.max_seconds is None else ENDLESS)
        stopped, limit = self.stopped or (Verdict.SOLVED, None)
        return self._result(Verdict.CANCELLED if stopped is Verdict.CANCELLED else Verdict.SOLVED, limit, self.best)

    def _found(self, path: Path, length: int) -> None:
        """Take in a solution that is shorter than all before."""
        self.best, self.length = path, length
        self._look()

    def _prove(self) -> None:
        """Look for short solutions a little, so that there is a good one if a limit is reached; then for a shortest one."""
        self._shorten(BEFORE_PROOF, at_most=True)
        assert self.length is not None  # noqa: S101
        if self.stopped or self.length <= self.bound:
            return
        before = self.states
        search = self.optimal.Optimal(self.position, self.rules, self.measure, self.max_memory, self.length)
        status = RUNNING
        while status == RUNNING and not self.stopped:
            status = self._advance(search, search.states + _SLICE[self.twin], before, 0)
            self.bound = max(self.bound, min(search.bound, self.length))
        if status == SOLVED:
            path = search.path()
            self.best, self.length = path, length_of(play_out(Game(self.position, self.rules), path), self.measure)
        if status in (SOLVED, EXHAUSTED):
            self.bound = self.length
        elif status == NO_MEMORY:
            self.stopped = Verdict.UNKNOWN, "memory"

    def _shorten(self, most: int, *, at_most: bool = False) -> None:
        """Run the beams, one after the other, until so many states are met in all, or as many as were asked for."""
        end = most if self.max_states is None else min(most, self.max_states) if at_most else self.max_states
        assert self.length is not None  # noqa: S101
        for beam in BEAMS[self.measure]:
            if self.stopped or self.states >= end or self.length <= self.bound:
                return
            before, status = self.states, RUNNING
            search = self.short.Short(self.position, self.rules, beam, self.measure, self.length, self.max_memory)
            self.bound = max(self.bound, search.bound)
            while status in (RUNNING, SOLVED) and self.states < end and self.length > self.bound and not self.stopped:
                status = self._advance(search, end - before, before, 0)
                if status == SOLVED:
                    self._found(search.path(), search.length)

    def _decide(self) -> tuple[Verdict, str | None, Path | None]:
        """Follow the plan, until it is known whether there is a solution."""
        search: Search | None
        proving: Search | None = None
        for step in plan(self.rules):
            search = None  # the last attempt gives back its memory before the next begins
            if step.weights == PROOF:
                met = proving.states if proving else 0
                proving = search = proving or self.proof.Proof(self.position, self.rules, self.max_memory)
                status = self._advance(search, met + step.states, self.states - met, 0)
            else:
                kept = proving.bytes if proving else 0
                search = self.first.First(self.position, self.rules, ALL[step.weights], max(0, self.max_memory - kept))
                status = self._advance(search, step.states, self.states, kept)
            if status == SOLVED:
                return Verdict.SOLVED, None, search.path()
            if search is proving and status == EXHAUSTED:
                return Verdict.UNSOLVABLE, None, None
            if search is proving and status == NO_MEMORY:
                return Verdict.UNKNOWN, "memory", None
            if self.stopped:
                return *self.stopped, None
        return Verdict.UNKNOWN, "states", None

    def _advance(self, search: Search, until: int, before: int, kept: int) -> int:
        """Advance a search in slices, and look at the limits between them.

        `before` is how many states the others met, `kept` the memory that they hold.
        """
        status = search.advance(0)
        if status != NO_MEMORY:  # not even enough to begin
            self._count(search, before, kept)
        while status == RUNNING and not self.stopped:
            target = min(until, search.states + _SLICE[self.twin])
            if self.max_states is not None:
                target = min(target, self.max_states - before)
            status = search.advance(max(target, 0))
            self._count(search, before, kept)
            if status == RUNNING:
                self._look()
                if search.states >= until:
                    break
        return status

    def _count(self, search: Search, before: int, kept: int) -> None:
        self.states = before + search.states
        self.bytes = max(self.bytes, kept + search.bytes)

    def _look(self) -> None:
        seconds = time.perf_counter() - self.began
        if self.on_progress is not None:
            self.on_progress(Progress(self.states, seconds, self.bytes, self.length, self.bound or None))
        if self.cancel is not None and self.cancel():
            self.stopped = Verdict.CANCELLED, None
        elif self.max_states is not None and self.states >= self.max_states:
            self.stopped = Verdict.UNKNOWN, "states"
        elif self.max_seconds is not None and seconds >= self.max_seconds:
            self.stopped = Verdict.UNKNOWN, "seconds"

    def _result(self, status: Verdict, limit: str | None = None, path: Path | None = None) -> Result:
        seconds = time.perf_counter() - self.began
        moves = None if path is None else replay(self.position, self.rules, path)
        return Result(
            status, self.rules, states=self.states, seconds=seconds, bytes=self.bytes, limit=limit, position=self.position, path=path,
            goal=self.goal, measure=self.measure, bound=self.bound, length=moves if self.measure == Measure.MOVES else None,
        )  # fmt: skip


def replay(position: Position, rules: Rules, path: Path) -> int:
    """Have a solution replayed by the engine, and return how many moves it counts: no solution leaves here that was not.

    Raises `IllegalMove` or `AssertionError` if it is wrong, which would be a fault of the solver.
    """
    sends, moves = max(rules.autoplay, path.sends, key=AUTOPLAYS.index), 0
    if path.at_start:
        sent, position = autoplay_moves(position, path.sends, rules)
        moves += len(sent)
    for hop in path.hops:
        move = _move(position, hop)
        check(position, rules, move)
        position = apply(position, move)
        moves += 1
        if move.source.kind != "foundation":
            sent, position = autoplay_moves(position, sends, rules)
            moves += len(sent)
    if not position.won:
        raise AssertionError("a solution that does not win")
    return moves


def length_of(game: Game, measure: Measure) -> int:
    """Return how long a game is: in moves, of which a supermove is one, or in single cards that moved."""
    return game.moves if measure == Measure.MOVES else sum(len(action.steps) for action in game.actions)


def play_out(game: Game, path: Path) -> Game:
    """Play a solution on a game, and return it, won.

    Raises `IllegalMove` or `AssertionError` if the solution is wrong, which would be a fault of the solver.
    """
    if path.at_start:
        _send(game, path.sends)
    for hop in path.hops:
        move = _move(game.position, hop)
        game.play(move)
        if move.source.kind != "foundation":
            _send(game, path.sends)
    if not game.position.won:
        raise AssertionError(f"a solution that does not win: {game.text}")
    return game


def _move(position: Position, hop: Hop) -> Move:
    card = DECK[hop.card]
    source, count = _where(position, card)
    return Move(source, _target(position, card, hop.onto), count)


def _where(position: Position, card: Card) -> tuple[Place, int]:
    """The place of a card, and how many cards move with it."""
    for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False):
        if cards and cards[-1] is card:
            return place, 1
    if card in position.cells:
        return CELL_PLACES[position.cells.index(card)], 1
    for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False):
        if card in cards:
            return place, len(cards) - cards.index(card)
    if position.foundations[card.suit] != card.rank:
        raise AssertionError(f"a solution that moves {card}, which lies under others on its foundation")
    return FOUNDATION_PLACES[card.suit], 1


def _target(position: Position, card: Card, onto: int) -> Place:
    if onto == TO_HOME:
        return FOUNDATION_PLACES[card.suit]
    if onto == TO_CELL:
        return CELL_PLACES[position.cells.index(None)]
    if onto == TO_EMPTY:
        return CASCADE_PLACES[position.cascades.index(())]
    under = DECK[onto]
    for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False):
        if cards and cards[-1] is under:
            return place
    raise AssertionError(f"a solution that moves {card} onto {under}, which is not a cascade's top")


def _send(game: Game, sends: Autoplay) -> None:
    """Send home what the search took to go by itself, as far as the rules' own autoplay has not done it."""
    while moves := autoplay_moves(game.position, sends, game.rules)[0]:
        game.play(moves[0])
