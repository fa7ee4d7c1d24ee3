"""Supermoves: how many cards may move as one, and the single-card moves that it takes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import fewest_single_moves
from strategies import Table, tables

from freecell import Move, Place, Position, Rules, Step, Supermove, apply, legal_moves, steps_of, supermove_limit, why_not
from freecell.supermoves import single_move_count

CELLS = range(5)
SINGLE_CARDS = Rules(supermove=Supermove.SINGLE, foundation_return=False)


@pytest.mark.parametrize(
    ("cells", "cascades", "to_empty", "limit"),
    [
        pytest.param(2, 1, False, 6, id="S0.12"),
        pytest.param(2, 0, False, 3, id="S0.13, S0.23, S1.2"),
        pytest.param(1, 0, False, 2, id="S1.3"),
        pytest.param(0, 0, False, 1, id="S1.5: 0/0"),
        pytest.param(4, 0, False, 5, id="S1.5: 4/0"),
        pytest.param(2, 1, True, 3, id="S1.5: 2/1 into the empty one"),
        pytest.param(4, 2, False, 20, id="S1.5: 4/2"),
        pytest.param(4, 2, True, 10, id="S1.5: 4/2 into an empty one"),
        pytest.param(4, 1, False, 10, id="S2.11"),
        pytest.param(4, 1, True, 5, id="S2.11 onto the empty one, M4"),
        pytest.param(1, 3, True, 8, id="M4: 1 cell and 3 empty"),
        pytest.param(1, 2, False, 8, id="M3"),
    ],
)
def test_exact_limits_that_the_pages_give(cells: int, cascades: int, to_empty: bool, limit: int) -> None:
    assert supermove_limit(Supermove.EXACT, cells, cascades, to_empty=to_empty) == limit


@pytest.mark.parametrize(
    ("cascades", "to_empty", "limits"),
    [
        (0, False, [1, 2, 3, 4, 5]),
        (1, False, [2, 4, 6, 8, 10]),
        (2, False, [4, 8, 12, 16, 20]),
        (1, True, [1, 2, 3, 4, 5]),
        (2, True, [2, 4, 6, 8, 10]),
    ],
)
def test_s2_10_the_whole_table(cascades: int, to_empty: bool, limits: list[int]) -> None:
    assert [supermove_limit(Supermove.EXACT, cells, cascades, to_empty=to_empty) for cells in CELLS] == limits


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("cascades", range(8))
def test_s4_5_linear_limits(cells: int, cascades: int) -> None:
    assert supermove_limit(Supermove.LINEAR, cells, cascades) == (1 + cells) * (1 + cascades)
    if cascades:
        assert supermove_limit(Supermove.LINEAR, cells, cascades, to_empty=True) == (1 + cells) * cascades


def test_s4_6_four_cells_are_five_and_a_free_cascade_makes_it_ten() -> None:
    assert supermove_limit(Supermove.LINEAR, 4, 0) == 5
    assert supermove_limit(Supermove.LINEAR, 4, 1) == 10


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("cascades", range(8))
@pytest.mark.parametrize("to_empty", [False, True])
def test_linear_is_never_above_exact_and_single_is_one(cells: int, cascades: int, to_empty: bool) -> None:
    """S0.10, and that every rule's supermove can be played with single cards (S0.14)."""
    if to_empty and not cascades:
        return
    exact, linear, single = (supermove_limit(rule, cells, cascades, to_empty=to_empty) for rule in Supermove)
    assert 1 == single <= linear <= exact


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize(("cascades", "to_empty"), [(0, False), (1, False), (2, False), (3, False), (1, True), (2, True), (3, True)])
def test_capacity_and_number_of_single_moves_equal_brute_force(cells: int, cascades: int, to_empty: bool) -> None:
    """S0.11, S0.14, S0.15 and S2.9, for every sequence that there is."""
    limit = supermove_limit(Supermove.EXACT, cells, cascades, to_empty=to_empty)
    for count in range(1, 14):
        fewest = fewest_single_moves(count, cells, cascades, to_empty=to_empty)
        assert (fewest is not None) == (count <= limit), f"{count} cards"
        if fewest is not None:
            assert single_move_count(count, cells, cascades, to_empty=to_empty) == fewest, f"{count} cards"


def test_s0_15_a_cell_adds_one_and_a_cascade_doubles() -> None:
    for cells in range(4):
        for cascades in range(8):
            assert supermove_limit(Supermove.EXACT, cells + 1, cascades) == supermove_limit(Supermove.EXACT, cells, cascades) + (
                1 << cascades
            )
            assert supermove_limit(Supermove.EXACT, cells, cascades + 1) == 2 * supermove_limit(Supermove.EXACT, cells, cascades)


def play_steps(position: Position, steps: list[Step]) -> Position:
    """Play single-card moves, each of which must be legal by itself."""
    rules = SINGLE_CARDS.change({"cells": len(position.cells)})
    for source, target in steps:
        move = Move(source, target)
        assert why_not(position, rules, move) is None, f"{source}{target} in {position}"
        position = apply(position, move)
    return position


@settings(max_examples=300)
@given(tables(foundation_return=st.just(False), foundation_first=st.just(False)))
def test_s0_14_every_supermove_is_legal_single_moves_and_nothing_more(table: Table) -> None:
    position, rules = table
    for move in legal_moves(position, rules):
        steps = steps_of(position, move)
        assert play_steps(position, steps) == apply(position, move)
        to_empty = move.target.kind == "cascade" and not position.cards_at(move.target)
        if move.count > 1:
            assert len(steps) == single_move_count(move.count, position.empty_cells, position.empty_cascades, to_empty=to_empty)


SEQUENCE = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("cascades", range(4))
@pytest.mark.parametrize("to_empty", [False, True])
def test_the_longest_supermoves_are_played_card_by_card(cells: int, cascades: int, to_empty: bool) -> None:
    """The same for every number of helpers that there is, on a table made for it; the next longer one is refused."""
    if to_empty and not cascades:
        return
    count = min(supermove_limit(Supermove.EXACT, cells, cascades, to_empty=to_empty), 12)
    moving = SEQUENCE[-count:]
    onto = SEQUENCE[-count - 1].replace("S", "C").replace("H", "D")
    stacks = [" ".join(SEQUENCE), "" if to_empty else onto, *[""] * (cascades - to_empty)]
    lying = {card for stack in stacks for card in stack.split()}
    rest = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS" if rank + suit not in lying]
    position = Position([*stacks, " ".join(rest)], [None] * cells)
    move = Move(Place("1"), Place("2"), len(moving))
    assert why_not(position, Rules(cells=cells), move) is None
    assert play_steps(position, steps_of(position, move)) == apply(position, move)
