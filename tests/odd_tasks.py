"""Tasks for the server's searches that show how they are run; in a module of their own, which other processes can import."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Told:
    """Says with what it was called, and whether that is an answer."""

    budgets: tuple[float, ...] = (0.1,)
    enough: float = 0.1

    def run(self, seconds: float, memory: int, cancel: Callable[[], bool]) -> tuple[float, int, int, int]:  # noqa: ARG002
        return seconds, memory, os.getpid(), threading.get_ident()

    def is_answer(self, result: tuple[float, int, int, int]) -> bool:
        return result[0] >= self.enough


@dataclass(frozen=True)
class Endless:
    """Goes on until it is cancelled, and leaves a file behind it."""

    began: Path
    ended: Path
    budgets: tuple[float, ...] = (0.1,)

    def run(self, seconds: float, memory: int, cancel: Callable[[], bool]) -> None:  # noqa: ARG002
        self.began.touch()
        while not cancel():
            time.sleep(0.001)
        self.ended.touch()

    def is_answer(self, result: None) -> bool:  # noqa: ARG002
        return True


@dataclass(frozen=True)
class Faulty:
    """Fails, or ends its process."""

    ends: bool = False
    budgets: tuple[float, ...] = (0.1,)

    def run(self, seconds: float, memory: int, cancel: Callable[[], bool]) -> None:  # noqa: ARG002
        if self.ends:
            os._exit(1)
        raise ZeroDivisionError

    def is_answer(self, result: None) -> bool:  # noqa: ARG002
        return True
