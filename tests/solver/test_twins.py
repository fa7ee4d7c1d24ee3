"""The two twins meet the same states in the same order, and find the same solutions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from searches import EVERY_RULES, Outcome, brief, make_first, make_proof, needs_core, played_on, run, seeded
from strategies import Table

from freecell import Result, Rules, deal, solve, solve_many
from freecell.solver.search import SOLVED
from freecell.solver.weights import ALL, TUNED

pytestmark = needs_core

FAR = [replace(TUNED[0], path=0, dive=9, new_target=40, space=((0,) * 5,) * 3), replace(TUNED[1], breaks=-3, home=-20, above=0, put_back=1)]
"""Weights that nobody would tune: scores beyond both ends of the queue, and a wish to undo what is done."""
WEIGHTS = [*ALL[: len(TUNED) + 4], *FAR]


def table(random: Random, rules: Rules, cells: list[int]) -> Table:
    """A deal, or what some moves have made of it."""
    rules = rules.change({"cells": random.choice(cells)})
    dealt = Table(deal(random.randint(1, 2**33 - 1), rules.cells), rules)
    return Table(played_on(dealt, random, random.choice([0, 0, 1, 5, 20])), rules)


def same_first(table: Table, number: int, until: int) -> Outcome:
    found = {run(make_first(twin, table, WEIGHTS[number]), until) for twin in ("c", "python")}
    assert len(found) == 1, (table, number, found)
    return found.pop()


@pytest.mark.parametrize("number", range(len(WEIGHTS)))
def test_attempts_are_the_same(number: int) -> None:
    random = Random(number)
    tables = [table(random, random.choice(EVERY_RULES), [0, 1, 2, 3, 4, 4, 4]) for _ in range(25)]
    found = [same_first(each, number, 500) for each in tables]
    assert len({outcome.states for outcome in found}) > 5


@pytest.mark.parametrize("number", range(len(TUNED)))
def test_whole_attempts_are_the_same(number: int) -> None:
    found = [same_first(Table(deal(each), Rules()), number, ALL[number].budget) for each in range(900 + number, 940, len(TUNED))]
    assert [outcome.status for outcome in found].count(SOLVED) >= len(found) // 2


@pytest.mark.parametrize("rules", EVERY_RULES, ids=brief)
def test_proofs_are_the_same_in_every_mode(rules: Rules) -> None:
    for random in seeded(5, seed=11):
        each = table(random, rules, [0, 1, 2, 3, 4])
        proofs = {run(make_proof(twin, each), 400) for twin in ("c", "python")}
        assert len(proofs) == 1, (each, proofs)


@pytest.mark.parametrize("cells", [0, 1, 2, 4])
def test_longer_proofs_are_the_same(cells: int) -> None:
    each = Table(deal(11982 + cells, cells), Rules(cells=cells))
    assert len({run(make_proof(twin, each), 15_000) for twin in ("c", "python")}) == 1


@pytest.mark.parametrize("twin", ["c", "python"])
def test_slices_make_no_difference(twin: str) -> None:
    for random in seeded(10, seed=12):
        each = table(random, random.choice(EVERY_RULES), [1, 2, 4])
        assert run(make_first(twin, each, ALL[0]), 1000) == run(make_first(twin, each, ALL[0]), 1000, slices=7)
        assert run(make_proof(twin, each), 1000) == run(make_proof(twin, each), 1000, slices=7)


def told(result: Result) -> tuple[object, ...]:
    """What must be the same whoever solved it."""
    return result.status, result.limit, result.states, result.moves, result.length


@pytest.mark.parametrize("cells", [4, 3, 2, 1, 0])
def test_solve_is_the_same(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for random in seeded(25, seed=20 + cells):
        each = table(random, random.choice(EVERY_RULES), [cells])
        found = []
        for twin in ("c", "python"):
            monkeypatch.setenv("FREECELL_SOLVER", twin)
            found.append(told(solve(each.position, each.rules, max_states=1500)))
        assert found[0] == found[1], each


@pytest.mark.parametrize("most", [0, 1, 2, 500, 5_000, 45_000])
@pytest.mark.parametrize("rules", [Rules(), Rules(cells=2, autoplay="max"), Rules(cells=3, foundation_return=True)], ids=brief)  # type: ignore[arg-type]
def test_many_are_solved_like_one(rules: Rules, most: int) -> None:
    """Though the plan is followed in C there, from deal to deal, and in Python here."""
    numbers = range(70_001, 70_021) if most > 5_000 else range(60_001, 60_101)
    many = [told(result) for result in solve_many(numbers, rules, jobs=1, max_states=most)]
    assert many == [told(solve(deal(number, rules.cells), rules, max_states=most)) for number in numbers]
