"""Connections to the database, set up so that what was acknowledged is on disk."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from freecell.errors import FreeCellError
from freecell.store.address import make_private, shown

PATIENCE: Final = 1.0
"""Seconds that a statement waits for a lock, before the database counts as locked."""
_AGAIN: Final = 0.01
"""Seconds until it is tried again where SQLite would not wait."""
_PASSING: Final = ("40001", "40P01")  # PostgreSQL undid one of two transactions that were in each other's way


_SQLITE_NEVER: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE)
"""What SQLite says of a statement that is wrong; Python files some of it with what passes."""


def connect(url: URL, *, writes: bool = False, migrates: bool = False, patience: float = PATIENCE) -> Engine:
    """Return a way to a database, to read, to write or to migrate; a file that is not there is created, and is its user's alone.

    Raises `FreeCellError` if the file cannot be. Nothing else is looked at yet.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, writes, migrates, patience)
    milliseconds = int(1000 * patience)
    options = f"-c lock_timeout={milliseconds} -c synchronous_commit=on -c timezone=UTC"
    given = {"connect_timeout": 2, "tcp_user_timeout": 5000, "options": options, "application_name": "freecell"}
    arguments = {name: value for name, value in given.items() if name not in url.query}
    if writes or migrates:
        return create_engine(url, hide_parameters=True, connect_args=arguments)
    # A reader sees everything as it is at one moment, as with SQLite; one whose connection was lost meanwhile gets a new one.
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, isolation_level="REPEATABLE READ", connect_args=arguments)


@contextmanager
def opened(url: URL, *, writes: bool = False, migrates: bool = False, patience: float = PATIENCE) -> Iterator[Engine]:
    """A way to a database, as `connect` has it, until the block ends."""
    engine = connect(url, writes=writes, migrates=migrates, patience=patience)
    try:
        yield engine
    finally:
        engine.dispose()


def _sqlite(url: URL, writes: bool, migrates: bool, patience: float) -> Engine:
    assert url.database is not None  # noqa: S101
    try:
        make_private(Path(url.database))
    except OSError as error:
        raise FreeCellError("no-database", database=shown(url), problem=error.strerror or str(error)) from None
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": patience})
    event.listen(engine, "connect", partial(_set_up, patience=patience))
    if migrates:
        event.listen(engine, "connect", _set_up_to_migrate)
    # A transaction that reads first and then finds the lock taken could not wait for it.
    begin = "BEGIN IMMEDIATE" if writes or migrates else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _set_up(connection: Any, _: Any, *, patience: float) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver's own guess
    _switch_to_wal(connection, time.monotonic() + patience)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _switch_to_wal(connection: Any, end: float) -> None:
    """Have a write-ahead log; where others are opening a new file as well, SQLite itself would not wait for them."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
        time.sleep(_AGAIN)


def _set_up_to_migrate(connection: Any, _: Any) -> None:
    # A table is altered by copying it and dropping the old one, with which all that belongs to its rows would be deleted.
    connection.execute("PRAGMA foreign_keys=OFF")


def is_away(error: DBAPIError) -> bool:
    """Whether the database could not do its work now (locked, full, gone), as opposed to work that it would never do."""
    if isinstance(error, IntegrityError | DataError | ProgrammingError):
        return False
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF not in _SQLITE_NEVER


def is_passing(error: DBAPIError) -> bool:
    """Whether the same work can be tried again at once: on a new connection, or when another transaction is out of the way."""
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _PASSING


def problem(error: DBAPIError) -> str:
    """What a database said, on one line: PostgreSQL goes on with advice on more."""
    return " ".join(str(error.orig).strip().partition("\n")[0].split())
