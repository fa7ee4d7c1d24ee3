"""Tests of the server that ask for an `address` run on SQLite, and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Server, postgresql_for_tests


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with postgresql_for_tests() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    running: Server = request.getfixturevalue("postgres")
    return running.create("served")
