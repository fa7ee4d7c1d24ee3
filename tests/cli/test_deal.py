"""`freecell deal`."""

from __future__ import annotations

import re

import pytest
from commands import complaint, run, shell

from freecell import read_layout
from freecell.deals import LAST_DEAL, deal, read_deal

D1 = """\
AH 3D KD JC 6C JD KC
AS 3H 6H 5D 2C 7D 8D
4H QS 5S 5C TH 8H 2S
AC QC 4D 8C QH 9C 3S
2D 8S 9H 9D 6D 2H
6S 7H JH TD TC QD
TS AD 9S KH 4S 4C
JS KS 3C 7C 7S 5H
"""


def test_a_layout_is_printed_a_cascade_a_line_d1() -> None:
    assert shell("deal", "11982") == (0, D1, "")


@pytest.mark.parametrize("name", ["11982", "#11982", " 11982 ", "00011982", "FC1-C4-AAAALWO", "fc1-c4-aaaalwo"])
def test_a_number_or_a_code_is_accepted(name: str) -> None:
    assert run("deal", name) == (0, D1, "")


def test_the_code_of_the_issue_is_deal_327() -> None:
    assert run("deal", "FC1-C4-AAAAAKH") == run("deal", "327")


def test_the_last_deal_can_be_had() -> None:
    assert read_layout(run("deal", str(LAST_DEAL)).output) == deal(LAST_DEAL)


@pytest.mark.parametrize("cells", range(5))
def test_the_number_of_cells_is_printed_where_it_is_not_four(cells: int) -> None:
    output = run("deal", "617", "--cells", str(cells)).output
    assert output.startswith("Freecells:") is (cells != 4)
    assert read_layout(output) == deal(617, cells)
    assert run("deal", f"FC1-C{cells}-AAAAAKH").output == run("deal", "327", "--cells", str(cells)).output


def test_a_random_deal_tells_its_number_apart_from_its_layout() -> None:
    code, output, errors = run("deal", "random", "--cells", "2")
    assert code == 0
    told = re.fullmatch(r"Deal (\d+), (FC1-C2-\w{7})\n", errors)
    assert told
    assert read_layout(output) == deal(int(told[1]), 2)
    assert read_deal(told[2]) == (int(told[1]), 2)


def test_random_deals_of_fresh_processes_differ_d4() -> None:
    assert len({shell("deal", "random").output for _ in range(4)}) > 1


@pytest.mark.parametrize(
    "name",
    [
        "0",
        "8589934592",
        "1.5",
        "1e3",
        "",
        " ",
        "9" * 400,
        "FC1-C4-AAAAAAA",
        "FC1-C5-AAAAAKH",
        "FC1",
        "Random",
        "٣",
        "1 2",
        "\udcff",
        "x\ny",
    ],
)
def test_what_is_no_deal_is_one_clear_error_d3(name: str) -> None:
    said = complaint(run("deal", name))
    assert (name if name in ("0", "8589934592") else repr(name[:60])) in said
    assert said.endswith(".")


def test_a_negative_number_is_one_clear_error_d3() -> None:
    assert "'-5'" in complaint(run("deal", "-5"))
    assert "'-5'" in complaint(run("deal", "--", "-5"))


@pytest.mark.parametrize("cells", ["5", "-1", "x", "", "1.5", "9" * 400])
def test_what_is_no_number_of_cells_is_one_clear_error(cells: str) -> None:
    said = complaint(run("deal", "1", "--cells", cells))
    assert repr(cells[:60]) in said


def test_cells_that_contradict_the_code_are_refused() -> None:
    said = complaint(run("deal", "FC1-C4-AAAAAKH", "--cells", "2"))
    assert "'FC1-C4-AAAAAKH' is for 4 cells, but 2 were asked for" in said


@pytest.mark.parametrize("arguments", [[], ["1", "2"], ["1", "--cells"], ["1", "--nosuch"]])
def test_it_is_used_with_one_deal(arguments: list[str]) -> None:
    assert complaint(run("deal", *arguments))
