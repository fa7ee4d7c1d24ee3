"""What commands share: the options that choose the house rules, and how their files are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from freecell.deals import DealName, choose_cells, read_deal
from freecell.errors import BadInput
from freecell.rules import Rules, find_profile

_Command = TypeVar("_Command", bound=Callable[..., Any])


def rules_options(command: _Command) -> _Command:
    """Give a command the options `--profile`, `--cells` and `--rule`, which it hands to `read_asked`."""
    for option in (
        click.option(
            "--rule", "changes", multiple=True, metavar="NAME=VALUE", help="A rule that differs from the profile's; see `profiles`."
        ),
        click.option("--cells", metavar="N", help="Number of free cells, 0 to 4.  [default: 4, or the code's]"),
        click.option("--profile", metavar="NAME", help="House rules to play under.  [default: standard]"),
    ):
        command = option(command)
    return command


class Asked(NamedTuple):
    """The rules that were asked for, and which of them were named."""

    rules: Rules
    named: frozenset[str]

    def for_deal(self, name: DealName) -> Rules:
        """The rules for a deal, whose code may say the number of cells; raises `BadInput` where that contradicts what was asked."""
        cells = choose_cells(name, self.rules.cells if "cells" in self.named else None)
        return self.rules if cells is None else self.rules.change({"cells": cells})


def read_asked(profile: str | None, cells: str | None, changes: tuple[str, ...]) -> Asked:
    """Read the options of `rules_options`; raises `BadInput`."""
    asked: dict[str, object] = {}
    for change in changes:
        name, _, value = change.partition("=")
        asked[name] = value
    if cells is not None:
        asked["cells"] = cells
    return Asked(find_profile(profile or "standard").rules.change(asked), frozenset(asked))


def is_deal(text: str) -> bool:
    """Whether a text names a deal, by its number or its code."""
    try:
        read_deal(text)
    except BadInput:
        return False
    return True


def is_there(what: str) -> bool:
    """Whether there is a file of that name; standard input (`-`) always is."""
    return what == "-" or os.path.exists(what)


def read_file(what: str) -> str:
    """Read the text of a file or (`-`) of standard input; raises `BadInput`."""
    try:
        read = _bytes(what)
        if b"PySol" in read[:32] and not read[:32].isascii():
            raise BadInput("pickle")
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("bad-game", problem="it is not UTF-8 text") from None
    except OSError as error:
        raise BadInput("bad-file", file=what, problem=error.strerror or str(error)) from None


def _bytes(what: str) -> bytes:
    with open(0 if what == "-" else what, "rb", closefd=what != "-") as file:
        return file.read()
