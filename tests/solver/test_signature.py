"""The solver's signature: how many positions it meets in all over fixed sets of deals.

Any change of weights, order or pruning moves these numbers, and only such a change may: whoever makes one renews them in the same commit,
and says so. `PYTHONPATH=tests python tests/solver/test_signature.py` prints what they are now.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from freecell import Rules, solve_many


class Deals(NamedTuple):
    """A set of deals, and what is known of it."""

    numbers: range
    rules: Rules
    max_states: int


SETS = {
    "four cells": Deals(range(1, 201), Rules(), 10**6),
    "three cells": Deals(range(1, 101), Rules(cells=3), 20_000),
    "two cells": Deals(range(1, 41), Rules(cells=2), 10_000),
    "one cell": Deals(range(1, 11), Rules(cells=1), 10_000),
    "max": Deals(range(1, 51), Rules().change({"autoplay": "max"}), 20_000),
    "returns": Deals(range(1, 51), Rules(foundation_return=True), 20_000),
    "foundation first": Deals(range(1, 51), Rules(foundation_first=True), 20_000),
}

STATES = {
    "four cells": 84825,
    "three cells": 109653,
    "two cells": 109351,
    "one cell": 20176,
    "max": 16558,
    "returns": 18563,
    "foundation first": 18182,
}


def states(name: str) -> int:
    """The positions met over a set of deals."""
    numbers, rules, most = SETS[name]
    return sum(result.states for result in solve_many(numbers, rules, jobs=1, max_states=most))


@pytest.mark.parametrize("name", SETS)
def test_signature(name: str) -> None:
    assert states(name) == STATES[name]


def test_every_deal_of_the_first_two_hundred_is_solved() -> None:
    numbers, rules, most = SETS["four cells"]
    assert Counter(result.status for result in solve_many(numbers, rules, jobs=1, max_states=most)) == {"solved": len(numbers)}


if __name__ == "__main__":
    for each in SETS:
        print(f'    "{each}": {states(each)},')
