"""Slow and obvious answers to the questions that the engine answers fast: oracles for its tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from freecell import Card, Move, Position, Rules, apply, autoplay_moves, legal_moves, why_not
from freecell.moves import steps_of
from freecell.position import PLACES

SendUp = Callable[[Position], Position]
MoveFilter = Callable[[Position, Move], bool]


def conceivable_moves() -> list[Move]:
    """Every move that a text or a finger could ask for, sensible or not."""
    return [Move(source, target, count) for source in PLACES for target in PLACES for count in range(15)]


def obviously_legal_moves(position: Position, rules: Rules) -> set[Move]:
    """The legal moves, found by trying everything."""
    return {move for move in _CONCEIVABLE if why_not(position, rules, move) is None}


_CONCEIVABLE = conceivable_moves()


def winnable(start: Position, rules: Rules, send_up: SendUp | None = None, *, allows: MoveFilter | None = None) -> bool:
    """Whether a position can be won, by looking at everything that can be reached from it.

    `send_up` is the autoplay that follows each move but one that brings a card back from a foundation; `allows` takes moves away.
    """
    return any(position.won for position in reachable(start, rules, send_up, allows=allows))


def decide(start: Position, rules: Rules, most: int, *, allows: MoveFilter | None = None) -> bool | None:
    """Whether a position can be won under exactly these rules, their autoplay after every move; None if so many positions do not tell."""

    def send_up(position: Position) -> Position:
        return autoplay_moves(position, rules.autoplay, rules)[1]

    for met, position in enumerate(reachable(start, rules, send_up, allows=allows), start=1):
        if position.won:
            return True
        if met == most:
            return None
    return False


def reachable(start: Position, rules: Rules, send_up: SendUp | None = None, *, allows: MoveFilter | None = None) -> Iterator[Position]:
    """Every position that can be reached, but for the order of cascades and cells; the one met last is gone on from first."""
    seen = {_shape(start)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        yield position
        for move in legal_moves(position, rules):
            if allows is not None and not allows(position, move):
                continue
            after = apply(position, move)
            if send_up is not None and move.source.kind != "foundation":
                after = send_up(after)
            shape = _shape(after)
            if shape not in seen:
                seen.add(shape)
                waiting.append(after)


def _shape(position: Position) -> object:
    """The position without the order of its cascades and cells, which makes no difference to anything."""
    return (*sorted(position.cascades), None, *sorted(card for card in position.cells if card is not None), position.foundations)


def short_deck(cascades: list[str], cells: list[str], foundations: tuple[int, int, int, int], ranks: int) -> Position:
    """A position of a deck whose highest rank is `ranks`, as the same position at the upper end of a whole deck.

    The ranks below are on the foundations: with five ranks, an ace becomes a nine and the five a king.
    """
    up = 13 - ranks
    names = "A23456789TJQK"

    def raised(card: str) -> str:
        return names[names.index(card[0]) + up] + card[1]

    clubs, diamonds, hearts, spades = (height + up for height in foundations)
    return Position(
        [" ".join(map(raised, cascade.split())) for cascade in cascades],
        [Card(raised(cell)) if cell else None for cell in cells],
        (clubs, diamonds, hearts, spades),
    )


def returns_above(height: int) -> MoveFilter:
    """Allow cards back from a foundation only while it is higher than this: the rest is not there in a short deck."""
    return lambda position, move: move.source.kind != "foundation" or position.foundations[move.source.index] > height


class Loose(NamedTuple):
    """A sequence that is being moved card by card. Cards are numbered from the top, 1, to the deepest.

    `source` and `target` say which number their top card has; below the deepest of the sequence lies one more, which stays. A run on an
    empty cascade is (its deepest card, its top). `target` is None where the sequence goes onto one of the empty cascades.
    """

    source: int
    target: int | None
    runs: tuple[tuple[int, int], ...] = ()
    cells: tuple[int, ...] = ()


def fewest_single_moves(count: int, cells: int, cascades: int, *, to_empty: bool = False) -> int | None:
    """The fewest single-card moves that take a sequence from a cascade to another, or None if none do.

    Tried out breadth first over everything that single cards can do with so many empty cells and empty cascades. With `to_empty`, the
    target is one of those cascades.
    """
    start = Loose(1, None if to_empty else count + 1)
    seen = {start}
    waiting = deque([(start, 0)])
    while waiting:
        state, moves = waiting.popleft()
        if state.target == 1 or (to_empty and state.runs == ((count, 1),)):
            return moves
        for after in _single_moves(state, count, cells, cascades):
            if after not in seen:
                seen.add(after)
                waiting.append((after, moves + 1))
    return None


def _single_moves(state: Loose, count: int, cells: int, cascades: int) -> Iterator[Loose]:
    for card, rest in _takes(state, count):
        if rest.source == card + 1:
            yield rest._replace(source=card)
        if rest.target == card + 1:
            yield rest._replace(target=card)
        if len(rest.cells) < cells:
            yield rest._replace(cells=tuple(sorted((*rest.cells, card))))
        if len(rest.runs) < cascades:
            yield rest._replace(runs=tuple(sorted((*rest.runs, (card, card)))))
        for run in rest.runs:
            if run[1] == card + 1:
                yield rest._replace(runs=_exchanged(rest.runs, run, (run[0], card)))


def _takes(state: Loose, count: int) -> Iterator[tuple[int, Loose]]:
    """Every card that can be taken, and what it leaves."""
    if state.source <= count:
        yield state.source, state._replace(source=state.source + 1)
    if state.target is not None and state.target <= count:
        yield state.target, state._replace(target=state.target + 1)
    for deepest, top in state.runs:
        shorter = None if deepest == top else (deepest, top + 1)
        yield top, state._replace(runs=_exchanged(state.runs, (deepest, top), shorter))
    for card in state.cells:
        yield card, state._replace(cells=tuple(other for other in state.cells if other != card))


def _exchanged(runs: tuple[tuple[int, int], ...], old: tuple[int, int], new: tuple[int, int] | None) -> tuple[tuple[int, int], ...]:
    others = [run for run in runs if run != old]
    return tuple(sorted(others if new is None else [*others, new]))


class Length(NamedTuple):
    """A way to count: what a move counts from a position, and each card that autoplay sends after it counts one."""

    name: str
    of: Callable[[Position, Move], int]


CARDS = Length("cards", lambda position, move: len(steps_of(position, move)))
MOVES = Length("moves", lambda _position, _move: 1)


class Step(NamedTuple):
    """What a move of the player leads to, autoplay included, and what all of it counts."""

    after: Position
    counts: int


def steps_from(position: Position, rules: Rules, length: Length) -> Iterator[Step]:
    """Everything that the player can do, by the engine alone."""
    for move in legal_moves(position, rules):
        after, sent = apply(position, move), 0
        if move.source.kind != "foundation":
            moves, after = autoplay_moves(after, rules.autoplay, rules)
            sent = len(moves)
        yield Step(after, length.of(position, move) + sent)


def cards_left(position: Position) -> int:
    """The cards that are not on the foundations."""
    return 52 - sum(position.foundations)


def shortest(start: Position, rules: Rules, length: Length, most: int) -> int | None:
    """The length of the shortest solution, 0 to begin with; -1 if there is none; None if so many positions do not tell.

    Dijkstra's search over what is done beside sending each card home once: that costs the same for all solutions.
    """
    order = count()
    costs = {_shape(start): 0}
    waiting = [(0, next(order), start)]
    while waiting:
        cost, _, position = heappop(waiting)
        if position.won:
            return cards_left(start) + cost
        if cost > costs[_shape(position)]:
            continue
        if len(costs) > most:
            return None
        for after, counts in steps_from(position, rules, length):
            beside = cost + counts + cards_left(after) - cards_left(position)
            shape = _shape(after)
            if beside < costs.get(shape, beside + 1):
                costs[shape] = beside
                heappush(waiting, (beside, next(order), after))
    return -1


def all_lengths(start: Position, rules: Rules, length: Length, most: int) -> dict[Position, int] | None:
    """How long the shortest solution is from each position that can be reached and won; None if there are more than so many."""
    found = {_shape(start): start}
    before: dict[object, list[tuple[object, int]]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for after, counts in steps_from(position, rules, length):
            shape = _shape(after)
            before.setdefault(shape, []).append((_shape(position), counts))
            if shape not in found:
                found[shape] = after
                waiting.append(after)
        if len(found) > most:
            return None
    order = count()
    lengths: dict[object, int] = {}
    nearest = [(0, next(order), shape) for shape, position in found.items() if position.won]
    while nearest:
        distance, _, shape = heappop(nearest)
        if shape in lengths:
            continue
        lengths[shape] = distance
        for earlier, counts in before.get(shape, []):
            heappush(nearest, (distance + counts, next(order), earlier))
    return {found[shape]: distance for shape, distance in lengths.items()}
