"""Where cards may come back from the foundations: lines that a person could play, and answers that are those of the complete search."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from searches import EVERY_RULES, PLENTY, TWINS, make_proof, needs_core, run, seeded, small_table
from strategies import Table

from freecell import PROFILES, Game, Result, Rules, Verdict, deal, solve, solve_many
from freecell.solver import Progress
from freecell.solver.search import EXHAUSTED, SOLVED, without_returns

RETURNS = [rules for rules in EVERY_RULES if rules.foundation_return]
ONLY_SO = Table(deal(575, 3), Rules().change({"cells": 3, "foundation_return": True, "autoplay": "off"}))
"""A deal that is won with three cells if cards come back, and not otherwise."""


def told(result: Result) -> tuple[object, ...]:
    return result.status, result.limit, result.states, result.moves, result.length


def wins(result: Result) -> bool:
    """Whether the moves win when they are played under the rules that were asked for."""
    game = Game(result.position, result.rules)
    for move in result.moves:
        game.play(move)
    return game.position.won and game.moves == result.length


WON_BY_RETURNS_ALONE = (
    888, 1873, 1954, 1982, 2686, 2877, 3740, 3926, 3982, 4498, 4821, 5577, 7024, 7221, 7303, 7812, 8236, 8237, 9034, 9111, 9213, 9367, 9414,
    10131, 10391, 11562, 12492, 12730, 13028, 13774, 14343, 16023, 17339, 17358, 17592, 18174, 19351, 19592, 20206, 21091,
    25254, 27734, 35603, 39156,
)  # fmt: skip
"""Of the first 40,000 small positions under all such rules, half of those that are lost if no card comes back, and won if they may."""


def won_by_returns_alone() -> list[Table]:
    return [small_table(Random(51_000_000 + number), RETURNS[number % len(RETURNS)]) for number in WON_BY_RETURNS_ALONE]


# Lines


@needs_core
@pytest.mark.parametrize("autoplay", ["off", "safe", "max"])
@pytest.mark.parametrize("profile", PROFILES)
def test_a_deal_has_the_line_that_it_has_without_returns(profile: str, autoplay: str) -> None:
    rules = PROFILES[profile].rules.change({"foundation_return": True, "autoplay": autoplay})
    for number in (*range(1, 41), 169, 617, 1941, 5087):
        result = solve(deal(number), rules)
        plain = solve(deal(number), without_returns(rules))
        if autoplay != "max" or plain.status is Verdict.SOLVED:  # which loses 1941 where no card comes back
            assert wins(result)
            assert result.length == plain.length
            assert (result.length or 0) < 150


@needs_core
@pytest.mark.parametrize(("number", "cells", "most"), [(24, 2, 150), (33, 1, 250), (37, 1, 250), (1941, 4, 100)])
def test_hard_deals_have_lines_that_a_person_could_play(number: int, cells: int, most: int) -> None:
    """Depth first, brought back and forth, they took from 773 to 228,893 moves."""
    result = solve(deal(number, cells), PROFILES["points"].rules.change({"cells": cells}))
    assert wins(result)
    assert (result.length or 0) <= most


@needs_core
def test_a_deal_that_returns_alone_win_has_no_endless_line() -> None:
    """Depth first it takes 7,486 moves."""
    assert solve(ONLY_SO.position, without_returns(ONLY_SO.rules)).status is Verdict.UNSOLVABLE
    result = solve(*ONLY_SO)
    assert wins(result)
    assert (result.length or 0) < 1000
    (bulk,) = solve_many([575], ONLY_SO.rules, jobs=1)
    assert told(bulk) == told(result)
    (lost,) = solve_many([11982], ONLY_SO.rules.change({"cells": 4}), jobs=1)
    assert told(lost) == told(solve(deal(11982), ONLY_SO.rules.change({"cells": 4})))
    assert lost.status is Verdict.UNSOLVABLE


@pytest.mark.parametrize("twin", TWINS)
def test_short_lines_are_those_without_returns_and_never_longer_with_more_states(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    rules = PROFILES["points"].rules
    lengths = [solve(deal(5), rules, goal="short", max_states=most).length or 999 for most in (300, 1000, 3000, 6000)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == solve(deal(5), without_returns(rules), goal="short", max_states=6000).length
    for autoplay in ("safe", "max"):
        assert wins(solve(deal(5), rules.change({"autoplay": autoplay}), goal="short", max_states=3000))


# Answers


@pytest.mark.parametrize("twin", TWINS)
def test_what_is_lost_without_returns_is_not_lost_with_them(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    for table in won_by_returns_alone():
        assert solve(table.position, without_returns(table.rules)).status is Verdict.UNSOLVABLE
        results = [solve(*table, max_states=most) for most in (0, 1, 5, 20, 50, 100, 300, 1000, None)]
        statuses = [result.status for result in results]
        assert statuses == [Verdict.UNKNOWN] * statuses.count(Verdict.UNKNOWN) + [Verdict.SOLVED] * statuses.count(Verdict.SOLVED)
        assert {result.limit for result in results if result.status is Verdict.UNKNOWN} <= {"states"}
        assert all(wins(result) for result in results if result.status is Verdict.SOLVED)
        for memory in (1_000, 50_000, 200_000, 600_000, 2_000_000):
            result = solve(*table, max_memory=memory)
            assert (result.status, result.limit) in ((Verdict.SOLVED, None), (Verdict.UNKNOWN, "memory"))
            assert result.bytes <= memory


@needs_core
def test_both_twins_say_the_same_of_what_returns_alone_win(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in won_by_returns_alone():
        found = []
        for twin in ("c", "python"):
            monkeypatch.setenv("FREECELL_SOLVER", twin)
            found.append(told(solve(*table)))
        assert found[0] == found[1], table


@pytest.mark.parametrize("twin", TWINS)
def test_what_wins_without_returns_wins_with_them(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under every combination of rules, by whichever search; what goes home by itself is not the same."""
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    tables = [small_table(random, RETURNS[number % len(RETURNS)]) for number, random in enumerate(seeded(5 * len(RETURNS), 52))]
    tables += [Table(deal(number), rules) for number, rules in enumerate(RETURNS, start=1)]
    solved = 0
    for position, rules in tables:
        plain = solve(position, without_returns(rules), max_states=5000)
        if plain.status is Verdict.SOLVED:
            result = solve(position, rules, max_states=5000)
            assert wins(result)
            assert (result.length, result.states) == (plain.length, plain.states)
            solved += 1
    assert solved > 60


# The shortest way through what was met


@pytest.mark.parametrize("twin", TWINS)
def test_a_way_is_made_straight_by_any_slices_and_is_there_all_the_time(twin: str) -> None:
    shorter = 0
    for random in seeded(150, 53):
        table = small_table(random, random.choice(EVERY_RULES))
        proofs = [make_proof(twin, table) for _ in range(2)]
        outcomes = [run(proof, 2_000) for proof in proofs]
        if outcomes[0].status != SOLVED:
            continue
        lengths = [len(outcomes[0].path.hops) if outcomes[0].path else 0]
        while proofs[0].straighten(random.randint(1, 40)):  # type: ignore[attr-defined]
            lengths.append(len(proofs[0].path().hops))
        lengths.append(len(proofs[0].path().hops))
        assert lengths == sorted(lengths, reverse=True)
        assert not proofs[1].straighten(PLENTY)  # type: ignore[attr-defined]
        assert proofs[0].path() == proofs[1].path()
        assert not proofs[0].straighten(1)  # type: ignore[attr-defined]
        assert {proof.states for proof in proofs} == {outcomes[0].states}
        shorter += lengths[-1] < lengths[0]
    assert shorter > 10


@needs_core
def test_both_twins_find_the_same_straight_way() -> None:
    for random in seeded(150, 54):
        table = small_table(random, random.choice(EVERY_RULES))
        proofs = [make_proof(twin, table) for twin in ("c", "python")]
        if [run(proof, 2_000).status for proof in proofs] == [SOLVED, SOLVED]:
            assert [proof.straighten(PLENTY) for proof in proofs] == [False, False]  # type: ignore[attr-defined]
            assert proofs[0].path() == proofs[1].path(), table


@pytest.mark.parametrize("twin", TWINS)
def test_where_memory_is_short_the_way_stays_what_it_is(twin: str) -> None:
    found = 0
    for table in won_by_returns_alone():
        needed = make_proof(twin, table)
        if run(needed, 5_000).status == SOLVED:
            proof = make_proof(twin, table, needed.bytes)
            outcome = run(proof, 5_000)
            while outcome.status == SOLVED and proof.straighten(10):  # type: ignore[attr-defined]
                assert proof.bytes <= needed.bytes
            assert outcome.status != EXHAUSTED
            found += outcome.status == SOLVED
    assert found or twin == "python"  # which asks for the room of all children that there might be


@needs_core
def test_the_limits_while_a_way_is_made_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancel is obeyed; once the time is over the way stays as long as it is; no more states are met."""
    now = 0.0
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)

    def straightening() -> bool:
        return len(seen) > 1 and seen[-1].states == seen[-2].states

    def late(progress: Progress) -> None:
        nonlocal now
        watch(progress)
        now = 10.0 if straightening() else 0.0

    whole = solve(*ONLY_SO)
    cancelled = solve(*ONLY_SO, on_progress=watch, cancel=straightening)
    assert (cancelled.status, cancelled.moves, cancelled.states) == (Verdict.CANCELLED, (), whole.states)
    seen.clear()
    monkeypatch.setattr("freecell.solver.driver.time", SimpleNamespace(perf_counter=lambda: now))
    stopped = solve(*ONLY_SO, on_progress=late, max_seconds=5.0)
    assert (stopped.status, stopped.states) == (Verdict.SOLVED, whole.states)
    assert (stopped.length or 0) > (whole.length or 0) > 0
    assert told(solve(*ONLY_SO, max_states=whole.states)) == told(whole)
    assert solve(*ONLY_SO, max_states=whole.states - 300).status is Verdict.UNKNOWN
