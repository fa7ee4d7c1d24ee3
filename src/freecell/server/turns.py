"""Places for a few searches at once, given in turn to all who wait for one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from freecell.errors import FreeCellError
from freecell.server.limits import TooMuch

_QUICK_IN_A_ROW = 8
"""Quick searches that may begin before a long one that waits, so that none waits for ever."""


class Turns:
    """A few places, and the queue for them, bounded in all and for each client.

    Clients take turns, whoever has how many searches waiting; those of one client keep their order. Quick searches come before long ones,
    and one place is kept for them: so they wait for each other alone.
    """

    def __init__(self, places: int, most: int = 1000, most_each: int = 250) -> None:
        self.places = max(2, places)
        self.most, self.most_each = most, most_each
        self._free = list(range(self.places))
        self._long: set[int] = set()
        self._lines: dict[bool, OrderedDict[str, deque[asyncio.Future[int]]]] = {False: OrderedDict(), True: OrderedDict()}
        self._quick_in_a_row = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(line) for lines in self._lines.values() for line in lines.values())

    async def take(self, client: str, *, long: bool = False) -> int:
        """Wait for a place, and return its number. Raises `FreeCellError` if too many wait already, in all or of this client."""
        if self.waiting >= self.most:
            raise FreeCellError("too-busy", seconds=5)
        if sum(len(lines.get(client, ())) for lines in self._lines.values()) >= self.most_each:
            raise TooMuch("too-many-requests", seconds=5)
        place: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._lines[long].setdefault(client, deque()).append(place)
        self._serve()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given at the very moment
                self.give(place.result())
            else:
                self._leave(long, client, place)
            raise

    def give(self, place: int) -> None:
        """Give a place back."""
        self._long.discard(place)
        self._free.append(place)
        self._serve()

    def _serve(self) -> None:
        while self._free:
            may_be_long = self._lines[True] and len(self._long) < self.places - 1
            if not self._lines[False] and not may_be_long:
                return
            long = bool(may_be_long and (not self._lines[False] or self._quick_in_a_row >= _QUICK_IN_A_ROW))
            self._quick_in_a_row = 0 if long else self._quick_in_a_row + 1
            place = self._free.pop()
            if long:
                self._long.add(place)
            self._next(long).set_result(place)

    def _next(self, long: bool) -> asyncio.Future[int]:
        """Whoever is next in a line; the client goes to its end."""
        lines = self._lines[long]
        client, line = lines.popitem(last=False)
        found = line.popleft()
        if line:
            lines[client] = line
        return found

    def _leave(self, long: bool, client: str, place: asyncio.Future[int]) -> None:
        line = self._lines[long].get(client)
        if line is not None and place in line:
            line.remove(place)
            if not line:
                del self._lines[long][client]
