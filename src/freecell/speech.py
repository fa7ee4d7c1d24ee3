"""How values are worded: cards, places, counted things, in whatever language there are words for.

A language is an object with `gettext`, `ngettext` and `number` (see `Language`); English is the one that needs no catalogue. A template
holds named values in braces. What a value is follows from its name: `card`, `on`, `onto` and `needed` are cards, `cards` several, `to`,
`source` and `place` places; `expected`, `problem` and `line` are words of ours, translated too; a mapping with a `code` is a sentence of
its own. A word after a colon says how a value is shown:

    {place:on}     "on cascade 3": a place with its preposition, which each language puts in its own way (`on`, `to`, `from`)
    {count:cards}  "no card", "1 card", "2 cards": a number with its noun, one of NOUNS
    {text:quoted}  as an error shows what was typed
    {card:code}    7D, as it is written in layouts
    {choices:or}   several things to choose from, with "or" between them
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

Values = Mapping[str, Any]


class Language(Protocol):
    """What it takes to speak a language."""

    def gettext(self, message: str, /) -> str:
        """Return a message, in English the message itself, in this language."""

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return the form that goes with a number."""

    def number(self, number: float, /, digits: int = 0) -> str:
        """Write a number, with so many digits after the point."""

    def letter(self, rank: str, /) -> str:
        """Return the letter for a rank, one of A J Q K, as the player wants it on cards."""


class English:
    """The language that messages are written in."""

    def gettext(self, message: str, /) -> str:
        """Return the message itself."""
        return message

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return `one` for 1, else `many`."""
        return one if number == 1 else many

    def number(self, number: float, /, digits: int = 0) -> str:
        """Write a number with a comma for each thousand."""
        return f"{number:,.{digits}f}"

    def letter(self, rank: str, /) -> str:
        """Return the rank's letter in English."""
        return rank


ENGLISH: Final = English()


class Noun(NamedTuple):
    """A thing that is counted: its words for none, one, and more."""

    none: str
    one: str
    many: str


NOUNS: Final[dict[str, Noun]] = {
    "cards": Noun("no card", "{number} card", "{number} cards"),
    "cells": Noun("no cell", "{number} cell", "{number} cells"),
    "empty cells": Noun("no empty cell", "{number} empty cell", "{number} empty cells"),
    "empty cascades": Noun("no empty cascade", "{number} empty cascade", "{number} empty cascades"),
    "other empty cascades": Noun("no other empty cascade", "{number} other empty cascade", "{number} other empty cascades"),
    "moves": Noun("no move", "{number} move", "{number} moves"),
    # T: It follows "Winnable:" or "Demonstration:".
    "moves are left": Noun("no move is left", "{number} move is left", "{number} moves are left"),
    "actions": Noun("no action", "{number} action", "{number} actions"),
    "more moves": Noun("no more move", "{number} more move", "{number} more moves"),
    "other moves": Noun("no other move", "{number} other move", "{number} other moves"),
    # T: A supermove counts as the moves of one card that it stands for.
    "single-card moves": Noun("no single-card move", "{number} single-card move", "{number} single-card moves"),
    "undos": Noun("no undo", "{number} undo", "{number} undos"),
    "hints": Noun("no hint", "{number} hint", "{number} hints"),
    "new games": Noun("no new game", "{number} new game", "{number} new games"),
    # T: Lines of a file that could not be read.
    "lines not taken": Noun("no line is not taken", "{number} line is not taken", "{number} lines are not taken"),
    # T: What the solver does for a review.
    "searches": Noun("no search", "{number} search", "{number} searches"),
    "states": Noun("no state", "{number} state", "{number} states"),
    "seconds": Noun("no second", "{number} second", "{number} seconds"),
    "times": Noun("not once", "{number} time", "{number} times"),
}

# A cascade and a cell by name; the foundation of a card that is known, and of a suit. One line for each way of showing a place.
PLACES: Final[dict[str, tuple[str, str, str, str]]] = {
    # T: {name} is the number of a cascade or the letter of a cell; {suit} is one of clubs, diamonds, hearts, spades.
    "": ("cascade {name}", "cell {name}", "the foundation", "the foundation of {suit}"),
    # T: Where something is or is not, as in "There is no card on cascade 3."
    "on": ("on cascade {name}", "on cell {name}", "on the foundation", "on the foundation of {suit}"),
    # T: Where a card goes, as in "7♠ to cascade 3."
    "to": ("to cascade {name}", "to cell {name}", "to the foundation", "to the foundation of {suit}"),
    # T: Where a card goes that is moved, said of an empty cascade, as in "K♠ to empty cascade 3."
    "empty": ("to empty cascade {name}", "to cell {name}", "to the foundation", "to the foundation of {suit}"),
    # T: Where a card comes from.
    "from": ("from cascade {name}", "from cell {name}", "from the foundation", "from the foundation of {suit}"),
}

SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
# T: Between the last two of several choices, or between all of them: "moves or cards".
OR: Final = "or"
# T: A card as it is said: "queen of hearts", "7 of clubs".
CARD: Final = "{rank} of {suit}"
# What may be built on a card: by colour, for an ace, a number, a jack, a queen.
FITS: Final = {
    # T: What may be built on a card; {number} is 2 to 10. It follows "6♠ does not go on 9♣, which takes".
    "red": ("a red ace", "a red {number}", "a red jack", "a red queen"),
    # T: What may be built on a card; {number} is 2 to 10. It follows "6♠ does not go on 9♦, which takes".
    "black": ("a black ace", "a black {number}", "a black jack", "a black queen"),
}

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_ORDER: Final = "A23456789TJQK"
_QUOTED_AT_MOST: Final = 60


def quote(value: object) -> str:
    """`value` as an error shows it: in quotes, with control characters made visible, and cut if it is very long.

    >>> quote("1e3")
    "'1e3'"
    >>> quote("9" * 400)
    "'999999999999999999999999999999999999999999999999999999999999'… (400 characters)"
    """
    if not isinstance(value, str):
        try:
            value = repr(value)
        except ValueError:  # an integer of thousands of digits refuses to be written
            return "a number of thousands of digits"
        return value if len(value) <= _QUOTED_AT_MOST else f"{value[:_QUOTED_AT_MOST]}…"
    if len(value) <= _QUOTED_AT_MOST:
        return repr(value)
    return f"{value[:_QUOTED_AT_MOST]!r}… ({len(value)} characters)"


def count_text(number: int, noun: str, language: Language = ENGLISH) -> str:
    """Return a number with its noun, one of `NOUNS`.

    >>> [count_text(number, "moves") for number in (0, 1, 1200)]
    ['no move', '1 move', '1,200 moves']
    """
    none, one, many = NOUNS[noun]
    if number == 0:
        return language.gettext(none)
    return language.ngettext(one, many, number).format(number=language.number(number))


def card_text(card: str, language: Language = ENGLISH) -> str:
    """Return a card as it is shown: its rank and its suit's sign.

    >>> card_text("TH"), card_text("QS")
    ('10♥', 'Q♠')
    """
    rank = card[:-1]
    return {"T": "10"}.get(rank, language.letter(rank) if rank in RANKS else rank) + _SIGNS[card[-1]]


def card_name(card: str, language: Language = ENGLISH) -> str:
    """Return a card as it is said.

    >>> card_name("TH"), card_name("QS")
    ('10 of hearts', 'queen of spades')
    """
    rank = language.gettext(RANKS[card[0]]) if card[0] in RANKS else card[:-1].replace("T", "10")
    return language.gettext(CARD).format(rank=rank, suit=language.gettext(SUITS[card[-1]]))


def place_text(place: str, way: str = "", language: Language = ENGLISH) -> str:
    """Return a place as it is shown, alone or (`way`: on, to, from) with its preposition.

    >>> place_text("3"), place_text("b", "to"), place_text("hS", "from")
    ('cascade 3', 'to cell b', 'from the foundation of spades')
    """
    cascade, cell, foundation, of_suit = PLACES[way]
    if place.startswith("h"):
        suit = language.gettext(SUITS[place[1]]) if len(place) > 1 else ""
        return language.gettext(of_suit if suit else foundation).format(suit=suit)
    return language.gettext(cascade if place.isdigit() else cell).format(name=place)


def fits_text(on: str, language: Language = ENGLISH) -> str:
    """Return what may be built on a card, which is no ace.

    >>> fits_text("QS"), fits_text("JD"), fits_text("2C")
    ('a red jack', 'a black 10', 'a red ace')
    """
    ace, number, jack, queen = FITS["black" if on[-1] in "DH" else "red"]
    rank = _ORDER[_ORDER.index(on[0]) - 1]
    words = {"A": ace, "J": jack, "Q": queen}.get(rank, number)
    return language.gettext(words).format(number=rank.replace("T", "10"))


def time_text(milliseconds: float) -> str:
    """A length of time, as a clock shows it.

    >>> time_text(127_900), time_text(3_600_000)
    ('2:07', '1:00:00')
    """
    minutes, seconds = divmod(int(milliseconds) // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


class _Worded:
    """A value in a template, which is worded once the template says how."""

    def __init__(self, value: Any, word: Callable[[Any, str], str]) -> None:
        self._value, self._word = value, word

    def __format__(self, spec: str) -> str:
        return self._word(self._value, spec)


class _Wording(Mapping[str, _Worded]):
    """The values of a template by name, to be worded in a language."""

    def __init__(self, values: Values, language: Language, sentence: Callable[[str, Values, Language], str]) -> None:
        self._values, self._language, self._sentence = values, language, sentence

    def __getitem__(self, name: str) -> _Worded:
        word = {
            **dict.fromkeys(("card", "on", "onto", "needed"), self._card),
            **dict.fromkeys(("to", "place", "source"), self._place),
            "cards": self._several(self._card, " "),
            "places": self._several(self._place, ", "),
            "faults": self._several(self._bullet, "\n"),
            **dict.fromkeys(("expected", "problem", "line"), self._said),
        }.get(name, self._plain)
        return _Worded(self._values[name], word)

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def _card(self, card: str, spec: str) -> str:
        return {"code": lambda: card, "fits": lambda: fits_text(card, self._language)}.get(spec, lambda: card_text(card, self._language))()

    def _place(self, place: str, spec: str) -> str:
        return place_text(place, spec, self._language)

    def _bullet(self, fault: Any, spec: str) -> str:
        return f"- {self._plain(fault, spec)}"

    def _several(self, word: Callable[[Any, str], str], gap: str) -> Callable[[Any, str], str]:
        return lambda values, spec: self._plain(values, spec) if spec in NOUNS else gap.join(word(value, spec) for value in values)

    def _plain(self, value: Any, spec: str) -> str:
        if spec == "quoted":
            return quote(value)
        if spec in NOUNS:
            return count_text(value if isinstance(value, int) else len(value), spec, self._language)
        if spec == "or":
            return f" {self._language.gettext(OR)} ".join(map(str, value))
        if isinstance(value, Mapping):
            return self._sentence(value["code"], value.get("values", {}), self._language)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(str, value))
        return str(value)

    def _said(self, value: Any, spec: str) -> str:
        """Words of ours, as what was expected, or of others (an operating system's), which have no translation."""
        return self._language.gettext(value) if isinstance(value, str) else self._plain(value, spec)


def fill(template: str, values: Values, language: Language, sentence: Callable[[str, Values, Language], str]) -> str:
    """Return a template with its values; `sentence` words a value that has a code and values of its own."""
    return template.format_map(_Wording(values, language, sentence))
