"""How much one client may ask for: connections, requests at once, and seconds of search."""

from __future__ import annotations

import contextlib
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from freecell.errors import FreeCellError

LARGEST_BODY: Final = 64 * 1024
"""Bytes in the largest request that is read."""
_MOST_KNOWN: Final = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for."""

    connections: int = 100
    """WebSockets at once."""
    requests: int = 4
    """Searches at once over HTTP."""
    seconds: float = 60.0
    """Seconds of search over HTTP that may be used up at once."""
    regained: float = 0.5
    """Seconds of search that come back each second."""
    request_seconds: float = 10.0
    """Seconds of search that one request may take."""


@dataclass(slots=True)
class _Client:
    left: float
    seen: float
    connections: int = 0
    requests: int = 0


class TooMuch(FreeCellError):
    """A client has asked for more than its share."""


@dataclass
class Clients:
    """What each client has asked for. A client is an address; of IPv6, its network, since one household has a whole one."""

    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = time.monotonic
    _known: OrderedDict[str, _Client] = field(default_factory=OrderedDict)

    @contextlib.contextmanager
    def connection(self, name: str) -> Iterator[None]:
        """Count a connection while it lasts. Raises `TooMuch` if the client has as many as it may."""
        client = self._find(name)
        if client.connections >= self.limits.connections:
            raise TooMuch("too-many-connections", most=self.limits.connections)
        client.connections += 1
        try:
            yield
        finally:
            client.connections -= 1

    @contextlib.contextmanager
    def request(self, name: str) -> Iterator[Callable[[float], None]]:
        """Count a request while it lasts, and yield what is to be told the seconds that it takes. Raises `TooMuch`."""
        client = self._find(name)
        if client.requests >= self.limits.requests:
            raise TooMuch("too-many-requests", seconds=1)
        if client.left <= 0:
            raise TooMuch("too-many-requests", seconds=math.ceil((1 - client.left) / self.limits.regained))
        client.requests += 1
        try:
            yield lambda seconds: self._spend(client, seconds)
        finally:
            client.requests -= 1

    def _spend(self, client: _Client, seconds: float) -> None:
        client.left -= seconds

    def _find(self, name: str) -> _Client:
        now = self.clock()
        client = self._known.setdefault(name, _Client(self.limits.seconds, now))
        client.left = min(self.limits.seconds, client.left + self.limits.regained * (now - client.seen))
        client.seen = now
        self._known.move_to_end(name)
        while len(self._known) > _MOST_KNOWN and self._forget_one():
            pass
        return client

    def _forget_one(self) -> bool:
        """Forget whoever was seen longest ago and asks for nothing now."""
        idle = next((name for name, client in self._known.items() if not client.connections and not client.requests), None)
        if idle is not None:
            del self._known[idle]
        return idle is not None


def client_of(connection: HTTPConnection) -> str:
    """Return the name that a client is known by: its address, or of IPv6 the network of it."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
