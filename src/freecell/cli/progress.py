"""How far a command has come: a line on the terminal that is drawn over itself, and gone in the end."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

_EVERY: Final = 0.1
_WIDTH: Final = 20


class ProgressLine:
    """One line on standard error, where that is a terminal; nothing elsewhere. What takes a moment only never shows it."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._shared = self._on_terminal and sys.stdout.isatty()
        self._due = time.monotonic() + 2 * _EVERY
        self._drawn = 0

    def show(self, say: Callable[[], str]) -> None:
        """Show what `say` says, unless it was asked a moment ago."""
        if not self._on_terminal or time.monotonic() < self._due:
            return
        from shutil import get_terminal_size

        text = say()[: get_terminal_size().columns - 1]
        before, self._drawn = self._drawn, max(self._drawn, len(text))  # noted first, since Ctrl-C may come while it is drawn
        click.echo("\r" + text.ljust(before), nl=False, err=True)
        self._drawn = len(text)
        self._due = time.monotonic() + _EVERY

    def give_way(self) -> None:
        """Clear the line if output is about to be written to the same terminal; it is drawn again after it."""
        if self._shared:
            self.clear()

    def clear(self) -> None:
        """Leave the line blank."""
        if self._drawn:
            click.echo("\r" + " " * self._drawn + "\r", nl=False, err=True)
            self._drawn, self._due = 0, 0


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Have Ctrl-C remembered, and nothing else: the search that asks for it ends, and tells how far it came."""
    asked: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda *_: asked.append(True))
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def bar(done: int, of: int) -> str:
    """Draw how much of the whole is done.

    >>> bar(1, 3)
    '[######--------------]'
    """
    filled = _WIDTH * done // of
    return f"[{'#' * filled}{'-' * (_WIDTH - filled)}]"
