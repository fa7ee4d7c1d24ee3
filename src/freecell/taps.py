"""Taps: what touching a card or an empty place means, which differs from program to program."""

from __future__ import annotations

from typing import Final, NamedTuple

from freecell.errors import IllegalMove, Refusal
from freecell.moves import Move, most_cards, moved_cards, why_not
from freecell.position import FOUNDATION_PLACES, PLACES, Place, Position, sequence_length
from freecell.rules import Rules

TAPS: Final = ("pick", "foundation", "cascade", "move")
"""What a first tap does:

- `pick`: picks the card, or the sequence that begins with it; the next tap places it.
- `foundation`: sends the card to its foundation if it can go, and picks otherwise (S2.14).
- `cascade`: the same, but picks the whole sequence; the target decides how many of it go (S1.6, S1.20).
- `move`: moves the card, or the sequence that begins with it, to its best place at once (S4.9).
"""


class Pick(NamedTuple):
    """The top `count` cards of a place, picked to be moved by the next tap."""

    source: Place
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody wants of a pick


def tap(position: Position, rules: Rules, how: str, picked: Pick | None, place: Place, depth: int | None) -> Pick | Move | None:
    """Return what a tap on a place means: these cards are picked, this move is made, or (None) what was picked is put back.

    `how` is one of `TAPS`; `depth` is the index of the tapped card in its cascade, None for the top. Raises `IllegalMove` with the
    reason where the tap means nothing, or a move that is refused; what was picked stays picked then.
    """
    if picked is None:
        return _first_tap(position, rules, how, place, depth)
    if place == picked.source:
        again = _count(position, how, place, depth)
        return None if again == picked.count else _first_tap(position, rules, how, place, depth)
    move = _placing(position, rules, how, picked, place)
    cards, onto = moved_cards(position, move), position.cards_at(place)
    chooses_another = place.kind == "cell" or (place.kind == "cascade" and not cards[0].fits_on(onto[-1])) if onto else False
    if chooses_another:
        return _first_tap(position, rules, how, place, depth)
    refusal = why_not(position, rules, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    return move


def _placing(position: Position, rules: Rules, how: str, picked: Pick, place: Place) -> Move:
    if place.kind == "foundation":
        top = position.cards_at(picked.source)[-1]
        place = FOUNDATION_PLACES[top.suit]  # whichever foundation is tapped, a card goes to its own
    if how == "cascade" and picked.source.kind == "cascade":
        return Move(picked.source, place, most_cards(position, rules, picked.source, place))
    return Move(picked.source, place, picked.count)


def _count(position: Position, how: str, place: Place, depth: int | None) -> int:
    """How many cards a tap on a place is about."""
    held = position.cards_at(place)
    if how == "cascade" and place.kind == "cascade":
        return sequence_length(held)
    return 1 if depth is None or place.kind != "cascade" else len(held) - depth


def _first_tap(position: Position, rules: Rules, how: str, place: Place, depth: int | None) -> Pick | Move:
    held = position.cards_at(place)
    count = _count(position, how, place, depth)
    if not held or not 0 < count <= len(held):
        raise IllegalMove(Refusal("no-card", {"place": str(place)}))
    if place.kind == "foundation" and not rules.foundation_return:
        raise IllegalMove(Refusal("no-return"))
    top_tapped = place.kind != "foundation" and (depth is None or place.kind == "cell" or depth == len(held) - 1)
    if how in ("foundation", "cascade") and top_tapped and position.goes_up(held[-1]):
        return Move(place, FOUNDATION_PLACES[held[-1].suit])
    cards = held[-count:]
    if sequence_length(cards) < count:
        raise IllegalMove(Refusal("not-a-sequence", {"cards": [str(card) for card in cards]}))
    return best_move(position, rules, place, count) if how == "move" else Pick(place, count)


def best_move(position: Position, rules: Rules, source: Place, count: int) -> Move:
    """Return the move of these cards to their one best legal place.

    That is their foundation; else an occupied cascade, the one with the longer sequence; else an empty cascade, unless the cards are
    a whole cascade; else a cell. Raises `IllegalMove` if there is none: because too many would move at once, if that is the reason.
    """
    whole = source.kind == "cascade" and count == len(position.cards_at(source))
    ranked = []
    for target in PLACES:
        onto = position.cards_at(target)
        if why_not(position, rules, Move(source, target, count)) is None and not (whole and target.kind == "cascade" and not onto):
            worth = {"foundation": 0, "cascade": 1 if onto else 2, "cell": 3}[target.kind]
            length = sequence_length(onto) if target.kind == "cascade" else 0
            ranked.append((worth, -length, target))
    if ranked:
        return Move(source, min(ranked)[2], count)
    cards = moved_cards(position, Move(source, source, count))
    for target in PLACES:
        refusal = why_not(position, rules, Move(source, target, count))
        if refusal is not None and refusal.code in ("too-many", "one-at-a-time", "foundation-first"):
            raise IllegalMove(refusal)
    raise IllegalMove(Refusal("no-place", {"cards": [str(card) for card in cards]}))
