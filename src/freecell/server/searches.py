"""Runs searches off the event loop, a few at a time: in threads with the twin in C, in processes with the one in Python."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from ctypes import c_byte
from typing import Any, Final

from freecell.analysis.tasks import Task
from freecell.errors import FreeCellError
from freecell.server import worker
from freecell.server.turns import Turns
from freecell.solver import twin

QUICK: Final = 0.5
"""Seconds. A search that may take longer is a long one, which waits behind the quick ones."""
MEMORY: Final = 2**29
"""Bytes that all searches together may take, unless another bound is asked for."""


class Searches:
    """All searches of a server: bounded in number, in memory and in the queue for them, and fair to those who wait.

    `memory` is what all that run at once may take together; `workers` how many those are, the machine's cores (two at least) unless asked.
    """

    def __init__(self, workers: int | None = None, memory: int = MEMORY, turns: Turns | None = None) -> None:
        self._turns = turns or Turns(_cores() if workers is None else workers)
        self._memory = memory // self._turns.places
        # Unlocked and shared, so that a search in another process sees at once that nobody waits for it any more.
        self._stop = multiprocessing.get_context("spawn").RawArray(c_byte, self._turns.places)
        self._executor: Executor | None = None

    @property
    def workers(self) -> int:
        """How many searches run at once."""
        return self._turns.places

    async def ask(
        self,
        task: Task,
        client: str,
        *,
        on_unknown: Callable[[Any], object] | None = None,
        on_spent: Callable[[float], object] | None = None,
    ) -> Any:
        """Carry out a task, and return its result: the last one, if none of its budgets was enough.

        `on_unknown` is told the result of an attempt that is followed by another, `on_spent` the seconds that each took. Whoever is
        cancelled here ends the search. Raises `FreeCellError` if too much waits already.
        """
        result: Any = None
        for attempt, seconds in enumerate(task.budgets):
            if attempt and on_unknown is not None:
                on_unknown(result)
            place = await self._turns.take(client, long=seconds > QUICK)
            began = time.monotonic()
            try:
                result = await self._run(task, seconds, place)
            finally:
                if on_spent is not None:
                    on_spent(time.monotonic() - began)
            if task.is_answer(result):
                break
        return result

    def prepare(self) -> None:
        """Start what takes long to start: the processes, where there will be any, with all that they load."""
        if twin() != "c":
            self._executor = self._start()
            for _ in range(self._turns.places):
                self._executor.submit(worker.warm_up)

    def close(self) -> None:
        """End all searches."""
        for place in range(self._turns.places):
            self._stop[place] = 1
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    async def _run(self, task: Task, seconds: float, place: int) -> Any:
        loop = asyncio.get_running_loop()
        self._stop[place] = 0
        executor = self._executor = self._executor or self._start()
        try:
            future = self._submit(executor, task, seconds, place)
        except BaseException as error:
            self._turns.give(place)
            raise self._broken(executor, error) from None

        def done(_: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._turns.give, place)

        future.add_done_callback(done)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._stop[place] = 1
            raise
        except BrokenExecutor as error:
            raise self._broken(executor, error) from None

    def _broken(self, executor: Executor, error: BaseException) -> BaseException:
        """The error to raise; where a process has died, the next search starts new ones."""
        if not isinstance(error, BrokenExecutor):
            return error
        if self._executor is executor:
            self._executor = None
        return FreeCellError("internal")

    def _submit(self, executor: Executor, task: Task, seconds: float, place: int) -> Future[Any]:
        if isinstance(executor, ThreadPoolExecutor):
            return executor.submit(worker.run, task, seconds, self._memory, self._stop, place)
        return executor.submit(worker.run_in_process, task, seconds, self._memory, place)

    def _start(self) -> Executor:
        if twin() == "c":  # which lets go of the interpreter while it searches
            return ThreadPoolExecutor(self._turns.places, "search")
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._turns.places, spawn, initializer=worker.begin, initargs=(self._stop,))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
