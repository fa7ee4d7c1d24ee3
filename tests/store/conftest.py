"""Every test that asks for an `address` runs on SQLite, and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Server, postgresql_for_tests

from freecell.store import Store


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with postgresql_for_tests() as running:
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
