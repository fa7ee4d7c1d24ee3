"""The table as it is drawn in a terminal: cards in characters, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, NamedTuple

from rich.text import Text

from freecell.messages import spoken
from freecell.speech import card_text

FELT: Final = "#174f42"
_SLOT: Final = "#eef6f2 on #276b5b"
_LABEL: Final = f"#b5d0c5 on {FELT}"
_PAPERS: Final = ("#fffdf8", "#e9e4d8")
"""Two papers in turn, so that each card is told from the one that it lies on."""
_INKS: Final = {
    "two": {"C": "#1a1f2b", "S": "#1a1f2b", "D": "#b81526", "H": "#b81526"},
    "four": {"C": "#0d6b34", "S": "#1a1f2b", "D": "#1b55b8", "H": "#b81526"},
}
_FOCUSED, _PICKED, _HINTED, _LEGAL = "#b9e4ff", "#ffd873", "#bdf0c8", "#ffe9ae"
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANKS: Final = "A23456789TJQK"
_CASCADES: Final = 8
CELLS: Final = "abcd"

Spot = tuple[str, int]
"""A place, and the index of a card in it; -1 where none lies there."""


class Marks(NamedTuple):
    """What stands out: where the player is, what is picked, where that may go, and the move that a hint shows."""

    focus: Spot | None = None
    picked: tuple[str, int] | None = None
    """A place, and how many of its top cards."""
    targets: frozenset[str] = frozenset()
    hint: tuple[str, int] | None = None
    hint_to: str | None = None


class Size(NamedTuple):
    """How large cards are drawn: columns of a card, columns between two, and rows of a card that nothing lies on."""

    width: int
    gap: int
    height: int

    @property
    def across(self) -> int:
        """The columns that the whole table takes."""
        return _CASCADES * self.width + (_CASCADES - 1) * self.gap


_SIZES: Final = ((9, 2), (8, 1), (6, 1), (4, 1), (3, 1))
NARROWEST: Final = Size(*_SIZES[-1], 1).across


def choose_size(width: int, height: int, longest: int) -> Size:
    """Return the largest size in which a table fits, whose longest cascade has so many cards; how far down it goes is not bounded.

    >>> choose_size(100, 40, 7), choose_size(80, 24, 7), choose_size(80, 20, 18), choose_size(40, 24, 7)
    (Size(width=9, gap=2, height=4), Size(width=8, gap=1, height=4), Size(width=8, gap=1, height=1), Size(width=4, gap=1, height=3))
    """
    across, gap = next((each for each in _SIZES if Size(*each, 1).across <= width), _SIZES[-1])
    tallest = 4 if across >= 8 else 3 if across >= 4 else 1
    for rows in range(tallest, 1, -1):
        if _rows(longest, rows) <= height:
            return Size(across, gap, rows)
    return Size(across, gap, 1)


def _rows(longest: int, height: int) -> int:
    """The rows of a table: a line of letters, the cells, a line of numbers, the cascades."""
    return 1 + height + 1 + max(longest - 1, 0) + height


class _Canvas:
    """Characters with their styles, line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[(" ", f"on {FELT}")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        row = self.rows[y]
        for offset, character in enumerate(text):
            if 0 <= x + offset < len(row):
                row[x + offset] = (character, style)

    def text(self) -> Text:
        made = Text(no_wrap=True, end="")
        for index, row in enumerate(self.rows):
            made.append("\n" if index else "")
            for style, run in groupby(row, key=lambda each: each[1]):
                made.append("".join(character for character, _ in run), style)
        return made


@dataclass
class Felt:
    """A drawn table: its text, and which spot each of its characters belongs to."""

    text: Text
    size: Size
    height: int
    _areas: list[tuple[range, range, Spot]] = field(default_factory=list)

    def spot_at(self, x: int, y: int) -> Spot | None:
        """Return what lies at a column and a row."""
        return next((spot for columns, rows, spot in reversed(self._areas) if x in columns and y in rows), None)

    def row_of(self, spot: Spot) -> int:
        """Return the row at which a spot begins."""
        return next((rows.start for _, rows, each in self._areas if each == spot), 0)


def draw(table: Mapping[str, Any], width: int, height: int, marks: Marks, *, colours: str = "two", left_handed: bool = False) -> Felt:
    r"""Draw a table, as a snapshot has it, for a terminal's width and height; it may become higher than that.

    >>> from freecell.session import NewGame, Session
    >>> felt = draw(Session(NewGame("164")).snapshot(), 40, 20, Marks())
    >>> print("\n".join(line.rstrip() for line in felt.text.plain.splitlines()[4:7]))
     1    2    3    4    5    6    7    8
     A♥   5♦   J♥   A♣   Q♦   Q♠   3♦   8♦
     A♠   10♦  K♣   4♥   10♥  8♠   2♣   2♦
    """
    longest = max(map(len, table["cascades"]), default=0)
    size = choose_size(width, height, longest)
    rows = max(_rows(longest, size.height), height)
    left = max(0, (width - size.across) // 2)
    canvas = _Canvas(max(width, size.across), rows)
    felt = Felt(Text(), size, rows)
    painter = _Painter(canvas, felt, size, marks, _INKS[colours])
    column = [left + index * (size.width + size.gap) for index in range(_CASCADES)]
    for index, place, cards, name in _upper(table, left_handed):
        painter.slot(column[index], 0, place, cards, name)
    for index, cards in enumerate(table["cascades"]):
        painter.cascade(column[index], 1 + size.height, str(index + 1), cards)
    felt.text = canvas.text()
    return felt


def _upper(table: Mapping[str, Any], left_handed: bool) -> list[tuple[int, str, Sequence[str], str]]:
    """The cells and foundations: in which column each stands, its place, its cards, and what names it while it is empty."""
    cells = [(CELLS[index], [held] if held else [], "") for index, held in enumerate(table["cells"])]
    piles = []
    for suit in table["slots"]:
        height = table["foundations"].get(suit, 0) if suit else 0
        piles.append((f"h{suit}" if suit else "h", [rank + suit for rank in RANKS[:height]] if suit else [], _SIGNS.get(suit, "·")))
    first, second = (piles, cells) if left_handed else (cells, piles)
    # Fewer cells than four stand at the outer edge.
    return [
        (index if part is first else index + _CASCADES - len(part), *each) for part in (first, second) for index, each in enumerate(part)
    ]


class _Painter:
    """Puts places on a canvas, and remembers what lies where."""

    def __init__(self, canvas: _Canvas, felt: Felt, size: Size, marks: Marks, inks: Mapping[str, str]) -> None:
        self._canvas, self._felt, self._size, self._marks, self._inks = canvas, felt, size, marks, inks

    def slot(self, x: int, y: int, place: str, cards: Sequence[str], name: str) -> None:
        """A cell or a foundation, of which the top card shows."""
        self._label(x, y, place, place if place in CELLS else "")
        if cards:
            self._card(x, y + 1, place, len(cards) - 1, cards[-1], len(cards), rows=self._size.height)
        else:
            self._empty(x, y + 1, place, name)

    def cascade(self, x: int, y: int, place: str, cards: Sequence[str]) -> None:
        """A cascade, of which every card shows."""
        self._label(x, y, place, place)
        if not cards:
            self._empty(x, y + 1, place, "·")
        for depth, each in enumerate(cards):
            last = depth == len(cards) - 1
            self._card(x, y + 1 + depth, place, depth, each, len(cards), rows=self._size.height if last else 1)

    def _label(self, x: int, y: int, place: str, name: str) -> None:
        wanted = place in self._marks.targets
        told = f"▼{name}" if wanted or place == self._marks.hint_to else name
        style = f"bold {_PICKED if wanted else _HINTED} on {FELT}" if told != name else _LABEL
        self._canvas.put(x, y, told.center(self._size.width), style)

    def _empty(self, x: int, y: int, place: str, name: str) -> None:
        focused = self._marks.focus is not None and self._marks.focus[0] == place
        style = f"bold #10231d on {_FOCUSED}" if focused else f"#10231d on {_LEGAL}" if place in self._marks.targets else _SLOT
        for row in range(self._size.height):
            told = ("› ‹" if focused else name) if row == (self._size.height - 1) // 2 else ""
            self._canvas.put(x, y + row, told.center(self._size.width), style)
        self._remember(x, y, (place, -1), self._size.height)

    def _card(self, x: int, y: int, place: str, depth: int, card: str, count: int, *, rows: int) -> None:
        paper, mark = self._standing(place, depth, count)
        style = f"bold {self._inks[card[-1]]} on {paper}"
        shown = card_text(card, spoken())
        width = self._size.width
        first = f"{mark}{shown}".ljust(width)[:width] if width > len(shown) else shown[:width]
        self._canvas.put(x, y, first, style)
        for row in range(1, rows):
            sign = shown[-1].rjust(width - 1) if row == rows - 1 and width > 4 else ""
            self._canvas.put(x, y + row, sign.ljust(width), style)
        self._remember(x, y, (place, depth), rows)

    def _standing(self, place: str, depth: int, count: int) -> tuple[str, str]:
        """The paper of a card, and the sign before it: what stands out is told by more than its colour."""
        marks = self._marks
        if marks.picked is not None and marks.picked[0] == place and depth >= count - marks.picked[1]:
            return _PICKED, "●"
        if marks.focus == (place, depth):
            return _FOCUSED, "›"
        if marks.hint is not None and marks.hint[0] == place and depth >= count - marks.hint[1]:
            return _HINTED, "→"
        if depth == count - 1 and place in marks.targets:
            return _LEGAL, " "
        if depth == count - 1 and place == marks.hint_to:
            return _HINTED, " "
        return _PAPERS[(count - 1 - depth) % 2 if place.isdigit() else 0], " "

    def _remember(self, x: int, y: int, spot: Spot, rows: int) -> None:
        self._felt._areas.append((range(x, x + self._size.width), range(y, y + rows), spot))
