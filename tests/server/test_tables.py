"""The games that a server holds: opened by their secrets alone, and bounded in number and in idle time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import serving, wait_until

from freecell.commands import LoadGame, NewGame, SetSettings
from freecell.errors import BadInput, FreeCellError
from freecell.server.tables import Table, Tables

DEAL = NewGame("164")


class Clock:
    """Shows the time that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Watcher:
    """Watches, and remembers nothing."""

    def tell(self, message: Mapping[str, Any]) -> None:
        pass


@pytest.fixture
def clock() -> Clock:
    return Clock()


def holds(tables: Tables, table: Table) -> bool:
    """Whether the table is still there; asking counts as no use."""
    used = table.used
    found = tables.find(table.game, table.secret) is table
    table.used = used
    return found


def test_a_table_is_found_by_its_name_and_secret_alone() -> None:
    tables = Tables()
    one, other = tables.create(DEAL), tables.create(DEAL)
    assert tables.find(one.game, one.secret) is one
    for secret in ("", other.secret, one.secret[:-1], one.secret + "x", one.secret.swapcase(), "♠", one.game):
        assert tables.find(one.game, secret) is None
    assert tables.find("", "") is None
    assert tables.find(one.secret, one.secret) is None


def test_names_and_secrets_are_long_and_never_the_same() -> None:
    tables = Tables()
    made = [tables.create(DEAL) for _ in range(100)]
    assert len({table.game for table in made} | {table.secret for table in made}) == 200
    assert min(len(table.secret) for table in made) >= 32
    assert min(len(table.game) for table in made) >= 12


def test_the_game_is_as_asked_for() -> None:
    table = Tables().create(LoadGame("Deal: 164\nRules: points cells=2\nMoves: 1a"), SetSettings("pick"))
    snapshot = table.session.snapshot()
    assert (snapshot["moves"], snapshot["rules"]["cells"], snapshot["settings"]["tap"]) == (1, 2, "pick")


@pytest.mark.parametrize("start", [NewGame("0"), NewGame("1", "nobody's"), LoadGame("AS")])
def test_a_game_that_cannot_be_had_takes_no_place(start: NewGame | LoadGame) -> None:
    tables = Tables(most=1)
    kept = tables.create(DEAL)
    with pytest.raises(BadInput):
        tables.create(start)
    assert len(tables) == 1
    assert holds(tables, kept)


def test_the_one_unused_longest_makes_room(clock: Clock) -> None:
    tables = Tables(most=3, clock=clock)
    first, second, third = (tables.create(DEAL) for _ in range(3))
    tables.touch(first)
    fourth = tables.create(DEAL)
    assert len(tables) == 3
    assert [holds(tables, table) for table in (second, third, fourth, first)] == [False, True, True, True]


def test_finding_a_table_is_using_it() -> None:
    tables = Tables(most=2)
    first, second = tables.create(DEAL), tables.create(DEAL)
    tables.find(first.game, first.secret)
    tables.create(DEAL)
    assert not holds(tables, second)
    assert holds(tables, first)


def test_a_wrong_secret_does_not_keep_a_table() -> None:
    tables = Tables(most=2)
    first, second = tables.create(DEAL), tables.create(DEAL)
    tables.find(first.game, second.secret)
    tables.create(DEAL)
    assert not holds(tables, first)


def test_a_watched_table_makes_no_room_and_a_full_server_is_busy() -> None:
    tables = Tables(most=2)
    watched, left = tables.create(DEAL), tables.create(DEAL)
    watched.watchers.append(Watcher())
    third = tables.create(DEAL)
    assert [holds(tables, table) for table in (watched, left, third)] == [True, False, True]
    third.watchers.append(Watcher())
    with pytest.raises(FreeCellError) as caught:
        tables.create(DEAL)
    assert caught.value.code == "busy"
    assert len(tables) == 2


def test_a_table_left_alone_too_long_leaves(clock: Clock) -> None:
    tables = Tables(idle_seconds=60, clock=clock)
    early = tables.create(DEAL)
    clock.now = 30
    late = tables.create(DEAL)
    clock.now = 60
    tables.sweep()
    assert len(tables) == 2  # not yet
    clock.now = 61
    tables.sweep()
    assert not holds(tables, early)
    assert holds(tables, late)


def test_a_watched_table_stays_however_long_and_then_has_its_time_again(clock: Clock) -> None:
    tables = Tables(idle_seconds=60, clock=clock)
    table, watcher = tables.create(DEAL), Watcher()
    table.watchers.append(watcher)
    clock.now = 10_000
    tables.sweep()
    assert len(tables) == 1
    table.watchers.remove(watcher)
    tables.touch(table)
    clock.now = 10_060
    tables.sweep()
    assert len(tables) == 1
    clock.now = 10_061
    tables.sweep()
    assert len(tables) == 0


def test_a_watched_table_does_not_keep_the_others_from_leaving(clock: Clock) -> None:
    tables = Tables(idle_seconds=60, clock=clock)
    tables.create(DEAL).watchers.append(Watcher())
    tables.create(DEAL)
    clock.now = 61
    tables.sweep()
    assert len(tables) == 1


def test_touching_a_table_that_has_left_does_not_bring_it_back(clock: Clock) -> None:
    tables = Tables(idle_seconds=60, clock=clock)
    table = tables.create(DEAL)
    clock.now = 61
    tables.sweep()
    tables.touch(table)
    assert len(tables) == 0


def test_a_running_server_sweeps_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[Tables] = []
    monkeypatch.setattr(Tables, "sweep", lambda tables: swept.append(tables))
    with serving(sweep_seconds=0.01):
        wait_until(lambda: len(swept) > 1)


@given(st.lists(st.tuples(st.sampled_from(["create", "touch", "watch", "leave", "wait", "sweep"]), st.integers(0, 9)), max_size=40))
def test_no_table_in_use_is_lost_and_none_is_kept_too_long(steps: list[tuple[str, int]]) -> None:
    clock = Clock()
    tables, made = Tables(most=4, idle_seconds=5, clock=clock), list[Table]()
    for what, number in steps:
        table = made[number % len(made)] if made else None
        if what == "create":
            try:
                made.append(tables.create(DEAL))
            except FreeCellError:
                assert sum(bool(table.watchers) for table in made) == 4
        elif what == "wait":
            clock.now += number
        elif what == "sweep":
            tables.sweep()
        elif table is not None and what == "watch" and tables.find(table.game, table.secret):
            table.watchers.append(Watcher())
        elif table is not None and what == "leave":
            table.watchers.clear()
            tables.touch(table)
        elif table is not None and what == "touch":
            tables.find(table.game, table.secret)
        assert len(tables) <= 4
        assert all(holds(tables, table) for table in made if table.watchers)
    clock.now += 6
    tables.sweep()
    assert len(tables) == sum(bool(table.watchers) for table in made)
