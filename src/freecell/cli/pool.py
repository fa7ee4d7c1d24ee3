"""Work on all cores: in threads where the core in C solves, which lets go of the interpreter, else in processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from threading import Event as Flag
from typing import TypeVar

from freecell.solver.driver import twin
from freecell.solver.workers import begin_worker

_What = TypeVar("_What")
_Found = TypeVar("_Found")
Work = Callable[[_What, Callable[[], bool]], _Found]
"""Something to be done, which ends early once what it is given returns True; a function of a module, so that it can be sent."""


class Pool:
    """Workers, as many as asked for or as there are cores. As a context it waits for nothing: what is under way is cancelled."""

    def __init__(self, jobs: int | None) -> None:
        jobs = jobs or os.cpu_count() or 1
        self._stop: Flag | Event
        self._executor: Executor
        if twin() == "c":
            self._stop = Flag()
            self._executor = ThreadPoolExecutor(jobs)
        else:
            context = get_context()
            self._stop = context.Event()
            self._executor = ProcessPoolExecutor(jobs, context, _begin_worker, (self._stop,))
        self._processes = isinstance(self._executor, ProcessPoolExecutor)
        self.jobs = jobs

    def submit(self, work: Work[_What, _Found], what: _What) -> Future[_Found]:
        """Have something done as soon as a worker is free."""
        if self._processes:
            return self._executor.submit(_in_process, work, what)
        return self._executor.submit(work, what, self._stop.is_set)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._executor.shutdown(cancel_futures=True)


_stops: list[Event] = []
"""In a worker: whether nobody asks any more."""


def _begin_worker(stop: Event) -> None:
    begin_worker()
    _stops.append(stop)


def _in_process(work: Work[_What, _Found], what: _What) -> _Found:
    (stop,) = _stops
    return work(what, stop.is_set)
