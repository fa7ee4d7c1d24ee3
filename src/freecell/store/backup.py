"""Backups: everything that is kept, by SQLite or PostgreSQL, as it is at one moment, in a new SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, MetaData, insert, select

from freecell.errors import FreeCellError
from freecell.store.address import make_private
from freecell.store.engine import connect
from freecell.store.schema import config, revision

_ROWS: Final = 10_000


def back_up(source: URL, target: Path) -> Path:
    """Copy a database into a new file, which `--database` can name like any other, and return it.

    A program that could read the source can read it. Raises `FreeCellError` if the file is there already or cannot be written; nothing is
    left of it then. `OSError` and the database's own errors are raised as they are.
    """
    if target.exists():
        raise FreeCellError("file-exists", file=str(target))
    half = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        make_private(half)
        if source.get_backend_name() == "sqlite":
            _copy_file(str(source.database), half)
        else:
            with _snapshot(source) as connection:
                fill(connection, URL.create("sqlite", database=str(half)))
        os.replace(half, target)
    finally:
        for suffix in ("", "-wal", "-shm"):
            half.with_name(half.name + suffix).unlink(missing_ok=True)
    return target


def _copy_file(source: str, target: Path) -> None:
    with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # all of it is in the one file


@contextmanager
def _snapshot(source: URL) -> Iterator[Connection]:
    """A transaction that sees the whole database as it is at one moment."""
    engine = connect(source)
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as connection:
        yield connection
    engine.dispose()


def fill(source: Connection, target: URL) -> None:
    """Copy everything into an empty database, with tables of the same version. Raises `FreeCellError` if it is not empty."""
    from alembic.command import upgrade

    engine = connect(target, writes=True)
    with engine.begin() as connection:
        if revision(connection) is not None:
            raise FreeCellError("file-exists", file=str(target.database))
        upgrade(config(connection), revision(source) or "base")
        for table in _tables(connection).sorted_tables:
            if table.name != "alembic_version":
                rows = source.execution_options(yield_per=_ROWS).execute(select(*table.c).select_from(table))
                for part in rows.mappings().partitions():
                    connection.execute(insert(table), [dict(row) for row in part])
    engine.dispose()


def _tables(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found
