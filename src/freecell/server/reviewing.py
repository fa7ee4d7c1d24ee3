"""Reviews of games, their searches shared among the server's workers, told as they come."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from freecell.analysis import Question, Review, Saving, Status, Truth, play_line
from freecell.analysis.tasks import AnswerQuestion
from freecell.errors import FreeCellError
from freecell.game import Game
from freecell.moves import Move, write_move
from freecell.server.pars import Pars
from freecell.server.searches import Searches
from freecell.snapshot import cards_of, shown_action, shown_position

EVERY: Final = 0.25
"""Seconds between two tellings."""
SECONDS: Final = 60.0
"""Seconds after which a review ends with what it has found."""


class Reviewing:
    """A review of a game that nobody plays meanwhile."""

    def __init__(self, game: Game, pars: Pars) -> None:
        self._game = game
        self._pars = pars
        self._told: dict[int, dict[str, Any]] = {}

    def first(self) -> dict[str, Any]:
        """Return what there is to step through: the start, and each action's single-card moves."""
        return {
            **self._progress(),
            "start": shown_position(self._game.start),
            "actions": [shown_action(action) for action in self._game.actions],
            "positions": [],
            "summary": None,
        }

    async def run(
        self,
        searches: Searches,
        client: str,
        tell: Callable[[dict[str, Any]], object] | None = None,
        *,
        seconds: float = SECONDS,
        on_spent: Callable[[float], object] | None = None,
    ) -> dict[str, Any]:
        """Search, and return the last message, with everything; `tell` gets the news now and then. Cancelled, it ends its searches."""
        # What the review makes of its answers takes long for long games, and so is not done on the event loop.
        review = await asyncio.to_thread(Review, self._game)
        end, heard = time.monotonic() + seconds, time.monotonic()
        searching: dict[asyncio.Task[Truth], Question] = {}
        try:
            while time.monotonic() < end:
                while len(searching) < searches.workers and (question := await asyncio.to_thread(review.ask)) is not None:
                    searching[asyncio.create_task(searches.ask(AnswerQuestion(question), client, on_spent=on_spent))] = question
                if not searching:
                    break
                done, _ = await asyncio.wait(searching, timeout=end - time.monotonic(), return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    await asyncio.to_thread(review.take, searching.pop(task), task.result())
                if tell is not None and time.monotonic() - heard >= EVERY:
                    heard = time.monotonic()
                    tell(self._progress() | {"positions": self._news(review), "summary": None})
        finally:
            for task in searching:
                task.cancel()
        return await asyncio.to_thread(self._last, review)

    def _last(self, review: Review) -> dict[str, Any]:
        self._news(review)
        self._pars.learn_win(self._game)
        left = {index: truth.moves_left for index, truth in enumerate(review.truths) if truth and truth.moves_left is not None}
        self._pars.learn_review(self._game, left)
        with suppress(FreeCellError):  # the database cannot be read now
            self._pars.recall(self._game)
        positions = [self._told[index] for index in sorted(self._told)]
        return self._progress() | {
            "positions": positions,
            "summary": _summary(self._game, review, positions) | {"par": self._pars.of(self._game)},
        }

    def _progress(self) -> dict[str, Any]:
        return {"done": len(self._told), "of": len(self._game.actions) + 1}

    def _news(self, review: Review) -> list[dict[str, Any]]:
        costs = {each.number: each.cost for each in review.reviewed}
        news = []
        for index, truth in enumerate(review.truths):
            if truth is None:
                continue
            known = {"position": index, "status": str(truth.status), "moves_left": truth.moves_left, "cost": costs.get(index)}
            if self._told.get(index) != known:
                self._told[index] = known
                news.append(known)
        return news


def _summary(game: Game, review: Review, positions: list[dict[str, Any]]) -> dict[str, Any]:
    costly = [each for each in positions if each["cost"]]
    costly.sort(key=lambda each: (-each["cost"], each["position"]))
    start = review.truths[0]
    return {
        "moves": game.moves,
        "best": None if start is None else start.moves_left,
        "losing": _losing(review),
        "longer": [{"action": each["position"], "cost": each["cost"], "better": _better(review, each["position"] - 1)} for each in costly],
        "unknown": sum(truth is None or truth.status is Status.UNKNOWN for truth in review.truths),
    }


def _losing(review: Review) -> dict[str, Any] | None:
    loss = review.loss
    if loss is None or not loss.exact:
        return None
    kept = [] if loss.last_winnable is None else [_kept(review, loss.last_winnable, saving) for saving in loss.saving]
    return {"action": loss.first_lost, "kept": kept, "undecided": loss.undecided}


def _better(review: Review, index: int) -> dict[str, Any] | None:
    truth = review.truths[index]
    return None if truth is None or not truth.line else _move(review, index, truth.line)


def _kept(review: Review, index: int, saving: Saving) -> dict[str, Any]:
    ends = bool(saving.truth.line) or saving.truth.moves_left == 0
    return _move(review, index, (saving.move, *saving.truth.line), ends=ends)


def _move(review: Review, index: int, line: tuple[Move, ...], *, ends: bool = True) -> dict[str, Any]:
    """A move from a position of the game, with the whole line that it begins, if that `ends` with a win."""
    position, rules, move = review.knowledge.positions[index], review.knowledge.rules[index], line[0]
    game = play_line(position, rules, line) if ends else None
    return {
        "from": str(move.source),
        "to": str(move.target),
        "cards": cards_of(position, move),
        "count": move.count,
        "text": write_move(move, position, rules),
        "moves_left": None if game is None else game.moves,
        "line": "" if game is None else game.text,
    }
