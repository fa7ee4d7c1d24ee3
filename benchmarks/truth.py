"""Measures how soon the truth about a position is known, and how long a review takes; every answer is asserted.

    python benchmarks/truth.py positions   along seeded games under every profile, with 4, 2 and 1 cells: shares known in 20 ms and in 1 s
    python benchmarks/truth.py review      games of 120 moves on two cores: those that an error lost, and those that can be won to the end
    python benchmarks/truth.py rate        deals rated, per deal

A third of the games is played at random, a third greedily, a third by the solver's lines with errors put in. `alone` asks about every
position by itself; `live` asks as a table does that a player sits at: a line that is followed goes on, and what is lost stays lost.
Times of positions are CPU time of the thread that searches; a position that takes longer than `--cap` seconds is given up as not known.
FREECELL_SOLVER=python measures the other twin; `--games` makes a run shorter.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import NamedTuple

from common import percentile, random_game, random_move

from freecell import PROFILES, Game, Move, Rules, Status, apply, deal, find_truth, legal_moves, rate, solve
from freecell.analysis import Question, Review, Truth, answer, play_line
from freecell.cli.pool import Pool
from freecell.solver import twin

RULES = {
    **{name: profile.rules for name, profile in PROFILES.items()},
    **{f"points, {cells} cells": PROFILES["points"].rules.change({"cells": cells}) for cells in (2, 1)},
}
LONGEST = 100
FIRST_DEAL = 2_000_001
"""The games are dealt from here on: the solver was tuned on others."""


def greedy_game(number: int, rules: Rules) -> Game:
    """A game that takes the best-looking move: up, onto a cascade, to an empty one, to a cell; never back to where it was."""
    random_ = random.Random(number)
    game = Game(deal(number, rules.cells), rules, deal=number)
    met = {game.position}

    def worth(move: Move) -> tuple[bool, int, float]:
        order = {"foundation": 0, "cascade": 1, "cell": 3}[move.target.kind]
        if move.target.kind == "cascade" and not game.position.cards_at(move.target):
            order = 2
        return move.source.kind == "foundation", order, random_.random()

    while game.status is Status.PLAYING and len(game.actions) < LONGEST:
        moves = [move for move in legal_moves(game.position, rules) if apply(game.position, move) not in met]
        if not moves:
            break
        game.play(min(moves, key=worth))
        met.add(game.position)
    return game


def erring_game(number: int, rules: Rules, longest: int = LONGEST) -> Game:
    """A game along the solver's lines, found anew after each of several errors."""
    random_ = random.Random(number)
    game = Game(deal(number, rules.cells), rules, deal=number)
    for _ in range(3):
        line = solve(game.position, rules, max_states=200_000).moves
        for move in line[: random_.randint(8, 30)]:
            game.play(move)
        for _ in range(2):
            error = random_move(game, random_) if game.status is Status.PLAYING else None
            if error is not None:
                game.play(error)
    for move in solve(game.position, rules, max_states=200_000).moves:
        game.play(move)
    while game.status is Status.PLAYING and len(game.actions) < longest and (move_ := random_move(game, random_)) is not None:
        game.play(move_)
    return game


def games(rules: Rules, count: int) -> Iterator[Game]:
    """So many games, of each kind in turn."""
    kinds: list[Callable[[int], Game]] = [
        lambda number: random_game(number, rules, LONGEST),
        lambda number: greedy_game(number, rules),
        lambda number: erring_game(number, rules),
    ]
    for index in range(count):
        yield kinds[index % 3](FIRST_DEAL + index)


class Asked(NamedTuple):
    """One position that was asked about."""

    truth: Truth
    seconds: float


def ask(game: Game, index: int, cap: float) -> Asked:
    """The truth about one position, and the CPU time that it took; a line is replayed."""
    position, rules = game.actions[index].before, game.rules
    began = time.thread_time()
    truth = find_truth(position, rules, max_seconds=cap)
    seconds = time.thread_time() - began
    if truth.status == "winnable":
        won = play_line(position, rules, truth.line)
        assert won.position.won
        assert won.moves == truth.moves_left
    return Asked(truth, seconds)


def alone(game: Game, cap: float, stride: int) -> Iterator[Asked]:
    """Some of the game's positions, each by itself; once one is lost, none after it may be winnable."""
    lost = False
    for index in range(0, len(game.actions), stride):
        asked = ask(game, index, cap)
        assert not (lost and asked.truth.status == "winnable")
        lost = lost or asked.truth.status == "unwinnable"
        yield asked


def live(game: Game, cap: float) -> Iterator[Asked]:
    """Every position of the game as it is played, with what is known from the one before."""
    known: Truth | None = None
    for index, action in enumerate(game.actions):
        began = time.thread_time()
        known = None if known is None or index == 0 else known.after(game.actions[index - 1])
        asked = Asked(known, time.thread_time() - began) if known is not None and known.status != "unknown" else ask(game, index, cap)
        if asked.truth.status == "winnable":
            assert play_line(action.before, game.rules, asked.truth.line).position.won
        known = asked.truth
        yield asked


def positions(count: int, cap: float, stride: int, only: str | None) -> None:
    """The table of `docs/analysis.md`: for each of the rules, then for all with 4 cells, and all with fewer."""
    everything: dict[str, list[Asked]] = {}
    for name, rules in RULES.items():
        if only is not None and only not in name:
            continue
        played = list(games(rules, count))
        for way, asked in (
            ("live", [each for game in played for each in live(game, cap)]),
            ("alone", [each for game in played for each in alone(game, cap, stride)]),
        ):
            report(f"{twin()} {name:16} {way:5}", asked)
            everything.setdefault(f"{'4 cells' if rules.cells == 4 else '2 and 1 cells':16} {way:5}", []).extend(asked)
    for title, asked in sorted(everything.items()):
        report(f"{twin()} {title}", asked)


def report(title: str, asked: list[Asked]) -> None:
    """Print the shares of one column of figures."""
    times = sorted(each.seconds if each.truth.status != "unknown" else float("inf") for each in asked)
    status = Counter(str(each.truth.status) for each in asked)
    within = [sum(seconds <= limit for seconds in times) / len(times) for limit in (0.02, 1.0)]
    told = f"median {1e3 * percentile(times, 50):.2f} ms, p99 {1e3 * percentile(times, 99):.1f} ms; "
    told += ", ".join(f"{status[each]} {each}" for each in ("winnable", "unwinnable", "unknown"))
    print(f"{title} {len(asked):6} positions: {within[0]:8.3%} in 20 ms, {within[1]:8.3%} in 1 s; {told}", flush=True)


def reviews(count: int, jobs: int) -> None:
    """Games of 120 moves, each reviewed by a pool as `freecell review` does it."""
    for lost in (True, False):
        walls: list[float] = []
        first: list[float] = []
        searches: list[float] = []
        exact = 0
        for game in long_games(lost=lost, count=count):
            began = time.perf_counter()
            made, heard = review(game, jobs)
            walls.append(time.perf_counter() - began)
            first.append(max(heard - began, 0.0) or walls[-1])
            searches.append(made.progress[0])
            assert made.done
            assert (made.loss is not None) == lost
            exact += made.loss is not None and made.loss.exact
            assert twin() != "c" or made.loss is None or made.loss.exact
        told = (
            f"median {percentile(sorted(walls), 50):.2f} s ({min(walls):.2f}-{max(walls):.2f}), {sorted(searches)[count // 2]:.0f} searches"
        )
        told += f", the losing move of {exact} of {count}, after {1e3 * percentile(sorted(first), 50):.0f} ms" if lost else ""
        print(f"{twin()} review of 120 moves, {jobs} at once, {'lost' if lost else 'winnable to the end'}: {told}", flush=True)


def long_games(*, lost: bool, count: int) -> Iterator[Game]:
    """So many games of 120 moves, all lost on the way or none."""
    number = FIRST_DEAL
    while count:
        game = erring_game(number, Rules(), 120) if lost else random_game(number, Rules(), 120)
        number += 1
        if len(game.actions) == 120 and (find_truth(game).status == "unwinnable") == lost:
            count -= 1
            yield game


def review(game: Game, jobs: int) -> tuple[Review, float]:
    """A review with all that belongs to it, and when it was known where the game was lost."""
    made, heard = Review(game), 0.0
    waiting: dict[Future[Truth], Question] = {}
    with Pool(jobs) as pool:
        while True:
            while len(waiting) < jobs and (question := made.ask()) is not None:
                waiting[pool.submit(answer, question)] = question
            if not waiting:
                return made, heard
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                made.take(waiting.pop(future), future.result())
                if not heard and made.loss is not None and made.loss.exact:
                    heard = time.perf_counter()


def ratings(count: int) -> None:
    """Deals rated one after the other; the grades of the deals that players know are asserted."""
    grades: Counter[str] = Counter()
    began = time.thread_time()
    for number in range(1, count + 1):
        grades[str(rate(deal(number)))] += 1
    seconds = time.thread_time() - began
    assert (rate(deal(164)).scale or 99) <= 3
    assert str(rate(deal(1941))) == "10 of 10"
    assert str(rate(deal(11982))) == "impossible"
    shares = ", ".join(f"{grade}: {grades[f'{grade} of 10']}" for grade in range(1, 11))
    print(f"{twin()} rate: {1e3 * seconds / count:.1f} ms a deal; of 1-{count:,}: {shares}")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("positions", "review", "rate"))
    parser.add_argument("--games", type=int, help="how many games, or deals of `rate`")
    parser.add_argument("--cap", type=float, default=1.5, help="seconds after which a position is given up")
    parser.add_argument("--stride", type=int, default=5, help="of `alone`, one position in so many")
    parser.add_argument("--jobs", type=int, default=2, help="searches of a review at once")
    parser.add_argument("--only", help="of the rules, those whose name has this in it")
    asked = parser.parse_args()
    if asked.what == "positions":
        positions(asked.games or 200, asked.cap, asked.stride, asked.only)
    elif asked.what == "review":
        reviews(asked.games or 5, asked.jobs)
    else:
        ratings(asked.games or 1000)


if __name__ == "__main__":
    main()
