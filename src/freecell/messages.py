"""The words for codes: what a player reads of refusals, errors and events, in the language that is spoken.

The engine and the session deal in codes with values (`too-many: wanted 4, fit 3, cells 2, cascades 0`); every face turns them into
sentences through `word`, and only there. The sentences stand in `freecell.sentences`.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

from freecell.sentences import FEW, SENTENCES, others
from freecell.speech import ENGLISH, Language, Values, fill, quote

__all__ = ["Values", "quote", "speak", "spoken", "text", "word"]

_spoken: Final[ContextVar[Language]] = ContextVar("spoken", default=ENGLISH)


def speak(language: Language) -> None:
    """Speak a language from here on: in this task and those that it starts, or in the whole of a program that has none."""
    _spoken.set(language)


def spoken() -> Language:
    """Return the language that is spoken here."""
    return _spoken.get()


def word(code: str, values: Values, language: Language | None = None) -> str:
    """The sentence for a code, in `language` or else the one that is spoken; a code without a sentence is shown as it is, with its values.

    >>> word("too-many", {"wanted": 4, "fit": 3, "cells": 2, "cascades": 0, "empty": False})
    '3 of these 4 cards would fit: 2 empty cells, no empty cascade.'
    """
    language = language or spoken()
    found = SENTENCES.get(code)
    if found is None:
        return f"{code}: " + ", ".join(f"{key} {value}" for key, value in values.items()) if values else code
    template = found(values) if callable(found) else found
    texts = [template] if isinstance(template, str) else template
    return " ".join(fill(language.gettext(text), _derived(code, values), language, word) for text in texts)


def text(message: str, **values: object) -> str:
    """Return a message of a face with its values, in the language that is spoken.

    >>> text("Wins in {moves:moves}", moves=1)
    'Wins in 1 move'
    """
    return fill(spoken().gettext(message), values, spoken(), word)


def _derived(code: str, values: Values) -> Values:
    """The values, and what a sentence needs that follows from them."""
    if code in ("autoplayed", "finished"):
        cards = [step["card"] for step in values["steps"]]
        return {**values, "count": len(cards), "cards": cards if len(cards) <= FEW else list({card[-1]: card for card in cards}.values())}
    if code in ("undone", "redone"):
        return {**values, "count": others(values)}
    if code == "hint":
        return {**values, "move": {"code": "hint-move", "values": values}}
    if code == "hint-move":
        to = values["to"]
        return {**values, "card": values["cards"][0], "to": "h" if to.startswith("h") else to}
    if code in ("to-empty", "to-free-cell"):
        return {"place": values["cascade" if code == "to-empty" else "cell"]}
    return {**values, "card": values["cards"][0]} if code == "moved" else values
