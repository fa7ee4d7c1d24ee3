"""Supermoves: how many cards may move as one, and the single-card moves that such a move is short for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from freecell.position import CASCADE_PLACES, CELL_PLACES, Place, Position
from freecell.rules import Supermove


def supermove_limit(rule: Supermove, cells: int, cascades: int, *, to_empty: bool = False) -> int:
    """Return how many cards may move at once with this many empty cells and empty cascades.

    `cascades` counts all that are empty; when the target is one of them (`to_empty`), it is no helper. A cascade that is emptied
    by the move itself is none either: it is not empty while the cards move.

    Source: S0.11 and S2.9 for `exact`, S4.5 for `linear`, S0.10 for `single`.

    >>> supermove_limit(Supermove.EXACT, 2, 1), supermove_limit(Supermove.EXACT, 2, 1, to_empty=True)
    (6, 3)
    >>> supermove_limit(Supermove.LINEAR, 1, 3, to_empty=True)
    6
    """
    helpers = cascades - to_empty
    if rule is Supermove.EXACT:
        return (cells + 1) << helpers
    if rule is Supermove.LINEAR:
        return (cells + 1) * (helpers + 1)
    return 1


class Step(NamedTuple):
    """One card moved from one place to another."""

    source: Place
    target: Place


def single_moves(position: Position, source: Place, target: Place, count: int) -> list[Step]:
    """Return the fewest single-card moves, each of them legal, that take the top `count` cards of cascade `source` to `target`.

    Only empty cells and empty cascades help, an empty target among them until it is needed. The caller sees to it that the move is
    within the limit of `exact`.

    >>> table = Position(["KS QH JS", "KC", "", "QS KH QC JH KD QD JC JD"], [None], (10, 10, 10, 10))
    >>> [str(step.source) + str(step.target) for step in single_moves(table, Place("1"), Place("3"), 2)]
    ['1a', '13', 'a3']
    """
    cells = [place for place, held in zip(CELL_PLACES, position.cells, strict=False) if held is None]
    cascades = [place for place, cards in zip(CASCADE_PLACES, position.cascades, strict=False) if not cards]
    steps: list[Step] = []
    _unfold(count, source, target, cells, cascades, steps)
    return steps


def single_move_count(count: int, cells: int, cascades: int, *, to_empty: bool = False) -> int:
    """Return the fewest single-card moves that move `count` cards with this many empty cells and empty cascades.

    `cascades` counts all that are empty, with the target if it is one of them (`to_empty`).

    >>> single_move_count(4, 2, 1)
    7
    """
    return _plan(count, cells, cascades, to_empty)[0]


def _unfold(count: int, source: Place, target: Place, cells: list[Place], cascades: list[Place], steps: list[Step]) -> None:
    """Put the top cards out of the way as `_plan` says, move the rest, and bring them back on top."""
    _, parked = _plan(count, len(cells), len(cascades), target in cascades)
    if parked == 0:
        steps.append(Step(source, target))
    elif parked == 1 and cells:
        steps.append(Step(source, cells[0]))
        _unfold(count - 1, source, target, cells[1:], cascades, steps)
        steps.append(Step(cells[0], target))
    else:
        helper = next(place for place in cascades if place != target)
        others = [place for place in cascades if place != helper]
        _unfold(parked, source, helper, cells, cascades, steps)
        _unfold(count - parked, source, target, cells, others, steps)
        _unfold(parked, helper, target, cells, [place for place in others if place != target], steps)


@cache
def _plan(count: int, cells: int, cascades: int, to_empty: bool) -> tuple[int, int]:
    """The fewest single moves, and how many top cards to park first: one goes to a cell while there is one, more to a cascade.

    A card in a cell costs two moves. Cards on an empty cascade cost a plan of their own to get there, for which an empty target is
    one more cascade that helps, and another to get back.
    """
    if count == 1:
        return 1, 0
    helpers = cascades - to_empty
    choices = []
    if cells and count - 1 <= cells << helpers:
        choices.append((2 + _plan(count - 1, cells - 1, cascades, to_empty)[0], 1))
    if helpers:
        most = (cells + 1) << (helpers - 1)  # that the other helpers can carry
        for parked in range(2 if cells else 1, min(count - 1, most) + 1):
            if count - parked <= most:
                there = _plan(parked, cells, cascades, True)[0]
                rest = _plan(count - parked, cells, cascades - 1, to_empty)[0]
                back = _plan(parked, cells, helpers - 1, False)[0]
                choices.append((there + rest + back, parked))
    return min(choices)
