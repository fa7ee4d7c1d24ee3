"""A seat: whatever was done is kept, and told apart from what is not yet."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from freecell import Game, deal
from freecell.commands import LoadGame, NewGame, Play, Restart, Undo
from freecell.errors import BadInput
from freecell.solver import solve
from freecell.store import Player, Result, Store
from freecell.terminal.seat import Seat, Start


def sit(store: Store, player: Player, start: Start, told: list[str] | None = None) -> Seat:
    def later(work: Callable[[], None]) -> None:
        work()

    return Seat(store, player, start, later=later, changed=lambda: None if told is None else told.append("changed"))


def test_an_action_is_on_disk_when_it_is_answered(store: Store, player: Player) -> None:
    seat = sit(store, player, NewGame("164"))
    assert store.count(player) == 0  # a deal that was only looked at is no game
    for command in (Play("1", "a"), Play("4", "b"), Undo()):
        assert seat.do(command).refusal is None
        record = store.load(player, seat.keeping.record.uid)
        assert record is not None
        assert record.game.position == seat.session.game.position
    assert seat.saved


def test_a_game_goes_on_where_it_was_left_with_its_clock_and_history(store: Store, player: Player) -> None:
    seat = sit(store, player, NewGame("164"))
    seat.do(Play("1", "a"))
    time.sleep(0.15)
    seat.leave()
    shown = seat.clock.time
    assert shown >= 150
    record = store.load(player, seat.keeping.record.uid)
    assert record is not None
    again = sit(store, player, record)
    assert again.clock.time == shown
    assert again.do(Undo()).refusal is None
    assert again.session.game.position == deal(164)
    assert store.count(player) == 1


def test_a_refusal_writes_nothing(store: Store, player: Player) -> None:
    seat = sit(store, player, NewGame("164"))
    assert str(seat.do(Play("1", "2")).refusal) == "6♠ does not go on 6♥, which takes a black 5."
    assert store.count(player) == 0
    with pytest.raises(BadInput, match="'zero' is not a deal"):
        sit(store, player, NewGame("zero"))


def test_of_two_who_play_one_game_the_second_is_shown_what_the_first_did(store: Store, player: Player) -> None:
    first = sit(store, player, NewGame("164"))
    first.do(Play("1", "a"))
    record = store.load(player, first.keeping.record.uid)
    assert record is not None
    second = sit(store, player, record)
    second.do(Play("4", "b"))
    answer = first.do(Play("2", "c"))
    assert [event.code for event in answer.events] == ["elsewhere"]
    assert answer.refusal is not None
    assert first.session.game.position == second.session.game.position
    assert first.do(Play("2", "c")).refusal is None
    assert first.saved


def test_a_game_that_was_deleted_elsewhere_is_said_to_be(store: Store, player: Player) -> None:
    seat = sit(store, player, NewGame("164"))
    seat.do(Play("1", "a"))
    store.delete(player, seat.keeping.record.uid)
    answer = seat.do(Play("4", "b"))
    assert str(answer.refusal) == "This game was deleted."
    assert seat.gone
    assert seat.do(Play("2", "c")).refusal is None  # it can be played on
    assert store.count(player) == 0


def test_where_the_database_is_locked_the_game_goes_on_and_is_written_later(tmp_path: Path) -> None:
    told: list[str] = []
    with Store(str(tmp_path / "locked.db"), patience=0.05, retry_seconds=0.05) as store:
        player = store.local_player()
        seat = sit(store, player, NewGame("164"), told)
        seat.do(Play("1", "a"))
        other = sqlite3.connect(tmp_path / "locked.db", isolation_level=None)
        other.execute("begin immediate")
        assert seat.do(Play("4", "b")).refusal is None
        assert not seat.saved
        assert not seat.snapshot()["saved"]
        assert seat.do(Play("2", "c")).refusal is None
        other.execute("rollback")
        other.close()
        end = time.monotonic() + 20
        while not seat.saved and time.monotonic() < end:
            time.sleep(0.02)
        assert seat.saved
        assert told
        record = store.load(player, seat.keeping.record.uid)
    assert record is not None
    assert record.game.position == seat.session.game.position


def test_the_same_deal_again_is_the_same_game_until_it_is_over(store: Store, player: Player) -> None:
    seat = sit(store, player, NewGame("164"))
    seat.do(Play("1", "a"))
    seat.do(Restart())
    assert store.count(player) == 1
    for move in solve(deal(164)).moves:
        seat.do(Play(str(move.source), str(move.target), move.count))
    assert seat.session.game.position.won
    seat.do(Restart())
    seat.do(Play("1", "a"))
    results = [kept.result for kept in store.history(player).games]
    assert results == [Result.OPEN, Result.WON]


def test_a_game_from_its_text_is_kept_with_its_moves(store: Store, player: Player) -> None:
    seat = sit(store, player, LoadGame("FreeCell game\nDeal: 164\nRules: standard\nMoves: 1a 4b"))
    seat.do(Play("2", "c"))
    record = store.load(player, seat.keeping.record.uid)
    assert record is not None
    assert isinstance(record.game, Game)
    assert len(record.game.actions) == 3
