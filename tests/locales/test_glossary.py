"""One word for each thing: the tables of docs/glossary.md, looked up in every message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import words as tool

from freecell.locales import languages

DOC = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
TAGS = [tag for tag in languages() if tag != "en"]


def rows(heading: str) -> list[list[str]]:
    """The rows of the table that begins with this heading."""
    lines = iter(DOC.splitlines())
    for line in lines:
        if line.startswith(heading):
            next(lines)
            break
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    assert found
    return found


TERMS = {row[0]: {tag: re.findall(r"\*\*(.+?)\*\*", cell) for tag, cell in zip(TAGS, row[1:], strict=True)} for row in rows("| English |")}
FORBIDDEN = [(row[0], word) for row in rows("| language | never") for word in row[1].split(", ")]


def translated(tag: str) -> Iterator[tuple[str, str]]:
    """Every English message with its translation; a plural by its last form."""
    for domain in tool.DOMAINS:
        for message in tool.read(tag, domain):
            if message.id:
                english, words = (text if isinstance(text, str) else (text or [""])[-1] for text in (message.id, message.string))
                yield english, words


@pytest.mark.parametrize("tag", TAGS)
def test_a_thing_is_called_by_its_word(tag: str) -> None:
    missing = [
        (term, english, words)
        for english, words in translated(tag)
        for term, stems in TERMS.items()
        if re.search(rf"\b{term}s?\b", re.sub(r"\{[^}]*\}|\([^)]*\)|--\w+", "", english), re.IGNORECASE)
        and not any(stem in words.lower() for stem in stems[tag])
    ]
    assert missing == []


@pytest.mark.parametrize(("tag", "word"), FORBIDDEN)
def test_a_word_of_other_pages_is_not_used(tag: str, word: str) -> None:
    said = [re.sub(r"\{[^}]*\}|baz\w+ de date", "", words) for _, words in translated(tag)]  # a database has no other name in Romanian
    assert [words for words in said if re.search(rf"\b{word}\b", words, re.IGNORECASE)] == []


def test_every_language_has_its_words_and_what_it_avoids() -> None:
    assert all(stems for words in TERMS.values() for stems in words.values())
    assert {tag for tag, _ in FORBIDDEN} == set(TAGS)
