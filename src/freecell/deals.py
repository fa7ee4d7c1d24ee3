"""Deals: the layout behind each deal number, random deals, and game codes."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from freecell.cards import DECK, Card
from freecell.errors import BadInput
from freecell.position import CASCADES, MAX_CELLS, Position
from freecell.rules import Rules

LAST_DEAL: Final = 2**33 - 1
RANDOM_DEALS: Final = 1_000_000
"""Random deals are drawn from 1 to here, so that their numbers can be played in every program that has the numbering."""


def deal(number: int, cells: int = 4) -> Position:
    """Return the layout that a deal number stands for, with that many cells: the same in every program that uses the numbering.

    Numbers run from 1 to 2^33 − 1. Those below 2^31 are Microsoft's; those above are as FreeCell Pro and PySolFC have them. Raises
    `BadInput` for any other number, or for cells that are not 0 to 4.

    Source: Jim Horne's shuffle for Microsoft FreeCell (S0.18); its extension as published for FreeCell Pro.

    >>> deal(11982).cascades[0]
    (Card('AH'), Card('3D'), Card('KD'), Card('JC'), Card('6C'), Card('JD'), Card('KC'))
    """
    check_number(number)
    deck = list(DECK)
    random = _random_numbers(number)
    cascades: list[list[Card]] = [[] for _ in range(CASCADES)]
    for dealt in range(len(DECK)):
        chosen = next(random) % len(deck)
        deck[chosen], deck[-1] = deck[-1], deck[chosen]
        cascades[dealt % CASCADES].append(deck.pop())
    empty = _EMPTY[Rules(cells=cells).cells]
    return empty.replace(tuple(map(tuple, cascades)), empty.cells, empty.foundations)


_EMPTY: Final = [Position([DECK], (None,) * cells) for cells in range(MAX_CELLS + 1)]


def _random_numbers(number: int) -> Iterator[int]:
    """The numbers that the shuffle draws: a linear congruential generator, read differently in each of the three ranges of deals."""
    seed = number if number < 2**32 else number - 2**32
    while True:
        seed = (214013 * seed + 2531011) % 2**32
        if number < 2**31:
            yield (seed >> 16) & 0x7FFF
        elif number < 2**32:
            yield (seed >> 16) & 0x7FFF | 0x8000
        else:
            yield (seed >> 16) + 1


class DealName(NamedTuple):
    """A deal as it was asked for: its number, and the number of cells where a game code says it."""

    number: int
    cells: int | None = None


_CODE: Final = re.compile(r"FC1-C([0-4])-([A-Z2-7]{7})")


def read_deal(text: str) -> DealName:
    """Read a deal's number (`164`, `#164`) or its game code, in either case.

    Raises `BadInput`, which quotes the text, for anything else.

    >>> read_deal("11982"), read_deal("fc1-c2-aaaaakh")
    (DealName(number=11982, cells=None), DealName(number=327, cells=2))
    """
    name = text.strip() if isinstance(text, str) else ""
    if name.upper().startswith("FC1") and name.isascii():
        return _read_code(name)
    digits = name.removeprefix("#")
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        raise BadInput("bad-deal", text=text)
    digits = digits.lstrip("0") or "0"
    too_long = len(digits) > len(str(LAST_DEAL))  # int() refuses very long numbers in its own words
    if too_long or not 1 <= int(digits) <= LAST_DEAL:
        raise BadInput("deal-range", text=text)
    return DealName(int(digits))


def _read_code(text: str) -> DealName:
    match = _CODE.fullmatch(text.upper())
    if match is None:
        raise BadInput("bad-code", text=text)
    number = int.from_bytes(base64.b32decode(f"A{match[2]}"))
    if not 1 <= number <= LAST_DEAL:
        raise BadInput("bad-code", text=text)
    return DealName(number, int(match[1]))


def check_number(number: int) -> int:
    """Return a deal number that there is; raises `BadInput` for another, or for what is not a whole number."""
    if type(number) is not int:
        raise BadInput("bad-deal", text=number)
    if not 1 <= number <= LAST_DEAL:
        raise BadInput("deal-range", text=number)
    return number


def game_code(number: int, cells: int = 4) -> str:
    """Return the code that reproduces a deal with its number of cells: the form is `FC1-C<cells>-` and seven letters (S2.17).

    The letters are the deal number in RFC 4648 base 32, most significant first.

    Raises `BadInput` for a deal or a number of cells that there is not.

    >>> game_code(327)
    'FC1-C4-AAAAAKH'
    """
    letters = base64.b32encode(check_number(number).to_bytes(5)).decode()
    return f"FC1-C{Rules(cells=cells).cells}-{letters[1:]}"


def choose_cells(name: DealName, cells: int | None) -> int | None:
    """Return the number of cells for a deal: the code's or the one asked for, which may not contradict each other.

    >>> choose_cells(read_deal("FC1-C2-AAAAAKH"), None)
    2
    """
    if name.cells is None:
        return cells
    if cells is not None and cells != name.cells:
        raise BadInput("code-cells", text=game_code(name.number, name.cells), code_cells=name.cells, cells=cells)
    return name.cells


def random_number() -> int:
    """Return the number of a deal that nobody can foresee, every one of the first million as likely as any other."""
    import secrets  # it takes long to load, and few ask for it

    return secrets.randbelow(RANDOM_DEALS) + 1
