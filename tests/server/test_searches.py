"""Searches run off the event loop, in threads or processes, and end when nobody waits for them."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from odd_tasks import Endless, Faulty, Told

from freecell import FreeCellError, Rules, deal, read_game
from freecell.analysis import Question, Status, Truth, Wish, tasks
from freecell.analysis.tasks import FindBack, FindDeal, FindHint, FindTruth, Rate, Solve
from freecell.server.searches import Searches
from freecell.server.turns import Turns
from freecell.solver import twin


def run(work: Callable[[Searches], Coroutine[Any, Any, None]], searches: Searches | None = None) -> None:
    searches = searches or Searches(2)

    async def all_of_it() -> None:
        try:
            await asyncio.wait_for(work(searches), 30)
        finally:
            await asyncio.to_thread(searches.close)

    asyncio.run(all_of_it())


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.002)


@pytest.fixture(params=["c", "python"])
def each_twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FREECELL_SOLVER", request.param)
    try:
        return twin()
    except FreeCellError:
        pytest.skip("the core was not built")


def test_the_twin_in_c_runs_in_threads_and_the_one_in_python_in_processes(each_twin: str) -> None:
    async def work(searches: Searches) -> None:
        searches.prepare()
        _, memory, process, thread = await searches.ask(Told(), "a")
        assert (process == os.getpid()) == (each_twin == "c")
        assert thread != threading.get_ident() or process != os.getpid()
        assert memory == 10**6 // 2

    run(work, Searches(2, memory=10**6))


@pytest.mark.usefixtures("each_twin")
def test_a_search_that_nobody_waits_for_ends_and_gives_its_place_back(tmp_path: Path) -> None:
    async def work(searches: Searches) -> None:
        asked = []
        for number in range(6):  # more than there are places
            task = Endless(tmp_path / f"began {number}", tmp_path / f"ended {number}")
            asked.append(asyncio.create_task(searches.ask(task, "a")))
        await until(lambda: len(list(tmp_path.glob("began *"))) == 2)
        for each in asked:
            each.cancel()
        await until(lambda: len(list(tmp_path.glob("ended *"))) == 2)
        assert await searches.ask(Told(), "b")
        assert len(list(tmp_path.glob("began *"))) == 2

    run(work)


def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "python")

    async def work(searches: Searches) -> None:
        with pytest.raises(FreeCellError) as caught:
            await searches.ask(Faulty(ends=True), "a")
        assert caught.value.code == "internal"
        assert await searches.ask(Told(), "a")
        assert await searches.ask(Told(), "a")

    run(work)


def test_a_search_that_fails_fails_for_whoever_asked_and_nobody_else() -> None:
    async def work(searches: Searches) -> None:
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                await searches.ask(Faulty(), "a")
        assert await searches.ask(Told(), "a")

    run(work)


def test_budgets_grow_until_there_is_an_answer() -> None:
    async def work(searches: Searches) -> None:
        unknown: list[float] = []
        spent: list[float] = []
        task = Told((0.1, 0.4, 3, 20), enough=3)
        result = await searches.ask(task, "a", on_unknown=lambda result: unknown.append(result[0]), on_spent=spent.append)
        assert (result[0], unknown, len(spent)) == (3, [0.1, 0.4], 3)
        assert (await searches.ask(Told((0.1, 0.2), enough=3), "a"))[0] == 0.2

    run(work)


def test_too_much_is_refused() -> None:
    async def work(searches: Searches) -> None:
        places = [await searches._turns.take("x"), await searches._turns.take("x")]
        waiting = asyncio.create_task(searches.ask(Told(), "a"))
        await asyncio.sleep(0)
        with pytest.raises(FreeCellError) as caught:
            await searches.ask(Told(), "b")
        assert caught.value.code == "too-busy"
        for place in places:
            searches._turns.give(place)
        assert await waiting

    run(work, Searches(turns=Turns(2, most=1)))


def test_closing_ends_what_runs(tmp_path: Path) -> None:
    async def work(searches: Searches) -> None:
        asked = asyncio.create_task(searches.ask(Endless(tmp_path / "began", tmp_path / "ended"), "a"))
        await until((tmp_path / "began").exists)
        await asyncio.to_thread(searches.close)
        assert (tmp_path / "ended").exists()
        asked.cancel()

    run(work)


# What is searched for


def never() -> bool:
    return False


def test_each_task_finds_what_it_is_for() -> None:
    rules, memory = Rules(), 2**28
    truth = FindTruth(deal(164), rules)
    found = truth.run(1, memory, never)
    assert truth.is_answer(found)
    assert found.status is Status.WINNABLE
    hint = FindHint(deal(164), rules, known=found)
    shown = hint.run(1, memory, never)
    assert hint.is_answer(shown)
    assert shown.line == found.line
    assert Rate(deal(164), rules).run(5, memory, never).scale is not None
    number = FindDeal(rules, Wish()).run(5, memory, never)
    assert number is not None
    solution = Solve(deal(164), rules, "first", "moves", (1,))
    told = solution.run(1, memory, never)
    assert solution.is_answer(told)
    assert read_game(f"Deal: 164\nMoves: {told['solution']}").status == "won"


def test_a_search_without_time_or_memory_has_no_answer() -> None:
    hard = read_game("Deal: 11982").position
    for seconds, memory in ((0.0, 2**28), (5.0, 1000)):
        task = FindTruth(hard, Rules())
        result = task.run(seconds, memory, never)
        assert (task.is_answer(result), result.status) == (False, Status.UNKNOWN)
    assert not Rate(hard, Rules()).is_answer(Rate(hard, Rules()).run(0, 2**28, never))
    assert not Solve(hard, Rules(), "first", "moves", (1,)).is_answer({"status": "unknown", "optimal": False})
    better = Solve(hard, Rules(), "short", "moves", (1,))
    assert not better.is_answer({"status": "solved", "optimal": False})
    assert better.is_answer({"status": "solved", "optimal": True})


@pytest.mark.parametrize(
    ("text", "action", "status"),
    [
        ("Deal: 164\nMoves: 1a 2b", 2, Status.WINNABLE),
        ("Deal: 11982\nMoves: 1a 2b", None, Status.UNWINNABLE),
        ("Deal: 11982\nMoves:", None, Status.UNWINNABLE),
    ],
)
def test_the_way_back(text: str, action: int | None, status: Status) -> None:
    task = FindBack(read_game(text))
    found = task.run(5, 2**28, never)
    assert (found.action, found.status, task.is_answer(found)) == (action, status, True)


def test_the_way_back_is_not_known_before_it_was_searched() -> None:
    task = FindBack(read_game("Deal: 11982\nMoves: 1a 2b"))
    found = task.run(0, 2**28, never)
    assert (found.action, found.status, task.is_answer(found)) == (None, Status.UNKNOWN, False)


def test_what_is_known_of_the_way_back_is_not_searched() -> None:
    game = read_game("Deal: 11982\nMoves: 1a 2b 3c")  # let it be so
    winnable, lost = Truth(Status.WINNABLE), Truth(Status.UNWINNABLE)
    task = FindBack(game, (winnable, winnable, None, lost))
    found = task.run(0, 2**28, never)
    assert (found.action, found.status, task.is_answer(found)) == (1, Status.WINNABLE, False)
    task = FindBack(game, (winnable, winnable, lost, None))
    found = task.run(0, 2**28, never)
    assert (found.action, found.status, task.is_answer(found)) == (1, Status.WINNABLE, True)


def test_one_hard_position_does_not_take_all_the_time_of_the_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float | None] = []

    def answer(question: Question, _cancel: object) -> Truth:
        seconds.append(question.max_seconds)
        return Truth(Status.UNKNOWN)

    monkeypatch.setattr(tasks, "answer", answer)
    FindBack(read_game("Deal: 164\nMoves: 1a 2b 3c")).run(8, 2**28, never)
    assert len(seconds) > 1
    assert all(each is not None and each <= 4 for each in seconds)
