"""The command line, run as a player runs it, or (faster) inside the test's own process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from freecell.cli import main

FREECELL = Path(sys.executable).parent / "freecell"


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    output: str
    errors: str


def run(*arguments: str) -> Ended:
    """Run in this process; an exception that would be a traceback is raised here."""
    result = CliRunner().invoke(main, arguments, prog_name="freecell")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ended(result.exit_code, result.stdout, result.stderr)


def shell(*arguments: str | bytes, stdin: bytes | None = None) -> Ended:
    """Run in a process of its own."""
    given = b"" if stdin is None else stdin
    ended = subprocess.run([FREECELL, *arguments], input=given, capture_output=True, timeout=30)
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def complaint(ended: Ended) -> str:
    """What a command said of bad input: one line, and nothing else but how the command is used."""
    assert ended.code == 2
    assert ended.output == ""
    assert "Traceback" not in ended.errors
    *usage, last = ended.errors.splitlines()
    assert last.startswith("Error: ")
    assert not any(line.startswith("Error") for line in usage)
    return last.removeprefix("Error: ")
