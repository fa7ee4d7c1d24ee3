"""A game as it is kept: where it began, what was done in it and when, and what that comes to."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from freecell.errors import BadInput, FreeCellError, IllegalMove, IllegalReplay, Refusal
from freecell.game import Game, Status
from freecell.notation import read_game, write_layout, write_rules
from freecell.store.models import MOST_LETTERS, UID_LENGTH
from freecell.store.players import Player

MOST_STEPS: Final = 20_000
"""A game's actions, with all that was undone and done again."""
LAST_MOMENT: Final = 253_402_300_799_999
"""Milliseconds: the end of the year 9999."""

_DAY: Final = 86_400_000

HINT: Final = "hint"
"""A hint was given (U4: none is noted where there was none to give)."""
AUTO: Final = "auto"
"""The program makes the player's next move: as much of a help as a hint."""
DEMO: Final = "demo"
"""From here on the program demonstrates: the game can no longer count as a win of the player's."""
LEAVE: Final = "leave"
"""The game was put aside; it tells how far its clock had come."""
_MARKS: Final = (HINT, AUTO, DEMO, LEAVE)


class Result(StrEnum):
    """What came of a game. Every game has exactly one; it follows from the actions."""

    OPEN = "open"
    """It can be played on."""
    WON = "won"
    DEMONSTRATED = "demonstrated"
    """All cards went up, but the program showed how: no win (U4)."""
    LOST = "lost"
    """No legal move is left, or it is proved that none wins, under rules that end a deal so; Undo takes it up again."""
    RESIGNED = "resigned"


def week_of(moment: int) -> int:
    """Return the week of a moment, UTC: how many Mondays there were since 1970.

    >>> week_of(0), week_of(4 * 86_400_000 - 1), week_of(4 * 86_400_000)
    (0, 0, 1)
    """
    return (moment + 3 * _DAY) // (7 * _DAY)


class Step(NamedTuple):
    """One action with its moment and the game's clock, both in milliseconds."""

    word: str
    """As in a game's text; or undo, redo, restart, hint, auto, demo, leave."""
    at: int
    clock: int


class Start(NamedTuple):
    """Where a game begins: a deal's number or a layout, and the rules as a game's text has them."""

    deal: int | None
    layout: str | None
    rules: str

    @classmethod
    def of(cls, game: Game) -> Start:
        """Return how a game began."""
        layout = None if game.deal is not None else write_layout(game.start)
        return cls(game.deal, layout, write_rules(game.rules, game.profile))

    def game(self) -> Game:
        """Return the game before its first move. Raises `BadInput` for what is no game."""
        origin = f"Layout:\n{self.layout}" if self.deal is None else f"Deal: {self.deal}"
        return read_game(f"{origin}\nRules: {self.rules}")


def new_uid() -> str:
    """Return a new game's name, which no other game has on any machine."""
    return secrets.token_hex(UID_LENGTH // 2)


class Record:
    """A game with what it comes to: its result, and how often it was undone and helped.

    What has been done is told to it action by action, either to be carried out (`play`) or to be noted after a session did (`note`).

    >>> from freecell.deals import deal
    >>> record = Record(Game(deal(164), deal=164), begun=0)
    >>> for second, word in enumerate(["17", "undo", "17", "hint"], start=1):
    ...     step = record.play(word, at=1000 * second, clock=1000 * second)
    >>> record.version, record.game.moves, record.undos, record.hints, record.time, str(record.result)
    (4, 1, 1, 1, 4000, 'open')
    """

    def __init__(self, game: Game, *, begun: int, uid: str | None = None, parent: str | None = None) -> None:
        self.game = game
        self.start = Start.of(game)
        self.profile = game.profile.name if game.profile.offers(game.rules) else "own"
        self.cells = game.rules.cells
        self.uid = new_uid() if uid is None else uid
        self.parent = parent
        self.begun = begun
        self.played = begun
        self.version = 0
        self.time = 0
        self.undos = 0
        self.result = self._result()
        self.ended = None if self.result is Result.OPEN else begun
        self.id: int | None = None  # known to the writer once the game is in the database
        self.player: Player | None = None  # once it is to be written

    def play(self, word: str, at: int, clock: int) -> Step:
        """Carry out an action, and note it. Raises `IllegalMove` or `BadInput`; nothing has changed then."""
        if not isinstance(word, str) or len(word) > MOST_LETTERS:
            raise BadInput("bad-move", text=word)
        if word == "undo":
            self.game.undo()
        elif word == "redo":
            self.game.redo()
        elif word == "restart":
            self._restart()
        elif word in _MARKS:
            self._mark(word)
        else:
            self.game.act(word)
        return self.note(word, at, clock)

    def note(self, word: str, at: int, clock: int, game: Game | None = None) -> Step:
        """Note an action that was carried out; `game` is the game as it is then, where it is no longer the same object.

        Raises `BadInput` where a game has as many actions as it can have.
        """
        if self.version >= MOST_STEPS:
            raise BadInput("game-too-long", actions=MOST_STEPS)
        self.game = self.game if game is None else game
        self.version += 1
        self.played, self.time = at, clock
        self.undos += word in ("undo", "restart")
        was, self.result = self.result, self._result()
        if self.result is Result.OPEN:
            self.ended = None
        elif was is Result.OPEN:
            self.ended = at
        return Step(word, at, clock)

    @property
    def hints(self) -> int:
        """How often the program helped with the next move: shown hints, and moves of Auto."""
        return self.game.help.hints + self.game.help.autos

    @property
    def demonstrated(self) -> bool:
        """Whether the program played any of it; a game that is over is what it was."""
        return self.game.help.demonstrated

    def summary(self) -> dict[str, object]:
        """Return what the actions come to, by the names of the columns that keep it."""
        return {
            "version": self.version,
            "result": str(self.result),
            "moves": self.game.moves,
            "score": self.game.score,
            "time": self.time,
            "undos": self.undos,
            "hints": self.hints,
            "demonstrated": self.demonstrated,
            "played": self.played,
            "ended": self.ended,
            "week": None if self.ended is None else week_of(self.ended),
        }

    def _restart(self) -> None:
        """The same deal again, within the same game: like Undo all the way, it neither ends a game nor counts one more."""
        game = self.game
        if game.is_over:
            raise IllegalMove(Refusal("game-over"))
        self.game = Game(game.start, game.rules.change({"autoplay": game.autoplay}), deal=game.deal, profile=game.profile)
        self.game.help = game.help

    def _mark(self, word: str) -> None:
        taken = self.game.help
        taken.hints += word == HINT
        taken.autos += word == AUTO
        taken.demonstrated |= word == DEMO

    def _result(self) -> Result:
        status = self.game.status
        return Result.OPEN if status is Status.PLAYING else Result(status.value)


def words_of(game: Game) -> list[str]:
    """Return what was done in a game until now, and the help that was taken, as the words of its actions."""
    taken = game.help
    return [DEMO] * taken.demonstrated + [HINT] * taken.hints + [AUTO] * taken.autos + game.text.split()


def replay(record: Record, steps: Iterable[Step]) -> Record:
    """Carry out a list of actions on a record, and return it. Raises `IllegalReplay` at the first that cannot be carried out."""
    for index, step in enumerate(steps, start=1):
        try:
            record.play(*step)
        except FreeCellError as error:
            raise IllegalReplay(index, str(step.word)[:MOST_LETTERS], Refusal(error.code, error.values)) from None
    return record
