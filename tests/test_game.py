"""Games: play, undo, redo, finish, resign, the count of moves, and how a game stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import P1, high
from strategies import CHOICES, Table, all_cards, tables, walk

from freecell import (
    DECK,
    Autoplay,
    BadInput,
    Game,
    IllegalMove,
    Move,
    Place,
    Position,
    Rules,
    Status,
    apply,
    deal,
    finishing_moves,
    legal_moves,
    steps_of,
)


def refusal(game: Game, *words: str) -> str:
    """The code with which the last of these words is refused."""
    for word in words[:-1]:
        game.act(word)
    with pytest.raises(IllegalMove) as caught:
        {"undo": game.undo, "redo": game.redo}.get(words[-1], lambda: game.act(words[-1]))()
    return caught.value.code


def status(game: Game) -> Status:
    """The status anew: it changes without an assignment."""
    return game.status


def standing(game: Game) -> tuple[object, ...]:
    """All that can be seen of a game."""
    return (game.position, game.score, game.moves, game.status, game.autoplay, game.text, game.undoable, game.redoable, game.can_finish)


ENDLESS = tables(undo_limit=st.none())


@settings(max_examples=200)
@given(tables(), CHOICES)
def test_52_cards_are_conserved_by_any_walk(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    for _ in walk(game, choices):
        assert all_cards(game.position) == list(DECK)
        assert len(game.position.cells) == table.rules.cells


@settings(max_examples=200)
@given(tables(), CHOICES)
def test_u2_any_walk_of_play_undo_and_redo_ends_where_a_plain_replay_does(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    done: list[str] = []
    undone: list[str] = []
    for what in walk(game, choices):
        if what == "undo":
            undone.append(done.pop())
        elif what == "redo":
            done.append(undone.pop())
        else:
            done.append(what)
            undone.clear()
        assert len(game.actions) == len(done)
        assert game.redoable == (0 if game.status is Status.WON else len(undone))
    plain = Game(*table)
    for word in done:
        plain.act(word)
    assert standing(game)[:6] == standing(plain)[:6]


@given(ENDLESS, CHOICES)
def test_s1_9_undo_without_a_limit_goes_back_to_the_start_and_redo_forward_again(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    passed = [(game.position, game.moves, game.score)]
    for what in walk(game, [choice - choice % 10 + 5 for choice in choices]):
        assert what not in ("undo", "redo")
        passed.append((game.position, game.moves, game.score))
    if game.status is Status.WON:
        assert refusal(game, "undo") == "game-over"
        return
    for expected in reversed(passed[:-1]):
        game.undo()
        assert (game.position, game.moves, game.score) == expected
    assert refusal(game, "undo") == "nothing-to-undo"
    for expected in passed[1:]:
        game.redo()
        assert (game.position, game.moves, game.score) == expected
    assert refusal(game, "redo") == "nothing-to-redo"


@given(st.integers(0, 6), st.lists(st.sampled_from(["play", "play", "undo", "redo"]), max_size=40))
def test_s2_16_undo_goes_back_no_further_than_its_limit(limit: int, walked: list[str]) -> None:
    """The limit counts back from the furthest that the game has come; the whole history is kept."""
    game = Game(high(["KS", "KH"]), Rules(undo_limit=limit, autoplay=Autoplay.OFF))
    done = floor = redoable = 0
    for what in walked:
        if what == "play":
            game.play("1a" if game.position.cells[0] is None else "a1")
            done, redoable = done + 1, 0
            floor = max(floor, done - limit)
        elif what == "undo":
            if done == floor:
                assert refusal(game, "undo") == ("undo-limit" if done else "nothing-to-undo")
            else:
                game.undo()
                done, redoable = done - 1, redoable + 1
        elif redoable:
            game.redo()
            done, redoable = done + 1, redoable - 1
        else:
            assert refusal(game, "redo") == "nothing-to-redo"
        assert (len(game.actions), game.undoable, game.redoable) == (done, done - floor, redoable)


@given(ENDLESS, CHOICES)
def test_a_new_action_takes_redo_away(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    for what in walk(game, choices):
        if what not in ("undo", "redo"):
            assert game.redoable == 0


@given(tables(), CHOICES)
def test_every_action_knows_what_it_did(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    for _ in walk(game, choices):
        pass
    position = table.position
    for action in game.actions:
        assert action.before == position
        assert action.move_steps == ([] if action.move is None else steps_of(position, action.move))
        for source, target in action.steps:
            position = apply(position, Move(source, target))
        assert action.after == position
        assert action.moves == (action.move is not None) + len(action.sent_up)
    assert position == game.position
    assert game.moves == sum(action.moves for action in game.actions)
    assert game.text == " ".join(action.text for action in game.actions)


@given(tables(), CHOICES, st.sampled_from(["12v9", "zz", "11", "1e", "autoplay=sometimes", "undo", "finish", "hC1", "ab"]))
def test_what_is_refused_changes_nothing(table: Table, choices: list[int], word: str) -> None:
    game = Game(*table)
    for _ in walk(game, choices):
        pass
    before = standing(game)
    try:
        game.act(word)
    except (IllegalMove, BadInput):
        assert standing(game) == before
    else:
        assert standing(game) != before


def test_s1_8_lost_when_no_legal_move_is_left_under_rules_that_end_the_deal_so() -> None:
    stuck = Position(deal(1).cascades, [], (0, 0, 0, 0))
    assert not legal_moves(stuck, Rules(cells=0))
    ending, going_on = Game(stuck, Rules(cells=0, lose_without_moves=True)), Game(stuck, Rules(cells=0))
    assert (ending.status, ending.without_moves) == (Status.LOST, True)
    assert (going_on.status, going_on.without_moves) == (Status.PLAYING, True)
    assert refusal(ending, "1a") == refusal(ending, "resign") == refusal(ending, "finish") == "game-over"
    assert refusal(ending, "undo") == "nothing-to-undo"


def test_a_deal_lost_without_moves_is_taken_up_again_by_undo() -> None:
    game = Game(deal(1, 1), Rules(cells=1, lose_without_moves=True, autoplay=Autoplay.OFF))
    game.play("1a")
    while game.status is Status.PLAYING:
        game.play(legal_moves(game.position, game.rules)[0])
    assert status(game) is Status.LOST
    assert refusal(game, "1a") == "game-over"
    game.undo()
    assert status(game) is Status.PLAYING
    game.redo()
    assert status(game) is Status.LOST


@given(tables(lose_without_moves=st.just(True)))
def test_e1_a_game_is_not_lost_while_a_card_can_go_into_an_empty_cell(table: Table) -> None:
    game = Game(*table)
    if game.position.empty_cells and any(game.position.cascades):
        assert not game.without_moves
        assert status(game) is Status.PLAYING
    assert (game.status is Status.LOST) == (not game.position.won and not legal_moves(*table))


def test_e1_a_full_table_with_one_cell_empty_goes_on() -> None:
    stuck = Position(deal(1, 1).cascades, [None])
    assert Game(stuck, Rules(cells=1, lose_without_moves=True)).status is Status.PLAYING


def test_a_win_is_final() -> None:
    game = Game(high(["KS", "KH"], "- - - -"), Rules(autoplay=Autoplay.OFF))
    game.play("1h")
    assert status(game) is Status.PLAYING
    game.play("2h")
    assert status(game) is Status.WON
    assert game.moves == 2
    assert not game.without_moves
    assert (game.undoable, game.redoable, game.can_finish) == (0, 0, False)
    for word in ("undo", "redo", "resign", "finish", "1a", "autoplay=max"):
        assert refusal(game, word) == "game-over"


@given(tables(), CHOICES)
def test_s1_23_resigning_is_final_and_keeps_the_score(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    for _ in walk(game, choices):
        pass
    if game.status is not Status.PLAYING:
        assert refusal(game, "resign") == "game-over"
        return
    before = game.score, game.moves, game.position
    game.resign()
    assert status(game) is Status.RESIGNED
    assert (game.score, game.moves, game.position) == before
    assert (game.undoable, game.redoable) == (0, 0)
    assert game.text.split()[-1] == "resign"
    for word in ("undo", "redo", "resign", "finish", "1a", "autoplay=off"):
        assert refusal(game, word) == "game-over"


def test_a_resigned_game_stays_resigned_without_moves() -> None:
    game = Game(Position(deal(1).cascades, []), Rules(cells=0))
    game.resign()
    assert status(game) is Status.RESIGNED


@given(tables())
def test_finish_wins_where_foundation_moves_alone_win_and_is_refused_elsewhere(table: Table) -> None:
    game = Game(*table)
    moves = finishing_moves(table.position)
    assert game.can_finish == (bool(moves) and game.status is Status.PLAYING)
    if game.can_finish:
        action = game.finish()
        assert action.sent_up == tuple(moves)
        assert action.move is None
        assert (game.status, game.moves, game.text) == (Status.WON, len(moves), "finish")
    elif game.status is Status.PLAYING:
        assert refusal(game, "finish") == "cannot-finish"


def test_u1_an_action_and_the_autoplay_that_it_set_off_are_one_undo_also_after_two_quick_ones() -> None:
    game = Game(high(["JS KC", "QS QC", "JC KS", "QD KD"]), Rules(autoplay=Autoplay.MAX))
    assert [len(game.play(text).sent_up) for text in ("1a", "2b")] == [1, 5]
    assert game.moves == 8
    second = game.undo()
    assert (game.position, game.moves) == (second.before, 2)
    first = game.undo()
    assert (game.position, game.moves) == (first.before, 0) == (game.start, 0)
    game.redo()
    game.redo()
    assert game.position == second.after


def test_a_change_of_autoplay_is_an_action_with_what_it_sets_off() -> None:
    game = Game(high(["KS QD", "KH JD", "KC", "KD"], "QS - - -"), Rules(autoplay=Autoplay.OFF))
    game.play("3b")
    action = game.set_autoplay("safe")
    assert action.move is None
    assert game.autoplay is Autoplay.SAFE
    assert action.sent_up
    assert status(game) is Status.WON
    slower = Game(P1, Rules(autoplay=Autoplay.OFF))
    slower.set_autoplay("max")
    assert (slower.autoplay, slower.moves, slower.undoable, slower.text) == (Autoplay.MAX, 0, 1, "autoplay=max")
    slower.undo()
    assert slower.autoplay is Autoplay.OFF
    assert slower.rules.autoplay is Autoplay.OFF


@given(tables(autoplay=st.just(Autoplay.OFF)), CHOICES)
def test_f3_with_autoplay_off_no_card_moves_by_itself(table: Table, choices: list[int]) -> None:
    game = Game(*table)
    for _ in walk(game, choices):
        if game.actions and game.autoplay is Autoplay.OFF:
            assert game.actions[-1].sent_up == () or game.actions[-1].text == "finish"


def test_a_supermove_counts_one_and_every_card_that_goes_up_counts_one() -> None:
    """The counting of published solutions: a supermove is one move, and so is every card that goes to a foundation, whoever sends it."""
    game = Game(high(["KS QD", "KH QS JD", "KC", "KD"], "- - - -"), Rules(autoplay=Autoplay.OFF))
    game.play("25v2")
    assert game.moves == 1
    assert len(game.actions[0].steps) == 3
    game.finish()
    assert game.moves == 8
    autoplayed = Game(high(["KS QD", "KH QS JD", "KC", "KD"], "- - - -"))
    autoplayed.play("25v2")
    assert (autoplayed.moves, autoplayed.status) == (8, Status.WON)


def test_a_position_and_rules_agree_about_cells() -> None:
    assert Game(deal(1, 2)).rules.cells == 2
    with pytest.raises(BadInput, match="4 cells in the layout, but 2 in the rules") as caught:
        Game(deal(1), Rules(cells=2))
    assert caught.value.code == "wrong-cells"


def test_moves_are_played_as_such_or_as_text() -> None:
    texts, moves = Game(deal(164)), Game(deal(164))
    texts.play("1a")
    moves.play(Move(Place("1"), Place("a")))
    assert standing(texts) == standing(moves)
    with pytest.raises(BadInput, match="'1z' is not a move"):
        texts.play("1z")


def test_words_of_a_games_text_are_read_in_either_case() -> None:
    game = Game(deal(164))
    for word in ("1A", "AUTOPLAY=OFF", "Resign"):
        game.act(word)
    assert game.text == "1a autoplay=off resign"
    assert status(game) is Status.RESIGNED


def test_a_deals_number_is_only_a_name() -> None:
    assert Game(deal(164), deal=164).deal == 164
    assert Game(deal(164)).deal is None


@pytest.mark.parametrize("wrong", [None, 17, ("1", "a")])
def test_what_is_no_move_is_refused_as_such(wrong: object) -> None:
    game = Game(deal(1))
    with pytest.raises(BadInput, match="is not a move"):
        game.play(wrong)  # type: ignore[arg-type]
    assert game.moves == 0
