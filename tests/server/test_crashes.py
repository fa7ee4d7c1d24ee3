"""A whole server that is killed under load loses no action that it answered as saved. `FREECELL_CRASHES=1000` kills it as often."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from plays import check_counts
from servers import Player, wait_until
from websockets.exceptions import WebSocketException

from freecell.store import Record, Store, new_secret

ROUNDS = int(os.environ.get("FREECELL_CRASHES", "200")) // 50
PLAYERS = 8


@dataclass
class Somebody:
    """Plays one game after the other, each as it stands, and remembers what was answered as saved."""

    secret: str
    seed: int
    answered: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Of each game, the snapshot after each of its actions, in their order."""
    failure: BaseException | None = None

    def play(self, port: int) -> None:
        """Play until the line breaks."""
        try:
            with Player(port, self.secret) as player:
                self._play(player, random.Random(self.seed + time.time_ns()))
        except (OSError, WebSocketException, EOFError, TimeoutError):
            pass
        except BaseException as error:
            self.failure = error

    def _play(self, player: Player, chance: random.Random) -> None:
        heard = player.ask(do="open")
        if heard["type"] == "error":
            assert heard["error"]["code"] == "no-open-game"
        else:
            self._check(heard["snapshot"])
        while True:
            if heard["type"] == "error" or len(self.answered.get(heard["snapshot"]["game"], [])) > 40 or not heard["snapshot"]["legal"]:
                heard = player.ask(do="new", deal=str(chance.randrange(1, 1000)))
            snapshot = heard["snapshot"]
            kind = chance.random()
            if kind < 0.1 and snapshot["undo"]:
                heard = player.do("undo")
            elif kind < 0.2 and snapshot["redo"]:
                heard = player.do("redo")
            else:
                source = chance.choice(list(snapshot["legal"]))
                count, targets = chance.choice(list(snapshot["legal"][source].items()))
                heard = player.do("move", count=int(count), **{"from": source, "to": chance.choice(targets)})
            assert heard["type"] == "answer", heard
            if heard["snapshot"]["saved"]:
                self.answered.setdefault(snapshot["game"], []).append(heard["snapshot"])

    def _check(self, snapshot: dict[str, Any]) -> None:
        """After coming back: what was answered last is there; what was asked for last and not answered may be there too."""
        known = self.answered.setdefault(snapshot["game"], [])
        if not known or not _same(known[-1], snapshot):
            known.append(snapshot)


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in ("cascades", "cells", "moves", "undo", "redo"))


def serve(database: str) -> tuple[subprocess.Popen[str], int]:
    """A server in a process of its own, and its port."""
    command = [sys.executable, "-c", "from freecell.cli import main; main()", "--no-browser", "--port", "0", "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://[^:]+:(\d+)/", line)
        if found:
            return process, int(found[1])
    raise AssertionError(process.stderr.read() if process.stderr else "")


def test_a_killed_server_loses_nothing_that_it_answered_as_saved(address: str) -> None:
    everybody = [Somebody(new_secret(), seed) for seed in range(PLAYERS)]
    chance = random.Random(1)
    for _ in range(ROUNDS):
        process, port = serve(address)
        threads = [threading.Thread(target=one.play, args=(port,)) for one in everybody]
        before = _count(everybody)
        for thread in threads:
            thread.start()
        wait_until(lambda before=before: _count(everybody) > before + 2 * PLAYERS or any(one.failure for one in everybody))
        time.sleep(0.3 * chance.random())
        process.kill()
        process.communicate()
        for thread in threads:
            thread.join()
        for one in everybody:
            assert one.failure is None, one.failure
    with Store(address) as store:
        for one in everybody:
            _check_all(store, one)
    assert _count(everybody) > 2 * PLAYERS * ROUNDS


def _count(everybody: list[Somebody]) -> int:
    return sum(len(each) for one in everybody for each in list(one.answered.values()))


def _check_all(store: Store, one: Somebody) -> None:
    """Every position that was answered as saved comes, in that order, when the game's actions are done again."""
    player = store.player(one.secret)
    assert player is not None
    for name, snapshots in one.answered.items():
        kept = store.load(player, name)
        assert kept is not None
        waiting = list(snapshots)
        record = Record(kept.start.game(), begun=0)
        for step in store.actions(player, name):
            record.play(*step)
            if waiting and _same(waiting[0], _shown(record)):
                waiting.pop(0)
        assert not waiting, f"{len(waiting)} of {len(snapshots)} actions are lost in game {name}"
    check_counts(store, player)


def _shown(record: Record) -> dict[str, Any]:
    from freecell.snapshot import shown_position

    game = record.game
    return {**shown_position(game.position), "moves": game.moves, "undo": game.undoable, "redo": game.redoable}
