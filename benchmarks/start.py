"""How long a command takes from its start to its end, beside a Python that does nothing.

Every run is a whole new process, which finds its modules compiled, as it does wherever Python may write them down. The commands take turns,
so that a busy moment of the machine falls on all of them alike. What counts is the difference to the bare Python, and that the help answers
within a fifth of a second.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from common import COMMAND, spread

COMMANDS: dict[str, tuple[list[str], str]] = {
    "python -c pass": ([sys.executable, "-c", "pass"], ""),
    "freecell --version": ([COMMAND, "--version"], "freecell "),
    "freecell --help": ([COMMAND, "--help"], "verify"),
    "freecell deal 1": ([COMMAND, "deal", "1"], "JD KD 2S 4C 3S 6D 6S\n"),
    "freecell profiles": ([COMMAND, "profiles"], "lose_without_moves"),
}
"""The commands, each with what its output must hold."""


def main() -> None:
    """Run all commands in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=21, help="runs of each command, beside one to warm up (default: 21)")
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for run in range(runs + 1):
            for name, (command, expected) in COMMANDS.items():
                begun = time.perf_counter()
                done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
                taken = time.perf_counter() - begun
                assert expected in done.stdout, f"{name} printed {done.stdout!r}"
                if run:
                    times[name].append(1000 * taken)
    for name, taken_ms in times.items():
        print(f"{name:<20} {spread(taken_ms)}")


if __name__ == "__main__":
    main()
