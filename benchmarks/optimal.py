"""Measures the proof of shortness on one core, in user CPU time, with the twin in C; every length is asserted.

    python benchmarks/optimal.py cards --facts FILE     deals 1-100, counted in single cards, against published shortest lengths
    python benchmarks/optimal.py moves                  deals 1-20, counted in moves, each proved
    python benchmarks/optimal.py python                 the twin in Python on the deals that are proved soon

FILE has a line "deal,length" for each deal, after a heading; with `moves` it holds the best lengths known, which no proof may
exceed. `--deals 1-10` chooses other deals, `--memory` the bytes that a deal may take, `--known` gives each search the shortest
length as one that is to be beaten: it then proves that there is no shorter one and stores nothing beyond.
Each solution is replayed by the engine, and must be as long as the proof says.
"""

from __future__ import annotations

import argparse
import resource
import statistics
from pathlib import Path
from typing import Any, NamedTuple

from freecell import Game, Rules, deal
from freecell.solver import core, optimal
from freecell.solver.driver import play_out
from freecell.solver.search import EXHAUSTED, NO_MEMORY, RUNNING, SOLVED

SLICE = 10_000
SOON = (2, 3, 7, 15, 17, 24)


class Proved(NamedTuple):
    """What the proof of one deal took."""

    deal: int
    length: int
    first_bound: int
    states: int
    bytes: int
    seconds: float


def cpu() -> float:
    """User CPU time so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def prove(number: int, measure: str, made: Any, memory: int, best: int | None) -> Proved | None:
    """Find the shortest solution of a deal, or with `best` prove that none is shorter; None where memory is not enough."""
    rules, began = Rules(), cpu()
    search = made(deal(number), rules, measure, memory, best)
    first_bound, status = search.bound, RUNNING
    while status == RUNNING:
        status = search.advance(search.states + SLICE)
    seconds = cpu() - began
    if status == NO_MEMORY:
        print(f"{number}: {memory / 2**20:.0f} MiB are not enough; at least {search.bound}, {seconds:.2f} s", flush=True)
        return None
    assert status == (SOLVED if best is None else EXHAUSTED)
    if status == SOLVED:
        game = play_out(Game(deal(number), rules), search.path())
        counted = sum((len(action.move_steps) if measure == "cards" else 1) + len(action.sent_up) for action in game.actions)
        assert counted == search.bound, (number, counted, search.bound)
    return Proved(number, search.bound, first_bound, search.states, search.bytes, seconds)


def report(found: list[Proved], wanted: int) -> None:
    """The figures for all deals together."""
    seconds, sizes = sorted(each.seconds for each in found), sorted(each.bytes for each in found)
    print(f"{len(found)} of {wanted} proved: mean length {statistics.mean(each.length for each in found):.2f}, "
          f"mean {statistics.mean(seconds):.3f} s, median {statistics.median(seconds):.3f} s, most {seconds[-1]:.2f} s; "
          f"memory: median {statistics.median(sizes) / 2**20:.1f} MiB, most {sizes[-1] / 2**20:.0f} MiB, "
          f"{sum(size < 2**30 for size in sizes)} under 1 GiB; {sum(each.states for each in found):,} states looked at, "
          f"first bound {statistics.mean(each.first_bound for each in found):.2f}")  # fmt: skip


def read_facts(path: Path | None) -> dict[int, int]:
    """The published lengths by deal."""
    if path is None:
        return {}
    pairs = [line.split(",") for line in path.read_text().splitlines()[1:]]
    return {int(number): int(length) for number, length in pairs}


def measured(measure: str, deals: range | tuple[int, ...], facts: dict[int, int], made: Any, memory: int, known: bool) -> None:
    """Prove each deal, a line each, and report."""
    found = []
    for number in deals:
        best = facts[number] if known else None
        one = prove(number, measure, made, memory, best)
        if one is None:
            continue
        published = facts.get(number)
        note = "" if published is None or one.length == published else f" (best known {published})"
        print(f"{number}: {one.length}{note}, {one.seconds:.3f} s, {one.bytes / 2**20:.1f} MiB, {one.states:,} states", flush=True)
        if published is not None:
            assert one.length == published if measure == "cards" else one.length <= published, (one, published)
        found.append(one)
    report(found, len(deals))


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cards", "moves", "python"])
    parser.add_argument("--facts", type=Path, help="a file of published lengths")
    parser.add_argument("--deals", help="the first and the last deal, as 1-100")
    parser.add_argument("--memory", type=int, default=2**32, help="bytes for a deal")
    parser.add_argument("--known", action="store_true", help="begin with the published length as the one to beat")
    options = parser.parse_args()
    first, last = map(int, (options.deals or ("1-20" if options.what == "moves" else "1-100")).split("-"))
    facts = read_facts(options.facts)
    if options.what == "python":
        measured("cards", SOON, facts, optimal.Optimal, options.memory, options.known)
    else:
        measured(options.what, range(first, last + 1), facts, core.Optimal, options.memory, options.known)


if __name__ == "__main__":
    main()
