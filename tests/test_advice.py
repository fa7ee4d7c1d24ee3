"""The truth beside the player, as far as a session goes: it asks, is told, and never holds up a move."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import high
from strategies import decisions

from freecell import PROFILES, Game, Rules, Status, deal, legal_moves, read_game, write_game, write_layout
from freecell.analysis import UNKNOWN, Hint, Truth, find_hint, find_truth, rules_of
from freecell.analysis import Status as Found
from freecell.commands import (
    Answer,
    AskHint,
    Auto,
    Command,
    Demonstrate,
    Finish,
    GoBack,
    LoadGame,
    NewGame,
    Play,
    PlayOn,
    Question,
    Redo,
    Resign,
    Restart,
    SetAutoplay,
    SetSettings,
    Stop,
    Tap,
    TellBack,
    TellHint,
    TellTruth,
    Undo,
)
from freecell.session import Session

LIVE = SetSettings(truth=True)
LOST = Truth(Found.UNWINNABLE)
TABLE = """Foundations: H-7 C-7 D-7 S-7
Freecells: -
8S 9C KC
JH 8H JS
TS JC 9H
QC 8D KD
TH QH JD
QS TC KS
9D 9S TD
8C QD KH"""
"""A table with one cell where 9H onto it loses, though moves are left."""


def loaded(under: str = "one-tap cells=1", moves: str = "") -> LoadGame:
    return LoadGame(f"Layout:\n{TABLE}\nRules: {under}\nMoves: {moves}")


def question(session: Session, about: str) -> Question:
    [found] = [each for each in session.questions if each.about == about]
    return found


def question_open(session: Session, about: str) -> bool:
    return any(each.about == about for each in session.questions)


def codes(answer: Answer) -> list[str]:
    return [event.code for event in answer.events]


def truth_of(session: Session) -> Truth:
    return find_truth(session.game)


def tell_truth(session: Session) -> Answer:
    return session.do(TellTruth(question(session, "truth").version, truth_of(session)))


def tell_hint(session: Session) -> Answer:
    asked = question(session, "hint")
    known: Any = asked.known
    return session.do(TellHint(asked.version, find_hint(session.game, known=known, short=None)))


def shown(session: Session) -> Any:
    return session.snapshot()["truth"]


# The truth after each move


def test_nothing_is_asked_unless_the_player_wants_it() -> None:
    session = Session(NewGame("164"))
    assert (session.questions, shown(session)) == ((), None)
    assert session.do(Play("1", "a")).questions == ()
    answer = session.do(SetSettings(truth="yes"))
    assert [each.about for each in answer.questions] == ["truth"]
    assert answer.snapshot["truth"]["searching"] is True
    assert session.do(SetSettings(truth=False)).questions == ()
    assert shown(session) is None


@pytest.mark.parametrize("value", ["perhaps", "", 1.5, 2])
def test_a_setting_that_is_neither_yes_nor_no_is_refused(value: Any) -> None:
    answer = Session(NewGame("164")).do(SetSettings(truth=value))
    assert answer.refusal is not None
    assert answer.refusal.code == "bad-setting"


def test_the_truth_is_told_without_a_new_version_and_so_never_makes_a_move_stale() -> None:
    session = Session(NewGame("164"), LIVE)
    version = session.version
    answer = tell_truth(session)
    assert answer.snapshot == {"version": version, "truth": shown(session)}
    assert (shown(session)["status"], shown(session)["searching"]) == ("winnable", False)
    assert session.do(Play("1", "a"), version=version).refusal is None


def test_what_is_told_of_an_older_position_is_refused() -> None:
    session = Session(NewGame("164"), LIVE)
    asked = question(session, "truth")
    session.do(Play("1", "a"))
    assert question(session, "truth").version != asked.version
    answer = session.do(TellTruth(asked.version, LOST))
    assert answer.refusal is not None
    assert answer.refusal.code == "stale"
    assert shown(session)["status"] == "unknown"


def test_what_is_told_twice_or_was_never_asked_is_refused() -> None:
    session = Session(NewGame("164"), LIVE)
    version = question(session, "truth").version
    assert session.do(TellTruth(version, truth_of(session))).refusal is None
    for told in (TellTruth(version, LOST), TellHint(0, Hint(Found.UNKNOWN)), TellBack(0, 0, "winnable")):
        assert session.do(told).refusal is not None
    assert shown(session)["status"] == "winnable"


def test_a_question_stays_open_while_the_cards_lie_as_they_did() -> None:
    session = Session(NewGame("164"), LIVE)
    asked = question(session, "truth")
    for command in (Tap("1"), SetSettings(tap="move"), Play("1", "1")):
        session.do(command)
    assert question(session, "truth") == asked


def test_while_the_player_follows_the_line_nothing_is_searched() -> None:
    session = Session(NewGame("1941"), LIVE)
    tell_truth(session)
    truth = truth_of(session)
    left = truth.moves_left or 0
    for move in truth.line:
        answer = session.do(Play(str(move.source), str(move.target), move.count))
        assert answer.questions == ()
        if answer.snapshot["status"] == "playing":
            assert answer.snapshot["truth"]["moves_left"] == left - session.game.moves
    assert session.game.status is Status.WON
    assert shown(session) is None


def test_what_is_lost_stays_lost_until_it_is_undone() -> None:
    session = Session(loaded(), LIVE)
    tell_truth(session)
    assert shown(session)["status"] == "winnable"
    session.do(Play("3", "a"))
    tell_truth(session)
    assert shown(session)["message"] == "No longer winnable (proved)."
    move = legal_moves(session.game.position, session.game.rules)[0]
    answer = session.do(Play(str(move.source), str(move.target), move.count))
    if answer.snapshot["status"] == "playing":
        assert (answer.snapshot["truth"]["status"], answer.questions) == ("unwinnable", ())
    session.do(Undo())
    answer = session.do(Undo())
    assert (answer.snapshot["truth"]["status"], answer.questions) == ("winnable", ())


def test_a_change_of_autoplay_changes_the_rules_and_so_is_asked_anew() -> None:
    session = Session(NewGame("164"), LIVE)
    tell_truth(session)
    answer = session.do(SetAutoplay("max"))
    assert [each.about for each in answer.questions] == ["truth"]


def test_other_rules_make_what_was_known_worthless() -> None:
    session = Session(NewGame("164"), LIVE)
    session.do(TellTruth(question(session, "truth").version, LOST))
    session.do(NewGame("164", "points"))
    assert shown(session)["status"] == "unknown"
    session.do(TellTruth(question(session, "truth").version, LOST))
    assert session.do(Restart()).snapshot["truth"]["status"] == "unwinnable"


def test_a_search_that_ran_out_never_says_unwinnable_and_is_not_begun_again() -> None:
    session = Session(NewGame("164"), LIVE)
    version = question(session, "truth").version
    session.do(TellTruth(version, UNKNOWN, searching=True))
    assert shown(session)["searching"] is True
    session.do(TellTruth(version, UNKNOWN))
    assert shown(session) == {
        "status": "unknown",
        "moves_left": None,
        "searching": False,
        "never": False,
        "message": "Not known: the search ended without an answer.",
    }
    assert session.do(Tap("1")).questions == ()
    assert session.do(Play("1", "a")).questions != ()


def test_no_truth_is_told_of_a_game_that_is_over() -> None:
    session = Session(NewGame("164", "one-tap"), LIVE)
    assert session.do(Resign()).questions == ()
    assert shown(session) is None


# Hints


def test_a_hint_shows_the_move_first_and_then_says_why() -> None:
    session = Session(NewGame("164"))
    answer = session.do(AskHint())
    assert (codes(answer), answer.snapshot["waiting"]) == (["searching"], "hint")
    version = session.version
    answer = tell_hint(session)
    assert (codes(answer), session.version, answer.snapshot["waiting"]) == (["hint"], version, None)
    first = answer.events[0].values
    assert (first["step"], first["reason"], answer.snapshot["help"]["hints"]) == (1, None, 1)
    assert answer.snapshot["hint"] == {**first, "message": str(answer.events[0])}
    again = session.do(AskHint()).events[0]
    assert (again.values["step"], again.values["from"], again.values["to"]) == (2, first["from"], first["to"])
    assert again.values["reason"]["message"] in str(again)
    assert session.do(AskHint()).events[0] == again
    assert session.game.help.hints == 1
    assert session.do(Play("2", "a")).snapshot["hint"] is None


def test_a_hint_can_be_played_as_it_is_told() -> None:
    session = Session(NewGame("164", "linear"))
    session.do(AskHint())
    told = tell_hint(session).events[0].values
    assert session.do(Play(told["from"], told["to"], told["count"])).refusal is None


def test_u4_a_hint_where_there_is_none_is_no_help() -> None:
    session = Session(loaded(moves="3a"))
    session.do(AskHint())
    answer = tell_hint(session)
    assert (codes(answer), answer.snapshot["hint"], answer.snapshot["waiting"]) == (["hint-unwinnable"], None, None)
    session.do(AskHint())  # it is known now, and not asked again
    assert session.questions == ()
    session.do(Undo())
    session.do(AskHint())
    answer = session.do(TellHint(question(session, "hint").version, Hint(Found.UNKNOWN)))
    assert codes(answer) == ["hint-unknown"]
    assert session.game.help.hints == 0


def test_a_search_that_goes_on_says_so_and_the_wish_stays() -> None:
    session = Session(NewGame("164"))
    session.do(Auto())
    version = question(session, "hint").version
    answer = session.do(TellHint(version, Hint(Found.UNKNOWN), searching=True))
    assert (codes(answer), answer.snapshot["waiting"]) == (["not-yet"], "auto")
    assert codes(session.do(TellHint(version, find_hint(session.game, short=None)))) == ["moved"]


@pytest.mark.parametrize("command", [Stop(), Play("2", "b"), Restart(), Resign()])
def test_a_wish_ends_with_the_next_thing_that_the_player_does(command: Any) -> None:
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    session.do(AskHint())
    version = question(session, "hint").version
    answer = session.do(command)
    assert (answer.snapshot["waiting"], answer.questions) == (None, ())
    assert session.do(TellHint(version, Hint(Found.UNKNOWN))).refusal is not None


def test_touching_a_card_leaves_the_wish() -> None:
    session = Session(NewGame("164"))
    session.do(AskHint())
    assert session.do(Tap("1")).snapshot["waiting"] == "hint"
    answer = tell_hint(session)
    assert answer.snapshot["picked"] is not None


@pytest.mark.parametrize("command", [AskHint(), Auto(), Demonstrate()])
def test_a_game_that_is_over_has_no_hints(command: Any) -> None:
    session = Session(NewGame("164"))
    session.do(Resign())
    answer = session.do(command)
    assert answer.refusal is not None
    assert answer.refusal.code == "game-over"


# Auto and demonstrations


@pytest.mark.parametrize("profile", list(PROFILES))
def test_auto_wins_in_every_profile(profile: str) -> None:
    session = Session(NewGame("164", profile))
    session.do(Auto())
    answer = tell_hint(session)
    while session.game.status is Status.PLAYING:
        assert answer.refusal is None
        answer = session.do(Auto())
        assert answer.questions == ()  # the line is known
    assert (codes(answer)[-1], session.game.status) == ("won", Status.WON)
    assert session.game.help.autos > 0


def test_s1_22_a_proof_found_by_auto_ends_the_deal_where_the_rules_end_it_so() -> None:
    session = Session(loaded(moves="3a"))
    session.do(Auto())
    before = session.version
    answer = tell_hint(session)
    assert (codes(answer), answer.snapshot["status"], session.version) == (["proved-lost"], "lost", before + 1)
    again = read_game(answer.snapshot["text"])
    assert (again.status, again.proved_lost) == (Status.LOST, True)
    assert codes(session.do(Undo())) == ["undone", "resumed"]
    assert codes(session.do(Redo())) == ["redone", "proved-lost"]


def test_elsewhere_a_proof_is_told_and_the_deal_goes_on() -> None:
    session = Session(loaded("standard cells=1 autoplay=off", "3a"))
    session.do(Auto())
    assert codes(tell_hint(session)) == ["hint-unwinnable"]
    assert session.game.status is Status.PLAYING
    with pytest.raises(Exception, match="a deal is not over while"):
        session.game.lose()


def test_auto_that_found_nothing_loses_nothing() -> None:
    session = Session(loaded(moves="3a"))
    session.do(Auto())
    answer = session.do(TellHint(question(session, "hint").version, Hint(Found.UNKNOWN, truth=Truth(Found.UNKNOWN, limit="seconds"))))
    assert (codes(answer), session.game.status) == (["hint-unknown"], Status.PLAYING)


def test_u4_a_demonstrated_game_is_no_win() -> None:
    session = Session(NewGame("164"))
    session.do(Demonstrate())
    answer = tell_hint(session)
    left = []
    while session.game.status is Status.PLAYING:
        left.append(answer.events[0].values["left"])
        answer = session.do(Demonstrate())
    assert answer.events[0].values["left"] == 0
    assert left == sorted(left, reverse=True)
    assert (codes(answer)[-1], session.game.status) == ("demonstrated", "demonstrated")
    assert answer.snapshot["help"]["demonstrated"] is True
    assert (session.game.undoable, read_game(answer.snapshot["text"]).status) == (0, "demonstrated")


def test_a_game_that_was_demonstrated_in_part_is_no_win_however_it_goes_on() -> None:
    session = Session(LoadGame(f"Layout:\n{write_layout(high(['KS', 'KH', 'KD QC', 'KC']))}\nRules: standard autoplay=off"))
    session.do(Demonstrate())
    tell_hint(session)
    session.do(Undo())
    assert codes(session.do(Finish())) == ["finished", "demonstrated"]


# Lost from the start


def test_a_deal_that_is_lost_from_its_start_is_told_in_words_of_its_own() -> None:
    session = Session(NewGame("11982"), LIVE)
    session.do(TellTruth(question(session, "truth").version, LOST))
    told = {"status": "unwinnable", "moves_left": None, "searching": False, "never": True, "message": "This deal cannot be won (proved)."}
    assert shown(session) == told
    for _ in range(2):
        for place in ("1", "2"):
            assert session.do(Play(place, "a" if place == "1" else "b")).snapshot["truth"] == told
        assert codes(session.do(AskHint())) == ["hint-never"]
        session.do(Restart())
        assert shown(session) == told
    session.do(NewGame("164"))
    assert shown(session)["never"] is False


def test_what_was_lost_by_a_move_is_not_lost_from_the_start() -> None:
    session = Session(loaded("standard cells=1 autoplay=off"), LIVE)
    tell_truth(session)
    session.do(Play("3", "a"))
    tell_truth(session)
    assert (shown(session)["never"], shown(session)["message"]) == (False, "No longer winnable (proved).")
    assert codes(session.do(AskHint())) == ["hint-unwinnable"]


def test_what_is_lost_with_every_card_sent_up_may_be_won_without() -> None:
    session = Session(NewGame("164", rules={"autoplay": "max"}), LIVE)
    session.do(TellTruth(question(session, "truth").version, LOST))  # let it be so
    assert shown(session)["never"] is True
    session.do(SetAutoplay("off"))
    session.do(Play("1", "a"))
    session.do(TellTruth(question(session, "truth").version, LOST))
    assert shown(session)["never"] is False


@pytest.mark.parametrize(("moves", "loss"), [("", None), ("1a 72 72", "no-moves"), ("3a lost", "proved"), ("3a resign", None)])
def test_a_snapshot_says_why_a_game_is_lost(moves: str, loss: str | None) -> None:
    snapshot = Session(loaded(moves=moves)).snapshot()
    assert (snapshot["loss"], snapshot["status"] == "lost") == (loss, loss is not None)


# Going back, and playing on


def test_going_back_undoes_as_far_as_the_last_winnable_position() -> None:
    session = Session(loaded("standard cells=1 autoplay=off", "1a"))
    session.do(GoBack())
    answer = session.do(TellBack(question(session, "back").version, 0, "winnable"))
    assert (codes(answer), answer.snapshot["linked"], answer.snapshot["redo"]) == (["undone"], None, 1)


def test_beyond_the_undo_limit_a_new_game_is_linked_to_the_old_one() -> None:
    session = Session(NewGame("164", "points", {"undo_limit": 1}))
    for move in ("a", "b", "c"):
        session.do(Play("1", move))
    text = write_game(session.game)
    session.do(GoBack())
    answer = session.do(TellBack(question(session, "back").version, 1, "winnable"))
    assert (codes(answer), answer.snapshot["linked"]) == (["continued"], {"action": 1, "text": text})
    assert (session.game.text, session.game.undoable, session.game.deal) == ("1a", 1, 164)
    assert session.do(Restart()).snapshot["linked"] is None


def test_the_way_back_is_not_asked_where_it_is_known() -> None:
    """With the truth told after each move, the last winnable position is known when the losing one is."""
    session = Session(loaded("standard cells=1 autoplay=off"), LIVE)
    tell_truth(session)
    for move in (("3", "a"), ("7", "3")):
        session.do(Play(*move))
        if question_open(session, "truth"):
            tell_truth(session)
    assert shown(session)["status"] == "unwinnable"
    answer = session.do(GoBack())
    assert (codes(answer), answer.questions, session.game.text) == (["undone", "undone"], (), "")
    assert answer.snapshot["truth"]["status"] == "winnable"
    answer = session.do(GoBack())
    assert (codes(answer), answer.events[0].values) == (["no-way-back"], {"status": "winnable"})


def test_what_is_known_of_the_way_is_told_with_the_question() -> None:
    session = Session(loaded("standard cells=1 autoplay=off"), LIVE)
    tell_truth(session)
    session.do(Play("3", "a"))
    session.do(Play("7", "3"))  # before the truth about the last move was found
    tell_truth(session)
    session.do(GoBack())
    past = question(session, "back").past
    assert [None if truth is None else truth.status for truth in past] == ["winnable", None, "unwinnable"]


def test_a_game_that_is_lost_from_its_start_has_no_way_back() -> None:
    session = Session(NewGame("11982"), LIVE)
    session.do(TellTruth(question(session, "truth").version, LOST))
    session.do(Play("1", "a"))
    answer = session.do(GoBack())
    assert (codes(answer), answer.events[0].values) == (["no-way-back"], {"status": "unwinnable"})


@pytest.mark.parametrize(("action", "status"), [(None, "unwinnable"), (None, "unknown"), (1, "winnable")])
def test_there_may_be_no_way_back(action: int | None, status: str) -> None:
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    session.do(GoBack())
    answer = session.do(TellBack(question(session, "back").version, action, status))
    assert (codes(answer), answer.events[0].values, session.game.text) == (["no-way-back"], {"status": status}, "1a")


@pytest.mark.parametrize("live", [True, False])
def test_who_resigned_what_could_still_be_won_plays_on_from_there(live: bool) -> None:
    session = Session(NewGame("164"), LIVE if live else None)
    session.do(Play("1", "a"))
    if live:
        tell_truth(session)
    session.do(Resign())
    text = write_game(session.game)
    answer = session.do(GoBack())
    if "back" in {each.about for each in answer.questions}:
        answer = session.do(TellBack(question(session, "back").version, 1, "winnable"))
    assert (codes(answer), answer.snapshot["linked"], answer.snapshot["status"]) == (["continued"], {"action": 1, "text": text}, "playing")
    assert session.game.text == "1a"


def test_a_won_game_needs_no_way_back() -> None:
    session = Session(LoadGame(f"Layout:\n{write_layout(high(['KS', 'KH', 'KD QC', 'KC']))}\nRules: standard autoplay=off"))
    session.do(Finish())
    refusal = session.do(GoBack()).refusal
    assert refusal is not None
    assert refusal.code == "game-over"


def test_playing_on_begins_a_new_game_with_the_help_that_was_taken() -> None:
    session = Session(NewGame("164"))
    session.do(AskHint())
    tell_hint(session)
    session.do(Play("1", "a"))
    session.do(Play("1", "b"))
    session.do(Resign())
    answer = session.do(PlayOn(1))
    assert (codes(answer), answer.snapshot["status"], session.game.text, session.game.help.hints) == (["continued"], "playing", "1a", 1)
    assert answer.snapshot["linked"]["text"].endswith("resign")


@pytest.mark.parametrize("action", [-1, 3, True])
def test_there_is_no_playing_on_from_where_the_game_never_was(action: Any) -> None:
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    refusal = session.do(PlayOn(action)).refusal
    assert refusal is not None
    assert (refusal.code, session.game.text) == ("bad-point", "1a")


def test_u3_a_won_game_cannot_be_played_on_from_its_end() -> None:
    session = Session(LoadGame(f"Layout:\n{write_layout(high(['KS', 'KH', 'KD QC', 'KC']))}\nRules: standard autoplay=off"))
    session.do(Finish())
    assert session.do(PlayOn(1)).refusal is not None
    assert session.do(PlayOn(0)).refusal is None


# Over everything that may happen


@given(st.sampled_from(list(PROFILES)), st.integers(1, 32000), decisions(40))
def test_whatever_is_done_and_told_the_session_says_what_it_was_told(profile: str, number: int, choices: list[int]) -> None:
    """The truth shown is the one last told of these very cards under these rules, or follows from it; versions grow with the game alone."""
    session = Session(NewGame(str(number), profile), LIVE)
    for choice in choices:
        game, version, before = session.game, session.version, (session.game.position, session.game.text)
        answer = _do_something(session, choice)
        assert json.loads(json.dumps(answer.snapshot)) == answer.snapshot
        if answer.refusal is not None:
            assert (session.version, session.game) == (version, game)
        if (session.game.position, session.game.text) != before:
            assert session.version == version + 1
        asked = {each.about for each in session.questions}
        playing = session.game.status is Status.PLAYING
        assert ("truth" in asked) == (playing and shown(session)["searching"])
        assert (session.snapshot()["waiting"] is not None) == bool(asked & {"hint", "back"})
        assert all(each.version <= session.version for each in session.questions)


def _do_something(session: Session, choice: int) -> Answer:
    moves = legal_moves(session.game.position, session.game.rules)
    open_ = session.questions
    kind, which = choice % 16, choice // 16
    if kind < 5 and moves:
        source, target, count = moves[which % len(moves)]
        return session.do(Play(str(source), str(target), count))
    if kind < 8 and open_:
        asked = open_[which % len(open_)]
        version = asked.version - (which % 3 == 0)
        if asked.about == "truth":
            return session.do(TellTruth(version, [LOST, UNKNOWN, Truth(Found.WINNABLE, 5, tuple(moves[:1]))][which % 3], which % 2 == 0))
        if asked.about == "hint":
            return session.do(TellHint(version, Hint(Found.UNKNOWN, truth=[LOST, UNKNOWN][which % 2]), which % 2 == 0))
        return session.do(TellBack(version, [None, 0, 1][which % 3], "unknown"))
    others: list[Command] = [
        Undo(),
        Redo(),
        AskHint(),
        Auto(),
        Demonstrate(),
        GoBack(),
        PlayOn(which % 4),
        Stop(),
        Restart(),
        Tap(str(which % 8 + 1)),
    ]
    return session.do(others[which % len(others)])


def test_the_help_is_kept_in_the_games_text() -> None:
    game = Game(deal(164), Rules(), deal=164)
    assert "Help" not in write_game(game)
    game.help.hints, game.help.demonstrated = 2, True
    assert read_game(write_game(game)).help == game.help
    for wrong in ("Help: lots", "Help: hints=-1 autos=0 demonstrated=no", "Help: hints=1"):
        with pytest.raises(ValueError, match="expected Help"):
            read_game(f"Deal: 164\n{wrong}\nMoves:")


def test_a_copy_of_a_game_is_left_alone() -> None:
    game = read_game("Deal: 164\nMoves: 1a 2b")
    game.undo()
    copy = game.copy()
    game.play("2c")
    assert (copy.text, copy.status, copy.redoable, rules_of(copy)) == ("1a", Status.PLAYING, 0, rules_of(game))
