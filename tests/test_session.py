"""Sessions: commands in, events and snapshots out; nothing is lost, nothing happens twice, and every snapshot tells the truth."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import P1, P2, high
from strategies import Table, decisions, rules, tables

from freecell import (
    PROFILES,
    Autoplay,
    BadInput,
    FreeCellError,
    Game,
    Move,
    Place,
    Rules,
    Status,
    deal,
    legal_moves,
    most_cards,
    read_deal,
    read_game,
    write_layout,
)
from freecell.commands import Answer, Command, Finish, LoadGame, NewGame, Play, Redo, Resign, Restart, SetAutoplay, SetSettings, Tap, Undo
from freecell.errors import Refusal
from freecell.notation import write_rules
from freecell.position import PLACES
from freecell.session import Session
from freecell.taps import TAPS

Snapshot = Any


def load(position_text: str, under: str = "standard", moves: str = "") -> LoadGame:
    return LoadGame(f"Layout:\n{position_text}\nRules: {under}\nMoves: {moves}")


def codes(answer: Answer) -> list[str]:
    return [event.code for event in answer.events]


def refusal(answer: Answer) -> str | None:
    return None if answer.refusal is None else answer.refusal.code


def ready_to_win(under: str = "standard autoplay=off") -> Session:
    return Session(load(write_layout(high(["KS", "KH", "KD QC", "KC"])), under))


# What a random player does


def command(session: Session, kind: int, which: int) -> Command:
    """A command, mostly sensible, that depends on how the game stands."""
    moves = legal_moves(session.game.position, session.game.rules)
    if session.game.status is not Status.PLAYING and which % 4 == 0:
        return Restart()
    if kind <= 8 and moves:
        source, target, count = moves[which % len(moves)]
        return Play(str(source), str(target), count) if kind <= 5 else Play(str(source), str(target))
    if kind <= 14:
        place = PLACES[which % 16]
        depth = which // 16 % 8 if kind == 13 else None
        return Tap(str(place), depth)
    others: list[Callable[[], Command]] = [
        Undo,
        Undo,
        Redo,
        Redo,
        Finish,
        Restart if which % 4 == 0 else Undo,
        Resign if which % 16 == 0 else Finish,
        lambda: SetAutoplay(list(Autoplay)[which % 3]),
        lambda: SetSettings(TAPS[which % 4], ["SHDC", "CDHS", "arrival", None][which // 4 % 4]),
        lambda: Play(str(PLACES[which % 16]), str(PLACES[which // 16 % 16]), which // 256 % 4),
    ]
    return others[(kind - 15) % len(others)]()


WALKS = decisions(40).map(lambda choices: [(choice % 24, choice // 24 % 4096) for choice in choices])


@st.composite
def starts(draw: st.DrawFn) -> NewGame | LoadGame:
    if draw(st.booleans()):
        profile = draw(st.sampled_from(list(PROFILES)))
        return NewGame(
            str(draw(st.integers(1, 32000))),
            profile,
            draw(st.sampled_from([{}, {"cells": 2}, {"autoplay": "max", "foundation_return": "yes"}])),
        )
    table = draw(tables())
    return load(write_layout(table.position), write_rules(table.rules))


def check_snapshot(session: Session, shown: Snapshot) -> None:
    """A snapshot says what the game says, in plain values."""
    game = session.game
    assert json.loads(json.dumps(shown)) == shown
    assert shown["version"] == session.version
    assert [tuple(cards) for cards in shown["cascades"]] == [tuple(map(str, cards)) for cards in game.position.cascades]
    assert shown["cells"] == [None if card is None else str(card) for card in game.position.cells]
    assert [shown["foundations"][suit] for suit in "CDHS"] == list(game.position.foundations)
    assert (shown["moves"], shown["score"], shown["status"]) == (game.moves, game.score, game.status)
    assert (shown["undo"], shown["redo"], shown["can_finish"]) == (game.undoable, game.redoable, game.can_finish)
    assert Rules(**shown["rules"]) == game.rules.change({"autoplay": game.autoplay})
    assert (shown["deal"], shown["settings"]) == (
        game.deal,
        {"tap": session.tap, "foundations": session.foundations, "truth": session.truth},
    )
    assert sorted(filter(None, shown["slots"])) == sorted(set(filter(None, shown["slots"])))
    assert len(shown["slots"]) == 4
    legal = legal_moves(game.position, game.rules) if game.status is Status.PLAYING else []
    assert sorted(mapped(shown["legal"])) == sorted(legal)
    assert shown["stuck"] == (game.status is Status.PLAYING and not legal)
    again = read_game(shown["text"])
    assert (again.position, again.score, again.moves, again.status) == (game.position, game.score, game.moves, game.status)


def mapped(legal: dict[str, dict[str, list[str]]]) -> list[Move]:
    """The moves of a snapshot's `legal`."""
    return [
        Move(Place(source), Place(target), int(count))
        for source, counts in legal.items()
        for count, targets in counts.items()
        for target in targets
    ]


def after_steps(shown: Snapshot, events: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a face shows when it has played the single moves of the events."""
    piles: dict[str, list[str]] = {str(n): list(cards) for n, cards in enumerate(shown["cascades"], start=1)}
    piles |= {letter: [] if card is None else [card] for letter, card in zip("abcd", shown["cells"], strict=False)}
    piles |= {f"h{suit}": [rank + suit for rank in "A23456789TJQK"[:height]] for suit, height in shown["foundations"].items()}
    for event in events:
        for step in event.values.get("steps", []):
            assert piles[step["from"]].pop() == step["card"]
            piles[step["to"]].append(step["card"])
    return _table(piles)


def _table(piles: dict[str, list[str]]) -> tuple[Any, ...]:
    return tuple(sorted((place, tuple(cards)) for place, cards in piles.items()))


@settings(max_examples=250)
@given(starts(), WALKS)
def test_every_walk_is_told_truly(start: NewGame | LoadGame, walked: list[tuple[int, int]]) -> None:
    """Each answer's snapshot is the game's, its events lead from the last one to it, and a refusal leaves everything as it was."""
    session = Session(start)
    shown: Snapshot = session.snapshot()
    check_snapshot(session, shown)
    for number, (kind, which) in enumerate(walked):
        game, picked = session.game, session.picked
        answer = session.do(command(session, kind, which), id=f"k{number}", version=shown["version"])
        assert answer.snapshot == session.snapshot()
        check_snapshot(session, answer.snapshot)
        if answer.refusal is not None:
            assert answer.events == ()
            assert answer.snapshot == shown
            assert (session.game, session.picked) == (game, picked)
        else:
            assert answer.snapshot["version"] == shown["version"] + 1
            assert answer.events
            if "dealt" not in codes(answer):
                assert after_steps(shown, answer.events) == after_steps(answer.snapshot, ())
        assert all(json.loads(json.dumps(event.values)) == event.values and str(event) for event in answer.events)
        assert codes(answer).count("won") == (answer.snapshot["status"] == "won" != shown["status"])
        new = "dealt" in codes(answer)  # a game that is lost as it is dealt says so, too
        assert codes(answer).count("lost") == (answer.snapshot["status"] == "lost" and (new or shown["status"] != "lost"))
        shown = answer.snapshot


@given(starts(), WALKS)
def test_u1_one_undo_takes_back_one_action(start: NewGame | LoadGame, walked: list[tuple[int, int]]) -> None:
    session = Session(start)
    for kind, which in walked:
        shown = session.snapshot()
        answer = session.do(command(session, kind, which))
        acted = {"moved", "finished", "autoplay"} & set(codes(answer))
        if acted and answer.snapshot["undo"] and answer.snapshot["text"] != shown["text"]:  # autoplay set as it was is no action
            back = session.do(Undo())
            assert "undone" in codes(back)
            for key in ("cascades", "cells", "foundations", "moves", "score", "rules", "status", "legal", "slots"):
                assert back.snapshot[key] == shown[key]
            forward = session.do(Redo())
            assert {**forward.snapshot, "version": 0} == {**answer.snapshot, "version": 0}


@given(starts(), WALKS)
def test_a_command_that_is_repeated_gets_the_same_answer_and_is_not_carried_out_again(
    start: NewGame | LoadGame, walked: list[tuple[int, int]]
) -> None:
    once, twice = Session(start), Session(start)
    for number, (kind, which) in enumerate(walked):
        first = once.do(command(once, kind, which))
        again = twice.do(command(twice, kind, which), id=str(number), version=twice.version)
        assert twice.do(Resign(), id=str(number), version=twice.version) is again
        assert twice.do(Resign(), id=str(number)) is again
        assert (again.events, again.refusal, again.snapshot) == (first.events, first.refusal, first.snapshot)


def test_an_answer_is_remembered_over_a_few_others() -> None:
    session = Session(NewGame("164"))
    first = session.do(Play("1", "a"), id="first")
    for number in range(4):
        session.do(Undo() if number % 2 == 0 else Redo(), id=str(number))
    assert session.do(Play("1", "a"), id="first") is first


@given(starts(), WALKS, st.integers(-3, 3).filter(bool))
def test_a_stale_command_changes_nothing_and_is_told_how_the_game_stands(
    start: NewGame | LoadGame, walked: list[tuple[int, int]], off: int
) -> None:
    session = Session(start)
    for kind, which in walked:
        shown = session.snapshot()
        answer = session.do(command(session, kind, which), version=shown["version"] + off)
        assert (refusal(answer), answer.events, answer.snapshot) == ("stale", (), shown)
        session.do(command(session, kind, which))


@settings(max_examples=50)
@given(tables())
def test_m6_what_is_dragged_is_legal_where_the_snapshot_says_so(table: Table) -> None:
    """A drag of so many cards, and a move that does not say how many: the same set as the engine's."""
    start = load(write_layout(table.position), write_rules(table.rules))
    session = Session(start)
    legal = mapped(session.snapshot()["legal"])
    for source in PLACES:
        for target in PLACES:
            meant = Move(source, target, most_cards(table.position, table.rules, source, target))
            answer = session.do(Play(str(source), str(target)))
            assert (answer.refusal is None) == (meant in legal)
            if answer.refusal is None:
                assert answer.events[0].values["cards"] == [str(card) for card in table.position.cards_at(source)[-meant.count :]]
                session = Session(start)


# Moves and taps


def test_h_is_the_foundation_of_the_card_that_moves() -> None:
    session = ready_to_win()
    answer = session.do(Play("3", "h"))
    assert answer.events[0].values["to"] == "hC"
    assert refusal(session.do(Play("1", "hH"))) == "wrong-foundation"


@pytest.mark.parametrize(("source", "target"), [("h", "1"), ("9", "1"), ("1", "9"), ("", "1"), ("1", ""), ("1", "hX"), ("e", "1")])
def test_places_that_there_are_none_of_are_refused(source: str, target: str) -> None:
    session = Session(NewGame("1"))
    shown = session.snapshot()
    answer = session.do(Play(source, target))
    assert (refusal(answer), answer.snapshot) == ("bad-place", shown)


def test_s0_12_a_supermove_is_told_as_its_single_moves() -> None:
    session = Session(load(write_layout(P2)))
    answer = session.do(Play("6", "7", 4))
    moved = answer.events[0]
    assert (moved.values["from"], moved.values["to"], moved.values["cards"]) == ("6", "7", ["8H", "7S", "6D", "5C"])
    assert [f"{step['from']}{step['to']}" for step in moved.values["steps"]] == ["6c", "6d", "68", "67", "87", "d7", "c7"]
    assert str(moved) == "4 cards from 8♥ to cascade 7."


def test_m1_a_refused_supermove_says_how_many_would_fit() -> None:
    answer = Session(load(write_layout(P1))).do(Play("5", "3", 4))
    assert str(answer.refusal) == "3 of these 4 cards would fit: 2 empty cells, no empty cascade."


def test_taps_pick_put_back_and_place() -> None:
    session = Session(NewGame("1", "standard"))
    picked = session.do(Tap("1"))
    assert codes(picked) == ["picked"]
    assert picked.snapshot["picked"] == {"from": "1", "count": 1, "cards": ["6S"]}
    assert str(picked.events[0]) == "Picked 6♠."
    back = session.do(Tap("1"))
    assert (codes(back), back.snapshot["picked"], str(back.events[0])) == (["put-back"], None, "Put back 6♠.")
    session.do(Tap("1"))
    placed = session.do(Tap("a"))
    assert (codes(placed), placed.snapshot["picked"], placed.snapshot["cells"][0]) == (["moved"], None, "6S")


def test_a_refused_tap_leaves_picked_what_was_picked() -> None:
    session = Session(NewGame("1"))
    session.do(Tap("1"))
    answer = session.do(Tap("hS"))
    assert refusal(answer) == "foundation-order"
    assert answer.snapshot["picked"] == {"from": "1", "count": 1, "cards": ["6S"]}


@pytest.mark.parametrize("other", [Play("2", "b"), Undo(), SetSettings("cascade"), SetAutoplay("off"), Restart()])
def test_another_command_lets_go_of_what_was_picked(other: Command) -> None:
    session = Session(NewGame("1"))
    session.do(Play("1", "a"))
    session.do(Tap("3"))
    assert session.do(other).snapshot["picked"] is None


def test_no_tap_means_anything_when_the_game_is_over() -> None:
    session = Session(NewGame("1"))
    session.do(Resign())
    assert refusal(session.do(Tap("1"))) == "game-over"


# Autoplay, the end


def test_a_move_its_autoplay_and_the_win_are_told_in_that_order() -> None:
    session = ready_to_win("standard")
    answer = session.do(Play("1", "a"))
    assert codes(answer) == ["moved", "autoplayed", "won"]
    assert [str(event) for event in answer.events] == ["K♠ to cell a.", "5 cards to the foundations, up to K♣ K♦ K♥ K♠.", "Won in 6 moves."]
    assert answer.snapshot["status"] == "won"


def test_finish_and_its_undo_are_told_card_by_card() -> None:
    session = ready_to_win()
    assert session.snapshot()["can_finish"]
    answer = session.do(Finish())
    assert codes(answer) == ["finished", "won"]
    assert len(answer.events[0].values["steps"]) == 5
    assert answer.events[1].values == {"moves": 5, "score": None}
    assert answer.snapshot["legal"] == {}


def test_e4_a_win_counts_once() -> None:
    session = ready_to_win()
    won = session.do(Finish(), id="the-win", version=0)
    assert codes(session.do(Finish(), id="the-win", version=0)).count("won") == 1
    assert session.do(Finish(), id="the-win", version=0) is won
    assert refusal(session.do(Finish(), id="other")) == "game-over"
    for late in (Undo(), Redo(), Resign(), Play("1", "a"), SetAutoplay("max")):
        answer = session.do(late)
        assert (refusal(answer), answer.snapshot["status"]) == ("game-over", "won")


def test_s1_23_resigning_is_told_with_the_score() -> None:
    session = Session(NewGame("1", "one-tap"))
    answer = session.do(Resign())
    assert (codes(answer), str(answer.events[0]), answer.snapshot["status"]) == (["resigned"], "Resigned. Score 0.", "resigned")
    assert answer.snapshot["legal"] == {}


STUCK = f"FC:\n{write_layout(deal(1))}"


def test_s1_8_a_loss_is_told_and_undo_takes_the_deal_up_again() -> None:
    session = Session(NewGame("1", "standard", {"cells": 1, "lose_without_moves": "yes", "autoplay": "off"}))
    answer = session.do(Play("5", "a"))
    for _ in range(60):
        if answer.snapshot["status"] != "playing":
            break
        source, target, count = mapped(answer.snapshot["legal"])[0]
        answer = session.do(Play(str(source), str(target), count))
    assert codes(answer) == ["moved", "lost"]
    assert str(answer.events[-1]) == "No legal move is left: the deal is lost. Undo takes it up again."
    assert codes(session.do(Undo())) == ["undone", "resumed"]
    assert codes(session.do(Redo())) == ["redone", "lost"]
    assert codes(session.do(Restart())) == ["dealt"]


def test_e2_no_legal_move_is_announced_where_the_player_decides_and_is_no_loss() -> None:
    session = Session(NewGame("1", "standard", {"cells": 1, "autoplay": "off"}))
    answer = session.do(Play("5", "a"))
    for _ in range(60):
        if answer.snapshot["stuck"]:
            break
        source, target, count = mapped(answer.snapshot["legal"])[0]
        answer = session.do(Play(str(source), str(target), count))
    assert codes(answer) == ["moved", "no-moves"]
    assert answer.snapshot["status"] == "playing"
    assert str(answer.events[-1]) == "No legal move is left. Undo, or start again."
    assert codes(session.do(SetSettings("move"))) == ["settings"]  # it is said once
    assert codes(session.do(Undo())) == ["undone"]


def test_a_layout_without_moves_says_so_from_the_start() -> None:
    lost, stuck = (Session(load(STUCK, rules)).snapshot() for rules in ("cells=0 lose_without_moves=yes", "cells=0"))
    assert (lost["status"], lost["stuck"]) == ("lost", False)
    assert (stuck["status"], stuck["stuck"]) == ("playing", True)


# New games


@pytest.mark.parametrize("text", ["164", "#164", "FC1-C4-AAAAAFE", "fc1-c4-aaaaafe"])
def test_a_number_or_a_code_deals_a_game(text: str) -> None:
    shown = Session(NewGame(text)).snapshot()
    assert (shown["deal"], shown["code"], shown["address"], shown["profile"]) == (164, "FC1-C4-AAAAAFE", "/deal/164", "standard")


def test_s1_15_a_random_game_is_another_each_time() -> None:
    numbers = {Session(NewGame("random", "one-tap")).snapshot()["deal"] for _ in range(20)}
    assert len(numbers) >= 18


def test_s2_13_and_s2_17_cells_come_with_the_code_or_the_rules() -> None:
    for start in (
        NewGame("FC1-C2-AAAAAKH", "points"),
        NewGame("327", "points", {"cells": "2"}),
        NewGame("FC1-C2-AAAAAKH", "points", {"cells": 2}),
    ):
        shown = Session(start).snapshot()
        assert (shown["code"], shown["profile"], len(shown["cells"])) == ("FC1-C2-AAAAAKH", "points", 2)
        assert "d" not in json.dumps(shown["legal"])
    assert Session(NewGame("FC1-C3-AAAAAKH", "points")).snapshot()["profile"] == "own"
    with pytest.raises(BadInput, match="is for 2 cells, but 4 were asked for"):
        Session(NewGame("FC1-C2-AAAAAKH", "points", {"cells": 4}))


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (NewGame("0"), "deal-range"),
        (NewGame("x"), "bad-deal"),
        (NewGame("FC1-C9-AAAAAKH"), "bad-code"),
        (NewGame("1", "vegas"), "no-such-profile"),
        (NewGame("1", "points", {"jokers": 2}), "no-such-rule"),
        (NewGame("1", "points", {"cells": 9}), "bad-rule"),
        (LoadGame(""), "invalid-position"),
        (LoadGame("Deal: 1\nMoves: 1a 1z"), "illegal-replay"),
    ],
)
def test_a_game_that_cannot_be_had_raises_at_first_and_is_refused_later(start: NewGame | LoadGame, code: str) -> None:
    with pytest.raises(FreeCellError) as caught:
        Session(start)
    assert caught.value.code == code
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    shown = session.snapshot()
    answer = session.do(start)
    assert (refusal(answer), answer.events, answer.snapshot) == (code, (), shown)
    assert json.dumps(dict(answer.refusal.values if answer.refusal else {}))


def test_a_new_game_takes_the_place_of_the_old_one() -> None:
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    answer = session.do(NewGame("1", "linear"))
    assert (codes(answer), str(answer.events[0])) == (["dealt"], "Deal 1.")
    shown = answer.snapshot
    assert (shown["version"], shown["deal"], shown["moves"], shown["undo"], shown["settings"]["tap"]) == (2, 1, 0, 0, "move")


def test_restart_deals_the_same_again_and_keeps_the_autoplay_that_was_chosen() -> None:
    session = Session(NewGame("164", "points", {"cells": 2}), SetSettings("pick", "arrival"))
    session.do(Play("1", "a"))
    session.do(SetAutoplay("safe"))
    answer = session.do(Restart())
    shown = answer.snapshot
    assert codes(answer) == ["dealt"]
    assert (shown["deal"], shown["moves"], shown["undo"], shown["redo"]) == (164, 0, 0, 0)
    assert (shown["rules"]["autoplay"], shown["settings"]) == ("safe", {"tap": "pick", "foundations": "arrival", "truth": False})
    assert shown["cells"] == [None, None]


@given(rules(), st.integers(1, 32000), st.sampled_from(list(PROFILES)), WALKS)
def test_an_address_deals_the_same_game_again(under: Rules, number: int, profile: str, walked: list[tuple[int, int]]) -> None:
    session = Session(NewGame(str(number), profile, under.differences(PROFILES[profile].rules)))
    for kind, which in walked:
        session.do(command(session, kind, which))
    address: str = session.snapshot()["address"]
    path, _, query = address.partition("?")
    changes = dict(parse_qsl(query, strict_parsing=True)) if query else {}
    again = Session(NewGame(path.removeprefix("/deal/"), changes.pop("profile", "standard"), changes))
    assert again.game.start == session.game.start
    assert again.game.rules == session.game.rules.change({"autoplay": session.game.autoplay})
    assert again.snapshot()["address"] == address


def test_addresses_as_they_are_shared() -> None:
    assert Session(NewGame("164", "points", {"cells": 2})).snapshot()["address"] == "/deal/164?profile=points&cells=2"
    own = Session(NewGame("1", "points", {"undo_limit": None, "foundation_return": False})).snapshot()
    assert own["address"] == "/deal/1?profile=points&foundation_return=no&undo_limit=none"
    assert own["profile"] == "own"
    assert Session(load(write_layout(P1))).snapshot()["address"] is None


def test_t4_a_game_goes_on_from_its_text() -> None:
    first = Session(NewGame("164", "points", {"cells": 2}))
    for c in (Play("1", "a"), SetAutoplay("max"), Play("2", "b")):
        first.do(c)
    shown = first.snapshot()
    again = Session(LoadGame(shown["text"])).snapshot()
    assert {**again, "version": 0} == {**shown, "version": 0}


def test_a_code_stands_for_the_game_that_is_played() -> None:
    session = Session(NewGame("327", "points", {"cells": 1}))
    assert read_deal(session.snapshot()["code"]) == (327, 1)


# Settings


@pytest.mark.parametrize("name", PROFILES)
def test_settings_start_as_the_profile_has_them(name: str) -> None:
    shown = Session(NewGame("1", name)).snapshot()
    assert shown["settings"] == {"tap": PROFILES[name].tap, "foundations": PROFILES[name].foundations, "truth": False}
    assert shown["profile"] == name


def test_settings_are_changed_one_by_one_and_are_no_action_of_the_game() -> None:
    session = Session(NewGame("1"))
    answer = session.do(SetSettings(tap="move"))
    assert (codes(answer), answer.events[0].values) == (["settings"], {"tap": "move"})
    answer = session.do(SetSettings(foundations="CDHS"))
    assert answer.snapshot["settings"] == {"tap": "move", "foundations": "CDHS", "truth": False}
    assert (answer.snapshot["undo"], answer.snapshot["moves"], answer.snapshot["profile"]) == (0, 0, "standard")


@pytest.mark.parametrize("wrong", [SetSettings("double"), SetSettings("pick", "CDH"), SetSettings("move", "CCDD"), SetSettings("", None)])
def test_a_wrong_setting_changes_nothing(wrong: SetSettings) -> None:
    session = Session(NewGame("1"))
    shown = session.snapshot()
    answer = session.do(wrong)
    assert (refusal(answer), answer.snapshot) == ("bad-setting", shown)
    with pytest.raises(BadInput):
        Session(NewGame("1"), wrong)


@pytest.mark.parametrize(("name", "slots"), [("standard", "SHDC"), ("one-tap", "CDHS"), ("points", "SHDC")])
def test_s1_13_and_s2_2_the_order_in_which_foundations_are_shown(name: str, slots: str) -> None:
    assert Session(NewGame("1", name)).snapshot()["slots"] == list(slots)


def test_s4_7_foundations_are_shown_in_the_order_in_which_the_aces_arrive() -> None:
    aces = ["AH", "AC", "AS", "AD"]
    names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS" if rank + suit not in aces]
    layout = "\n".join([*(" ".join(names[i::4]) for i in range(4)), *aces])
    session = Session(load(layout, "linear"))
    assert session.snapshot()["slots"] == [None] * 4
    commands: list[Command] = [Play("7", "h"), Play("5", "h"), Play("8", "h"), Undo(), Play("6", "h")]
    shown = ["".join(suit or "-" for suit in session.do(command).snapshot["slots"]) for command in commands]
    assert shown == ["S---", "SH--", "SHD-", "SH--", "SHC-"]


def test_arrival_shows_what_was_there_first_in_the_order_of_the_suits() -> None:
    session = Session(load(write_layout(high(["KS", "KH QD", "KD", "KC"])), "linear"))
    assert session.snapshot()["slots"] == ["C", "D", "H", "S"]


# Answers


def test_answers_are_in_words() -> None:
    session = Session(NewGame("1"))
    assert str(session.do(Undo()).refusal) == "There is nothing to undo."
    assert str(session.do(Finish()).refusal) == "The foundations cannot be completed by foundation moves alone yet."
    assert str(session.do(SetAutoplay("often")).refusal) == "autoplay cannot be 'often'; expected off, safe or max."
    assert str(session.do(Undo(), version=99).refusal) == "The game has moved on; this is how it stands now."
    assert isinstance(session.do(Redo()).refusal, Refusal)


def test_a_session_is_a_game_like_any_other() -> None:
    session = Session(NewGame("164"))
    session.do(Play("1", "a"))
    assert isinstance(session.game, Game)
    assert session.game.text == "1a"
