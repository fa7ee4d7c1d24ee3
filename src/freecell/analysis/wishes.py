"""A new game by wish: a deal that can be won, one of a certain difficulty, or truly any."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from freecell.analysis.difficulty import rate
from freecell.analysis.truth import Status, find_truth
from freecell.deals import deal, random_number
from freecell.errors import BadInput
from freecell.rules import Rules
from freecell.solver.driver import DEFAULT_MEMORY

MAX_SECONDS: Final = 10.0
"""How long a wish is tried for, unless another time is asked for."""
_TRY_STATES: Final = 50_000
"""Positions that a deal is tried for before the next is drawn: there are always others."""


class Wish(NamedTuple):
    """What a deal should be like; the grades are those of `rate`."""

    winnable: bool = True
    easiest: int = 1
    hardest: int = 10

    @property
    def graded(self) -> bool:
        """Whether it asks for a difficulty."""
        return (self.easiest, self.hardest) != (1, 10)

    def __str__(self) -> str:
        if not self.winnable:
            return "any"
        if not self.graded:
            return "winnable"
        return str(self.easiest) if self.easiest == self.hardest else f"{self.easiest}-{self.hardest}"


def read_wish(text: str) -> Wish:
    """Read a wish: `winnable`, `any`, or a difficulty from 1 to 10, as in `3` or `8-10`. Raises `BadInput`.

    >>> read_wish("8-10"), str(read_wish("any"))
    (Wish(winnable=True, easiest=8, hardest=10), 'any')
    """
    if text in ("winnable", "any"):
        return Wish(winnable=text == "winnable")
    match = re.fullmatch(r"(10|[1-9])(?:-(10|[1-9]))?", text, re.ASCII) if isinstance(text, str) else None
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise BadInput("bad-wish", text=text)
    return Wish(True, int(match[1]), int(match[2] or match[1]))


def find_deal(
    rules: Rules,
    wish: Wish | str = "winnable",
    *,
    draw: Callable[[], int] = random_number,
    max_seconds: float = MAX_SECONDS,
    max_memory: int = DEFAULT_MEMORY,
    cancel: Callable[[], bool] | None = None,
) -> int | None:
    """Return the number of a random deal that is as wished under the rules; None if none was found in time, or `cancel` ended it.

    `draw` draws the numbers. A deal that takes long to decide is passed over: so a few of the hardest are never found. Raises `BadInput`
    for what is no wish.

    >>> find_deal(Rules(), "winnable", draw=lambda: 164)
    164
    """
    asked = read_wish(wish) if isinstance(wish, str) else wish
    end = time.monotonic() + max_seconds

    def over() -> bool:
        return time.monotonic() >= end or (cancel is not None and cancel())

    if not asked.winnable:
        return draw()
    while not over():
        number = draw()
        if _fits(number, rules, asked, max_memory, over):
            return number
    return None


def _fits(number: int, rules: Rules, wish: Wish, max_memory: int, over: Callable[[], bool]) -> bool:
    position = deal(number, rules.cells)
    if not wish.graded:
        truth = find_truth(position, rules, max_states=_TRY_STATES, max_memory=max_memory, cancel=over)
        return truth.status is Status.WINNABLE
    scale = rate(position, rules, max_states=_TRY_STATES, max_memory=max_memory, cancel=over).scale
    return scale is not None and wish.easiest <= scale <= wish.hardest
