"""Pars: whenever a search finds a deal won in fewer moves than was known, it is noted."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final

from freecell.errors import FreeCellError
from freecell.game import Game
from freecell.store import Store

_MOST: Final = 100_000


class Pars:
    """Notes in how few moves deals are known to be won, in the store; what was noted already is not written again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: OrderedDict[tuple[str, int, int], int] = OrderedDict()

    def note(self, game: Game, moves: int | None) -> None:
        """Note that the deal of a game can be won in so many moves in all; a layout, or rules of one's own, have no par."""
        if moves is None or game.deal is None or not game.profile.offers(game.rules):
            return
        key = (game.profile.name, game.rules.cells, game.deal)
        if moves >= self._noted.get(key, moves + 1):
            return
        with suppress(FreeCellError):  # it can be found again
            self._store.note_pars(*key[:2], {game.deal: moves})
            self._noted[key] = moves
            if len(self._noted) > _MOST:
                self._noted.popitem(last=False)

    def note_review(self, game: Game, positions: list[dict[str, Any]]) -> None:
        """Note what a review has found: from each of its positions, a way to the win."""
        made = [0]
        for action in game.actions:
            made.append(made[-1] + action.moves)
        found = [made[each["position"]] + each["moves_left"] for each in positions if each["moves_left"] is not None]
        self.note(game, min(found, default=None))
