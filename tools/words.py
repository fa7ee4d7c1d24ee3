"""Catalogues: brings them up to date with the sources, and says what is wrong with them.

`fill TAG DOMAIN FILE` takes translations from a file of lines `number|text` (the forms of a plural with `||` between them), numbered as
`list DOMAIN` prints the messages. These come from Python (`gettext`, `ngettext`, `count`, `text`, `prose`, and the tables below), from the
browser's JavaScript (`t`, `n`), from `{{t …}}` in its HTML, and from Learn's Markdown and lessons. Comments that begin with `T:` are for
translators.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from freecell.cli.speaking import DEFAULT
from freecell.learn.markdown import pieces
from freecell.locales import languages

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "freecell"
DOMAINS: Final = ("faces", "learn")
WIDTH: Final = 140

TABLES: Final = {
    "speech.py": {"NOUNS", "PLACES", "SUITS", "RANKS", "CARD", "FITS", "OR"},
    "sentences.py": {"SENTENCES", "EXPECTED", "SCORE"},
    "learn/figures.py": {"RULES"},
    "cli/__init__.py": {"COMMANDS"},
    "cli/speaking.py": {"CLICK"},
}
"""Tables whose texts are messages, by module."""

FIELDS: Final = {"rules.py": {"title", "summary"}}
"""Keyword arguments whose texts are messages, by module."""


class Message(NamedTuple):
    """A message where it is found."""

    one: str
    many: str | None
    place: str
    line: int
    comments: tuple[str, ...] = ()


def messages(domain: str) -> Iterator[Message]:
    """Yield every message of a domain, in the order of the sources."""
    if domain == "learn":
        yield from _texts()
        yield from _lessons()
        yield from _calls("learn/*.py", "python", {"prose": None})
        return
    for path, names in TABLES.items():
        yield from _tables(path, names)
    for path, names in FIELDS.items():
        yield from _fields(path, names)
    for command in sorted(PACKAGE.glob("cli/*.py")):
        yield from _help(command)
    keywords = {"gettext": None, "ngettext": (1, 2), "count": (1, 2), "text": (1,), "_": None, "_n": (1, 2)}
    for part in ("analysis/*", "cli/*", "learn/*", "locales/*", "server/*", "store/telling", "terminal/*"):
        yield from _calls(f"{part}.py", "python", keywords)
    yield from _calls("web/*.js", "javascript", {"t": None, "n": (1, 2)})
    for page in sorted(PACKAGE.glob("web/*.html")):
        yield from _page(page)


def _calls(pattern: str, method: str, keywords: dict[str, Any]) -> Iterator[Message]:
    for path in sorted(PACKAGE.glob(pattern)):
        source = io.BytesIO(path.read_bytes())
        for line, found, comments, _ in extract(method, source, keywords, ["T:"], strip_comment_tags=True):
            one, many = found if isinstance(found, tuple) else (found, None)
            if not one.strip():  # Babel takes a text beside a call for the call's own
                continue
            yield Message(one, many, _place(path), line, tuple(comments))


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _tables(path: str, names: set[str]) -> Iterator[Message]:
    source = (PACKAGE / path).read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in names and isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            for text, many, line in _constants(node.value):
                yield Message(text, many, path, line, _comment(source, line))


def _constants(node: ast.AST) -> Iterator[tuple[str, str | None, int]]:
    """The texts in a table: neither its keys nor what functions compare with."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, None, node.lineno
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _constants(value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Noun":
        none, one, many = (argument.value for argument in node.args if isinstance(argument, ast.Constant))
        yield str(none), None, node.lineno
        yield str(one), str(many), node.lineno
    elif isinstance(node, ast.Call | ast.Tuple | ast.List):
        for child in node.args if isinstance(node, ast.Call) else node.elts:
            yield from _constants(child)


def _comment(source: str, line: int) -> tuple[str, ...]:
    above = source.splitlines()[line - 2].strip()
    return (above.removeprefix("# T:").strip(),) if above.startswith("# T:") else ()


def _fields(path: str, names: set[str]) -> Iterator[Message]:
    source = (PACKAGE / path).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in names and isinstance(node.value, ast.Constant):
            yield Message(str(node.value.value), None, path, node.value.lineno)


def _help(path: Path) -> Iterator[Message]:
    """What the help of a command says: of itself by paragraphs, of its options, and its examples."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        found: list[str] = []
        if isinstance(node, ast.FunctionDef) and node.name in ("command", "main") and (text := ast.get_docstring(node)):
            found = [" ".join(piece.split()) for piece in text.split("\n\n")]
        elif isinstance(node, ast.keyword) and node.arg == "help":
            does, _, default = _constant(node.value).partition(DEFAULT)
            found = [does, default.removesuffix("]")] if " " in default else [does]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXAMPLES":
            lines = _constant(node.value).splitlines()
            found = [line for line in lines if line.endswith(":")]
            found += [match[1] for line in lines if (match := re.fullmatch(r"  freecell.*?\s{2,}(\S.*)", line))]
        for message in found:
            yield Message(message, None, _place(path), getattr(node, "lineno", 0))


def _constant(node: ast.expr) -> str:
    """A text, or as much of it as stands before the first value."""
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _page(path: Path) -> Iterator[Message]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for found in re.findall(r"\{\{t (.*?)\}\}", line):
            yield Message(found, None, _place(path), number)


def _texts() -> Iterator[Message]:
    for path in sorted(PACKAGE.glob("learn/texts/*.md")):
        for text, line in pieces(path.read_text(encoding="utf-8")):
            yield Message(text, None, _place(path), line)


def _lessons() -> Iterator[Message]:
    path = PACKAGE / "learn" / "lessons.toml"
    for lesson in tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]:
        for text in (lesson["title"], lesson["text"], *lesson["hints"], lesson["done"]):
            yield Message(text, None, _place(path), 0, (f"lesson {lesson['name']}",))


@cache
def _found(domain: str) -> tuple[Message, ...]:
    return tuple(messages(domain))


def template(domain: str) -> Catalog:
    """Return the messages of a domain as a catalogue without translations."""
    catalog = Catalog(project="FreeCell", charset="utf-8", fuzzy=False)
    for message in _found(domain):
        ids = message.one if message.many is None else (message.one, message.many)
        catalog.add(ids, locations=[(message.place, message.line)], auto_comments=message.comments)
    return catalog


def path_of(tag: str, domain: str) -> Path:
    """Return where a language's catalogue is kept."""
    return PACKAGE / "locales" / tag.replace("-", "_") / f"{domain}.po"


def read(tag: str, domain: str) -> Catalog:
    """Read a language's catalogue; an empty one if there is none yet."""
    path, locale = path_of(tag, domain), Locale.parse(tag.replace("-", "_"))
    if not path.exists() or not path.read_bytes():
        return Catalog(locale=locale, charset="utf-8", fuzzy=False)
    return read_po(io.BytesIO(path.read_bytes()), locale=locale, charset="utf-8")


def write(tag: str, domain: str, catalog: Catalog) -> None:
    """Write a language's catalogue, with nothing in it that changes by itself."""
    order = {message.id: number for number, message in enumerate(template(domain))}
    fresh = Catalog(locale=catalog.locale, charset="utf-8", fuzzy=False, header_comment="")
    for message in sorted((m for m in catalog if m.id), key=lambda m: order.get(m.id, len(order))):
        fresh.add(message.id, message.string, locations=message.locations, flags=message.flags - {"python-format"},
                  auto_comments=message.auto_comments, user_comments=message.user_comments)  # fmt: skip
    out = io.BytesIO()
    write_po(out, fresh, width=WIDTH, omit_header=True, include_lineno=False, ignore_obsolete=True)
    count, rule = get_plural(catalog.locale)[:2]
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale}\\n"\n"Plural-Forms: nplurals={count}; plural={rule};\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
    )
    path = path_of(tag, domain)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{head}\n{out.getvalue().decode('utf-8').strip()}\n", encoding="utf-8")


def update(tag: str, domain: str) -> None:
    """Bring a catalogue up to date with the sources: new messages are added, empty; those that nothing says any more go."""
    catalog = read(tag, domain)
    catalog.update(template(domain), no_fuzzy_matching=True)
    write(tag, domain, catalog)


def fill(tag: str, domain: str, lines: Iterable[str]) -> None:
    """Take translations from lines `number|text`."""
    update(tag, domain)
    catalog = read(tag, domain)
    numbered = list(numbered_messages(domain))
    for line in lines:
        number, _, text = line.rstrip("\n").partition("|")
        if not number.strip().isdigit():
            continue
        message = catalog.get(numbered[int(number)].id)
        assert message is not None  # noqa: S101
        text = text.replace("\\n", "\n")
        message.string = _forms(tag, text, catalog.num_plurals) if message.pluralizable else text
    write(tag, domain, catalog)


def _forms(tag: str, text: str, count: int) -> tuple[str, ...]:
    """The forms of a plural. For millions Italian, Spanish and Portuguese want a preposition before the noun: it is added if need be."""
    forms = text.split("||")
    if len(forms) == 2 and count == 3:
        preposition = "di" if tag == "it" else "de"
        forms.insert(1, re.sub(r"(\{\w+\}) (?=\w)", rf"\1 {preposition} ", forms[1], count=1))
    return tuple(forms)


def numbered_messages(domain: str) -> Iterator[Any]:
    """Yield the messages of a domain in the order of their numbers."""
    return (message for message in template(domain) if message.id)


def faults(tag: str, domain: str) -> list[str]:
    """Return what is wrong with a catalogue, a line each."""
    catalog, wanted = read(tag, domain), template(domain)
    found = [f"{tag}/{domain}: no message {m.id!r}" for m in wanted if m.id and catalog.get(m.id) is None]
    for message in catalog:
        if not message.id:
            continue
        where = f"{tag}/{domain}: {message.id!r}"
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if wanted.get(message.id) is None:
            found.append(f"{where} is said nowhere")
        elif not all(strings) or message.fuzzy:
            found.append(f"{where} is not translated")
        else:
            found += [f"{where}: {problem}" for string in strings for problem in _mismatches(message.id, str(string))]
    return found


def _mismatches(ids: str | Sequence[str], string: str) -> Iterator[str]:
    """What a translation does not have in common with its message: values, marks of prose, signs of suits."""
    english = ids if isinstance(ids, str) else ids[-1]
    for name, parts in (("values", fields), ("links", links), ("bold words", bold), ("cards", cards)):
        if parts(english) != parts(string):
            yield f"{name} {parts(string)}, not {parts(english)}, in {string!r}"


def fields(text: str) -> list[str]:
    """Return the values in braces of a text, in alphabetical order."""
    return sorted(f"{name}:{spec}" for _, name, spec, _ in Formatter().parse(text) if name is not None)


def links(text: str) -> list[str]:
    """Return the addresses of the links in a text."""
    return sorted(re.findall(r"\]\(([^)]*)\)", text))


def bold(text: str) -> int:
    """Return how many stretches of a text are bold."""
    return text.count("**") // 2


def cards(text: str) -> list[str]:
    """Return the cards that a text names by rank and sign."""
    return sorted(re.findall(r"(?:10|[A2-9JQK])?[♣♦♥♠]", text))


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="bring all catalogues up to date with the sources")
    commands.add_parser("check", help="say what is wrong with them")
    commands.add_parser("add", help="begin the catalogues of a language").add_argument("tag")
    commands.add_parser("list", help="print the messages with their numbers").add_argument("domain", choices=DOMAINS)
    filling = commands.add_parser("fill", help="take translations from a file")
    for name in ("tag", "domain", "file"):
        filling.add_argument(name)
    asked = parser.parse_args(arguments)
    others = [tag for tag in languages() if tag != "en"]
    if asked.command == "list":
        for number, message in enumerate(numbered_messages(asked.domain)):
            print(f"{number}|" + (message.id if isinstance(message.id, str) else "||".join(message.id)).replace("\n", "\\n"))
    elif asked.command == "fill":
        fill(asked.tag, asked.domain, Path(asked.file).read_text(encoding="utf-8").splitlines())
    elif asked.command == "check":
        found = [fault for tag in others for domain in DOMAINS for fault in faults(tag, domain)]
        print("\n".join(found) or "All catalogues are complete.")
        return bool(found)
    else:
        for tag in others if asked.command == "update" else [asked.tag]:
            for domain in DOMAINS:
                update(tag, domain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
