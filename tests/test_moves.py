"""Moves: which are legal, why the others are not, what they do, and how they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import P1, P2, P3, high
from reference import conceivable_moves, fewest_single_moves, obviously_legal_moves
from strategies import Table, all_cards, tables

from freecell import (
    BadInput,
    Card,
    IllegalMove,
    Move,
    Place,
    Position,
    Rules,
    Supermove,
    apply,
    deal,
    legal_moves,
    most_cards,
    read_move,
    steps_of,
    why_not,
    write_move,
)
from freecell.moves import check, find_place, has_legal_move, moved_cards
from freecell.position import PLACES


def m(source: str, target: str, count: int = 1) -> Move:
    return Move(Place(source), Place(target), count)


def code(position: Position, rules: Rules, move: Move) -> str | None:
    refusal = why_not(position, rules, move)
    return None if refusal is None else refusal.code


# One legal set, whoever asks (M6)


@settings(max_examples=300)
@given(tables())
def test_m6_legal_moves_are_exactly_those_that_nothing_speaks_against(table: Table) -> None:
    moves = legal_moves(*table)
    assert set(moves) == obviously_legal_moves(*table)
    assert len(moves) == len(set(moves))
    assert has_legal_move(*table) == bool(moves)


@given(tables())
def test_legal_moves_come_in_a_settled_order(table: Table) -> None:
    moves = legal_moves(*table)
    assert moves == sorted(moves, key=lambda move: (move.source, move.count, move.target))


@given(tables())
def test_m6_every_legal_move_is_written_and_read_as_itself(table: Table) -> None:
    position, rules = table
    texts = []
    for move in legal_moves(position, rules):
        text = write_move(move, position, rules)
        assert read_move(text, position, rules) == move
        assert read_move(text.upper(), position, rules) == move
        texts.append(text)
    assert len(texts) == len(set(texts))


@given(tables())
def test_m6_a_move_without_a_number_is_legal_where_any_number_is(table: Table) -> None:
    """But for H3: a cascade that is all one sequence is refused on an empty one, where the rules refuse that, and never shortened."""
    position, rules = table
    legal = legal_moves(position, rules)
    pairs = {(move.source, move.target) for move in legal}
    for source in PLACES:
        for target in PLACES:
            meant = Move(source, target, most_cards(position, rules, source, target))
            if (source, target) not in pairs:
                assert meant not in legal
            elif code(position, rules, meant) == "whole-cascade":
                assert meant.count == len(position.cards_at(source)) > 1
            else:
                assert meant in legal
                assert meant.count == max(move.count for move in legal if move[:2] == (source, target))


@given(tables(foundation_first=st.just(False)))
def test_s0_7_a_top_card_goes_onto_cascades_cells_and_its_foundation(table: Table) -> None:
    position, rules = table
    legal = {(move.source, move.target) for move in legal_moves(position, rules) if move.count == 1}
    for source in map(Place, "12345678"):
        for card in position.cards_at(source)[-1:]:
            expected = {Place(f"h{card.suit.letter}")} if position.foundations[card.suit] + 1 == card.rank else set()
            expected |= {cell for cell in map(Place, "abcd") if position.has(cell) and not position.cards_at(cell)}
            for target in set(map(Place, "12345678")) - {source}:
                onto = position.cards_at(target)
                if onto and onto[-1].rank == card.rank + 1 and onto[-1].red != card.red:
                    expected.add(target)
                if not onto and (rules.whole_cascade_to_empty or len(position.cards_at(source)) > 1):
                    expected.add(target)  # S0.9
            assert {target for start, target in legal if start == source} == expected


@given(tables(foundation_first=st.just(False)))
def test_s0_8_a_cells_card_goes_onto_cascades_and_its_foundation(table: Table) -> None:
    position, rules = table
    legal = legal_moves(position, rules)
    for source in map(Place, "abcd"):
        for card in position.cards_at(source):
            expected = {Place(f"h{card.suit.letter}")} if position.goes_up(card) else set()
            for target in map(Place, "12345678"):
                onto = position.cards_at(target)
                if not onto or card.fits_on(onto[-1]):
                    expected.add(target)
            assert {move.target for move in legal if move.source == source} == expected


@given(tables(foundation_return=st.just(False)))
def test_s1_7_and_s4_8_without_returns_no_move_starts_on_a_foundation(table: Table) -> None:
    assert not [move for move in legal_moves(*table) if move.source.kind == "foundation"]


@given(tables(foundation_return=st.just(True)))
def test_s2_15_with_returns_a_foundations_last_card_goes_onto_cascades_and_never_into_a_cell(table: Table) -> None:
    position, rules = table
    found = {(move.source, move.target) for move in legal_moves(position, rules) if move.source.kind == "foundation"}
    expected = set()
    for source in PLACES[12:]:
        for card in position.cards_at(source):
            for target in PLACES[:8]:
                onto = position.cards_at(target)
                if not onto or card.fits_on(onto[-1]):
                    expected.add((source, target))
    assert found == expected


@given(tables(foundation_first=st.just(True)))
def test_s1_6_under_foundation_first_a_card_that_can_go_up_goes_nowhere_else(table: Table) -> None:
    position, rules = table
    free = Rules(**(rules.as_dict() | {"foundation_first": False}))
    kept = []
    for move in legal_moves(position, free):
        blocked = any(position.goes_up(card) for card in moved_cards(position, move)) and move.target.kind != "foundation"
        if blocked and move.source.kind != "foundation":
            assert code(position, rules, move) == "foundation-first"
        else:
            kept.append(move)
    assert legal_moves(position, rules) == kept


@given(tables())
def test_no_supermove_is_above_its_limit_and_every_one_within_it_is_legal(table: Table) -> None:
    position, rules = table
    for move in legal_moves(position, rules):
        assert move.count == 1 or rules.supermove is not Supermove.SINGLE
        helpers = position.empty_cascades - (not position.cards_at(move.target))
        if move.target.kind == "cascade":
            doubled, added = (position.empty_cells + 1) * 2**helpers, (position.empty_cells + 1) * (helpers + 1)
            assert move.count <= {"exact": doubled, "linear": added, "single": 1}[rules.supermove]


# What a move does


@given(tables())
def test_a_move_takes_cards_from_one_place_to_another_and_leaves_the_rest(table: Table) -> None:
    position, rules = table
    for move in legal_moves(position, rules):
        after = apply(position, move)
        assert all_cards(after) == all_cards(position)
        assert after == Position(after.cascades, after.cells, after.foundations)
        cards = moved_cards(position, move)
        assert after.cards_at(move.target)[-move.count :] == cards
        for place in set(PLACES) - {move.source, move.target}:
            assert after.cards_at(place) == position.cards_at(place)


@given(tables(foundation_return=st.just(True)))
def test_a_move_does_not_change_the_position_that_it_is_made_from(table: Table) -> None:
    position, rules = table
    before = (position.cascades, position.cells, position.foundations)
    for move in legal_moves(position, rules):
        apply(position, move)
    assert (position.cascades, position.cells, position.foundations) == before


# Supermoves of the pages


def test_m1_s1_2_a_sequence_of_four_stays_with_two_cells_and_the_player_learns_that_three_would_fit() -> None:
    refusal = why_not(P1, Rules(), m("5", "3", 4))
    assert refusal is not None
    assert refusal.code == "too-many"
    assert refusal.values == {"wanted": 4, "fit": 3, "cells": 2, "cascades": 0, "empty": False}
    assert str(refusal) == "3 of these 4 cards would fit: 2 empty cells, no empty cascade."
    assert read_move("53", P1, Rules()) == m("5", "3", 4)


def test_m1_s1_3_parking_a_card_does_not_help() -> None:
    parked = apply(P1, m("5", "c"))
    refusal = why_not(parked, Rules(), m("5", "3", 3))
    assert refusal is not None
    assert str(refusal) == "2 of these 3 cards would fit: 1 empty cell, no empty cascade."


def test_s1_4_an_empty_cascade_doubles_the_limit() -> None:
    stacks = [*P1.cascades]
    stacks[5] += stacks[7]
    stacks[7] = ()
    assert why_not(Position(stacks, P1.cells), Rules(), m("5", "3", 4)) is None


def test_m2_s0_12_four_cards_with_two_cells_and_a_cascade_move_in_seven() -> None:
    move = m("6", "7", 4)
    assert why_not(P2, Rules(), move) is None
    steps = steps_of(P2, move)
    assert [f"{step.source}{step.target}" for step in steps] == ["6c", "6d", "68", "67", "87", "d7", "c7"]
    assert apply(P2, move).cascades[6][-4:] == tuple(map(Card, ["8H", "7S", "6D", "5C"]))


def test_s0_13_the_same_without_an_empty_cascade_is_refused() -> None:
    stacks = [*P2.cascades[:7], P2.cascades[0][:1]]
    stacks[0] = P2.cascades[0][1:]
    assert code(Position(stacks, P2.cells), Rules(), m("6", "7", 4)) == "too-many"


def test_m3_eight_cards_move_under_exact_and_six_at_most_under_linear() -> None:
    move = m("1", "2", 8)
    assert why_not(P3, Rules(), move) is None
    assert len(steps_of(P3, move)) == fewest_single_moves(8, 1, 2) == 27
    refusal = why_not(P3, Rules(supermove=Supermove.LINEAR), move)
    assert str(refusal) == "6 of these 8 cards would fit: 1 empty cell, 2 empty cascades."


@pytest.mark.parametrize(("cells", "empty", "exact", "linear"), [(4, 1, 5, 5), (4, 2, 10, 10), (1, 3, 8, 6), (0, 2, 2, 2), (2, 1, 3, 3)])
def test_m4_onto_an_empty_cascade_the_target_never_counts(cells: int, empty: int, exact: int, linear: int) -> None:
    sequence = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
    rest = "KC KH QC QD QS JC JD JH TC TD TS 9C 9D 9H 8C 8D 8S 7C 7D 7H 6C 6D 6S 5C 5D 5H 4C 4D 4S 3C 3D 3H 2C 2D 2S AC AD AH"
    position = Position([*[""] * empty, f"KD {sequence}", rest], [None] * cells)
    source = str(empty + 1)
    for rule, limit in ((Supermove.EXACT, exact), (Supermove.LINEAR, linear)):
        rules = Rules(cells=cells, supermove=rule)
        assert why_not(position, rules, m(source, "1", limit)) is None
        refusal = why_not(position, rules, m(source, "1", limit + 1))
        assert refusal is not None
        assert refusal.values == {"wanted": limit + 1, "fit": limit, "cells": cells, "cascades": empty - 1, "empty": True}
        assert read_move(f"{source}1", position, rules).count == limit


def test_m5_a_cascade_that_is_emptied_by_the_move_is_no_helper_while_it_moves() -> None:
    cascades = ["JS TH", "QD", "KC KD KH KS QC QH QS JC JD JH"]
    with_cell, without = high(cascades, "-", table=3), high(cascades, "", table=3)
    assert why_not(with_cell, Rules(cells=1), m("1", "2", 2)) is None
    assert str(why_not(without, Rules(cells=0), m("1", "2", 2))) == "1 of these 2 cards would fit: no empty cell, no empty cascade."


# Reasons


TWO_RED_KINGS = high(["KH", "KD QS", "KS QH", "KC"], "QD - - -")


@pytest.mark.parametrize(
    ("position", "rules", "move", "expected"),
    [
        (deal(1), Rules(), m("1", "1"), "same-place"),
        (deal(1, 3), Rules(cells=3), m("1", "d"), "no-such-place"),
        (deal(1, 3), Rules(cells=3), m("d", "1"), "no-such-place"),
        (deal(1), Rules(), m("a", "1"), "no-card"),
        (deal(1), Rules(), m("1", "a", 0), "no-card"),
        (deal(1), Rules(), m("1", "2", 8), "few-cards"),
        (deal(1), Rules(), m("1", "2", 2), "not-a-sequence"),
        (deal(1), Rules(), m("1", "2"), "no-fit"),
        (deal(1), Rules(), m("1", "hS"), "foundation-order"),
        (deal(1), Rules(), m("1", "hC"), "wrong-foundation"),
        (apply(deal(1), m("1", "a")), Rules(), m("2", "a"), "cell-taken"),
        (apply(deal(1), m("1", "a")), Rules(), m("a", "b"), "cell-to-cell"),
        (P1, Rules(), m("5", "c", 2), "one-card"),
        (P1, Rules(), m("5", "hD", 2), "one-card"),
        (P1, Rules(supermove=Supermove.SINGLE), m("5", "3", 4), "one-at-a-time"),
        (P1, Rules(), m("5", "3", 4), "too-many"),
        (TWO_RED_KINGS, Rules(), m("hS", "3"), "no-return"),
        (TWO_RED_KINGS, Rules(foundation_return=True), m("hS", "3"), None),
        (TWO_RED_KINGS, Rules(foundation_return=True), m("hS", "a"), "return-to-cascade"),
        (TWO_RED_KINGS, Rules(foundation_return=True), m("hS", "hD"), "return-to-cascade"),
        (TWO_RED_KINGS, Rules(foundation_return=True), m("hS", "4"), "no-fit"),
        (TWO_RED_KINGS, Rules(foundation_return=True), m("hS", "3", 2), "few-cards"),
        (TWO_RED_KINGS, Rules(foundation_first=True), m("a", "4"), "foundation-first"),
        (TWO_RED_KINGS, Rules(foundation_first=True), m("a", "hD"), None),
        (TWO_RED_KINGS, Rules(whole_cascade_to_empty=False), m("1", "5"), "whole-cascade"),
        (TWO_RED_KINGS, Rules(whole_cascade_to_empty=False), m("2", "5", 2), "whole-cascade"),
        (TWO_RED_KINGS, Rules(whole_cascade_to_empty=False), m("2", "5"), None),
        (TWO_RED_KINGS, Rules(whole_cascade_to_empty=False), m("a", "5"), None),
        (TWO_RED_KINGS, Rules(), m("1", "5"), None),
    ],
)
def test_the_reason_why_a_move_is_refused(position: Position, rules: Rules, move: Move, expected: str | None) -> None:
    assert code(position, rules, move) == expected
    if expected is not None:
        with pytest.raises(IllegalMove) as caught:
            check(position, rules, move)
        assert caught.value.code == expected


@given(tables())
def test_every_refusal_has_a_sentence(table: Table) -> None:
    for move in conceivable_moves():
        refusal = why_not(*table, move)
        if refusal is not None:
            assert str(refusal)[-1] == "."
            assert refusal.code not in str(refusal).split(":")[0] or " " in str(refusal).split(":")[0]


def test_the_number_of_cards_that_fit_is_one_where_none_do() -> None:
    """Three cards of 9♠ 8♥ 7♣ 6♦ reach up to 9♦, but 8♥ is red as well."""
    assert most_cards(P1, Rules(), Place("5"), Place("4")) == 1
    assert most_cards(P1, Rules(), Place("5"), Place("3")) == 4


# Text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("53", m("5", "3", 4)),
        ("53v3", m("5", "3", 3)),
        ("5c", m("5", "c")),
        ("a3", m("a", "3")),
        ("5h", m("5", "hD")),
        ("bh", m("b", "hS")),
        ("hS5", m("hS", "5")),
        ("hs5", m("hS", "5")),
        ("5hC", m("5", "hC")),
        ("5C", m("5", "c")),
        ("53V3", m("5", "3", 3)),
        ("53va", m("5", "3", 10)),
        ("53vD", m("5", "3", 13)),
    ],
)
def test_moves_are_read_in_either_case(text: str, move: Move) -> None:
    assert read_move(text, P1, Rules()) == move


@pytest.mark.parametrize(
    "text", ["", "5", "55v", "95", "5e", "h5", "hX5", "53v", "53vg", "53v10", " 53", "53 ", "5-3", "５3", "5\u017f", "resign", None, 53]
)
def test_what_is_no_move_is_refused_and_quoted(text: object) -> None:
    with pytest.raises(BadInput) as caught:
        read_move(text, P1, Rules())  # type: ignore[arg-type]
    assert caught.value.code == "bad-move"
    assert repr(text) in str(caught.value)


def test_the_number_of_cards_is_written_only_where_it_says_something() -> None:
    assert write_move(m("6", "7", 4), P2, Rules()) == "67"
    assert write_move(m("6", "8", 3), P2, Rules()) == "68"
    assert write_move(m("6", "8", 2), P2, Rules()) == "68v2"
    assert write_move(m("6", "8", 1), P2, Rules()) == "68v1"


def test_h_is_the_foundation_of_the_card_that_moves() -> None:
    assert find_place("h", Card("7D")) == find_place("H", Card("7D")) == find_place("hd") == Place("hD")
    assert find_place("A") == Place("a")
