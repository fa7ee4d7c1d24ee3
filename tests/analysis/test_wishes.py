"""Deals by wish."""

from __future__ import annotations

from random import Random

import pytest

from freecell import BadInput, Rules, deal, solve
from freecell.analysis import Status, Wish, find_deal, find_truth, rate, read_wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [("winnable", Wish()), ("any", Wish(winnable=False)), ("3", Wish(True, 3, 3)), ("8-10", Wish(True, 8, 10)), ("10", Wish(True, 10, 10))],
)
def test_wishes_are_read_and_written(text: str, wish: Wish) -> None:
    assert read_wish(text) == wish
    assert str(wish) == text


@pytest.mark.parametrize("text", ["", "0", "11", "3-", "-3", "5-3", "hard", "1-10-2", "３", 3, None])
def test_what_is_no_wish_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput, match="is not a wish; expected winnable, any, or a difficulty from 1 to 10"):
        read_wish(text)


@pytest.mark.parametrize("cells", [4, 2, 1])
def test_winnable_means_under_the_rules_chosen(cells: int) -> None:
    random, rules, tried = Random(cells), Rules(cells=cells), list[int]()

    def draw() -> int:
        tried.append(random.randrange(1, 32_001))
        return tried[-1]

    found = find_deal(rules, draw=draw)
    assert found == tried[-1]
    assert find_truth(deal(found, cells), rules).status is Status.WINNABLE
    assert all(solve(deal(number, cells), rules, max_states=50_000).status != "solved" for number in tried[:-1])


def test_any_is_truly_any() -> None:
    assert find_deal(Rules(), "any", draw=lambda: 11982) == 11982


def test_a_deal_that_cannot_be_won_is_passed_over() -> None:
    numbers = iter([11982, 146692, 164])
    assert find_deal(Rules(), "winnable", draw=lambda: next(numbers)) == 164


@pytest.mark.parametrize("wish", ["1", "4-6", "10"])
def test_a_difficulty_is_what_it_is_rated(wish: str) -> None:
    random = Random(3)
    found = find_deal(Rules(), wish, draw=lambda: random.randrange(1, 32_001), max_seconds=600)
    assert found is not None
    asked = read_wish(wish)
    assert asked.easiest <= (rate(deal(found)).scale or 0) <= asked.hardest


def test_it_ends_when_time_is_up_or_nobody_asks_any_more() -> None:
    assert find_deal(Rules(), draw=lambda: 11982, max_seconds=0.05) is None
    looks = iter([False] * 3)
    assert find_deal(Rules(), draw=lambda: 11982, max_seconds=600, cancel=lambda: next(looks, True)) is None


def test_random_deals_are_not_one_and_the_same() -> None:
    assert len({find_deal(Rules()) for _ in range(20)}) > 15
