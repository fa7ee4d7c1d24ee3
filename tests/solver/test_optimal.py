"""The search for a shortest solution, against brute force over the engine's own moves, and its twins against each other.

Run by itself, `PYTHONPATH=tests python tests/solver/test_optimal.py SEED` tries others, on and on, and stops at the first that fails.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path as File
from random import Random
from typing import TYPE_CHECKING

import pytest
from reference import CARDS, MOVES, Length, shortest
from searches import EVERY_RULES, PLENTY, TWINS, WITHOUT_CORE, brief, needs_core, played_on, seeded, small_table
from strategies import Table

from freecell import Game, Position, Rules, deal
from freecell.solver import optimal
from freecell.solver.driver import play_out
from freecell.solver.search import EXHAUSTED, NO_MEMORY, RUNNING, SOLVED, Path

if TYPE_CHECKING:
    from freecell.solver import core

    Search = core.Optimal | optimal.Optimal

BOTH = ["python"] if WITHOUT_CORE else ["c", "python"]
MEASURES = [CARDS, MOVES]
MOST = 700
"""Positions that brute force looks at before it gives up."""
PUBLISHED = File(__file__).parents[1] / "data" / "optimal-cards.txt"


def make(twin: str, table: Table, measure: str, best: int | None = None, max_memory: int = PLENTY) -> Search:
    """A search of one of the twins."""
    if twin == "python":
        return optimal.Optimal(table.position, table.rules, measure, max_memory, best)
    from freecell.solver import core

    return core.Optimal(table.position, table.rules, measure, max_memory, best)


def length_of(table: Table, path: Path, length: Length) -> int:
    """How long a solution is when the engine plays it under exactly these rules; it raises if a move is not legal."""
    game = play_out(Game(table.position, table.rules), path)
    return sum(length.of(action.before, action.move) + len(action.sent_up) for action in game.actions if action.move is not None)


def compare(table: Table, length: Length, most: int, twins: list[str]) -> int | None:
    """The length that brute force finds, -1 where there is no solution, None where it cannot tell; raises where a search says otherwise."""
    truth = shortest(table.position, table.rules, length, most)
    for twin in twins if truth is not None else []:
        assert truth is not None
        search = make(twin, table, length.name)
        status = search.advance(20 * most)
        if truth < 0:  # a deck's lower ranks may come back without end
            assert status == EXHAUSTED or (status == RUNNING and table.rules.foundation_return)
            continue
        assert (status, search.bound) == (SOLVED, truth)
        assert length_of(table, search.path(), length) == truth
        for best in (truth + 1, truth, truth - 1, 0):
            search = make(twin, table, length.name, best)
            status = search.advance(20 * most)
            assert status == (SOLVED if best > truth else EXHAUSTED)
            assert best <= search.bound <= truth or search.bound == truth
    return truth


@pytest.mark.parametrize("rules", EVERY_RULES, ids=brief)
def test_lengths_are_those_of_brute_force(rules: Rules) -> None:
    truths = []
    for random in seeded(14, seed=200 + EVERY_RULES.index(rules)):
        table = small_table(random, rules)
        truths += [compare(table, length, MOST, BOTH) for length in MEASURES]
    assert truths.count(None) <= 14
    assert len([truth for truth in truths if truth is not None and truth >= 0]) >= 4


def told(search: Search, status: int) -> tuple[object, ...]:
    """What must be the same for both twins."""
    return status, search.states, search.bound, search.path() if status == SOLVED else None


def dealt(random: Random, rules: Rules) -> Table:
    """A deal, or what some moves have made of it."""
    rules = rules.change({"cells": random.choice([0, 1, 2, 3, 4, 4])})
    table = Table(deal(random.randint(1, 2**33 - 1), rules.cells), rules)
    return Table(played_on(table, random, random.choice([0, 0, 1, 5, 20])), rules)


def same(table: Table, measure: str, until: int, best: int | None = None) -> int:
    """How both twins stand after so many states, where they must agree in everything."""
    found = []
    for twin in ("c", "python"):
        search = make(twin, table, measure, best)
        status = search.advance(until)
        found.append(told(search, status))
    assert found[0] == found[1], (table, measure)
    return status


@needs_core
@pytest.mark.parametrize("measure", ["cards", "moves"])
def test_twins_are_the_same_under_every_rule(measure: str) -> None:
    for number, rules in enumerate(EVERY_RULES):
        for random in seeded(3, seed=300 + number):
            same(dealt(random, rules), measure, 120)
            same(small_table(random, rules), measure, 120)


@needs_core
@pytest.mark.parametrize("measure", ["cards", "moves"])
def test_twins_are_the_same_to_the_end(measure: str) -> None:
    for number in (15_196, 10_692, 7_058):
        table = Table(played_on(Table(deal(number), Rules()), Random(number), 5), Rules())
        same(table, measure, 3000)
        same(table, measure, 1000, best=80)


@pytest.mark.parametrize("twin", TWINS)
def test_slices_make_no_difference(twin: str) -> None:
    for random in seeded(8, seed=400):
        table = dealt(random, random.choice(EVERY_RULES))
        whole, parts = make(twin, table, "moves"), make(twin, table, "moves")
        bounds, status = [], RUNNING
        for until in range(0, 601, 25):
            status = parts.advance(until)
            bounds.append(parts.bound)
        assert told(whole, whole.advance(600)) == told(parts, status)
        assert bounds == sorted(bounds), "what is proved stays proved"


@pytest.mark.parametrize("twin", TWINS)
def test_memory_is_kept_to(twin: str) -> None:
    """Whatever the limit, it is never passed; and what is proved then still holds."""
    table = Table(deal(1), Rules())
    stopped = 0
    for most in (0, 1000, 100_000, 600_000, 1_300_000, 2_500_000):
        search = make(twin, table, "cards", max_memory=most)
        status = RUNNING
        while status == RUNNING and search.states < 5000:
            status = search.advance(search.states + 100)
            assert search.bytes <= most or status == NO_MEMORY
        stopped += status == NO_MEMORY
        assert search.bound <= 87
    assert stopped >= 3


@pytest.mark.parametrize("twin", TWINS)
def test_what_is_won_takes_no_moves(twin: str) -> None:
    won = Table(Position([""], [None], (13, 13, 13, 13)), Rules(cells=1))
    for measure in ("cards", "moves"):
        search = make(twin, won, measure)
        assert (search.advance(1), search.bound, search.path().hops) == (SOLVED, 0, [])
        assert make(twin, won, measure, best=0).advance(1) == EXHAUSTED


@pytest.mark.parametrize("twin", TWINS)
def test_a_sequence_counts_once_in_moves_and_each_card_in_cards(twin: str) -> None:
    """The queen lies under two others, which go to the king's cascade as one."""
    table = Table(Position(["QS QD JS", "KC", "KD KH KS"], [None, None], (12, 11, 12, 10)), Rules(cells=2))
    for length, wanted in ((CARDS, 10), (MOVES, 9)):
        search = make(twin, table, length.name)
        assert search.advance(1000) == SOLVED
        assert shortest(table.position, table.rules, length, 1000) == search.bound
        assert search.bound <= wanted


@needs_core
def test_published_lengths() -> None:
    """Some deals whose shortest solutions in single cards were published, where they are found soon."""
    lines = [line.split() for line in PUBLISHED.read_text().splitlines() if not line.startswith("#")]
    for number, published in ((int(a), int(b)) for a, b in lines):
        table = Table(deal(number), Rules())
        search = make("c", table, "cards")
        assert search.advance(10**6) == SOLVED
        assert search.bound == published == length_of(table, search.path(), CARDS)
        assert make("c", table, "cards", best=published).advance(10**6) == EXHAUSTED


def explore(seed: int) -> None:
    """Compare on random positions without end."""
    found = {"lost": 0, "won": 0, "unknown": 0}
    for number in count():
        random = Random(10**12 * seed + number)
        table, length = small_table(random, random.choice(EVERY_RULES)), random.choice(MEASURES)
        try:
            truth = compare(table, length, random.choice([MOST, 5 * MOST]), random.choice([BOTH[:1], BOTH[:1], BOTH]))
        except Exception:
            print("seed", seed, "number", number, table, length.name, flush=True)
            raise
        found["unknown" if truth is None else "won" if truth >= 0 else "lost"] += 1
        if number % 1000 == 999:
            print(found, flush=True)


if __name__ == "__main__":
    explore(int(sys.argv[1]))
