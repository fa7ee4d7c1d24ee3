"""Cards: their ranks, their suits, and how they are written."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from freecell.errors import BadInput


class Suit(IntEnum):
    """The four suits, in the order in which Microsoft's shuffle counts them."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One of C D H S."""
        return "CDHS"[self]

    @property
    def red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """The thirteen ranks: the ace is low, the king high (S2.8)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One of A 2 3 4 5 6 7 8 9 T J Q K."""
        return "A23456789TJQK"[self - 1]


class Card(int):
    """One of the 52 cards, made from its name: rank and suit, in either case, `10` or `T` for the ten.

    There is exactly one object for each card, and it is the integer 4 · (rank − 1) + suit, so that cards compare, hash and index
    tables as fast as numbers do.

    Raises `BadInput` for anything that is not a card's name.

    >>> Card("7d"), Card("10H"), Card("7d") is Card("7D")
    (Card('7D'), Card('TH'), True)
    >>> Card("7D").rank, Card("7D").suit, Card("7D").red
    (<Rank.SEVEN: 7>, <Suit.DIAMONDS: 1>, True)
    """

    rank: Rank
    suit: Suit
    red: bool
    text: str

    def __new__(cls, text: str) -> Card:
        """Find the card of that name."""
        card = _BY_NAME.get(text)
        if card is None:
            card = _BY_NAME.get(_normal(text))
        if card is None:
            raise BadInput("bad-card", text=text)
        return card

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card's {name} cannot be changed")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def fits_on(self, other: Card) -> bool:
        """Whether this card may be built on `other` in a cascade: one rank lower, of the other colour (S0.6).

        >>> Card("7H").fits_on(Card("8S")), Card("7H").fits_on(Card("8D"))
        (True, False)
        """
        return self in BUILDERS[other]


def _normal(text: object) -> str:
    """A card's name in its strict form, where it is one. Only ASCII letters count: others may look alike and mean nothing."""
    if not isinstance(text, str) or not text.isascii():
        return ""
    name = text.upper()
    return f"T{name[2:]}" if name.startswith("10") else name


def _make_deck() -> tuple[Card, ...]:
    deck = []
    for rank in Rank:
        for suit in Suit:
            card = int.__new__(Card, 4 * (rank - 1) + suit)
            card.__dict__.update(rank=rank, suit=suit, red=suit.red, text=rank.letter + suit.letter)
            deck.append(card)
    return tuple(deck)


DECK: Final[tuple[Card, ...]] = _make_deck()
"""All 52 cards: A♣ A♦ A♥ A♠ 2♣ … K♠. `DECK[card] is card`."""

_BY_NAME: Final[dict[str, Card]] = {card.text: card for card in DECK}

BUILDERS: Final[tuple[frozenset[Card], ...]] = tuple(frozenset(c for c in DECK if c.rank == on.rank - 1 and c.red != on.red) for on in DECK)
"""For each card, by its number, the two cards that may be built on it (none on an ace)."""

BEARERS: Final[tuple[tuple[Card, ...], ...]] = tuple(tuple(on for on in DECK if card in BUILDERS[on]) for card in DECK)
"""For each card, by its number, the two cards that it may be built on (none for a king)."""


def card(rank: int, suit: int) -> Card:
    """Return the card of that rank (1 to 13) and suit (0 to 3).

    >>> card(Rank.KING, Suit.SPADES)
    Card('KS')
    """
    return DECK[4 * (rank - 1) + suit]


def read_cards(text: str) -> tuple[Card, ...]:
    """Read card names that are separated by white space.

    >>> read_cards("JD 10s 2c")
    (Card('JD'), Card('TS'), Card('2C'))
    """
    return tuple(map(Card, text.split()))
