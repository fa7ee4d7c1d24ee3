"""The catalogues: complete, sound, and read as Babel reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import words as tool
from babel import Locale
from babel.messages.plurals import get_plural

from freecell.locales import _LANGUAGES, Words, languages
from freecell.locales.catalogue import Catalogue, Entry, read_entries

TAGS = [tag for tag in languages() if tag != "en"]
BOTH = [(tag, domain) for tag in TAGS for domain in tool.DOMAINS]
NUMBERS = [*range(130), 200, 219, 220, 1000, 1001, 1_000_000, 1_000_001, 2_000_000, 8_589_934_591]


@pytest.mark.parametrize(("tag", "domain"), BOTH)
def test_every_message_is_translated_with_its_values_links_and_cards(tag: str, domain: str) -> None:
    assert tool.faults(tag, domain) == []


@pytest.mark.parametrize(("tag", "domain"), BOTH)
def test_a_catalogue_is_written_as_the_tool_writes_it(tag: str, domain: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = tool.path_of(tag, domain).read_text(encoding="utf-8")
    catalog = tool.read(tag, domain)
    monkeypatch.setattr(tool, "path_of", lambda *_: tmp_path / "out.po")
    tool.write(tag, domain, catalog)
    assert (tmp_path / "out.po").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("tag", "domain"), BOTH)
def test_our_reader_and_babels_read_the_same(tag: str, domain: str) -> None:
    entries = list(read_entries(tool.path_of(tag, domain).read_text(encoding="utf-8")))
    ours = {(entry.one, entry.many): entry.forms for entry in entries if entry.one}
    theirs = {}
    for message in tool.read(tag, domain):
        if message.id:
            one, many = (message.id, None) if isinstance(message.id, str) else (message.id[0], message.id[1])
            theirs[one, many] = [message.string] if isinstance(message.string, str) else list(message.string or ())
    assert ours == theirs
    assert len(ours) > 200


@pytest.mark.parametrize("tag", TAGS)
def test_plurals_are_those_of_cldr(tag: str) -> None:
    """The rule in the catalogue's head picks the form of CLDR's category for every number."""
    locale = Locale.parse(tag.replace("-", "_"))
    forms = list(_LANGUAGES[tag].plurals)
    entry = Entry("one", "many", forms)
    head = Entry("", None, [f"Plural-Forms: nplurals={len(forms)}; plural={get_plural(locale)[1]};\n"])
    catalogue = Catalogue([head, entry])
    assert [catalogue.form("one", "many", number) for number in NUMBERS] == [locale.plural_form(number) for number in NUMBERS]
    rule = next(read_entries(tool.path_of(tag, "faces").read_text(encoding="utf-8"))).forms[0]
    assert get_plural(locale)[1] in rule


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("en", {0: "0 cards", 1: "1 card", 2: "2 cards", 20: "20 cards", 1_000_000: "1,000,000 cards"}),
        ("it", {0: "0 carte", 1: "1 carta", 1234: "1234 carte", 1_000_000: "1.000.000 di carte", 1_000_001: "1.000.001 carte"}),
        ("es", {0: "0 cartas", 1: "1 carta", 2: "2 cartas", 12_345: "12.345 cartas", 1_000_000: "1.000.000 de cartas"}),
        ("pt-BR", {0: "0 carta", 1: "1 carta", 2: "2 cartas", 1234: "1.234 cartas", 2_000_000: "2.000.000 de cartas"}),
        (
            "ro",  # H6
            {0: "0 cărți", 1: "1 carte", 2: "2 cărți", 19: "19 cărți", 20: "20 de cărți", 52: "52 de cărți", 100: "100 de cărți",
             101: "101 cărți", 119: "119 cărți", 120: "120 de cărți", 1_000_000: "1.000.000 de cărți"},
        ),
    ],
)  # fmt: skip
def test_cards_are_counted(tag: str, told: dict[int, str]) -> None:
    words = Words(tag)
    assert {number: words.count("{number} card", "{number} cards", number) for number in told} == told


def plurals(tag: str) -> Iterator[tuple[str, list[str]]]:
    for domain in tool.DOMAINS:
        for entry in read_entries(tool.path_of(tag, domain).read_text(encoding="utf-8")):
            if entry.many is not None:
                yield entry.one, entry.forms


@pytest.mark.parametrize("tag", TAGS)
def test_every_plural_has_all_its_forms_and_they_differ(tag: str) -> None:
    found = dict(plurals(tag))
    assert found
    for one, forms in found.items():
        assert len(forms) == len(_LANGUAGES[tag].plurals) == 3, one
        assert len(set(forms)) > 1, one


def test_romanian_puts_de_after_twenty() -> None:
    for one, (_, few, other) in plurals("ro"):
        assert "{number} de " in other, one
        assert "{number} de " not in few, one


@pytest.mark.parametrize("tag", ["it", "es", "pt-BR"])
def test_millions_take_a_preposition(tag: str) -> None:
    preposition = "di" if tag == "it" else "de"
    assert all(f"{{number}} {preposition} " in many for _, (_, many, _) in plurals(tag))


@pytest.mark.parametrize("tag", TAGS)
def test_letters_have_their_marks(tag: str) -> None:
    """Romanian with commas below, not cedillas, and no text whose marks were left out or broken."""
    text = "".join(tool.path_of(tag, domain).read_text(encoding="utf-8") for domain in tool.DOMAINS)
    assert not set("şţŞŢ�") & set(text)
    assert all(text.count(letter) > 5 for letter in {"it": "èàùò", "es": "áéíóúñ¿", "ro": "ăâîșț", "pt-BR": "ãçáéíóõê"}[tag])


# The tool


def test_messages_are_found_in_every_kind_of_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "web").mkdir(parents=True)
    (package / "web" / "a.js").write_text('// T: A button.\nt("New");\nn("{number} frog", `{number} frogs`, 2);\nx.at("no");\n')
    (package / "web" / "a.html").write_text('<p title="{{t Close}}">{{t The table}}</p>')
    (package / "learn").mkdir()
    (package / "learn" / "b.py").write_text('x = words.gettext("Hello")\ny = words.count("{number} cat", "{number} cats", 3)\n')
    monkeypatch.setattr(tool, "PACKAGE", package)
    monkeypatch.setattr(tool, "TABLES", {})
    monkeypatch.setattr(tool, "FIELDS", {})
    found = {(m.one, m.many, m.place, m.comments) for m in tool.messages("faces")}
    assert found == {
        ("Hello", None, "learn/b.py", ()),
        ("{number} cat", "{number} cats", "learn/b.py", ()),
        ("New", None, "web/a.js", ("A button.",)),
        ("{number} frog", "{number} frogs", "web/a.js", ()),
        ("Close", None, "web/a.html", ()),
        ("The table", None, "web/a.html", ()),
    }


@pytest.mark.parametrize(
    ("english", "translation", "fault"),
    [
        ("{count} of {all}", "{count}", "values"),
        ("{place:on}", "{place:to}", "values"),
        ("[rules](learn:rules)", "[regole](learn:regole)", "links"),
        ("**Cell**: a place", "Cella: un posto", "bold words"),
        ("Put the 9♠ on the 10♦.", "Metti il 9♠ sul 10♥.", "cards"),
    ],
)
def test_the_check_can_fail(english: str, translation: str, fault: str) -> None:
    problems = list(tool._mismatches(english, translation))
    assert len(problems) == 1
    assert problems[0].startswith(fault)
    assert list(tool._mismatches(english, english)) == []


def test_what_is_empty_or_fuzzy_or_said_nowhere_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "it.po"
    first, second = [message.id for message in tool.numbered_messages("learn")][:2]
    path.write_text(f'msgid "{first}"\nmsgstr ""\n\n#, fuzzy\nmsgid "{second}"\nmsgstr "x"\n\nmsgid "Unheard of"\nmsgstr "Mai sentito"\n')
    monkeypatch.setattr(tool, "path_of", lambda *_: path)
    found = tool.faults("it", "learn")
    assert sum("is not translated" in fault for fault in found) == 2
    assert sum("is said nowhere" in fault for fault in found) == 1
    assert any("no message" in fault for fault in found)


def test_an_entry_that_is_not_finished_is_not_used() -> None:
    text = '#, fuzzy\nmsgid "A"\nmsgstr "a"\n\nmsgid "B"\nmsgstr ""\n\nmsgid "C"\nmsgstr "c \\"c\\"\\n"\n"more"\n'
    catalogue = Catalogue(read_entries(text))
    assert [catalogue.text(message) for message in "ABCD"] == ["A", "B", 'c "c"\nmore', "D"]
    assert catalogue.form("C", "Cs", 2) == "Cs"


def test_no_message_of_the_browser_is_overlooked() -> None:
    """Babel does not look into template literals, nor into Python's f-strings."""
    known = {message.one for message in tool.messages("faces")}
    said = {
        found
        for path in tool.PACKAGE.glob("web/*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith(("*", "//", "/*"))
        for found in re.findall(r'(?<![\w.])[tn]\("((?:[^"\\]|\\.)*)"', line)
    }
    asked = {
        found
        for part in ("cli", "learn", "locales", "server")
        for path in tool.PACKAGE.glob(f"{part}/*.py")
        for found in re.findall(r'(?:gettext|(?<!\w)_)\("([^"\\]*)"', path.read_text(encoding="utf-8"))
    }
    assert len(said) > 8
    assert len(asked) > 80
    assert {message for message in said | asked if message.strip()} <= known
