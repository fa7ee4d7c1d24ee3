"""Runs the searches one after the other until a position is decided or a limit is reached, and has each solution replayed by the engine."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
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
    Proving,
    Search,
    without_returns,
)
from freecell.solver.weights import ALL, BEAMS, ENDLESS, PLAIN, PROOF, plan

DEFAULT_MEMORY: Final = 2**30
SHORT_WIDTH: Final = 1600
"""The widest beam of a short search that was given no limit of its own."""
BEFORE_PROOF: Final = 400
"""The widest beam when a shortest solution is looked for afterwards."""
_SLICE: Final = {"c": 1024, "python": 128}
"""States between two looks at the limits: well under 5 milliseconds, so that a cancel is obeyed at once."""
_LONG: Final = 100
"""Hops of a proof's way that is made straight: a shorter one is hardly worth the time, in bulk."""


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
            from freecell.solver.polish import polish  # which a first solution does not need

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
    max_width: int | None = None,
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

    The goal `first` is any solution. `short` goes on from there to ever shorter ones, by beams of growing width; it uses the time or the
    states that it is given, and ends when a beam of `max_width` is done, which is 1600 where no other limit is given; one that finds
    nothing goes on to sixteen times that width. It is never longer than `first`, nor with more states than with fewer. `optimal` is a
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
    max_width = width_of(max_width, max_states, max_seconds)
    return _Run(position, rules, wanted, counted, max_width, max_states, max_seconds, max_memory, on_progress, cancel).run()


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


def width_of(max_width: int | None, max_states: int | None, max_seconds: float | None) -> int | None:
    """Return the widest beam of a short search under these limits, None for no limit; raises `BadInput` for one that means nothing."""
    if max_width is not None and (type(max_width) is not int or max_width < 1):
        raise BadInput("bad-limit", limit="max_width", value=max_width, expected="a whole number, 1 or more")
    return SHORT_WIDTH if max_width is None and max_states is None and max_seconds is None else max_width


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
        max_width: int | None,
        max_states: int | None,
        max_seconds: float | None,
        max_memory: int,
        on_progress: Callable[[Progress], object] | None,
        cancel: Callable[[], bool] | None,
    ) -> None:
        self.position, self.rules, self.goal, self.measure = position, rules, goal, measure
        self.max_width, self.max_states, self.max_seconds, self.max_memory = max_width, max_states, max_seconds, max_memory
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
            self._shorten(self.max_width)
        stopped, limit = self.stopped or (Verdict.SOLVED, None)
        return self._result(Verdict.CANCELLED if stopped is Verdict.CANCELLED else Verdict.SOLVED, limit, self.best)

    def _found(self, path: Path, length: int) -> None:
        """Take in a solution that is shorter than all before."""
        self.best, self.length = path, length
        self._look()

    def _prove(self) -> None:
        """Look for short solutions a little, so that there is a good one if a limit is reached; then for a shortest one."""
        self._shorten(BEFORE_PROOF)
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

    def _shorten(self, width: int | None) -> None:
        """Run the beams up to a width."""
        assert self.length is not None  # noqa: S101
        if self.stopped:
            return
        before, status = self.states, RUNNING
        search = self.short.Short(self.position, self.rules, BEAMS[self.measure], self.measure, width, self.length, self.max_memory)
        self.bound = search.bound
        with _without_collector() if self.twin == "python" else nullcontext():
            while status in (RUNNING, SOLVED) and self.length > self.bound and not self.stopped:
                status = self._advance(search, ENDLESS, before, 0)
                if status == SOLVED:
                    self._found(search.path(), search.length)
            del search  # before the collector comes back

    def _decide(self) -> tuple[Verdict, str | None, Path | None]:
        """Follow the plan, until it is known whether there is a solution."""
        search: Search | None
        proving: Proving | None = None
        lost = False  # whether no more is found without returns
        for step in plan(self.rules):
            search = None  # the last attempt gives back its memory before the next begins
            if lost and step.weights != PROOF:
                continue
            if step.weights in (PLAIN, PROOF):
                met = proving.states if proving else 0
                rules = without_returns(self.rules) if step.weights == PLAIN else self.rules
                proving = search = proving or self.proof.Proof(self.position, rules, self.max_memory)
                status = self._advance(search, met + step.states, self.states - met, 0)
            else:
                kept = proving.bytes if proving else 0
                search = self.first.First(self.position, self.rules, ALL[step.weights], max(0, self.max_memory - kept))
                status = self._advance(search, step.states, self.states, kept)
            if proving is not None and search is proving and status == SOLVED and len(proving.path().hops) > _LONG:
                self._straighten(proving)
            if status == SOLVED and self.stopped is None:
                return Verdict.SOLVED, None, search.path()
            if search is proving and status in (EXHAUSTED, NO_MEMORY):
                if step.weights == PROOF:
                    return (Verdict.UNSOLVABLE, None, None) if status == EXHAUSTED else (Verdict.UNKNOWN, "memory", None)
                proving, lost = None, True  # without returns there is none, or not in this memory
            if self.stopped:
                return *self.stopped, None
        return Verdict.UNKNOWN, "states", None

    def _straighten(self, proving: Proving) -> None:
        """Make a proof's solution shorter; where the time is over it stays what it is, and the limit of states has no say: none are met."""
        before = self.states - proving.states
        while self.stopped is None and proving.straighten(_SLICE[self.twin]):
            self._count(proving, before, 0)
            self._look()
            if self.stopped and self.stopped[1] == "states":
                self.stopped = None
        if self.stopped and self.stopped[0] is not Verdict.CANCELLED:
            self.stopped = None

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
    plain = without_returns(rules)
    sends, moves = max(rules.autoplay, path.sends, key=AUTOPLAYS.index), 0
    terms = plain if sends == path.sends else rules
    if path.at_start:
        sent, position = autoplay_moves(position, path.sends, plain)
        moves += len(sent)
    for hop in path.hops:
        move = _move(position, hop)
        check(position, rules, move)
        position = apply(position, move)
        moves += 1
        if move.source.kind != "foundation":
            sent, position = autoplay_moves(position, sends, terms)
            moves += len(sent)
    if not position.won:
        raise AssertionError("a solution that does not win")
    return moves


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep Python's collector of cycles away: a search makes none, and it would look through all the states again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


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
    while moves := autoplay_moves(game.position, sends, without_returns(game.rules))[0]:
        for move in moves:
            if game.play(move).sent_up:  # the rules' own autoplay has come in between
                break
