"""The review of a game: the truth before and after every move, the move that lost it, and the moves that cost length.

What can be won stays so back to the start, and what is lost stays lost to the end: so a few searches, each in the middle of what is open,
find where a game was lost, and a won game needs none. Then come the moves that would have kept it, and a short line from every position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from freecell.analysis.knowledge import Knowledge, says_more
from freecell.analysis.truth import Status, Truth, find_truth, play_line
from freecell.autoplay import autoplay_moves
from freecell.game import Game
from freecell.moves import Move, apply, legal_moves, write_move
from freecell.position import Position
from freecell.rules import Rules

SHORT: Final = 0.006
"""Seconds that are spent on a short line from each position, unless another time is asked for."""
MAX_SECONDS: Final = 5.0
"""Seconds after which a position is given up as not known, unless another time is asked for."""
MAX_MEMORY: Final = 2**28


About = Literal["truth", "saving", "short"]
_Key = tuple[About, int, Move | None]


@dataclass(frozen=True, slots=True)
class Question:
    """One search that a review needs: give it to `answer`, in whichever thread or process, and the answer to the review."""

    about: About
    """The truth about a position of the game; about one that another move would have led to; or a short line."""
    index: int
    """The position of the game: how many actions were played there."""
    move: Move | None
    """The other move, of `saving`."""
    position: Position
    rules: Rules
    known: Truth | None
    short: float | None
    max_states: int | None
    max_seconds: float | None
    max_memory: int


def answer(question: Question, cancel: Callable[[], bool] | None = None) -> Truth:
    """Search for what a review asks: it can be sent to another process, and so can what it returns."""
    return find_truth(
        question.position,
        question.rules,
        known=question.known,
        short=question.short,
        max_states=question.max_states,
        max_seconds=question.max_seconds,
        max_memory=question.max_memory,
        cancel=cancel,
    )


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One action of the game, with the truth before and after it."""

    number: int
    """Which action it is, from 1."""
    text: str
    """As the game's text has it."""
    before: Truth
    after: Truth
    cost: int | None
    """By how many moves it made the best line known longer; None where that is not known, or the autoplay changed."""

    @property
    def lost_it(self) -> bool:
        """Whether it is the move that lost the game: winnable before, and proved not to be after it."""
        return self.before.status is Status.WINNABLE and self.after.status is Status.UNWINNABLE

    def as_dict(self) -> dict[str, Any]:
        """Return it in plain values that JSON can hold, without the lines."""
        told = {"number": self.number, "move": self.text, "cost": self.cost, "lost_it": self.lost_it}
        return told | {
            when: {"status": str(truth.status), "moves_left": truth.moves_left}
            for when, truth in (("before", self.before), ("after", self.after))
        }


@dataclass(frozen=True, slots=True)
class Saving:
    """A move that would have kept the game winnable, with the truth after it."""

    move: Move
    text: str
    truth: Truth


@dataclass(frozen=True, slots=True)
class Loss:
    """Where a game was lost. Positions are told by how many actions were played there."""

    last_winnable: int | None
    """The last position that is known to be winnable; None if none is."""
    first_lost: int
    """The first position that is proved to be lost."""
    saving: tuple[Saving, ...]
    """The moves that would have kept the last winnable position so, those that begin the shortest lines first."""
    undecided: int
    """How many other moves there are of which it is not known, or not yet."""

    @property
    def exact(self) -> bool:
        """Whether nothing is unknown between the two: then the action numbered `first_lost` lost it; 0 if it was never to be won."""
        return self.first_lost == (0 if self.last_winnable is None else self.last_winnable + 1)


class Review:
    r"""A review that is under way: it says what is to be searched next, and takes the answers in any order.

    Iterating over it does all of it here, one search after the other, and yields each action as its truth becomes known; one of which more
    comes
    to be known is yielded again. For a review on several cores, give each `ask()` to `answer` in a pool, and its result to `take`.
    `short` is how many seconds go into a short line from each position, None for none; the limits are those of each search.

    >>> from freecell.notation import read_game
    >>> found = Review(read_game("Deal: 11982\nMoves: 1a 2b"))
    >>> for reviewed in found:
    ...     print(reviewed.number, reviewed.after.status)
    2 unwinnable
    1 unwinnable
    >>> found.loss.first_lost, found.loss.exact
    (0, True)
    """

    def __init__(
        self, game: Game, *, short: float | None = SHORT, max_states: int | None = None, max_seconds: float | None = MAX_SECONDS,
        max_memory: int = MAX_MEMORY,
    ) -> None:  # fmt: skip
        self.game = game
        self.knowledge = Knowledge(game)
        self._short, self._limits = short, (max_states, max_seconds, max_memory)
        self._asked: set[_Key] = set()
        self._open: set[_Key] = set()
        self._others: dict[Move, Truth | None] = {}
        self._others_at: int | None = None
        self._told: dict[int, Reviewed] = {}

    @property
    def truths(self) -> list[Truth | None]:
        """What is known so far about each position: the start, and after each action."""
        return self.knowledge.truths

    def __iter__(self) -> Iterator[Reviewed]:
        return self.run()

    def run(self, cancel: Callable[[], bool] | None = None) -> Iterator[Reviewed]:
        """Do the whole review here, and yield each action as more comes to be known about it; end early once `cancel` returns True."""
        yield from self._news(set(range(len(self.knowledge.positions))))
        while (cancel is None or not cancel()) and (question := self.ask()) is not None:
            yield from self.take(question, answer(question, cancel))

    def ask(self) -> Question | None:
        """Return what to search next, the most telling first; None if there is nothing now.

        There may be again once an answer that is awaited has been taken: until then None does not mean the end, which `done` tells.
        """
        for question in (self._ask_truth(), self._ask_saving(), self._ask_short()):
            if question is not None:
                key = (question.about, question.index, question.move)
                self._asked.add(key)
                self._open.add(key)
                return question
        return None

    def take(self, question: Question, truth: Truth) -> list[Reviewed]:
        """Take an answer, and return the actions of which more is known by it."""
        self._open.discard((question.about, question.index, question.move))
        if question.move is None:
            known = self.knowledge.learn(question.index, truth)
        else:
            self._others[question.move] = truth
            known = self._learn_by(question.move, truth, question.index)
        return self._news(known)

    def _learn_by(self, move: Move, truth: Truth, index: int) -> set[int]:
        """Learn of a position what another move at it, after which this is the truth, says about it."""
        if truth.status is not Status.WINNABLE or truth.moves_left is None:
            return set()
        made = play_line(self.knowledge.positions[index], self.knowledge.rules[index], (move,))
        return self.knowledge.learn(index, Truth(Status.WINNABLE, made.moves + truth.moves_left, (move, *truth.line)))

    @property
    def done(self) -> bool:
        """Whether everything was asked and answered."""
        return not self._open and not any((self._ask_truth(), self._ask_saving(), self._ask_short()))

    @property
    def progress(self) -> tuple[int, int]:
        """How many searches are done, and how many there are, as far as is known now."""
        short = [] if self._short is None else [index for index, truth in enumerate(self.truths) if self._wants_short(index, truth)]
        left = sum(("short", index, None) not in self._asked for index in short)
        left += sum(("saving", self._others_at, move) not in self._asked for move in self._others)
        return len(self._asked) - len(self._open), len(self._asked) + left

    @property
    def reviewed(self) -> list[Reviewed]:
        """Every action with the truth before and after it, as far as both are known, in order."""
        return [each for index in range(len(self.knowledge.actions)) if (each := self._reviewed(index)) is not None]

    @property
    def chart(self) -> list[int | None]:
        """The moves to a win from the start and after each action, by the best line known; None where none is."""
        return [None if truth is None else truth.moves_left for truth in self.truths]

    @property
    def loss(self) -> Loss | None:
        """Where the game was lost; None if it was not, or as far as is known."""
        winnable, lost = self.knowledge.turning_point()
        if lost is None:
            return None
        if winnable is None or winnable != self._others_at:
            return Loss(winnable, lost, (), 0)
        position, rules = self.knowledge.positions[winnable], self.knowledge.rules[winnable]
        others = self._others | self._by_the_line(winnable)
        kept = [(move, truth) for move, truth in others.items() if truth is not None and truth.status is Status.WINNABLE]
        kept.sort(key=lambda each: self._length(winnable, *each))
        saving = tuple(Saving(move, write_move(move, position, rules), truth) for move, truth in kept)
        undecided = sum(truth is None or truth.status is Status.UNKNOWN for truth in others.values())
        return Loss(winnable, lost, saving, undecided)

    def _length(self, index: int, move: Move, truth: Truth) -> int:
        """How long the line is that a move begins, with the cards that autoplay sends up after it; the longest where none is known."""
        made = play_line(self.knowledge.positions[index], self.knowledge.rules[index], (move,)).moves
        return 10_000 if truth.moves_left is None else made + truth.moves_left

    def _by_the_line(self, index: int) -> dict[Move, Truth]:
        """What the line from a position says about its own first move, if that is among the others and says more."""
        truth = self.knowledge.truth(index)
        if truth is None or not truth.line:
            return {}
        action = play_line(self.knowledge.positions[index], self.knowledge.rules[index], truth.line[:1]).actions[0]
        after, known = truth.after(action), self._others.get(truth.line[0])
        if after is None or truth.line[0] not in self._others or not says_more(after, known):
            return {}
        return {truth.line[0]: after}

    def as_dict(self) -> dict[str, Any]:
        """Return all that is known in plain values that JSON can hold."""
        loss = self.loss
        return {
            "moves": [each.as_dict() for each in self.reviewed],
            "truths": [None if truth is None else str(truth.status) for truth in self.truths],
            "chart": self.chart,
            "loss": None
            if loss is None
            else {
                "last_winnable": loss.last_winnable,
                "first_lost": loss.first_lost,
                "exact": loss.exact,
                "saving": [{"move": each.text} | each.truth.as_dict() for each in loss.saving],
                "undecided": loss.undecided,
            },
            "done": self.done,
        }

    # What to search next

    def _ask_truth(self) -> Question | None:
        """The middle of what is open between the last winnable position and the first lost one; the last position first of all."""
        for first, last in self.knowledge.stretches:
            if any(about == "truth" and first <= index <= last for about, index, _ in self._open):
                continue
            winnable, lost = self.knowledge.bounds(first, last)
            left = [index for index in range(winnable + 1, lost) if ("truth", index, None) not in self._asked]
            if left:
                return self._question("truth", left[-1] if lost > last and winnable < first else left[len(left) // 2])
        return None

    def _ask_saving(self) -> Question | None:
        """Another move at the position from which the game was lost."""
        winnable, lost = self.knowledge.turning_point()
        if winnable is None or lost != winnable + 1:
            return None
        if self._others_at != winnable:
            self._others_at, self._others = winnable, self._other_moves(winnable)
        for move in self._others:
            if ("saving", winnable, move) not in self._asked:
                return self._question("saving", winnable, move)
        return None

    def _ask_short(self) -> Question | None:
        """A short line from a winnable position."""
        if self._short is None:
            return None
        for index, truth in enumerate(self.truths):
            if ("short", index, None) not in self._asked and self._wants_short(index, truth):
                return self._question("short", index)
        return None

    def _wants_short(self, index: int, truth: Truth | None) -> bool:
        """Whether a short line is of use: not at the win, nor at a position that was met before in the game."""
        if truth is None or truth.status is not Status.WINNABLE or truth.moves_left == 0:
            return False
        return self.knowledge.first_met(index) == index

    def _question(self, about: About, index: int, move: Move | None = None) -> Question:
        position, rules, known = self.knowledge.positions[index], self.knowledge.rules[index], self.knowledge.truth(index)
        if move is not None:
            position, known = _after(position, rules, move), None
        return Question(about, index, move, position, rules, known, None if about == "truth" else self._short, *self._limits)

    def _other_moves(self, index: int) -> dict[Move, Truth | None]:
        """The moves other than the one that was made, but for those that lead to the like of another."""
        position, rules = self.knowledge.positions[index], self.knowledge.rules[index]
        seen = {_shape(self.knowledge.positions[index + 1])}
        moves: dict[Move, Truth | None] = {}
        for move in legal_moves(position, rules):
            shape = _shape(_after(position, rules, move))
            if shape not in seen:
                seen.add(shape)
                moves[move] = None
        return moves

    def _news(self, known: set[int]) -> list[Reviewed]:
        """The actions of which more is known than was told, once more is known of these positions."""
        beside = {action for index in known for action in (index - 1, index) if 0 <= action < len(self.knowledge.actions)}
        news = []
        for action in sorted(beside):
            reviewed = self._reviewed(action)
            if reviewed is not None and self._told.get(reviewed.number) != reviewed:
                self._told[reviewed.number] = reviewed
                news.append(reviewed)
        return news

    def _reviewed(self, index: int) -> Reviewed | None:
        action, before, after = self.knowledge.actions[index], self.knowledge.truth(index), self.knowledge.truth(index + 1)
        if before is None or after is None:
            return None
        cost = None
        if before.moves_left is not None and after.moves_left is not None and action.autoplay is self.knowledge.rules[index].autoplay:
            cost = action.moves + after.moves_left - before.moves_left
            cost = None if cost < 0 else cost  # the line before it is not the best that is known: this one was too long to be kept
        return Reviewed(index + 1, action.text, before, after, cost)


def review(
    game: Game, *, short: float | None = SHORT, max_states: int | None = None, max_seconds: float | None = MAX_SECONDS,
    max_memory: int = MAX_MEMORY,
) -> Review:  # fmt: skip
    r"""Return the review of a game, finished or not, with everything searched; see `Review` for one that is watched as it goes.

    >>> from freecell.notation import read_game
    >>> review(read_game("Deal: 11982\nMoves: 1a 2b")).chart
    [None, None, None]
    """
    made = Review(game, short=short, max_states=max_states, max_seconds=max_seconds, max_memory=max_memory)
    for _ in made:
        pass
    return made


def find_loss(
    game: Game, *, max_states: int | None = None, max_seconds: float | None = MAX_SECONDS, max_memory: int = MAX_MEMORY,
    cancel: Callable[[], bool] | None = None,
) -> Loss | None:  # fmt: skip
    r"""Return where a game was lost, with the fewest searches: nothing is shortened, and other moves are not looked at.

    >>> from freecell.notation import read_game
    >>> find_loss(read_game("Deal: 164\nMoves: 1a 2b")) is None
    True
    """
    made = Review(game, short=None, max_states=max_states, max_seconds=max_seconds, max_memory=max_memory)
    while (cancel is None or not cancel()) and (question := made.ask()) is not None and question.about == "truth":
        made.take(question, answer(question, cancel))
    return made.loss


def _after(position: Position, rules: Rules, move: Move) -> Position:
    """The position after a move and the autoplay that follows it."""
    after = apply(position, move)
    return after if move.source.kind == "foundation" else autoplay_moves(after, rules.autoplay, rules)[1]


def _shape(position: Position) -> object:
    """The position without the order of its cascades and cells, which makes no difference to what can be won."""
    return (tuple(sorted(position.cascades)), tuple(sorted(held for held in position.cells if held is not None)), position.foundations)
