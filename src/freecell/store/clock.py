"""A game's clock: it counts while the game is played, and goes on from where it stood."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Counts milliseconds while it runs. `seconds` is the clock that it goes by.

    >>> clock = Clock(5000, seconds=iter([1.0, 3.5]).__next__)
    >>> clock.run(True), clock.run(False), clock.time
    (True, True, 7500)
    """

    def __init__(self, time_: int = 0, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._counted = float(time_)
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    @property
    def time(self) -> int:
        """What it shows, in milliseconds."""
        return int(self._counted + (0 if self._since is None else 1000 * (self._seconds() - self._since)))

    def run(self, runs: bool) -> bool:
        """Let it run, or stop it; return whether that was a change."""
        if runs is self.running:
            return False
        if runs:
            self._since = self._seconds()
        else:
            self._counted, self._since = self.time, None
        return True
