"""Where the database is: a file in the user's data folder unless a URL or another file is named. Passwords are never shown."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from freecell.errors import BadInput

VARIABLE: Final = "FREECELL_DATABASE"
_OF_LIBPQ: Final = re.compile(r"\b(host|hostaddr|dbname|user|password|service)\s*=")
"""How libpq's other form of a database's address, `host=… password=…`, is told from a file's name."""
_POSTGRESQL: Final = ("postgresql", "postgres", "postgresql+psycopg")


def data_folder() -> Path:
    """Return the user's own folder for what the game keeps, whether it is there yet or not."""
    from platformdirs import user_data_path

    return user_data_path("freecell", appauthor=False)


def read_address(text: str | None = None) -> URL:
    """Return the URL of the database: of what is named, else of what `FREECELL_DATABASE` names, else of the user's own file.

    A name is the URL of a PostgreSQL database, the URL of an SQLite file, or a file's plain name. Raises `BadInput`, which never quotes
    a URL: it may hold a password.

    >>> str(read_address("postgresql://ann:secret@db.example/games"))
    'postgresql+psycopg://ann:***@db.example/games'
    """
    text = text or os.environ.get(VARIABLE)
    if not text:
        return own_address()
    if "://" not in text:
        if _OF_LIBPQ.search(text):  # as a file's name it would show the password
            raise BadInput("bad-database", problem="it is not a URL")
        return _file(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadInput("bad-database", problem="it is not a URL") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise BadInput("bad-database", problem="it is neither PostgreSQL nor SQLite")
    if not url.database or url.host or url.database == ":memory:" or url.database.startswith("file:") or url.query:
        raise BadInput("bad-database", problem="it does not name a file, as sqlite:///games.db does")
    return _file(url.database)


def own_address() -> URL:
    """Return the URL of the user's own database, in the data folder."""
    return _file(str(data_folder() / "freecell.db"))


def _file(name: str) -> URL:
    return URL.create("sqlite", database=os.path.abspath(os.path.expanduser(name)))


def shown(url: URL) -> str:
    """Return how a database is called in messages: a file's name, or user, host and name, with neither password nor options.

    >>> shown(read_address("postgresql://ann:secret@db.example:5433/games?sslpassword=secret"))
    'postgresql://ann@db.example:5433/games'
    """
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return URL.create("postgresql", url.username, None, url.host, url.port, url.database).render_as_string()


def make_private(path: Path) -> None:
    """Make sure that a database's file is there and is read by its user alone; a folder that has to be made is the user's alone too.

    SQLite gives the files that it keeps beside it the same rights. Raises `OSError`.
    """
    _make_folder(path.parent)
    if not path.exists():  # one that is there is not touched: closing it would give up the locks that SQLite has on it in this process
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    elif path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    elif not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if os.name == "posix" and path.parent == data_folder():
        path.parent.chmod(0o700)
        path.chmod(0o600)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
