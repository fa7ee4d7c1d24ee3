"""One browser's connection: reads its messages in order, answers each, and passes on what others do at the same table."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from freecell.commands import SetSettings
from freecell.errors import FreeCellError, Refusal
from freecell.server import wire
from freecell.server.tables import Table, Tables

log = logging.getLogger(__name__)

_MOST_WAITING: Final = 64
"""Messages that may wait for a browser that reads slowly, before it is let go; it reconnects and sees how things stand."""


class Connection:
    """Plays at one table at a time: the last one that it opened."""

    def __init__(self, websocket: WebSocket, tables: Tables) -> None:
        self._websocket = websocket
        self._tables = tables
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
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            for task in tasks:
                failure = None if task.cancelled() else task.exception()
                if failure is not None and not isinstance(failure, WebSocketDisconnect):
                    log.error("a connection failed", exc_info=failure)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message when the browser is ready for it."""
        try:
            # Symbols and what a client made up are escaped: half a surrogate pair can be sent no other way.
            self._waiting.put_nowait(json.dumps(message, separators=(",", ":")))
        except asyncio.QueueFull:
            self._too_slow.set()

    def answer(self, text: str) -> None:
        """Do what a message says, and tell the browser, and whoever else watches the game, what came of it."""
        id_ = None
        try:
            message = wire.read(text)
            id_ = message.id
            if isinstance(message, wire.New):
                self._sit_down(id_, self._tables.create(message.start(), _settings(message.settings)))
            elif isinstance(message, wire.Open):
                self._open(message)
            else:
                self._act(message)
        except FreeCellError as error:
            self.tell(wire.failed(id_ or _id_of(text), Refusal(error.code, error.values)))
        except Exception:  # a fault of the program: it ends neither the connection nor the game
            log.exception("a message could not be answered")
            self.tell(wire.failed(id_, Refusal("internal")))

    async def _read(self) -> None:
        await self._websocket.accept()
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.tell(wire.failed(None, Refusal("bad-message", {"problem": "expected text, not bytes"})))
            else:
                self.answer(text)
            await asyncio.sleep(0)  # whoever sends without pause lets the others have their turn

    async def _write(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._websocket.send_text(message)
            except (WebSocketDisconnect, RuntimeError):  # gone while something was being sent
                return

    def _open(self, message: wire.Open) -> None:
        table = self._tables.find(message.game, message.secret)
        if table is None:
            raise FreeCellError("no-such-game")
        self._sit_down(message.id, table)

    def _sit_down(self, id_: str, table: Table) -> None:
        self._leave()
        self._table = table
        table.watchers.append(self)
        self.tell(wire.opened(id_, table.game, table.secret, table.session.snapshot()))

    def _leave(self) -> None:
        if self._table is not None:
            self._table.watchers.remove(self)
            self._tables.touch(self._table)
            self._table = None

    def _act(self, message: wire.Act) -> None:
        table = self._table
        if table is None:
            raise FreeCellError("no-game")
        self._tables.touch(table)
        if len(table.session.game.actions) >= wire.MOST_ACTIONS and message.adds:
            raise FreeCellError("game-too-long", actions=wire.MOST_ACTIONS)
        before = table.session.version
        answer = table.session.do(message.command(), id=message.id, version=message.version)
        self.tell(wire.answered(message.id, answer))
        if table.session.version != before:
            for watcher in table.watchers:
                if watcher is not self:
                    watcher.tell(wire.update(answer))


def _settings(settings: wire.Settings) -> SetSettings | None:
    return SetSettings(settings.tap, settings.foundations) if settings.model_fields_set else None


def _id_of(text: str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender knows which one is meant."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= wire.LONGEST_ID else None
