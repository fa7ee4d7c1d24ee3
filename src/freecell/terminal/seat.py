"""A seat at the terminal: one game that is played, with every action on disk before it is answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from freecell.commands import Answer, Command, Event, LoadGame, NewGame, Redo, SetSettings, Told, Undo
from freecell.errors import FreeCellError, Refusal
from freecell.game import Status
from freecell.session import Session
from freecell.store import MOST_STEPS, Clock, Keeping, Outcome, Player, Record, Store, Writing, now

log = logging.getLogger(__name__)

_PATIENCE: Final = 1.0
"""Seconds that an answer waits for the disk, before it says that the action is not saved; while one is not, the next ones do not wait."""

Start = NewGame | LoadGame | Record
"""How a game comes to be played: a new one, or one that is kept."""
Later = Callable[[Callable[[], None]], object]
"""Has something done soon by whoever drives the seat, in their own thread."""


class Seat:
    """A session, what is kept of it, and its clock.

    `do` answers as the session does. Where the game was played on elsewhere meanwhile, in the browser perhaps, the answer says so, and
    shows it as it stands there. `later` brings what the disk says late back to the thread that all else is called in; `changed` is then
    called there. Raises `FreeCellError` for a game that cannot be had.
    """

    def __init__(
        self, store: Store, player: Player, start: Start, settings: SetSettings | None = None, *, later: Later, changed: Callable[[], None]
    ) -> None:
        self._store, self._player, self._later, self._changed = store, player, later, changed
        self._waiting = 0  # writings that were answered as not saved
        self._is_behind = False  # the game was played elsewhere, and could not be loaded since
        self.gone = False
        """Whether the game was deleted elsewhere: what is played on is kept no more."""
        if isinstance(start, Record):
            self._resume(start, settings)
        else:
            self.session = Session(start, settings)
            self.keeping = Keeping(self.session, begun=now())
            self.clock = Clock()

    @property
    def saved(self) -> bool:
        """Whether everything that was done is on disk."""
        return not (self._waiting or self.keeping.pending or self._is_behind)

    def snapshot(self) -> dict[str, Any]:
        """Return how the game stands, as the session has it, and how it is kept."""
        kept = {"game": self.keeping.record.uid, "saved": self.saved, "time": self.clock.time}
        return {**self.session.snapshot(), **kept}

    def do(self, command: Command) -> Answer:
        """Carry out a command, and say what came of it once it is on disk."""
        if self.keeping.is_full and not isinstance(command, (Told, Undo, Redo)):
            return self._refused(Refusal("game-too-long", {"actions": MOST_STEPS}))
        answer = self.session.do(command)
        if answer.refusal is not None or self._keep():
            return answer
        return self._refused(Refusal("game-deleted"), ()) if self.gone else self._refused(Refusal("stale"), (Event("elsewhere"),))

    def leave(self) -> None:
        """Put the game aside, with what its clock shows."""
        self.clock.run(False)
        if self.keeping.is_kept and not self.gone:
            self.keeping.leave(now(), self.clock.time)
            self._write()

    def let_run(self, runs: bool) -> None:
        """Let the clock run, as far as there is a game that is played."""
        self.clock.run(runs and self.keeping.is_kept and self.session.game.status is Status.PLAYING)

    def _resume(self, record: Record, settings: SetSettings | None) -> None:
        self.session = Session(record.game, settings, version=now())
        self.keeping = Keeping(self.session, record)
        self.clock = Clock(record.time)

    def _refused(self, refusal: Refusal, events: tuple[Event, ...] = ()) -> Answer:
        return Answer(events, refusal, self.session.snapshot(), self.session.questions)

    def _keep(self) -> bool:
        """Have written what the session has just done; False if it was done in vain, since somebody else wrote on first."""
        session = self.session
        if session.game is not self.keeping.record.game and not session.words and session.linked is None:
            self.clock = Clock()  # the same deal again, after its end: another game
            self.gone = False
        self.keeping.note(now(), self.clock.time)
        self.let_run(True)
        return self.gone or self._write()

    def _write(self) -> bool:
        steps = self.keeping.pending
        if not steps:
            return True
        try:
            writing = self._store.append(self._player, self.keeping.record, steps)
        except FreeCellError:  # more is waiting than memory should hold: these actions go with the next ones
            return True
        self.keeping.pending = []
        try:
            outcome = writing.answer.result(timeout=0 if self._waiting else _PATIENCE)
        except TimeoutError:
            outcome = Outcome.WAITING
        except Exception:
            log.exception("an action could not be written")
            self.keeping.pending = steps
            return True
        if outcome is Outcome.WAITING:
            self._wait_for(writing)
        return outcome is not Outcome.STALE or self._load_again()

    def _wait_for(self, writing: Writing[Outcome]) -> None:
        """See to it that the player is told when that is written after all."""
        self._waiting += 1
        writing.done.add_done_callback(lambda done: self._later(partial(self._written, done)))

    def _written(self, done: Future[Outcome]) -> None:
        self._waiting -= 1
        if done.exception() is None and done.result() is Outcome.STALE:
            self._load_again()
        self._changed()

    def _load_again(self) -> bool:
        """Show the game as others have left it, or that it is gone; True if it cannot be read now: the next action tries again."""
        try:
            record = self._store.load(self._player, self.keeping.record.uid)
        except FreeCellError as error:
            log.warning("a game that was played elsewhere could not be loaded: %s", error)
            self._is_behind = True
            return True
        self._is_behind = False
        self.keeping.pending = []
        if record is None:
            self.gone = True
        else:
            self._resume(record, SetSettings(self.session.tap, self.session.foundations, self.session.truth))
        return False
