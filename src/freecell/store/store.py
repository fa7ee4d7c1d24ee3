"""The store: what every face asks for what is kept, and tells what to keep."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from freecell.errors import FreeCellError
from freecell.store import backup, dealmap, games, players, schema, transfer
from freecell.store import statistics as counting
from freecell.store.address import own_address, read_address, shown
from freecell.store.engine import PATIENCE, connect, problem
from freecell.store.history import Kept, Page, Wanted, count_games, list_games, list_played
from freecell.store.players import LINK_SECONDS, Player
from freecell.store.record import Record, Step
from freecell.store.writer import RETRY_SECONDS, Outcome, Writer, Writing


def now() -> int:
    """Return this moment, in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Store:
    """A database of players and their games, open for reading and writing.

    `address` is as `read_address` has it. All methods may be called from any thread. Those that read or change much block until that is
    done; `append` returns at once. Methods raise `FreeCellError` where the database is away.

    >>> from tempfile import mkdtemp
    >>> from freecell import Game, deal
    >>> with Store(mkdtemp() + "/games.db") as store:
    ...     player = store.local_player()
    ...     record = Record(Game(deal(164), deal=164), begun=now())
    ...     writing = store.append(player, record, [record.play("17", at=now(), clock=2000)])
    ...     str(writing.answer.result()), store.load(player, record.uid).game.text
    ('saved', '17')
    """

    def __init__(self, address: str | None = None, *, patience: float = PATIENCE, retry_seconds: float = RETRY_SECONDS) -> None:
        """Open a database, and make or migrate its tables. Raises `FreeCellError` if that cannot be."""
        self.url = read_address(address)
        schema.prepare(self.url, patience=patience)
        self._writes = connect(self.url, writes=True, patience=patience)
        self._reads = connect(self.url, patience=patience)
        self._writer = Writer(self._writes, retry_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self, seconds: float = 5.0) -> int:
        """Save what is not yet, for at most so long; return how many writings are lost because they could not be saved."""
        lost = self._writer.close(seconds)
        self._writes.dispose()
        self._reads.dispose()
        return lost

    @property
    def name(self) -> str:
        """How the database is called in messages; without a password."""
        return shown(self.url)

    @property
    def is_own(self) -> bool:
        """Whether it is the user's own database: the file in the data folder, which browser and command line use unless told otherwise."""
        return self.url == own_address()

    @property
    def waiting(self) -> int:
        """How many writings are not on disk yet."""
        return self._writer.waiting

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._reads.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise FreeCellError("no-database", database=self.name, problem=problem(error)) from None

    # Players

    def local_player(self) -> Player:
        """Return the machine's own player, whom browser and command line share on a database of their own."""
        with self._reading() as connection:
            found = players.find_local(connection)
        return found or self._writer.run(lambda connection: players.local(connection, now()))

    def player(self, secret: str) -> Player | None:
        """Return whose secret it is; None for nobody's."""
        with self._reading() as connection:
            return players.find(connection, secret)

    def new_player(self) -> tuple[Player, str]:
        """Return a new player, and the secret by which the player is known from now on."""

        def create(connection: Connection) -> tuple[Player, str]:
            player = players.create(connection, now())
            return player, players.new_key(connection, player, now())

        return self._writer.run(create)

    def new_link(self, player: Player, seconds: float = LINK_SECONDS) -> str:
        """Return a word that lets one more machine in as this player, once, within that time."""

        def make(connection: Connection) -> str:
            return players.new_link(connection, players.certain(connection, player, now()), now() + int(1000 * seconds))

        return self._writer.run(make)

    def use_link(self, word: str, guest: Player | None = None) -> tuple[Player, str] | None:
        """Return the player that a link leads to, and a secret for the machine that followed it; None if the link is used or too old.

        What the machine played before, as `guest`, is that player's from now on.
        """

        def use(connection: Connection) -> tuple[Player, str] | None:
            player = players.use_link(connection, word, now())
            if player is None:
                return None
            known = None if guest is None else players.known(connection, guest).id
            if known and known != player.id:
                players.merge(connection, Player(known), player)
            return player, players.new_key(connection, player, now())

        return self._writer.run(use)

    def keys(self, player: Player) -> set[Player]:
        """Return the player as each of the player's machines comes, and as asked for."""
        with self._reading() as connection:
            return players.keys(connection, player)

    def forget(self, player: Player) -> None:
        """Delete all that is kept of a player."""
        self._writer.run(lambda connection: players.forget(connection, players.known(connection, player)))

    # Games

    def append(self, player: Player, record: Record, steps: Sequence[Step]) -> Writing[Outcome]:
        """Have the last actions of a game written, with the game itself the first time; return at once.

        The record is to be as it is after these actions. The outcome is known when the actions are on disk (saved), when they cannot be
        written yet (waiting: `done` tells when they are), or when somebody else wrote on first (stale: load the game again).
        """
        return self._writer.submit(games.writing(record, steps, player), keep=True)

    def load(self, player: Player, uid: str) -> Record | None:
        """Return a player's game just as it was left; None if the player has none of that name."""
        with self._reading() as connection:
            return games.load(connection, players.known(connection, player), uid)

    def find(self, player: Player, uid: str) -> int | None:
        """Return the number that a game has in this database, as `Record.id`; None if the player has none of that name."""
        with self._reading() as connection:
            return games.find(connection, players.known(connection, player), uid)

    def actions(self, player: Player, uid: str) -> list[Step]:
        """Return all actions of a game, in their order; none if the player has none of that name."""
        with self._reading() as connection:
            found = games.find(connection, players.known(connection, player), uid)
            return [] if found is None else games.steps_of(connection, found)

    def delete(self, player: Player, uid: str) -> bool:
        """Delete a game for good; False if the player has none of that name."""
        return self._writer.run(lambda connection: games.remove(connection, players.known(connection, player), uid))

    def history(self, player: Player, wanted: Wanted | None = None, after: str | None = None, limit: int = 50) -> Page:
        """Return a page of a player's games, the newest first; `after` is where the page before said that this one begins."""
        with self._reading() as connection:
            return list_games(connection, players.known(connection, player), wanted or Wanted(), after, limit)

    def played_last(self, player: Player, wanted: Wanted | None = None, limit: int = 50) -> list[Kept]:
        """Return the games of a player that were played last, the last one first."""
        with self._reading() as connection:
            return list_played(connection, players.known(connection, player), wanted or Wanted(), limit)

    def count(self, player: Player, wanted: Wanted | None = None) -> int:
        """Return how many games a history has on all its pages."""
        with self._reading() as connection:
            return count_games(connection, players.known(connection, player), wanted or Wanted())

    # What games come to

    def statistics(self, player: Player) -> list[counting.Statistics]:
        """Count a player's games, by profile and number of cells."""
        with self._reading() as connection:
            return counting.statistics(connection, players.known(connection, player))

    def last_reset(self, player: Player) -> int | None:
        """Return the moment of the last reset of the statistics that is not undone; None if there is none."""
        with self._reading() as connection:
            return counting.last_reset(connection, players.known(connection, player))

    def reset_statistics(self, player: Player) -> None:
        """Begin all statistics anew from this moment on; no game is deleted."""
        self._writer.run(lambda connection: counting.reset(connection, players.certain(connection, player, now()), now()))

    def undo_reset(self, player: Player) -> bool:
        """Take the last reset of the statistics back; False if there is none."""
        return self._writer.run(lambda connection: counting.undo_reset(connection, players.known(connection, player)))

    def deal_map(self, player: Player, deals: range, profile: str | None = None, cells: int | None = None) -> dealmap.DealMap:
        """Return which deals of a range without gaps were tried and won: in all games, or under a profile or with a number of cells."""
        with self._reading() as connection:
            return dealmap.deal_map(connection, players.known(connection, player), deals, profile, cells)

    def note_pars(self, profile: str, cells: int, pars: Mapping[int, int]) -> Writing[None]:
        """Note in how few moves deals are known to be won under a profile's rules; fewer that are known already stay. Returns at once."""
        return self._writer.submit(lambda connection: dealmap.note_pars(connection, profile, cells, pars))

    def par(self, profile: str, cells: int, deal: int) -> int | None:
        """Return in how few moves a deal is known to be won under a profile's rules; None where that is not known."""
        with self._reading() as connection:
            return dealmap.par(connection, profile, cells, deal)

    # Out and in

    def export(self, player: Player) -> Iterator[str]:
        """Give all that is kept of a player's games, as lines of an export."""
        with self._reading() as connection:
            yield from transfer.export(connection, players.known(connection, player))

    def import_lines(self, player: Player, lines: Iterable[str]) -> transfer.Imported:
        """Take in the lines of an export, each game replayed before it counts; what is there already is not taken twice.

        Raises `BadInput` if it is no export at all; lines of it that cannot be taken are told.
        """
        told = transfer.Imported()
        for some in transfer.read_lines(lines, told):
            for kind in self._writer.run(self._taking(player, some)):
                if kind:
                    setattr(told, kind, getattr(told, kind) + 1)
        return told

    def import_text(self, player: Player, text: str) -> tuple[Record, bool]:
        """Take in a game, a layout or a position from its text; return it, and whether it is new.

        The same text is not taken twice. Raises `BadInput` or `IllegalReplay` for a text that is none.
        """
        item = transfer.read_text(text, now())
        assert item.record is not None  # noqa: S101
        with self._reading() as connection:
            known = games.load(connection, players.known(connection, player), item.record.uid)
        if known is not None:
            return known, False
        self._writer.run(self._taking(player, [item]))
        return item.record, True

    def _taking(self, player: Player, some: list[transfer.Item]) -> Callable[[Connection], list[str]]:
        return lambda connection: transfer.take(connection, players.certain(connection, player, now()), some)

    def back_up(self, target: Path | None = None) -> Path:
        """Copy the whole database into a new SQLite file, and return it. Raises `FreeCellError` if it cannot be written."""
        return backup.back_up(self.url, target or schema.backup_file(self.url, "backup"))

    def copy_into(self, address: str) -> None:
        """Copy the whole database into another one that is empty. Raises `FreeCellError` if it is not, or cannot be used."""
        backup.copy_into(self.url, read_address(address))
