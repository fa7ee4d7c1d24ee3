"""Plays many games at once in a process that is killed at a random moment, again and again; every acknowledged action must be there.

Run as a program of its own: it forks before any thread is started. Usage: crashes.py ADDRESS ROUNDS SEED
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import time
from random import Random

from plays import check_counts, some_game, some_word
from sqlalchemy import select

from freecell.store import Outcome, Player, Record, Store, now
from freecell.store.address import read_address
from freecell.store.engine import connect
from freecell.store.models import ActionRow, GameRow

TABLES = 16
Acknowledged = tuple[str, int, str, int]


def play(address: str, random: Random, tell: int) -> None:
    """Play as fast as the store answers, and tell each action that it says is saved."""
    store = Store(address)
    player = store.local_player()
    ready: queue.SimpleQueue[Record] = queue.SimpleQueue()
    for kept in store.history(player, limit=TABLES // 2).games:
        ready.put(store.load(player, kept.uid) or _new(random))
    for _ in range(TABLES - ready.qsize()):
        ready.put(_new(random))
    while True:
        record = ready.get()
        word = some_word(random, record.game)
        if word is None or record.version > 60:
            ready.put(_new(random))
            continue
        step = record.play(word, now(), random.randrange(10**6))
        line = json.dumps([record.uid, record.version, *step[::2]]).encode() + b"\n"

        def answered(done: object, record: Record = record, line: bytes = line) -> None:
            assert done.result() is Outcome.SAVED  # type: ignore[attr-defined]
            os.write(tell, line)
            ready.put(record)

        store.append(player, record, [step]).done.add_done_callback(answered)


def _new(random: Random) -> Record:
    return Record(some_game(random), begun=now())


def crash(address: str, random: Random) -> list[Acknowledged]:
    """Let it play for a moment, kill it, and return what it had acknowledged."""
    hear, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        try:
            play(address, Random(random.random()), tell)
        finally:
            os._exit(1)
    os.close(tell)
    heard = os.read(hear, 65536) if random.random() < 0.9 else b""  # it plays; or it may still be opening the database
    time.sleep(random.choice([0, 0.005, 0.02, 0.1]) * random.random())
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the player failed by itself"
    while part := os.read(hear, 65536):
        heard += part
    os.close(hear)
    return [tuple(json.loads(line)) for line in heard.splitlines(keepends=True) if line.endswith(b"\n")]


def lost(address: str, acknowledged: list[Acknowledged]) -> list[Acknowledged]:
    """Which of these actions the database does not have."""
    engine = connect(read_address(address))
    with engine.connect() as connection:
        uids = {uid for uid, *_ in acknowledged}
        asked = (
            select(GameRow.uid, ActionRow.number, ActionRow.word, ActionRow.clock)
            .join_from(GameRow, ActionRow)
            .where(GameRow.uid.in_(uids))
        )
        there = {tuple(row) for row in connection.execute(asked)}
    engine.dispose()
    return [each for each in acknowledged if each not in there]


def main(address: str, rounds: int, seed: int) -> None:
    random = Random(seed)
    count = 0
    for round_ in range(rounds):
        acknowledged = crash(address, random)
        count += len(acknowledged)
        missing = lost(address, acknowledged) if acknowledged else []
        assert not missing, f"round {round_}: {len(missing)} of {len(acknowledged)} acknowledged actions are lost, such as {missing[0]}"
    with Store(address) as store:
        player: Player = store.local_player()
        check_counts(store, player)
        print(json.dumps({"rounds": rounds, "acknowledged": count, "games": store.count(player)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
