"""Catalogues: translations as PO files hold them, and how they are read."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final


@dataclass
class Entry:
    """One message with its translation: one form, or where there is a plural as many as the language has."""

    one: str = ""
    many: str | None = None
    forms: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    fuzzy: bool = False


_LINE: Final = re.compile(r'(?:(msgid_plural|msgid|msgstr)(?:\[\d\])? )?"(.*)"')
_ESCAPED: Final = re.compile(r"\\(.)")
_MEANT: Final = {"n": "\n", "t": "\t", "r": "\r"}


def read_entries(text: str) -> Iterator[Entry]:
    r"""Read the entries of a PO file, its header (the translation of nothing) among them.

    >>> [(entry.one, entry.forms) for entry in read_entries('#: web/menu.js\nmsgid "Menu"\nmsgstr "Meniu"\n')]
    [('Menu', ['Meniu'])]
    """
    for block in text.split("\n\n"):
        entry, keyword = Entry(), ""
        for line in block.splitlines():
            if line.startswith("#:"):
                entry.references += line[2:].split()
            elif line.startswith("#,"):
                entry.fuzzy |= "fuzzy" in line
            elif match := _LINE.fullmatch(line):
                _take(entry, match[1], keyword := match[1] or keyword, _ESCAPED.sub(lambda m: _MEANT.get(m[1], m[1]), match[2]))
        if keyword == "msgstr":
            yield entry


def _take(entry: Entry, begun: str | None, keyword: str, text: str) -> None:
    """Add the text of one line, which may begin something or go on with it."""
    if keyword == "msgid":
        entry.one += text
    elif keyword == "msgid_plural":
        entry.many = (entry.many or "") + text
    elif begun:
        entry.forms.append(text)
    else:
        entry.forms[-1] += text


class Catalogue:
    """The translations of a language; an empty one speaks English."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = {entry.one: entry for entry in entries if not entry.fuzzy and all(entry.forms)}
        header = self._entries.pop("", Entry())
        rule = re.search(r"plural=(.*?);?\n", "".join(header.forms))
        self._plural: Callable[[int], int] = gettext.c2py(rule[1].rstrip(";")) if rule else lambda number: int(number != 1)

    def text(self, message: str) -> str:
        """Return the translation of a message, or the message where there is none."""
        entry = self._entries.get(message)
        return message if entry is None else entry.forms[0]

    def form(self, one: str, many: str, number: int) -> str:
        """Return the form of a message that goes with a number."""
        entry = self._entries.get(one)
        if entry is None or entry.many is None:
            return one if number == 1 else many
        return entry.forms[self._plural(number)]

    def ids(self, part: str) -> list[tuple[str, str | None]]:
        """Return the English messages that are said in a part of the program, each with its plural."""
        return [(entry.one, entry.many) for entry in self._entries.values() if any(part in where for where in entry.references)]

    def used_in(self, part: str) -> dict[str, str | list[str]]:
        """Return what is said in a part of the program: message → its translation, or its plural forms."""
        return {one: self._entries[one].forms if many else self._entries[one].forms[0] for one, many in self.ids(part)}


def load(folder: str, domain: str) -> Catalogue:
    """Read a language's catalogue of a domain, `faces` or `learn`."""
    return Catalogue(read_entries((files("freecell.locales") / folder / f"{domain}.po").read_text(encoding="utf-8")))
