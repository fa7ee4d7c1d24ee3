"""Autoplay: off, safe and max; what safe means is tried by brute force on small positions."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import high
from reference import returns_above, short_deck, winnable
from strategies import SEEDS, Table, reached_positions, scatter, tables

from freecell import (
    Autoplay,
    Card,
    Game,
    Move,
    Place,
    Position,
    Rules,
    Status,
    apply,
    autoplay_moves,
    deal,
    finishing_moves,
    legal_moves,
    why_not,
)
from freecell.autoplay import is_safe

STANDARD, RETURNS, FIRST = Rules(), Rules(foundation_return=True), Rules(foundation_first=True)


def sent(position: Position, autoplay: Autoplay, rules: Rules = STANDARD) -> list[str]:
    """The cards that autoplay sends up, in order."""
    moves, _ = autoplay_moves(position, autoplay, rules)
    cards = []
    for move in moves:
        cards.append(str(position.cards_at(move.source)[-1]))
        position = apply(position, move)
    return cards


def with_heights(clubs: int, diamonds: int, hearts: int, spades: int) -> Position:
    """A position with foundations of these heights, the rest in one heap."""
    heights = [clubs, diamonds, hearts, spades]
    below = [rank + "CDHS"[suit] for suit in range(4) for rank in reversed("A23456789TJQK"[heights[suit] :])]
    return Position([" ".join(below), *[""] * 7], foundations=heights)


@given(tables())
def test_f3_autoplay_that_is_off_moves_nothing(table: Table) -> None:
    assert autoplay_moves(table.position, Autoplay.OFF, table.rules) == ([], table.position)


@given(tables())
def test_autoplay_makes_legal_foundation_moves_until_nothing_is_left_to_send(table: Table) -> None:
    position, rules = table
    for autoplay in (Autoplay.SAFE, Autoplay.MAX):
        here = position
        moves, after = autoplay_moves(position, autoplay, rules)
        for move in moves:
            assert move.target.kind == "foundation"
            assert why_not(here, rules, move) is None
            here = apply(here, move)
        assert here == after
        left = [here.cards_at(move.source)[-1] for move in legal_moves(here, rules) if move.target.kind == "foundation"]
        if autoplay is Autoplay.MAX:
            assert not left
        else:
            assert not [card for card in left if is_safe(here, card, rules)]


@given(tables())
def test_safe_autoplay_sends_no_card_that_max_does_not(table: Table) -> None:
    for rules in (STANDARD, RETURNS, FIRST):
        safe = sent(table.position, Autoplay.SAFE, rules)
        assert set(safe) <= set(sent(table.position, Autoplay.MAX))


def test_the_lowest_card_goes_first() -> None:
    position = high(["KS QS JS", "KH QH JH", "KC QC JC", "KD QD JD"])
    assert sent(position, Autoplay.MAX) == [rank + suit for rank in "JQK" for suit in "CDHS"]


@pytest.mark.parametrize(
    ("heights", "card", "safe"),
    [
        pytest.param((4, 3, 5, 4), "6H", True, id="F2: by the wider rule, not by the narrow one"),
        pytest.param((4, 2, 5, 4), "6H", False, id="F2: the colour's other suit is too low"),
        pytest.param((5, 0, 5, 5), "6H", True, id="by the narrow rule"),
        pytest.param((5, 13, 5, 3), "6H", False, id="one of the other colour is too low"),
        pytest.param((3, 13, 5, 3), "6H", False, id="both of the other colour are too low"),
        pytest.param((5, 4, 4, 3), "6C", True, id="black, by the wider rule"),
        pytest.param((5, 4, 4, 2), "6C", False, id="black, the other black suit is too low"),
        pytest.param((0, 0, 0, 0), "AS", True, id="an ace"),
        pytest.param((0, 0, 1, 0), "2H", True, id="a two"),
        pytest.param((0, 0, 2, 0), "3H", False, id="a three may be needed for a black two"),
        pytest.param((2, 0, 2, 2), "3H", True, id="a three, when the black twos are up"),
        pytest.param((1, 0, 2, 1), "3H", True, id="a three, when the black aces are up: a red ace is needed by nothing"),
        pytest.param((1, 0, 3, 2), "4H", False, id="a four with only one black two up"),
    ],
)
def test_which_card_is_safe(heights: tuple[int, int, int, int], card: str, safe: bool) -> None:
    assert is_safe(with_heights(*heights), Card(card), STANDARD) == safe


@given(tables())
def test_with_returns_only_aces_and_twos_are_safe(table: Table) -> None:
    for card in sent(table.position, Autoplay.SAFE, RETURNS):
        assert card[0] in "A2"
    _, after = autoplay_moves(table.position, Autoplay.SAFE, RETURNS)
    ready = [after.cards_at(move.source)[-1] for move in legal_moves(after, table.rules) if move.target.kind == "foundation"]
    assert not [card for card in ready if card.rank <= 2]


SMALL = {"cells": st.integers(0, 2), "undo_limit": st.none()}


def small_position(seed: int, cells: int) -> Position:
    """Nine to twelve cards on three or four cascades, a third of them unwinnable or so."""
    random = Random(seed)
    heights = [13, 13, 13, 13]
    for _ in range(random.randint(9, 12)):
        heights[random.choice([suit for suit in range(4) if heights[suit] > 8])] -= 1
    return scatter(random, heights, cells, random.choice([2, 3, 3, 4]), random.choice([2.0, 20.0]))


@settings(max_examples=150)
@given(SEEDS, st.integers(0, 1), st.sampled_from(["exact", "linear", "single"]), st.booleans(), st.booleans())
def test_safe_autoplay_never_loses_a_won_game(seed: int, cells: int, supermove: str, first: bool, whole: bool) -> None:
    """Tried out on small positions: winnable without autoplay is winnable with it after every move, and the other way round."""
    rules = Rules().change({"cells": cells, "supermove": supermove, "foundation_first": first, "whole_cascade_to_empty": whole})
    position = small_position(seed, cells)
    truth = winnable(position, rules)
    assert winnable(position, rules, lambda p: autoplay_moves(p, Autoplay.SAFE, rules)[1]) == truth
    assert winnable(autoplay_moves(position, Autoplay.SAFE, rules)[1], rules) == truth


def test_nothing_is_safe_where_a_card_that_can_go_up_goes_nowhere_else() -> None:
    """The usual safe rule loses a won game there: a card that goes up binds the next of its suit, and the sequence that it is in."""
    start = high(["JH QS JS QD", "KS KH QC QH 9D KC KD JD TS"], "TD -", table=3)
    usual, first = Rules(cells=2), Rules(cells=2, foundation_first=True)
    assert winnable(start, first)
    assert not winnable(start, first, lambda p: autoplay_moves(p, Autoplay.SAFE, usual)[1])
    assert not sent(with_heights(0, 0, 0, 0), Autoplay.SAFE, first)
    assert sent(with_heights(0, 0, 0, 0), Autoplay.SAFE, usual)


def test_small_positions_are_won_and_lost_alike() -> None:
    """Otherwise the test above would test nothing; and max autoplay does lose won games among them."""
    rules = Rules(cells=0)
    positions = [small_position(seed, 0) for seed in range(150)]
    truths = [winnable(position, rules) for position in positions]
    assert 15 <= truths.count(False) <= 135
    greedy = [winnable(position, rules, lambda p: autoplay_moves(p, Autoplay.MAX, rules)[1]) for position in positions]
    assert all(truth or not won for truth, won in zip(truths, greedy, strict=True))
    assert any(truth and not won for truth, won in zip(truths, greedy, strict=True))


def narrowly_safe(position: Position) -> Position:
    """Send up what the narrow rule allows, whether or not cards may come back."""
    while True:
        clubs, diamonds, hearts, spades = position.foundations
        for move in legal_moves(position, Rules(cells=len(position.cells))):
            card = position.cards_at(move.source)[-1]
            if move.target.kind == "foundation" and min((clubs, spades) if card.red else (diamonds, hearts)) >= card.rank - 1:
                position = apply(position, move)
                break
        else:
            return position


def test_f6_with_returns_even_the_narrow_rule_loses_a_won_game() -> None:
    """One empty cell, ranks 1 to 5: won only if 5♠ stays."""
    start = short_deck(["2C", "AC 5H 5D 5C 3C", "4C 5S"], [""], (0, 4, 4, 4), ranks=5)
    rules = Rules(cells=1, foundation_return=True)
    assert winnable(start, rules, allows=returns_above(8))
    assert sent(start, Autoplay.MAX) == ["KS"]
    assert narrowly_safe(start).foundations == (8, 12, 12, 13)
    assert not winnable(narrowly_safe(start), rules, allows=returns_above(8))
    assert not sent(start, Autoplay.SAFE, RETURNS)


def test_f6_under_max_it_matters_that_autoplay_waits_for_the_end_of_a_supermove() -> None:
    """No cells, ranks 1 to 5: won with `exact`, lost with `single`."""
    start = short_deck(["AS 5S 4D 4S 4C", "5H 3D 2S", "5D", "5C 3S"], [], (3, 2, 4, 0), ranks=5)

    def greedy(position: Position) -> Position:
        return autoplay_moves(position, Autoplay.MAX, STANDARD)[1]

    assert winnable(start, Rules().change({"cells": 0, "supermove": "exact"}), greedy)
    assert not winnable(start, Rules().change({"cells": 0, "supermove": "single"}), greedy)


@given(tables())
def test_finishing_moves_are_foundation_moves_that_win(table: Table) -> None:
    moves = finishing_moves(table.position)
    position = table.position
    for move in moves:
        assert move.target.kind == "foundation"
        assert why_not(position, table.rules, move) is None
        position = apply(position, move)
    assert position.won or not moves


@given(SEEDS, st.integers(0, 4))
def test_sorted_cascades_can_be_finished(seed: int, cells: int) -> None:
    random = Random(seed)
    heights = [random.randint(0, 12) for _ in range(4)]
    position = scatter(random, heights, cells, 8, 0.0)
    falling = all(a.rank >= b.rank for cascade in position.cascades for a, b in pairwise(cascade))
    assert falling
    assert len(finishing_moves(position)) == 52 - sum(heights)


@pytest.mark.parametrize("number", [1, 164, 11982])
def test_a_new_deal_cannot_be_finished(number: int) -> None:
    assert not finishing_moves(deal(number))


@given(st.data())
def test_autoplay_runs_after_each_action_and_is_a_part_of_it(data: st.DataObject) -> None:
    rules = Rules(autoplay=data.draw(st.sampled_from(Autoplay)))
    game = Game(data.draw(reached_positions(rules)), rules)
    moves = legal_moves(game.position, rules)
    if game.status is not Status.PLAYING or not moves:
        return
    move = data.draw(st.sampled_from(moves))
    before = game.position
    action = game.play(move)
    sent_up, after = autoplay_moves(apply(before, move), rules.autoplay, rules)
    assert action.sent_up == tuple(sent_up)
    assert game.position == action.after == after
    assert game.moves == 1 + len(sent_up)
    game.undo()
    assert (game.position, game.moves) == (before, 0)


@pytest.mark.parametrize("autoplay", [Autoplay.SAFE, Autoplay.MAX])
def test_f4_a_card_that_was_brought_back_does_not_bounce_up_again(autoplay: Autoplay) -> None:
    game = Game(high(["KS", "KH", "KD QC", "KC"], "- - - -"), Rules(foundation_return=True, autoplay=autoplay))
    game = Game(apply(game.position, Move(Place("3"), Place("hC"))), game.rules)
    returned = game.play("hC2")
    assert returned.sent_up == ()
    assert game.position.cards_at(Place("2")) == (Card("KH"), Card("QC"))
    after = game.play("1a")
    assert [str(move.target) for move in after.sent_up] == ([] if autoplay is Autoplay.SAFE else ["hC", "hC", "hD", "hH", "hS"])


def test_nothing_goes_up_before_the_first_action() -> None:
    position = next(p for p in map(deal, range(1, 200)) if sent(p, Autoplay.SAFE))
    assert Game(position).position == position
