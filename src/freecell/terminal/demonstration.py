"""The program plays on from here, move by move, paused and stopped whenever the player likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from freecell.commands import Answer, Demonstrate, Event

_PAUSE: Final = 0.8
"""Seconds from one move to the next."""
_BESIDE: Final = ("searching", "not-yet", "settings")
"""Events that leave the demonstration as it is; any other without `demonstrating` means that somebody else played."""


class Timer(Protocol):
    """What ends a wait."""

    def stop(self) -> None:
        """End it."""


class Demonstration:
    """Asks for one move after the other, until it is paused, or anything else happens in the game."""

    def __init__(self, do: Callable[[Demonstrate], object], wait: Callable[[float, Callable[[], None]], Timer]) -> None:
        self.on = True
        self.running = True
        self._do, self._wait = do, wait
        self._timer: Timer | None = None
        self._step()

    def toggle(self) -> None:
        """Pause, or go on."""
        self._rest()
        self.running = not self.running
        if self.running:
            self._step()

    def step(self) -> None:
        """Pause, after one more move."""
        self._rest()
        self.running = False
        self._step()

    def end(self) -> None:
        """Play no more."""
        self._rest()
        self.on = False

    def hear(self, answer: Answer) -> None:
        """Take in what came of a command, whosever it was."""
        codes = [event.code for event in answer.events]
        if "demonstrating" in codes:
            if self.running:
                self._timer = self._wait(_PAUSE, self._step)
        elif answer.refusal is not None or _is_other(answer.events):
            self.end()

    def _step(self) -> None:
        if self.on:
            self._do(Demonstrate())

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def _is_other(events: Sequence[Event]) -> bool:
    return any(event.code not in _BESIDE for event in events)
