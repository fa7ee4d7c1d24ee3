"""How hard a deal is, from measured things: the recipe is in `docs/analysis.md`."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from freecell.analysis.truth import Status, Truth, find_truth
from freecell.position import Position
from freecell.rules import Autoplay, Rules
from freecell.solver.driver import DEFAULT_MEMORY, Progress, twin
from freecell.solver.search import SOLVED
from freecell.solver.weights import Weights, perturbed

PLAYS: Final = 60
"""Quick plays of a deal, each with its own seed."""
PLAY_STATES: Final = 500
"""Positions that a quick play looks at before it gives up."""
_FIRST_SEED: Final = 1000
PAR_STATES: Final = 20_000
"""Positions that go into the line of which the length is par."""
CELL_STATES: Final = 100_000
"""Positions that go into the question whether fewer cells are enough."""
MAX_STATES: Final = 5_000_000
"""Positions after which it is not known whether a deal can be won, unless another limit is asked for."""

_SHARES: Final = {"cells": 0.3, "plays": 0.4, "states": 0.15, "par": 0.15}
"""What each part weighs."""
_CUTS: Final = (0.251, 0.301, 0.343, 0.381, 0.422, 0.464, 0.51, 0.57, 0.646)
"""Where a grade ends: about a tenth of the deals 1 to 3,000 has each, under the standard rules."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a position is to win, and the parts that say so."""

    status: Status
    """Whether it can be won at all; `unknown` where the search reached its limit."""
    scale: int | None
    """1, easy, to 10, hard: of random deals under the standard rules a tenth has each. None unless it is winnable."""
    fewest_cells: int | None = None
    """The fewest cells with which a way to win was found."""
    fewest_proved: bool = False
    """Whether it is proved that one cell less is not enough."""
    plays_won: float | None = None
    """The share of quick plays that win."""
    states: int | None = None
    """Positions that were met before the first solution."""
    par: int | None = None
    """The moves of a short line."""

    def __str__(self) -> str:
        if self.scale is None:
            return "impossible" if self.status is Status.UNWINNABLE else "not known"
        return f"{self.scale} of 10"

    def as_dict(self) -> dict[str, Any]:
        """Return it in plain values that JSON can hold."""
        return {
            "status": str(self.status),
            "scale": self.scale,
            "fewest_cells": self.fewest_cells,
            "fewest_proved": self.fewest_proved,
            "plays_won": None if self.plays_won is None else round(self.plays_won, 3),
            "states": self.states,
            "par": self.par,
        }


def rate(
    position: Position,
    rules: Rules | None = None,
    *,
    max_states: int = MAX_STATES,
    max_memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Difficulty:
    """Rate how hard a position is to win under the rules: the same on every machine, unless memory ends a search.

    Raises `BadInput` if the position's cells are not as many as the rules'.

    >>> from freecell.deals import deal
    >>> str(rate(deal(1941))), str(rate(deal(11982)))
    ('10 of 10', 'impossible')
    """
    rules = Rules(cells=len(position.cells)) if rules is None else rules
    limits: dict[str, Any] = {"max_memory": max_memory, "on_progress": on_progress, "cancel": cancel}
    truth = find_truth(position, rules, max_states=max_states, **limits)
    if truth.status is not Status.WINNABLE:
        return Difficulty(truth.status, None)
    fewest, proved = _fewest_cells(position, rules, limits)
    won = _plays_won(position, rules, max_memory, cancel)
    par = find_truth(position, rules, known=truth, short_states=truth.states + PAR_STATES, **limits).moves_left
    if cancel is not None and cancel():
        return Difficulty(Status.UNKNOWN, None)
    assert par is not None  # noqa: S101
    scale = 1 + bisect_right(_CUTS, score(rules.cells, fewest, won, truth.states, par))
    return Difficulty(truth.status, scale, fewest, proved, won, truth.states, par)


def score(cells: int, fewest_cells: int, plays_won: float, states: int, par: int) -> float:
    """Return the parts put together, from 0, easy, to 1, hard; `cells` is how many the rules give.

    >>> round(score(4, 0, 1.0, 60, 60), 2), round(score(4, 4, 0.0, 100_000, 110), 2)
    (0.0, 1.0)
    """
    parts = {
        "cells": 1 - (cells - fewest_cells) / 4,
        "plays": 1 - plays_won,
        "states": (math.log2(max(states, 1)) - 6) / 10,
        "par": (par - 60) / 50,
    }
    return sum(_SHARES[name] * min(1.0, max(0.0, part)) for name, part in parts.items())


def _fewest_cells(position: Position, rules: Rules, limits: dict[str, Any]) -> tuple[int, bool]:
    """The fewest cells with which a win is found, and whether all fewer are proved not to be enough."""
    held = [card for card in position.cells if card is not None]
    proved = True
    for cells in range(len(held), rules.cells):
        fewer = Position(position.cascades, [*held, *[None] * (cells - len(held))], position.foundations)
        truth: Truth = find_truth(fewer, rules.change({"cells": cells}), max_states=CELL_STATES, **limits)
        if truth.status is Status.WINNABLE:
            return cells, proved
        proved = proved and truth.status is Status.UNWINNABLE
    return rules.cells, proved


def _plays_won(position: Position, rules: Rules, max_memory: int, cancel: Callable[[], bool] | None) -> float:
    """The share of quick plays that win: each judges positions by weights of its own, and looks at few of them."""
    if twin() == "c":
        from freecell.solver.core import First
    else:
        from freecell.solver.first import First  # type: ignore[assignment]
    won = 0
    for seed in range(_FIRST_SEED, _FIRST_SEED + PLAYS):
        if cancel is not None and cancel():
            break
        won += First(position, rules, _player(seed, rules), max_memory).advance(PLAY_STATES) == SOLVED
    return won / PLAYS


def _player(seed: int, rules: Rules) -> Weights:
    """The weights of a quick play; where cards may not simply wait until they are safe to send, it sends all of them."""
    weights = perturbed(seed, PLAY_STATES)
    bound = rules.foundation_first or rules.foundation_return or rules.autoplay is Autoplay.MAX
    return replace(weights, sends_all=True) if bound else weights
