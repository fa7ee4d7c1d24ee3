"""Each profile plays by its own page; the numbers are those of the requirements, which the names of other tests carry as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import P1, P2, P3, high
from reference import winnable
from strategies import AUTOPLAY_KIND, CHOICES, reached_positions, walk

from freecell import (
    DECK,
    PROFILES,
    Autoplay,
    Card,
    Game,
    IllegalMove,
    Move,
    Place,
    Position,
    Rules,
    Status,
    Supermove,
    apply,
    deal,
    legal_moves,
    read_game,
    read_move,
    supermove_limit,
    why_not,
    write_layout,
)
from freecell.commands import Answer, Command, Finish, LoadGame, NewGame, Play, Redo, Resign, Tap, Undo
from freecell.session import Session

STANDARD, ONE_TAP, POINTS, LINEAR = (PROFILES[name].rules for name in ("standard", "one-tap", "points", "linear"))


def session(position: Position, profile: str) -> Session:
    return Session(LoadGame(f"Layout:\n{write_layout(position)}\nRules: {profile} cells={len(position.cells)}"))


def told(answer: Answer) -> list[str]:
    assert answer.refusal is None, str(answer.refusal)
    return [event.code for event in answer.events]


def why(position: Position, rules: Rules, text: str) -> str | None:
    """The code with which a move is refused, such as `26` or `26v3`."""
    refusal = why_not(position, rules, read_move(text, position, rules))
    return None if refusal is None else refusal.code


def long_sequence(onto: str, empty: int) -> Position:
    """All cards from K♠ to A♠ in one sequence, another card alone on cascade 2, the rest on cascade 3, then empty cascades."""
    sequence = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]
    rest = [str(card) for card in DECK if str(card) not in (*sequence, onto)]
    return Position([" ".join(sequence), onto, " ".join(rest), *[""] * empty], [None] * 4)


def playing(rules: Rules, number: int = 1) -> Iterator[Game]:
    """A game under some rules, again after each move of a settled line of play."""
    game = Game(deal(number, rules.cells), rules, deal=number)
    yield game
    for step in range(200):
        moves = legal_moves(game.position, rules)
        if game.status is not Status.PLAYING or not moves:
            return
        up = [move for move in moves if move.target.kind == "foundation"]
        game.play(up[0] if up else moves[step * 7 % len(moves)])
        yield game


# What all have in common


@pytest.mark.parametrize("name", PROFILES)
def test_s0_1_s0_2_s1_12_s2_1_s2_2_s4_1_s4_2_the_table_at_the_start(name: str) -> None:
    """52 cards face up on 7,7,7,7,6,6,6,6; four cells, four foundations, all empty (S0.3)."""
    shown = Session(NewGame("1", name)).snapshot()
    assert [len(cascade) for cascade in shown["cascades"]] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert sorted(card for cascade in shown["cascades"] for card in cascade) == sorted(map(str, DECK))
    assert shown["cells"] == [None] * 4
    assert shown["foundations"] == {"C": 0, "D": 0, "H": 0, "S": 0}
    assert len(shown["slots"]) == 4
    assert (shown["moves"], shown["undo"], shown["redo"], shown["status"]) == (0, 0, 0, "playing")


@pytest.mark.parametrize("name", PROFILES)
def test_s0_4_s2_5_s4_4_a_cell_takes_any_card_and_holds_one(name: str) -> None:
    rules = PROFILES[name].rules
    aces = high(
        [
            "AC",
            "AD",
            "AH",
            "AS",
            "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S " + " ".join(str(c) for c in reversed(DECK) if c.rank > 1 and c.suit != 3),
        ]
    )
    for position in (deal(1), deal(11982)):
        for source in "12345678":
            assert why(position, rules, f"{source}a") is None
            assert why(apply(position, Move(Place(source), Place("a"))), rules, ("2" if source == "1" else "1") + "a") == "cell-taken"
    assert why(aces, rules, "1a") == ("foundation-first" if rules.foundation_first else None)


@pytest.mark.parametrize("name", PROFILES)
def test_s0_5_s1_10_s2_6_foundations_go_from_ace_to_king_by_suit_one_at_a_time(name: str) -> None:
    rules = PROFILES[name].rules
    for game in playing(rules, 164):
        for card in DECK:
            assert game.position.goes_up(card) == (game.position.foundations[card.suit] == card.rank - 1)
        for action in game.actions[-1:]:
            heights = zip(action.before.foundations, action.after.foundations, strict=True)
            assert sum(after - before for before, after in heights) == sum(m.target.kind == "foundation" for m in action.sent_up) + (
                action.move is not None and action.move.target.kind == "foundation"
            ) - (action.move is not None and action.move.source.kind == "foundation")


@pytest.mark.parametrize("name", PROFILES)
def test_s0_6_s1_17_s2_4_s4_3_cascades_build_down_in_alternating_colours(name: str) -> None:
    position = high(["9C TS", "9D JC", "9H 9S KC TC", "KD KS KH QC QD QH QS JD TD", "JS JH TH"])
    expected = {"42": None, "52": None, "12": "no-fit", "32": "no-fit", "45": "no-fit", "54": "no-fit", "14": "no-fit", "21": "no-fit"}
    assert {text: why(position, PROFILES[name].rules, text) for text in expected} == expected


@pytest.mark.parametrize("name", PROFILES)
def test_s0_9_s0_24_s1_17_s2_7_s4_3_an_empty_cascade_takes_any_card_and_any_sequence_that_may_move(name: str) -> None:
    rules = PROFILES[name].rules
    for source in "1234567":
        assert why(P2, rules, f"{source}8v1") is None
    assert why(P2, rules, "a8") is None
    assert why(P2, rules, "68v3") is None


@pytest.mark.parametrize("name", PROFILES)
def test_s0_5_a_game_is_won_when_all_52_are_on_the_foundations(name: str) -> None:
    at = session(high(["KS", "KH"]), name)
    assert told(at.do(Play("1", "h")))[:1] == ["moved"]
    if at.game.status is Status.PLAYING:
        assert told(at.do(Play("2", "h"))) == ["moved", "won"]
    assert at.snapshot()["status"] == "won"
    assert sum(at.snapshot()["foundations"].values()) == 52


@settings(max_examples=30)
@given(st.sampled_from(list(PROFILES)), st.data(), CHOICES)
def test_s0_26_s1_7_s4_8_only_undo_takes_a_card_back_unless_the_rules_say_otherwise(
    name: str, data: st.DataObject, choices: list[int]
) -> None:
    rules = PROFILES[name].rules
    game = Game(data.draw(reached_positions(rules)), rules)
    for what in walk(game, choices):
        if what in ("undo", "redo"):
            continue
        action = game.actions[-1]
        fallen = [b > a for b, a in zip(action.before.foundations, action.after.foundations, strict=True)]
        assert not any(fallen) or (rules.foundation_return and what.startswith("h"))


# The reference, S0


def test_s0_10_the_official_rule_moves_one_card_at_a_time() -> None:
    single = STANDARD.change({"supermove": "single"})
    assert {move.count for position in (P1, P2, P3) for move in legal_moves(position, single)} == {1}
    assert why(P2, single, "67") == "one-at-a-time"
    assert {move.count for move in legal_moves(P2, STANDARD)} > {1, 4}


def test_s0_11_to_s0_14_the_worked_example() -> None:
    at = session(P2, "standard")
    answer = at.do(Play("6", "7"))
    assert told(answer) == ["moved"]
    assert len(answer.events[0].values["steps"]) == 7
    assert answer.snapshot["moves"] == 1


def test_s0_17_no_score_tradition() -> None:
    assert Session(NewGame("1")).snapshot()["score"] is None


def test_s0_18_and_s0_25_a_number_is_the_same_layout_each_time_for_everyone() -> None:
    shown = [Session(NewGame("11982", name)).snapshot()["cascades"] for name in PROFILES]
    assert all(cascades == shown[0] for cascades in shown)
    assert shown[0][0] == ["AH", "3D", "KD", "JC", "6C", "JD", "KC"]


def test_s0_26_a_card_comes_back_from_a_cell_at_any_time_that_it_has_a_place() -> None:
    game = Game(deal(1), STANDARD)
    game.play("5a")
    assert why(game.position, STANDARD, "a1") == "no-fit"
    assert {str(move.target) for move in legal_moves(game.position, STANDARD) if move.source == Place("a")} == {
        str(place) for place in map(Place, "12345678") if Card("6C").fits_on(game.position.cards_at(place)[-1])
    }


def test_s0_27_cards_go_up_on_their_own_only_when_nothing_could_need_them() -> None:
    """2♠ waits for nothing, 3♠ for the red twos or for both red aces and A♣."""
    heights = (0, 1, 1, 2)
    below = [card for card in reversed(DECK) if card.rank > heights[card.suit] and card not in (Card("3S"), Card("KD"))]
    position = Position([" ".join(map(str, below)), "3S KD", *[""] * 6], foundations=heights)
    assert Game(position, STANDARD).play("2a").sent_up[:1] == (Move(Place("1"), Place("hC")),)
    no_ace = (0, 0, 1, 2)
    below = [card for card in DECK if card.rank > no_ace[card.suit] and card not in (Card("3S"), Card("KD"))]
    position = Position([" ".join(map(str, below)), "3S KD", *[""] * 6], foundations=no_ace)
    action = Game(position, STANDARD).play("2a")
    assert Move(Place("2"), Place("hS")) not in action.sent_up


def test_s0_27_a_finish_is_offered_when_foundation_moves_alone_win() -> None:
    at = session(high(["KS QS JS", "KH QH", "KD QD", "KC QC"]), "points")
    assert at.snapshot()["can_finish"]
    assert told(at.do(Finish())) == ["finished", "won"]


# One tap, S1


def test_s1_2_to_s1_4_the_pages_position() -> None:
    at = session(P1, "one-tap")
    at.do(Tap("5"))
    answer = at.do(Tap("3"))
    assert str(answer.refusal) == "3 of these 4 cards would fit: 2 empty cells, no empty cascade."
    assert answer.snapshot["picked"]["count"] == 4


@pytest.mark.parametrize(("cells", "cascades", "limit"), [(0, 0, 1), (2, 0, 3), (4, 0, 5), (2, 1, 6), (4, 2, 20)])
def test_s1_5_and_s1_19_the_table_under_the_profiles_rules(cells: int, cascades: int, limit: int) -> None:
    assert supermove_limit(ONE_TAP.supermove, cells, cascades) == limit


def test_s1_6_a_tapped_card_that_can_go_up_goes_there_at_once() -> None:
    at = session(high(["KS QH", "KH QS", "KD", "KC QD", "QC"]), "one-tap")
    answer = at.do(Tap("1"))
    assert told(answer) == ["moved"]
    assert answer.events[0].values["to"] == "hH"
    assert why(at.game.position, ONE_TAP, "2a") == "foundation-first"


def test_s1_8_lost_the_moment_no_legal_move_is_left() -> None:
    """Cells full and nothing fits anywhere; not while a cell is empty (E1)."""
    losing = ONE_TAP
    for number in range(1, 60):
        for game in playing(losing, number):
            stuck = not game.position.won and not legal_moves(game.position, losing)
            assert (game.status is Status.LOST) == stuck
            if stuck:
                assert game.position.empty_cells == 0
                assert game.score == sum(game.position.foundations)
                game.undo()
                assert game.status is Status.PLAYING
                return
    raise AssertionError("none of these games was lost")


def test_s1_9_and_s1_25_undo_has_no_limit_and_takes_back_one_move_each_time() -> None:
    game = Game(high(["KS", "QS KH"]), ONE_TAP)
    for _ in range(75):
        game.play("1a")
        game.play("a1")
    for left in reversed(range(150)):
        game.undo()
        assert (len(game.actions), game.moves, game.redoable) == (left, left, 150 - left)
    assert game.position == game.start


def test_s1_11_the_score_is_the_cards_on_the_foundations() -> None:
    for game in playing(ONE_TAP, 164):
        assert game.score == sum(game.position.foundations)


def test_s1_13_and_s1_15_a_random_deal_at_once_with_foundations_in_their_order() -> None:
    shown = Session(NewGame("random", "one-tap")).snapshot()
    assert shown["slots"] == ["C", "D", "H", "S"]
    assert shown["profile"] == "one-tap"


def test_s1_16_tap_tap_again_and_tap_another() -> None:
    at = Session(NewGame("1", "one-tap"))
    assert told(at.do(Tap("1"))) == ["picked"]
    assert told(at.do(Tap("1"))) == ["put-back"]
    at.do(Tap("1"))
    answer = at.do(Tap("2"))
    assert told(answer) == ["picked"]
    assert answer.snapshot["picked"]["from"] == "2"
    assert told(at.do(Tap("c"))) == ["moved"]


def test_s1_18_a_cells_card_goes_back_to_a_cascade_or_up() -> None:
    position = high(["KS QH", "KH QS", "QD", "KC QC"], "KD - - -")
    expected = {"a5": None, "a3": "no-fit", "ah": "foundation-order", "ab": "cell-to-cell"}
    assert {text: why(position, ONE_TAP, text) for text in expected} == expected
    ready = apply(position, Move(Place("3"), Place("hD")))
    assert [why(ready, ONE_TAP, text) for text in ("ah", "a5")] == [None, "foundation-first"]


def test_s1_20_the_longest_sequence_that_fits_moves() -> None:
    at = session(P2, "one-tap")
    at.do(Tap("6"))
    answer = at.do(Tap("7"))
    assert answer.events[0].values["cards"] == ["8H", "7S", "6D", "5C"]
    assert answer.snapshot["moves"] == 1


def test_s1_21_a_whole_cascade_onto_an_empty_one_is_refused_and_changes_nothing() -> None:
    at = session(high(["KS QH JS", "TC KC", "TD TH TS KH QS JD", "KD QC JH JC QD"]), "one-tap")
    at.do(Tap("1"))
    shown = at.snapshot()
    answer = at.do(Tap("8"))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.snapshot) == ("whole-cascade", shown)
    for rules, code in ((STANDARD, None), (POINTS, None), (LINEAR, None), (ONE_TAP, "whole-cascade")):
        assert why(at.game.position, rules, "18v3") == code


def test_s1_23_resign_ends_the_deal_as_a_loss_with_the_score_as_it_stands() -> None:
    at = session(high(["KS QS", "KH QH", "KD", "KC"]), "one-tap")
    at.do(Tap("1"))
    answer = at.do(Resign())
    assert (answer.snapshot["status"], answer.snapshot["score"]) == ("resigned", 47)
    assert answer.events[0].values == {"score": 47}


def test_s1_24_a_wins_summary_says_how_many_moves_it_took() -> None:
    at = session(high(["KS", "KH"]), "one-tap")
    at.do(Play("1", "h"))
    answer = at.do(Tap("2"))
    assert answer.events[-1].values == {"moves": 2, "score": 52}


# Points, S2 and S3


def test_s2_3_only_a_top_card_or_a_cells_card_moves() -> None:
    for game in playing(POINTS, 5):
        for move in legal_moves(game.position, POINTS):
            assert game.position.cards_at(move.source)
            assert move.count == 1 or move.source.kind == "cascade"


def test_s2_11_ten_cards_onto_an_occupied_cascade_and_five_onto_the_empty_one() -> None:
    """With four cells and one empty cascade."""
    assert why(long_sequence("JC", 1), POINTS, "12") is None
    assert why(long_sequence("QD", 1), POINTS, "12") == "too-many"
    assert [why(long_sequence("QD", 1), POINTS, f"14v{count}") for count in (5, 6)] == [None, "too-many"]


def test_s2_12_with_no_useful_move_left_the_player_decides() -> None:
    stuck = Session(LoadGame(f"Layout:\nFC:\n{write_layout(deal(1))}\nRules: points cells=0"))
    shown = stuck.snapshot()
    assert (shown["status"], shown["stuck"]) == ("playing", True)


@pytest.mark.parametrize("cells", [4, 2, 1])
def test_s2_13_cells_that_are_taken_away_are_not_there_and_do_not_count(cells: int) -> None:
    shown = Session(NewGame("1", "points", {"cells": cells})).snapshot()
    assert shown["profile"] == "points"
    assert len(shown["cells"]) == cells
    rules = POINTS.change({"cells": cells})
    position = deal(1, cells)
    for place in "abcd"[cells:]:
        assert why(position, rules, f"1{place}") == "no-such-place"
    few = high(["KS QH JS", "TC KC", "TD TH TS KH QS JD", "KD QC JH JC QD"], "- " * cells, table=4)
    assert why(few, rules, "12v2") is None
    assert (why(few, rules, "34v1"), position.empty_cells) == ("no-fit", cells)


def test_s2_14_no_card_goes_up_on_its_own_and_a_tap_tries_to_send_it_there() -> None:
    at = session(high(["QS KS", "KH QH", "KD", "KC QD QC"]), "points")
    assert told(at.do(Play("1", "a"))) == ["moved"]
    answer = at.do(Tap("1"))
    assert answer.events[0].values["to"] == "hS"
    assert told(at.do(Tap("3"))) == ["picked"]


def test_s2_15_a_foundations_top_card_comes_back_onto_the_board() -> None:
    at = session(high(["KS", "KH", "KD", "KC"]), "points")
    assert told(at.do(Play("hS", "2"))) == ["moved"]
    assert at.snapshot()["cascades"][1] == ["KH", "QS"]
    assert told(at.do(Play("hH", "5"))) == ["moved"]
    for rules in (STANDARD, ONE_TAP, LINEAR):
        assert why(at.game.position, rules, "hD1") == "no-return"


def test_s2_16_undo_goes_back_the_last_100_actions() -> None:
    at = session(high(["KS", "KH"]), "points")
    for _ in range(75):
        at.do(Play("1", "a"))
        at.do(Play("a", "1"))
    assert (at.snapshot()["moves"], at.snapshot()["undo"]) == (150, 100)
    for _ in range(100):
        assert at.do(Undo()).refusal is None
    answer = at.do(Undo())
    assert str(answer.refusal) == "Undo goes back 100 actions at most under the rules being played."
    assert (answer.snapshot["moves"], answer.snapshot["redo"]) == (50, 100)
    assert len(read_game(answer.snapshot["text"]).actions) == 50  # the whole history is kept


def test_s2_17_the_code_of_a_deal_reproduces_it() -> None:
    shown = Session(NewGame("FC1-C4-AAAAAKH", "points")).snapshot()
    assert shown["code"] == "FC1-C4-AAAAAKH"
    assert shown["deal"] == 327
    assert Session(NewGame(shown["code"], "points")).snapshot()["cascades"] == shown["cascades"]


def test_s2_18_the_score() -> None:
    at = session(high(["KS", "KH QS", "KC"], "QH KD - -"), "points")
    scores = []
    commands: list[Command] = [Play("b", "4"), Play("2", "h"), Play("hS", "2"), Play("a", "1"), Undo(), Undo(), Undo(), Undo(), Redo()]
    for command in commands:
        answer = at.do(command)
        assert answer.refusal is None
        scores.append(answer.snapshot["score"])
    assert scores == [5, 15, 15, 20, 15, 15, 5, 0, 5]


# Linear, S4


def test_s4_5_a_sequence_of_eight_is_refused_where_doubling_would_allow_it() -> None:
    assert why(P3, LINEAR, "12") == "too-many"
    assert why(P3, STANDARD, "12") is None
    assert max(move.count for move in legal_moves(P3, LINEAR) if not P3.cards_at(move.target)) == 4
    assert max(move.count for move in legal_moves(P3, STANDARD) if not P3.cards_at(move.target)) == 4


def test_s4_6_five_cards_with_four_cells_and_ten_with_a_cascade() -> None:
    assert [why(long_sequence(onto, 0), LINEAR, "12") for onto in ("6D", "7C")] == [None, "too-many"]
    assert [why(long_sequence(onto, 1), LINEAR, "12") for onto in ("JC", "QD")] == [None, "too-many"]


def test_s4_7_an_empty_foundation_accepts_any_ace() -> None:
    shown = Session(NewGame("1", "linear")).snapshot()
    assert shown["slots"] == [None] * 4


def test_s4_8_a_foundations_card_comes_back_through_undo_only() -> None:
    at = session(high(["KS QS", "KH", "KD", "KC"]), "linear")
    at.do(Tap("1"))
    assert at.snapshot()["foundations"]["S"] == 12
    answer = at.do(Play("hS", "2"))
    assert answer.refusal is not None
    assert answer.refusal.code == "no-return"
    assert told(at.do(Undo())) == ["undone"]
    assert at.snapshot()["foundations"]["S"] == 11


def test_s4_9_a_long_sequence_moves_with_a_single_click() -> None:
    at = session(P2, "linear")
    answer = at.do(Tap("6", 6))
    assert told(answer) == ["moved"]
    assert len(answer.events[0].values["cards"]) == 4


# Own rules


def test_any_combination_can_be_set_up_and_is_then_a_profile_of_its_own() -> None:
    at = Session(NewGame("1", "points", {"supermove": "single", "lose_without_moves": True, "cells": 3}))
    assert at.snapshot()["profile"] == "own"
    assert at.game.rules.supermove is Supermove.SINGLE
    assert Session(NewGame("1", "points", {"autoplay": "max"})).snapshot()["profile"] == "points"


def test_f3_only_the_reference_moves_cards_by_itself() -> None:
    assert {name: profile.rules.autoplay for name, profile in PROFILES.items()} == {
        "standard": Autoplay.SAFE,
        "one-tap": Autoplay.OFF,
        "points": Autoplay.OFF,
        "linear": Autoplay.OFF,
    }


@settings(max_examples=40)
@given(st.sampled_from(["one-tap", "points", "linear"]), st.data(), CHOICES)
def test_f3_and_s2_14_no_card_moves_by_itself_in_a_profile_without_autoplay(name: str, data: st.DataObject, choices: list[int]) -> None:
    rules = PROFILES[name].rules
    game = Game(data.draw(reached_positions(rules)), rules)
    for what in walk(game, [choice for choice in choices if choice % 10 != AUTOPLAY_KIND]):
        assert what == "finish" or all(not action.sent_up for action in game.actions if action.text != "finish")


def test_the_rules_being_played_decide_whether_a_position_is_winnable() -> None:
    """A small one: with a cell it is won, without it is not."""
    position = high(["QS KS", "QH KH", "QC KC", "QD KD"], "", table=4)
    with_cell = high(["QS KS", "QH KH", "QC KC", "QD KD"], "-", table=4)
    assert not winnable(position, Rules(cells=0))
    assert winnable(with_cell, Rules(cells=1))
    with pytest.raises(IllegalMove):
        Game(position, Rules(cells=0)).play("1h")
