"""Learn: the pages that teach the game, in every language, written for the rules being played; and the lessons (`freecell.learn.lessons`).

The texts are Markdown in `texts/`, in English; `freecell.learn.markdown` says what they may hold. Translations are in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from freecell.errors import BadInput
from freecell.learn.figures import figure, fill_values
from freecell.learn.markdown import choose, pieces, to_html
from freecell.locales import Words
from freecell.rules import Rules

PAGES: Final = ("rules", "strategy", "glossary", "cousins", "deals", "questions", "houses")
"""The pages, in the order in which they are offered."""


class Page(NamedTuple):
    """A page of Learn: its title, and its body as HTML, which begins with the title as its only heading of the first rank."""

    name: str
    title: str
    html: str


def page(name: str, words: Words, rules: Rules, *, address: Callable[[str], str] = lambda link: link.replace(":", "/")) -> Page:
    """Return a page in a language, for the rules being played. Raises `BadInput` for a page that there is not.

    `address` turns the links `learn:PAGE`, `deal:NUMBER` and those to elsewhere into addresses.

    >>> page("rules", Words("it"), Rules()).title
    'Le regole'
    """
    text = source(name)
    html = to_html(
        choose(text, rules),
        translate=words.prose,
        fill=lambda piece: fill_values(piece, rules, words),
        figure=lambda asked: figure(asked, rules, words),
        address=address,
    )
    if name == "glossary":
        html = _in_order(html)
    return Page(name, title(name, words), html)


@cache
def title(name: str, words: Words) -> str:
    """Return what a page is called. Raises `BadInput`.

    >>> title("rules", Words("es"))
    'Las reglas'
    """
    return words.prose(next(pieces(source(name)))[0])


def _in_order(html: str) -> str:
    """A page's list in the alphabetical order of the language that it is in, accents aside."""

    def key(item: str) -> str:
        return "".join(letter for letter in normalize("NFD", item.casefold()) if not combining(letter))

    head, begin, rest = html.partition("<ul>\n")
    body, end, tail = rest.partition("</ul>")
    return head + begin + "".join(sorted(body.splitlines(keepends=True), key=key)) + end + tail


@cache
def source(name: str) -> str:
    """Return the English text of a page, as it is written. Raises `BadInput`."""
    if name not in PAGES:
        raise BadInput("no-such-lesson", name=name, names=list(PAGES))
    return (files("freecell.learn") / "texts" / f"{name}.md").read_text(encoding="utf-8")
