"""What a session says that it did leads, done again, to the very game that it has; on whatever ways it came there."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plays import some_game

from freecell import legal_moves
from freecell.analysis import Status as Known
from freecell.analysis import find_hint, find_truth, rules_of
from freecell.commands import (
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
    Redo,
    Resign,
    Restart,
    SetAutoplay,
    SetSettings,
    Tap,
    TellBack,
    TellHint,
    TellTruth,
    Undo,
)
from freecell.game import Game
from freecell.session import Session
from freecell.store import Keeping, Record, Step
from freecell.store.record import replay


class Kept:
    """A session with all that was kept of it, game by game."""

    def __init__(self, start: NewGame | LoadGame | Game) -> None:
        self.session = Session(start)
        self.keeping = Keeping(self.session, begun=0)
        self.written: dict[str, list[Step]] = {}
        self.at = 0

    def do(self, command: Command, id_: str | None = None) -> None:
        self.session.do(command, id=id_)
        self.at += 1
        self.keeping.note(self.at, self.at)
        self.written.setdefault(self.keeping.record.uid, []).extend(self.keeping.pending)
        self.keeping.pending = []

    def find_out(self) -> None:
        """Answer everything that the session asks."""
        for question in self.session.questions:
            game = self.session.game
            if question.about == "truth":
                self.do(TellTruth(question.version, find_truth(game.position, rules_of(game), max_states=2000)))
            elif question.about == "hint":
                self.do(TellHint(question.version, find_hint(game.position, rules_of(game), short=None, max_states=2000)))
            else:
                self.do(TellBack(question.version, len(game.actions) // 2 if game.actions else None, str(Known.WINNABLE)))

    def check(self) -> None:
        """What was kept of this game leads to it."""
        record, game = self.keeping.record, self.session.game
        steps = self.written.get(record.uid, [])
        if not steps:
            assert not record.version
            assert self.session.linked is not None or not game.help.autos
            return
        again = replay(Record(record.start.game(), begun=record.begun, uid=record.uid, parent=record.parent), steps)
        assert again.summary() == record.summary()
        same = ("position", "autoplay", "text", "undoable", "redoable", "moves", "score", "status", "help", "deal", "rules", "profile")
        for name in same:
            assert getattr(again.game, name) == getattr(game, name), name


def some_command(random: Random, session: Session) -> Command:
    kind = random.random()
    if kind < 0.45:
        moves = legal_moves(session.game.position, session.game.rules)
        if moves:
            up = [move for move in moves if move.target.kind == "foundation"]
            source, target, count = random.choice(up if up and random.random() < 0.6 else moves)
            return Play(str(source), str(target), count)
    some: list[Command] = [
        Undo(), Undo(), Redo(), Restart(), Finish(), Resign(), SetAutoplay(random.choice(["off", "safe", "max"])), AskHint(), AskHint(),
        Auto(), Auto(), Demonstrate(), GoBack(), SetSettings(truth=True), PlayOn(random.randrange(4)),
        Tap(random.choice("12345678abcd"), None),
    ]  # fmt: skip
    return random.choice(some)


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_what_is_kept_of_a_session_leads_to_its_game(seed: int, count: int) -> None:
    random = Random(seed)
    kept = Kept(some_game(random))
    for _ in range(count):
        kept.do(some_command(random, kept.session))
        if random.random() < 0.7:
            kept.find_out()
        kept.check()


def test_what_was_answered_before_is_noted_once() -> None:
    kept = Kept(NewGame("164"))
    for _ in range(3):
        kept.do(Play("1", "a"), id_="once")
    assert [step.word for step in kept.written[kept.keeping.record.uid]] == ["1a"]


def test_what_was_refused_is_not_noted() -> None:
    kept = Kept(NewGame("164"))
    kept.do(Play("1", "2"))
    kept.do(Undo())
    assert not kept.keeping.is_kept


@pytest.mark.parametrize(
    "text", ["Deal: 164\nMoves: 1a 1b", "Deal: 164\nRules: points cells=2\nMoves: 1a autoplay=max\nHelp: hints=2 autos=1 demonstrated=yes"]
)
def test_a_text_is_kept_with_what_was_done_in_it_once_something_is_done(text: str) -> None:
    kept = Kept(LoadGame(text))
    assert not kept.keeping.is_kept
    kept.do(Undo())
    kept.check()
    assert kept.keeping.record.version > 2


def test_a_restart_keeps_the_help_that_was_taken_until_the_game_is_over() -> None:
    kept = Kept(NewGame("164"))
    kept.do(AskHint())
    kept.find_out()
    name = kept.keeping.record.uid
    kept.do(Restart())
    assert kept.session.game.help.hints == 1
    assert kept.keeping.record.uid == name
    kept.do(Resign())
    kept.do(Restart())
    assert kept.session.game.help.hints == 0
    assert kept.keeping.record.uid != name
    assert not kept.keeping.is_kept


def test_a_game_from_the_middle_of_another_names_it_and_is_kept_at_once() -> None:
    kept = Kept(NewGame("164"))
    kept.do(Play("1", "a"))
    kept.do(Play("2", "b"))
    first = kept.keeping.record.uid
    kept.do(PlayOn(1))
    assert kept.keeping.record.parent == first
    assert [step.word for step in kept.written[kept.keeping.record.uid]] == ["1a"]
    kept.check()
