"""The command line, run as a player runs it, or (faster) inside the test's own process."""

from __future__ import annotations

import os
import pty
import signal
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


class Running:
    """The command in a session of its own with a terminal for its errors, where Ctrl-C reaches all its processes."""

    def __init__(self, *arguments: str, on_one_terminal: bool = False) -> None:
        self.terminal, theirs = pty.openpty()
        output = theirs if on_one_terminal else subprocess.PIPE
        self.process = subprocess.Popen(
            [FREECELL, *arguments], stdout=output, stderr=theirs, stdin=subprocess.DEVNULL, start_new_session=True
        )
        os.close(theirs)
        self.shown = b""

    def wait_for(self, text: bytes) -> None:
        """Read what is shown on the terminal until the text is there."""
        while text not in self.shown:
            self.shown += os.read(self.terminal, 4096)

    def ctrl_c(self) -> tuple[int, str]:
        """Press it, and return how the command ended and what is left of its output."""
        os.killpg(self.process.pid, signal.SIGINT)
        try:
            while more := os.read(self.terminal, 4096):
                self.shown += more
        except OSError:
            pass  # the terminal's other end is closed
        output, _ = self.process.communicate(timeout=30)
        assert b"Traceback" not in self.shown
        return self.process.returncode, (output or b"").decode()

    def end(self) -> None:
        """Leave nothing behind, whatever came of the test."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        os.close(self.terminal)
