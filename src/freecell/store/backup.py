"""Backups: everything that is kept, by SQLite or PostgreSQL, as it is at one moment, in a new SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, MetaData, Table, insert, select, text
from sqlalchemy.exc import DBAPIError

from freecell.errors import FreeCellError
from freecell.store.address import make_private, shown
from freecell.store.engine import opened, problem
from freecell.store.schema import config, revision

_ROWS: Final = 10_000


def back_up(source: URL, target: Path) -> Path:
    """Copy a database into a new file, which `--database` can name like any other, and return it.

    A program that could read the source can read it. Raises `FreeCellError` if the file is there already or cannot be written; nothing is
    left of it then.
    """
    if target.exists():
        raise FreeCellError("file-exists", file=str(target))
    try:
        _copy(source, target)
    except OSError as error:
        raise FreeCellError("no-backup", file=str(target), problem=error.strerror or str(error)) from None
    except DBAPIError as error:
        raise FreeCellError("no-backup", file=str(target), problem=problem(error)) from None
    except sqlite3.Error as error:
        raise FreeCellError("no-backup", file=str(target), problem=str(error)) from None
    return target


def _copy(source: URL, target: Path) -> None:
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
            with suppress(OSError):  # what could not be made need not be removed
                half.with_name(half.name + suffix).unlink()


def _copy_file(source: str, target: Path) -> None:
    with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # all of it is in the one file


@contextmanager
def _snapshot(source: URL) -> Iterator[Connection]:
    """A transaction that sees the whole database as it is at one moment."""
    with opened(source) as engine, engine.begin() as connection:
        yield connection


def copy_into(source: URL, target: URL) -> None:
    """Copy a database into another one that is empty, of either kind. Raises `FreeCellError` if it is not, or cannot be used."""
    try:
        with _snapshot(source) as connection:
            fill(connection, target)
    except DBAPIError as error:
        raise FreeCellError("no-database", database=shown(target), problem=problem(error)) from None


def fill(source: Connection, target: URL) -> None:
    """Copy everything into an empty database, with tables of the same version. Raises `FreeCellError` if it is not empty."""
    from alembic.command import upgrade

    with opened(target, writes=True) as engine, engine.begin() as connection:
        if revision(connection) is not None:
            raise FreeCellError("not-empty", database=shown(target))
        upgrade(config(connection), revision(source) or "base")
        for table in _tables(connection).sorted_tables:
            if table.name != "alembic_version":
                rows = source.execution_options(yield_per=_ROWS).execute(select(*table.c).select_from(table))
                for part in rows.mappings().partitions():
                    connection.execute(insert(table), [dict(row) for row in part])
                _go_on_counting(connection, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers, as SQLite does by itself."""
    if connection.dialect.name == "postgresql" and "id" in table.c:
        sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
        connection.execute(text(f"SELECT setval({sequence}, (SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"))  # noqa: S608


def _tables(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found
