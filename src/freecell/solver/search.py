"""What the searches have in common: how they are asked, and how they answer. Both twins speak in these terms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
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
    """What goes home after each hop, beside what the rules' own autoplay sends."""
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


def is_red(card: int) -> bool:
    """Whether a card, by number, is red."""
    return card & 3 in (1, 2)
