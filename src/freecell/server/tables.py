"""The games that the server holds, each open to whoever has its secret; those that nobody plays leave again."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from freecell.commands import LoadGame, NewGame, Question, SetSettings
from freecell.errors import FreeCellError
from freecell.session import Session


class Watcher(Protocol):
    """Something that is told what happens at a table."""

    def tell(self, message: dict[str, object]) -> None:
        """Send a message, without waiting for it."""


@dataclass(eq=False, slots=True)
class Table:
    """A session with its name, its secret, those who watch it, and the searches for it."""

    game: str
    secret: str
    session: Session
    used: float
    watchers: list[Watcher] = field(default_factory=list)
    searches: dict[str, tuple[Question, asyncio.Task[None]]] = field(default_factory=dict)
    """What is being searched for its session, by what the question is about."""


class Tables:
    """All tables of a server, bounded in number and in the time that they are left alone.

    A table that is watched stays. Of the others, those unused for `idle_seconds` leave, and when there are `most` the one that was used
    longest ago makes room for a new one.
    """

    def __init__(self, most: int = 5000, idle_seconds: float = 24 * 3600, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self._clock = clock
        self._tables: OrderedDict[str, Table] = OrderedDict()  # the longest unused first

    def __len__(self) -> int:
        return len(self._tables)

    def create(self, start: NewGame | LoadGame, settings: SetSettings | None = None) -> Table:
        """Set up a table for a new game. Raises `FreeCellError` for a game that cannot be had, or if every place is taken."""
        session = Session(start, settings)
        self.sweep()
        if len(self._tables) >= self.most:
            self._make_room()
        table = Table(secrets.token_urlsafe(9), secrets.token_urlsafe(24), session, self._clock())
        self._tables[table.game] = table
        return table

    def find(self, game: str, secret: str) -> Table | None:
        """Return the table of that name if the secret is its own, and None otherwise: nobody learns which of the two was wrong."""
        table = self._tables.get(game)
        if table is None or not hmac.compare_digest(table.secret.encode(), secret.encode()):
            return None
        self.touch(table)
        return table

    def touch(self, table: Table) -> None:
        """Note that a table is in use."""
        table.used = self._clock()
        if table.game in self._tables:
            self._tables.move_to_end(table.game)

    def sweep(self) -> None:
        """Let go of the tables that nobody has used for a long time."""
        oldest = self._clock() - self.idle_seconds
        for table in list(self._tables.values()):
            if table.used >= oldest:
                break
            if not table.watchers:
                del self._tables[table.game]
            else:
                self.touch(table)

    def _make_room(self) -> None:
        unwatched = next((table for table in self._tables.values() if not table.watchers), None)
        if unwatched is None:
            raise FreeCellError("busy")
        del self._tables[unwatched.game]
