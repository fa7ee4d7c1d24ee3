"""The parts of the core that Python has otherwise: deals, and the referee that replays solutions, against the engine."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from searches import EVERY_RULES, hops_of, make_proof, needs_core, run, seeded, small_table
from strategies import DEAL_NUMBERS, Table

from freecell import Autoplay, Game, IllegalMove, Position, Rules, deal, solve
from freecell.autoplay import autoplay_moves
from freecell.solver.driver import play_out
from freecell.solver.search import AUTOPLAYS, NO_CARD, SOLVED, TO_CELL, TO_EMPTY, TO_HOME, Hop, Path, pack, terms_of, without_returns

pytestmark = needs_core


def layout(number: int) -> Any:
    from freecell.solver._twin import ffi, lib

    position = ffi.new("fc_position *")
    lib.fc_deal(number, position)
    return position


@given(DEAL_NUMBERS)
def test_deals_are_the_engine_s(number: int) -> None:
    found = layout(number)
    cascades = tuple(tuple(found.cards[i][j] for j in range(found.length[i])) for i in range(8))
    assert cascades == tuple(tuple(map(int, cascade)) for cascade in deal(number).cascades)
    assert list(found.cells) == [NO_CARD] * 4
    assert list(found.home) == [0] * 4


@pytest.mark.parametrize("number", [1, 11982, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1])
def test_deals_at_the_ends_of_the_three_ranges(number: int) -> None:
    found = layout(number)
    assert [[found.cards[i][j] for j in range(found.length[i])] for i in range(8)] == [list(map(int, c)) for c in deal(number).cascades]


def referee(table: Table, path: Path) -> int:
    """What the core says of a solution: its number of moves, or -1."""
    from freecell.solver._twin import ffi, lib

    from freecell.solver import core

    hops = ffi.new("fc_hop[]", [tuple(hop) for hop in path.hops] or 1)
    rules = core._rules(terms_of(table.position, table.rules))
    sends = AUTOPLAYS.index(path.sends)
    return int(lib.fc_check(core._position(table.position), rules, sends, path.at_start, hops, len(path.hops)))


def engine(table: Table, path: Path) -> int:
    """The same by the engine, which knows a move by its places: a hop onto a card that is not on top, say, is no move at all."""
    game = Game(table.position, table.rules.change({"whole_cascade_to_empty": False}))
    try:
        return play_out(game, path).moves
    except (IllegalMove, AssertionError, StopIteration, ValueError, IndexError):
        return -1


def solved(count: int, seed: int) -> list[tuple[Table, Path]]:
    """Small positions with solutions, by all ways of sending cards home."""
    found = []
    for random in seeded(count, seed):
        table = small_table(random, random.choice(EVERY_RULES))
        outcome = run(make_proof("c", table), 20_000)
        if outcome.status == SOLVED and outcome.path is not None and len(outcome.path.packed) < 400:
            found.append((table, outcome.path))
    return found


def test_true_solutions_are_accepted_with_the_engine_s_count() -> None:
    for table, path in solved(200, 41):
        assert referee(table, path) == engine(table, path) >= 0
    for number in range(1, 30):
        result = solve(deal(number))
        assert result._path is not None
        assert referee(Table(deal(number), Rules()), result._path) == result.length


def mutations(random: Random, path: Path) -> list[list[Hop]]:
    """A solution with one thing wrong, of every kind, if it is wrong then."""
    hops = path.hops
    if not hops:
        return []
    at = random.randrange(len(hops))
    other = Hop(random.randrange(52), random.randrange(55))
    return [
        hops[:-1],
        hops[:at],
        hops[:at] + hops[at + 1 :],
        [*hops[:at], hops[at], *hops[at:]],
        [*hops[:at], Hop(hops[at].card, random.randrange(52)), *hops[at + 1 :]],
        [*hops[:at], Hop(hops[at].card, TO_EMPTY), *hops[at + 1 :]],
        [*hops[:at], Hop(hops[at].card, TO_CELL), *hops[at + 1 :]],
        [*hops[:at], Hop(hops[at].card, TO_HOME), *hops[at + 1 :]],
        [*hops[:at], Hop(random.randrange(52), hops[at].onto), *hops[at + 1 :]],
        [*hops[:at], other, *hops[at:]],
        list(reversed(hops)),
        random.sample(hops, len(hops)),
        [other],
        [],
    ]


def test_mutated_solutions_are_judged_as_the_engine_judges_them() -> None:
    verdicts = {True: 0, False: 0}
    for number, (table, path) in enumerate(solved(400, 42)):
        for hops in mutations(Random(number), path):
            mutated = path._replace(packed=pack(hops))
            judged = referee(table, mutated)
            assert judged == engine(table, mutated), (table, mutated)
            verdicts[judged >= 0] += 1
    assert verdicts[False] > 1000
    assert verdicts[True] > 100


def test_a_solution_under_other_rules_is_judged_as_the_engine_judges_it() -> None:
    verdicts = {True: 0, False: 0}
    for number, (table, path) in enumerate(solved(300, 43)):
        random = Random(number)
        for rules in random.sample(EVERY_RULES, 6):
            other = Table(table.position, rules.change({"cells": table.rules.cells}))
            sends = random.choice(AUTOPLAYS)
            mutated = path._replace(sends=sends, at_start=random.random() < 0.5 and not _less(sends, other))
            judged = referee(other, mutated)
            assert judged == engine(other, mutated), (other, mutated)
            verdicts[judged >= 0] += 1
    assert min(verdicts.values()) > 100


def _less(autoplay: Autoplay, table: Table) -> bool:
    """Whether it sends less than the rules do, which no search does before the first hop."""
    return AUTOPLAYS.index(autoplay) < AUTOPLAYS.index(table.rules.autoplay)


def test_the_rules_own_autoplay_goes_on_whatever_a_solution_sends() -> None:
    table = Table(Position(["KS QS", "KH"], [None], (13, 13, 12, 11)), Rules(cells=1).change({"autoplay": "max"}))
    hops = [Hop(47, TO_HOME), Hop(51, TO_HOME), Hop(50, TO_HOME)]
    for sends in (Autoplay.OFF, Autoplay.MAX):
        assert referee(table, Path(pack(hops), sends, at_start=False)) == -1
        assert referee(table, Path(pack(hops[:1]), sends, at_start=False)) == 3


@pytest.mark.parametrize("card", [0, 51, 52, 53, 200, NO_CARD])
@pytest.mark.parametrize("onto", [0, 51, TO_EMPTY, TO_CELL, TO_HOME, 55, 200, NO_CARD])
def test_hops_of_any_number_are_survived(card: int, onto: int) -> None:
    """A card that is none is not to be found in an empty cell."""
    for table in (Table(deal(1), Rules()), Table(Position(["KS", "", ""], [None, None], (13, 13, 13, 12)), Rules(cells=2))):
        path = Path(pack([Hop(card, onto)] * 100), Autoplay.OFF, at_start=False)
        assert referee(table, path) == -1
        assert all(hop.card == card for hop in hops_of(path))


def test_what_goes_by_itself_is_what_the_engine_sends() -> None:
    """Seen at a position that autoplay alone may win."""
    won = 0
    for number in range(300):
        random = Random(number)
        table = small_table(random, random.choice(EVERY_RULES))
        for sends in AUTOPLAYS:
            if _less(sends, table):
                continue
            moves, end = autoplay_moves(table.position, sends, without_returns(table.rules))
            expected = len(moves) if end.won else -1
            assert referee(table, Path(b"", sends, at_start=True)) == expected
            won += end.won
    assert won > 5
