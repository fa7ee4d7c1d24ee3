"""`solve_many`: order, laziness, limits, faults in the middle, and closing before the end, by threads, by processes and by neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count, islice
from typing import Any

import pytest
from searches import TWINS, needs_core

from freecell import BadInput, Result, Rules, Verdict, deal, solve, solve_many

SOME = [1, 617, 11982, 164, 1941, 2, 2**31, 2**32, 2**33 - 1, 1, 24]
"""Deals of all three ranges, one of them impossible, one twice."""

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "c, one thread": ("c", {"jobs": 1}),
    "c, two threads": ("c", {"jobs": 2}),
    "c, two processes": ("c", {"jobs": 2, "max_seconds": 100.0}),
    "python": ("python", {"jobs": 1}),
    "python, two processes": ("python", {"jobs": 2}),
}


@pytest.fixture(params=[pytest.param(name, marks=needs_core if name.startswith("c") else ()) for name in KINDS])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """One way of solving many deals after the other: the twin, and what to ask for."""
    twin, asked = KINDS[request.param]
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    return asked


def told(result: Result) -> tuple[object, ...]:
    return result.status, result.limit, result.states, result.moves, result.length, result.deal, result.text


def one_by_one(deals: Iterable[int], rules: Rules, **limits: Any) -> list[tuple[object, ...]]:
    results: list[tuple[object, ...]] = []
    for number in deals:
        result = solve(deal(number, rules.cells), rules, **limits)
        results.append((result.status, result.limit, result.states, result.moves, result.length, number, result.text))
    return results


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(foundation_first=True, autoplay="max"), Rules(cells=2, foundation_return=True, autoplay="off")],  # type: ignore[arg-type]
    ids=["standard", "first and max", "two cells, returns"],
)
def test_the_results_are_those_of_solve_in_the_order_of_the_deals(how: dict[str, Any], rules: Rules) -> None:
    results = list(solve_many(SOME, rules, max_states=2_000, **how))
    assert [told(result) for result in results] == one_by_one(SOME, rules, max_states=2_000)
    for result in results:
        assert result.position == deal(result.deal or 0, rules.cells)
        assert result.game is None or (result.game.deal, result.game.position.won) == (result.deal, True)
        assert (result.game is None) == (result.status is not Verdict.SOLVED)
        assert result.seconds >= 0
        assert result.bytes > 0


def test_no_deals_no_results(how: dict[str, Any]) -> None:
    assert list(solve_many([], **how)) == []


def test_endless_deals_are_asked_for_as_they_are_needed(how: dict[str, Any]) -> None:
    taken: list[int] = []

    def deals() -> Iterator[int]:
        for number in count(1):
            taken.append(number)
            yield number

    with closing(solve_many(deals(), **how)) as results:
        assert taken == []
        assert next(results).deal == 1
        assert len(taken) <= 1 + 3 * 2 * 64
        assert [result.deal for result in islice(results, 150)] == list(range(2, 152))
        assert len(taken) <= 151 + 4 * 2 * 64


def test_the_first_result_does_not_wait_for_many(how: dict[str, Any]) -> None:
    taken: list[int] = []

    def deals() -> Iterator[int]:
        for number in (164, *[891] * 100):
            taken.append(number)
            yield number

    with closing(solve_many(deals(), Rules(cells=2), **how)) as results:
        assert next(results).deal == 164
        assert len(taken) <= 7


def test_closing_does_not_wait_for_deals_that_take_long(how: dict[str, Any]) -> None:
    results = solve_many([164, *[982] * 6], Rules(cells=2), max_memory=2**40, **how)
    assert next(results).status is Verdict.SOLVED
    results.close()  # the other deals are not decided before the memory of this machine ends
    with pytest.raises(StopIteration):
        next(results)


@pytest.mark.parametrize("bad", [0, -5, 2**33, "1", 1.0, None, True])
def test_a_deal_that_there_is_not_is_refused_when_its_turn_comes(how: dict[str, Any], bad: Any) -> None:
    results = solve_many([1, 2, 3, bad, 4], **how)
    found = [result.deal for result in islice(results, 3)]
    assert found == [1, 2, 3]
    with pytest.raises(BadInput):
        next(results)
    with pytest.raises(StopIteration):
        next(results)


def test_what_the_deals_raise_comes_out_when_its_turn_comes(how: dict[str, Any]) -> None:
    def deals() -> Iterator[int]:
        yield 1
        yield 2
        raise OSError("the file has vanished")

    results = solve_many(deals(), **how)
    assert [next(results).deal, next(results).deal] == [1, 2]
    with pytest.raises(OSError, match="vanished"):
        next(results)


def test_limits_are_for_each_deal(how: dict[str, Any]) -> None:
    asked: list[tuple[dict[str, Any], str]] = [
        ({"max_states": 100}, "states"),
        ({"max_memory": 100_000}, "memory"),
        ({"max_seconds": 0}, "seconds"),
    ]
    for limits, limit in asked:
        if "max_seconds" in how and limit == "seconds":
            continue
        results = list(solve_many([891] * 3, Rules(cells=2), **how, **limits))
        assert {(result.status, result.limit) for result in results} == {(Verdict.UNKNOWN, limit)}
        assert all(result.bytes <= limits.get("max_memory", 10**9) for result in results)


@needs_core
@pytest.mark.parametrize("memory", [50_000, 400_000, 1_000_000, 4_000_000, 20_000_000])
@pytest.mark.parametrize("jobs", [1, 2])
def test_memory_is_kept_from_deal_to_deal(memory: int, jobs: int) -> None:
    """What a hard deal took is not held against the next, and not held on to."""
    deals = [11982, 891, 1, 11982, 891, 1]
    results = list(solve_many(deals, Rules(cells=2), jobs=jobs, max_memory=memory))
    assert all(result.bytes <= memory for result in results)
    assert [told(result) for result in results[:3]] == [told(result) for result in results[3:]]


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "2"])
def test_jobs_that_mean_nothing_are_refused(jobs: Any) -> None:
    with pytest.raises(BadInput, match="jobs"):
        next(iter(solve_many([1], jobs=jobs)))


@pytest.mark.parametrize("limits", [{"max_states": -1}, {"max_memory": -1}, {"max_seconds": -1.0}])
def test_limits_that_mean_nothing_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=next(iter(limits))):
        next(iter(solve_many([1], **limits)))


@pytest.mark.parametrize("twin", TWINS)
def test_every_solution_may_be_replayed_by_the_engine(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    for result in solve_many(range(101, 121), jobs=2, replay_all=True):
        assert result.game is not None
        assert result.game.moves == result.length
        assert result.text == result.game.text
