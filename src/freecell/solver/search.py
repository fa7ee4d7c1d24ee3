"""What the searches have in common: how they are asked, and how they answer. Both twins speak in these terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from freecell.position import Position
from freecell.rules import Autoplay, Rules, Supermove

RUNNING: Final = 0
SOLVED: Final = 1
EXHAUSTED: Final = 2
"""Everything was looked at. Only of the proof it means that there is no solution."""
NO_MEMORY: Final = 3

NO_CARD: Final = 255
TO_EMPTY: Final = 52
TO_CELL: Final = 53
TO_HOME: Final = 54


class Goal(StrEnum):
    """What is looked for."""

    FIRST = "first"
    """Any solution, at once."""
    SHORT = "short"
    """One that gets shorter for as long as it is let."""
    OPTIMAL = "optimal"
    """The shortest, proved."""


class Measure(StrEnum):
    """What makes a solution long. A card that goes to a foundation counts one in both, whoever sends it."""

    CARDS = "cards"
    """Every card that moves counts one."""
    MOVES = "moves"
    """A supermove counts one."""


class Hop(NamedTuple):
    """Cards that move as one: the highest of them, and where it goes: onto a card, or one of `TO_EMPTY`, `TO_CELL`, `TO_HOME`."""

    card: int
    onto: int


class Path(NamedTuple):
    """A solution as a search has it."""

    packed: bytes
    """The hops, a byte for the card and one for where it goes: in bulk most solutions are never looked at."""
    sends: Autoplay
    """What goes home after each hop, beside what the rules' own autoplay sends. What is safe is judged as if no card ever came back."""
    at_start: bool
    """Whether it does so before the first hop as well."""

    @property
    def hops(self) -> list[Hop]:
        """The hops, one after the other."""
        return [Hop(*self.packed[at : at + 2]) for at in range(0, len(self.packed), 2)]


def pack(hops: Iterable[tuple[int, int]]) -> bytes:
    """Put hops together for a `Path`."""
    return bytes(number for hop in hops for number in hop)


class Search(Protocol):
    """A search that is advanced in slices, so that its driver can look at its limits between them."""

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""

    def path(self) -> Path:
        """Return the solution of a search that has found one."""

    @property
    def states(self) -> int:
        """How many states were met."""

    @property
    def bytes(self) -> int:
        """How much memory it takes."""


class Proving(Search, Protocol):
    """A search that meets everything; once it is solved, its solution can be made shorter."""

    def straighten(self, states: int) -> bool:
        """Look for the shortest way through what was met, by so many states at a time; return whether there is more to do."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The house rules as far as they decide what can be won, in the numbers that both twins read."""

    cascades: int
    cells: int
    supermove: int
    foundation_return: bool
    foundation_first: bool
    autoplay: int

    def limit(self, cells: int, cascades: int) -> int:
        """How many cards move at once with so many empty cells and helping empty cascades."""
        if cascades < 0:
            return 0
        if self.supermove == EXACT:
            return (cells + 1) << cascades
        return (cells + 1) * (cascades + 1) if self.supermove == LINEAR else 1


EXACT: Final = 0
LINEAR: Final = 1
SINGLE: Final = 2
OFF: Final = 0
SAFE: Final = 1
MAX: Final = 2
SUPERMOVES: Final = (Supermove.EXACT, Supermove.LINEAR, Supermove.SINGLE)
AUTOPLAYS: Final = (Autoplay.OFF, Autoplay.SAFE, Autoplay.MAX)


def without_returns(rules: Rules) -> Rules:
    """The same rules, but that no card comes back from the foundations. What wins so wins with returns too; what is lost need not be."""
    return _changed(rules) if rules.foundation_return else rules


@lru_cache(maxsize=64)
def _changed(rules: Rules) -> Rules:
    return rules.change({"foundation_return": False})


def terms_of(position: Position, rules: Rules) -> Terms:
    """Return the terms of a search from a position under these rules."""
    return Terms(
        len(position.cascades),
        rules.cells,
        SUPERMOVES.index(rules.supermove),
        rules.foundation_return,
        rules.foundation_first,
        AUTOPLAYS.index(rules.autoplay),
    )


def is_safe(card: int, home: Sequence[int], foundation_return: bool) -> bool:
    """Whether a card that its foundation takes next may go there without a loss: `autoplay.is_safe`, in the searches' numbers."""
    suit, height = card & 3, card >> 2  # the height of the foundation that it goes on
    if height <= 1:
        return True
    if foundation_return:
        return False
    other = min(home[1], home[2]) if suit in (0, 3) else min(home[0], home[3])
    return other >= height or (other >= height - 1 and home[3 - suit] >= height - 2)
