"""Difficulty: the deals that players know, published fewest cells, and the same figures from both twins."""

from __future__ import annotations

import json
import pickle
from dataclasses import astuple

import pytest
from searches import TWINS

from freecell import PROFILES, BadInput, Game, Position, Rules, deal, solve
from freecell.analysis import Difficulty, Status, rate
from freecell.analysis.difficulty import score


def test_easy_hard_and_impossible() -> None:
    easy, hard, impossible = rate(deal(164)), rate(deal(1941)), rate(deal(11982))
    assert easy.scale is not None
    assert easy.scale <= 3
    assert str(hard) == "10 of 10"
    assert (str(impossible), impossible.status, impossible.scale) == ("impossible", Status.UNWINNABLE, None)
    assert impossible.as_dict()["plays_won"] is None


@pytest.mark.parametrize(("number", "fewest"), [(1, 3), (164, 0), (617, 4), (1941, 4), (2, 1), (7, 1), (9, 2)])
def test_fewest_cells_are_the_published_ones(number: int, fewest: int) -> None:
    """By T. Pringle (MicrosoftFreeCell32000-minimal-freecells)."""
    assert rate(deal(number)).fewest_cells == fewest


def test_every_part_makes_it_harder() -> None:
    middle = score(4, 2, 0.5, 300, 80)
    assert score(4, 3, 0.5, 300, 80) > middle
    assert score(3, 2, 0.5, 300, 80) > middle
    assert score(4, 2, 0.4, 300, 80) > middle
    assert score(4, 2, 0.5, 400, 80) > middle
    assert score(4, 2, 0.5, 300, 85) > middle
    assert 0 <= score(4, 0, 1.0, 1, 1) < score(1, 1, 0.0, 10**9, 500) <= 1


def test_the_parts_are_what_they_say() -> None:
    rated = rate(deal(5))
    assert rated.states == solve(deal(5)).states
    assert rated.par is not None
    assert rated.par < (solve(deal(5)).length or 0)
    assert rated.plays_won is not None
    assert 0 < rated.plays_won < 1
    assert json.loads(json.dumps(rated.as_dict()))["par"] == rated.par
    assert pickle.loads(pickle.dumps(rated)) == rated


def test_both_twins_rate_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for twin in ("c", "python"):
        monkeypatch.setenv("FREECELL_SOLVER", twin)
        if twin == "c":
            pytest.importorskip("freecell.solver._twin")
        found.append([astuple(rate(deal(number))) for number in (3,)])
    assert found[0] == found[1]


@pytest.mark.parametrize("rules", [profile.rules for profile in PROFILES.values()], ids=list(PROFILES))
def test_every_profile_has_grades(rules: Rules) -> None:
    assert rate(deal(8), rules).scale in range(1, 11)


def test_with_fewer_cells_a_deal_is_harder() -> None:
    scales = [rate(deal(2, cells), Rules(cells=cells)).scale for cells in (1, 2, 3, 4)]
    assert None not in scales
    assert scales == sorted(scales, key=lambda scale: -(scale or 0))


def test_a_position_from_the_middle_of_a_game() -> None:
    game = solve(deal(5)).game
    assert game is not None
    late = rate(game.actions[-5].before)
    assert late.scale == 1
    cells = Game(deal(164))
    for word in ("1a", "2b", "3c"):
        cells.play(word)
    assert (rate(cells.position).fewest_cells or 0) >= 3


@pytest.mark.parametrize("twin", TWINS)
def test_a_limit_and_a_cancel_are_not_known(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    assert str(rate(deal(982, 2), Rules(cells=2), max_states=2000)) == "not known"
    looks = iter([False] * 30)
    assert rate(deal(1), cancel=lambda: next(looks, True)) == Difficulty(Status.UNKNOWN, None)


def test_what_is_won_is_easy() -> None:
    rated = rate(Position([""], [None] * 4, (13, 13, 13, 13)))
    assert (rated.scale, rated.par, rated.fewest_cells) == (1, 0, 0)


def test_a_wrong_number_of_cells_is_bad_input() -> None:
    with pytest.raises(BadInput, match="2 in the rules"):
        rate(deal(1), Rules(cells=2))
