"""Deals: the numbered layouts, random ones, and game codes."""

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer  # type: ignore[import-untyped]
from pysol_cards.deal_game import Game as OtherDealer  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]
from strategies import DEAL_NUMBERS, LAST_DEAL, all_cards

from freecell import DECK, BadInput, Card, Rules, deal, game_code, random_number, read_deal, read_game, write_layout
from freecell.deals import DealName, check_number, choose_cells
from freecell.rules import find_profile

RANGES = [(1, 32_000), (32_001, 2**31 - 1), (2**31, 2**32 - 1), (2**32, LAST_DEAL)]

# As published for FreeCell Pro and PySolFC, on both sides of each border between the ranges of numbers.
FIRST_CASCADES = {
    1: "JD KD 2S 4C 3S 6D 6S",
    2147483648: "QH 3H 7D 4D TS QD 6D",
    4294967296: "TS 3S KC 4H 9H 3H 4D",
    4294967297: "JH KD 3C 6D 9D QC 4H",
    8589934591: "TC 8S 8C 6C 5H 5C 9C",
}

DEAL_11982 = """\
AH 3D KD JC 6C JD KC
AS 3H 6H 5D 2C 7D 8D
4H QS 5S 5C TH 8H 2S
AC QC 4D 8C QH 9C 3S
2D 8S 9H 9D 6D 2H
6S 7H JH TD TC QD
TS AD 9S KH 4S 4C
JS KS 3C 7C 7S 5H"""


@pytest.mark.parametrize("number", FIRST_CASCADES)
def test_first_cascades_of_published_deals(number: int) -> None:
    assert " ".join(map(str, deal(number).cascades[0])) == FIRST_CASCADES[number]


def test_d1_rows_are_not_cascades() -> None:
    position = deal(11982)
    assert write_layout(position) == DEAL_11982
    assert [str(cascade[0]) for cascade in position.cascades] == ["AH", "AS", "4H", "AC", "2D", "6S", "TS", "JS"]


def test_d2_clubs_and_spades_are_not_swapped() -> None:
    assert deal(24).cascades[0] == tuple(map(Card, ["4C", "2C", "9C", "8C", "QS", "4S", "2H"]))


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_s0_18_every_program_with_the_numbering_deals_the_same(low: int, high: int) -> None:
    """PySolFC's own dealer is the oracle."""
    random = Random(low)
    numbers = [low, low + 1, high - 1, high, *(random.randint(low, high) for _ in range(250))]
    for number in numbers:
        other = OtherDealer("freecell", number, RandomBase.DEALS_MS)
        assert write_layout(deal(number)) + "\n" == other.calc_layout_string(CardRenderer(True)), number


@given(DEAL_NUMBERS, st.integers(0, 4))
def test_s0_1_a_deal_is_the_whole_deck_face_up_with_empty_cells(number: int, cells: int) -> None:
    position = deal(number, cells)
    assert all_cards(position) == list(DECK)
    assert [len(cascade) for cascade in position.cascades] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert position.cells == (None,) * cells
    assert deal(number, cells) == position


def test_s4_2_cards_are_dealt_row_by_row() -> None:
    rows = [[str(cascade[row]) for cascade in deal(1).cascades if row < len(cascade)] for row in range(7)]
    assert rows[0] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]
    assert len(rows[6]) == 4


@pytest.mark.parametrize("number", [0, -5, 2**33, 2**64, 10**399, 1.5, 1.0, "1e3", "164", "", None, True])
def test_d3_a_number_that_no_deal_has_is_refused(number: Any) -> None:
    for function in (deal, game_code, check_number):
        with pytest.raises(BadInput) as caught:
            function(number)
        assert caught.value.code in ("deal-range", "bad-deal")
        assert repr(number)[:60] in str(caught.value)


def test_d3_a_number_that_is_too_long_to_be_written_is_refused_too() -> None:
    with pytest.raises(BadInput, match="There is no deal a number of thousands of digits"):
        deal(-(10**5000))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0", "deal-range"),
        ("-5", "deal-range"),
        ("8589934592", "deal-range"),
        ("9" * 400, "deal-range"),
        ("-" + "9" * 5000, "deal-range"),
        ("0" * 5000, "deal-range"),
        ("1.5", "bad-deal"),
        ("1e3", "bad-deal"),
        ("", "bad-deal"),
        (" ", "bad-deal"),
        ("#", "bad-deal"),
        ("+5", "bad-deal"),
        ("1_000", "bad-deal"),
        ("1 000", "bad-deal"),
        ("１６４", "bad-deal"),
        ("²", "bad-deal"),
        ("random", "bad-deal"),
        ("0x10", "bad-deal"),
        (None, "bad-deal"),
        (164, "bad-deal"),
        ("FC1-C4-AAAAAAA", "bad-code"),
        ("FC1-C4-IAAAAAA", "bad-code"),
        ("FC1-C4-7777777", "bad-code"),
        ("FC1-C5-AAAAAKH", "bad-code"),
        ("FC1-C4-AAAAAK", "bad-code"),
        ("FC1-C4-AAAAAKHA", "bad-code"),
        ("FC1-C4-AAAAAK1", "bad-code"),
        ("FC1-C4-AAAAAK0", "bad-code"),
        ("FC1C4AAAAAKH", "bad-code"),
        ("FC1", "bad-code"),
        ("FC2-C4-AAAAAKH", "bad-deal"),
        ("FC1-C4-AAAAAK\u212a", "bad-deal"),
    ],
)
def test_d3_a_text_that_names_no_deal_is_refused_and_quoted(text: object, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_deal(text)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert repr(text)[:50] in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["11982", " 11982 ", "#11982", "0011982", "0" * 5000 + "11982"])
def test_a_number_is_read_however_it_is_written(text: str) -> None:
    assert read_deal(text) == DealName(11982, None)


def test_s2_17_the_form_of_a_game_code() -> None:
    assert game_code(327) == "FC1-C4-AAAAAKH"
    assert game_code(327, 1) == "FC1-C1-AAAAAKH"
    assert game_code(LAST_DEAL) == "FC1-C4-H777777"
    assert read_deal("fc1-c2-aaaaakh") == DealName(327, 2)


@settings(max_examples=300)
@given(DEAL_NUMBERS, st.integers(0, 4))
def test_s2_17_a_code_reproduces_its_deal_and_number_of_cells(number: int, cells: int) -> None:
    code = game_code(number, cells)
    assert read_deal(code) == read_deal(code.lower()) == DealName(number, cells)
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"  # RFC 4648, most significant first
    value = 0
    for letter in code[-7:]:
        value = 32 * value + digits.index(letter)
    assert value == number
    assert read_game(f"Deal: {code}").start == deal(number, cells)


@given(st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", min_size=7, max_size=7), st.integers(0, 4))
def test_a_code_is_a_deal_or_refused(letters: str, cells: int) -> None:
    text = f"FC1-C{cells}-{letters}"
    if letters[0] in "ABCDEFGH" and letters != "AAAAAAA":
        assert game_code(read_deal(text).number, cells) == text
    else:
        with pytest.raises(BadInput, match="is not a game code"):
            read_deal(text)


def test_a_code_may_not_contradict_the_cells_that_are_asked_for() -> None:
    name = read_deal("FC1-C2-AAAAAKH")
    assert choose_cells(name, None) == choose_cells(name, 2) == 2
    assert choose_cells(read_deal("327"), 3) == 3
    assert choose_cells(read_deal("327"), None) is None
    with pytest.raises(BadInput, match="The code 'FC1-C2-AAAAAKH' is for 2 cells, but 4 were asked for") as caught:
        choose_cells(name, 4)
    assert caught.value.code == "code-cells"
    with pytest.raises(BadInput, match="is for 2 cells, but 4"):
        read_game("Deal: FC1-C2-AAAAAKH\nRules: standard cells=4")
    assert read_game("Deal: FC1-C2-AAAAAKH\nRules: points").rules == find_profile("points").rules.change({"cells": 2})


@pytest.mark.parametrize("cells", [-1, 5, "x"])
def test_cells_that_there_are_not_are_refused(cells: Any) -> None:
    for make in (deal, game_code):
        with pytest.raises(BadInput, match="expected a number from 0 to 4"):
            make(1, cells)


def test_a_code_of_no_cells_is_a_deal_with_no_cells() -> None:
    assert read_game("Deal: FC1-C0-AAAAAKH").rules == Rules(cells=0)


def test_d4_fresh_processes_do_not_deal_one_and_the_same() -> None:
    script = "from freecell import random_number; print(*(random_number() for _ in range(250)))"
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout.split() for _ in range(4)]
    numbers = [number for run in runs for number in run]
    assert len({tuple(run) for run in runs}) == 4
    assert len(set(numbers)) > 980  # of a thousand drawn from a million, half of one is expected twice


def test_d4_random_deals_are_deals_that_every_program_can_play() -> None:
    assert all(1 <= random_number() <= 1_000_000 for _ in range(2000))


def chi_square(numbers: list[int]) -> float:
    """How far the places of the cards are from being equally likely: about 51² if they are, with a deviation of about 72."""
    expected = len(numbers) / 52
    seen: Counter[tuple[int, int, Card]] = Counter()
    for number in numbers:
        for at, cascade in enumerate(deal(number).cascades):
            seen.update((at, depth, card) for depth, card in enumerate(cascade))
    missing = 52 * 52 - len(seen)
    return sum((count - expected) ** 2 / expected for count in seen.values()) + missing * expected


def test_d4_every_card_is_equally_likely_in_every_place() -> None:
    """The bound is ten deviations away: chance alone would reach it less often than machines fail."""
    assert chi_square([random_number() for _ in range(5000)]) < 51**2 + 10 * 72


def test_d4_the_bound_tells_a_bad_dealer() -> None:
    assert chi_square([random_number() % 500 + 1 for _ in range(5000)]) > 51**2 + 10 * 72
