"""What is to be kept of a session: its actions, as they come, and the game that they belong to."""

from __future__ import annotations

from freecell.game import Game
from freecell.session import Session
from freecell.store.record import LEAVE, MOST_STEPS, Record, Step, words_of


class Keeping:
    """Notes what a session does. Every face that keeps games has one beside its session, and hands over what is pending.

    >>> from freecell.commands import NewGame, Play, Undo
    >>> session = Session(NewGame("164"))
    >>> keeping = Keeping(session, begun=0)
    >>> for second, command in enumerate([Play("1", "a"), Undo()], start=1):
    ...     answer = session.do(command)
    ...     keeping.note(at=1000 * second, clock=1000 * second)
    >>> [step.word for step in keeping.pending], keeping.record.undos
    (['1a', 'undo'], 1)
    """

    def __init__(self, session: Session, record: Record | None = None, *, begun: int = 0) -> None:
        self.session = session
        self.record = Record(session.game, begun=begun) if record is None else record
        self.pending: list[Step] = []
        """The last actions of the record, which were not handed over to be written yet."""
        self._before = words_of(session.game) if record is None else []

    @property
    def is_kept(self) -> bool:
        """Whether anything was done in the game yet; before that there is nothing to keep."""
        return self.record.version > 0

    @property
    def is_full(self) -> bool:
        """Whether the game has as many actions as can be kept; there is room left to go all the way back."""
        return self.record.version + len(self._before) + 2 * len(self.session.game.actions) + 8 > MOST_STEPS

    def note(self, at: int, clock: int) -> None:
        """Note what the session's last command did, at this moment, and with what the game's clock showed."""
        words, game = self.session.words, self.session.game
        if game is not self.record.game and not words:  # another game has begun
            self._begin(game, at)
            words = () if self.session.linked is None else tuple(self._before)
        elif words:
            words = (*self._before, *words)
        if words:
            self._before = []
            self.pending += [self.record.note(word, at, clock, game) for word in words]

    def leave(self, at: int, clock: int) -> None:
        """Note that the game is put aside."""
        if self.is_kept and self.record.version < MOST_STEPS:
            self.pending.append(self.record.note(LEAVE, at, clock))

    def _begin(self, game: Game, at: int) -> None:
        parent = None if self.session.linked is None else self.record.uid
        self.record = Record(game, begun=at, parent=parent)
        self._before = words_of(game)
