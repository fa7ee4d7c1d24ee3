"""Par: the best known length of a deal, from whatever the server has found or seen played."""

from __future__ import annotations

import pytest
from servers import serving

from freecell import Game, Rules, deal, read_game
from freecell.analysis import LOST, Status
from freecell.server import pars as module
from freecell.server.pars import Pars

ENDING = "Layout:\nFoundations: H-J C-K D-Q S-K\nFreecells: KH - - -\nKD\nQH\nRules: standard autoplay=off\nMoves:"


def test_the_rules_that_a_game_began_with_belong_to_its_par() -> None:
    pars = Pars()
    pars.learn(Game(deal(164)), 80)
    assert pars.of(Game(deal(164), Rules())) == 80
    assert pars.of(Game(deal(164), Rules(autoplay="off"))) is None  # type: ignore[arg-type]
    assert pars.of(Game(deal(165))) is None


def test_a_win_counts_but_for_one_under_another_autoplay() -> None:
    for moves, par in ((" 2h 1h ah", 3), (" finish", 3), (" 2h", None), (" autoplay=max", None), (" 2h autoplay=safe", None)):
        pars = Pars()
        game = read_game(ENDING + moves)
        pars.learn_win(game)
        assert pars.of(game) == par


def test_what_is_lost_has_been_searched_and_has_no_par() -> None:
    pars, game = Pars(), Game(deal(11982))
    assert (pars.is_searched(game), pars.status(game)) == (False, Status.UNKNOWN)
    pars.learn_truth(game, LOST)
    assert (pars.is_searched(game), pars.status(game), pars.of(game)) == (True, Status.UNWINNABLE, None)


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_KNOWN", 3)
    pars = Pars()
    for number in range(1, 6):
        pars.learn(Game(deal(number)), number)
    assert [pars.of(Game(deal(number))) for number in range(1, 6)] == [None, None, 3, 4, 5]


def test_whoever_wins_sets_par() -> None:
    with serving() as served, served.player() as player:
        player.ask(do="new", text=ENDING)
        assert player.do("finish")["snapshot"]["status"] == "won"
        player.say(do="review", version=player.version)
        while (heard := player.hear())["type"] != "review" or heard["summary"] is None:
            pass
        assert heard["summary"]["par"] == 3
