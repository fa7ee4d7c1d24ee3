"""Where the database cannot be written, play goes on, is told so, and everything is written in its order once that can be."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest
from databases import Server, full_disk, locked
from plays import check_counts
from sqlalchemy import Connection, text

from freecell import FreeCellError, Game, deal
from freecell.store import Outcome, Player, Record, Store, Writing, now, writer

WORDS = ["1a", "undo", "redo", "hint", "undo", "1b", "leave"]


def begun(store: Store, player: Player) -> Record:
    record = Record(Game(deal(164), deal=164), begun=now())
    assert append(store, player, record, "17").done.result(10) is Outcome.SAVED
    return record


def append(store: Store, player: Player, record: Record, word: str) -> Writing[Outcome]:
    return store.append(player, record, [record.play(word, now(), record.time + 1000)])


@pytest.mark.parametrize("away", [locked, full_disk])
def test_what_cannot_be_saved_waits_and_is_saved_in_its_order(tmp_path: Path, away: object) -> None:
    file = tmp_path / "games.db"
    with Store(str(file), patience=0.05, retry_seconds=0.05) as store:
        player = store.local_player()
        records = [begun(store, player), begun(store, player)]
        with away(file):  # type: ignore[operator]
            writings = [append(store, player, record, word) for word in WORDS for record in records]
            new = Record(Game(deal(1), deal=1), begun=now())
            writings.append(append(store, player, new, "1a"))
            assert {writing.answer.result(10) for writing in writings} == {Outcome.WAITING}
            assert store.waiting == len(writings)
            assert [record.version for record in records] == [8, 8]  # play went on
            with pytest.raises(FreeCellError, match="Not saved"):
                store.reset_statistics(player)
            assert [kept.version for kept in store.history(player).games] == [1, 1]  # reading goes on too
        assert [writing.done.result(10) for writing in writings] == [Outcome.SAVED] * len(writings)
        assert store.waiting == 0
        assert append(store, player, new, "undo").answer.result(10) is Outcome.SAVED
        for record in [*records, new]:
            found = store.load(player, record.uid)
            assert found is not None
            assert found.summary() == record.summary()
        check_counts(store, player)


def test_an_answer_comes_soon_while_the_database_is_away(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db"), patience=0.05, retry_seconds=30) as store:
        player = store.local_player()
        record = begun(store, player)
        with locked(tmp_path / "games.db"):
            assert append(store, player, record, "1a").answer.result(10) is Outcome.WAITING
            assert append(store, player, record, "undo").answer.result(1) is Outcome.WAITING  # long before the next try


def test_a_lock_that_is_held_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        player = store.local_player()
        record = begun(store, player)
        with locked(tmp_path / "games.db"):
            writing = append(store, player, record, "1a")
            time.sleep(0.1)
            assert not writing.answer.done()
        assert writing.answer.result(10) is Outcome.SAVED


def test_what_still_waits_when_the_store_is_closed_is_lost_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(str(tmp_path / "games.db"), patience=0.05, retry_seconds=0.05)
    player = store.local_player()
    record = begun(store, player)
    with locked(tmp_path / "games.db"):
        writing = append(store, player, record, "1a")
        assert store.close(seconds=0.3) == 1
    with pytest.raises(FreeCellError, match="Not saved"):
        writing.done.result(10)
    assert "1 actions could not be saved" in caplog.text
    with pytest.raises(FreeCellError, match="it is closed"):
        append(store, player, record, "undo")


def test_closing_saves_what_comes_at_the_last_moment(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.db"), patience=0.05, retry_seconds=0.05)
    player = store.local_player()
    record = begun(store, player)
    with locked(tmp_path / "games.db"):
        writing = append(store, player, record, "1a")
        closes = threading.Thread(target=store.close)
        closes.start()
        time.sleep(0.2)
    closes.join()
    assert writing.done.result(0) is Outcome.SAVED


def test_memory_is_bounded_while_the_database_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MOST_WAITING", 3)
    store = Store(str(tmp_path / "games.db"), patience=0.05, retry_seconds=0.05)
    player = store.local_player()
    record = begun(store, player)
    with locked(tmp_path / "games.db"):
        for word in ("1a", "undo", "redo"):
            assert append(store, player, record, word).answer.result(10) is Outcome.WAITING
        with pytest.raises(FreeCellError, match="Not saved: database is locked"):
            append(store, player, record, "undo")
    store.close()


def test_work_that_can_never_be_done_takes_no_other_with_it(address: str) -> None:
    with Store(address) as store:
        player = store.local_player()
        record = begun(store, player)
        holds = threading.Event()
        first = store._writer.submit(lambda _: holds.wait(10))
        wrong = [store._writer.submit(work, keep=True) for work in (_missing_table, _bug)]
        right = append(store, player, record, "1a")
        holds.set()
        assert first.done.result(10)
        assert right.answer.result(10) is Outcome.SAVED
        for each in wrong:
            with pytest.raises(Exception, match=r"no_such_table|its own"):
                each.done.result(10)
        check_counts(store, player)


def _missing_table(connection: Connection) -> None:
    connection.execute(text("SELECT * FROM no_such_table"))


def _bug(_: Connection) -> None:
    raise ValueError("a mistake of its own")


def test_a_server_that_goes_and_comes_back_loses_nothing(server: Server) -> None:
    with Store(server.create(), retry_seconds=0.05) as store:
        player = store.local_player()
        record = begun(store, player)
        server.stop("immediate")
        try:
            writings = [append(store, player, record, word) for word in WORDS]
            assert {writing.answer.result(10) for writing in writings} == {Outcome.WAITING}
            with pytest.raises(FreeCellError, match="cannot be used"):
                store.load(player, record.uid)
        finally:
            server.start()
        assert {writing.done.result(30) for writing in writings} == {Outcome.SAVED}
        check_counts(store, player)
        server.stop()
        server.start()  # a restart between two actions is not even noticed
        assert append(store, player, record, "undo").answer.result(10) is Outcome.SAVED


def test_actions_that_were_written_though_nobody_heard_of_it_are_not_taken_for_somebody_elses(address: str) -> None:
    with Store(address) as store:
        player = store.local_player()
        record = Record(Game(deal(164), deal=164), begun=now())
        first, second = [record.play("17", now(), 1)], []
        writing = store.append(player, record, first)
        again = store._writer.submit(writing.work, keep=True)
        assert (writing.done.result(10), again.done.result(10)) == (Outcome.SAVED, Outcome.SAVED)
        second = [record.play("1a", now(), 2)]
        writing = store.append(player, record, second)
        again = store._writer.submit(writing.work, keep=True)
        assert (writing.done.result(10), again.done.result(10)) == (Outcome.SAVED, Outcome.SAVED)
        check_counts(store, player)


def test_many_write_at_once_and_an_event_loop_waits_for_none(address: str) -> None:
    with Store(address) as store:
        player = store.local_player()
        records = [Record(Game(deal(number), deal=number), begun=now()) for number in range(1, 31)]

        async def play(record: Record) -> None:
            for _ in range(5):
                for word in ("hint", "1a", "undo"):
                    writing = append(store, player, record, word)
                    assert await asyncio.wrap_future(writing.answer) is Outcome.SAVED

        async def play_all() -> None:
            await asyncio.gather(*map(play, records))

        asyncio.run(play_all())
        assert [kept.version for kept in store.history(player).games] == [15] * 30
        check_counts(store, player)


def test_two_writers_in_two_processes_worth_of_stores_never_interleave(address: str) -> None:
    """Both play on the same game as fast as they can; whoever is told `stale` loads it again. Every action said to be saved is there."""
    with Store(address) as one, Store(address) as other:
        player = one.local_player()
        uid = begun(one, player).uid
        saved: list[tuple[int, int]] = []

        def play(store: Store, mark: int) -> None:
            record = store.load(player, uid)
            assert record is not None
            done = 0
            while done < 25:
                step = record.play("hint", now(), mark + done)
                if store.append(player, record, [step]).done.result(20) is Outcome.SAVED:
                    saved.append((record.version, step.clock))
                    done += 1
                else:
                    record = store.load(player, uid)
                    assert record is not None

        threads = [threading.Thread(target=play, args=(store, mark)) for store, mark in ((one, 1000), (other, 2000))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(version for version, _ in saved) == list(range(2, 52))
        with one._reading() as connection:
            there = connection.execute(text("SELECT number, clock FROM actions WHERE number > 1 ORDER BY number")).all()
        assert [tuple(row) for row in there] == sorted(saved)
        check_counts(one, player)
