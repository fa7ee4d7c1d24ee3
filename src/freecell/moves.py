"""Moves: what they are, how they are written, which are legal, and why the others are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final, NamedTuple

from freecell.cards import BEARERS, Card, card
from freecell.errors import BadInput, IllegalMove, Refusal
from freecell.position import (
    CASCADE_PLACES,
    CELL_PLACES,
    FOUNDATION_PLACES,
    Cascade,
    Place,
    Position,
    sequence_length,
)
from freecell.rules import Rules
from freecell.supermoves import Step, single_moves, supermove_limit


class Move(NamedTuple):
    """`count` cards moved from one place to another as one; more than one only from cascade to cascade."""

    source: Place
    target: Place
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which nobody wants of a move


def moved_cards(position: Position, move: Move) -> Cascade:
    """Return the cards that a move takes, the highest first."""
    return position.cards_at(move.source)[-move.count :]


def most_cards(position: Position, rules: Rules, source: Place, target: Place) -> int:
    """Return how many cards a move means that does not say how many: as many as fit.

    Onto an occupied cascade that is the number that fits its top card, whether or not so many may move at once; onto an empty one as
    many as may move. Where a whole cascade may not go onto an empty one, a cascade that is all one sequence is never shortened (H3).
    """
    cards = position.cards_at(source)
    if source.kind != "cascade" or target.kind != "cascade" or not cards:
        return 1
    length = sequence_length(cards)
    onto = position.cards_at(target)
    if onto:
        count = onto[-1].rank - cards[-1].rank
        return count if 1 <= count <= length and cards[-count].fits_on(onto[-1]) else 1
    if length == len(cards) and not rules.whole_cascade_to_empty:
        return length
    if rules.foundation_first:
        free = takewhile(lambda moving: not position.goes_up(moving), reversed(cards[-length:]))
        length = max(1, sum(1 for _ in free))
    limit = supermove_limit(rules.supermove, position.empty_cells, position.empty_cascades, to_empty=True)
    return min(length, limit)


def why_not(position: Position, rules: Rules, move: Move) -> Refusal | None:
    """Return the reason why a move is not legal, or None if it is.

    >>> from freecell.deals import deal
    >>> print(why_not(deal(1), Rules(), read_move("12", deal(1), Rules())))
    6♠ does not go on 9♣, which takes a red 8.
    """
    source, target, count = move
    for place in (source, target):
        if not position.has(place):
            return Refusal("no-such-place", {"place": str(place)})
    if source == target:
        return Refusal("same-place")
    held = position.cards_at(source)
    if not held or count < 1:
        return Refusal("no-card", {"place": str(source)})
    if count > len(held):
        return Refusal("few-cards", {"place": str(source), "count": len(held)})
    if source.kind == "foundation":
        return _why_not_return(position, rules, move)
    cards = held[-count:]
    if target.kind != "cascade" and count > 1:
        return Refusal("one-card", {"to": str(target)})
    if sequence_length(cards) < count:
        return Refusal("not-a-sequence", {"cards": [str(c) for c in cards]})
    if target.kind == "foundation":
        return _why_not_up(position, cards[0], target)
    if rules.foundation_first:
        for moving in cards:
            if position.goes_up(moving):
                return Refusal("foundation-first", {"card": str(moving)})
    if target.kind == "cell":
        if source.kind == "cell":
            return Refusal("cell-to-cell")
        taken = position.cells[target.index]
        return None if taken is None else Refusal("cell-taken", {"cell": str(target), "card": str(taken)})
    return _why_not_onto(position, rules, move, cards)


def _why_not_return(position: Position, rules: Rules, move: Move) -> Refusal | None:
    if not rules.foundation_return:
        return Refusal("no-return")
    if move.target.kind != "cascade":
        return Refusal("return-to-cascade")
    if move.count > 1:
        return Refusal("one-card", {"to": str(move.target)})
    return _why_not_onto(position, rules, move, position.cards_at(move.source))


def _why_not_up(position: Position, up: Card, target: Place) -> Refusal | None:
    if up.suit != target.index:
        return Refusal("wrong-foundation", {"card": str(up), "to": str(target)})
    if position.goes_up(up):
        return None
    needed = card(position.foundations[up.suit] + 1, up.suit)
    return Refusal("foundation-order", {"card": str(up), "needed": str(needed)})


def _why_not_onto(position: Position, rules: Rules, move: Move, cards: Cascade) -> Refusal | None:
    """Whether a sequence may go onto a cascade: does it fit, and are not too many cards moved at once."""
    onto = position.cascades[move.target.index]
    if onto and not cards[0].fits_on(onto[-1]):
        return Refusal("no-fit", {"card": str(cards[0]), "on": str(onto[-1])})
    whole = move.source.kind == "cascade" and len(cards) == len(position.cards_at(move.source))
    if whole and not onto and not rules.whole_cascade_to_empty:
        return Refusal("whole-cascade")
    cells, cascades = position.empty_cells, position.empty_cascades
    limit = supermove_limit(rules.supermove, cells, cascades, to_empty=not onto)
    if len(cards) <= limit:
        return None
    if limit == 1 and rules.supermove == "single":
        return Refusal("one-at-a-time", {"wanted": len(cards)})
    values = {"wanted": len(cards), "fit": limit, "cells": cells, "cascades": cascades - (not onto), "empty": not onto}
    return Refusal("too-many", values)


def check(position: Position, rules: Rules, move: Move) -> None:
    """Raise `IllegalMove`, with the reason, unless the move is legal."""
    refusal = why_not(position, rules, move)
    if refusal is not None:
        raise IllegalMove(refusal)


def legal_moves(position: Position, rules: Rules) -> list[Move]:
    """Return every legal move: each number of cards, each empty cell and each empty cascade counts as a move of its own.

    The order is by source place, then by the number of cards, then by target place.

    >>> from freecell.deals import deal
    >>> position = deal(1)
    >>> " ".join(write_move(move, position, Rules()) for move in legal_moves(position, Rules()))
    '1a 1b 1c 1d 2a 2b 2c 2d 3a 3b 3c 3d 4a 4b 4c 4d 5a 5b 5c 5d 6a 6b 6c 6d 7a 7b 7c 7d 8a 8b 8c 8d'
    """
    return list(_legal_moves(position, rules))


def has_legal_move(position: Position, rules: Rules) -> bool:
    """Whether any move is legal at all."""
    return any(True for _ in _legal_moves(position, rules))


def _legal_moves(position: Position, rules: Rules) -> Iterator[Move]:
    tops = {cards[-1]: place for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False) if cards}
    empty_cascades = [place for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False) if not cards]
    yield from _cascade_moves(position, rules, tops, empty_cascades)
    for source, held in zip(CELL_PLACES, position.cells, strict=False):
        if held is None:
            continue
        if not (rules.foundation_first and position.goes_up(held)):
            for target in _targets(held, tops, empty_cascades):
                yield Move(source, target)
        if position.goes_up(held):
            yield Move(source, FOUNDATION_PLACES[held.suit])
    if rules.foundation_return:
        for source in FOUNDATION_PLACES:
            for up in position.cards_at(source):
                for target in _targets(up, tops, empty_cascades):
                    yield Move(source, target)


def _targets(moving: Card, tops: dict[Card, Place], empty_cascades: list[Place]) -> list[Place]:
    """The cascades that a card may go onto, in order."""
    return sorted([tops[under] for under in BEARERS[moving] if under in tops] + empty_cascades)


def _cascade_moves(position: Position, rules: Rules, tops: dict[Card, Place], empty_cascades: list[Place]) -> Iterator[Move]:
    empty_cells = [place for place, held in zip(CELL_PLACES, position.cells, strict=False) if held is None]
    cells, cascades = len(empty_cells), len(empty_cascades)
    limit = supermove_limit(rules.supermove, cells, cascades)  # never less than onto an empty cascade
    limit_empty = supermove_limit(rules.supermove, cells, cascades, to_empty=True) if cascades else 0
    for top, source in tops.items():
        up = position.goes_up(top)
        cascade = position.cascades[source.index]
        for count in range(1, min(limit, sequence_length(cascade)) + 1):
            first = cascade[-count]
            if rules.foundation_first and position.goes_up(first):
                break  # neither this card nor a longer sequence moves
            onto_empty = count <= limit_empty and (rules.whole_cascade_to_empty or count < len(cascade))
            for target in _targets(first, tops, empty_cascades if onto_empty else []):
                yield Move(source, target, count)
            if count == 1:
                for target in empty_cells:
                    yield Move(source, target)
                if up:
                    yield Move(source, FOUNDATION_PLACES[top.suit])
        if up and rules.foundation_first:
            yield Move(source, FOUNDATION_PLACES[top.suit])


def apply(position: Position, move: Move) -> Position:
    """Return the position after a move, which the caller knows to be possible; house rules are not looked at."""
    source, target, count = move
    cascades, cells, foundations = position.cascades, position.cells, position.foundations
    cards = position.cards_at(source)[-count:]
    if source.kind == "cascade":
        cascades = _put(cascades, source.index, cascades[source.index][:-count])
    elif source.kind == "cell":
        cells = _put(cells, source.index, None)
    else:
        foundations = _put(foundations, source.index, foundations[source.index] - 1)
    if target.kind == "cascade":
        cascades = _put(cascades, target.index, cascades[target.index] + cards)
    elif target.kind == "cell":
        cells = _put(cells, target.index, cards[0])
    else:
        foundations = _put(foundations, target.index, foundations[target.index] + 1)
    return position.replace(cascades, cells, foundations)


def _put(contents: Any, index: int, value: Any) -> Any:
    """A tuple with another value at one place."""
    changed = list(contents)
    changed[index] = value
    return tuple(changed)


def steps_of(position: Position, move: Move) -> list[Step]:
    """Return the fewest legal single-card moves that a legal move stands for (S0.14).

    The helpers are empty cells and empty cascades; a card never passes through anything else.
    """
    if move.count == 1:
        return [Step(move.source, move.target)]
    return single_moves(position, move.source, move.target, move.count)


_MOVE: Final = re.compile(r"(?P<source>[1-8a-d]|h[cdhs])(?P<target>[1-8a-dh]|h[cdhs])(?:v(?P<count>[0-9a-f]))?", re.ASCII)


def read_move(text: str, position: Position, rules: Rules) -> Move:
    """Read a move in standard notation: `26`, `26v3`, `a5`, `3h`, `2a`, `hS5`; in either case.

    Only the text is judged, not whether the move is legal. Without a number of cards it means as many as fit. Raises `BadInput`.

    >>> from freecell.deals import deal
    >>> read_move("16", deal(1), Rules())
    Move(source=Place('1'), target=Place('6'), count=1)
    """
    match = _MOVE.fullmatch(text.lower()) if isinstance(text, str) and text.isascii() else None
    if match is None:
        raise BadInput("bad-move", text=text)
    source = find_place(match["source"])
    held = position.cards_at(source)
    target = find_place(match["target"], held[-1] if held else None)
    count = int(match["count"], 16) if match["count"] else most_cards(position, rules, source, target)
    return Move(source, target, count)


def find_place(text: str, moving: Card | None = None) -> Place:
    """Read a place in either case; `h` is the foundation of the card that is moving. Raises `BadInput`."""
    name = text.lower() if text.isascii() else text
    if name.startswith("h"):
        suit = name[1:].upper()
        return Place("h" + (suit or (moving.suit.letter if moving is not None else "S")))
    return Place(name)


def write_move(move: Move, position: Position, rules: Rules) -> str:
    """Write a move in standard notation, with the number of cards only where `read_move` would take another.

    >>> from freecell.deals import deal
    >>> write_move(Move(Place("1"), Place("6")), deal(1), Rules())
    '16'
    """
    source, target, count = move
    text = f"{source}{'h' if target.kind == 'foundation' else target}"
    return text if count == most_cards(position, rules, source, target) else f"{text}v{count:x}"
