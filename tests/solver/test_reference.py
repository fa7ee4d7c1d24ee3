"""The twins against brute force over the engine's own moves, on small positions under every combination of rules.

Run by itself, `PYTHONPATH=tests python tests/solver/test_reference.py SEED` tries others, on and on, and stops at the first that fails.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import count
from random import Random

import pytest
from reference import decide, returns_above, short_deck
from searches import EVERY_RULES, PLENTY, TWINS, WITHOUT_CORE, brief, make_first, make_proof, run, seeded, small_table
from strategies import Table

from freecell import Game, Rules, Verdict, solve
from freecell.solver.driver import play_out
from freecell.solver.proof import Proof, State
from freecell.solver.search import EXHAUSTED, SOLVED, Path
from freecell.solver.weights import ALL, Weights

MOST = 500
"""Positions that brute force looks at before it gives up; the slow part of these tests."""

BOTH = ["python"] if WITHOUT_CORE else ["python", "c"]


def attempts(rules: Rules) -> list[Weights]:
    """A few attempts that may be made under these rules."""
    sends_all = rules.foundation_first or rules.autoplay == "max"
    return [weights for weights in ALL if weights.sends_all or not sends_all][:4]


def wins(table: Table, path: Path | None) -> bool:
    """Whether a solution wins when the engine plays it under exactly these rules: it raises if a move is not legal."""
    assert path is not None
    played = play_out(Game(table.position, table.rules), path)
    again = Game(table.position, table.rules)
    for action in played.actions:
        assert action.move is not None
        again.play(action.move)
    return again.position.won


class ShortDeckProof(Proof):
    """The Python twin's proof on a deck whose lower ranks never come back from the foundations: with them there are too many positions."""

    def __init__(self, table: Table, lowest: int) -> None:
        self.lowest = lowest
        super().__init__(table.position, table.rules, PLENTY)

    def _return(self, state: State, card: int, target: int) -> None:
        if card // 4 >= self.lowest:
            super()._return(state, card, target)


def compare(table: Table, most: int = MOST) -> bool | None:
    """Whether brute force could decide the position; raises where a search contradicts it, or the other twin."""
    lowest = min(table.position.foundations)
    truth = decide(table.position, table.rules, most, allows=returns_above(lowest))
    status, _, path = run(ShortDeckProof(table, lowest), 10 * most if truth is not None else most)
    if truth is not None:
        assert status == (SOLVED if truth else EXHAUSTED), "the proof is wrong, or needs far more states than brute force"
    assert status != SOLVED or wins(table, path)
    proofs = [run(make_proof(twin, table), 10 * most if lowest == 0 or not table.rules.foundation_return else 500) for twin in BOTH]
    assert len(set(proofs)) == 1, "the twins' proofs differ"
    assert proofs[0].status != SOLVED or wins(table, proofs[0].path)
    assert {status, proofs[0].status} != {SOLVED, EXHAUSTED} or table.rules.foundation_return, "what never came back made a difference"
    for weights in attempts(table.rules):
        found = [run(make_first(twin, table, weights), 500) for twin in BOTH]
        assert len(set(found)) == 1, "the twins' attempts differ"
        if found[0].status == SOLVED:
            assert truth is not False, "an attempt wins what is lost"
            assert EXHAUSTED not in (status, proofs[0].status), "an attempt wins what is proved to be lost"
            assert wins(table, found[0].path)
    return truth


@pytest.mark.parametrize("rules", EVERY_RULES, ids=brief)
def test_every_search_agrees_with_brute_force(rules: Rules) -> None:
    truths = [compare(small_table(random, rules)) for random in seeded(32, seed=EVERY_RULES.index(rules))]
    assert truths.count(None) < 25
    assert truths.count(True) >= 3
    assert truths.count(False) >= 1


@cache
def decided() -> list[tuple[Table, bool]]:
    """Small positions under every combination of rules, and the truth about them."""
    tables = [small_table(random, rules) for number, rules in enumerate(EVERY_RULES) for random in seeded(6, seed=100 + number)]
    truths = [decide(table.position, table.rules, MOST) for table in tables]
    return [(table, truth) for table, truth in zip(tables, truths, strict=True) if truth is not None]


@pytest.mark.parametrize("twin", TWINS)
def test_solve_says_what_brute_force_says(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    for table, truth in decided():
        result = solve(table.position, table.rules)
        assert result.status is (Verdict.SOLVED if truth else Verdict.UNSOLVABLE), table
        game = Game(table.position, table.rules)
        for move in result.moves:
            game.play(move)
        assert game.position.won == truth
    truths = [truth for _, truth in decided()]
    assert min(truths.count(True), truths.count(False)) >= 50


def both(table: Table, twin: str) -> Verdict:
    """The verdict of `solve`, which has to be that of the proof alone."""
    verdict = solve(table.position, table.rules).status
    assert run(make_proof(twin, table), PLENTY).status == (SOLVED if verdict is Verdict.SOLVED else EXHAUSTED)
    return verdict


@pytest.mark.parametrize("twin", TWINS)
def test_f6_where_cards_may_come_back_even_the_narrowly_safe_are_not_sent(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One empty cell, ranks 1 to 5: won only if 5♠ stays. At the upper end of a whole deck there is more to bring back."""
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    start = short_deck(["2C", "AC 5H 5D 5C 3C", "4C 5S"], [""], (0, 4, 4, 4), ranks=5)
    for autoplay in ("off", "safe"):
        rules = Rules().change({"cells": 1, "foundation_return": True, "autoplay": autoplay})
        assert both(Table(start, rules), twin) is Verdict.SOLVED
    assert both(Table(start, Rules(cells=1)), twin) is Verdict.UNSOLVABLE


@pytest.mark.parametrize("twin", TWINS)
def test_f6_under_max_autoplay_waits_for_the_end_of_a_supermove(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    start = short_deck(["AS 5S 4D 4S 4C", "5H 3D 2S", "5D", "5C 3S"], [], (3, 2, 4, 0), ranks=5)
    for supermove, verdict in (("exact", Verdict.SOLVED), ("single", Verdict.UNSOLVABLE)):
        assert both(Table(start, Rules().change({"cells": 0, "autoplay": "max", "supermove": supermove})), twin) is verdict
    for autoplay in ("off", "safe"):
        assert both(Table(start, Rules().change({"cells": 0, "autoplay": autoplay, "supermove": "single"})), twin) is Verdict.SOLVED


def explore(seed: int) -> None:
    """Compare on random positions without end."""
    told = {True: 0, False: 0, None: 0}
    for number in count():
        random = Random(10**12 * seed + number)
        table = small_table(random, random.choice(EVERY_RULES))
        try:
            told[compare(table, random.choice([2 * MOST, 2 * MOST, 10 * MOST]))] += 1
        except Exception:
            print("seed", seed, "number", number, table, flush=True)
            raise
        if number % 1000 == 999:
            print(told, flush=True)


if __name__ == "__main__":
    explore(int(sys.argv[1]))
