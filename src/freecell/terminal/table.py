"""The screen with the table: what the keys and the mouse ask for is done in the game, and what came of it is shown and told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.screen import Screen
from textual.widgets import Static

from freecell.analysis import find_deal
from freecell.commands import (
    Answer,
    Command,
    LoadGame,
    NewGame,
    Play,
    SetSettings,
    Stop,
    Tap,
    Told,
)
from freecell.errors import FreeCellError
from freecell.game import Game
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.notation import write_game
from freecell.rules import Profile
from freecell.session import Session
from freecell.speech import place_text
from freecell.store import Player, Store
from freecell.terminal.advisor import MEMORY, Advisor
from freecell.terminal.asking import Asking
from freecell.terminal.board import PACES, Board
from freecell.terminal.demonstration import Demonstration
from freecell.terminal.felt import CELLS, FELT
from freecell.terminal.keys import COMMANDS, TwoKeys
from freecell.terminal.lines import below_text, head_text, standing, told_of, truth_text
from freecell.terminal.names import deal_name, rules_name
from freecell.terminal.newgame import ANY, Wanted
from freecell.terminal.preferences import Preferences
from freecell.terminal.seat import Seat, Start


class TableScreen(Screen[None]):
    """One game at a time, at a seat of its own."""

    DEFAULT_CSS = f"""
    TableScreen {{ background: {FELT}; color: #eef6f2; }}
    TableScreen > Static {{ width: 1fr; height: auto; padding: 0 1; }}
    TableScreen #head {{ background: #0e3a30; }}
    TableScreen #said {{ min-height: 1; max-height: 4; text-style: bold; }}
    TableScreen #below {{ background: #0e3a30; height: 1; }}
    TableScreen VerticalScroll {{ height: 1fr; scrollbar-size-vertical: 1; background: {FELT}; }}
    """

    def __init__(
        self, store: Store, player: Player, start: Start | Wanted, preferences: Preferences, remember: Callable[[Preferences], object]
    ) -> None:
        super().__init__()
        self.store, self.player, self._start = store, player, start
        self.preferences, self._remember = preferences, remember
        self._asking = Asking(self)
        self.board = Board()
        self.seat: Seat | None = None
        self._advisor = Advisor(lambda session, told: self.call_later(self._hear, session, told))
        self.demonstration: Demonstration | None = None
        self._places = TwoKeys()
        self._search = threading.Event()  # set: the search for a deal, or for its difficulty, is wanted no more

    def compose(self) -> ComposeResult:
        """What is told above and below, and the table between."""
        yield Static(id="head", markup=False)
        with VerticalScroll(can_focus=False):
            yield self.board
        yield Static(id="said", markup=False)
        yield Static(id="truth", markup=False)
        yield Static(id="below")

    def on_mount(self) -> None:
        """Begin the game that was asked for."""
        self._apply()
        self.board.focus()
        self.query_one("#below", Static).update(below_text())
        self.set_interval(1, self._show_head)
        if isinstance(self._start, Wanted):
            self.begin(self._start)
        else:
            self.sit(self._start)

    def on_unmount(self) -> None:
        """Put the game aside."""
        self.leave()

    # The game

    def sit(self, start: Start) -> None:
        """Play another game, and put aside the one on the table."""
        try:
            seat = Seat(self.store, self.player, start, self._settings(), later=self.call_later, changed=self._show_all)
        except FreeCellError as error:
            self.say(str(error))
            return
        if self.seat is not None:
            self.seat.leave()
        self.end_demonstration()
        self.seat = seat
        seat.let_run(True)
        self.board.focused = ("1", len(seat.session.game.position.cascades[0]) - 1)
        self._show_all()
        self._advisor.follow(seat.session)
        game = seat.session.game
        self.say(standing(seat.snapshot()) or f"{deal_name(game.deal)}. {rules_name(self.profile, game.rules.cells)}.")

    def begin(self, wanted: Wanted) -> None:
        """Begin a new game; one that is wished for is searched first, for which the table need not wait."""
        if not (wanted.start.deal == ANY and wanted.wish.winnable):
            self.sit(wanted.start)
            return
        self.say(_("Searching…"))
        self.aside(partial(find_deal, wanted.rules, wanted.wish, max_memory=MEMORY), partial(self._found, wanted))

    def do(self, command: Command) -> Answer | None:
        """Carry out a command, and show what came of it."""
        self.board.settle()
        if self.seat is None:
            return None
        return self._take(self.seat.do(command))

    def say(self, words: str) -> None:
        """Tell the player."""
        self.query_one("#said", Static).update(Text(words))

    def _hear(self, session: Session, told: Told) -> None:
        if self.seat is not None and self.seat.session is session:
            answer = self._take(self.seat.do(told), quiet=True)
            if answer.refusal is None and self.demonstration is not None:
                self.demonstration.hear(answer)

    def _take(self, answer: Answer, *, quiet: bool = False) -> Answer:
        """Show what came of a command; `quiet`, where a refusal is none of the player's."""
        assert self.seat is not None  # noqa: S101
        steps = [step for event in answer.events for step in event.values.get("steps", ())]
        self._show_all(steps)
        self._advisor.follow(self.seat.session)
        told = " ".join(told_of(answer.events))
        if answer.refusal is not None and not quiet:
            self.say(told or str(answer.refusal))
            self.app.bell()
        elif told:
            self.say(told)
        if self.seat.gone:
            self._asking.gone()
        if any(event.code in ("won", "demonstrated") for event in answer.events):
            self.set_timer(max(0.1, self.board.pace * len(steps)), self._asking.end)
        return answer

    def _found(self, wanted: Wanted, number: int | None) -> None:
        if number is None:
            self.say(str(FreeCellError("no-such-deal", wish=str(wanted.wish))))
            if self.seat is None:
                self.sit(wanted.start)
        else:
            self.sit(NewGame(str(number), wanted.start.profile, wanted.start.rules))

    @property
    def profile(self) -> str:
        """The name of the rules that are played under: a profile's, or `own`."""
        game = self.game
        return game.profile.name if game.profile.offers(game.rules) else "own"

    @property
    def game(self) -> Game:
        """The game on the table."""
        assert self.seat is not None  # noqa: S101
        return self.seat.session.game

    # What the player asks for

    def on_board_tapped(self, event: Board.Tapped) -> None:
        """Tap a card."""
        self._places.source = ""
        self.do(Tap(event.place, event.depth))

    def on_key(self, event: Key) -> None:
        """Move by two keys, or give a command."""
        if event.key == "escape":
            self._escape()
        elif event.character is not None and self._places.takes(event.character.lower()):
            self._place(event.character.lower())
        elif event.key.lower() in COMMANDS:
            self.command(COMMANDS[event.key.lower()])
        else:
            return
        event.stop()

    def on_click(self, event: Click) -> None:
        """Give the command whose name below the table was clicked."""
        command = event.style.meta.get("command")
        if command is not None:
            self.command(command)

    def command(self, name: str) -> None:
        """Carry out one of the commands that keys ask for."""
        self._places.source = ""
        self._asking.give(name)

    def _place(self, key: str) -> None:
        """One of the keys of a move."""
        move = self._places.press(key)
        if move is not None:
            self.do(Play(*move))
            return
        source = self._places.source
        if source.isdigit() or source in CELLS[: self.game.rules.cells]:
            self.board.go_to(self.board.at(source))
        name = place_text(source, language=spoken()) if source else ""
        self.say(_("{name}: where to?", name=name[:1].upper() + name[1:]) if source else _("The choice is taken back."))

    def _escape(self) -> None:
        self._search.set()
        self._places.source = ""
        waits = self.seat is not None and self.seat.session.snapshot()["waiting"]
        if self.demonstration is not None and self.demonstration.on:
            self.end_demonstration()
            self.do(Stop())
        elif self.seat is not None and self.seat.session.picked is not None:
            source = self.seat.session.picked.source
            depth = len(self.game.position.cards_at(source)) - self.seat.session.picked.count
            self.do(Tap(str(source), depth if source.kind == "cascade" else None))
        elif waits:
            self.do(Stop())
        else:
            self.say("")

    # Beside the game

    def aside(self, work: Callable[..., Any], done: Callable[[Any], object]) -> None:
        """Have something searched for in a thread, and what was found told, unless the player asks for something else meanwhile."""
        self._search.set()
        stop = self._search = threading.Event()

        def search() -> None:
            found = work(cancel=stop.is_set)
            self.call_later(lambda: None if stop.is_set() else done(found))

        threading.Thread(target=search, name="search-aside", daemon=True).start()

    def prefer(self, preferences: Preferences) -> None:
        """Take on what the player likes now."""
        before, self.preferences = self.preferences, preferences
        self._remember(preferences)
        if (before.language, before.letters) != (preferences.language, preferences.letters):
            self.app.exit(self.leave())  # the program begins anew with other words, and the same game
            return
        self._apply()
        if self.seat is not None:
            self.do(self._settings(self.game.profile))

    def end_demonstration(self) -> None:
        """Play no more for the player."""
        if self.demonstration is not None:
            self.demonstration.end()
        self.demonstration = None

    def leave(self) -> Start | None:
        """Put the game aside; return how to go on with it."""
        seat, self.seat = self.seat, None
        self._search.set()
        self._advisor.close()
        if seat is None:
            return None
        seat.leave()
        record = self.store.load(self.player, seat.keeping.record.uid) if seat.keeping.is_kept else None
        return record or LoadGame(write_game(seat.session.game))

    def _settings(self, profile: Profile | None = None) -> SetSettings:
        """What the player likes, for a session; with a profile, what is left to the rules is as they have it."""
        liked = self.preferences
        tap = liked.tap if liked.tap != "profile" else profile.tap if profile else None
        foundations = liked.foundations if liked.foundations != "profile" else profile.foundations if profile else None
        return SetSettings(tap, foundations, liked.truth == "on")

    def _apply(self) -> None:
        self.board.colours, self.board.left_handed = self.preferences.colours, self.preferences.hand == "left"
        self.board.pace = PACES[self.preferences.motion]
        self.board.refresh(layout=True)

    # What is shown

    def _show_all(self, steps: Sequence[Mapping[str, str]] = ()) -> None:
        if self.seat is None:
            return
        snapshot = self.seat.snapshot()
        self.board.show(snapshot, steps)
        truth = snapshot["truth"]
        line = self.query_one("#truth", Static)
        line.display = truth is not None
        line.update(truth_text(truth) if truth else "")
        self._show_head()

    def _show_head(self) -> None:
        if self.seat is not None:
            self.query_one("#head", Static).update(head_text(self.seat.snapshot(), clock=self.preferences.clock == "on"))
