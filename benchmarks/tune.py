"""Tunes the weights of the solver's first search by hill-climbing, on deals that are used for nothing else.

    python benchmarks/tune.py --stage 0 --minutes 5          the first attempt, on deals from 1,000,001 on
    python benchmarks/tune.py --stage 1 --minutes 5          the second, on deals that the first one fails on; and so on

What is made small is the mean number of states, where a failure costs what the later attempts will take, and a first attempt's solution
that is longer than wanted costs something, too. Each improvement is printed, ready to be put into freecell/solver/weights.py. The same
seed takes the same steps; two seeds on two cores, and then the better one, is a good way to spend ten minutes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from itertools import count
from typing import Any, NamedTuple

from freecell.deals import deal
from freecell.rules import Rules
from freecell.solver import core
from freecell.solver.search import SOLVED, terms_of
from freecell.solver.weights import TUNED, Step, Weights

FIRST_DEAL = 1_000_001
LATER_STATES = (3_500, 6_000, 8_000, 12_000, 30_000)
"""About what a deal costs that an attempt leaves to the later ones: by stage, the last one for all from there on."""
WANTED_LENGTH = 96
FREE = [field.name for field in fields(Weights) if field.name not in ("sends_all", "partial", "space")]
SPREADS = {"budget": 400, "path": 3, "put_back": 6}


class Score(NamedTuple):
    """What attempts came to over some deals."""

    cost: float
    states: float
    failed: int
    length: float


def run(attempts: Sequence[Weights], deals: Sequence[int], rules: Rules) -> list[core.Solved]:
    """Make the attempts on each deal, one after the other."""
    plan = [Step(number, weights.budget) for number, weights in enumerate(attempts)]
    return core.Bulk(terms_of(deal(1, rules.cells), rules), plan, 2**63, 2**30, attempts).solve(deals, core.new_stop())


def judge(attempt: Weights, deals: Sequence[int], rules: Rules, wanted: float, later: int) -> Score:
    """Score an attempt on deals that the ones before it left."""
    results = run([attempt], deals, rules)
    lengths = [result.moves for result in results if result.status == SOLVED]
    states, failed = sum(result.states for result in results) / len(deals), len(deals) - len(lengths)
    length = sum(lengths) / max(1, len(lengths))
    return Score(states + later * failed / len(deals) + max(0.0, length - wanted) * 30, states, failed, length)


def left_over(before: Sequence[Weights], wanted: int, rules: Rules) -> list[int]:
    """The first deals that these attempts fail on."""
    found: list[int] = []
    for start in count(FIRST_DEAL, 20_000):
        deals = list(range(start, start + 20_000))
        if not before:
            return deals[:wanted]
        found += [number for number, result in zip(deals, run(before, deals, rules), strict=True) if result.status != SOLVED]
        if len(found) >= wanted or start > FIRST_DEAL + 2_000_000:
            return found[:wanted]
    raise AssertionError


def step(random_: random.Random, weights: Weights) -> Weights:
    """A neighbour of these weights."""
    changes: dict[str, Any] = {}
    rows = [list(row) for row in weights.space]
    for _ in range(random_.choice([1, 1, 2, 3])):
        if random_.random() < 0.5:
            rows[random_.randrange(3)][random_.randrange(5)] += random_.choice([-1, 1]) * random_.randint(1, 4)
            continue
        name = random_.choice(FREE)
        changes[name] = max(0, getattr(weights, name) + random_.choice([-1, 1]) * random_.randint(1, SPREADS.get(name, 3)))
        if name in ("from_king", "new_target", "new_source"):
            changes[name] = getattr(weights, name) + random_.choice([-1, 1]) * random_.randint(1, 3)
    changes["space"] = tuple(map(tuple, rows))
    return replace(weights, **changes)


def main() -> None:
    """Climb for the time that is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", type=int, default=0, help="which attempt to tune, from 0")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--cells", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=float, default=WANTED_LENGTH)
    options = parser.parse_args()
    rules, random_ = Rules(cells=options.cells), random.Random(options.seed)
    deals = left_over(TUNED[: options.stage], options.deals, rules)
    wanted = options.length if options.stage == 0 else 1000
    later = LATER_STATES[min(options.stage, len(LATER_STATES) - 1)]
    best = TUNED[min(options.stage, len(TUNED) - 1)]
    few = deals[: len(deals) // 5]
    score, score_of_few = judge(best, deals, rules, wanted, later), judge(best, few, rules, wanted, later)
    print(f"{len(deals)} deals", score, flush=True)
    until = time.monotonic() + 60 * options.minutes
    while time.monotonic() < until:
        candidate = step(random_, best)
        if candidate.budget < 500:
            continue
        if judge(candidate, few, rules, wanted, later).cost > 1.01 * score_of_few.cost:
            continue  # most steps are bad ones, and a part of the deals tells
        found = judge(candidate, deals, rules, wanted, later)
        if found.cost < score.cost:
            best, score, score_of_few = candidate, found, judge(candidate, few, rules, wanted, later)
            print(f"{score.cost:9.1f} {score.states:9.1f} {score.failed:5} {score.length:6.2f} {astuple(best)}", flush=True)


if __name__ == "__main__":
    main()
