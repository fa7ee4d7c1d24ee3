"""What runs in each of the server's threads or processes that search; it loads nothing of the server."""

from __future__ import annotations

from typing import Any

from freecell.analysis.tasks import FindTruth, Task
from freecell.deals import deal
from freecell.rules import Rules
from freecell.solver.workers import begin_worker

_shared: Any = None


def run(task: Task, seconds: float, memory: int, stop: Any, place: int) -> Any:
    """Carry out a task until the byte at its place says that nobody waits for it any more."""
    return task.run(seconds, memory, lambda: bool(stop[place]))


def begin(stop: Any) -> None:
    """Begin a process, with the bytes that end its searches."""
    global _shared
    _shared = stop
    begin_worker()


def warm_up() -> None:
    """Search for something, so that whatever a search needs is loaded before a player waits for one."""
    FindTruth(deal(164), Rules()).run(1.0, 2**26, lambda: False)


def run_in_process(task: Task, seconds: float, memory: int, place: int) -> Any:
    """Carry out a task in a process that was begun."""
    return run(task, seconds, memory, _shared, place)
