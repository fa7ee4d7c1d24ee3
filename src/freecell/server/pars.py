"""Par of a deal: the length of the best way to win it that is known here, in moves."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from freecell.analysis import UNKNOWN, Status, Truth
from freecell.game import Game
from freecell.position import Position
from freecell.rules import Rules

_MOST_KNOWN: Final = 10_000


@dataclass(slots=True)
class _Start:
    """What is known of one start under its rules."""

    moves: int | None = None
    truth: Truth = UNKNOWN
    """What a search for a short line has found."""


class Pars:
    """The par of each start under its rules, from searches, from reviews, and from whoever wins in fewer moves; bounded in number.

    >>> from freecell.deals import deal
    >>> pars, game = Pars(), Game(deal(164))
    >>> for moves in (90, 79, 85):
    ...     pars.learn(game, moves)
    >>> pars.of(game), pars.status(game)
    (79, <Status.WINNABLE: 'winnable'>)
    """

    def __init__(self) -> None:
        self._starts: OrderedDict[tuple[Position, Rules], _Start] = OrderedDict()

    def of(self, game: Game) -> int | None:
        """Return the par of a game's start under the rules that it began with; None if no way to win is known."""
        return self._start(game).moves

    def status(self, game: Game) -> Status:
        """Return whether the start can be won, as far as is known here."""
        return self._start(game).truth.status if self.of(game) is None else Status.WINNABLE

    def is_searched(self, game: Game) -> bool:
        """Whether a search for a short line has had its answer."""
        return self._start(game).truth.status is not Status.UNKNOWN

    def learn(self, game: Game, moves: int) -> None:
        """Take in that a game's start can be won in so many moves."""
        start = self._start(game, keep=True)
        start.moves = moves if start.moves is None else min(moves, start.moves)

    def learn_truth(self, game: Game, truth: Truth) -> None:
        """Take in what the search for a short line from a game's start has found."""
        self._start(game, keep=True).truth = truth
        if truth.moves_left is not None:
            self.learn(game, truth.moves_left)

    def learn_win(self, game: Game) -> None:
        """Take in a game that may be won, by whomever; with another autoplay on the way it was one under other rules."""
        if game.position.won and all(action.autoplay is game.rules.autoplay for action in game.actions):
            self.learn(game, game.moves)

    def _start(self, game: Game, *, keep: bool = False) -> _Start:
        key = game.start, game.rules
        if not keep:
            return self._starts.get(key, _Start())
        start = self._starts.setdefault(key, _Start())
        self._starts.move_to_end(key)
        if len(self._starts) > _MOST_KNOWN:
            self._starts.popitem(last=False)
        return start
