"""A real server in a thread, and players that talk to it over real WebSockets."""

from __future__ import annotations

import http.client
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import uvicorn
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from freecell.server.app import create_app
from freecell.server.limits import Limits
from freecell.server.run import configure, listen
from freecell.server.searches import Searches
from freecell.server.table import Table
from freecell.server.tables import Tables
from freecell.store import Store, new_secret

PATIENCE = 60  # seconds: a busy machine may take its time
"""Seconds until a test that waits in vain fails."""


@dataclass(frozen=True)
class Served:
    """A running server, with what it keeps, and the tables that it holds."""

    port: int
    store: Store
    tables: Tables
    secret: str = field(default_factory=new_secret)
    """Whoever plays here, but for strangers."""

    def get(self, path: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
        """The status, headers and body of an answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, headers=dict(headers or {}))
            answer = line.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def player(self) -> Player:
        """A new connection, always of the same person."""
        return Player(self.port, self.secret)

    def stranger(self) -> Player:
        """A connection of somebody else."""
        return Player(self.port, new_secret())

    def table(self, opened: Any) -> Table:
        """The table of a game that was opened."""
        return next(table for table in list(self.tables) if table.game == opened["snapshot"]["game"])

    def call(self, path: str, method: str = "GET", body: Any = None, secret: str | None = None) -> tuple[int, Any]:
        """The status and the JSON of an answer of the HTTP API, to the same person."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
            kind = {"Content-Type": "application/json"} if sent is not None and sent is not body else {}
            line.request(method, path, sent, {"Cookie": f"freecell={secret or self.secret}", **kind})
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()


class Player:
    """One WebSocket; each message that it sends has an id of its own, unless the test gives one."""

    line: ClientConnection

    def __init__(self, port: int, secret: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        cookie = {} if secret is None else {"Cookie": f"freecell={secret}"}
        self._line = connect(
            f"ws://localhost:{port}/ws", additional_headers={**cookie, **(headers or {})}, proxy=None, open_timeout=PATIENCE,
            close_timeout=PATIENCE,
        )  # fmt: skip
        self.version = 0
        self._said = 0
        self._unasked: list[Any] = []

    def __enter__(self) -> Self:
        self.line = self._line.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._line.__exit__(kind, error, trace)

    def say(self, **message: Any) -> str:
        """Send a message, and return its id."""
        self._said += 1
        message = {"id": f"{id(self)}-{self._said}"} | message
        self.line.send(json.dumps(message))
        return str(message["id"])

    def hear(self) -> Any:
        """The next message from the server."""
        return self._unasked.pop(0) if self._unasked else self._next()

    def _next(self) -> Any:
        heard = json.loads(self.line.recv(timeout=PATIENCE))
        if "snapshot" in heard:
            self.version = heard["snapshot"]["version"]
        return heard

    def ask(self, **message: Any) -> Any:
        """Send a message, and return its answer, which carries its id; what is told unasked meanwhile is heard afterwards."""
        id_ = self.say(**message)
        while (heard := self._next())["type"] in ("truth", "update", "review", "saved", "closed") or (
            heard.get("id") is None and heard["type"] == "clock"
        ):
            self._unasked.append(heard)
        assert heard["id"] == id_
        return heard

    def do(self, what: str, **values: Any) -> Any:
        """Do something in the open game, as it was last seen."""
        return self.ask(do=what, **({"version": self.version} | values))


@contextmanager
def some_store() -> Iterator[Store]:
    """An empty store, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/games.db", patience=0.2, retry_seconds=0.05) as store:
        yield store


@contextmanager
def serving(
    database: str | None = None,
    *,
    most: int = 5000,
    local: bool = False,
    send_buffer: int | None = None,
    sweep_seconds: float = 60,
    searches: Searches | None = None,
    limits: Limits | None = None,
    proxies: Sequence[str] = (),
) -> Iterator[Served]:
    """Serve on a free port, as `freecell` does; on a database that is gone afterwards, unless one is named."""
    with tempfile.TemporaryDirectory() as folder, Store(database or f"{folder}/games.db", patience=0.2, retry_seconds=0.05) as store:
        tables = Tables(store, most)
        with _serving(
            create_app(
                store, local=local, tables=tables, sweep_seconds=sweep_seconds, searches=searches, limits=limits or Limits(connections=2000)
            ),
            send_buffer,
            proxies,
        ) as port:
            yield Served(port, store, tables)


@contextmanager
def _serving(app: ASGIApp, send_buffer: int | None, proxies: Sequence[str]) -> Iterator[int]:
    listening = listen("127.0.0.1", 0)
    if send_buffer is not None:  # the sockets of its connections have the same
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    server = uvicorn.Server(configure(app, proxies))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def wait_until(true: Any) -> None:
    """Wait for something that another thread brings about; fail if it does not come."""
    last = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(0.005)
