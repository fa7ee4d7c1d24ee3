"""The engine's speed: legal moves, play, snapshots, deals and layouts, each per second.

The positions are those of seeded random games on 25 deals under each of the four profiles. Every figure is the median of some rounds, with
the slowest and the fastest in brackets: a wide bracket means a busy machine. Every part asserts that what it did was right, among other
things by sums that only a change of the rules may move.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable

from common import random_game, rate

from freecell import PROFILES, Game, deal, legal_moves, read_layout, write_layout
from freecell.commands import Answer, LoadGame, Play
from freecell.session import Session

DEALS = range(1, 26)
MOVES = 60
POSITIONS = 4029
LEGAL_MOVES = 29436
HOME = 271
DIGEST = "ea4c53df1c856b1a"


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="rounds for each figure, beside one to warm up (default: 7)")
    rounds = parser.parse_args().rounds
    games = [random_game(number, profile.rules, MOVES) for profile in PROFILES.values() for number in DEALS]
    parts: list[tuple[str, Callable[[list[Game]], tuple[int, Callable[[], object]]]]] = [
        ("legal moves of a position", legal),
        ("a move played, autoplay included", play),
        ("a snapshot", snapshot),
        ("a session's answer to a move", answer),
        ("a deal dealt", deals),
        ("a layout written and read", layouts),
    ]
    for name, part in parts:
        things, work = part(games)
        print(f"{name:<34} {rate(things, work, rounds)}", flush=True)


def legal(games: list[Game]) -> tuple[int, Callable[[], object]]:
    """Generate the legal moves of every position of every game."""
    positions = [(position, game.rules) for game in games for position in [game.start, *(action.after for action in game.actions)]]
    assert len(positions) == POSITIONS, f"{len(positions)} positions"

    def work() -> None:
        found = sum(len(legal_moves(position, rules)) for position, rules in positions)
        assert found == LEGAL_MOVES, f"{found} legal moves"

    return len(positions), work


def play(games: list[Game]) -> tuple[int, Callable[[], object]]:
    """Play every game anew."""
    moves = [[action.move for action in game.actions if action.move is not None] for game in games]

    def work() -> None:
        home = 0
        for game, made in zip(games, moves, strict=True):
            again = Game(game.start, game.rules)
            for move in made:
                again.play(move)
            assert again.position == game.position
            home += sum(again.position.foundations)
        assert home == HOME, f"{home} cards on the foundations"

    return sum(map(len, moves)), work


def snapshot(games: list[Game]) -> tuple[int, Callable[[], object]]:
    """Take a snapshot of every game at its end, twenty times."""
    sessions = [session_of(game) for game in games]

    def work() -> None:
        for _ in range(20):
            for session, game in zip(sessions, games, strict=True):
                assert session.snapshot()["moves"] == game.moves

    return 20 * len(games), work


def answer(games: list[Game]) -> tuple[int, Callable[[], object]]:
    """Play every game anew in a session, with a snapshot in each answer: what the server does for a move, but for the wire."""
    moves = [[action.move for action in game.actions if action.move is not None] for game in games]

    def work() -> None:
        for game, made in zip(games, moves, strict=True):
            session = session_of(Game(game.start, game.rules, deal=game.deal))
            last: Answer | None = None
            for version, move in enumerate(made):
                last = session.do(Play(str(move.source), str(move.target), move.count), id=str(version), version=version)
                assert last.refusal is None
            assert last is not None
            assert last.snapshot["version"] == len(made)
            assert last.snapshot["cascades"] == [[str(card) for card in cascade] for cascade in game.position.cascades]

    return sum(map(len, moves)), work


def session_of(game: Game) -> Session:
    """A session at which that game is played."""
    session = Session(LoadGame("Deal: 1\nMoves:"))
    session.game = game
    return session


def deals(_: list[Game]) -> tuple[int, Callable[[], object]]:
    """Deal the first 2,000 numbers."""

    def work() -> None:
        digest = hashlib.sha256()
        for number in range(1, 2001):
            position = deal(number)
            digest.update(bytes(card for cascade in position.cascades for card in cascade))
        assert digest.hexdigest()[:16] == DIGEST, digest.hexdigest()[:16]

    return 2000, work


def layouts(games: list[Game]) -> tuple[int, Callable[[], object]]:
    """Write the last position of every game as a layout, and read it, ten times."""
    positions = [game.position for game in games]

    def work() -> None:
        for _ in range(10):
            for position in positions:
                assert read_layout(write_layout(position)) == position

    return 10 * len(positions), work


if __name__ == "__main__":
    main()
