"""The games that the server holds: those that are being played, loaded from the store when they are opened, and let go when idle."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from starlette.concurrency import run_in_threadpool

from freecell.commands import LoadGame, NewGame, SetSettings
from freecell.errors import FreeCellError, Refusal
from freecell.server.table import Table, resumed
from freecell.session import Session
from freecell.store import Player, Result, Store, Wanted

_OPEN = Wanted(frozenset({Result.OPEN}))


class Tables:
    """All tables of a server, bounded in number and in the time that they are left alone; whatever was played is in the store.

    A table that is watched stays, and so does one with actions that are not on disk. Of the others, those unused for `idle_seconds` leave,
    and when there are `most` the one that was used longest ago makes room for a new one. `follow` is told of each table whose session may
    have come to ask for something else.
    """

    def __init__(
        self,
        store: Store,
        most: int = 5000,
        idle_seconds: float = 600,
        clock: Callable[[], float] = time.monotonic,
        follow: Callable[[Table], object] = lambda _: None,
    ) -> None:
        self.store = store
        self.most = most
        self.idle_seconds = idle_seconds
        self.follow = follow
        self._clock = clock
        self._tables: OrderedDict[Table, None] = OrderedDict()  # the longest unused first

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables))

    def __contains__(self, table: object) -> bool:
        return table in self._tables

    def create(self, player: Player, start: NewGame | LoadGame, settings: SetSettings | None = None, *, kept: bool = True) -> Table:
        """Set up a table for a new game, which is kept, or not, as a lesson's.

        Raises `FreeCellError` for a game that cannot be had, or if every place is taken.
        """
        return self._set_up(Table(self.store, player, Session(start, settings), kept=kept))

    async def open(self, player: Player, game: str, settings: SetSettings | None = None) -> Table:
        """Return the table of a player's game; where nobody plays it now, it is loaded, and gets the settings.

        Raises `FreeCellError` if the player has no such game, whoever else may have one, or if the database cannot be read.
        """
        found = self._find(lambda table: table.game == game and table.owner == player)
        if found is not None:
            return found
        number = await run_in_threadpool(self.store.find, player, game)
        record = None
        while number is not None:
            found = self._find(lambda table: table.record.id == number and table.game == game)
            if found is not None and await self._has(number, found):  # the player came with another key, or meanwhile
                return found
            if record is not None:
                return self._set_up(Table(self.store, player, resumed(record, settings), record))
            record = await run_in_threadpool(self.store.load, player, game)
            if record is None:
                break
        raise FreeCellError("no-such-game")

    async def _has(self, number: int, table: Table) -> bool:
        """Whether a table's game still has that number: those of games that were deleted elsewhere are given anew."""
        return await run_in_threadpool(self.store.find, table.owner, table.game) == number and not table.closed

    async def open_last(self, player: Player, settings: SetSettings | None = None) -> Table:
        """Return the table of the open game that a player played last. Raises `FreeCellError` if there is none."""
        games = await run_in_threadpool(self.store.played_last, player, _OPEN, 1)
        if not games:
            raise FreeCellError("no-open-game")
        return await self.open(player, games[0].uid, settings)

    async def delete(self, player: Player, game: str) -> bool:
        """Delete a player's game for good, and send away who plays it; False if there is none of that name."""
        number = await run_in_threadpool(self.store.find, player, game)
        deleted = await run_in_threadpool(self.store.delete, player, game)
        self._close(lambda table: table.record.id == number if number else table.game == game and table.owner == player)
        return deleted

    async def forget(self, player: Player) -> None:
        """Delete all that is kept of a player; who plays one of the games, on whichever machine, is sent away."""
        keys = await run_in_threadpool(self.store.keys, player)
        await run_in_threadpool(self.store.forget, player)
        self._close(lambda table: table.owner in keys)

    def unsaved(self, player: Player) -> int:
        """Return how many of a player's games have actions that are not on disk."""
        return sum(table.owner == player and not table.saved for table in self)

    def touch(self, table: Table) -> None:
        """Note that a table is in use."""
        table.used = self._clock()
        if table in self._tables:
            self._tables.move_to_end(table)

    def sweep(self) -> None:
        """Let go of the tables that nobody has used for a long time."""
        oldest = self._clock() - self.idle_seconds
        for table in list(self._tables):
            if table.used >= oldest:
                break
            if _can_leave(table):
                del self._tables[table]
            else:
                self.touch(table)

    async def settle(self) -> None:
        """Wait until all that was begun at the tables is done."""
        for table in self:
            await table.settle()

    def _set_up(self, table: Table) -> Table:
        self.sweep()
        if len(self._tables) >= self.most:
            self._make_room()
        table.used, table.follow = self._clock(), self.follow
        self._tables[table] = None
        return table

    def _find(self, is_it: Callable[[Table], bool]) -> Table | None:
        found = next((table for table in self._tables if not table.closed and is_it(table)), None)
        if found is not None:
            self.touch(found)
        return found

    def _close(self, is_it: Callable[[Table], bool]) -> None:
        for table in [table for table in self._tables if is_it(table)]:
            del self._tables[table]
            table.close(Refusal("game-deleted"))

    def _make_room(self) -> None:
        unwatched = next((table for table in self._tables if _can_leave(table)), None)
        if unwatched is None:
            raise FreeCellError("busy")
        del self._tables[unwatched]


def _can_leave(table: Table) -> bool:
    return table.closed or (table.saved and not table.watchers)
