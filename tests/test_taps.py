"""Taps: what touching a card means in each program, and that taps make legal moves and no others."""

import contextlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import P1, P2, high
from strategies import Table, tables

from freecell import PROFILES, Card, IllegalMove, Move, Place, Position, Rules, apply, deal, legal_moves, most_cards, why_not
from freecell.moves import moved_cards
from freecell.position import PLACES, sequence_length
from freecell.taps import TAPS, Pick, best_move, tap

ONE_TAP = PROFILES["one-tap"].rules
RUNS = high(["KS QH JS", "TC KC", "TD TH TS KH QS JD", "KD QC JH JC QD"])
"""Cascade 1 is one sequence, of which two fit on cascade 2 and one on cascade 4; no card can go up."""


def touch(position: Position, rules: Rules, how: str, *touched: str) -> Pick | Move | None:
    """Tap one thing after another, each a place or a place and a depth such as `6:3`; the last tap's meaning."""
    meant: Pick | Move | None = None
    for text in touched:
        place, _, depth = text.partition(":")
        assert not isinstance(meant, Move), "only the last tap may move"
        meant = tap(position, rules, how, meant, Place(place), int(depth) if depth else None)
    return meant


def refused(position: Position, rules: Rules, how: str, *touched: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        touch(position, rules, how, *touched)
    return caught.value.code


def spots(position: Position) -> Iterator[tuple[Place, int | None]]:
    """Everything that can be touched: each card of a cascade, and every place as a whole."""
    for place in PLACES:
        yield place, None
        if place.kind == "cascade":
            for depth in range(len(position.cards_at(place))):
                yield place, depth


def meanings(table: Table, how: str, picked: Pick | None) -> Iterator[Pick | Move | None]:
    for place, depth in spots(table.position):
        with contextlib.suppress(IllegalMove):
            yield tap(table.position, table.rules, how, picked, place, depth)


def moves_by_taps(table: Table, how: str) -> set[Move]:
    """Every move that one tap or two make."""
    moves: set[Move] = set()
    for first in meanings(table, how, None):
        if isinstance(first, Move):
            moves.add(first)
        elif first is not None:
            moves.update(second for second in meanings(table, how, first) if isinstance(second, Move))
    return moves


def goes_up(position: Position, move: Move) -> bool:
    """Whether a move is about a single card that could go to its foundation."""
    return move.count == 1 and move.source.kind != "foundation" and position.goes_up(moved_cards(position, move)[0])


@given(tables())
def test_m6_picking_and_placing_makes_every_legal_move_and_no_other(table: Table) -> None:
    assert moves_by_taps(table, "pick") == set(legal_moves(*table))


@given(tables())
def test_m6_trying_the_foundation_first_makes_every_other_legal_move(table: Table) -> None:
    """S2.14: a card that can go up goes up when it is tapped; everything else is picked and placed."""
    expected = {move for move in legal_moves(*table) if move.target.kind == "foundation" or not goes_up(table.position, move)}
    assert moves_by_taps(table, "foundation") == expected


@given(tables())
def test_m6_picking_a_cascade_makes_the_longest_legal_move_to_every_target(table: Table) -> None:
    """S1.20 and H3: the target decides how many; a cascade that is all one sequence is never shortened for an empty one.

    A card that can go up goes up when it is touched itself; touching one that it covers picks the sequence all the same.
    """
    position, rules = table
    expected = set()
    for move in legal_moves(position, rules):
        longest = move._replace(count=most_cards(position, rules, move.source, move.target))
        only_goes_up = goes_up(position, move._replace(count=1)) and len(position.cards_at(move.source)) == 1
        if (move.target.kind == "foundation" or not only_goes_up) and why_not(position, rules, longest) is None:
            expected.add(longest)
    assert moves_by_taps(table, "cascade") == expected


@given(tables())
def test_m6_moving_at_once_makes_legal_moves_only_and_finds_one_wherever_there_is_a_useful_one(table: Table) -> None:
    position, rules = table
    legal = legal_moves(position, rules)
    for source in PLACES:
        for count in range(1, sequence_length(position.cards_at(source)) + 1 if source.kind == "cascade" else 2):
            whole = source.kind == "cascade" and count == len(position.cards_at(source))
            targets = [move.target for move in legal if (move.source, move.count) == (source, count)]
            useful = [t for t in targets if not (whole and t.kind == "cascade" and not position.cards_at(t))]
            if not useful:
                continue
            best = best_move(position, rules, source, count)
            assert best in legal
            assert best.target in useful

            assert worth(position, best.target) == min(worth(position, target) for target in useful)


def worth(position: Position, target: Place) -> int:
    """How good a place is, the best first: the foundation, an occupied cascade, an empty one, a cell."""
    if target.kind == "cascade":
        return 1 if position.cards_at(target) else 2
    return 0 if target.kind == "foundation" else 3


@given(tables(), st.sampled_from(TAPS))
def test_a_tap_moves_legally_or_picks_a_sequence(table: Table, how: str) -> None:
    position, rules = table
    legal = legal_moves(position, rules)
    for first in meanings(table, how, None):
        if isinstance(first, Move):
            assert first in legal
        else:
            assert first is not None
            cards = position.cards_at(first.source)[-first.count :]
            assert sequence_length(cards) == len(cards) == first.count


@given(tables(), st.sampled_from(TAPS))
def test_s1_16_a_second_tap_on_what_is_picked_puts_it_back(table: Table, how: str) -> None:
    for place, depth in spots(table.position):
        try:
            picked = tap(*table, how, None, place, depth)
        except IllegalMove:
            continue
        if isinstance(picked, Pick):
            assert tap(*table, how, picked, place, depth) is None


def test_s1_16_tapping_another_card_picks_that_one_instead() -> None:
    assert touch(deal(1), ONE_TAP, "cascade", "1", "2") == Pick(Place("2"), 1)
    assert touch(deal(1), Rules(), "pick", "1", "2") == Pick(Place("2"), 1)
    assert touch(P1, Rules(), "pick", "5:9", "5:7") == Pick(Place("5"), 3)
    assert touch(P1, Rules(), "pick", "5", "a") == Pick(Place("a"), 1)


def test_s1_16_tap_a_card_then_its_destination() -> None:
    assert touch(deal(1), ONE_TAP, "cascade", "1", "a") == Move(Place("1"), Place("a"))
    assert touch(P2, ONE_TAP, "cascade", "6", "7") == Move(Place("6"), Place("7"), 4)


@pytest.mark.parametrize("how", ["foundation", "cascade"])
def test_s1_6_and_s2_14_a_tapped_card_that_can_go_up_goes_there_at_once(how: str) -> None:
    position = high(["KS QH", "KH QD", "KD", "KC"], "QS - - -")
    assert touch(position, ONE_TAP, how, "1") == Move(Place("1"), Place("hH"))
    assert touch(position, ONE_TAP, how, "1:1") == Move(Place("1"), Place("hH"))
    assert touch(position, ONE_TAP, how, "a") == Move(Place("a"), Place("hS"))
    assert touch(position, Rules(), "foundation", "1:0") == Pick(Place("1"), 2)


def test_s1_6_goes_up_also_where_another_card_is_picked() -> None:
    position = high(["KS QH", "KH QD", "KD QC KC"], "QS - - -")
    assert touch(position, ONE_TAP, "cascade", "3", "2") == Move(Place("2"), Place("hD"))


def test_s1_7_a_foundations_card_is_not_picked_where_it_never_comes_back() -> None:
    position = high(["KS QD", "KH", "KC"], "KD - - -")
    assert refused(position, ONE_TAP, "cascade", "hC") == "no-return"
    returns = PROFILES["points"].rules
    assert touch(position, returns, "foundation", "hC", "2") == Move(Place("hC"), Place("2"))  # S2.15
    assert refused(position, returns, "foundation", "hC", "b") == "return-to-cascade"


def test_s1_20_the_longest_sequence_that_fits_moves_and_too_long_is_refused() -> None:
    assert refused(P1, ONE_TAP, "cascade", "5", "3") == "too-many"
    shorter = apply(P1, Move(Place("5"), Place("c")))
    assert touch(P1, ONE_TAP, "cascade", "5") == Pick(Place("5"), 4)
    assert refused(shorter, ONE_TAP, "cascade", "5", "3") == "too-many"
    assert touch(RUNS, ONE_TAP, "cascade", "1", "2") == Move(Place("1"), Place("2"), 2)
    assert touch(RUNS, ONE_TAP, "cascade", "1", "4") == Move(Place("1"), Place("4"), 1)


def test_s1_5_onto_an_empty_cascade_as_many_go_as_may() -> None:
    assert touch(P2, ONE_TAP, "cascade", "6", "8") == Move(Place("6"), Place("8"), 3)


def test_s1_21_and_h3_a_whole_cascade_is_refused_on_an_empty_one_and_never_shortened() -> None:
    assert refused(RUNS, ONE_TAP, "cascade", "1", "8") == "whole-cascade"
    assert touch(RUNS, ONE_TAP, "cascade", "3", "8") == Move(Place("3"), Place("8"), 3)
    assert touch(RUNS, Rules(), "pick", "1:0", "8") == Move(Place("1"), Place("8"), 3)


def test_foundation_first_leaves_the_part_of_a_sequence_that_may_move() -> None:
    """6♦ could go up, 5♣ on it could not: together they stay, and 5♣ alone goes onto an empty cascade."""
    heights = (3, 5, 5, 13)
    rest = [rank + suit for suit, low in zip("CDH", heights, strict=False) for rank in reversed("A23456789TJQK"[low:])]
    others = " ".join(reversed([name for name in rest if name not in ("KC", "6D", "5C")]))
    position = Position(["KC 6D 5C", others, *[""] * 6], foundations=heights)
    assert refused(position, ONE_TAP, "pick", "1:1", "3") == "foundation-first"
    assert touch(position, ONE_TAP, "cascade", "1", "3") == Move(Place("1"), Place("3"), 1)


def test_h3_tapping_a_covered_card_picks_the_sequence_from_it() -> None:
    assert touch(P1, Rules(), "pick", "5:7") == Pick(Place("5"), 3)
    assert touch(P1, Rules(), "foundation", "5:6") == Pick(Place("5"), 4)
    assert touch(P1, ONE_TAP, "cascade", "5:8") == Pick(Place("5"), 4)  # the whole sequence, whatever card of it is touched
    assert refused(P1, Rules(), "pick", "5:5") == "not-a-sequence"


def test_s4_9_a_long_sequence_moves_with_a_single_click() -> None:
    linear = PROFILES["linear"].rules
    assert touch(P2, linear, "move", "6:6") == Move(Place("6"), Place("1"), 4)  # 9♠ and 9♣ are equally good: the first
    assert refused(P1, linear, "move", "5:6") == "too-many"


@pytest.mark.parametrize(
    ("position", "touched", "target"),
    [
        pytest.param(high(["KC QD JC", "KS QH", "KH KD QC QS JS"], "JH JD"), "1", "hC", id="its foundation"),
        pytest.param(RUNS, "1", "4", id="an occupied cascade"),
        pytest.param(RUNS, "3:3", "5", id="an empty cascade"),
        pytest.param(high(["KS QH JS", "TC KC", "TD TH TS KH QS JD", "KD QC JH JC QD"], "- -", table=4), "2", "a", id="a cell"),
    ],
)
def test_a_click_moves_to_the_best_place(position: Position, touched: str, target: str) -> None:
    meant = touch(position, Rules(cells=len(position.cells)), "move", touched)
    assert isinstance(meant, Move)
    assert str(meant.target) == target


def test_a_click_prefers_the_longer_sequence() -> None:
    position = high(["TC TD TH TS QD", "KS QH", "KH KC KD QC JD JH QS JS JC"], "")
    assert touch(position, Rules(cells=0), "move", "3") == Move(Place("3"), Place("2"))


def test_a_whole_cascade_is_not_moved_onto_an_empty_one_by_a_click() -> None:
    position = high(["KS QH", "KC QC KD QS KH QD"], "")
    assert refused(position, Rules(cells=0), "move", "1:0") == "no-place"


@pytest.mark.parametrize(
    ("touched", "code"),
    [
        (("a",), "no-card"),
        (("1:7",), "no-card"),
        (("1:-1",), "no-card"),
        (("hS",), "no-card"),
        (("1", "hC"), "foundation-order"),
        (("1", "hS"), "foundation-order"),
    ],
)
def test_taps_that_mean_nothing_are_refused_with_the_reason(touched: tuple[str, ...], code: str) -> None:
    assert refused(deal(1), Rules(), "pick", *touched) == code


def test_whichever_foundation_is_tapped_a_card_goes_to_its_own() -> None:
    position = high(["KS", "KH"], "- - - -")
    for foundation in ("hC", "hD", "hH", "hS"):
        assert touch(position, Rules(), "pick", "1", foundation) == Move(Place("1"), Place("hS"))


def test_a_cell_is_not_moved_to_a_cell() -> None:
    position = apply(deal(1), Move(Place("1"), Place("a")))
    assert refused(position, Rules(), "pick", "a", "b") == "cell-to-cell"
    assert position.cells[0] == Card("6S")
