"""Scores: one small class for each way of scoring."""

from __future__ import annotations

from typing import Final, Protocol

from freecell.moves import Move
from freecell.position import Position
from freecell.rules import Scoring


class Scorer(Protocol):
    """Knows the score of a position that a game starts from, and what each move brings."""

    def start(self, position: Position) -> int:
        """Return the score before the first move."""

    def gain(self, move: Move) -> int:
        """Return what a move adds to the score; undoing the move takes it away again."""


class NoScore:
    """There is nothing to score but winning (S0.17)."""

    def start(self, position: Position) -> int:  # noqa: ARG002
        """Nothing."""
        return 0

    def gain(self, move: Move) -> int:  # noqa: ARG002
        """Nothing."""
        return 0


class CardsScore:
    """The number of cards on the foundations, however the game ends (S1.11)."""

    def start(self, position: Position) -> int:
        """Return the number of cards on the foundations."""
        return sum(position.foundations)

    def gain(self, move: Move) -> int:
        """Return 1 for a card that goes up, −1 for one that comes back."""
        return (move.target.kind == "foundation") - (move.source.kind == "foundation")


class PointsScore:
    """10 for a card placed on a foundation, 5 for a card from a cell placed on a cascade, 0 for any other move (S2.18).

    No move takes points away and undo takes back what a move brought, so that the score never falls below zero.
    """

    def start(self, position: Position) -> int:  # noqa: ARG002
        """Nothing: points are for moves."""
        return 0

    def gain(self, move: Move) -> int:
        """Return the points that the page gives for a move."""
        if move.target.kind == "foundation":
            return 10
        return 5 if move.source.kind == "cell" and move.target.kind == "cascade" else 0


SCORERS: Final[dict[Scoring, Scorer]] = {
    Scoring.NONE: NoScore(),
    Scoring.CARDS: CardsScore(),
    Scoring.POINTS: PointsScore(),
}
