"""Lessons: every goal can be reached, the promises in their words are true, and the endgames hang by a thread."""

from __future__ import annotations

import re

import pytest

from freecell import BadInput, Position, Rules, legal_moves, solve
from freecell.learn.lessons import Lesson, lessons, read_goal
from freecell.locales import PSEUDO, Words, languages
from freecell.moves import Move, apply, read_move, why_not
from freecell.position import Place, sequence_length
from freecell.solver import Verdict

NAMES = list(lessons())
ONE_WAY = [name for name, lesson in lessons().items() if lesson.only]


def after(lesson: Lesson, *moves: str) -> Position:
    game = lesson.game()
    for move in moves:
        game.act(move)
    return game.position


def wins(position: Position, rules: Rules) -> bool:
    """Whether a position can be won; unknown is no answer."""
    verdict = solve(position, rules, max_states=400_000).status
    assert verdict in (Verdict.SOLVED, Verdict.UNSOLVABLE)
    return verdict is Verdict.SOLVED


@pytest.mark.parametrize("name", NAMES)
def test_a_goal_is_not_reached_at_first_and_can_be(name: str) -> None:
    lesson = lessons()[name]
    assert not lesson.reached(lesson.position)
    moves = lesson.solution.split()
    for played in range(len(moves)):
        assert not lesson.reached(after(lesson, *moves[:played]))
    assert lesson.reached(after(lesson, *moves))


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_played_on_to_a_win(name: str) -> None:
    lesson = lessons()[name]
    assert wins(lesson.position, lesson.rules)
    assert wins(after(lesson, *lesson.solution.split()), lesson.rules)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_speaks_every_language(name: str) -> None:
    told = {tag: lessons()[name].told(Words(tag)) for tag in [*languages(), PSEUDO]}
    for words in told.values():
        texts = [words["title"], words["text"], *words["hints"], words["done"]]
        assert all(texts)
        assert not any(re.search("[{}]", text) for text in texts)
        assert len(words["hints"]) == len(told["en"]["hints"]) >= 1
    assert len({words["text"] for words in told.values()}) == len(told)


@pytest.mark.parametrize("name", ONE_WAY)
def test_only_one_line_wins(name: str) -> None:
    """Each of the first moves is the only one that wins; all others are proved to lose."""
    lesson = lessons()[name]
    position, rules = lesson.position, lesson.rules
    choices = 0
    for text in lesson.solution.split()[: lesson.only]:
        move = read_move(text, position, rules)
        others = [other for other in legal_moves(position, rules) if other != move]
        assert [other for other in others if wins(apply(position, other), rules)] == []
        choices += bool(others)
        position = apply(position, move)
    assert choices >= 3
    assert wins(position, rules)


def test_how_many_moves_the_endgames_say_that_there_are() -> None:
    counts = {name: len(legal_moves(lessons()[name].position, lessons()[name].rules)) for name in ONE_WAY}
    assert (counts["endgame-1"], counts["endgame-3"]) == (3, 9)


def test_the_card_that_must_not_go_up() -> None:
    lesson = lessons()["not-yet"]
    up = read_move("3h", lesson.position, lesson.rules)
    assert str(lesson.position.cards_at(up.source)[-1]) == "TD"
    assert why_not(lesson.position, lesson.rules, up) is None
    assert not wins(apply(lesson.position, up), lesson.rules)
    assert wins(after(lesson, "83"), lesson.rules)  # what the hint says
    assert lesson.game().set_autoplay("safe").sent_up == ()


def refusal(name: str, source: str, target: str, count: int) -> dict[str, object]:
    lesson = lessons()[name]
    refused = why_not(lesson.position, lesson.rules, Move(Place(source), Place(target), count))
    return {} if refused is None else {"code": refused.code, **refused.values}


def test_the_supermoves_of_the_pages() -> None:
    """S0.12, S0.13."""
    assert refusal("supermove", "6", "7", 4) == {}
    assert len(lessons()["supermove"].game().play("67").move_steps) == 7
    refused = refusal("supermove-refused", "6", "7", 4)
    assert (refused["code"], refused["fit"], refused["cells"], refused["cascades"]) == ("too-many", 3, 2, 0)


def test_the_sequence_of_four() -> None:
    """S1.2 to S1.4: three may move; parking the 6♦ leaves two; an empty cascade makes it six."""
    lesson = lessons()["sequence-of-four"]
    assert [str(card) for card in lesson.position.cascades[2][-4:]] == ["9S", "8H", "7C", "6D"]
    assert refusal("sequence-of-four", "3", "5", 4)["fit"] == 3
    parked = after(lesson, "3c")
    refused = why_not(parked, lesson.rules, Move(Place("3"), Place("5"), 3))
    assert refused is not None
    assert refused.values["fit"] == 2
    assert after(lesson, "84").empty_cascades == 1


def test_ten_and_five() -> None:
    """S2.11."""
    lesson = lessons()["ten"]
    assert (lesson.position.empty_cells, lesson.position.empty_cascades) == (4, 1)
    assert sequence_length(lesson.position.cascades[0]) == 10
    assert refusal("ten", "1", "2", 10) == {}
    assert lessons()["five"].position == lesson.position
    assert refusal("five", "1", "8", 5) == {}
    assert (refusal("five", "1", "8", 6)["code"], refusal("five", "1", "8", 6)["fit"]) == ("too-many", 5)


def test_safe_autoplay_waits_for_the_3_of_diamonds() -> None:
    """F2: with the 2♦ up the 6♥ stays; with the 3♦ up it goes."""
    lesson = lessons()["safe"]
    assert lesson.position.foundations == (4, 2, 5, 4)
    game = lesson.game()
    assert [str(move.source) for move in game.play("8a").sent_up] == []
    game.undo()
    action = game.play("23")
    assert [str(action.before.cards_at(move.source)[-1]) for move in action.sent_up[1:]] == ["6H"]
    assert game.position.foundations[1:3] == (3, 6)


@pytest.mark.parametrize(
    ("goal", "cascades", "reached"),
    [
        ("won", [], True),
        ("won", ["KS"], False),
        ("up QS", ["KS"], True),
        ("up KS QS", ["KS"], False),
        ("on 1 KS QH", ["KS QH", "KH"], True),
        ("on 2 QH", ["KS QH", "KH"], False),
        ("empty", ["KS", *[""] * 7], True),
        ("empty", ["KS", "KH", "KD", "KC", "QS", "QH", "QD", "QC"], False),
    ],
)
def test_goals(goal: str, cascades: list[str], reached: bool) -> None:
    below = [name for cascade in cascades for name in cascade.split()]
    ranks = "A23456789TJQK"
    heights = [min((ranks.index(name[0]) + 1 for name in below if name[1] == suit), default=14) - 1 for suit in "CDHS"]
    assert read_goal(goal)(Position(cascades or [""], foundations=heights)) is reached


@pytest.mark.parametrize("text", ["lost", "won 3", "up", "up 1X", "on 3", "on x AS", "empty 4"])
def test_a_goal_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_goal(text)
