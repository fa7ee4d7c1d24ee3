"""One browser's connection: reads its messages in order, answers each, and passes on what others do at the same table."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from freecell.analysis import read_wish
from freecell.analysis.tasks import FindDeal
from freecell.commands import Answer, LoadGame, NewGame, SetSettings
from freecell.errors import FreeCellError, Refusal
from freecell.messages import spoken
from freecell.rules import find_profile
from freecell.server import wire
from freecell.server.advisor import Advisor
from freecell.server.cookies import Who, cookie
from freecell.server.reviewing import Reviewing
from freecell.server.table import Table
from freecell.server.tables import Tables
from freecell.store import MOST_STEPS

log = logging.getLogger(__name__)

_MOST_WAITING: Final = 64
"""Messages that may wait for a browser that reads slowly, before it is let go; it reconnects and sees how things stand."""


class Connection:
    """Plays at one table at a time: the last one that it opened."""

    def __init__(self, websocket: WebSocket, tables: Tables, advisor: Advisor, who: Who, client: str = "") -> None:
        self.runs = True
        self._who = who
        self._websocket = websocket
        self._tables = tables
        self._advisor = advisor
        self._client = client
        self._words = spoken()
        self._aside: dict[str, tuple[str, asyncio.Task[None]]] = {}  # searched for this connection alone: a deal, a review; by whose wish
        self._table: Table | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._too_slow = asyncio.Event()

    async def run(self) -> None:
        """Serve the connection until the browser leaves, or is let go because it does not read."""
        tasks = [asyncio.create_task(work) for work in (self._read(), self._write(), self._too_slow.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            for _, search in self._aside.values():
                search.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            for task in tasks:
                failure = None if task.cancelled() else task.exception()
                if failure is not None and not isinstance(failure, WebSocketDisconnect):
                    log.error("a connection failed", exc_info=failure)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message when the browser is ready for it, in the language that it speaks."""
        if spoken() is not self._words:  # somebody else has caused it
            message = wire.reworded(message, self._words)
        try:
            # Symbols and what a client made up are escaped: half a surrogate pair can be sent no other way.
            self._waiting.put_nowait(json.dumps(message, separators=(",", ":")))
        except asyncio.QueueFull:
            self._too_slow.set()

    def lose(self) -> None:
        """Watch nothing any more: the game is gone."""
        self._end("review")
        self._table = None

    async def answer(self, text: str) -> None:
        """Do what a message says, and tell the browser, and whoever else watches the game, what came of it."""
        id_ = None
        try:
            message = wire.read(text)
            id_ = message.id
            if isinstance(message, wire.New):
                self._new(message)
            elif isinstance(message, wire.Open):
                await self._open(message)
            elif isinstance(message, wire.ClockMessage):
                self._let_run(message)
            elif isinstance(message, wire.ReviewMessage):
                self._review(message)
            else:
                await self._act(message)
        except FreeCellError as error:
            self.tell(wire.failed(id_ or _id_of(text), Refusal(error.code, error.values)))
        except Exception:  # a fault of the program: it ends neither the connection nor the game
            log.exception("a message could not be answered")
            self.tell(wire.failed(id_, Refusal("internal")))

    async def _read(self) -> None:
        secret = self._who.secret
        headers = [] if secret is None else [(b"set-cookie", cookie(self._websocket, secret).encode())]
        await self._websocket.accept(headers=headers)
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.tell(wire.failed(None, Refusal("bad-message", {"problem": "expected text, not bytes"})))
            else:
                await self.answer(text)
            await asyncio.sleep(0)  # whoever sends without pause lets the others have their turn

    async def _write(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._websocket.send_text(message)
            except (WebSocketDisconnect, RuntimeError):  # gone while something was being sent
                return

    def _new(self, message: wire.New) -> None:
        start, settings = message.start(), _settings(message.settings)
        self._end("deal")
        wish = read_wish("winnable" if message.wish is None else message.wish)
        if isinstance(start, LoadGame) or start.deal != "random" or not wish.winnable:
            self._sit_down(message.id, self._tables.create(self._who.player, start, settings, kept=message.kept))
            return
        rules = find_profile(start.profile).rules.change(start.rules)

        async def find() -> None:
            number = await self._advisor.searches.ask(FindDeal(rules, wish), self._client)
            if number is None:
                raise FreeCellError("no-such-deal", wish=str(wish))
            found = NewGame(str(number), start.profile, start.rules)
            self._sit_down(message.id, self._tables.create(self._who.player, found, settings, kept=message.kept))

        self._begin("deal", message.id, find())

    def _review(self, message: wire.ReviewMessage) -> None:
        table = self._table
        if table is None:
            raise FreeCellError("no-game")
        session = table.session
        if message.version != session.version:
            self.tell(wire.answered(message.id, Answer((), Refusal("stale"), table.snapshot())))
            return
        reviewing = Reviewing(session.game.copy(), self._advisor.pars)
        self.tell(wire.review(message.id, reviewing.first()))

        async def run() -> None:
            last = await reviewing.run(self._advisor.searches, self._client, lambda news: self.tell(wire.review(message.id, news)))
            self.tell(wire.review(message.id, last))

        self._begin("review", message.id, run())

    def _begin(self, name: str, id_: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something aside, in place of what was done under that name before; what goes wrong is the answer."""

        async def run() -> None:
            try:
                await work
            except FreeCellError as error:
                self.tell(wire.failed(id_, Refusal(error.code, error.values)))
            except Exception:
                log.exception("a search for a connection failed")
                self.tell(wire.failed(id_, Refusal("internal")))

        self._end(name)
        self._aside[name] = id_, asyncio.create_task(run())

    def _end(self, name: str) -> None:
        """End what is done aside under a name; who waits for a deal is told so."""
        id_, search = self._aside.pop(name, ("", None))
        if search is not None and search.cancel() and name == "deal":
            self.tell(wire.failed(id_, Refusal("stopped")))

    async def _open(self, message: wire.Open) -> None:
        self._end("deal")
        player, settings = self._who.player, _settings(message.settings)
        if message.game is None:
            self._sit_down(message.id, await self._tables.open_last(player, settings))
        else:
            self._sit_down(message.id, await self._tables.open(player, message.game, settings))

    def _let_run(self, message: wire.ClockMessage) -> None:
        if self._table is None:
            raise FreeCellError("no-game")
        self._table.let_run(self, message.running)
        self.tell(wire.clock(message.id, self._table.shown_clock()))

    def _sit_down(self, id_: str, table: Table) -> None:
        self._leave()
        self._table = table
        self.runs = True
        table.sit(self, self._client)
        self.tell(wire.opened(id_, table.snapshot()))

    def _leave(self) -> None:
        self._end("review")
        if self._table is not None:
            self._table.leave(self)
            self._tables.touch(self._table)
            self._table = None

    async def _act(self, message: wire.Act) -> None:
        if isinstance(message, wire.PlainMessage) and message.do == "stop":
            self._end("deal")
            self._end("review")
        table = self._table
        if table is None:
            raise FreeCellError("no-game")
        self._tables.touch(table)
        if len(table.session.game.actions) >= wire.MOST_ACTIONS and message.adds():
            raise FreeCellError("game-too-long", actions=wire.MOST_ACTIONS)
        if table.keeping.is_full:
            raise FreeCellError("game-too-long", actions=MOST_STEPS)
        await table.act(message.command(), message.id, message.version, self, self._client)


def _settings(settings: wire.Settings) -> SetSettings | None:
    return SetSettings(settings.tap, settings.foundations, settings.truth) if settings.model_fields_set else None


def _id_of(text: str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender knows which one is meant."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= wire.LONGEST_ID else None
