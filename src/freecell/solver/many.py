"""Many deals, on all cores: results in order, as they come, in steady memory."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from threading import Thread, local
from typing import TYPE_CHECKING, Any, Final

from freecell.deals import check_number, deal
from freecell.errors import BadInput
from freecell.rules import Rules
from freecell.solver.driver import DEFAULT_MEMORY, SHORT_STATES, Result, Verdict, check_limits, read_goal, solve, twin
from freecell.solver.search import EXHAUSTED, NO_MEMORY, RUNNING, SOLVED, Goal, Measure, terms_of
from freecell.solver.weights import BEAMS, plan

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.synchronize import Event

    from freecell.solver import core

_BATCH: Final = 64
_BATCH_SECONDS: Final = 0.05
"""A batch is made to take about so long, that no result waits for many that are hard."""
_REPLAYED: Final = 2000
"""One solution in so many is replayed by the engine, beside the core's own referee, which replays all."""
_VERDICTS: Final = {
    SOLVED: (Verdict.SOLVED, None),
    EXHAUSTED: (Verdict.UNSOLVABLE, None),
    RUNNING: (Verdict.UNKNOWN, "states"),
    NO_MEMORY: (Verdict.UNKNOWN, "memory"),
}


def solve_many(
    deals: Iterable[int],
    rules: Rules | None = None,
    *,
    goal: Goal | str = Goal.FIRST,
    measure: Measure | str = Measure.MOVES,
    jobs: int | None = None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int = DEFAULT_MEMORY,
    replay_all: bool = False,
) -> Generator[Result, None, None]:
    """Solve many deals, and yield a `Result` for each, in their order and as soon as it is there.

    `goal` and `measure` are those of `solve`. `jobs` is how many are solved at once, all cores unless it is given; the limits are for
    each deal, as in `solve`. Every solution was
    replayed before it is yielded: by the core's own referee, which shares no code with its searches, and one in a few hundred by the
    engine as well; all of them by the engine where Python solves. The engine takes longer than the search: `replay_all` has it replay
    every solution on all cores, for whoever goes on to ask for the `Result.text` of each. `Result.seconds` may be the mean of a batch
    of deals. Raises `BadInput` for a deal that there is not, when its turn comes.

    >>> [str(result.status) for result in solve_many([1, 164, 11982], jobs=1)]
    ['solved', 'solved', 'unsolvable']
    """
    rules = Rules() if rules is None else rules
    jobs = (os.cpu_count() or 1) if jobs is None else jobs
    check_limits(max_states, max_seconds, max_memory)
    if type(jobs) is not int or jobs < 1:
        raise BadInput("bad-limit", limit="jobs", value=jobs, expected="a whole number, 1 or more")
    goal, measure = read_goal(goal, measure)
    if twin() == "c" and goal is not Goal.OPTIMAL and max_seconds is None and not replay_all:
        return _solve_in_core(deals, rules, jobs, max_states, max_memory, goal, measure)
    asked = {"goal": goal, "measure": measure, "max_states": max_states, "max_seconds": max_seconds, "max_memory": max_memory}
    return _solve_each(deals, rules, jobs, asked)


def _solve_in_core(
    deals: Iterable[int], rules: Rules, jobs: int, max_states: int | None, max_memory: int, goal: Goal, measure: Measure
) -> Generator[Result, None, None]:
    from concurrent.futures import ThreadPoolExecutor

    from freecell.solver import core

    terms, steps, kept, stop = terms_of(deal(1, rules.cells), rules), plan(rules), local(), core.new_stop()

    def work(batch: Sequence[int]) -> list[Result]:
        if not hasattr(kept, "bulk"):
            kept.bulk = core.Bulk(terms, steps, max_states, max_memory)
            beams = BEAMS[measure] if goal is Goal.SHORT else ()
            kept.bulk.shorten(beams, measure, SHORT_STATES if max_states is None else max_states)
        began = time.perf_counter()
        solved = kept.bulk.solve(batch, stop)
        seconds = (time.perf_counter() - began) / len(batch)
        return [_result(number, rules, goal, measure, each, seconds) for number, each in zip(batch, solved, strict=False)]

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from _in_order(pool, work, deals, jobs)
        finally:
            stop[0] = 1  # whoever stops asking does not wait for a deal that takes long


def _result(number: int, rules: Rules, goal: Goal, measure: Measure, solved: core.Solved, seconds: float) -> Result:
    status, limit = _VERDICTS[solved.status]
    length = solved.moves if solved.path is not None else None
    result = Result(
        status, rules, states=solved.states, seconds=seconds, bytes=solved.bytes, limit="states" if solved.limited else limit, deal=number,
        path=solved.path, length=length, goal=goal, measure=measure, bound=solved.bound,
    )  # fmt: skip
    if number % _REPLAYED == 0:
        _ = result.game
    return result


def _solve_each(deals: Iterable[int], rules: Rules, jobs: int, asked: dict[str, Any]) -> Generator[Result, None, None]:
    if jobs == 1:
        for number in deals:
            yield _solve_one(check_number(number), rules, asked)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    stop = multiprocessing.Event()
    with ProcessPoolExecutor(jobs, initializer=_begin_worker, initargs=(stop,)) as pool:
        try:
            yield from _in_order(pool, _Each(rules, asked), deals, jobs)
        finally:
            stop.set()  # whoever stops asking does not wait for a deal that takes long


_cancels: list[Callable[[], bool]] = []
"""In a worker: whether nobody asks any more."""


def _begin_worker(stop: Event) -> None:
    """Prepare another process: Ctrl-C is for the one that asks, which then tells the others; if it is killed, they end with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _cancels.append(stop.is_set)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None  # noqa: S101
    parent.join()
    os._exit(1)


class _Each:
    """Solves a batch in another process."""

    def __init__(self, rules: Rules, asked: dict[str, Any]) -> None:
        self.rules, self.asked = rules, asked

    def __call__(self, batch: Sequence[int]) -> list[Result]:
        (cancel,) = _cancels
        asked = self.asked | {"cancel": cancel}
        return [_solve_one(number, self.rules, asked) for number in batch if not cancel()]


def _solve_one(number: int, rules: Rules, asked: dict[str, Any]) -> Result:
    result = solve(deal(number, rules.cells), rules, **asked)
    result.deal = number
    if result.game is not None:
        result.game.deal = number
    return result


def _in_order(
    pool: Executor, work: Callable[[Sequence[int]], list[Result]], deals: Iterable[int], jobs: int
) -> Generator[Result, None, None]:
    """Give batches to the pool, a few ahead of what was asked for, and yield their results in order."""
    numbers, size = iter(deals), 1
    waiting: deque[Future[list[Result]]] = deque()
    fault: Exception | None = None
    while True:
        while len(waiting) < 3 * jobs and fault is None:
            batch, fault = _take(numbers, size)
            if not batch:
                break
            waiting.append(pool.submit(work, batch))
        if not waiting:
            break
        results = waiting.popleft().result()
        yield from results
        seconds = sum(result.seconds for result in results)
        size = max(1, min(_BATCH, int(_BATCH_SECONDS * len(results) / max(seconds, 1e-9))))
    if fault is not None:
        raise fault


def _take(numbers: Iterator[int], most: int) -> tuple[list[int], Exception | None]:
    """Take the next deals, and what was raised where they ended: its turn comes after theirs."""
    batch: list[int] = []
    try:
        for number in islice(numbers, most):
            batch.append(check_number(number))  # noqa: PERF401  (those before the fault are kept)
    except Exception as fault:
        return batch, fault
    return batch, None
