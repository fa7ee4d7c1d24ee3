"""A real PostgreSQL for tests and benchmarks: Debian's, in a folder of its own, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

USER = "freecell"
_SERVER_USER = "postgres"


def binaries() -> Path | None:
    """Where the newest PostgreSQL is, if there is one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(re.sub(r"\D", "", path.parts[4]) or 0))
    return found[-1].parent if found else None


class Server:
    """A PostgreSQL server that can be stopped, killed and started again."""

    def __init__(self, folder: Path, programs: Path, *, syncs: bool) -> None:
        self.folder = folder
        self._syncs = syncs
        self._programs = programs
        self._data = folder / "data"
        if signal.getsignal(signal.SIGQUIT) == signal.SIG_IGN:
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # a shell's background has it ignored, and the server's parts end by it
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses= -c max_connections=50 -c shared_buffers=64MB"
        options += f" -c fsync={'on' if self._syncs else 'off'}"
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-l", str(self.folder / "log"), "-w", "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it; `immediate` is as good as killing it."""
        self._run("pg_ctl", "-D", str(self._data), "-m", how, "-w", "stop")

    def address(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://{USER}@/{name}?host={quote(str(self.folder), safe='')}"

    def create(self, name: str = "games") -> str:
        """Make a new, empty database, and return its URL; one of that name that was there before is gone."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:  # the server refuses to be root
            command = ["runuser", "-u", _SERVER_USER, "--", *command]
        ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=self.folder, timeout=60)
        assert ended.returncode == 0, f"{program} failed: {ended.stderr}"


@contextmanager
def postgresql(*, syncs: bool = False) -> Iterator[Server]:
    """A server, until the block ends; one that does not sync is quicker, and loses something only if the whole machine stops."""
    programs = binaries()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="freecell-pg-"))
    try:
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(_SERVER_USER).pw_uid, -1)
        server = Server(folder, programs, syncs=syncs)
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql_for_tests() -> Iterator[Server]:
    """The same, for tests: without a PostgreSQL on this machine they are skipped, but not in CI."""
    if binaries() is None:
        if os.environ.get("CI"):
            pytest.fail("there is no PostgreSQL in /usr/lib/postgresql, and in CI nothing is skipped")
        pytest.skip("there is no PostgreSQL in /usr/lib/postgresql: install Debian's postgresql")
    with postgresql() as running:
        yield running


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program that writes into the database and takes its time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file of this process can grow beyond what the database's log has by now."""
    log = file.with_name(file.name + "-wal")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(1, log.stat().st_size), limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
