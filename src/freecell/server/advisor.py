"""Answers what the sessions ask: searches, tells them, and passes on what they make of it to whoever watches."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from freecell.analysis.tasks import NOTHING, task_for, told
from freecell.commands import Question
from freecell.errors import FreeCellError
from freecell.server.pars import Pars
from freecell.server.searches import Searches
from freecell.server.table import Table

log = logging.getLogger(__name__)


class Advisor:
    """Keeps a search going for each open question of each watched table, and for nothing else."""

    def __init__(self, searches: Searches, pars: Pars) -> None:
        self.searches = searches
        self.pars = pars

    def follow(self, table: Table) -> None:
        """Begin what a table's session has come to ask, and end what it asks no more; nobody watching, it asks nothing."""
        self.pars.learn_win(table.session.game)
        asked = {question.about: question for question in table.session.questions} if table.watchers else {}
        for about, (question, search) in list(table.searches.items()):
            if about not in asked or asked[about].version != question.version:
                search.cancel()
                del table.searches[about]
        for about, question in asked.items():
            if about not in table.searches:
                table.searches[about] = question, asyncio.create_task(self._answer(table, question))

    async def _answer(self, table: Table, question: Question) -> None:
        telling: set[asyncio.Task[None]] = set()

        def not_yet(result: Any) -> None:
            if question.about == "hint":
                telling.add(asyncio.create_task(table.tell(told(question, result, searching=True))))

        game, moves = table.session.game, table.session.game.moves
        try:
            result = await self.searches.ask(task_for(question, game), table.client, on_unknown=not_yet)
        except FreeCellError:  # too much is asked for; the next position asks again
            result = NOTHING[question.about]
        except Exception:
            log.exception("a search failed")
            result = NOTHING[question.about]
        table.searches.pop(question.about, None)
        if question.about != "back" and table.session.game is game and game.moves == moves:
            self.pars.learn_rest(game, moves, result.moves_left)
        await table.tell(told(question, result))
