"""Short solutions: never longer than the first one, nor with more states; as the engine counts them; the same from both twins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from reference import CARDS, MOVES, shortest
from searches import EVERY_RULES, PLENTY, TWINS, needs_core, played_on, seeded, small_table
from strategies import Table

from freecell import Autoplay, BadInput, Card, Game, Position, Rules, Verdict, deal, solve, solve_many
from freecell.solver import Goal, Measure, Progress, Result, short
from freecell.solver.driver import length_of, play_out
from freecell.solver.polish import polish
from freecell.solver.search import EXHAUSTED, NO_MEMORY, RUNNING, SOLVED, TO_CELL, TO_EMPTY, TO_HOME, Path, pack
from freecell.solver.weights import BEAMS

MEASURES = [Measure.MOVES, Measure.CARDS]


def make(twin: str, table: Table, measure: Measure, best: int | None = None, max_memory: int = PLENTY) -> Any:
    """A search of one of the twins."""
    if twin == "python":
        return short.Short(table.position, table.rules, BEAMS[measure][0], measure, best, max_memory)
    from freecell.solver import core

    return core.Short(table.position, table.rules, BEAMS[measure][0], measure, best, max_memory)


Story = list[tuple[int, int, int | None, Path | None]]


def story(search: Any, until: int, slice_: int | None = None) -> Story:
    """Everything that a search tells until so many states: each solution, and how it ended."""
    told: Story = []
    status = RUNNING
    while status == SOLVED or (status == RUNNING and search.states < until):
        status = search.advance(until if slice_ is None else min(until, search.states + slice_))
        if status == SOLVED:
            told.append((status, search.states, search.length, search.path()))
    return [*told, (status, search.states, search.length, None)]


def dealt(random: Random, rules: Rules) -> Table:
    """A deal, or what some moves have made of it, or a small position."""
    if random.random() < 0.4:
        return small_table(random, rules)
    rules = rules.change({"cells": random.choice([0, 1, 2, 3, 4, 4, 4])})
    table = Table(deal(random.randint(1, 2**33 - 1), rules.cells), rules)
    return Table(played_on(table, random, random.choice([0, 0, 1, 5, 20])), rules)


@needs_core
@pytest.mark.parametrize("measure", MEASURES)
def test_twins_are_the_same_under_every_rule(measure: Measure) -> None:
    solved = 0
    for number, rules in enumerate(EVERY_RULES):
        for random in seeded(3, seed=500 + number):
            table, best = dealt(random, rules), random.choice([None, None, 60])
            found = [story(make(twin, table, measure, best), 500) for twin in ("c", "python")]
            assert found[0] == found[1], (table, measure)
            solved += len(found[0]) - 1
    assert solved > 50


@needs_core
@pytest.mark.parametrize("measure", MEASURES)
def test_twins_are_the_same_for_longer(measure: Measure) -> None:
    for number in range(700, 704):
        table = Table(deal(number), Rules())
        found = [story(make(twin, table, measure), 25_000) for twin in ("c", "python")]
        assert found[0] == found[1]
        assert len(found[0]) > 1


@pytest.mark.parametrize("twin", TWINS)
def test_slices_make_no_difference(twin: str) -> None:
    for random in seeded(10, seed=600):
        table, measure = dealt(random, random.choice(EVERY_RULES)), random.choice(MEASURES)
        whole, parts = story(make(twin, table, measure), 1000), story(make(twin, table, measure), 1000, 37)
        assert [each[:1] + each[2:] for each in whole] == [each[:1] + each[2:] for each in parts]


def compare(table: Table, measure: Measure) -> int:
    """How many solutions a search finds whose length is right, and not less than the shortest; raises if one is wrong."""
    truth = shortest(table.position, table.rules, CARDS if measure is Measure.CARDS else MOVES, 400)
    search = make("python", table, measure)
    told = story(search, 3000)
    assert truth is None or truth < 0 or search.bound <= truth
    for _, _, found, path in told[:-1]:
        assert found is not None
        assert path is not None
        assert truth is None or 0 <= truth <= found
        assert length_of(play_out(Game(table.position, table.rules), path), measure) == found
    return 0 if truth is None else len(told) - 1


@pytest.mark.parametrize("autoplay", Autoplay)
def test_lengths_and_bounds_beside_brute_force(autoplay: Autoplay) -> None:
    """No solution is shorter than the shortest; the bound is not above it; and the length is what the engine counts."""
    compared = 0
    for number, rules in enumerate(EVERY_RULES):
        if rules.autoplay is autoplay:
            for random in seeded(5, seed=700 + number):
                table = small_table(random, rules)
                compared += sum(compare(table, measure) for measure in MEASURES)
    assert compared > 60


@pytest.mark.parametrize("twin", TWINS)
def test_where_nothing_comes_back_the_end_of_the_search_is_the_shortest(twin: str) -> None:
    """A search for cards looks at every single-card move; for moves, at every supermove."""
    compared = 0
    for random in seeded(60, seed=800):
        table = small_table(random, Rules())
        for length in (CARDS, MOVES):
            truth = shortest(table.position, table.rules, length, 400)
            search = make(twin, table, Measure(length.name))
            if truth is not None and story(search, 20_000)[-1][0] == EXHAUSTED:
                assert search.length == (None if truth < 0 else truth)
                compared += 1
    assert compared > 40


@pytest.mark.parametrize("twin", TWINS)
def test_memory_is_kept_to(twin: str) -> None:
    for most in (0, 10_000, 1_500_000, 2_500_000):
        search = make(twin, Table(deal(5), Rules()), Measure.CARDS, max_memory=most)
        status = search.advance(0)
        while status in (RUNNING, SOLVED) and search.states < 30_000:
            status = search.advance(search.states + 500)
            assert status == NO_MEMORY or search.bytes <= most
        assert status == NO_MEMORY


@pytest.mark.parametrize("twin", TWINS)
def test_what_is_won_takes_no_moves(twin: str) -> None:
    won = Table(Position([""], [None], (13, 13, 13, 13)), Rules(cells=1))
    for measure in MEASURES:
        assert solve(won.position, won.rules, goal="short", measure=measure).length == 0
        search = make(twin, won, measure)
        assert (search.advance(1), search.length, search.path().hops) == (SOLVED, 0, [])
        assert make(twin, won, measure, best=0).advance(10) == EXHAUSTED


# What is made of a solution without searching


def test_polishing_keeps_to_the_rules_and_never_makes_longer() -> None:
    shorter = 0
    for number, rules in enumerate(EVERY_RULES):
        table = Table(deal(2000 + number), rules)
        result = solve(table.position, rules, max_states=20_000)
        path, game = result._path, result.game
        if path is None or game is None:
            continue
        for measure in MEASURES:
            before = length_of(game, measure)
            polished = play_out(Game(table.position, rules), polish(table.position, rules, path, measure))
            assert length_of(polished, measure) <= before
            shorter += length_of(polished, measure) < before
            same = play_out(Game(table.position, rules), polish(table.position, rules, path, measure, same_length=True))
            assert length_of(same, measure) == before
            assert len(same.actions) <= len(game.actions)
    assert shorter > 20


def test_single_cards_of_a_short_solution_are_told_as_supermoves() -> None:
    simpler = 0
    for number in range(2101, 2109):
        result = solve(deal(number), goal="short", measure="cards", max_states=9_000)
        assert result.game is not None
        assert result._path is not None
        plain = play_out(Game(deal(number)), result._path)
        assert length_of(plain, Measure.CARDS) == result.length == length_of(result.game, Measure.CARDS)
        simpler += len(result.game.actions) < len(plain.actions)
    assert simpler >= 2


def test_single_cards_become_a_supermove_and_what_is_undone_is_dropped() -> None:
    """Two cards go onto the king by way of a cell, while a third goes to a cell and comes back."""
    start = Position(["AH QH JS", "KS", "KD QS KC", "KH QD JD JH TH 9H 8H 7H 6H 5H 4H 3H 2H"], [None, None], (12, 10, 0, 10))
    rules = Rules(cells=2, autoplay="off")  # type: ignore[arg-type]
    js, qh, ks, kc, ah = (int(Card(name)) for name in ("JS", "QH", "KS", "KC", "AH"))
    first = [(js, TO_CELL), (qh, ks), (js, qh), (ah, TO_HOME), (kc, TO_CELL), (kc, TO_EMPTY)]
    rest = [(4 * rank + 2, TO_HOME) for rank in range(1, 10)]
    hops = [*first, *rest]
    game = Game(start, rules)
    with pytest.raises(AssertionError, match="does not win"):
        play_out(game, Path(pack(hops), Autoplay.OFF, at_start=False))
    polished = polish(start, rules, Path(pack(hops), Autoplay.OFF, at_start=False), Measure.MOVES)
    assert polished.hops[:2] == [(qh, ks), (ah, TO_HOME)]
    assert len(polished.hops) == len(hops) - 3
    same = polish(start, rules, Path(pack(hops), Autoplay.OFF, at_start=False), Measure.CARDS, same_length=True)
    assert same.hops[0] == (qh, ks)


# The driver


@pytest.fixture(params=TWINS)
def twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Has each of the twins solve."""
    monkeypatch.setenv("FREECELL_SOLVER", request.param)
    return str(request.param)


@pytest.mark.usefixtures("twin")
def test_never_longer_than_the_first_nor_with_more_states() -> None:
    for number, measure in ((31, "moves"), (32, "cards"), (33, "moves")):
        lengths = [solve(deal(number), measure=measure).length]
        for most in (500, 2_000, 5_000, 9_000, 20_000):
            result = solve(deal(number), goal="short", measure=measure, max_states=most)
            lengths.append(result.length if result.length is not None else lengths[-1])
        found = [length or 0 for length in lengths]
        assert found == sorted(found, reverse=True)
        assert found[-1] < found[0]


@pytest.mark.usefixtures("twin")
def test_the_length_is_what_the_engine_counts() -> None:
    for number, measure in ((41, "moves"), (42, "cards")):
        result = solve(deal(number), goal="short", measure=measure, max_states=8_000)
        assert result.status is Verdict.SOLVED
        assert result.game is not None
        game = Game(deal(number))
        for move in result.moves:
            game.play(move)
        assert game.position.won
        cards = sum(len(action.steps) for action in game.actions)
        assert result.length == (game.moves if measure == "moves" else cards)
        assert 52 <= result.bound <= (result.length or 0)
        assert not result.optimal or result.length == result.bound


@pytest.mark.usefixtures("twin")
def test_progress_tells_each_shorter_one_and_the_bound() -> None:
    told: list[Progress] = []
    result = solve(deal(2), goal="short", max_states=12_000, on_progress=told.append)
    lengths = [now.length for now in told if now.length is not None]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) > 1
    assert lengths[-1] == result.length
    assert all(now.bound is None or now.bound <= (result.length or 0) for now in told)
    assert told[-1].bound == result.bound


@pytest.mark.usefixtures("twin")
def test_a_cancelled_search_has_the_best_that_it_found() -> None:
    told: list[Progress] = []
    result = solve(deal(5), goal="short", max_seconds=60, on_progress=told.append, cancel=lambda: len(told) > 30)
    assert result.status is Verdict.CANCELLED
    assert result.length == told[-1].length
    assert result.game is not None
    assert result.game.position.won


@pytest.mark.usefixtures("twin")
@pytest.mark.parametrize("goal", Goal)
def test_what_cannot_be_won_is_unsolvable_under_every_goal(goal: Goal) -> None:
    result = solve(deal(11982), goal=goal, max_states=5_000)
    assert (result.status, result.limit, result.length) == (Verdict.UNKNOWN, "states", None)
    lost = Position(["KS KH KD QS", "KC"], [], (12, 12, 12, 11))
    assert solve(lost, goal=goal).status is (Verdict.SOLVED if solve(lost).status is Verdict.SOLVED else Verdict.UNSOLVABLE)


@needs_core
@pytest.mark.parametrize("measure", MEASURES)
def test_optimal_is_proved_or_says_what_is(measure: Measure) -> None:
    result = solve(deal(7), goal="optimal", measure=measure)
    assert (result.status, result.limit, result.optimal, result.length, result.bound) == (Verdict.SOLVED, None, True, 76, 76)
    stopped = solve(deal(5), goal="optimal", measure=measure, max_states=60_000)
    assert (stopped.status, stopped.limit, stopped.optimal) == (Verdict.SOLVED, "states", False)
    assert stopped.bound < (stopped.length or 0)
    lengths = [solve(deal(5), goal="optimal", measure=measure, max_states=most).length or 0 for most in (2_000, 20_000, 55_000)]
    assert lengths == sorted(lengths, reverse=True)


def told(result: Result) -> tuple[object, ...]:
    """What must be the same whoever solved it."""
    return result.status, result.limit, result.states, result.length, result.bound, result.optimal, result.moves


@needs_core
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("goal", Goal)
def test_many_are_solved_like_one(goal: Goal, measure: Measure) -> None:
    rules = Rules(cells=3)
    for most in (0, 300, 6_000):
        many = list(solve_many(range(91, 97), rules, goal=goal, measure=measure, max_states=most, jobs=1))
        one = [solve(deal(number, 3), rules, goal=goal, measure=measure, max_states=most) for number in range(91, 97)]
        assert [told(result) for result in many] == [told(result) for result in one]


@needs_core
def test_many_on_all_cores_are_the_same() -> None:
    found = [[told(result) for result in solve_many(range(1, 31), goal="short", max_states=4_000, jobs=jobs)] for jobs in (1, 3)]
    assert found[0] == found[1]


def test_many_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "python")
    results = list(solve_many([1, 2], goal="short", measure="cards", max_states=3_000, jobs=2))
    assert [told(result) for result in results] == [told(solve(deal(n), goal="short", measure="cards", max_states=3_000)) for n in (1, 2)]


@needs_core
def test_the_core_s_referee_counts_cards_as_the_engine_does() -> None:
    from freecell.solver._twin import ffi, lib

    from freecell.solver import core
    from freecell.solver.search import AUTOPLAYS, terms_of

    for number, random in enumerate(seeded(30, seed=900)):
        table = Table(deal(1000 + number), random.choice(EVERY_RULES))
        result = solve(table.position, table.rules, max_states=20_000)
        if result.game is None:
            continue
        path = result._path
        assert path is not None
        hops = ffi.new("fc_hop[]", [tuple(hop) for hop in path.hops])
        position, rules = core._position(table.position), core._rules(terms_of(table.position, table.rules))
        cards = lib.fc_check_cards(position, rules, AUTOPLAYS.index(path.sends), path.at_start, hops, len(path.hops))
        assert cards == length_of(result.game, Measure.CARDS)


def test_goals_and_measures_that_there_are_not() -> None:
    with pytest.raises(BadInput, match=r"goal cannot be 'fast'; expected first or short or optimal\."):
        solve(deal(1), goal="fast")
    with pytest.raises(BadInput, match=r"measure cannot be 'steps'; expected cards or moves\."):
        list(solve_many([1], measure="steps"))
