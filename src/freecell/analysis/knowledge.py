"""What is known about the positions of one game, and what the truth about one of them says about the others."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from freecell.analysis.truth import LOST, WON, Status, Truth
from freecell.autoplay import finishing_moves
from freecell.game import Action, Game
from freecell.moves import Move
from freecell.position import Position
from freecell.rules import Autoplay, Rules

_LONGEST: Final = 400
"""A line made of the game's own moves is kept up to this length: beyond, a search finds a better one anyway."""


class Knowledge:
    r"""The truths about a game's positions, by how many actions were played there; None for what was not found out yet.

    What can be won could be won before, too, and what is lost stays lost: so each truth that is learned settles others. The one
    exception is a player who gives up the autoplay that sends all cards up (`max`): that may win again what was lost under it, and so
    begins another stretch of the game.

    >>> from freecell.notation import read_game
    >>> knowledge = Knowledge(read_game("Deal: 11982\nMoves: 1a 2b"))
    >>> sorted(knowledge.learn(0, LOST))
    [0, 1, 2]
    >>> [str(truth.status) for truth in knowledge.truths]
    ['unwinnable', 'unwinnable', 'unwinnable']
    """

    def __init__(self, game: Game) -> None:
        self.actions = game.actions
        self.positions = [game.start, *(action.after for action in self.actions)]
        self.rules = [game.rules, *(game.rules.change({"autoplay": action.autoplay}) for action in self.actions)]
        first: dict[tuple[Position, Autoplay], int] = {}
        keys = zip(self.positions, (rules.autoplay for rules in self.rules), strict=True)
        self._first = [first.setdefault(key, index) for index, key in enumerate(keys)]
        self._same: dict[int, list[int]] = {}
        for index, met in enumerate(self._first):
            self._same.setdefault(met, []).append(index)
        self._found: dict[int, Truth] = {}
        self.stretches = self._find_stretches()
        if self.positions[-1].won:
            self.learn(len(self.actions), WON)

    @property
    def truths(self) -> list[Truth | None]:
        """What is known about each position."""
        return [self.truth(index) for index in range(len(self.positions))]

    def truth(self, index: int) -> Truth | None:
        """Return what is known about a position."""
        return self._found.get(self._first[index])

    def learn(self, index: int, truth: Truth) -> set[int]:
        """Keep a truth where it says more than what is known, and what follows from it, the shortest lines first.

        Returns the positions of which more is known now.
        """
        order, news = count(), set[int]()
        waiting = [(_length(truth), next(order), index, truth)]
        while waiting:
            *_, index, truth = heappop(waiting)
            if not says_more(truth, self.truth(index)):
                continue
            self._found[self._first[index]] = truth
            news.update(self._where(index))
            for other, said in self._consequences(index, truth):
                if says_more(said, self.truth(other)):
                    heappush(waiting, (_length(said), next(order), other, said))
        return news

    def first_met(self, index: int) -> int:
        """Return where the game first stood at the same position under the same rules."""
        return self._first[index]

    def bounds(self, first: int, last: int) -> tuple[int, int]:
        """Return the last winnable position of a stretch and its first lost one, or what lies just outside of it."""
        found = [(index, truth.status) for index in range(first, last + 1) if (truth := self.truth(index)) is not None]
        winnable = max((index for index, status in found if status is Status.WINNABLE), default=first - 1)
        return winnable, min((index for index, status in found if status is Status.UNWINNABLE), default=last + 1)

    def turning_point(self) -> tuple[int | None, int | None]:
        """Return the last winnable position of the game, and the first lost one after it; None where there is none known."""
        winnable, _ = self.bounds(0, len(self.actions))
        _, lost = self.bounds(winnable + 1, len(self.actions))
        return winnable if winnable >= 0 else None, lost if lost <= len(self.actions) else None

    def _where(self, index: int) -> list[int]:
        """Wherever the game stood at the same position under the same rules."""
        return self._same[self._first[index]]

    def _consequences(self, index: int, truth: Truth) -> Iterator[tuple[int, Truth]]:
        """What a truth says about the positions beside it, wherever the game stood there."""
        for met in self._where(index):
            if met > 0 and (before := self._before(met, truth)) is not None:
                yield met - 1, before
            if met < len(self.actions) and (after := self._after(met, truth)) is not None:
                yield met + 1, after

    def _find_stretches(self) -> list[tuple[int, int]]:
        pairs = zip(self.rules, self.rules[1:], strict=False)
        ends = [index for index, (before, after) in enumerate(pairs) if before.autoplay is Autoplay.MAX is not after.autoplay]
        return list(zip([0, *(end + 1 for end in ends)], [*ends, len(self.actions)], strict=True))

    def _before(self, index: int, truth: Truth) -> Truth | None:
        """What a truth says about the position before it: if this can be won, so could that, by the same move."""
        action, rules = self.actions[index - 1], self.rules[index - 1]
        if truth.status is not Status.WINNABLE or rules.autoplay is Autoplay.MAX is not action.autoplay:
            return None
        moves = _moves_of(action, rules)
        if truth.moves_left is None or moves is None or rules.autoplay is not action.autoplay or len(truth.line) > _LONGEST:
            return Truth(Status.WINNABLE)
        return Truth(Status.WINNABLE, action.moves + truth.moves_left, moves + truth.line)

    def _after(self, index: int, truth: Truth) -> Truth | None:
        """What a truth says about the position after it."""
        action, autoplay = self.actions[index], self.rules[index].autoplay
        if autoplay is action.autoplay:
            return truth.after(action)
        return LOST if truth.status is Status.UNWINNABLE and autoplay is not Autoplay.MAX else None


def _length(truth: Truth) -> int:
    return _LONGEST * 2 if truth.moves_left is None else truth.moves_left


def says_more(truth: Truth, known: Truth | None) -> bool:
    """Whether a truth says more than what is known: something at all, the status, a line, or a shorter one."""
    if known is None:
        return True
    if known.status is not Status.WINNABLE:
        return known.status is Status.UNKNOWN and truth.status is not Status.UNKNOWN
    return truth.moves_left is not None and (known.moves_left is None or truth.moves_left < known.moves_left)


def _moves_of(action: Action, rules: Rules) -> tuple[Move, ...] | None:
    """The player's moves that an action stands for; None for a change of autoplay."""
    if action.move is not None:
        return (action.move,)
    if action.text != "finish":
        return None
    game = Game(action.before, rules)
    while moves := finishing_moves(game.position):
        game.play(moves[0])
    return tuple(each.move for each in game.actions if each.move is not None)
