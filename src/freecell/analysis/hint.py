"""Hints: the next move of a short line, and in words what it is good for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from freecell.analysis.truth import UNKNOWN, WON, Status, Truth, find_truth, play_line, rules_of
from freecell.cards import Card
from freecell.errors import Refusal
from freecell.game import Game
from freecell.messages import word
from freecell.moves import Move, apply, moved_cards
from freecell.position import Place, Position
from freecell.rules import Rules
from freecell.solver.driver import DEFAULT_MEMORY, Progress

SHORT: Final = 0.5
"""Seconds that are spent on a short line, unless another time is asked for."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next, or that there is nothing to be done, or that it is not known.

    `str()` words it, as in `6♦ to cell a, to free 10♣.`, and the message as a code is there for faces of other languages.
    """

    status: Status
    """Whether the position is winnable; only then there is a move."""
    move: Move | None = None
    cards: tuple[Card, ...] = ()
    """The cards that the move takes, the highest first."""
    onto: Card | None = None
    """The card of a cascade that they go onto."""
    reason: Refusal | None = None
    """What the move is good for, a code with its values; None only where there is no move."""
    truth: Truth = UNKNOWN
    """The truth that the hint comes from, with the whole line: `truth.after(action)` is the next hint's."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that win, this one the first."""
        return self.truth.line

    @property
    def moves_left(self) -> int | None:
        """How many moves the line counts."""
        return self.truth.moves_left

    @property
    def message(self) -> Refusal:
        """The hint as a code with its values, for `freecell.messages.word`."""
        if self.truth == WON:
            return Refusal("hint-won")
        if self.move is None:
            return Refusal(f"hint-{self.status}", {"limit": self.truth.limit})
        return Refusal("hint", self._told())

    def __str__(self) -> str:
        return word(*self.message)

    def as_dict(self) -> dict[str, Any]:
        """Return it in plain values that JSON can hold."""
        told = {"from": None, "to": None, "cards": [], "onto": None, "reason": None} if self.move is None else self._told()
        truth = self.truth.as_dict()
        return {"status": truth["status"], **told, "message": str(self)} | {name: truth[name] for name in ("moves_left", "line", "limit")}

    def _told(self) -> dict[str, Any]:
        assert self.move is not None  # noqa: S101
        return {
            "from": str(self.move.source),
            "to": str(self.move.target),
            "cards": [str(card) for card in self.cards],
            "onto": None if self.onto is None else str(self.onto),
            "reason": None if self.reason is None else {"code": self.reason.code, "values": dict(self.reason.values)},
        }


def find_hint(
    where: Game | Position,
    rules: Rules | None = None,
    *,
    known: Truth | None = None,
    short: float | None = SHORT,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Hint:
    """Find the next move of a short line, and what it is good for.

    The arguments are those of `find_truth`. A `known` truth with a line is not searched again if `short` is None: so the next hints follow
    the line that the first one has shown.

    >>> from freecell.deals import deal
    >>> str(find_hint(deal(11982)))
    'Nothing wins from here: that is proved.'
    """
    truth = find_truth(
        where, rules, known=known, short=short, max_states=max_states, max_seconds=max_seconds, max_memory=max_memory,
        on_progress=on_progress, cancel=cancel,
    )  # fmt: skip
    position, rules = (where.position, rules_of(where)) if isinstance(where, Game) else (where, rules)
    return hint_from(truth, position, Rules(cells=len(position.cells)) if rules is None else rules)


def hint_from(truth: Truth, position: Position, rules: Rules) -> Hint:
    """Return the hint that the truth about a position holds, without a search."""
    if not truth.line:
        return Hint(truth.status, truth=truth)
    move = truth.line[0]
    onto = position.cards_at(move.target)[-1:] if move.target.kind == "cascade" else ()
    reason = _reason(position, rules, truth.line) or Refusal("to-win", {"moves": truth.moves_left})
    return Hint(truth.status, move, moved_cards(position, move), onto[0] if onto else None, reason, truth)


def _reason(position: Position, rules: Rules, line: tuple[Move, ...]) -> Refusal | None:
    """What the first move of a line is good for, judged by what the line does next with the place that it leaves."""
    source, target, count = line[0]
    if source.kind == "cascade":
        return _what_it_frees(position, rules, line, position.cascades[source.index][:-count])
    if target.kind == "cascade":
        # A card comes back from its foundation for one that goes onto it, sooner or later.
        built = _next_onto(position, rules, line if source.kind == "foundation" else line[:2], target)
        if built is not None:
            return Refusal("to-build", {"card": str(built)})
    return Refusal("to-free-cell", {"cell": str(source)}) if source.kind == "cell" else None


def _what_it_frees(position: Position, rules: Rules, line: tuple[Move, ...], left: tuple[Card, ...]) -> Refusal | None:
    """What becomes of the cascade that the first move leaves with these cards: what goes up or away from it, or onto it."""
    source = line[0].source
    for move, before in list(_moves(position, rules, line))[1:]:
        if not left:
            break
        cards = moved_cards(before, move)
        if move.target == source:
            return Refusal("to-receive", {"card": str(cards[0]), "on": str(left[-1])})
        if move.source == source:
            if move.target.kind == "foundation":
                return Refusal("to-send-up", {"card": str(cards[0])})
            if move.target.kind == "cascade":
                return Refusal("to-free", {"card": str(cards[0])})
            left = left[:-1]
    return None if left else Refusal("to-empty", {"cascade": str(source)})


def _next_onto(position: Position, rules: Rules, line: tuple[Move, ...], target: Place) -> Card | None:
    """The card that the line puts onto the first move's own, while that still lies there."""
    for move, before in list(_moves(position, rules, line))[1:]:
        if move.target == target:
            return moved_cards(before, move)[0]
        if move.source == target:
            break
    return None


def _moves(position: Position, rules: Rules, line: tuple[Move, ...]) -> Iterator[tuple[Move, Position]]:
    """Every move of a line, what autoplay adds among them, with the position before it."""
    for action in play_line(position, rules, line).actions:
        before = action.before
        for move in (*([] if action.move is None else [action.move]), *action.sent_up):
            yield move, before
            before = apply(before, move)
