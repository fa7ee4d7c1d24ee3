"""Hints: the move, its reason, and the words."""

from __future__ import annotations

import json

import pytest
from played import EVERY_PROFILE, erring_game

from freecell import DECK, Autoplay, Card, Game, Move, Position, Refusal, Rules, Suit, apply, deal, read_moves, why_not
from freecell.analysis import LOST, UNKNOWN, WON, Hint, Status, Truth, find_hint, find_truth
from freecell.analysis.hint import hint_from
from freecell.moves import moved_cards

PROFILES = pytest.mark.parametrize("rules", [rules for _, rules in EVERY_PROFILE], ids=[name for name, _ in EVERY_PROFILE])
OFF = Rules(autoplay=Autoplay.OFF)


def hint_of(position: Position, line: str, rules: Rules = OFF) -> Hint:
    """The hint of a line that is known; it need not win."""
    moves = tuple(read_moves(position, line, rules))
    return hint_from(Truth(Status.WINNABLE, len(moves), moves), position, rules)


def table(cascades: list[str], cells: str = "- - - -") -> Position:
    """These cards, the lower ones of their suits on the foundations, and the missing higher ones out of the way on cascade 8."""
    held = [None if name == "-" else Card(name) for name in cells.split()]
    named = [Card(name) for cascade in cascades for name in cascade.split()] + [card for card in held if card is not None]
    heights = [min((card.rank for card in named if card.suit == suit), default=14) - 1 for suit in Suit]
    rest = [card for card in DECK if card.rank > heights[card.suit] and card not in named]
    return Position([*cascades, *[""] * (7 - len(cascades)), rest], held, heights)


@pytest.mark.parametrize(
    ("cascades", "cells", "line", "message"),
    [
        (["TC 6D", "JD"], "- - - -", "1a 12", "6♦ to cell a, to free 10♣."),
        (["TC 6D", "JD"], "- - - -", "13 12", "6♦ to empty cascade 3, to free 10♣."),
        (["JD TC 6D", "7C"], "- - - -", "12 1a 1b", "6♦ onto 7♣, to empty cascade 1."),
        (["JS TC 9D", "QD"], "- - - -", "1a 1b 12", "9♦ to cell a, to free J♠."),
        (["KS", "KH QS"], "- - - -", "1a 21", "K♠ to cell a, to empty cascade 1."),
        (["JS TD 9C", "QD"], "- - - -", "12v3", "J♠ 10♦ 9♣ onto Q♦, to empty cascade 1."),
        (["KD JS TD 9C 8D 7C", "QD"], "- - - -", "12v5 1a", "5 cards from J♠ onto Q♦, to empty cascade 1."),
        (["KC QC KD"], "- - - -", "1a 1h", "K♦ to cell a, to send Q♣ up."),
        (["KC QD 9S", "JC"], "- - - -", "1a 21", "9♠ to cell a, to put J♣ onto Q♦."),
        (["JC"], "QD - - -", "a2 12", "Q♦ to empty cascade 2, to put J♣ onto it."),
        (["JC"], "QD - - -", "a2 1b", "Q♦ to empty cascade 2, to free cell a."),
        (["JC TD"], "QD JH - -", "a2 12v2", "Q♦ to empty cascade 2, to put J♣ onto it."),
        (["KC"], "QC - - -", "ah 1h", "Q♣ to the foundation, to free cell a."),
        (["KC QC"], "- - - -", "1h 1h", "Q♣ to the foundation, to send K♣ up."),
    ],
)
def test_the_words_of_a_hint(cascades: list[str], cells: str, line: str, message: str) -> None:
    assert str(hint_of(table(cascades, cells), line)) == message


def test_a_card_from_a_foundation() -> None:
    rules = Rules(foundation_return=True, autoplay=Autoplay.OFF)
    assert str(hint_of(table(["KC", "KH KS"]), "hH1", rules)) == "Q♥ back from the foundation onto K♣, on the way to a win in 1 move."
    assert str(hint_of(table(["KC", "KH JC"]), "hH1 21", rules)) == "Q♥ back from the foundation onto K♣, to put J♣ onto it."
    later = hint_of(table(["KC", "KH JC", "TD"]), "hH1 3a 21", rules)
    assert str(later) == "Q♥ back from the foundation onto K♣, to put J♣ onto it."


def test_a_hint_of_what_is_not_winnable_says_what_is_known() -> None:
    position = deal(1)
    assert str(hint_from(LOST, position, OFF)) == "Nothing wins from here: that is proved."
    assert str(hint_from(UNKNOWN, position, OFF)) == "It is not known yet whether this can be won."
    assert str(hint_from(Truth(Status.WINNABLE), position, OFF)) == "This can be won, but no line is known yet."
    assert str(hint_from(WON, Position([""], [None], (13, 13, 13, 13)), OFF)) == "The game is won."
    for truth in (LOST, UNKNOWN, WON):
        hint = hint_from(truth, position, OFF)
        assert (hint.status, hint.move, hint.cards, hint.reason) == (truth.status, None, (), None)


@PROFILES
def test_hints_lead_to_the_win_in_words_that_are_true(rules: Rules) -> None:
    for number in (164, 3):
        game = Game(deal(number, rules.cells), rules)
        truth: Truth | None = find_truth(game, max_states=300_000)
        while truth is not None and truth.line:
            hint = find_hint(game, known=truth, short=None)
            assert hint.move is not None
            assert why_not(game.position, rules, hint.move) is None
            assert hint.cards == moved_cards(game.position, hint.move)
            claims_hold(game, hint)
            assert str(hint).startswith(" ".join(card_names(hint)) or "")
            json.dumps(hint.as_dict())
            truth = truth.after(game.play(hint.move))
        assert game.position.won or truth is not None


def card_names(hint: Hint) -> list[str]:
    from freecell.speech import card_text

    return [card_text(str(card)) for card in hint.cards] if len(hint.cards) <= 4 else []


def claims_hold(game: Game, hint: Hint) -> None:
    """Check a reason against what the line does, by other means than those that found it."""
    assert hint.move is not None
    assert hint.reason is not None
    code, values = hint.reason
    end = Game(game.position, game.rules)
    piles = [end.position]
    moved: list[tuple[Move, Card]] = []
    for move in hint.line:
        action = end.play(move)
        before = action.before
        for each in (move, *action.sent_up):
            moved.append((each, moved_cards(before, each)[0]))
            before = apply(before, each)
            piles.append(before)
    source, later = hint.move.source, moved[1:]
    if code in ("to-free", "to-send-up"):
        card = Card(str(values["card"]))
        assert card in game.position.cards_at(source)[: -hint.move.count]
        move = next(move for move, first in later if first is card)
        assert move.source == source
        assert (move.target.kind == "foundation") == (code == "to-send-up")
    elif code == "to-receive":
        assert any(first is Card(str(values["card"])) and move.target == source for move, first in later)
        assert Card(str(values["on"])) in game.position.cards_at(source)
    elif code == "to-empty":
        assert any(not position.cards_at(source) for position in piles[1:])
    elif code == "to-build":
        assert next(first for move, first in later if move.target == hint.move.target) is Card(str(values["card"]))
        assert source.kind == "foundation" or later[0][0].target == hint.move.target
    elif code == "to-win":
        assert source.kind == "foundation"
        assert values == {"moves": hint.moves_left}
    else:
        assert (code, values) == ("to-free-cell", {"cell": str(source)})
        assert source.kind == "cell"


def test_a_hint_knows_its_whole_line() -> None:
    hint = find_hint(deal(164), short=0.05)
    assert hint.moves_left == hint.truth.moves_left
    assert hint.line[0] == hint.move
    assert hint.as_dict()["moves_left"] == hint.moves_left
    assert hint.message == Refusal("hint", {key: hint.as_dict()[key] for key in ("from", "to", "cards", "onto", "reason")})


def test_in_a_game_that_is_lost_no_move_is_named() -> None:
    lost = next(
        game for game in (erring_game(number, Rules(), 4) for number in range(1, 200)) if find_truth(game).status is Status.UNWINNABLE
    )
    hint = find_hint(lost)
    assert (hint.status, hint.move) == (Status.UNWINNABLE, None)


def test_a_search_without_an_answer_is_not_a_loss() -> None:
    hint = find_hint(deal(982, 2), Rules(cells=2), max_states=1000)
    assert (hint.status, hint.as_dict()["limit"]) == (Status.UNKNOWN, "states")
    assert "not known" in str(hint)
