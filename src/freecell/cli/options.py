"""What commands share: the options that choose the house rules, and how their files are read."""

from __future__ import annotations

import logging
import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from freecell.deals import DealName, choose_cells, deal, read_deal
from freecell.errors import BadInput
from freecell.game import Game
from freecell.messages import text as _
from freecell.notation import decode, is_layout, read_game, read_layout, replay
from freecell.rules import Rules, find_profile

if TYPE_CHECKING:
    from freecell.store import Player, Store

_SILENT: Final = logging.NullHandler()
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
    """The rules that were asked for, and which of them and which profile were named."""

    rules: Rules
    named: frozenset[str]
    profile: str | None = None

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
    return Asked(find_profile(profile or "standard").rules.change(asked), frozenset(asked), profile)


def read_seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:  # noqa: ARG001
    """An option's time in seconds; Python's not-a-number is none."""
    try:
        seconds = None if value is None else float(value)
    except ValueError:
        seconds = math.nan
    if seconds is not None and not seconds > 0:
        raise click.BadParameter(_("{text:quoted} is not a time; expected a number of seconds above 0.", text=value))
    return seconds


def read_range(what: str) -> range | None:
    """The deals of a range, `1-1000`; None for anything else. Raises `BadInput` for a range that there is not."""
    match = re.fullmatch(r"\s*(#?\d+)\s*-\s*(#?\d+)\s*", what, re.ASCII)
    if match is None:
        return None
    first, last = (read_deal(name).number for name in match.groups())
    if first > last:
        raise BadInput("bad-range", text=what)
    return range(first, last + 1)


def read_played(what: str, moves: str, asked: Asked, database: str | None = None) -> Game:
    """Read a game: a deal, with moves to play on it; a layout, or the text of a game, from a file or standard input; or one that is kept.

    Raises `BadInput`, `InvalidPosition`, or `IllegalReplay` at a move that cannot be played.
    """
    if is_deal(what):
        name = read_deal(what)
        rules = asked.for_deal(name)
        return replay(Game(deal(name.number, rules.cells), rules, deal=name.number), moves)
    if is_game_name(what) and not is_there(what):
        only_its_own_rules(asked)
        return replay(_find_kept(what, database), moves)
    if moves:
        read_deal(what)  # says what is wrong with it
    if not is_there(what):
        if re.match(r"\s*(#?-?\d+\s*$|FC1)", what, re.ASCII | re.IGNORECASE):
            read_deal(what)
        raise BadInput("nothing-to-solve" if read_range(what) is None else "one-deal", text=what)
    text = read_file(what)
    if is_layout(text):
        position = read_layout(text, asked.rules.cells if "cells" in asked.named else None)
        return Game(position, asked.rules.change({"cells": len(position.cells)}))
    only_its_own_rules(asked)
    return read_game(text)


def only_its_own_rules(asked: Asked) -> None:
    """Refuse rules beside a game, which has its own."""
    if asked.named or asked.profile is not None:
        raise click.UsageError(_("--profile, --cells and --rule go with a deal or a layout; a game has its own rules."))


def is_game_name(text: str) -> bool:
    """Whether a text is the name of a kept game, or how one begins; digits alone are a deal, unless there is no such deal.

    >>> is_game_name("3fa8c1d2"), is_game_name("31415926"), is_game_name("314159265358"), is_game_name("game.txt")
    (True, False, True, False)
    """
    return re.fullmatch(r"[0-9a-f]{6,20}", text) is not None and not is_deal(text)


def _find_kept(name: str, database: str | None) -> Game:
    from freecell.cli.games import find_game

    with opened(database) as (store, player):
        return find_game(store, player, name)[1].game


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
        return decode(_bytes(what))
    except OSError as error:
        raise BadInput("bad-file", file=what, problem=error.strerror or str(error)) from None


def _bytes(what: str) -> bytes:
    with open(0 if what == "-" else what, "rb", closefd=what != "-") as file:
        return file.read()


def database_option(command: _Command) -> _Command:
    """Give a command the option `--database`, which it hands to `opened`."""
    return click.option(
        "--database", metavar="FILE|URL", help="Where games are kept.  [default: what FREECELL_DATABASE names, or the user's own file]"
    )(command)


@contextmanager
def opened(database: str | None) -> Iterator[tuple[Store, Player]]:
    """The store of games, with the player whom browser and command line share. Raises `FreeCellError` if it cannot be opened."""
    from freecell.store import Store  # it takes long to load

    logging.getLogger("freecell.store").addHandler(_SILENT)  # the server's log; a command says in its error what could not be done
    with Store(database) as store:
        yield store, store.local_player()


def check_profile(name: str | None) -> None:
    """Make sure that games may have been played under this profile, or under rules of nobody else's; raises `BadInput`."""
    if name not in (None, "own"):
        find_profile(name)


def sure(question: str, yes: bool) -> None:
    """Go on only if the user is sure; `yes` says so beforehand."""
    if not yes:
        click.confirm(question, abort=True, err=True)
