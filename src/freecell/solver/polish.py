"""A solution made simpler without searching: always sound, since every move is the engine's.

The positions along a solution are a line; a solution of single cards walks it card by card. From each of them the moves that come a
little later are tried at once, as the rules let them be made there, with all the cards that lie on the one that moves. Where that leads to
a later position of the line, which has the same cascades and cells in whatever order, there is a shortcut: a supermove in the place of its
single cards, whatever was moved between them and commutes; or nothing at all in the place of moves that undo each other. The best way
along line and shortcuts is then a matter of adding up.

Source: action elimination and the search of a plan's neighbourhood by H. Nakhost and M. Müller (ICAPS 2010), made simpler.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

from freecell.autoplay import autoplay_moves
from freecell.cards import DECK
from freecell.moves import Move, apply, steps_of, why_not
from freecell.position import CASCADE_PLACES, CELL_PLACES, FOUNDATION_PLACES, Place, Position
from freecell.rules import Autoplay, Rules
from freecell.solver.search import TO_CELL, TO_EMPTY, TO_HOME, Hop, Measure, Path, pack, without_returns

_WINDOW: Final = 16
"""How many hops ahead one is looked for that could be made at once."""


class Way(NamedTuple):
    """How a position of the line is reached best: the length, the number of hops, the position before, and the hop from there if any."""

    length: int
    hops: int
    before: int
    hop: Hop | None


def polish(position: Position, rules: Rules, path: Path, measure: Measure, *, same_length: bool = False) -> Path:
    """Return a solution that is as short by the measure as shortcuts allow, and of as few moves for the player as that length allows.

    `path` is a solution of the position under these rules. With `same_length` only those shortcuts are taken that leave the length as
    it is: single cards become supermoves, and nothing else.
    """
    line, lengths = _line(position, rules, path, measure)
    where = {_shape(each): index for index, each in enumerate(line)}
    ways: list[Way | None] = [Way(0, 0, 0, None)] + [None] * (len(line) - 1)

    so_far = [0, *accumulate(lengths)]

    def offer(index: int, way: Way) -> None:
        known = ways[index]
        if same_length and way.length != so_far[index]:
            return
        if known is None or way[:2] < known[:2]:
            ways[index] = way

    for index, (here, way) in enumerate(zip(line, ways, strict=True)):
        if way is None or index == len(line) - 1:
            continue
        again = where[_shape(here)]
        if again > index:
            offer(again, Way(way.length, way.hops, index, None))
        offer(index + 1, Way(way.length + lengths[index], way.hops + 1, index, path.hops[index]))
        for hop in dict.fromkeys(path.hops[index + 1 : index + 1 + _WINDOW]):
            move = _move(here, hop)
            if move is None or why_not(here, rules, move) is not None:
                continue
            after, length = _after(here, rules, move, path.sends, measure)
            target = where.get(_shape(after), 0)
            if target > index + 1:
                offer(target, Way(way.length + length, way.hops + 1, index, hop))
    return Path(pack(_hops_of(ways)), path.sends, path.at_start)


def _hops_of(ways: list[Way | None]) -> list[Hop]:
    """The hops of the best way to the end."""
    hops, index = [], len(ways) - 1
    while index:
        way = ways[index]
        assert way is not None  # noqa: S101
        if way.hop is not None:
            hops.append(way.hop)
        index = way.before
    return hops[::-1]


def _line(position: Position, rules: Rules, path: Path, measure: Measure) -> tuple[list[Position], list[int]]:
    """The positions along a solution, and the length from each to the next."""
    if path.at_start:
        position = autoplay_moves(position, path.sends, without_returns(rules))[1]
    line, lengths = [position], []
    for hop in path.hops:
        move = _move(position, hop)
        assert move is not None  # noqa: S101
        position, length = _after(position, rules, move, path.sends, measure)
        line.append(position)
        lengths.append(length)
    return line, lengths


def _after(position: Position, rules: Rules, move: Move, sends: Autoplay, measure: Measure) -> tuple[Position, int]:
    """The position after a move and what goes home by itself then, and how long that is."""
    length = 1 if measure == Measure.MOVES or move.count == 1 else len(steps_of(position, move))
    position = apply(position, move)
    if move.source.kind != "foundation":
        for autoplay, terms in ((rules.autoplay, rules), (sends, without_returns(rules))):
            sent, position = autoplay_moves(position, autoplay, terms)
            length += len(sent)
    return position, length


def _move(position: Position, hop: Hop) -> Move | None:
    """A hop as a move from a position, legal or not; None where it means none."""
    card = DECK[hop.card]
    source: Place = FOUNDATION_PLACES[card.suit]
    count, target = 1, None
    for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False):
        if card in cards:
            source, count = place, len(cards) - cards.index(card)
        if (not cards and hop.onto == TO_EMPTY) or (cards and cards[-1] == hop.onto):
            target = place if target is None else target
    if card in position.cells:
        source = CELL_PLACES[position.cells.index(card)]
    if hop.onto == TO_HOME:
        target = FOUNDATION_PLACES[card.suit]
    elif hop.onto == TO_CELL:
        target = CELL_PLACES[position.cells.index(None)] if None in position.cells else None
    whole = hop.onto == TO_EMPTY and source.kind == "cascade" and count == len(position.cascades[source.index])
    return None if target is None or whole else Move(source, target, count)


def _shape(position: Position) -> object:
    """What two positions have in common that are the same but for the order of cascades and cells."""
    return frozenset(position.cascades), frozenset(position.cells), position.foundations
