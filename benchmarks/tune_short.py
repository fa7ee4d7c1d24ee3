"""Tunes the weights of the search for short solutions by hill-climbing, on deals that are used for nothing else.

    python benchmarks/tune_short.py cards --states 35000 --minutes 10
    python benchmarks/tune_short.py moves --states 16000 --minutes 10

What is made small is the mean length that so many states bring. Each improvement is printed, ready to be put into
freecell/solver/weights.py. The same seed takes the same steps.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from typing import Any

from freecell.deals import deal
from freecell.rules import Rules
from freecell.solver import core
from freecell.solver.search import SOLVED, Measure, terms_of
from freecell.solver.weights import BEAMS, Beam, plan

FIRST_DEAL = 1_000_001
FREE = [field.name for field in fields(Beam) if field.name != "space"]
SPREADS = {"width": 10, "growth": 20}


def judge(beam: Beam, deals: Sequence[int], measure: Measure, states: int) -> float:
    """The mean length that a beam brings; what it cannot solve counts as long as a first solution is."""
    rules = Rules()
    bulk = core.Bulk(terms_of(deal(1), rules), plan(rules), 10**7, 2**31)
    bulk.shorten([beam], measure, states)
    results = bulk.solve(deals, core.new_stop())
    assert all(result.status == SOLVED for result in results)
    return sum(result.moves for result in results) / len(deals)


def step(random_: random.Random, beam: Beam) -> Beam:
    """A neighbour of these weights."""
    rows = [list(row) for row in beam.space]
    changes: dict[str, Any] = {}
    for _ in range(random_.randint(1, 3)):
        sign = random_.choice([-1, 1])
        if random_.random() < 0.6:
            row = random_.choice(rows)
            column = random_.randrange(5)
            row[column] += sign * random_.randint(1, 1 + abs(row[column]) // 5)
        else:
            name = random_.choice(FREE)
            value = getattr(beam, name)
            changes[name] = value + sign * random_.randint(1, SPREADS.get(name, 1 + abs(value) // 5))
    changes["space"] = tuple(map(tuple, rows))
    return replace(beam, **changes)


def main() -> None:
    """Climb for the time that is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", type=Measure, choices=list(Measure))
    parser.add_argument("--states", type=int, default=20_000)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random_, deals = random.Random(options.seed), list(range(FIRST_DEAL, FIRST_DEAL + options.deals))
    best = BEAMS[options.measure][0]
    score = judge(best, deals, options.measure, options.states)
    print(f"{score:.3f}", flush=True)
    until = time.monotonic() + 60 * options.minutes
    while time.monotonic() < until:
        beam = step(random_, best)
        if beam.width < 5 or not 90 <= beam.growth <= 300:
            continue
        found = judge(beam, deals, options.measure, options.states)
        if found < score:
            best, score = beam, found
            print(f"{score:.3f} {astuple(best)}", flush=True)


if __name__ == "__main__":
    main()
