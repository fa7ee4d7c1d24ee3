"""Reviews: held against the solver's answer for every single position, in whatever order the answers come."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from played import EVERY_PROFILE, erring_game, play_on, random_game
from searches import seeded, small_table

from freecell import Autoplay, Game, Move, Place, Rules, apply, autoplay_moves, deal, legal_moves, read_game, solve, write_game
from freecell.analysis import LOST, UNKNOWN, Question, Review, Status, Truth, answer, find_loss, find_truth, play_line, review
from freecell.analysis.knowledge import Knowledge

PROFILES = pytest.mark.parametrize("rules", [rules for _, rules in EVERY_PROFILE], ids=[name for name, _ in EVERY_PROFILE])


def lost_games(rules: Rules, count: int, errors: int = 3) -> list[Game]:
    """Games along the solver's lines that an error lost, and that the solver decides at once."""
    found: list[Game] = []
    for number in range(1, 200):
        game = erring_game(number, rules, errors)
        start = find_truth(game.start, rules, max_states=50_000)
        if start.status is Status.WINNABLE and find_truth(game, max_states=50_000).status is Status.UNWINNABLE:
            found.append(game)
            if len(found) == count:
                break
    return found


def truths_one_by_one(game: Game) -> list[Status]:
    knowledge = Knowledge(game)
    pairs = zip(knowledge.positions, knowledge.rules, strict=True)
    return [find_truth(position, rules, max_states=300_000).status for position, rules in pairs]


def check_lines(made: Review) -> None:
    """Every line wins by replay, in as many moves as the chart has; no move costs less than nothing."""
    knowledge = made.knowledge
    for position, rules, truth in zip(knowledge.positions, knowledge.rules, made.truths, strict=True):
        if truth is not None and truth.moves_left is not None:
            won = play_line(position, rules, truth.line)
            assert (won.position.won, won.moves) == (True, truth.moves_left)
    assert all(each.cost is None or each.cost >= 0 for each in made.reviewed)
    assert [each.number for each in made.reviewed] == list(range(1, len(made.game.actions) + 1))


# A game that was lost


@PROFILES
def test_the_losing_move_and_what_would_have_kept_it_agree_with_the_solver(rules: Rules) -> None:
    games = lost_games(rules, 2)
    assert games
    for game in games:
        made = review(game, short=None, max_states=300_000, max_seconds=None)
        statuses = truths_one_by_one(game)
        if Status.UNKNOWN in statuses:
            assert rules.cells == 1  # where a proof may take long
            continue
        assert [truth.status for truth in made.truths if truth is not None] == statuses
        assert made.loss is not None
        assert made.loss.exact
        assert statuses[made.loss.first_lost - 1 :][:2] == [Status.WINNABLE, Status.UNWINNABLE]
        assert [each.number for each in made.reviewed if each.lost_it] == [made.loss.first_lost]
        at = game.actions[made.loss.first_lost - 1]
        kept = set()
        for move in legal_moves(at.before, rules):
            after = apply(at.before, move)
            if move.source.kind != "foundation":
                after = autoplay_moves(after, rules.autoplay, rules)[1]
            if find_truth(after, rules, max_states=300_000).status is Status.WINNABLE:
                kept.add(shape(after))
        assert made.loss.undecided == 0 or rules.cells == 1
        assert {shape(play_line(at.before, rules, [saving.move]).position) for saving in made.loss.saving} == kept
        lengths = [play_line(at.before, rules, [each.move, *each.truth.line]).moves for each in made.loss.saving]
        assert lengths == sorted(lengths)
        for saving in made.loss.saving:
            won = play_line(at.before, rules, [saving.move, *saving.truth.line])
            assert won.position.won
            assert saving.text == Game(at.before, rules).play(saving.move).text
        check_lines(made)


def shape(position: object) -> object:
    cascades, cells = position.cascades, position.cells  # type: ignore[attr-defined]
    return tuple(sorted(cascades)), tuple(sorted(card for card in cells if card is not None))


@PROFILES
def test_going_back_to_the_last_winnable_position_wins(rules: Rules) -> None:
    (game,) = lost_games(rules, 1)
    loss = find_loss(game)
    assert loss is not None
    assert loss.exact
    assert loss.last_winnable is not None
    while len(game.actions) > loss.last_winnable:
        game.undo()
    for move in find_truth(game).line:
        game.play(move)
    assert game.position.won


@PROFILES
def test_once_lost_it_is_never_winnable_again(rules: Rules) -> None:
    for number in range(20, 24):
        statuses = truths_one_by_one(random_game(number, rules, 50))
        known = [status for status in statuses if status is not Status.UNKNOWN]
        assert known == sorted(known, key=lambda status: status is Status.UNWINNABLE)


def test_few_searches_find_where_it_was_lost() -> None:
    for game in lost_games(Rules(), 3):
        made, asked = Review(game, short=None), 0
        while (question := made.ask()) is not None and question.about == "truth":
            asked += 1
            made.take(question, answer(question))
        assert asked <= math.log2(len(game.actions)) + 2
        assert made.loss == find_loss(game)


# A game that was won, or goes on


@PROFILES
def test_a_won_game_needs_no_search_to_be_winnable_throughout(rules: Rules) -> None:
    solved = solve(deal(164, rules.cells), rules, max_states=400_000).game
    if solved is None:
        return
    made = Review(solved, short=None)
    assert made.ask() is None
    assert made.done
    assert {truth.status for truth in made.truths if truth is not None} == {Status.WINNABLE}
    assert made.chart[0] == solved.moves
    assert made.chart[-1] == 0
    assert made.loss is None
    check_lines(made)


def test_a_short_line_tells_which_moves_cost_length() -> None:
    game = solve(deal(164)).game
    assert game is not None
    made = review(game, short=0.01)
    check_lines(made)
    best = made.chart[0]
    assert best is not None
    costs = [each.cost for each in made.reviewed]
    assert None not in costs
    assert sum(cost or 0 for cost in costs) == game.moves - best > 0


def test_a_game_that_was_finished_by_the_foundations_alone() -> None:
    game = read_game("Layout:\nFoundations: H-J C-K D-Q S-K\nFreecells: KH - - -\nKD\nQH\nRules: points\nMoves: 1b finish")
    made = review(game, short=None)
    check_lines(made)
    assert made.chart == [4, 3, 0]


def test_resigned_while_it_could_be_won() -> None:
    made = review(read_game("Deal: 164\nMoves: 1a 2b resign"), short=None)
    assert made.loss is None
    assert [each.text for each in made.reviewed] == ["1a", "2b"]


def test_a_game_of_no_moves() -> None:
    assert review(Game(deal(164)), short=None).chart[0] is not None
    lost = review(Game(deal(11982)))
    assert lost.reviewed == []
    assert lost.loss is not None
    assert (lost.loss.last_winnable, lost.loss.first_lost, lost.loss.exact) == (None, 0, True)


def test_a_position_from_the_middle_of_a_game_can_be_reviewed() -> None:
    from freecell import write_layout

    game = random_game(5, Rules(), 12)
    middle = read_game(f"Layout:\n{write_layout(game.position)}\nRules: standard\nMoves:")
    made = review(play_on(middle, Random(1), 20), short=None)
    check_lines(made)


def test_moves_to_and_fro_are_one_position() -> None:
    rules = Rules(autoplay=Autoplay.OFF)
    game = read_game("Deal: 6\nRules: standard autoplay=off\nMoves: 25 52 25 52 25 52")
    made = Review(game, short=0.001)
    asked: list[Question] = []
    while (question := made.ask()) is not None:
        asked.append(question)
        made.take(question, answer(question))
    assert len({question.position for question in asked if question.about == "short"}) == 2
    assert sum(question.about == "short" for question in asked) == 2
    assert made.chart[0] == made.chart[2] == made.chart[4]
    assert made.knowledge.rules[3] == rules


# Autoplay that changes on the way


def lost_by_max_alone() -> Game:
    """A game that is lost under the autoplay that sends all cards up, one move played, and could be won without it."""
    for random in seeded(2000, 81):
        position, rules = small_table(random, Rules(autoplay=Autoplay.MAX))
        for move in legal_moves(position, rules):
            game = play_line(position, rules, [move])
            if find_truth(game, max_states=3000).status is Status.UNWINNABLE:
                game.set_autoplay("off")
                if find_truth(game, max_states=3000).status is Status.WINNABLE:
                    return game
    raise AssertionError("no such position was made")


def test_what_max_autoplay_had_lost_may_win_again_once_it_is_given_up() -> None:
    game = lost_by_max_alone()
    before = len(game.actions)
    for move in find_truth(game).line[:1]:
        game.play(move)
    game.set_autoplay("max")
    statuses = truths_one_by_one(game)
    assert statuses[before - 1 : before + 1] == [Status.UNWINNABLE, Status.WINNABLE]
    made = review(game, short=None)
    assert [truth.status for truth in made.truths if truth is not None] == statuses
    assert (made.loss is None) == (statuses[-1] is Status.WINNABLE)
    assert len(made.knowledge.stretches) == 2
    check_lines(made)


def test_other_changes_of_autoplay_are_settled_with_the_rest() -> None:
    game = Game(deal(164))
    for word in ("autoplay=off", "1a", "autoplay=safe", "2b", "autoplay=max", "3c"):
        game.act(word)
    made = review(game, short=0.005)
    check_lines(made)
    assert [truth.status for truth in made.truths if truth is not None] == truths_one_by_one(game)


# What is not known


def forty_moves() -> Game:
    return play_line(deal(3), Rules(), solve(deal(3)).moves[:40])


def answered(game: Game, unknown: set[int]) -> Review:
    """A review in which the truth about some positions cannot be found out, of a game that is lost from the tenth position on."""
    made = Review(game, short=None)
    while (question := made.ask()) is not None:
        if question.about != "truth" or question.index in unknown:
            made.take(question, replace(UNKNOWN, limit="seconds"))
        else:
            made.take(question, LOST if question.index >= 10 else Truth(Status.WINNABLE))
    return made


@pytest.mark.parametrize(
    ("unknown", "last_winnable", "first_lost"),
    [
        (set(), 9, 10),
        ({9}, 8, 10),
        ({10, 11}, 9, 12),
        ({7, 8, 9, 10, 11, 12}, 6, 13),
        (set(range(11)), None, 11),
        (set(range(10)), None, 10),
        (set(range(12, 60)), 9, 10),
    ],
)
def test_what_is_not_known_is_never_called_lost(unknown: set[int], last_winnable: int | None, first_lost: int) -> None:
    made = answered(forty_moves(), unknown)
    assert made.loss is not None
    assert (made.loss.last_winnable, made.loss.first_lost) == (last_winnable, first_lost)
    assert made.loss.exact == (first_lost == 10 and last_winnable == 9)
    statuses = [truth.status if truth is not None else None for truth in made.truths]
    for index, status in enumerate(statuses):
        assert status is not Status.UNWINNABLE or index >= first_lost
        assert status is not Status.WINNABLE or index <= (last_winnable or -1)
    if made.loss.exact:
        assert made.loss.saving == ()
        assert made.loss.undecided > 0
    assert any(each.lost_it for each in made.reviewed) == made.loss.exact


def test_nothing_known_is_no_loss() -> None:
    made = answered(forty_moves(), set(range(41)))
    assert made.loss is None
    assert all(truth is not None and truth.status is Status.UNKNOWN for truth in made.truths)


def test_a_cancelled_review_keeps_what_it_knows() -> None:
    looks = iter([False] * 3)
    made = Review(lost_games(Rules(), 1)[0])
    told = list(made.run(cancel=lambda: next(looks, True)))
    assert not made.done
    assert told == [] or all(each.before is not None for each in told)


# Side by side, and as values


def test_the_answers_may_come_in_any_order() -> None:
    (game,) = lost_games(Rules(), 1)
    expected = review(game, short=None)
    for seed in range(5):
        random, made, waiting = Random(seed), Review(game, short=None), list[Question]()
        told = {}
        while True:
            while len(waiting) < 4 and (question := made.ask()) is not None:
                waiting.append(question)
            if not waiting:
                break
            assert not made.done
            question = waiting.pop(random.randrange(len(waiting)))
            for each in made.take(question, answer(pickle.loads(pickle.dumps(question)))):
                told[each.number] = each
        assert made.done
        assert made.progress[0] == made.progress[1]
        assert [truth.status for truth in made.truths if truth] == [truth.status for truth in expected.truths if truth]
        assert made.loss is not None
        assert expected.loss is not None
        assert {each.move for each in made.loss.saving} == {each.move for each in expected.loss.saving}
        assert [told[number] for number in sorted(told)] == made.reviewed


def test_each_action_is_told_as_soon_as_something_is_known_and_again_with_more() -> None:
    (game,) = lost_games(Rules(), 1)
    told = list(Review(game, short=0.005))
    numbers = [each.number for each in told]
    assert set(numbers) == set(range(1, len(game.actions) + 1))
    assert len(numbers) > len(set(numbers))
    assert all(one != other for number in set(numbers) for one, other in pairwise([each for each in told if each.number == number]))


def test_it_is_told_in_plain_values() -> None:
    (game,) = lost_games(Rules(), 1)
    made = review(read_game(write_game(game)), short=0.002)
    told = json.loads(json.dumps(made.as_dict()))
    assert told["done"]
    assert told["chart"] == made.chart
    assert made.loss is not None
    assert told["loss"]["first_lost"] == made.loss.first_lost
    assert [each["move"] for each in told["moves"]] == [action.text for action in game.actions]
    assert [each["number"] for each in told["moves"] if each["lost_it"]] == [made.loss.first_lost]
    assert told["loss"]["saving"][0]["line"]


def test_a_very_long_game_is_no_burden() -> None:
    game = Game(deal(6), Rules(autoplay=Autoplay.OFF))
    for _ in range(1500):
        game.play("25")
        game.play("52")
    made = review(game, short=None)
    assert made.loss is None
    assert len(made.reviewed) == 3000


def test_no_move_makes_the_best_line_shorter_than_it_was() -> None:
    game = read_game("Deal: 164\nMoves: 1a 2b 3c")
    made = Review(game, short=None)
    long_line = Truth(Status.WINNABLE, 5000, (Move(Place("1"), Place("b"), 1),) * 5000)
    made.knowledge.learn(0, long_line)
    made.knowledge.learn(1, replace(long_line, moves_left=900))
    assert [each.cost for each in made.reviewed if each.number == 1] == [None]
