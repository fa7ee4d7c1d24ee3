"""What the solver's tests have in common: small positions of every kind under every rule, and the twins' searches run by hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from strategies import Table, scatter

from freecell import Autoplay, Move, Position, Rules, Supermove, apply, legal_moves
from freecell.solver import first, proof
from freecell.solver.search import SOLVED, Hop, Path, Search
from freecell.solver.weights import Weights

try:
    from freecell.solver import core
except ImportError as error:
    WITHOUT_CORE: str | None = str(error)
else:
    WITHOUT_CORE = None

needs_core = pytest.mark.skipif(WITHOUT_CORE is not None and "CI" not in os.environ, reason=f"the core was not built: {WITHOUT_CORE}")
"""In CI such a test is not skipped: there it fails where the core is missing."""

TWINS = [pytest.param("c", marks=needs_core), "python"]
PLENTY = 2**30


def make_first(twin: str, table: Table, weights: Weights, max_memory: int = PLENTY) -> Search:
    """An attempt of one of the twins."""
    made = core.First if twin == "c" else first.First
    return made(table.position, table.rules, weights, max_memory)


def make_proof(twin: str, table: Table, max_memory: int = PLENTY) -> Search:
    """A proof of one of the twins."""
    made = core.Proof if twin == "c" else proof.Proof
    return made(table.position, table.rules, max_memory)


class Outcome(NamedTuple):
    """What a search came to."""

    status: int
    states: int
    path: Path | None


def run(search: Search, until: int, slices: int = 1) -> Outcome:
    """Advance a search to so many states, in one go or in slices, which makes no difference."""
    status = 0
    for part in range(1, slices + 1):
        status = search.advance(until * part // slices)
    return Outcome(status, search.states, search.path() if status == SOLVED else None)


def hops_of(path: Path | None) -> list[Hop]:
    """The hops of a solution that there is."""
    assert path is not None
    return path.hops


EVERY_RULES = [
    Rules(supermove=supermove, foundation_return=returns, foundation_first=goes_first, whole_cascade_to_empty=whole, autoplay=autoplay)
    for supermove, returns, goes_first, whole, autoplay in product(Supermove, (False, True), (False, True), (True, False), Autoplay)
]
"""Every combination of the rules that could matter to a search, with four cells."""


def brief(rules: Rules) -> str:
    """The rules as the name of a test."""
    flags = [name for name in ("foundation_return", "foundation_first") if getattr(rules, name)]
    return "-".join([rules.supermove, *flags, *([] if rules.whole_cascade_to_empty else ["no_whole"]), rules.autoplay])


def small_table(random: Random, rules: Rules) -> Table:
    """A position that brute force can decide, most often: few cards, or many that hardly move; a third of them lost or so."""
    rules = rules.change({"cells": random.choice([0, 0, 0, 0, 0, 1, 1, 2, 3, 4])})
    if random.random() < 0.1:
        heights = [random.choice([0, 0, 1, 2, 3]) for _ in range(4)]
        return Table(scatter(random, heights, rules.cells, random.randint(3, 8), 20.0), rules)
    heights = [13, 13, 13, 13]
    lowest = random.choice([9, 10, 10]) if rules.foundation_return else 8
    for _ in range(random.randint(6, 12 if rules.foundation_return else 16)):
        lower = [suit for suit in range(4) if heights[suit] > lowest]
        if lower:
            heights[random.choice(lower)] -= 1
    cascades = random.choice([2, 2, 3, 3, 3, 3, 4, 4, 5, 8] if rules.cells < 2 else [1, 2, 2, 3, 3, 4])
    return Table(scatter(random, heights, rules.cells, cascades, random.choice([2.0, 20.0, 20.0])), rules)


def played_on(table: Table, random: Random, moves: int) -> Position:
    """A position that so many random moves lead to, if so many there are."""
    position = table.position
    for _ in range(moves):
        possible = legal_moves(position, table.rules)
        if not possible:
            break
        position = apply(position, random.choice(possible))
    return position


def after_move(table: Table, move: Move) -> Position:
    """The position after an action of the player, with the autoplay that follows it."""
    from freecell import autoplay_moves

    after = apply(table.position, move)
    return after if move.source.kind == "foundation" else autoplay_moves(after, table.rules.autoplay, table.rules)[1]


def seeded(count: int, seed: int) -> Iterator[Random]:
    """So many generators of random numbers."""
    return (Random(1_000_000 * seed + number) for number in range(count))
