"""The command line in the user's language: which one that is, and the help and click's own words in it."""

from __future__ import annotations

import copy
import os
import re
import sys
from collections.abc import Mapping
from typing import Final, TypeVar

import click

from freecell.messages import speak, spoken, text
from freecell.speech import ENGLISH

_Command = TypeVar("_Command", bound=click.Command)

# What click says to users itself. It asks Python's gettext for these words, by the names `_` and `ngettext` of its modules.
CLICK: Final = [
    "Usage:",
    "Options",
    "Commands",
    "Aborted!",
    "Missing command.",
    "default: {default}",
    "Show this message and exit.",
    "Error: {message}",
    # T: {command} and {option} are as they are typed.
    "Try '{command} {option}' for help.",
    "Invalid value: {message}",
    # T: {param_hint} is the name of an option or an argument.
    "Invalid value for {param_hint}: {message}",
    "Missing argument",
    "Missing option",
    "No such option {name!r}.",
    "No such command {name!r}.",
    # T: It follows "No such option".
    "Did you mean {possibility}?",
    # T: It follows "No such option".
    "(Did you mean one of: {possibilities}?)",
    "Option {name!r} does not take a value.",
    "Option {name!r} requires an argument.",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    # T: {number_type} is integer.
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "{value!r} is not one of {choices}.",
    "Error: invalid input",
]
_MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")
DEFAULT: Final = "  [default: "
"""Between what an option does and what it is when it is not given."""


def locale(environment: Mapping[str, str]) -> str:
    """Return the locale in which messages are wanted, by POSIX's variables; empty for English or none.

    >>> locale({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "ro_RO.UTF-8"}), locale({"LC_ALL": "C", "LANG": "it_IT.UTF-8"})
    ('ro_RO.UTF-8', '')
    """
    found = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "" if re.match(r"(C|POSIX|en)\b", found.replace("_", "-")) else found


def speak_locale() -> None:
    """Speak the user's language from here on, if we have it."""
    wanted, language = locale(os.environ), None
    if wanted:
        from freecell.locales import Words, find_language  # English needs none of it

        tag = find_language(wanted)
        language = None if tag is None else Words(tag)
    speak(language or ENGLISH)
    for name in _MODULES:
        words = vars(sys.modules[f"click.{name}"])
        if "_" in words:
            words["_"] = _click_text
        if "ngettext" in words:
            words["ngettext"] = lambda one, many, number: _click_text(one if number == 1 else many)


def _click_text(message: str) -> str:
    return spoken().gettext(message)


def in_language(command: _Command) -> _Command:
    """Return a command with its help in the language that is spoken, each paragraph and line of it translated."""
    told = copy.copy(command)
    told.help = "\n\n".join(map(paragraph, told.help.split("\n\n"))) if told.help else told.help
    if told.epilog:
        told.epilog = "\n".join(map(example, told.epilog.splitlines()))
    told.params = [copy.copy(param) for param in told.params]
    for param in told.params:
        if isinstance(param, click.Option) and param.help:
            param.help = _option(param.help)
    return told


def paragraph(words: str) -> str:
    """A paragraph of a command's help, whose lines are filled anew anyway."""
    return spoken().gettext(" ".join(words.split()))


def example(line: str) -> str:
    """A line of examples: its heading, or a command with perhaps a few words on it.

    >>> example("  freecell verify 164    replay moves")
    '  freecell verify 164    replay moves'
    """
    match = re.fullmatch(r"(  freecell.*?\s{2,})(\S.*)", line)
    return f"{match[1]}{spoken().gettext(match[2])}" if match else spoken().gettext(line) if line.endswith(":") else line


def _option(words: str) -> str:
    does, _, default = words.partition(DEFAULT)
    does = spoken().gettext(does)
    return f"{does}  [{text('default: {default}', default=_default(default[:-1]))}]" if default else does


def _default(value: str) -> str:
    """What is typed stays as it is typed."""
    return spoken().gettext(value) if " " in value else value
