"""Answers what a session asks: searches in threads, and tells what is found."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from freecell.analysis.tasks import NOTHING, Task, task_for, told
from freecell.commands import Question, Told
from freecell.session import Session

log = logging.getLogger(__name__)

MEMORY: Final = 2**28
"""Bytes that a search may take."""


class Advisor:
    """Keeps a search going for each open question of a session, and for nothing else.

    `tell` is called in the thread that has searched, with the session and what it is to be told; another may be played by then.
    """

    def __init__(self, tell: Callable[[Session, Told], object]) -> None:
        self._tell = tell
        self._searches: dict[str, tuple[Question, threading.Event]] = {}

    def follow(self, session: Session) -> None:
        """Begin what a session has come to ask, and end what it asks no more."""
        asked = {question.about: question for question in session.questions}
        for about, (question, stop) in list(self._searches.items()):
            if asked.get(question.about) is not question:
                stop.set()
                del self._searches[about]
        for about, question in asked.items():
            if about not in self._searches:
                stop = threading.Event()
                self._searches[about] = question, stop
                search = (session, task_for(question, session.game), question, stop)
                threading.Thread(target=self._search, args=search, name=f"search-{about}", daemon=True).start()

    def close(self) -> None:
        """End all searches."""
        for _, stop in self._searches.values():
            stop.set()
        self._searches.clear()

    def _search(self, session: Session, task: Task, question: Question, stop: threading.Event) -> None:
        result: Any = NOTHING[question.about]
        try:
            for attempt, seconds in enumerate(task.budgets):
                if attempt and question.about == "hint":
                    self._tell(session, told(question, result, searching=True))
                result = task.run(seconds, MEMORY, stop.is_set)
                if stop.is_set() or task.is_answer(result):
                    break
        except Exception:
            log.exception("a search failed")
        if not stop.is_set():
            self._tell(session, told(question, result))
