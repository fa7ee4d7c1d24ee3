"""The one writer of a process: it puts what many games do into one transaction, and answers when that is on disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from freecell.errors import FreeCellError
from freecell.store.engine import is_away, is_passing, problem

log = logging.getLogger(__name__)

_T = TypeVar("_T")
_MOST_TOGETHER: Final = 500
MOST_WAITING: Final = 100_000
"""Writings that are kept in memory while the database is away."""
RETRY_SECONDS: Final = 0.5


class Outcome(StrEnum):
    """What became of a writing."""

    SAVED = "saved"
    """It is on disk."""
    WAITING = "waiting"
    """Not saved: the database is locked, full or gone. It is kept in memory, and written as soon as that can be, in its order."""
    STALE = "stale"
    """Refused: somebody else has written on, or the game is no longer kept."""


class Writing(Generic[_T]):
    """Something to be written. `work` may run more than once, each time in a transaction in which nothing of it has been done."""

    def __init__(self, work: Callable[[Connection], _T], *, keep: bool) -> None:
        self.work = work
        self.keep = keep
        self.answer: Future[Outcome] = Future()
        """What is known at once: saved, or not yet."""
        self.done: Future[_T] = Future()
        """What came of it in the end: not before it is on disk."""
        for future in (self.answer, self.done):
            future.set_running_or_notify_cancel()  # whoever stops waiting for it does not stop it

    def finish(self, result: _T) -> None:
        """It is on disk."""
        if not self.answer.done():
            self.answer.set_result(result if isinstance(result, Outcome) else Outcome.SAVED)
        self.done.set_result(result)

    def fail(self, error: Exception) -> None:
        """It will never be."""
        if not self.answer.done():
            self.answer.set_exception(error)
        self.done.set_exception(error)


class Writer:
    """A thread that writes for all others. While it commits, what comes in gathers, and is the next transaction."""

    def __init__(self, engine: Engine, retry_seconds: float = RETRY_SECONDS) -> None:
        self._engine = engine
        self._retry_seconds = retry_seconds
        self._ready = threading.Condition()
        self._new: list[Writing[Any]] = []
        self._waiting: list[Writing[Any]] = []
        self._problem: str | None = None  # why the database is away
        self._next_try = 0.0
        self._ends: float | None = None
        self._thread: threading.Thread | None = None

    def submit(self, work: Callable[[Connection], _T], *, keep: bool = False) -> Writing[_T]:
        """Have something written, and return at once.

        With `keep` it waits in memory for a database that is away; without, it fails then. Raises `FreeCellError` if more is waiting
        already than memory should hold.
        """
        new = Writing(work, keep=keep)
        with self._ready:
            if self._ends is not None:
                raise FreeCellError("not-saved", problem="it is closed")
            if len(self._waiting) + len(self._new) >= MOST_WAITING:
                raise FreeCellError("not-saved", problem=self._problem or "it is too slow")
            self._new.append(new)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="freecell-writer", daemon=True)
                self._thread.start()
            self._ready.notify()
        return new

    def run(self, work: Callable[[Connection], _T]) -> _T:
        """Have something written, and return what came of it. Raises `FreeCellError` if the database is away."""
        return self.submit(work).done.result()

    @property
    def waiting(self) -> int:
        """How many writings are not on disk yet."""
        return len(self._waiting) + len(self._new)

    def close(self, seconds: float = 5.0) -> int:
        """Write what is there to be written, for at most so long; return how many writings are lost because they could not be."""
        with self._ready:
            self._ends = time.monotonic() + seconds
            self._next_try = 0.0
            self._ready.notify()
        if self._thread is not None:
            self._thread.join()
        lost, self._waiting = self._waiting, []
        for each in lost:
            each.fail(FreeCellError("not-saved", problem=self._problem or "it is closed"))
        if lost:
            log.error("%d actions could not be saved: %s", len(lost), self._problem)
        return len(lost)

    def _run(self) -> None:
        while self._wait():
            with self._ready:
                self._waiting += self._new
                self._new = []
            if time.monotonic() >= self._next_try:
                self._try()
            else:
                self._put_off()

    def _wait(self) -> bool:
        """Sleep until there is something to do; False once there is nothing more to do for good."""
        with self._ready:
            while not self._new:
                now = time.monotonic()
                if self._ends is not None and (not self._waiting or now >= self._ends):
                    return False
                if not self._waiting:
                    self._ready.wait()
                elif now < self._next_try:
                    self._ready.wait(min(self._next_try, self._ends or self._next_try) - now)
                else:
                    return True
        return True

    def _try(self) -> None:
        """Write what waits, in its order, until all is written or the database is away."""
        while self._waiting:
            together = self._waiting[:_MOST_TOGETHER]
            try:
                self._write(together)
            except DBAPIError as error:
                self._put_off(problem(error))
                return
            finally:
                self._waiting = [each for each in self._waiting if not each.done.done()]
        if self._problem is not None:
            log.warning("the database is back; all that waited is saved")
            self._problem = None

    def _write(self, together: list[Writing[Any]]) -> None:
        """Write some in one transaction; raises `DBAPIError` if the database is away."""
        try:
            results = self._commit(together)
        except Exception as error:
            if isinstance(error, DBAPIError) and is_away(error):
                raise
            if len(together) == 1:
                together[0].fail(error)
                return
            for each in together:  # one of them cannot be written at all: it must not take the others with it
                self._write([each])
            return
        for each, result in zip(together, results, strict=True):
            each.finish(result)

    def _commit(self, together: list[Writing[Any]]) -> list[Any]:
        for last_try in (False, True):
            try:
                with self._engine.begin() as connection:
                    return [each.work(connection) for each in together]
            except DBAPIError as error:
                if last_try or not is_passing(error):
                    raise
        raise AssertionError  # the loop returns or raises

    def _put_off(self, why: str | None = None) -> None:
        """Tell those who wait that nothing is saved yet; what nobody wants kept is given up."""
        if why is not None:
            if self._problem is None:
                log.warning("the database cannot be written, what is played waits in memory: %s", why)
            self._problem = why
            self._next_try = time.monotonic() + self._retry_seconds
        for each in self._waiting:
            if not each.keep:
                each.fail(FreeCellError("not-saved", problem=self._problem))
            elif not each.answer.done():
                each.answer.set_result(Outcome.WAITING)
        self._waiting = [each for each in self._waiting if each.keep]
