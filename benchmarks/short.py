"""Measures short solutions: how long they are after how much user CPU time, on one core, every deal solved and every solution replayed.

    python benchmarks/short.py table        the aims: a budget of time for a deal, the mean length that it must bring, and the one it does
    python benchmarks/short.py curve        more budgets, and the picture docs/short.svg
    python benchmarks/short.py python       the twin in Python
    python benchmarks/short.py best         deals whose solution is shorter than the best known one

A budget is a mean over the deals. It is turned into the width of a beam, so that what is measured can be repeated; and so easy deals leave
their time to hard ones. Beside it, in the same run,
fc-solve's presets (Debian's freecell-solver-bin), where they are there. `--facts` names the directory of published figures.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import resource
import shutil
import statistics
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from solver import cpu, fc_solve_seconds, timed

from freecell import Verdict, deal, solve_many, write_layout
from freecell.solver import Result, twin

FC_SOLVE = shutil.which("fc-solve")


class Aim(NamedTuple):
    """A row of the table."""

    milliseconds: float
    measure: str
    deals: int
    most: float | None
    """The mean length must not be above this."""


AIMS = (
    Aim(2, "moves", 1000, 81.5),
    Aim(6, "cards", 100, 84.5),
    Aim(20, "cards", 100, 82.9),
    Aim(20, "moves", 1000, 79.2),
    Aim(100, "cards", 100, 82.0),
    Aim(1000, "moves", 100, 77.7),
)
PUBLISHED = {"macroxue, beam 2^8 (98.4 % solved)": (8.3, 81.0), "macroxue, beam 2^15": (1053.0, 77.8)}
"""What others measured of their programs, in moves, on machines of their own: milliseconds and mean length."""
GOALS = {"shortest, in cards (proved)": 81.03, "best known, in moves": 77.41}
"""Mean lengths of the published solutions of deals 1-100."""
CURVE = tuple(
    Aim(milliseconds, measure, 100, None) for measure in ("moves", "cards") for milliseconds in (1, 2, 5, 10, 20, 50, 100, 300, 1000)
)


def shortened(deals: range, measure: str, width: int) -> tuple[list[Result], float]:
    """Solve deals, and give the results with the milliseconds for each."""
    results, seconds = timed(lambda: list(solve_many(deals, goal="short", measure=measure, max_width=width, max_memory=2**31, jobs=1)))
    assert all(result.status is Verdict.SOLVED for result in results)
    return results, 1e3 * seconds / len(deals)


def fitted(aim: Aim) -> tuple[int, list[Result], float]:
    """The widest beam found that keeps to the budget, what it brings, and the milliseconds that it takes."""
    width = 2.0 * aim.milliseconds if twin() == "python" else 70 * aim.milliseconds
    tries = 0
    while True:
        results, spent = shortened(range(1, aim.deals + 1), aim.measure, int(width))
        tries += 1
        if 0.97 * aim.milliseconds < spent <= aim.milliseconds or (tries > 5 and spent <= aim.milliseconds):
            return int(width), results, spent
        width *= 0.985 * aim.milliseconds / spent


def row(aim: Aim) -> tuple[float, float]:
    """Measure one row and print it: milliseconds and mean length."""
    width, results, spent = fitted(aim)
    mean = statistics.mean(result.length or 0 for result in results)
    states = statistics.mean(result.states for result in results)
    memory = max(result.bytes for result in results) / 2**20
    wanted = "" if aim.most is None else f", aim {aim.most}: {'met' if mean <= aim.most else 'MISSED'}"
    print(f"{aim.measure} 1-{aim.deals}, {aim.milliseconds:g} ms: width {width:,}, {states:,.0f} states, {spent:.2f} ms, "
          f"{memory:.0f} MiB at most, mean {mean:.3f}{wanted}", flush=True)  # fmt: skip
    return spent, mean


def fc_solve_point(preset: str, deals: int) -> tuple[float, float] | None:
    """What one of fc-solve's presets takes for a deal in milliseconds, and its mean length in moves."""
    seconds = fc_solve_seconds(1, deals, preset, 1)
    if seconds is None or FC_SOLVE is None:
        return None
    lengths = []
    for number in range(1, deals + 1):
        command = [FC_SOLVE, "-l", preset, "-m", "-snx", "-"]
        told = subprocess.run(command, input=write_layout(deal(number)), capture_output=True, text=True, check=True).stdout
        lengths.append(len(told.partition("This game")[0].split()))
    point = 1e3 * seconds / deals, statistics.mean(lengths)
    print(f"fc-solve {preset}, 1-{deals}: {point[0]:.2f} ms, mean {point[1]:.2f} moves", flush=True)
    return point


def table() -> None:
    """The aims, and fc-solve beside them."""
    for aim in AIMS:
        row(aim)
    for preset in ("lg", "video-editing"):
        fc_solve_point(preset, 100)


def in_python() -> None:
    """The aim of the twin in Python."""
    os.environ["FREECELL_SOLVER"] = "python"
    row(Aim(200, "cards", 100, 84.0))


def curve(path: Path) -> None:
    """More budgets, and the picture of them."""
    ours: dict[str, list[tuple[float, float]]] = {"moves": [], "cards": []}
    for aim in CURVE:
        ours[aim.measure].append(row(aim))
    others = {f"fc-solve {preset}": fc_solve_point(preset, 100) for preset in ("lg", "video-editing")}
    lines = {f"ours, {measure}": points for measure, points in ours.items()}
    path.write_text(picture(lines, {name: point for name, point in others.items() if point} | PUBLISHED), encoding="utf-8")
    print(f"{path} written; peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")


def picture(lines: dict[str, list[tuple[float, float]]], points: dict[str, tuple[float, float]]) -> str:
    """Draw lengths over milliseconds, which are on a logarithmic scale, as SVG."""
    left, top, width, height, low, high = 50, 20, 560, 300, 76, 96

    def x(milliseconds: float) -> float:
        return left + width * (math.log10(milliseconds) + 1.2) / 4.4

    def y(length: float) -> float:
        return top + height * (high - min(length, high - 1)) / (high - low)  # what is beyond stands at the upper edge, with its number

    box = f"0 0 {left + width + 20} {top + height + 50}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="100%" fill="#fff"/><path d="M{left} {top}V{top + height}H{left + width}" fill="none" stroke="#444"/>',
    ]
    for tick in (0.1, 1.0, 10.0, 100.0, 1000.0):
        parts.append(f'<text x="{x(tick):.0f}" y="{top + height + 18}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<path d="M{x(tick):.0f} {top}V{top + height}" stroke="#ddd"/>')
    for mark in range(low + 4, high, 5):
        parts.append(f'<text x="{left - 6}" y="{y(mark) + 4:.0f}" text-anchor="end">{mark}</text>')
        parts.append(f'<path d="M{left} {y(mark):.0f}H{left + width}" stroke="#eee"/>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">milliseconds a deal (user CPU time)</text>')
    parts.append(f'<text x="{left}" y="{top - 7}">mean length, deals 1-100</text>')
    for name, length in GOALS.items():
        parts.append(f'<path d="M{left} {y(length):.0f}H{left + width}" stroke="#2a7f3f" stroke-dasharray="4 4"/>')
        parts.append(f'<text x="{left + 6}" y="{y(length) - 5:.0f}" fill="#2a7f3f">{name}: {length:g}</text>')
    for (name, each), colour in zip(lines.items(), ("#1d6fb8", "#b8431d"), strict=True):
        path = " ".join(f"{'L' if number else 'M'}{x(spent):.1f} {y(length):.1f}" for number, (spent, length) in enumerate(each))
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(spent):.1f}" cy="{y(length):.1f}" r="3" fill="{colour}"/>' for spent, length in each]
        parts.append(f'<text x="{x(each[1][0]) + 6:.0f}" y="{y(each[1][1]) - 8:.0f}" fill="{colour}">{name}</text>')
    for name, (spent, length) in points.items():
        parts.append(f'<circle cx="{x(spent):.1f}" cy="{y(length):.1f}" r="4" fill="#555"/>')
        beyond = x(spent) > left + width * 0.7
        anchor, aside = ("end", 4) if beyond else ("start", 7)
        text = f"{name}: {length:g}" if length > high else name
        above = 16 if low + 3 < length < 82 else -7  # out of the way of the lines
        at = f'x="{x(spent) + aside:.0f}" y="{y(length) + above:.0f}"'
        parts.append(f'<text {at} fill="#555" text-anchor="{anchor}">{text}</text>')
    return "\n".join([*parts, "</svg>", ""])


def best(facts: Path, milliseconds: float, deals: int) -> None:
    """Compare with the best known lengths; none may be below a proved optimum."""
    known = {int(line["deal"]): int(line["moves"]) for line in csv.DictReader((facts / "best-known-moves-1-1000.csv").open())}
    _, results, spent = fitted(Aim(milliseconds, "moves", deals, None))
    shorter = [
        (result.deal, result.length, known[result.deal or 0]) for result in results if (result.length or 0) < known[result.deal or 0]
    ]
    longer = sum((result.length or 0) > known[result.deal or 0] for result in results)
    mean = statistics.mean(result.length or 0 for result in results)
    print(f"1-{deals}, {spent:.0f} ms: mean {mean:.3f}, best known {statistics.mean(list(known.values())[:deals]):.3f}; "
          f"{longer} longer, {len(shorter)} shorter (deal, ours, known): {shorter}")  # fmt: skip


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["table", "curve", "python", "best"])
    parser.add_argument("--facts", type=Path, help="the directory of published figures")
    parser.add_argument("--picture", type=Path, default=Path("docs/short.svg"))
    parser.add_argument("--milliseconds", type=float, default=1000)
    parser.add_argument("--deals", type=int, default=100)
    options = parser.parse_args()
    began = cpu()
    if options.what == "best":
        best(options.facts, options.milliseconds, options.deals)
    else:
        work: dict[str, Callable[[], None]] = {"table": table, "python": in_python, "curve": partial(curve, options.picture)}
        work[options.what]()
    print(f"{cpu() - began:.0f} s CPU")


if __name__ == "__main__":
    main()
