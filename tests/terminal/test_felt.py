"""The table in characters."""

from __future__ import annotations

import random
import re

import pytest

from freecell import Game, deal
from freecell.commands import NewGame
from freecell.locales import Words, languages
from freecell.messages import speak
from freecell.moves import legal_moves
from freecell.session import Session
from freecell.snapshot import shown_position
from freecell.speech import card_text
from freecell.terminal.felt import NARROWEST, Marks, choose_size, draw

SLOTS = {"slots": ["S", "H", "D", "C"]}


def tables(count: int) -> list[dict[str, object]]:
    """Positions on the way through random games."""
    rng, found = random.Random(7), []
    for number in range(1, count + 1):
        game = Game(deal(number))
        for _ in range(rng.randrange(60)):
            moves = legal_moves(game.position, game.rules)
            if not moves or game.is_over:
                break
            game.play(rng.choice(moves))
        found.append({**shown_position(game.position), **SLOTS})
    return found


@pytest.mark.parametrize("width", [NARROWEST, 40, 60, 80, 100, 200])
def test_the_largest_size_that_fits_is_taken(width: int) -> None:
    for height in range(8, 60):
        for longest in range(1, 20):
            size = choose_size(width, height, longest)
            assert size.across <= width
            rows = 1 + size.height + 1 + longest - 1 + size.height
            assert rows <= height or size.height == 1


@pytest.mark.parametrize(("width", "height"), [(NARROWEST, 20), (40, 20), (80, 24), (120, 50)])
def test_every_card_is_there_and_is_found_where_it_is_shown(width: int, height: int) -> None:
    for table in tables(30):
        felt = draw(table, width, height, Marks())
        lines = felt.text.plain.split("\n")
        assert len(lines) == felt.height >= height
        assert {len(line) for line in lines} == {width}
        for index, cards in enumerate(table["cascades"]):  # type: ignore[arg-type, var-annotated]
            for depth, card in enumerate(cards):
                row = felt.row_of((str(index + 1), depth))
                columns = [x for x in range(width) if felt.spot_at(x, row) == (str(index + 1), depth)]
                shown = lines[row][columns[0] : columns[-1] + 1]
                assert card_text(card) in shown if felt.size.width > 3 or card[0] != "T" else shown == "10" + shown[-1]


def test_what_stands_out_is_told_by_signs_as_well_as_by_colours() -> None:
    table = Session(NewGame("164")).snapshot()
    marks = Marks(focus=("2", 6), picked=("1", 1), targets=frozenset({"a", "7"}), hint=("4", 1), hint_to="c")
    text = draw(table, 80, 24, marks).text.plain
    for sign in ("●6♠", "›6♥", "→Q♥", "▼a", "▼7", "▼c"):
        assert sign in text
    assert len(re.findall("[●›→▼]", text)) == 6


def test_the_left_handed_have_the_cells_at_the_right() -> None:
    table = Session(NewGame("164", rules={"cells": 2})).snapshot()
    right, left = (draw(table, 80, 24, Marks(), left_handed=each).text.plain.split("\n")[0] for each in (False, True))
    assert right.split() == left.split() == ["a", "b"]
    assert right.index("a") < 20
    assert left.index("a") > 50


@pytest.mark.parametrize("language", languages())
def test_cards_have_the_letters_of_the_language_where_wanted(language: str) -> None:
    words = Words(language, letters="own")
    speak(words)
    text = draw(Session(NewGame("164")).snapshot(), 80, 24, Marks()).text.plain
    for card in ("AC", "KS", "QD", "JH"):
        assert words.card_text(card) in text
