"""The languages that the faces speak: which there are, which one a player wants, and the words in each.

English is written in the code; the others are catalogues beside this file, one folder a language: `faces.po` holds the words of browser,
terminal, command line and errors, `learn.po` the prose of Learn and the lessons. They are read as they stand, with nothing to compile, so
that a clone, an installed package and a Python inside a browser have the same words.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from freecell.errors import BadInput
from freecell.locales.catalogue import Catalogue, load
from freecell.locales.pseudo import pseudo
from freecell.messages import word
from freecell.speech import RANKS, Values, fill
from freecell.speech import card_name as _card_name
from freecell.speech import card_text as _card_text

PSEUDO: Final = "en-XA"
"""English with accents and twice as long, to see that a page has room and that no word is missing from the catalogues."""


class _Language(NamedTuple):
    """What there is to know of a language besides its words."""

    name: str
    """As its speakers write it."""
    plurals: tuple[str, ...]
    """CLDR's categories in the order of a catalogue's plural forms."""
    point: str
    separator: str
    grouped_from: int
    """The least number that is written with separators."""
    letters: str
    """Ace, jack, queen and king by their initials in this language; empty where these do not tell them apart."""


_LATIN: Final = ("one", "many", "other")
_LANGUAGES: Final = {
    "en": _Language("English", ("one", "other"), ".", ",", 1000, "AJQK"),
    "it": _Language("italiano", _LATIN, ",", ".", 10_000, "AFDR"),
    "es": _Language("español", _LATIN, ",", ".", 10_000, ""),
    "ro": _Language("română", ("one", "few", "other"), ",", ".", 1000, "AVDR"),
    "pt-BR": _Language("português", _LATIN, ",", ".", 1000, "AVDR"),
    PSEUDO: _Language("Þšéûdø", ("one", "other"), ".", ",", 1000, "AJQK"),
}


def languages() -> dict[str, str]:
    """Return the languages by their tag (BCP 47), each with the name that its speakers give it.

    >>> list(languages())
    ['en', 'it', 'es', 'ro', 'pt-BR']
    """
    return {tag: language.name for tag, language in _LANGUAGES.items() if tag != PSEUDO}


def find_language(wanted: str) -> str | None:
    """Return the tag of the language that somebody means by `wanted`: a tag or a POSIX locale, in any case; None if we lack it.

    >>> find_language("pt_BR.UTF-8"), find_language("es-419"), find_language("pt-PT"), find_language("de")
    ('pt-BR', 'es', 'pt-BR', None)
    """
    tag = wanted.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    exact = next((known for known in _LANGUAGES if known.lower() == tag), None)
    primary = tag.partition("-")[0]
    return exact or next((known for known in languages() if known.lower().partition("-")[0] == primary), None)


def negotiate(accept_language: str | None) -> str:
    """Return the language for a request, by its header Accept-Language; English if it names none that we have.

    Source: RFC 9110, section 12.5.4; of languages with the same weight the first counts.

    >>> negotiate("de, ro;q=0.8, en;q=0.5"), negotiate("it;q=0, *"), negotiate(None)
    ('ro', 'en', 'en')
    """
    wishes = []
    for order, part in enumerate((accept_language or "")[:1000].split(",")):
        tag, _, weight = part.partition(";")
        found = "en" if tag.strip() == "*" else find_language(tag.strip())
        if found and found != PSEUDO and (quality := _quality(weight)) > 0:
            wishes.append((-quality, order, found))
    return min(wishes)[2] if wishes else "en"


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    try:
        return min(1.0, float(value)) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


class Words:
    """The words of one language, for the engine's sentences (it is a `freecell.speech.Language`), faces and Learn.

    `letters` chooses those on court cards and aces: `international` (A J Q K, which decks, notations and other programs share), or `own`,
    the initials in this language where it has such. Raises `BadInput` for a language that we lack.

    >>> words = Words("ro")
    >>> [words.count("{number} card", "{number} cards", number) for number in (1, 2, 20)]
    ['1 carte', '2 cărți', '20 de cărți']
    >>> words.card_name("QH"), Words("ro", letters="own").card_text("QH")
    ('damă de cupă', 'D♥')
    """

    def __init__(self, language: str, *, letters: str = "international") -> None:
        if language not in _LANGUAGES:
            raise BadInput("no-such-language", language=language, languages=list(languages()))
        self.tag = language
        self._language = _LANGUAGES[language]
        self._letters = dict(zip(RANKS, self._language.letters if letters == "own" else "", strict=False))

    @property
    def name(self) -> str:
        """The language's own name."""
        return self._language.name

    def gettext(self, message: str, /) -> str:
        """Return a message in this language; one that its catalogue lacks stays English."""
        return pseudo(message) if self.tag == PSEUDO else _catalogue(self.tag, "faces").text(message)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return the form of a message that goes with a number."""
        if self.tag == PSEUDO:
            return pseudo(one if number == 1 else many)
        return _catalogue(self.tag, "faces").form(one, many, number)

    def prose(self, message: str) -> str:
        """Return a paragraph of Learn or of a lesson in this language."""
        return pseudo(message) if self.tag == PSEUDO else _catalogue(self.tag, "learn").text(message)

    def text(self, message: str, **values: object) -> str:
        """Return a message with its values, which are worded as `freecell.speech` says."""
        return fill(self.gettext(message), values, self, word)

    def count(self, one: str, many: str, number: int) -> str:
        """Return a message with the `{number}` that decides its form."""
        return self.ngettext(one, many, number).format(number=self.number(number))

    def sentence(self, code: str, values: Values) -> str:
        """Return the sentence for a refusal, an error or an event."""
        return word(code, values, self)

    def number(self, number: float, /, digits: int = 0) -> str:
        """Write a number, with so many digits after the point.

        >>> Words("es").number(8589934591), Words("es").number(1234), Words("pt-BR").number(99.5, 1)
        ('8.589.934.591', '1234', '99,5')
        """
        english = f"{number:{',' if abs(number) >= self._language.grouped_from else ''}.{digits}f}"
        return english.translate({ord(","): self._language.separator, ord("."): self._language.point})

    def date(self, day: date) -> str:
        """Write a date in words.

        >>> Words("it").date(date(2026, 3, 8))
        '8 marzo 2026'
        """
        from babel.dates import format_date  # heavy, and most who speak tell no date

        return format_date(day, "long", locale="en" if self.tag == PSEUDO else self.tag.replace("-", "_"))

    def letter(self, rank: str, /) -> str:
        """Return the letter of an ace, jack, queen or king (A J Q K) on the player's cards."""
        return self._letters.get(rank, rank)

    def card_text(self, card: str) -> str:
        """Return a card as it is shown: `Q♥`."""
        return _card_text(card, self)

    def card_name(self, card: str) -> str:
        """Return a card as a screen reader says it: "queen of hearts"."""
        return _card_name(card, self)


@cache
def _catalogue(language: str, domain: str) -> Catalogue:
    return Catalogue() if language == "en" else load(language.replace("-", "_"), domain)


@cache
def catalogue_json(language: str) -> str:
    """Return the words that the browser needs, as JSON: `language`, `name`, the `plurals` in the order of the forms, `letters`, `messages`.

    Only what the client says itself is there: what the server tells is worded by the server. Raises `BadInput`.
    """
    known = _LANGUAGES[Words(language).tag]
    told = {
        "language": language,
        "name": known.name,
        "plurals": known.plurals,
        "letters": known.letters,
        "messages": _pseudo_messages() if language == PSEUDO else _catalogue(language, "faces").used_in("web/"),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _pseudo_messages() -> dict[str, str | list[str]]:
    """What the browser says, taken from a language that has it all."""
    ids = _catalogue("it", "faces").ids("web/")
    return {one: pseudo(one) if many is None else [pseudo(one), pseudo(many)] for one, many in ids}
