"""A table: one game that is played, by one player, in one or several tabs, with every action on disk before it is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Protocol

from starlette.concurrency import run_in_threadpool

from freecell.commands import Answer, Command, Event, Question, SetSettings, TellTruth, Told
from freecell.errors import FreeCellError, Refusal
from freecell.game import Status
from freecell.server import wire
from freecell.session import Session
from freecell.store import Clock, Keeping, Outcome, Player, Record, Step, Store, Writing, now

log = logging.getLogger(__name__)

_PATIENCE: Final = 1.0
"""Seconds that an answer waits for the disk, before it says that the action is not saved; while one is not, the next ones do not wait."""
_LEAVES: Final = 100
"""Milliseconds that the clock must have run on since the last action, for leaving to be worth noting."""


class Watcher(Protocol):
    """Something that is told what happens at a table."""

    runs: bool
    """Whether it lets the game's clock run: its page can be seen."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message, without waiting for it."""

    def lose(self) -> None:
        """Hear no more of the table: it is closed."""


class Table:
    """A session, what is kept of it, its clock, those who watch it, and the searches for it.

    One thing is done at a time: the next begins when the one before is on disk and answered, or cannot be written now. What is done is
    done to its end, whether or not the connection that asked for it is still there. A game that is not `kept` lives as long as the table.
    """

    def __init__(self, store: Store, owner: Player, session: Session, record: Record | None = None, *, kept: bool = True) -> None:
        self.owner = owner
        self.session = session
        self.keeping = Keeping(session, record, begun=now())
        self.clock = Clock(self.keeping.record.time)
        self.watchers: list[Watcher] = []
        self.searches: dict[str, tuple[Question, asyncio.Task[None]]] = {}
        """What is being searched for its session, by what the question is about."""
        self.client = ""
        """The name of the client that acted last; searches take their turns by it."""
        self.follow: Callable[[Table], object] = lambda _: None
        """Called when the session may have come to ask for something else."""
        self.used = 0.0
        self.closed = False
        self._store = store
        self._kept = kept
        self._lock = asyncio.Lock()
        self._waiting = 0  # writings that were answered as not saved
        self._is_behind = False  # the game was played elsewhere, and could not be loaded since
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def record(self) -> Record:
        """The game as it is kept."""
        return self.keeping.record

    @property
    def game(self) -> str:
        """The game's name."""
        return self.record.uid

    @property
    def saved(self) -> bool:
        """Whether everything that was done is on disk."""
        return not (self._waiting or self.keeping.pending or self._is_behind)

    def snapshot(self) -> dict[str, Any]:
        """Return how the game stands, and how it is kept."""
        return self._shown(self.session.snapshot())

    def shown_clock(self) -> dict[str, Any]:
        """Return what the clock shows."""
        return {"time": self.clock.time, "running": self.clock.running}

    # Who watches

    def sit(self, watcher: Watcher, client: str) -> None:
        """Let somebody watch, and play."""
        self.watchers.append(watcher)
        self.client = client
        self._let_run()
        self.follow(self)

    def leave(self, watcher: Watcher) -> None:
        """Let somebody go; when nobody is left, the clock stands still, and what it shows is kept."""
        self.watchers.remove(watcher)
        self._let_run()
        self.follow(self)
        if not self.watchers and self.keeping.is_kept and self.clock.time - self.record.time >= _LEAVES:
            self._begin(self._put_aside())

    def let_run(self, watcher: Watcher, runs: bool) -> None:
        """Let the clock run or stand still, as far as this watcher goes; all others are told if it does so."""
        watcher.runs = runs
        if self._let_run():
            self._tell({"type": "clock", "clock": self.shown_clock()}, but=watcher)

    def close(self, refusal: Refusal) -> None:
        """Send everybody away: there is no such game any more."""
        self.closed = True
        self._tell({"type": "closed", "game": self.game, "error": wire.shape(refusal)})
        watchers, self.watchers = self.watchers, []
        for watcher in watchers:
            watcher.lose()
        self.follow(self)

    # What is done

    async def act(self, command: Command, id_: str, version: int, by: Watcher, client: str) -> None:
        """Carry out what somebody asks for, and tell everybody what came of it once it is on disk."""
        await self._through(self._act(command, id_, version, by, client))

    async def tell(self, told: Told) -> None:
        """Tell the session what was found out, and everybody what it makes of it."""
        await self._through(self._take(told))

    async def settle(self) -> None:
        """Wait until all that was begun is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _act(self, command: Command, id_: str, version: int, by: Watcher, client: str) -> None:
        async with self._lock:
            if self.closed:
                by.tell(wire.failed(id_, Refusal("no-game")))
                return
            self.client = client
            before = self.session.version
            answer = self.session.do(command, id=id_, version=version)
            if await self._keep():
                shown = self._with_keeping(answer)
                by.tell(wire.answered(id_, shown))
                if self.session.version != before:
                    self._tell(wire.update(shown), but=by)
            elif self.closed:
                by.tell(wire.failed(id_, Refusal("game-deleted")))
            else:
                by.tell(wire.answered(id_, Answer((), Refusal("stale"), self.snapshot())))
            self.follow(self)

    async def _take(self, told: Told) -> None:
        async with self._lock:
            answer = self.session.do(told)
            if answer.refusal is None and await self._keep():
                self._tell(wire.truth(answer) if isinstance(told, TellTruth) else wire.update(self._with_keeping(answer)))
            self.follow(self)

    async def _put_aside(self) -> None:
        async with self._lock:
            if not self.watchers and not self.closed:
                self.keeping.leave(now(), self.clock.time)
                await self._write()

    # What is kept

    async def _keep(self) -> bool:
        """Have written what the session has just done; False if it was done in vain, since somebody else wrote on first."""
        if self.session.game is not self.record.game and not self.session.words and self.session.linked is None:
            self.clock = Clock()  # the same deal again, after its end: another game
        self.keeping.note(now(), self.clock.time)
        self._let_run()
        return await self._write()

    async def _write(self) -> bool:
        steps = self.keeping.pending
        if not (steps and self._kept):
            self.keeping.pending = []
            return True
        try:
            writing = self._store.append(self.owner, self.record, steps)
        except FreeCellError:  # more is waiting than memory should hold: these actions go with the next ones
            return True
        self.keeping.pending = []
        outcome = await self._outcome(writing, steps)
        return outcome is not Outcome.STALE or not await self._load_again()

    async def _outcome(self, writing: Writing[Outcome], steps: list[Step]) -> Outcome:
        answer = asyncio.wrap_future(writing.answer)
        await asyncio.wait([answer], timeout=0 if self._waiting else _PATIENCE)
        if answer.done() and answer.exception() is not None:
            log.error("an action could not be written", exc_info=answer.exception())
            self.keeping.pending = steps
            return Outcome.WAITING
        outcome = answer.result() if answer.done() else Outcome.WAITING
        if outcome is Outcome.WAITING:
            self._wait_for(writing)
        return outcome

    def _wait_for(self, writing: Writing[Outcome]) -> None:
        """Tell everybody when that is written after all."""
        self._waiting += 1
        loop = asyncio.get_running_loop()

        def done(future: Future[Outcome]) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._written, future)

        writing.done.add_done_callback(done)

    def _written(self, future: Future[Outcome]) -> None:
        self._waiting -= 1
        if self._waiting or self.closed:
            return
        if future.exception() is not None:
            log.error("an action could not be written", exc_info=future.exception())
        elif future.result() is Outcome.STALE:
            self._begin(self._find_again())
        elif self.saved:
            self._tell({"type": "saved", "game": self.game, "saved": True})

    async def _find_again(self) -> None:
        async with self._lock:
            await self._load_again()

    async def _load_again(self) -> bool:
        """Show the game as others have left it, or that it is gone; False if it cannot be read now: the next action tries again."""
        try:
            record = await run_in_threadpool(self._store.load, self.owner, self.game)
        except FreeCellError as error:
            log.warning("a game that was played elsewhere could not be loaded: %s", error)
            self._is_behind = True
            return False
        self._is_behind = False
        if record is None:
            self.close(Refusal("game-deleted"))
            return True
        settings = SetSettings(self.session.tap, self.session.foundations, self.session.truth)
        self.session = resumed(record, settings)
        self.keeping = Keeping(self.session, record)
        self.clock = Clock(record.time)
        self._let_run()
        self._tell(wire.update(Answer((Event("elsewhere"),), None, self.snapshot())))
        self.follow(self)
        return True

    # How it is told

    def _let_run(self) -> bool:
        playing = self.keeping.is_kept and self.session.game.status is Status.PLAYING
        return self.clock.run(playing and any(watcher.runs for watcher in self.watchers))

    def _shown(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        kept = {"game": self.game, "parent": self.record.parent, "saved": self.saved, "clock": self.shown_clock()}
        return {**snapshot, **kept}

    def _with_keeping(self, answer: Answer) -> Answer:
        return replace(answer, snapshot=self._shown(answer.snapshot))

    def _tell(self, message: Mapping[str, Any], but: Watcher | None = None) -> None:
        for watcher in list(self.watchers):
            if watcher is not but:
                watcher.tell(message)

    async def _through(self, work: Coroutine[Any, Any, None]) -> None:
        await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def resumed(record: Record, settings: SetSettings | None) -> Session:
    """Return a session that goes on with a kept game. Its version is one that no session of this game had before."""
    return Session(record.game, settings, version=now())
