"""Scores: nothing, cards on the foundations, points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import high
from strategies import CHOICES, Table, tables, walk

from freecell import Game, Move, Place, Rules, Scoring, Status, deal
from freecell.scoring import SCORERS


def m(text: str) -> Move:
    return Move(Place(text[: 2 if text[0] == "h" else 1]), Place(text[2 if text[0] == "h" else 1 :]))


@pytest.mark.parametrize(
    ("move", "none", "cards", "points"),
    [("12", 0, 0, 0), ("1a", 0, 0, 0), ("ab", 0, 0, 0), ("1hS", 0, 1, 10), ("ahS", 0, 1, 10), ("a1", 0, 0, 5), ("hS1", 0, -1, 0)],
)
def test_s1_11_and_s2_18_what_each_kind_of_move_brings(move: str, none: int, cards: int, points: int) -> None:
    assert [SCORERS[scoring].gain(m(move)) for scoring in Scoring] == [none, cards, points]


def test_s0_17_without_scoring_there_is_no_score() -> None:
    assert Game(deal(1), Rules(scoring=Scoring.NONE)).score is None


@given(tables(scoring=st.just(Scoring.CARDS)), CHOICES, st.booleans())
def test_s1_11_the_score_is_the_number_of_cards_on_the_foundations_however_the_game_ends(
    table: Table, choices: list[int], resigns: bool
) -> None:
    game = Game(*table)
    assert game.score == sum(game.position.foundations)
    for _ in walk(game, choices):
        assert game.score == sum(game.position.foundations)
    if resigns and game.status is Status.PLAYING:
        game.resign()
    assert game.score == sum(game.position.foundations)


@given(tables(scoring=st.just(Scoring.POINTS)), CHOICES)
def test_s2_18_points_are_the_sum_of_what_the_moves_brought_and_never_below_zero(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    assert game.score == 0
    for _ in walk(game, choices):
        expected = 0
        for action in game.actions:
            made = [*([action.move] if action.move else []), *action.sent_up]
            expected += sum(10 for move in made if move.target.kind == "foundation")
            expected += sum(5 for move in made if move.source.kind == "cell" and move.target.kind == "cascade")
        assert game.score == expected >= 0


def test_s2_18_undoing_a_move_takes_away_what_it_brought() -> None:
    game = Game(high(["KS", "KH QS"], "- KD QH -"), Rules(scoring=Scoring.POINTS, autoplay="off", foundation_return=True))  # type: ignore[arg-type]
    scores = [game.score]
    for text in ("c1", "2h", "hS3", "3h", "b4"):
        game.play(text)
        scores.append(game.score)
    assert scores == [0, 5, 15, 15, 25, 30]
    taken_back = []
    while game.undoable:
        game.undo()
        taken_back.append(game.score)
    assert taken_back == [25, 15, 15, 5, 0]


def test_s2_18_a_loop_scores_each_time_that_it_is_played() -> None:
    """As the page says, move by move: nothing that ranks players ever uses points."""
    game = Game(high(["KS", "KH QS"], "- - - -"), Rules(scoring=Scoring.POINTS, autoplay="off", foundation_return=True))  # type: ignore[arg-type]
    for text in ("2h", "hS2", "2h", "hS2"):
        game.play(text)
    assert game.score == 20
