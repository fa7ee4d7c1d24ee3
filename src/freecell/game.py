"""A game: rules, a position, and the actions that led to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from freecell.autoplay import autoplay_moves, finishing_moves
from freecell.errors import BadInput, IllegalMove, Refusal
from freecell.moves import Move, apply, check, has_legal_move, read_move, steps_of, write_move
from freecell.position import Position
from freecell.rules import Autoplay, Profile, Rules, nearest_profile, read_autoplay
from freecell.scoring import SCORERS
from freecell.supermoves import Step


class Status(StrEnum):
    """How a game stands. A deal that is lost is taken up again by Undo; the other ends are final."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    """No legal move is left, or it was proved that none wins, under rules that end a deal so."""
    RESIGNED = "resigned"
    DEMONSTRATED = "demonstrated"
    """All cards are up, but the program played a part of the way: no win (U4)."""


_FINAL: Final = (Status.WON, Status.RESIGNED, Status.DEMONSTRATED)


@dataclass(slots=True)
class Help:
    """What the program did for the player in a game."""

    hints: int = 0
    """How many hints were shown; one that says that there is none does not count (U4)."""
    autos: int = 0
    """How many moves Auto made."""
    demonstrated: bool = False
    """Whether the program played any of it to show how it is won."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of the player with all that it set off: what one Undo takes back (U1)."""

    text: str
    """As a game's text has it: a move, `finish`, or `autoplay=` and its new value."""
    move: Move | None
    """The player's move; None for `finish` and for a change of autoplay."""
    sent_up: tuple[Move, ...]
    """The foundation moves that followed by themselves."""
    before: Position
    after: Position
    autoplay: Autoplay
    """The autoplay from here on."""
    gain: int
    """What it brought to the score."""

    @property
    def moves(self) -> int:
        """How many moves it counts: a supermove is one, and so is every card that goes to a foundation, whoever sends it."""
        return (self.move is not None) + len(self.sent_up)

    @property
    def move_steps(self) -> list[Step]:
        """The single-card moves that the player's move stands for."""
        return [] if self.move is None else steps_of(self.before, self.move)

    @property
    def steps(self) -> list[Step]:
        """The single-card moves from `before` to `after`."""
        return self.move_steps + [Step(move.source, move.target) for move in self.sent_up]


class Game:
    """A game being played: it makes legal moves, refuses others with a reason, undoes, redoes, scores, and knows how it stands.

    `deal` is the number of the deal, where the game has one, and `profile` the profile that its rules were chosen from, else the one that
    they are nearest to; both are only names. The whole history is kept, whatever the undo limit.
    Raises `BadInput` if the position's cells are not as many as the rules'.

    >>> from freecell.deals import deal
    >>> game = Game(deal(164), deal=164)
    >>> game.play("1a").after.empty_cells
    3
    >>> game.play("12")
    Traceback (most recent call last):
    ...
    freecell.errors.IllegalMove: 2♠ does not go on 6♥, which takes a black 5.
    >>> game.undo().text, game.moves, game.status
    ('1a', 0, <Status.PLAYING: 'playing'>)
    """

    def __init__(self, position: Position, rules: Rules | None = None, *, deal: int | None = None, profile: Profile | None = None) -> None:
        rules = Rules(cells=len(position.cells)) if rules is None else rules
        if len(position.cells) != rules.cells:
            raise BadInput("wrong-cells", count=len(position.cells), wanted=rules.cells)
        self.rules = rules
        self.deal = deal
        self.profile = nearest_profile(rules) if profile is None else profile
        self.start = position
        self._actions: list[Action] = []
        self._done = 0  # actions before here are played, those from here on can be redone
        self._floor = 0  # Undo goes no further back
        self._resigned = False
        self._proved_lost: tuple[Position, Autoplay] | None = None
        self.help = Help()

    @property
    def position(self) -> Position:
        """Where the cards lie now."""
        return self._actions[self._done - 1].after if self._done else self.start

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay in force now."""
        return self._actions[self._done - 1].autoplay if self._done else self.rules.autoplay

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played and not undone."""
        return tuple(self._actions[: self._done])

    @property
    def moves(self) -> int:
        """How many moves were made; those undone do not count."""
        return sum(action.moves for action in self._actions[: self._done])

    @property
    def score(self) -> int | None:
        """The score as it stands; None where the rules have none."""
        if self.rules.scoring == "none":
            return None
        return SCORERS[self.rules.scoring].start(self.start) + sum(a.gain for a in self._actions[: self._done])

    @property
    def undoable(self) -> int:
        """How many actions can be undone now."""
        return 0 if self.is_over else self._done - self._floor

    @property
    def redoable(self) -> int:
        """How many actions can be redone now."""
        return 0 if self.is_over else len(self._actions) - self._done

    @property
    def status(self) -> Status:
        """How the game stands."""
        if self.position.won:
            return Status.DEMONSTRATED if self.help.demonstrated else Status.WON
        if self._resigned:
            return Status.RESIGNED
        return Status.LOST if self.proved_lost or (self.rules.lose_without_moves and self.without_moves) else Status.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended for good; a lost deal can be taken up again."""
        return self.status in _FINAL

    @property
    def without_moves(self) -> bool:
        """Whether no legal move at all is left, though the game is not won (E1)."""
        return not self.position.won and not has_legal_move(self.position, self.rules)

    @property
    def proved_lost(self) -> bool:
        """Whether the deal has ended here because it was proved that nothing wins any more (S1.22)."""
        return self._proved_lost == (self.position, self.autoplay)

    @property
    def can_finish(self) -> bool:
        """Whether foundation moves alone win from here."""
        return self.status is Status.PLAYING and bool(finishing_moves(self.position))

    @property
    def text(self) -> str:
        """The actions as a game's text has them."""
        return " ".join([a.text for a in self._actions[: self._done]] + ["lost"] * self.proved_lost + ["resign"] * self._resigned)

    def play(self, move: Move | str) -> Action:
        """Make a move, given as such or in standard notation, and what autoplay adds to it.

        Raises `IllegalMove` with the reason if the rules refuse it, `BadInput` if the text is no move; nothing has changed then.
        """
        self._must_be_playing()
        before = self.position
        if not isinstance(move, Move):
            move = read_move(move, before, self.rules)
        check(before, self.rules, move)
        text = write_move(move, before, self.rules)
        returned = move.source.kind == "foundation"
        return self._act(text, move, self.autoplay, Autoplay.OFF if returned else self.autoplay)

    def finish(self) -> Action:
        """Send all cards to the foundations, where that alone wins; raises `IllegalMove` where it does not."""
        self._must_be_playing()
        if not self.can_finish:
            raise IllegalMove(Refusal("cannot-finish"))
        return self._act("finish", None, self.autoplay, Autoplay.MAX)

    def set_autoplay(self, autoplay: Autoplay | str) -> Action:
        """Change the autoplay: an action of the game like any other, after which autoplay runs. Raises `BadInput`."""
        autoplay = read_autoplay(autoplay)
        self._must_be_playing()
        return self._act(f"autoplay={autoplay}", None, autoplay, autoplay)

    def act(self, text: str) -> Action | None:
        """Do what one word of a game's text says: a move, `finish`, `resign`, `lost`, or `autoplay=` and a value.

        Raises `IllegalMove` or `BadInput`. Returns None for `resign` and `lost`, which are no actions.
        """
        word = text.lower() if isinstance(text, str) else text
        if word == "finish":
            return self.finish()
        if word == "resign":
            self.resign()
            return None
        if word == "lost":
            self.lose()
            return None
        if isinstance(word, str) and word.startswith("autoplay="):
            return self.set_autoplay(word.removeprefix("autoplay="))
        return self.play(text)

    def undo(self) -> Action:
        """Take back the last action with all that it set off, and return it. Raises `IllegalMove` where there is none to take back."""
        self._must_not_be_over()
        if self._done == self._floor:
            if self._done:
                raise IllegalMove(Refusal("undo-limit", {"limit": self.rules.undo_limit}))
            raise IllegalMove(Refusal("nothing-to-undo"))
        self._done -= 1
        return self._actions[self._done]

    def redo(self) -> Action:
        """Do again what was undone last, and return it. Raises `IllegalMove` if nothing was, or another action came after it."""
        self._must_not_be_over()
        if self._done == len(self._actions):
            raise IllegalMove(Refusal("nothing-to-redo"))
        self._done += 1
        return self._actions[self._done - 1]

    def resign(self) -> None:
        """End the game as a loss, with the score as it stands (S1.23). Raises `IllegalMove` if it is over."""
        self._must_be_playing()
        self._resigned = True

    def lose(self) -> None:
        """End the deal as lost, where it was proved that nothing wins from here; Undo takes it up again.

        Raises `IllegalMove` if the game is over, or if the rules do not end a deal so.
        """
        self._must_be_playing()
        if not self.rules.lose_without_moves:
            raise IllegalMove(Refusal("plays-on"))
        self._proved_lost = (self.position, self.autoplay)

    def continued(self, count: int) -> Game:
        """Return a new game with the first `count` actions of this one and the help taken, to be played on from there.

        Raises `BadInput` if there are not so many actions, or if the cards were all up by then.
        """
        if not (type(count) is int and 0 <= count <= self._done) or (count and self._actions[count - 1].after.won) or self.start.won:
            raise BadInput("bad-point", value=count, actions=self._done)
        return self._first(count)

    def copy(self) -> Game:
        """Return the game as it stands, to be looked at while this one is played on; what was undone is not in it."""
        game = self._first(self._done)
        game._resigned, game._proved_lost = self._resigned, self._proved_lost
        return game

    def _first(self, count: int) -> Game:
        game = Game(self.start, self.rules, deal=self.deal, profile=self.profile)
        game._actions = self._actions[:count]
        game._done = count
        game._floor = 0 if self.rules.undo_limit is None else max(0, count - self.rules.undo_limit)
        game.help = replace(self.help)
        return game

    def _must_be_playing(self) -> None:
        if self.status is not Status.PLAYING:
            raise IllegalMove(Refusal("game-over"))

    def _must_not_be_over(self) -> None:
        if self.is_over:
            raise IllegalMove(Refusal("game-over"))

    def _act(self, text: str, move: Move | None, autoplay: Autoplay, runs: Autoplay) -> Action:
        before = self.position
        moved = before if move is None else apply(before, move)
        sent_up, after = autoplay_moves(moved, runs, self.rules)
        made = sent_up if move is None else [move, *sent_up]
        gain = sum(map(SCORERS[self.rules.scoring].gain, made))
        action = Action(text, move, tuple(sent_up), before, after, autoplay, gain)
        self._actions[self._done :] = [action]
        self._done += 1
        if self.rules.undo_limit is not None:
            self._floor = max(self._floor, self._done - self.rules.undo_limit)
        return action
