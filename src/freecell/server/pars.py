"""Par of a deal: the length of the best way to win it that is known here, in moves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from freecell.analysis import UNKNOWN, Status, Truth
from freecell.errors import FreeCellError
from freecell.game import Game
from freecell.position import Position
from freecell.rules import Rules
from freecell.store import Store

_MOST_KNOWN: Final = 10_000


@dataclass(slots=True)
class _Start:
    """What is known of one start under its rules."""

    moves: int | None = None
    truth: Truth = UNKNOWN
    """What a search for a short line has found."""


class Pars:
    """The par of each start under its rules, from searches, from reviews, and from whoever wins in fewer moves; bounded in number.

    What searches find of numbered deals under a profile's rules is noted in the store as well, where there is one.

    >>> from freecell.deals import deal
    >>> pars, game = Pars(), Game(deal(164))
    >>> for moves in (90, 79, 85):
    ...     pars.learn(game, moves)
    >>> pars.of(game), pars.status(game)
    (79, <Status.WINNABLE: 'winnable'>)
    """

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
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

    def recall(self, game: Game) -> None:
        """Take in what is noted in the store; this reads the database, and so is nothing for the event loop."""
        kind = _kind(game)
        if self._store is not None and kind is not None:
            moves = self._store.par(*kind)
            if moves is not None:
                self._take_in(game, moves)

    def learn(self, game: Game, moves: int) -> None:
        """Take in that a search has found a game's start won in so many moves."""
        kind = _kind(game)
        if self._take_in(game, moves) and self._store is not None and kind is not None:
            with suppress(FreeCellError):  # it can be found again
                self._store.note_pars(*kind[:2], {kind[2]: moves})

    def learn_rest(self, game: Game, made: int, left: int | None) -> None:
        """Take in that a search has found a way to win after so many moves of a game; not if the game came there under another autoplay."""
        if left is not None and _keeps_autoplay(game):
            self.learn(game, made + left)

    def learn_review(self, game: Game, left: Mapping[int, int]) -> None:
        """Take in how many moves were left, as a review has found, after so many actions."""
        made = [0]
        for action in game.actions:
            made.append(made[-1] + action.moves)
        best = min((made[index] + moves for index, moves in left.items()), default=None)
        if best is not None and _keeps_autoplay(game):
            self.learn(game, best)

    def learn_truth(self, game: Game, truth: Truth) -> None:
        """Take in what the search for a short line from a game's start has found."""
        self._start(game, keep=True).truth = truth
        if truth.moves_left is not None:
            self.learn(game, truth.moves_left)

    def learn_win(self, game: Game) -> None:
        """Take in a game that may be won, by whomever; with another autoplay on the way it was one under other rules."""
        if game.position.won and _keeps_autoplay(game):
            self._take_in(game, game.moves)

    def _take_in(self, game: Game, moves: int) -> bool:
        """Whether that is less than was known."""
        start = self._start(game, keep=True)
        if start.moves is not None and start.moves <= moves:
            return False
        start.moves = moves
        return True

    def _start(self, game: Game, *, keep: bool = False) -> _Start:
        key = game.start, game.rules
        if not keep:
            return self._starts.get(key, _Start())
        start = self._starts.setdefault(key, _Start())
        self._starts.move_to_end(key)
        if len(self._starts) > _MOST_KNOWN:
            self._starts.popitem(last=False)
        return start


def _keeps_autoplay(game: Game) -> bool:
    return all(action.autoplay is game.rules.autoplay for action in game.actions)


def _kind(game: Game) -> tuple[str, int, int] | None:
    """The profile, the cells and the deal that a par is noted for; None for a layout, or rules that no profile offers."""
    if game.deal is None or not game.profile.offers(game.rules):
        return None
    return game.profile.name, game.rules.cells, game.deal
