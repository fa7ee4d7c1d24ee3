"""Every test that asks for an `address` runs on SQLite, and on a real PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Server, binaries, postgresql

from freecell.store import Store


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    if binaries() is None:
        if os.environ.get("CI"):
            pytest.fail("there is no PostgreSQL in /usr/lib/postgresql, and in CI nothing is skipped")
        pytest.skip("there is no PostgreSQL in /usr/lib/postgresql: install Debian's postgresql")
    with postgresql() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    running: Server = request.getfixturevalue("server")
    return running.create()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address, retry_seconds=0.05) as opened:
        yield opened
