"""The game line by line: won by whoever only listens, in every language."""

from __future__ import annotations

import re

import pytest

from freecell import Game, deal, read_game
from freecell.commands import LoadGame, NewGame
from freecell.locales import Words, languages
from freecell.messages import speak
from freecell.moves import legal_moves, write_move
from freecell.notation import write_game
from freecell.solver import solve
from freecell.store import Player, Result, Store
from freecell.terminal.newgame import Wanted
from freecell.terminal.plain import play_plainly
from freecell.terminal.seat import Start


def heard(store: Store, player: Player, lines: list[str], start: Start | Wanted | None = None) -> list[str]:
    """What is said to somebody who types these lines."""
    said: list[str] = []
    play_plainly(store, player, start or NewGame("164"), lines, said.append)
    return said


@pytest.mark.parametrize("language", languages())
def test_deal_164_is_won_by_listening_alone(store: Store, player: Player, language: str) -> None:
    """The moves come from the hints that are heard: from which place to which is in the words alone."""
    words = Words(language)
    speak(words)
    game = Game(deal(164), deal=164)
    solution = solve(game.position)
    lines = []
    for move in solution.moves:
        lines.append(write_move(move, game.position, game.rules))
        game.play(move)
    said = heard(store, player, lines)
    assert words.gettext("You won!") in said[-1]
    assert [kept.result for kept in store.history(player).games] == [Result.WON]
    # Each move was told, with where its card went.
    assert len(said) >= len(lines) + 3


def test_auto_wins_where_nothing_is_seen(store: Store, player: Player) -> None:
    said = heard(store, player, ["p"] * 90)
    assert any("You won!" in each for each in said)


def test_the_table_is_told_place_by_place(store: Store, player: Player) -> None:
    said = heard(store, player, ["", "3", "A", "hs", "HC"])
    place = re.compile(r"(?:Cell [a-d]|The foundation of \w+|Cascade [1-8]): .*\.$")
    assert sum(place.match(each) is not None for each in said) == 16 + 4
    assert said[2 + 8].startswith("Cascade 1: ace of hearts, ace of spades, 5 of spades")
    assert said[-4].startswith("Cascade 3: jack of hearts, ")
    assert said[-3:] == ["Cell a: no card.", "The foundation of spades: no card.", "The foundation of clubs: no card."]


def test_moves_are_read_in_every_form_and_refused_with_their_reason(store: Store, player: Player) -> None:
    said = heard(store, player, ["1 a", "4b 2c", "u", "r", "12", "zz", "3", "9 9", "u u"])
    assert said[2:7] == ["6♠ to cell a.", "Q♥ to cell b.", "6♥ to cell c.", "Undone: 6♥ back to cascade 2.", "Redone: 6♥ to cell c."]
    assert said[7].startswith("2♠ does not go on 6♣")
    assert said[8].startswith("'zz' is not a move; expected ")
    assert said[10].startswith("'9' is not a move; expected ")
    assert said[11].startswith("'u' is not a move; expected ")
    assert len(said) == 12


def test_the_truth_a_hint_and_a_review_are_told(store: Store, player: Player) -> None:
    said = heard(store, player, ["t", "1a", "i", "t", "v", "k"])
    assert re.match(r"Winnable: \d+ moves are left in the best line known\.", said[2])
    assert re.match(r"Winnable: \d+ moves", said[4])
    hint = next(index for index, each in enumerate(said) if each == "Searching…")
    assert re.search(r"(onto|to cell|to empty cascade|to the foundation)", said[hint + 1])
    assert "The truth is not told." in said
    assert any(re.match(r"\s+1  1a +winnable", each) for each in said)
    assert read_game(said[-1]).moves == 1


def test_a_deal_that_cannot_be_won_is_said_to_be(store: Store, player: Player) -> None:
    said = heard(store, player, ["t", "i", "l"], NewGame("11982"))
    assert said[2] == "This deal cannot be won (proved)."
    assert said[3] == "This deal cannot be won: that is proved."
    assert said[-1] == "This deal could not be won from its start, which is proved."


def test_a_long_way_back_is_told_in_a_word(store: Store, player: Player) -> None:
    from browser.table import game_before_an_error

    game, error, _moves = game_before_an_error("standard")
    back = len(game.actions)
    game.act(error)
    for _ in range(6):
        game.play(legal_moves(game.position, game.rules)[0])
    said = heard(store, player, ["l"], LoadGame(write_game(game)))
    assert said[-1] == f"{len(game.actions) - back} actions undone."


def test_another_game_is_begun_and_the_first_is_kept(store: Store, player: Player) -> None:
    said = heard(store, player, ["1a", "n 617", "n zero", "2b", "n", "q", "3c"])
    assert "Deal 617. Standard. no move." in said
    assert "'zero' is not a deal; expected a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH." in said
    assert sorted(kept.deal or 0 for kept in store.history(player).games) == [164, 617]


def test_a_random_game_can_be_won(store: Store, player: Player) -> None:
    said = heard(store, player, [], Wanted(NewGame("random", "points", {"cells": 2})))
    number = int(re.findall(r"Deal (\d+)", said[0])[0])
    assert solve(deal(number, 2)).status.value == "solved"
    assert "2 cells" in said[0]


def test_a_game_goes_on_and_everything_is_listed(store: Store, player: Player) -> None:
    game = Game(deal(164), deal=164)
    game.play("1a")
    said = heard(store, player, ["?", "u"], LoadGame(write_game(game)))
    assert said[0] == "Deal 164. Standard. 1 move."
    assert said[-1] == "Undone: 6♠ back to cascade 1."
    assert len(said) == 2 + 13 + 1
