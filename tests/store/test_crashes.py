"""A process that is killed at any moment loses no acknowledged action. `FREECELL_CRASHES=1000` kills it a thousand times."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

from databases import Server
from plays import check_counts

from freecell import Game, deal
from freecell.store import Outcome, Record, Store, now

ROUNDS = int(os.environ.get("FREECELL_CRASHES", "100"))
HERE = Path(__file__).parent


def crashes(address: str, rounds: int) -> dict[str, int]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE)])}
    command = [sys.executable, str(HERE / "crashes.py"), address, str(rounds), "1"]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert ended.returncode == 0, ended.stderr
    told: dict[str, int] = json.loads(ended.stdout)
    return told


def test_a_killed_process_loses_nothing_that_was_acknowledged(address: str) -> None:
    told = crashes(address, ROUNDS)
    assert told["acknowledged"] > 4 * ROUNDS  # there was a load
    if "://" not in address:
        with closing(sqlite3.connect(address)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_database_server_that_crashes_loses_nothing_that_was_acknowledged(server: Server) -> None:
    saved = 0
    with Store(server.create(), retry_seconds=0.05) as store:
        player = store.local_player()
        records = [Record(Game(deal(number), deal=number), begun=now()) for number in range(1, 9)]
        for _ in range(2):
            stops = threading.Timer(0.2, server.stop, args=("immediate",))
            stops.start()
            while stops.is_alive():
                for record in records:
                    writing = store.append(player, record, [record.play("hint", now(), 0)])
                    if writing.answer.result(20) is Outcome.SAVED:
                        saved += 1
                    else:
                        time.sleep(0.02)
            server.start()
            assert writing.done.result(20) is Outcome.SAVED
        assert saved > 20
        versions = {kept.uid: kept.version for kept in store.history(player).games}
        assert versions == {record.uid: record.version for record in records}  # nothing is lost, not even what was only waiting
        check_counts(store, player)
