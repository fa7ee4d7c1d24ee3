"""`solve`: limits, cancelling, progress, bad input, positions of every kind, and deals of which the truth is known."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from layouts import P1, P2, P3, high
from searches import EVERY_RULES, PLENTY, TWINS, after_move, make_first, make_proof, needs_core, run, seeded, small_table
from strategies import Table

from freecell import BadInput, Game, Position, Result, Rules, Verdict, deal, legal_moves, solve
from freecell.solver import Progress, twin
from freecell.solver.search import EXHAUSTED, SOLVED
from freecell.solver.weights import TUNED

SLICE = 1024 + 256
"""Positions that may be met after a request: the longest slice, and the children of one more position."""
CHILDREN = 256
"""More children no position has."""

HARD = deal(891, 2)
"""Impossible with two cells, which takes more than three million positions to prove, whatever the weights are."""


@pytest.fixture(params=TWINS, name="solver")
def _solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One twin after the other."""
    monkeypatch.setenv("FREECELL_SOLVER", request.param)
    assert twin() == request.param
    return str(request.param)


each_twin = pytest.mark.usefixtures("solver")


def wins(result: Result) -> bool:
    """Whether the moves win when they are played under the rules that were asked for."""
    game = Game(result.position, result.rules)
    for move in result.moves:
        game.play(move)
    return game.position.won


# Limits


@pytest.mark.parametrize("most", [0, 1, 2, 10, 127, 128, 129, 1000, 8191, 12_345])
@each_twin
def test_the_limit_of_states_is_reached_and_hardly_passed(most: int) -> None:
    results = [solve(HARD, max_states=most) for _ in range(2 if most < 2000 else 1)]
    assert {(result.status, result.limit) for result in results} == {(Verdict.UNKNOWN, "states")}
    assert most <= results[0].states < most + CHILDREN
    assert len({result.states for result in results}) == 1
    assert results[0].moves == ()
    assert results[0].game is None
    assert results[0].length is None


@each_twin
def test_e3_a_search_that_ran_out_of_anything_never_says_unsolvable() -> None:
    lost = deal(11982)
    assert solve(lost, max_states=20_000).status is Verdict.UNKNOWN
    assert solve(lost, max_seconds=0.01).status is Verdict.UNKNOWN
    assert solve(lost, max_memory=10_000).status is Verdict.UNKNOWN


@pytest.mark.parametrize("seconds", [0, 0.05, 0.2])
@each_twin
def test_the_limit_of_seconds(seconds: float) -> None:
    result = solve(HARD, max_seconds=seconds)
    assert (result.status, result.limit) == (Verdict.UNKNOWN, "seconds")
    assert seconds <= result.seconds < seconds + 0.5  # generous, for machines that are busy


@pytest.mark.parametrize("memory", [0, 1, 1_000, 20_000, 100_000, 300_000, 500_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000])
def test_the_limit_of_memory_is_kept(solver: str, memory: int) -> None:
    if memory > 3_000_000 and solver == "python":
        memory //= 5  # it takes about fifteen times as much for a position, and longer
    result = solve(HARD, max_memory=memory)
    assert (result.status, result.limit) == (Verdict.UNKNOWN, "memory")
    assert result.bytes <= memory
    assert result.states < 1_000_000
    if memory >= 1_000_000:
        assert result.bytes > memory // 4


@pytest.mark.parametrize("number", [617, 1941, 11982])
def test_the_python_twin_takes_no_more_than_it_says(number: int) -> None:
    """It says what a position takes that has children, which many have not any more."""
    table = Table(deal(number, 3), Rules(cells=3))
    for attempt in (True, False):
        tracemalloc.start()
        search = make_first("python", table, TUNED[0]) if attempt else make_proof("python", table)
        run(search, 4_000)
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert 0.1 < taken / search.bytes < 1


@needs_core
def test_the_driver_lets_go_of_an_attempt_before_the_next() -> None:
    """An ordinary deal needs little."""
    assert solve(deal(1)).bytes < 2_000_000


# Cancel and progress


@pytest.mark.parametrize("after", [0, 1, 5])
@each_twin
def test_a_cancel_is_obeyed_within_a_slice(after: int) -> None:
    asked: list[int] = []
    told: list[Progress] = []

    def cancel() -> bool:
        asked.append(told[-1].states)
        return len(asked) > after

    result = solve(HARD, cancel=cancel, on_progress=told.append)
    assert (result.status, result.limit) == (Verdict.CANCELLED, None)
    assert len(asked) == after + 1
    assert result.states == asked[-1]
    assert all(later - earlier <= SLICE for earlier, later in zip([0, *asked], asked, strict=False))


@each_twin
def test_progress_is_told_and_grows() -> None:
    told: list[Progress] = []
    result = solve(HARD, max_states=30_000, on_progress=told.append)
    assert len(told) >= 3
    for earlier, later in pairwise(told):
        assert earlier.states <= later.states
        assert earlier.seconds <= later.seconds
        assert earlier.bytes <= later.bytes
    assert told[-1].states == result.states
    assert told[-1].bytes == result.bytes
    assert told[-1].seconds <= result.seconds


@each_twin
def test_what_progress_raises_comes_out() -> None:
    def stop(_: Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve(HARD, on_progress=stop)


# Bad input


@pytest.mark.parametrize(
    "limits",
    [
        {"max_states": -1},
        {"max_states": 1.5},
        {"max_states": "9"},
        {"max_states": True},
        {"max_seconds": -0.1},
        {"max_seconds": float("nan")},
        {"max_seconds": "1"},
        {"max_memory": -1},
        {"max_memory": None},
        {"max_memory": 1e9},
    ],
)
@each_twin
def test_a_limit_that_means_nothing_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        solve(deal(1), **limits)
    assert caught.value.code == "bad-limit"
    (name,) = limits
    assert name in str(caught.value)


@each_twin
def test_limits_of_any_size_are_understood() -> None:
    assert solve(deal(1), max_states=10**30, max_memory=10**30, max_seconds=float("inf")).status is Verdict.SOLVED


@each_twin
def test_rules_for_another_number_of_cells_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        solve(deal(1, 3), Rules())
    assert caught.value.code == "wrong-cells"


@each_twin
def test_without_rules_the_cells_are_the_position_s() -> None:
    assert solve(deal(164, 0)).rules == Rules(cells=0)


def test_a_solver_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "fortran")
    for ask in (twin, lambda: solve(deal(1))):
        with pytest.raises(BadInput, match="fortran"):
            ask()


# Positions


def test_t4_every_position_of_a_won_game_is_winnable_from_the_deal_to_the_last_move(solver: str) -> None:
    for number, rules in ((1, Rules()), (617, Rules(foundation_first=True)), (24, Rules(cells=3, foundation_return=True))):
        solution = solve(deal(number, rules.cells), rules)
        assert solution.game is not None
        for action in solution.game.actions[:: 1 if solver == "c" else 4]:
            result = solve(action.before, rules)
            assert result.status is Verdict.SOLVED, (number, action)
            assert wins(result)
        assert wins(solve(solution.game.actions[-1].before, rules))


@pytest.mark.parametrize("most", [0, 1, None])
@each_twin
def test_a_won_position_is_won(most: int | None) -> None:
    for cells in range(5):
        for rules in (Rules(cells=cells), Rules(cells=cells, foundation_return=True)):
            result = solve(Position([""] * 8, [None] * cells, (13, 13, 13, 13)), rules, max_states=most)
            assert (result.status, result.moves, result.length, result.states) == (Verdict.SOLVED, (), 0, 1)
            assert result.bytes > 0


@each_twin
def test_one_move_before_the_end() -> None:
    for rules in EVERY_RULES:
        result = solve(high(["KS"], "- - - -"), rules)
        assert [str(move.target) for move in result.moves] == ["hS"]
    result = solve(high([], "KS - - -"))
    assert [str(move.source) for move in result.moves] == ["a"]


@each_twin
def test_e2_a_position_without_moves_is_lost() -> None:
    stuck = high(["QS KS QH KH", "QC KC QD KD"], "", table=2)
    assert not legal_moves(stuck, Rules(cells=0))
    result = solve(stuck, Rules(cells=0))
    assert (result.status, result.limit, result.moves) == (Verdict.UNSOLVABLE, None, ())
    assert result.states >= 1


@pytest.mark.parametrize("position", [P1, P2, P3], ids=["P1", "P2", "P3"])
@each_twin
def test_t4_positions_that_people_made(position: Position) -> None:
    assert wins(solve(position))


@pytest.mark.parametrize("cascades", range(1, 8))
@each_twin
def test_smaller_tables(cascades: int) -> None:
    start = Position(["KS QS JS TS 9S KH QH JH TH 9H"] + [""] * (cascades - 1), foundations=(13, 13, 8, 8))
    result = solve(start)
    assert (result.status is Verdict.SOLVED) == wins(result) == (cascades > 0)


# Properties


def verdict(position: Position, rules: Rules) -> Verdict:
    return solve(position, rules, max_states=10_000).status


def property_tables(count: int, seed: int) -> list[Table]:
    tables = [small_table(random, random.choice(EVERY_RULES)) for random in seeded(count, seed)]
    return [table for table in tables if verdict(*table) in (Verdict.SOLVED, Verdict.UNSOLVABLE)]


@each_twin
def test_the_order_of_cascades_and_cells_decides_nothing() -> None:
    random = Random(1)
    for position, rules in property_tables(60, 31):
        cascades, cells = list(position.cascades), list(position.cells)
        random.shuffle(cascades)
        random.shuffle(cells)
        assert verdict(Position(cascades, cells, position.foundations), rules) is verdict(position, rules)


@each_twin
def test_every_prefix_of_a_solution_stays_winnable() -> None:
    for position, rules in property_tables(40, 32):
        result = solve(position, rules)
        for action in result.game.actions if result.game else ():
            assert verdict(action.before, rules) is Verdict.SOLVED


@each_twin
def test_what_is_lost_stays_lost_whatever_is_moved() -> None:
    lost = [table for table in property_tables(60, 33) if verdict(*table) is Verdict.UNSOLVABLE]
    assert len(lost) > 10
    for table in lost:
        for move in legal_moves(table.position, table.rules):
            assert verdict(after_move(table, move), table.rules) is Verdict.UNSOLVABLE


@each_twin
def test_one_cell_more_keeps_a_win() -> None:
    for position, rules in property_tables(80, 34):
        if rules.cells < 4 and verdict(position, rules) is Verdict.SOLVED and rules.autoplay != "max":
            more = Position(position.cascades, [*position.cells, None], position.foundations)
            assert verdict(more, rules.change({"cells": rules.cells + 1})) is Verdict.SOLVED


# Deals of which the truth is known


@pytest.mark.parametrize("solver_name", TWINS)
def test_11982_is_proved_impossible(solver_name: str) -> None:
    """In no more states than other programs' complete searches with safe autoplay need."""
    outcome = run(make_proof(solver_name, Table(deal(11982), Rules())), PLENTY)
    assert outcome.status == EXHAUSTED
    assert outcome.states <= 61_643


@needs_core
@pytest.mark.parametrize("number", [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948])
def test_the_impossible_deals_of_the_first_million(number: int) -> None:
    """Known from several solvers; see, for one, shlomif/freecell-pro-impossible-deals."""
    assert solve(deal(number)).status is Verdict.UNSOLVABLE
    assert run(make_proof("c", Table(deal(number), Rules())), PLENTY).status == EXHAUSTED


@pytest.mark.parametrize("number", [5179, 7103, 19975, 24756, 25073, 739671])
@each_twin
def test_deals_that_solvers_were_wrong_about_are_solved(number: int) -> None:
    assert wins(solve(deal(number)))


@needs_core
def test_94717719_is_solved() -> None:
    assert wins(solve(deal(94717719)))


def test_d5_how_many_cells_a_deal_needs(solver: str) -> None:
    for number, needed in ((1, 3), (164, 0)):
        assert solve(deal(number, needed)).status is Verdict.SOLVED, number
    if solver == "c":
        for number, needed in ((1, 3), (617, 4), (1941, 4)):
            assert solve(deal(number, needed)).status is Verdict.SOLVED, number
            assert solve(deal(number, needed - 1)).status is Verdict.UNSOLVABLE, number


FEWEST_CELLS = {
    657: 4, 848: 2, 892: 0, 1756: 3, 2703: 3, 3178: 0, 6603: 3, 7897: 1, 8340: 2, 8393: 2, 9545: 1, 10585: 1, 11304: 4, 11863: 0, 11982: 5,
    12753: 4, 12775: 2, 18427: 0, 19816: 1, 19837: 4, 19877: 1, 21406: 2, 23207: 1, 24171: 3, 26108: 2, 27564: 3, 27853: 0, 28672: 2,
    30134: 2, 31025: 3, 31735: 3,
}  # fmt: skip
"""The fewest cells that some deals can be won with (5: not with four). Source: theodorepringle/MicrosoftFreeCell32000-minimal-freecells."""


@needs_core
@pytest.mark.parametrize(("number", "needed"), FEWEST_CELLS.items())
def test_the_fewest_cells_of_some_deals(number: int, needed: int) -> None:
    if needed < 5:
        assert wins(solve(deal(number, needed)))
    if needed > 0:
        assert solve(deal(number, needed - 1), max_states=3_000_000).status is Verdict.UNSOLVABLE


@needs_core
def test_f1_1941_is_lost_where_every_card_that_can_goes_up() -> None:
    rules = Rules()
    assert solve(deal(1941), rules).status is Verdict.SOLVED
    assert solve(deal(1941), rules.change({"autoplay": "off"})).status is Verdict.SOLVED
    assert solve(deal(1941), rules.change({"autoplay": "max"})).status is Verdict.UNSOLVABLE
    assert run(make_proof("c", Table(deal(1941), rules)), PLENTY).status == SOLVED
