"""What faces search for while somebody plays: each is a plain value that any thread or process can carry out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol

from freecell.analysis.difficulty import Difficulty, rate
from freecell.analysis.hint import Hint, find_hint
from freecell.analysis.review import Question, Review, answer
from freecell.analysis.truth import UNKNOWN, Status, Truth, find_truth, rules_of
from freecell.analysis.wishes import Wish, find_deal
from freecell.commands import Question as Asked
from freecell.commands import TellBack, TellHint, TellTruth, Told
from freecell.game import Game
from freecell.position import Position
from freecell.rules import Rules
from freecell.solver import solve

Cancel = Callable[[], bool]


class Task(Protocol):
    """A search that is tried with growing budgets of seconds until it has an answer: the first is quick, further ones wait for others."""

    @property
    def budgets(self) -> tuple[float, ...]:
        """Return the seconds of each attempt."""

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Any:
        """Search for so many seconds, in so many bytes, until `cancel` returns True."""

    def is_answer(self, result: Any) -> bool:
        """Whether no further attempt is needed."""


@dataclass(frozen=True, slots=True)
class FindTruth:
    """The truth about a position."""

    position: Position
    rules: Rules
    budgets: tuple[float, ...] = (0.3, 3, 20)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Truth:
        """Search."""
        return find_truth(self.position, self.rules, max_seconds=seconds, max_memory=memory, cancel=cancel)

    def is_answer(self, result: Truth) -> bool:
        """Whether it is known."""
        return result.status is not Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class FindHint:
    """The next move of a short line; without a search, where the line is known."""

    position: Position
    rules: Rules
    known: Truth | None = None
    short: float = 0.4
    """Seconds that go into the shortness of the line."""
    budgets: tuple[float, ...] = (0.3, 3, 20)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Hint:
        """Search."""
        short = None if self.known is not None and self.known.line else self.short
        return find_hint(self.position, self.rules, known=self.known, short=short, max_seconds=seconds, max_memory=memory, cancel=cancel)

    def is_answer(self, result: Hint) -> bool:
        """Whether there is a hint, or a proof that there is none."""
        return result.status is not Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class Back:
    """The way back to where a game was winnable: after how many actions, or None; and the status that says why."""

    action: int | None
    status: Status
    exact: bool = True
    """Whether nothing is unknown between that position and the first one that is lost."""


@dataclass(frozen=True, slots=True)
class FindBack:
    """The last winnable position of a game that nobody plays meanwhile; `past` is what is known of its positions."""

    game: Game
    past: tuple[Truth | None, ...] = ()
    budgets: ClassVar[tuple[float, ...]] = (0.3, 5, 20)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Back:
        """Search, with so many seconds in all; no position takes more than half of those that are left."""
        end = time.monotonic() + seconds
        made = Review(self.game, short=None, max_seconds=seconds, max_memory=memory)
        for index, truth in enumerate(self.past):
            if truth is not None:
                made.knowledge.learn(index, truth)
        while not cancel() and time.monotonic() < end and (question := made.ask()) is not None and question.about == "truth":
            made.take(question, answer(replace(question, max_seconds=max(0.0, end - time.monotonic()) / 2), cancel))
        status = [Status.UNKNOWN if truth is None else truth.status for truth in made.truths]
        if status[-1] is Status.WINNABLE:
            return Back(len(status) - 1, Status.WINNABLE)
        winnable = [index for index, each in enumerate(status) if each is Status.WINNABLE]
        if not winnable or status[-1] is Status.UNKNOWN:
            return Back(None, status[0] if status[-1] is Status.UNWINNABLE else Status.UNKNOWN)
        return Back(winnable[-1], Status.WINNABLE, exact=status[winnable[-1] + 1] is Status.UNWINNABLE)

    def is_answer(self, result: Back) -> bool:
        """Whether the way back was found, and no shorter one is open, or a proof that there is none."""
        return result.status is not Status.UNKNOWN and result.exact


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """One search of a review."""

    question: Question
    budgets: tuple[float, ...] = (0.3, 3)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Truth:
        """Search."""
        return answer(replace(self.question, max_seconds=seconds, max_memory=memory), cancel)

    def is_answer(self, result: Truth) -> bool:
        """Whether it is known."""
        return result.status is not Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class FindDeal:
    """A random deal that is as wished."""

    rules: Rules
    wish: Wish
    budgets: tuple[float, ...] = (0.3, 7)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> int | None:
        """Search."""
        return find_deal(self.rules, self.wish, max_seconds=seconds, max_memory=memory, cancel=cancel)

    def is_answer(self, result: int | None) -> bool:
        """Whether one was found."""
        return result is not None


@dataclass(frozen=True, slots=True)
class Rate:
    """How hard a deal is."""

    position: Position
    rules: Rules
    budgets: tuple[float, ...] = (0.3, 10)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Difficulty:
        """Search."""
        end = time.monotonic() + seconds
        return rate(self.position, self.rules, max_memory=memory, cancel=lambda: cancel() or time.monotonic() >= end)

    def is_answer(self, result: Difficulty) -> bool:
        """Whether it is known."""
        return result.status is not Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class FindPar:
    """A short way to win a deal, which counts for its par."""

    position: Position
    rules: Rules
    short: float = 1.0
    """Seconds that go into the shortness of the line."""
    budgets: tuple[float, ...] = (1, 7)

    def run(self, seconds: float, memory: int, cancel: Cancel) -> Truth:
        """Search."""
        return find_truth(self.position, self.rules, short=self.short, max_seconds=seconds, max_memory=memory, cancel=cancel)

    def is_answer(self, result: Truth) -> bool:
        """Whether it is known."""
        return result.status is not Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class Solve:
    """A solution as the HTTP API tells it, as good as was asked for."""

    position: Position
    rules: Rules
    goal: str
    measure: str
    budgets: tuple[float, ...]

    def run(self, seconds: float, memory: int, cancel: Cancel) -> dict[str, Any]:
        """Search."""
        result = solve(
            self.position, self.rules, goal=self.goal, measure=self.measure, max_seconds=seconds, max_memory=memory, cancel=cancel
        )
        return {
            "status": str(result.status),
            "limit": result.limit,
            "length": result.length,
            "bound": result.bound if result.game is not None else None,
            "optimal": result.optimal,
            "solution": result.text,
            "states": result.states,
            "seconds": round(result.seconds, 6),
        }

    def is_answer(self, result: dict[str, Any]) -> bool:
        """Whether it was decided; a better solution than the first takes all the time that there is."""
        return result["status"] == "unsolvable" or (result["status"] == "solved" and bool(self.goal == "first" or result["optimal"]))


NOTHING: Final = {"truth": UNKNOWN, "hint": Hint(Status.UNKNOWN), "back": Back(None, Status.UNKNOWN)}
"""What is told, by what a session's question is about, where no search could be had."""


def task_for(question: Asked, game: Game) -> Task:
    """Return what is to be searched for a session's question."""
    if question.about == "truth":
        return FindTruth(game.position, rules_of(game))
    if question.about == "hint":
        known: Any = question.known
        return FindHint(game.position, rules_of(game), known)
    past: Any = question.past
    return FindBack(game.copy(), past)


def told(question: Asked, result: Any, *, searching: bool = False) -> Told:
    """Return what a session is told of a search's result; `searching`, if the search goes on."""
    if question.about == "truth":
        return TellTruth(question.version, result, searching)
    if question.about == "hint":
        return TellHint(question.version, result, searching)
    return TellBack(question.version, result.action, str(result.status))
