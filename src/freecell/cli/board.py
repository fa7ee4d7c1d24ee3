"""A game in characters: the board, and the cards that move on it one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from freecell.cards import Card, card
from freecell.game import Game
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.moves import Move, apply
from freecell.position import CELL_PLACES, Position
from freecell.speech import card_text
from freecell.supermoves import Step

_SUITS: Final = "♣♦♥♠"


def draw(position: Position) -> str:
    """Draw a position: the cells by their letters, the foundations beside them, and below the cascades by their numbers.

    >>> print(draw(Position(["KS QS", "", "TH JH QH KH"], ["KC", None], (12, 13, 9, 11))))
    a K♣  b -     Q♣  K♦  9♥  J♠
       1   2   3
      K♠     10♥
      Q♠      J♥
              Q♥
              K♥
    """
    cells = "".join(f"{place} {_text(held) or '-':<4}" for place, held in zip(CELL_PLACES, position.cells, strict=False))
    tops = [card_text(str(card(height, suit)), spoken()) if height else _SUITS[suit] for suit, height in enumerate(position.foundations)]
    numbers = map(str, range(1, len(position.cascades) + 1))
    rows = ([_text(held) for held in row] for row in zip_longest(*position.cascades))
    return "\n".join([(cells + _row(tops)).rstrip(), _row(numbers), *map(_row, rows)])


def _text(held: Card | None) -> str:
    return "" if held is None else card_text(str(held), spoken())


def _row(texts: Iterable[str]) -> str:
    return "".join(f"{text:>4}" for text in texts).rstrip()


class Shown(NamedTuple):
    """One single-card move of a game."""

    card: Card
    step: Step
    by_autoplay: bool
    after: Position

    def __str__(self) -> str:
        way = {"card": str(self.card), "source": str(self.step.source), "to": str(self.step.target)}
        if self.by_autoplay:
            return _("{card} {source:from} {to:to} (autoplay)", **way)
        return _("{card} {source:from} {to:to}", **way)


def steps(game: Game) -> Iterator[Shown]:
    """Go through a game by single-card moves."""
    position = game.start
    for action in game.actions:
        own = len(action.move_steps)
        for index, step in enumerate(action.steps):
            moving = position.cards_at(step.source)[-1]
            position = apply(position, Move(step.source, step.target))
            yield Shown(moving, step, index >= own, position)
