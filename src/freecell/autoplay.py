"""Autoplay: the cards that go to the foundations by themselves, and the end of a game that foundation moves alone win."""

from __future__ import annotations

from typing import Final

from freecell.cards import Card
from freecell.moves import Move, apply
from freecell.position import CASCADE_PLACES, CELL_PLACES, FOUNDATION_PLACES, Place, Position
from freecell.rules import Autoplay, Rules

_ANY_RULES: Final = Rules()


def is_safe(position: Position, up: Card, rules: Rules) -> bool:
    """Whether no card still below could need `up`, so that sending it to its foundation never loses a won game.

    Its rank is at most 2; or both foundations of the other colour are at least at its rank − 1; or they are at least at rank − 2, and
    the foundation of its colour's other suit at least at rank − 3 (the wider rule, F2). Where cards may come back from the
    foundations none of that holds but for aces and twos (F6). Where a card that can go up goes nowhere else nothing is safe, not even
    an ace: the card above it is bound from then on, and with it the sequence that it is in.

    >>> six = Card("6H")
    >>> is_safe(Position(["KC QC JC TC 9C 8C 7C 6C 5C KS QS JS TS 9S 8S 7S 6S 5S KH QH JH TH 9H 8H 7H 6H KD QD JD TD 9D 8D 7D 6D 5D 4D"],
    ...     foundations=(4, 3, 5, 4)), six, Rules())
    True
    """
    if rules.foundation_first:
        return False
    if up.rank <= 2:
        return True
    if rules.foundation_return:
        return False
    clubs, diamonds, hearts, spades = position.foundations
    other = min(clubs, spades) if up.red else min(diamonds, hearts)
    twin = position.foundations[3 - up.suit]
    return other >= up.rank - 1 or (other >= up.rank - 2 and twin >= up.rank - 3)


def autoplay_moves(position: Position, autoplay: Autoplay, rules: Rules) -> tuple[list[Move], Position]:
    """Return the foundation moves that autoplay makes from a position, in order, and the position that they lead to.

    `autoplay` is the one in force, which may have changed since the game began with that of its `rules`.
    """
    moves: list[Move] = []
    while autoplay is not Autoplay.OFF:
        ready = [(up, source) for up, source in _ready(position) if autoplay is Autoplay.MAX or is_safe(position, up, rules)]
        if not ready:
            break
        up, source = min(ready)
        moves.append(Move(source, FOUNDATION_PLACES[up.suit]))
        position = apply(position, moves[-1])
    return moves, position


def finishing_moves(position: Position) -> list[Move]:
    """Return the foundation moves that win from here on their own, or an empty list if they do not."""
    moves, end = autoplay_moves(position, Autoplay.MAX, _ANY_RULES)
    return moves if end.won else []


def _ready(position: Position) -> list[tuple[Card, Place]]:
    """The accessible cards that are next on their foundations, with where they lie."""
    heights = position.foundations
    ready = []
    for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False):
        if cards:
            top = cards[-1]
            if heights[top & 3] == top >> 2:  # a card's number is 4 · (rank − 1) + suit; this is asked after every move
                ready.append((top, place))
    for place, held in zip(CELL_PLACES, position.cells, strict=False):
        if held is not None and heights[held & 3] == held >> 2:
            ready.append((held, place))
    return ready
