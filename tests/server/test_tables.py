"""The games that a server holds: each its player's alone, loaded from the store when opened, bounded in number and in idle time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import serving, some_store, wait_until

from freecell.commands import LoadGame, NewGame, Play, SetSettings, Undo
from freecell.errors import BadInput, FreeCellError
from freecell.server.table import Table
from freecell.server.tables import Tables
from freecell.store import Player, Store, new_secret, player_with

DEAL = NewGame("164")


class Clock:
    """Shows the time that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Watcher:
    """Watches, and remembers what it is told."""

    runs = True

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def tell(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message)

    def lose(self) -> None:
        self.heard.append(None)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with some_store() as found:
        yield found


@pytest.fixture
def player() -> Player:
    return player_with(new_secret())


@pytest.fixture
def clock() -> Clock:
    return Clock()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


async def play(table: Table, command: Any, version: int | None = None, watcher: Watcher | None = None) -> Any:
    """Do something, and return the answer."""
    by = watcher or Watcher()
    await table.act(command, str(id(command)), table.session.version if version is None else version, by, "")
    return by.heard[-1]


def test_the_game_is_as_asked_for(store: Store, player: Player) -> None:
    table = Tables(store).create(player, LoadGame("Deal: 164\nRules: points cells=2\nMoves: 1a"), SetSettings("pick"))
    snapshot = table.snapshot()
    assert (snapshot["moves"], snapshot["rules"]["cells"], snapshot["settings"]["tap"]) == (1, 2, "pick")


@pytest.mark.parametrize("start", [NewGame("0"), NewGame("1", "nobody's"), LoadGame("AS")])
def test_a_game_that_cannot_be_had_takes_no_place(store: Store, player: Player, start: NewGame | LoadGame) -> None:
    tables = Tables(store, most=1)
    kept = tables.create(player, DEAL)
    with pytest.raises(BadInput):
        tables.create(player, start)
    assert list(tables) == [kept]


def test_a_game_is_found_by_its_player_alone(store: Store, player: Player) -> None:
    async def work() -> None:
        tables = Tables(store)
        table = tables.create(player, DEAL)
        assert await tables.open(player, table.game) is table
        await play(table, Play("1", "a"))
        for name in (table.game, "", table.game[:-1], "♠"):
            with pytest.raises(FreeCellError, match="not here"):
                await tables.open(player_with(new_secret()), name)
        with pytest.raises(FreeCellError, match="not here"):
            await tables.open(player, table.game[:-1])

    run(work)


def test_a_player_with_another_key_comes_to_the_same_table(store: Store, player: Player) -> None:
    async def work() -> None:
        tables = Tables(store)
        table = tables.create(player, DEAL)
        await play(table, Play("1", "a"))
        joined = store.use_link(store.new_link(player))
        assert joined is not None
        assert await tables.open(player_with(joined[1]), table.game) is table

    run(work)


def test_a_game_that_nobody_plays_is_loaded_with_what_can_be_redone(store: Store, player: Player) -> None:
    async def work() -> None:
        table = Tables(store).create(player, DEAL)
        for command in (Play("1", "a"), Play("1", "b"), Undo()):
            await play(table, command)
        tables = Tables(store)
        asked = SetSettings("cascade")
        one, other = await asyncio.gather(tables.open(player, table.game, asked), tables.open(player, table.game, asked))
        assert one is other
        before, after = table.snapshot(), one.snapshot()
        assert after["settings"]["tap"] == "cascade"
        changing = {"version": 0, "clock": 0, "settings": 0}
        assert {**after, **changing} == {**before, **changing}
        assert (after["undo"], after["redo"]) == (1, 1)
        assert after["version"] > before["version"]
        assert (await tables.open_last(player)).game == table.game

    run(work)


def test_what_was_not_played_is_not_kept(store: Store, player: Player) -> None:
    async def work() -> None:
        table = Tables(store).create(player, DEAL)
        with pytest.raises(FreeCellError, match="not here"):
            await Tables(store).open(player, table.game)
        with pytest.raises(FreeCellError, match="no open game"):
            await Tables(store).open_last(player)

    run(work)


def test_a_deleted_game_sends_away_who_watches_it(store: Store, player: Player) -> None:
    async def work() -> None:
        tables, watcher = Tables(store), Watcher()
        table = tables.create(player, DEAL)
        table.sit(watcher, "")
        await play(table, Play("1", "a"))
        assert await tables.delete(player_with(new_secret()), table.game) is False
        assert len(tables) == 1
        assert await tables.delete(player, table.game) is True
        assert [None if heard is None else heard["type"] for heard in watcher.heard] == ["update", "closed", None]
        assert len(tables) == 0
        assert (await play(table, Undo()))["error"]["code"] == "no-game"

    run(work)


def test_a_game_is_never_shown_to_who_has_one_of_the_same_number(tmp_path: Path) -> None:
    """What is deleted elsewhere leaves its number free, and its table here."""

    async def work(mine: Store, elsewhere: Store) -> None:
        tables, somebody, other = Tables(mine), player_with(new_secret()), player_with(new_secret())
        table = tables.create(somebody, DEAL)
        await play(table, Play("1", "a"))
        (exported,) = list(mine.export(somebody))[1:]
        elsewhere.forget(somebody)
        own, _ = mine.import_text(other, "Deal: 1\nMoves: 1a")
        assert mine.find(other, own.uid) == table.record.id
        assert (await tables.open(other, own.uid)).session.game.deal == 1
        elsewhere.forget(other)
        mine.import_lines(other, ['{"freecell": "games", "format": 1}', exported])
        assert mine.find(other, table.game) == table.record.id
        assert await tables.open(other, table.game) is not table

    with Store(str(tmp_path / "games.db")) as mine, Store(str(tmp_path / "games.db")) as elsewhere:
        run(lambda: work(mine, elsewhere))


def test_a_game_that_was_deleted_elsewhere_and_came_back_can_be_played(tmp_path: Path) -> None:
    async def work(mine: Store, elsewhere: Store, player: Player) -> None:
        tables = Tables(mine)
        table = tables.create(player, DEAL)
        await play(table, Play("1", "a"))
        lines = list(mine.export(player))
        elsewhere.delete(player, table.game)
        assert (await play(table, Undo()))["error"]["code"] == "game-deleted"
        mine.import_lines(player, lines)
        again = await tables.open(player, table.game)
        assert (await play(again, Undo()))["snapshot"]["moves"] == 0

    with Store(str(tmp_path / "games.db")) as mine, Store(str(tmp_path / "games.db")) as elsewhere:
        run(lambda: work(mine, elsewhere, player_with(new_secret())))


def test_forgetting_a_player_sends_away_all_machines(store: Store, player: Player) -> None:
    async def work() -> None:
        tables, watcher = Tables(store), Watcher()
        table = tables.create(player, DEAL)
        table.sit(watcher, "")
        await play(table, Play("1", "a"))
        joined = store.use_link(store.new_link(player))
        assert joined is not None
        await tables.forget(player_with(joined[1]))
        assert watcher.heard[-2]["type"] == "closed"
        assert len(tables) == 0

    run(work)


def test_the_clock_runs_from_the_first_action_while_somebody_watches(store: Store, player: Player) -> None:
    async def work() -> None:
        one, other = Watcher(), Watcher()
        table = Tables(store).create(player, DEAL)
        table.sit(one, "")
        assert not table.clock.running
        await play(table, Play("1", "a"), watcher=one)
        table.sit(other, "")
        table.let_run(one, False)
        assert table.clock.running  # the other tab is seen
        table.let_run(other, False)
        assert not table.clock.running
        assert one.heard[-1] == {"type": "clock", "clock": table.shown_clock()}
        table.let_run(other, True)
        table.leave(other)
        assert not table.clock.running
        table.let_run(one, True)
        table.leave(one)
        assert not table.clock.running
        await table.settle()

    run(work)


# Bounded


def test_the_one_unused_longest_makes_room(store: Store, player: Player, clock: Clock) -> None:
    tables = Tables(store, most=3, clock=clock)
    first, second, third = (tables.create(player, DEAL) for _ in range(3))
    tables.touch(first)
    fourth = tables.create(player, DEAL)
    assert len(tables) == 3
    assert [table in tables for table in (second, third, fourth, first)] == [False, True, True, True]


def test_finding_a_table_is_using_it(store: Store, player: Player) -> None:
    tables = Tables(store, most=2)
    first, second = tables.create(player, DEAL), tables.create(player, DEAL)
    asyncio.run(tables.open(player, first.game))
    tables.create(player, DEAL)
    assert second not in tables
    assert first in tables


def test_a_watched_table_makes_no_room_and_a_full_server_is_busy(store: Store, player: Player) -> None:
    tables = Tables(store, most=2)
    watched, left = tables.create(player, DEAL), tables.create(player, DEAL)
    watched.watchers.append(Watcher())
    third = tables.create(player, DEAL)
    assert [table in tables for table in (watched, left, third)] == [True, False, True]
    third.watchers.append(Watcher())
    with pytest.raises(FreeCellError) as caught:
        tables.create(player, DEAL)
    assert caught.value.code == "busy"
    assert len(tables) == 2


def test_a_table_left_alone_too_long_leaves(store: Store, player: Player, clock: Clock) -> None:
    tables = Tables(store, idle_seconds=60, clock=clock)
    early = tables.create(player, DEAL)
    clock.now = 30
    late = tables.create(player, DEAL)
    clock.now = 60
    tables.sweep()
    assert len(tables) == 2  # not yet
    clock.now = 61
    tables.sweep()
    assert early not in tables
    assert late in tables


def test_a_watched_table_stays_however_long_and_then_has_its_time_again(store: Store, player: Player, clock: Clock) -> None:
    tables = Tables(store, idle_seconds=60, clock=clock)
    table, watcher = tables.create(player, DEAL), Watcher()
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


def test_a_watched_table_does_not_keep_the_others_from_leaving(store: Store, player: Player, clock: Clock) -> None:
    tables = Tables(store, idle_seconds=60, clock=clock)
    tables.create(player, DEAL).watchers.append(Watcher())
    tables.create(player, DEAL)
    clock.now = 61
    tables.sweep()
    assert len(tables) == 1


def test_touching_a_table_that_has_left_does_not_bring_it_back(store: Store, player: Player, clock: Clock) -> None:
    tables = Tables(store, idle_seconds=60, clock=clock)
    table = tables.create(player, DEAL)
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
def test_no_table_in_use_is_lost_and_none_is_kept_too_long(store: Store, steps: list[tuple[str, int]]) -> None:
    clock, player = Clock(), player_with(new_secret())
    tables, made = Tables(store, most=4, idle_seconds=5, clock=clock), list[Table]()
    for what, number in steps:
        table = made[number % len(made)] if made else None
        if what == "create":
            try:
                made.append(tables.create(player, DEAL))
            except FreeCellError:
                assert sum(bool(table.watchers) for table in made) == 4
        elif what == "wait":
            clock.now += number
        elif what == "sweep":
            tables.sweep()
        elif table is not None and table in tables:
            tables.touch(table)
            if what == "watch":
                table.watchers.append(Watcher())
            elif what == "leave":
                table.watchers.clear()
        assert len(tables) <= 4
        assert all(table in tables for table in made if table.watchers)
    clock.now += 6
    tables.sweep()
    assert len(tables) == sum(bool(table.watchers) for table in made)
