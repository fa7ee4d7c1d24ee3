"""What the benchmarks share: seeded games, repeated timing, figures for a reader, and the real server in a process of its own."""

from __future__ import annotations

import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from freecell import Game, Move, Rules, deal, legal_moves

COMMAND = str(Path(sys.executable).with_name("freecell"))
"""The installed command that belongs to this Python."""

_WEIGHTS = {"foundation": 12, "cascade": 4, "cell": 1}  # a random game that fills its cells at once would show little of the engine


def random_move(game: Game, random_: random.Random) -> Move | None:
    """A random legal move that tends to help, or None where there is none. The same numbers drawn give the same moves."""
    moves = legal_moves(game.position, game.rules)
    if not moves:
        return None
    ends: list[int] = []
    for move in moves:
        weight = 0 if move.source.kind == "foundation" and random_.random() < 0.9 else _WEIGHTS[move.target.kind]
        ends.append(weight + (ends[-1] if ends else 0))
    if not ends[-1]:
        return moves[0]
    drawn = random_.randrange(ends[-1])
    return next(move for move, end in zip(moves, ends, strict=True) if drawn < end)


def random_game(number: int, rules: Rules, most: int) -> Game:
    """A game of at most that many random moves; it ends before if no move is left."""
    random_ = random.Random(number)
    game = Game(deal(number, rules.cells), rules, deal=number)
    for _ in range(most):
        move = random_move(game, random_) if game.status == "playing" else None
        if move is None:
            break
        game.play(move)
    return game


class Rate(NamedTuple):
    """Things done per second: the median of several rounds, with the slowest and the fastest."""

    median: float
    slowest: float
    fastest: float

    def __str__(self) -> str:
        return f"{self.median:>11,.0f} /s   ({self.slowest:,.0f} – {self.fastest:,.0f})   {1e6 / self.median:,.1f} µs each"


def rate(things: int, work: Callable[[], object], rounds: int) -> Rate:
    """Do the work, which is that many things, once unmeasured and then in rounds."""
    work()
    speeds = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        speeds.append(things / (time.perf_counter() - begun))
    return Rate(statistics.median(speeds), min(speeds), max(speeds))


def percentile(sorted_values: Sequence[float], percent: float) -> float:
    """The smallest value that this percentage of all values does not exceed."""
    return sorted_values[max(0, math.ceil(len(sorted_values) * percent / 100) - 1)]


def summary(values: Sequence[float], unit: str = "ms") -> str:
    """Median, 90th and 99th percentile and maximum, for a reader."""
    ordered = sorted(values)
    shown = [("median", 50), ("p90", 90), ("p99", 99), ("max", 100)]
    return "   ".join(f"{name} {percentile(ordered, percent):.2f} {unit}" for name, percent in shown)


def spread(values: Sequence[float], unit: str = "ms") -> str:
    """Median with the least and the greatest value, for a reader."""
    return f"{statistics.median(values):.1f} {unit}   ({min(values):.1f} – {max(values):.1f})"


class Server(NamedTuple):
    """A running server: its address and its process."""

    address: str
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time that it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Its resident memory in MiB."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def machine_cpu_seconds() -> float:
    """The processor time that everything on this machine has used so far."""
    user, nice, system, _, _, irq, softirq, *_ = (int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(*options: str) -> Iterator[Server]:
    """The real server, on a free port of the loopback address, until the block ends; what it keeps goes too, unless it is told where."""
    with tempfile.TemporaryDirectory() as folder:
        where = () if "--database" in options else ("--database", f"{folder}/games.db")
        yield from _serving([COMMAND, "--no-browser", "--port", "0", *options, *where])


def _serving(command: Sequence[str]) -> Iterator[Server]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            match = re.search(r"http://\S+/", line)
            assert match is not None, f"the server said {line!r}"
            yield Server(match[0], process.pid)
        finally:
            process.terminate()
            process.wait()
