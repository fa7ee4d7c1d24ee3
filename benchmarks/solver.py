"""Measures the solver beside fc-solve, on one core, in user CPU time; every figure is asserted to stand on right answers.

    python benchmarks/solver.py deals      1-32,000 and 200,001-300,000: deals per second, mean length; beside fc-solve's presets
    python benchmarks/solver.py python     the same with the twin in Python: mean and median
    python benchmarks/solver.py million    1-1,000,000: the eight impossible deals, and no other
    python benchmarks/solver.py proofs     11982 and the 130 impossible deals up to 10,000,000, beside fc-solve's complete search
    python benchmarks/solver.py cells      1-32,000 with 3, 2, 1 and 0 cells, against the published fewest cells
    python benchmarks/solver.py start      `freecell solve 1941` from a cold shell; a cancel; memory

fc-solve is Debian's freecell-solver-bin; where it is missing its columns are left out. `--deals` makes a run shorter. `cells` takes the
published figures from a file that is named with `--facts` ("deal cells" a line).
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from freecell import Position, Rules, deal, solve, solve_many, write_layout
from freecell.solver import Result, Verdict, twin
from freecell.solver.search import EXHAUSTED

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
"""Published by S. Fish (freecell-pro-impossible-deals); all that there are up to 1,000,000."""
PRESETS = ("lg", "as", "te", "video-editing")
RANGE_SOLVER = shutil.which("freecell-solver-range-parallel-solve")
FC_SOLVE = shutil.which("fc-solve")


def cpu(who: int = resource.RUSAGE_SELF) -> float:
    """User CPU time so far."""
    return resource.getrusage(who).ru_utime


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What some work gives, and the user CPU time that it takes here."""
    began = cpu()
    found = work()
    return found, cpu() - began


def fc_solve_seconds(first: int, last: int, preset: str, runs: int) -> float | None:
    """The median of fc-solve's user CPU time for a range of deals."""
    if RANGE_SOLVER is None:
        return None
    times = []
    for _ in range(runs):
        began = cpu(resource.RUSAGE_CHILDREN)
        command = [RANGE_SOLVER, str(first), str(last), str(last), "-l", preset]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(cpu(resource.RUSAGE_CHILDREN) - began)
    return statistics.median(times)


def totals(results: Iterable[Result]) -> dict[str, Any]:
    """Count results; each of them must be decided."""
    lengths, unsolvable, states, most = [], [], 0, 0
    for result in results:
        states += result.states
        most = max(most, result.bytes)
        if result.status == Verdict.SOLVED:
            assert result.length is not None
            lengths.append(result.length)
        else:
            assert result.status == Verdict.UNSOLVABLE, result
            unsolvable.append(result.deal)
    return {"solved": len(lengths), "unsolvable": unsolvable, "length": statistics.mean(lengths), "states": states, "bytes": most}


def many(first: int, last: int) -> dict[str, Any]:
    """Solve a range of deals on one core."""
    return totals(solve_many(range(first, last + 1), jobs=1))


def deals(runs: int, only: int | None) -> None:
    """The bulk of ordinary deals, beside fc-solve's fastest preset, in turns."""
    for first, last in ((1, 32_000), (200_001, 300_000)):
        last = last if only is None else min(last, first + only - 1)
        count, ours, theirs = last - first + 1, [], []
        for _ in range(runs):
            found, seconds = timed(partial(many, first, last))
            assert found["unsolvable"] == [number for number in IMPOSSIBLE if first <= number <= last], found
            ours.append(seconds)
            other = fc_solve_seconds(first, last, "lg", 1)
            if other is not None:
                theirs.append(other)
        mine = statistics.median(ours)
        line = f"{first}-{last}: {twin()} {1e6 * mine / count:.1f} us a deal ({min(ours):.2f}-{max(ours):.2f} s), "
        line += f"{count / mine:,.0f} deals/s, {found['length']:.2f} moves, {found['states'] / count:.0f} states"
        if theirs:
            other = statistics.median(theirs)
            line += f"; fc-solve lg {1e6 * other / count:.1f} us ({min(theirs):.2f}-{max(theirs):.2f} s): {other / mine:.2f} times as fast"
        print(line, flush=True)
    for preset in PRESETS[1:]:
        last = 200 if preset == "video-editing" else 2000
        other = fc_solve_seconds(1, last, preset, 1)
        if other is not None:
            print(f"1-{last}: fc-solve {preset} {1e6 * other / last:.0f} us a deal", flush=True)


def in_python(only: int | None) -> None:
    """The twin in Python, each deal on its own."""
    os.environ["FREECELL_SOLVER"] = "python"
    last = only or 32_000
    times = []
    for number in range(1, last + 1):
        result, seconds = timed(partial(solve, deal(number)))
        assert result.status == (Verdict.UNSOLVABLE if number in IMPOSSIBLE else Verdict.SOLVED)
        times.append(seconds)
    print(f"1-{last} in Python, the engine's replay included: mean {1e3 * statistics.mean(times):.2f} ms, "
          f"median {1e3 * statistics.median(times):.2f} ms, longest {max(times):.2f} s")  # fmt: skip


def million(only: int | None) -> None:
    """The first million, on all cores and in CPU time."""
    last = only or 1_000_000
    began = time.perf_counter()
    found, seconds = timed(lambda: totals(solve_many(range(1, last + 1))))
    wall = time.perf_counter() - began
    assert found["unsolvable"] == [number for number in IMPOSSIBLE if number <= last], found
    print(f"1-{last}: {seconds:.1f} s CPU, {wall:.1f} s on {os.cpu_count()} cores, unsolvable {found['unsolvable']}, "
          f"{found['length']:.2f} moves, at most {found['bytes'] / 2**20:.1f} MiB")  # fmt: skip
    for number in (739671, 94717719):
        assert solve(deal(number)).status == Verdict.SOLVED
    print("739671 and 94717719 solved")


def proofs(runs: int, facts: Path | None) -> None:
    """Proofs that a deal is impossible, beside fc-solve's complete search."""
    from freecell.solver import core, proof

    position = deal(11982)
    for name, search in (("C", core.Proof), ("Python", proof.Proof)):
        times = []
        for _ in range(runs if name == "C" else 3):
            made, seconds = timed(partial(_exhaust, search, position))
            assert made.states <= 61_643
            times.append(seconds)
        print(f"11982, proof alone, {name}: {made.states} states, {1e3 * statistics.median(times):.1f} ms")
    if FC_SOLVE is not None:
        times = []
        for _ in range(runs):
            began = cpu(resource.RUSAGE_CHILDREN)
            command = [FC_SOLVE, "--method", "soft-dfs", "-to", "01ABCDE", "-"]
            done = subprocess.run(command, input=write_layout(position), capture_output=True, text=True, check=False)
            assert "I could not solve this game" in done.stdout
            times.append(cpu(resource.RUSAGE_CHILDREN) - began)
        print(f"11982, fc-solve --method soft-dfs -to 01ABCDE: {1e3 * statistics.median(times):.1f} ms")
    if facts is not None:
        numbers = [int(word) for word in facts.read_text().split()]
        found, seconds = timed(lambda: totals_of_unsolvable(numbers))
        print(f"{found} impossible deals up to 10,000,000: all proved, {seconds:.2f} s")


def totals_of_unsolvable(numbers: list[int]) -> int:
    """Solve deals that are impossible, and see that they are."""
    results = list(solve_many(numbers, jobs=1))
    assert all(result.status == Verdict.UNSOLVABLE for result in results)
    return len(results)


def _exhaust(search: Any, position: Position) -> Any:
    begun = search(position, Rules(), 2**33)
    assert begun.advance(10**9) == EXHAUSTED
    return begun


def cells(only: int | None, facts: Path | None, memory: int, seconds: float) -> None:
    """Fewer cells: how many deals are impossible, and whether each deal's fewest cells are the published ones."""
    last = only or 32_000
    lines = [line.split() for line in facts.read_text().splitlines()] if facts else []
    known = {int(number): int(fewest) for number, fewest in lines}
    for count in (3, 0, 1, 2):
        rules, began, start = Rules(cells=count), time.perf_counter(), cpu()
        unknown, impossible, wrong = [], 0, []
        limits: dict[str, Any] = {"max_memory": memory, "max_states": int(seconds * 2_000_000)}
        for result in solve_many(range(1, last + 1), rules, **limits):
            number = result.deal
            assert number is not None
            impossible += result.status == Verdict.UNSOLVABLE
            if result.status == Verdict.UNKNOWN:
                unknown.append(number)
            elif known and (result.status == Verdict.SOLVED) != (known[number] <= count):
                wrong.append(number)
        print(f"{count} cells, 1-{last}: {impossible} impossible, {len(unknown)} unknown {unknown[:20]}, against the published: {wrong}; "
              f"{cpu() - start:.0f} s CPU, {time.perf_counter() - began:.0f} s", flush=True)  # fmt: skip
        assert not wrong


def start(runs: int) -> None:
    """A whole process from a cold shell; a cancel; memory."""
    program = shutil.which("freecell") or str(Path(sys.executable).with_name("freecell"))
    commands = {"python -c pass": [sys.executable, "-c", "pass"], "freecell solve 1941": [program, "solve", "1941"]}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(max(15, runs)):
        for name, command in commands.items():
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - began)
    print(", ".join(f"{name}: {1e3 * statistics.median(each):.0f} ms" for name, each in times.items()))
    asked: list[float] = []
    stop = threading.Event()

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.set()

    threading.Timer(0.5, ask).start()
    result = solve(deal(891, 2), cancel=stop.is_set)
    ended = time.perf_counter()
    assert result.status == Verdict.CANCELLED
    print(f"cancelled {1e3 * (ended - asked[0]):.2f} ms after it was asked for")
    print(f"an ordinary deal takes {max(solve(deal(number)).bytes for number in range(1, 101)) / 2**20:.2f} MiB at most (1-100)")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["deals", "python", "million", "proofs", "cells", "start"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--deals", type=int, help="only so many deals")
    parser.add_argument("--facts", type=Path, help="a file of published figures")
    parser.add_argument("--memory", type=int, default=2**32, help="bytes for a deal (cells)")
    parser.add_argument("--seconds", type=float, default=60, help="about so many for a deal (cells), at two million states a second")
    options = parser.parse_args()
    match options.what:
        case "deals":
            deals(options.runs, options.deals)
        case "python":
            in_python(options.deals)
        case "million":
            million(options.deals)
        case "proofs":
            proofs(options.runs, options.facts)
        case "cells":
            cells(options.deals, options.facts, options.memory, options.seconds)
        case "start":
            start(options.runs)


if __name__ == "__main__":
    main()
