"""The version of the tables: made, brought up to date after a backup, and refused where a newer program made them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from freecell.errors import FreeCellError
from freecell.store.address import data_folder, shown
from freecell.store.engine import PATIENCE, opened, problem

REVISION: Final = "0001"
"""The newest migration, which this program's tables are the outcome of."""
_MIGRATIONS: Final = "freecell.store:migrations"
_LOCK: Final = 0x46726565
"""The number of PostgreSQL's lock by which one program at a time migrates."""


def prepare(url: URL, migrations: str = _MIGRATIONS, newest: str = REVISION, patience: float = PATIENCE) -> None:
    """Make sure that the tables are there and as this program knows them.

    Where an older program made them, a backup is made first. Raises `FreeCellError` where a newer one did, or the database cannot be
    opened, or is none.
    """
    try:
        with opened(url, patience=patience) as engine, engine.begin() as connection:
            found = revision(connection)
        if found != newest:
            with opened(url, migrates=True, patience=patience) as engine:
                _migrate(engine, migrations, newest)
    except DBAPIError as error:
        raise FreeCellError("no-database", database=shown(url), problem=problem(error)) from None


def revision(connection: Connection) -> str | None:
    """Return the version of the tables that are there; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _migrate(engine: Engine, migrations: str, newest: str) -> None:
    from alembic.command import upgrade  # it takes long to load, and is seldom needed

    with _alone(engine) as connection:
        found = revision(connection)
        if found is not None and found not in known(migrations):
            raise FreeCellError("newer-database", database=shown(engine.url), revision=found, newest=newest)
        if found is not None and found != newest:
            from freecell.store.backup import back_up

            back_up(engine.url, backup_file(engine.url, f"before-{newest}"))
        upgrade(config(connection, migrations), newest)


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that no other program migrates beside; SQLite's takes the lock as it begins."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        yield connection


def config(connection: Connection | None = None, migrations: str = _MIGRATIONS) -> Any:
    """Return what Alembic's commands want to know."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", migrations)
    found.set_main_option("path_separator", "os")
    found.attributes["connection"] = connection
    return found


def known(migrations: str = _MIGRATIONS) -> set[str]:
    """Return the versions of the tables that this program knows."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(config(migrations=migrations)).walk_revisions()}


def backup_file(url: URL, why: str) -> Path:
    """Return where a backup goes if nobody says so: a folder beside the database's file, or in the user's data folder."""
    beside = Path(url.database).parent if url.get_backend_name() == "sqlite" and url.database else data_folder()
    return beside / "backups" / f"{time.strftime('%Y%m%d-%H%M%S')}-{why}.db"
