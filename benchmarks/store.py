"""How soon an action is on disk and acknowledged, and how soon what is kept of many games is told; on SQLite and on PostgreSQL.

- Actions: an event loop in which many players act, each at moments of its own, `--every` seconds apart on average (an open loop: whatever
  became of the others). A time runs from handing the action to the store until the loop has its answer; moments at which the loop was
  late are in it. Each action is a seeded random move or undo, and each player begins in the middle of a game. Afterwards every game is
  loaded again and compared. Beside it stands what the disk takes to sync 4 kB appended to a file, one after the other.
- Statistics, the map, the list and the newest game: of one player with `--kept` ended games under all profiles, over ten years. Each is
  asked for several times, the first time apart. What is told is compared with sums made while the games were made up.

PostgreSQL is Debian's, started in a folder of its own, with its own defaults but the socket's place; it syncs.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from common import percentile, random_game, random_move, spread, summary
from sqlalchemy import Connection, insert

from freecell import PROFILES, Game
from freecell.store import Outcome, Player, Record, Result, Store, Tried, Wanted, now
from freecell.store.models import GameRow
from freecell.store.record import week_of

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from databases import binaries, postgresql

YEARS = 10
DEALS = range(1, 32_001)
KINDS = [("standard", 4)] * 6 + [("one-tap", 4), ("points", 4), ("points", 2), ("linear", 4)]


def main() -> None:
    """Measure on each database in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200, help="players at once (default: 200)")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a player's actions (default: 2)")
    parser.add_argument("--seconds", type=float, default=20.0, help="measured seconds, after two to warm up (default: 20)")
    parser.add_argument("--kept", type=int, default=100_000, help="games of the one player (default: 100000)")
    parser.add_argument("--rounds", type=int, default=15, help="times that each question is asked (default: 15)")
    parser.add_argument("--folder", help="where SQLite's file goes; it should be on the disk that is meant (default: the temporary folder)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        syncs = fsync_times(Path(folder))
        print(f"the disk's own sync of 4 kB   {summary(syncs)}")
        for name, address in databases(Path(folder)):
            with address as where, Store(where) as store:
                print(f"\n{name}")
                asyncio.run(act(store, asked.players, asked.every, asked.seconds))
                ask(store, asked.kept, asked.rounds)


def databases(folder: Path) -> Iterator[tuple[str, Any]]:
    """The databases to measure on, each with what opens it."""

    @contextmanager
    def sqlite() -> Iterator[str]:
        yield str(folder / "games.db")

    @contextmanager
    def server() -> Iterator[str]:
        with postgresql(syncs=True) as running:
            yield running.create()

    yield "SQLite", sqlite()
    if binaries() is None:
        print("\nno PostgreSQL: install Debian's postgresql")
    else:
        yield "PostgreSQL", server()


def fsync_times(folder: Path, count: int = 300) -> list[float]:
    """What the disk takes, in milliseconds."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(count):
            file.write(bytes(4096))
            begun = time.perf_counter()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - begun))
    return times


# Actions


async def act(store: Store, count: int, every: float, seconds: float) -> None:
    """Let many players act at once, and see that everything they were told is so."""
    records = []
    for number in range(1, count + 1):
        player, _ = store.new_player()
        profile = list(PROFILES.values())[number % len(PROFILES)]
        game = random_game(number, profile.rules, number % 60)
        record = Record(Game(game.start, game.rules, deal=number, profile=profile), begun=now())
        steps = [record.play(action.text, now(), 0) for action in game.actions] or [record.play("leave", now(), 0)]
        assert store.append(player, record, steps).done.result(60) is Outcome.SAVED
        records.append((player, record))
    gc.collect()
    gc.freeze()
    times: list[float] = []
    begin = time.perf_counter()
    cpu = time.process_time()
    await asyncio.gather(*(_play(store, player, record, begin, every, seconds + 2, times) for player, record in records))
    share = 100 * (time.process_time() - cpu) / (time.perf_counter() - begin)
    ordered = sorted(times)
    aim = "as aimed" if percentile(ordered, 50) <= 5 and percentile(ordered, 99) <= 25 else "NOT as aimed"
    print(f"an action saved, {count} players, {len(times)} actions   {summary(times)}   (5 ms, p99 25 ms: {aim}); {share:.0f} % of a core")
    for player, record in records:
        found = store.load(player, record.uid)
        assert found is not None
        assert found.summary() == record.summary()
        assert found.game.position == record.game.position


async def _play(store: Store, player: Player, record: Record, begin: float, every: float, seconds: float, times: list[float]) -> None:
    random_ = random.Random(record.start.deal)
    turn = 0
    while (moment := every * (turn + random_.random())) < seconds:
        turn += 1
        await asyncio.sleep(max(0.0, begin + moment - time.perf_counter()))
        word = _word(record.game, random_)
        begun = time.perf_counter()
        writing = store.append(player, record, [record.play(word, now(), record.time + 2000)])
        outcome = await asyncio.wrap_future(writing.answer)
        if moment >= 2:
            times.append(1000 * (time.perf_counter() - begun))
        assert outcome is Outcome.SAVED


def _word(game: Game, random_: random.Random) -> str:
    move = random_move(game, random_) if game.status == "playing" and random_.random() < 0.85 else None
    if move is None:
        return "undo" if game.undoable else "hint"
    return f"{move.source}{move.target}" + (f"v{move.count:x}" if move.target.kind == "cascade" else "")


# Questions


class MadeUp(NamedTuple):
    """What was made up, to compare with what is told."""

    player: Player
    games: Counter[tuple[str, int]]
    won: Counter[tuple[str, int]]
    deals_won: set[int]
    deals_tried: set[int]
    newest: str


def ask(store: Store, count: int, rounds: int) -> None:
    """Ask for everything that the pages show."""
    made = _make_up(store, count)
    _measure("statistics", 100, rounds, lambda: _statistics(store, made))
    _measure("the map of 32,000 deals", 300, rounds, lambda: _map(store, made))
    _measure("the newest game, found and opened", 20, rounds, lambda: _newest(store, made))
    _measure("a page of 50 games", None, rounds, lambda: len(store.history(made.player).games))
    _measure("a page of 50 won games of a profile", None, rounds, lambda: _won(store, made))


def _measure(name: str, aim: float | None, rounds: int, question: Callable[[], object]) -> None:
    times = []
    for _ in range(rounds + 1):
        begun = time.perf_counter()
        question()
        times.append(1000 * (time.perf_counter() - begun))
    told = "" if aim is None else f"   ({aim} ms: {'as aimed' if statistics.median(times[1:]) <= aim else 'NOT as aimed'})"
    print(f"{name:<38} {spread(times[1:])}, the first {times[0]:.1f} ms{told}")


def _make_up(store: Store, count: int) -> MadeUp:
    """Games with the summaries that played ones have; only the newest has its actions, which the others' questions do not read."""
    player, _ = store.new_player()
    random_ = random.Random(1)
    first = now() - YEARS * 365 * 86_400_000
    rows = [_row(player, number, first + number * (now() - first) // count, random_) for number in range(count)]
    made = MadeUp(player, Counter(), Counter(), set(), set(), "")
    for row in rows:
        made.games[row["profile"], row["cells"]] += 1
        made.deals_tried.add(row["deal"])
        if row["result"] == "won":
            made.won[row["profile"], row["cells"]] += 1
            made.deals_won.add(row["deal"])
    newest = Record(Game(random_game(164, PROFILES["standard"].rules, 0).start, deal=164), begun=now())
    store._writer.run(lambda connection: _insert(connection, rows))
    steps = [newest.play(_word(newest.game, random_), now(), newest.time + 2000) for _ in range(120)]
    assert store.append(player, newest, steps).done.result(60) is Outcome.SAVED
    store.note_pars("standard", 4, {deal: random_.randrange(70, 90) for deal in DEALS}).done.result()
    if store.url.get_backend_name() == "postgresql":
        _settle(store)
    return made._replace(newest=newest.uid)


def _row(player: Player, number: int, begun: int, random_: random.Random) -> dict[str, Any]:
    profile, cells = random_.choice(KINDS)
    result = random_.choices(["won", "lost", "resigned", "demonstrated"], [70, 10, 15, 5])[0]
    time_ = random_.randrange(60_000, 900_000)
    return {
        "player_id": player.id, "uid": f"{number:020x}", "begun": begun, "deal": random_.choice(DEALS),
        "rules": f"{profile} cells={cells}" if cells != 4 else profile, "profile": profile, "cells": cells, "version": 100,
        "result": result, "moves": random_.randrange(70, 140), "score": random_.randrange(0, 600, 5) if profile == "points" else None,
        "time": time_, "undos": random_.choice([0, 3]), "hints": random_.choice([0, 0, 0, 2]), "demonstrated": result == "demonstrated",
        "played": begun + time_, "ended": begun + time_, "week": week_of(begun + time_),
    }  # fmt: skip


def _insert(connection: Connection, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(GameRow), rows)


def _settle(store: Store) -> None:
    """What PostgreSQL's own housekeeping does within minutes of such a load."""
    with store._writes.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")


def _statistics(store: Store, made: MadeUp) -> None:
    for each in store.statistics(made.player):
        kind = (each.profile, each.cells)
        assert (each.total.games, each.total.won) == (made.games[kind], made.won[kind])
        assert each.longest_streak >= each.streak
        assert sum(week.won for week in each.weeks) == made.won[kind]


def _map(store: Store, made: MadeUp) -> None:
    found = store.deal_map(made.player, DEALS)
    counts = found.counts()
    assert counts[Tried.WON] + counts[Tried.AT_PAR] == len(made.deals_won)
    assert counts[Tried.UNTRIED] + counts[Tried.OPEN] == len(DEALS) - len(made.deals_tried)


def _newest(store: Store, made: MadeUp) -> None:
    (kept,) = store.history(made.player, limit=1).games
    assert kept.uid == made.newest
    record = store.load(made.player, kept.uid)
    assert record is not None
    assert record.version == kept.version == 120


def _won(store: Store, made: MadeUp) -> None:
    page = store.history(made.player, Wanted(results=frozenset({Result.WON}), profile="linear"))
    assert {(kept.result, kept.profile) for kept in page.games} == {(Result.WON, "linear")}


if __name__ == "__main__":
    main()
