"""Positions: where every card lies at one moment of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from freecell.cards import DECK, Card, Suit, card, read_cards
from freecell.errors import BadInput, InvalidPosition, Refusal

CASCADES: Final = 8
MAX_CELLS: Final = 4


class Place(int):
    """Somewhere a card can lie, made from its text: a cascade `1`–`8`, a cell `a`–`d`, a foundation `hC` `hD` `hH` `hS`.

    There is one object for each of the sixteen places. Its `index` counts from 0 within its `kind`; a foundation's is its suit.

    Raises `BadInput` for any other text.

    >>> Place("3").kind, Place("3").index, Place("b").kind, Place("hS").index
    ('cascade', 2, 'cell', 3)
    """

    kind: Literal["cascade", "cell", "foundation"]
    index: int
    text: str

    def __new__(cls, text: str) -> Place:
        """Find the place of that name."""
        place = _BY_NAME.get(text)
        if place is None:
            raise BadInput("bad-place", text=text)
        return place

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Place({self.text!r})"

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a place's {name} cannot be changed")

    def __reduce__(self) -> tuple[type[Place], tuple[str]]:
        return Place, (self.text,)


def _make_places() -> tuple[Place, ...]:
    places: list[Place] = []
    names: list[tuple[Literal["cascade", "cell", "foundation"], list[str]]] = [
        ("cascade", list("12345678")),
        ("cell", list("abcd")),
        ("foundation", [f"h{suit.letter}" for suit in Suit]),
    ]
    for kind, texts in names:
        for index, text in enumerate(texts):
            place = int.__new__(Place, len(places))
            place.__dict__.update(kind=kind, index=index, text=text)
            places.append(place)
    return tuple(places)


PLACES: Final[tuple[Place, ...]] = _make_places()
_BY_NAME: Final[dict[str, Place]] = {place.text: place for place in PLACES}
CASCADE_PLACES: Final = PLACES[:CASCADES]
CELL_PLACES: Final = PLACES[CASCADES : CASCADES + MAX_CELLS]
FOUNDATION_PLACES: Final = PLACES[CASCADES + MAX_CELLS :]

Cascade = tuple[Card, ...]
Cascades = tuple[Cascade, ...]
Cells = tuple[Card | None, ...]
Foundations = tuple[int, int, int, int]


class Position:
    """Where the 52 cards lie: immutable, hashable, and always a position that the deck allows.

    `cascades` holds up to eight tuples of cards from the deepest to the top; `cells` a card or None for each cell of the game (0 to 4);
    `foundations` the rank of the last card of each suit, by `Suit`, 0 where there is none. A cascade may also be given as text.
    Fewer than eight cascades make a smaller table, which no profile has but which suits studies. Cards may be given by their names.

    Raises `InvalidPosition`, which lists every fault at once, and `BadInput` for what is no card.

    >>> end = Position(["KS", "KH"], cells=[Card("KD")], foundations=(13, 12, 12, 12))
    >>> end.empty_cells, end.empty_cascades, end.won
    (0, 0, False)
    """

    __slots__ = ("cascades", "cells", "foundations")

    cascades: Cascades
    cells: Cells
    foundations: Foundations

    def __init__(
        self,
        cascades: Iterable[str | Iterable[Card | str]],
        cells: Iterable[Card | str | None] = (None,) * MAX_CELLS,
        foundations: Sequence[int] = (0, 0, 0, 0),
    ) -> None:
        stacks = tuple(read_cards(c) if isinstance(c, str) else tuple(map(_card, c)) for c in cascades)
        spots = tuple(None if held is None else _card(held) for held in cells)
        heights = tuple(foundations)
        found = faults(stacks, spots, heights)
        if found:
            raise InvalidPosition(found)
        _fill(self, stacks, spots, (heights[0], heights[1], heights[2], heights[3]))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position's {name} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.foundations == other.foundations and self.cells == other.cells and self.cascades == other.cascades

    def __hash__(self) -> int:
        return hash((self.cascades, self.cells, self.foundations))

    def __repr__(self) -> str:
        stacks = [" ".join(map(str, cascade)) for cascade in self.cascades]
        return f"Position({stacks!r}, {self.cells!r}, {self.foundations!r})"

    def __reduce__(self) -> tuple[type[Position], tuple[Cascades, Cells, Foundations]]:
        return Position, (self.cascades, self.cells, self.foundations)

    @property
    def empty_cells(self) -> int:
        """How many cells are empty."""
        return self.cells.count(None)

    @property
    def empty_cascades(self) -> int:
        """How many cascades are empty."""
        return self.cascades.count(())

    @property
    def won(self) -> bool:
        """Whether all 52 cards are on the foundations (S0.5)."""
        return self.foundations == (13, 13, 13, 13)

    def cards_at(self, place: Place) -> Cascade:
        """Return the cards that lie at a place, the accessible one last: a cascade's, a cell's one or none, a foundation's last or none."""
        if place.kind == "cascade":
            return self.cascades[place.index] if place.index < len(self.cascades) else ()
        if place.kind == "cell":
            held = self.cells[place.index] if place.index < len(self.cells) else None
            return () if held is None else (held,)
        height = self.foundations[place.index]
        return () if height == 0 else (card(height, place.index),)

    def has(self, place: Place) -> bool:
        """Whether the table has this place: cell d is not there in a game of three cells."""
        if place.kind == "cascade":
            return place.index < len(self.cascades)
        return place.kind == "foundation" or place.index < len(self.cells)

    def goes_up(self, up: Card) -> bool:
        """Whether `up` is the next card of its foundation."""
        return self.foundations[up.suit] == up.rank - 1

    def replace(self, cascades: Cascades, cells: Cells, foundations: Foundations) -> Position:
        """Return a position of the same table with other contents, unchecked: for those who move cards, and never lose one."""
        return _fill(object.__new__(Position), cascades, cells, foundations)


def _card(given: Card | str) -> Card:
    return given if isinstance(given, Card) else Card(given)


_set_cascades, _set_cells, _set_foundations = (getattr(Position, slot).__set__ for slot in ("cascades", "cells", "foundations"))


def _fill(position: Position, cascades: Cascades, cells: Cells, foundations: Foundations) -> Position:
    _set_cascades(position, cascades)
    _set_cells(position, cells)
    _set_foundations(position, foundations)
    return position


def sequence_length(cascade: Cascade) -> int:
    """How many cards at the cascade's end are a sequence: descending by one, in alternating colours.

    >>> sequence_length(read_cards("KD 2S 9S 8H 7C"))
    3
    """
    length = min(len(cascade), 1)
    while length < len(cascade) and cascade[-length].fits_on(cascade[-length - 1]):
        length += 1
    return length


def faults(cascades: Sequence[Sequence[Card]], cells: Sequence[Card | None], foundations: Sequence[int]) -> list[Refusal]:
    """Everything that keeps these piles from being a position, in words for a person; an empty list if nothing does."""
    found = []
    if not cascades:
        found.append(Refusal("no-cascades"))
    if len(cascades) > CASCADES:
        found.append(Refusal("too-many-cascades", {"count": len(cascades)}))
    if len(cells) > MAX_CELLS:
        found.append(Refusal("too-many-cells", {"count": len(cells)}))
    if len(foundations) != len(Suit) or not all(type(h) is int and 0 <= h <= 13 for h in foundations):
        found.append(Refusal("bad-foundations", {"heights": str(list(foundations))}))
        foundations = (0, 0, 0, 0)
    return found + _card_faults(cascades, cells, foundations)


def _card_faults(cascades: Sequence[Sequence[Card]], cells: Sequence[Card | None], foundations: Sequence[int]) -> list[Refusal]:
    places: dict[Card, list[str]] = {card: [] for card in DECK}
    for suit in Suit:
        for rank in range(1, foundations[suit] + 1):
            places[card(rank, suit)].append(f"h{suit.letter}")
    for number, held in enumerate(cells):
        if held is not None:
            places[held].append("abcdefghijklmnopqrstuvwxyz"[number % 26])
    for number, cascade in enumerate(cascades, start=1):
        for lying in cascade:
            places[lying].append(str(number))
    found = [
        Refusal("repeated-card", {"card": str(c), "count": len(where), "places": where}) for c, where in places.items() if len(where) > 1
    ]
    missing = [str(c) for c, where in places.items() if not where]
    if missing:
        found.append(Refusal("missing-cards", {"cards": missing}))
    return found
