"""How soon the server answers a move over real WebSockets, with one game and with many at once.

The server runs in its own process, this load generator in another, on the same machine. Each game is a seeded random walk of moves and
undos, worked out beforehand with the engine, under the four profiles in turn, and begins somewhere in the middle. Every answer is compared
with what the engine says: the version, every pile, the count of moves.

Every action is on disk before it is answered.

- One game: a closed loop; the next command is sent as soon as the last was answered. A new game begins every hundred commands.
- Many games: an open loop; every game sends its commands at moments of its own, `--every` seconds apart on average, whatever became of the
  others. "Late" is how long after its moment a command was sent, and tells how far the generator itself was behind.
- With the truth: the same open loop with fewer games, `--pace` seconds between commands, twice without and twice with the truth told beside
  the player, in turn. "Truth" is how long after the answer to a command the player knew whether the position can be won; it is 0 where the
  answer itself said so. A truth that was not known when the player did the next thing is "overtaken", and starves a player who gets few.

A time is what the player's side sees: from sending the command to having the answer's bytes. It includes what both processes and the
system spend on it, and every wait for others. Processor time is in percent of one core; the figures are good for little where much of it
goes to everything else.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from common import Server, machine_cpu_seconds, percentile, random_game, random_move, server, summary
from websockets.asyncio.client import ClientConnection, connect

from freecell import PROFILES, Game, Rules, write_game


class Planned(NamedTuple):
    """A command, and how the game stands after it."""

    command: dict[str, Any]
    cascades: list[list[str]]
    cells: list[str | None]
    foundations: list[int]
    moves: int


@dataclass
class Walk:
    """A game to begin with, and what is done in it."""

    text: str
    steps: list[Planned]


@dataclass
class Measured:
    """What came of a run, in milliseconds."""

    answers: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    truths: list[float] = field(default_factory=list)
    overtaken: list[int] = field(default_factory=list)
    """The index of each player, as often as a truth came too late."""
    at_once: int = 0
    sizes: list[int] = field(default_factory=list)


def main() -> None:
    """Run both loads against one server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=2000, help="commands in the one game's closed loop (default: 2000)")
    parser.add_argument("--games", type=int, default=1000, help="games at once (default: 1000)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between a game's commands (default: 5)")
    parser.add_argument("--seconds", type=float, default=25.0, help="measured seconds, after one turn to warm up (default: 25)")
    parser.add_argument("--players", type=int, default=100, help="games at once with the truth (default: 100)")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between a game's commands there (default: 2)")
    parser.add_argument("--only", choices=["one", "many", "truth"], help="run only one of the three loads")
    parser.add_argument("--database", help="where the server keeps the games (default: an SQLite file in the temporary folder)")
    asked = parser.parse_args()
    singles = [plan(number, 100) for number in range(1, asked.commands // 100 + 2)]
    turns = 2 + int((asked.every + asked.seconds) / asked.every)
    many = [plan(number, turns) for number in range(1001, 1001 + asked.games)]
    gc.freeze()  # the plans are no garbage: the collector need not walk them while times are taken
    where = () if asked.database is None else ("--database", asked.database)
    with server("--connections", "5000", *where) as served:
        if asked.only in (None, "one"):
            asyncio.run(run_one(served, singles, asked.commands))
        if asked.only in (None, "many"):
            asyncio.run(run_many(served, many, asked.every, asked.seconds))
        if asked.only in (None, "truth"):
            turns = 2 + int((asked.pace + asked.seconds) / asked.pace)
            beside = [plan(number, turns) for number in range(9001, 9001 + asked.players)]
            for truth in (False, True, False, True):
                asyncio.run(run_many(served, beside, asked.pace, asked.seconds, truth=truth))


def plan(number: int, count: int) -> Walk:
    """Work out a walk: a game in its middle, then random moves, now and then an undo, and a restart where nothing else can be done."""
    random_ = random.Random(number)
    profile = list(PROFILES.values())[number % len(PROFILES)]
    game = random_game(number, profile.rules, random_.randrange(80))
    text = write_game(game)
    steps = []
    for _ in range(count):
        move = random_move(game, random_) if game.status == "playing" and random_.random() < 0.85 else None
        if move is not None:
            game.play(move)
            command = {"do": "move", "from": str(move.source), "to": str(move.target), "count": move.count}
        elif game.undoable:
            game.undo()
            command = {"do": "undo"}
        else:
            game = Game(game.start, Rules().change(game.rules.as_dict()), deal=game.deal)
            command = {"do": "restart"}
        steps.append(_planned(command, game))
    return Walk(text, steps)


def _planned(command: dict[str, Any], game: Game) -> Planned:
    position = game.position
    cascades = [[str(card) for card in cascade] for cascade in position.cascades]
    cells = [None if held is None else str(held) for held in position.cells]
    return Planned(command, cascades, cells, list(position.foundations), game.moves)


class Player:
    """Plays a walk on a connection, and checks every answer."""

    def __init__(self, connection: ClientConnection, walk: Walk, index: int = 0, *, truth: bool = False) -> None:
        self._connection = connection
        self._walk = walk
        self._done = 0
        self._index = index
        self._truth = truth
        self._waits = False
        self._answered = 0.0

    async def begin(self) -> None:
        """Set up the game."""
        begin = {"id": "begin", "do": "new", "text": self._walk.text, "settings": {"truth": self._truth}}
        await self._connection.send(json.dumps(begin))
        opened = json.loads(await self._connection.recv())
        assert opened["type"] == "opened", opened
        self._version = opened["snapshot"]["version"]

    async def step(self, measured: Measured | None) -> None:
        """Send the next command of the walk, and check its answer."""
        planned = self._walk.steps[self._done]
        self._done += 1
        message = json.dumps({"id": f"c{self._done}", "version": self._version, **planned.command})
        begun = time.perf_counter()
        await self._connection.send(message)
        while True:
            text = await self._connection.recv()
            taken = time.perf_counter() - begun
            answer = json.loads(text)
            if answer["type"] != "truth":  # which may have been on its way when the command was sent
                break
        assert (answer["type"], answer["id"]) == ("answer", f"c{self._done}"), answer
        snapshot = answer["snapshot"]
        self._version += 1
        assert snapshot["version"] == self._version
        assert snapshot["cascades"] == planned.cascades
        assert snapshot["cells"] == planned.cells
        assert list(snapshot["foundations"].values()) == planned.foundations
        assert snapshot["moves"] == planned.moves
        assert snapshot["saved"]
        self._answered = time.perf_counter()
        truth = snapshot["truth"]
        self._waits = truth is not None and truth["searching"]
        if measured is not None:
            measured.answers.append(1000 * taken)
            measured.sizes.append(len(text))
            measured.at_once += truth is not None and not truth["searching"]

    async def wait(self, seconds: float, measured: Measured | None) -> None:
        """Wait so long, and hear meanwhile what is found out."""
        end = time.perf_counter() + seconds
        while self._waits and (left := end - time.perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    heard = json.loads(await self._connection.recv())
            except TimeoutError:
                break
            assert heard["type"] == "truth", heard
            self._waits = heard["truth"]["searching"]
            if measured is not None:
                measured.truths.append(1000 * (time.perf_counter() - self._answered))
        if self._waits and measured is not None:
            measured.overtaken.append(self._index)
        self._waits = False
        await asyncio.sleep(max(0.0, end - time.perf_counter()))


async def run_one(served: Server, walks: Iterable[Walk], commands: int) -> None:
    """The closed loop; the first walk warms up."""
    measured = Measured()
    async with await _connect(served) as connection:
        for index, walk in enumerate(walks):
            player = Player(connection, walk)
            await player.begin()
            for _ in walk.steps:
                await player.step(measured if index else None)
    assert len(measured.answers) == commands // 100 * 100
    size = sum(measured.sizes) // len(measured.sizes)
    print(f"one game, {len(measured.answers):,} commands one after the other, {size:,} characters an answer")
    print(f"  answer   {summary(measured.answers)}", flush=True)


async def run_many(served: Server, walks: list[Walk], every: float, seconds: float, *, truth: bool = False) -> None:
    """The open loop: one turn to warm up, then those seconds."""
    before = served.memory()
    connections = []
    players = []
    for index, walk in enumerate(walks):
        connection = await _connect(served)
        connections.append(connection)
        players.append(Player(connection, walk, index, truth=truth))
        await players[-1].begin()
    loaded = served.memory()
    measured = Measured()
    begin = time.perf_counter() + 1
    end = begin + every + seconds
    loads = [asyncio.create_task(_play(player, index, begin, every, end, measured)) for index, player in enumerate(players)]
    await asyncio.sleep(begin + every - time.perf_counter())
    used = time.perf_counter(), served.cpu_seconds(), time.process_time(), machine_cpu_seconds()
    await asyncio.gather(*loads)
    now = time.perf_counter(), served.cpu_seconds(), time.process_time(), machine_cpu_seconds()
    elapsed, of_server, of_generator, of_all = (end - start for start, end in zip(used, now, strict=True))
    after = served.memory()
    for connection in connections:
        await connection.close()
    late = sorted(measured.late)
    commands = len(measured.answers)
    print(f"{len(walks):,} games{' with the truth' * truth}, {commands:,} commands in {elapsed:.0f} s, {commands / elapsed:.0f} a second")
    print(f"  answer   {summary(measured.answers)}")
    print(f"  late     median {percentile(late, 50):.2f} ms   p99 {percentile(late, 99):.2f} ms")
    if truth:
        known = measured.truths + [0.0] * measured.at_once
        worst = max((measured.overtaken.count(index) for index in set(measured.overtaken)), default=0)
        overtaken = f"overtaken {len(measured.overtaken):,}, {worst} of one player"
        print(f"  truth    {summary(known)}")
        print(f"           at once {measured.at_once:,}   {overtaken}")
    shares = [100 * seconds / elapsed for seconds in (of_server, of_generator, of_all - of_server - of_generator)]
    print("  cores    server {:.0f} %   generator {:.0f} %   everything else {:.0f} %".format(*shares))
    print(f"  memory   before {before:.0f} MiB   with the games {loaded:.0f} MiB   at the end {after:.0f} MiB")


async def _play(player: Player, index: int, begin: float, every: float, end: float, measured: Measured) -> None:
    """Send a game's commands, each at its moment; those of the first turn are not measured."""
    random_ = random.Random(index)
    turn = 0
    while (moment := begin + every * (turn + random_.random())) < end:
        await player.wait(max(0.0, moment - time.perf_counter()), measured if turn > 1 else None)
        late = time.perf_counter() - moment
        await player.step(measured if turn else None)
        if turn:
            measured.late.append(1000 * late)
        turn += 1


async def _connect(served: Server) -> ClientConnection:
    return await connect(served.address.replace("http", "ws") + "ws", origin=None, max_queue=None)


if __name__ == "__main__":
    main()
