"""A real server in a thread, and players that talk to it over real WebSockets."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import uvicorn
from websockets.sync.client import ClientConnection, connect

from freecell.server.app import create_app
from freecell.server.limits import Limits
from freecell.server.run import configure, listen
from freecell.server.searches import Searches
from freecell.server.tables import Tables

PATIENCE = 10
"""Seconds until a test that waits in vain fails."""


@dataclass(frozen=True)
class Served:
    """A running server, with the tables that it holds."""

    port: int
    tables: Tables

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
        """A new connection."""
        return Player(self.port)


class Player:
    """One WebSocket; each message that it sends has an id of its own, unless the test gives one."""

    line: ClientConnection

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._line = connect(
            f"ws://localhost:{port}/ws", additional_headers=dict(headers or {}), proxy=None, open_timeout=PATIENCE, close_timeout=PATIENCE
        )
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
        while (heard := self._next())["type"] in ("truth", "update", "review"):
            self._unasked.append(heard)
        assert heard["id"] == id_
        return heard

    def do(self, what: str, **values: Any) -> Any:
        """Do something in the open game, as it was last seen."""
        return self.ask(do=what, **({"version": self.version} | values))


@contextmanager
def serving(
    tables: Tables | None = None,
    *,
    send_buffer: int | None = None,
    sweep_seconds: float = 60,
    searches: Searches | None = None,
    limits: Limits | None = None,
    proxies: Sequence[str] = (),
) -> Iterator[Served]:
    """Serve on a free port, as `freecell` does."""
    tables = Tables() if tables is None else tables
    listening = listen("127.0.0.1", 0)
    if send_buffer is not None:  # the sockets of its connections have the same
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    app = create_app(tables=tables, sweep_seconds=sweep_seconds, searches=searches, limits=limits or Limits(connections=2000))
    server = uvicorn.Server(configure(app, proxies))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    try:
        yield Served(listening.getsockname()[1], tables)
    finally:
        server.should_exit = True
        thread.join()


def wait_until(true: Any) -> None:
    """Wait for something that another thread brings about; fail if it does not come."""
    last = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(0.005)
