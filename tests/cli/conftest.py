"""Commands that run beside a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from commands import Running


@pytest.fixture
def running() -> Iterator[list[Running]]:
    """For a test to put its process in."""
    processes: list[Running] = []
    yield processes
    for process in processes:
        process.end()
