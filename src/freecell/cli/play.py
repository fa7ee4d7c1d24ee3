"""`freecell play`: the game in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from freecell.cli.options import (
    Asked,
    database_option,
    is_deal,
    is_game_name,
    is_there,
    only_its_own_rules,
    opened,
    read_asked,
    read_played,
    rules_options,
)  # fmt: skip
from freecell.commands import LoadGame, NewGame
from freecell.game import Game
from freecell.messages import text as _
from freecell.notation import write_game

if TYPE_CHECKING:
    from freecell.store import Player, Record, Store
    from freecell.terminal.newgame import Wanted
    from freecell.terminal.seat import Start

EXAMPLES = """\b
Examples:
  freecell play                      go on with the last game, or begin one
  freecell play 164
  freecell play random --profile points --cells 2
  freecell play 3fa8c1d2             go on with a game that is kept
  freecell play game.txt
  freecell play 164 --plain          line by line, as for a screen reader
"""
_RANDOM = "random"


@click.command("play", epilog=EXAMPLES)
@click.argument("what", required=False, metavar="[DEAL|CODE|random|GAME|FILE]")
@rules_options
@click.option("--plain", is_flag=True, help="Play line by line, without a screen of its own; so it is wherever there is no terminal.")
@database_option
def command(what: str | None, profile: str | None, cells: str | None, changes: tuple[str, ...], plain: bool, database: str | None) -> None:
    """Play in the terminal, by keyboard or mouse: a deal, a random one that can be won, a game that is kept, or one from a FILE.

    Games are the same as in the browser on this machine: what was begun there can be gone on with here, and the other way round. Without
    anything named it is the open game that was played last.
    """
    asked = read_asked(profile, cells, changes)
    with opened(database) as (store, player):
        start = _start(store, player, what, asked)
        if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            from freecell.terminal.plain import play_plainly

            play_plainly(store, player, start, sys.stdin, click.echo)
        else:
            from freecell.terminal import play

            play(store, player, start)


def _start(store: Store, player: Player, what: str | None, asked: Asked) -> Start | Wanted:
    """What is to be played. Raises `BadInput`, or what else is wrong with a file's text."""
    from freecell.store import Result
    from freecell.store import Wanted as Listed
    from freecell.terminal.newgame import Wanted

    games = frozenset({Result.OPEN})
    if what is None and not asked.named and asked.profile is None:
        last = store.played_last(player, Listed(games), 1)
        record = store.load(player, last[0].uid) if last else None
        return record or Wanted(NewGame(_RANDOM))
    if what is None or what == _RANDOM:
        return Wanted(_new(_RANDOM, asked))
    if is_deal(what):
        start = _new(what, asked)
        game = start.game()
        found = [store.load(player, kept.uid) for kept in store.played_last(player, Listed(games, game.deal), 50)]
        return next((record for record in found if record is not None and _is_same(record, game)), start)
    if is_game_name(what) and not is_there(what):
        from freecell.cli.games import find_game

        only_its_own_rules(asked)
        return find_game(store, player, what)[1]
    if what == "-":
        raise click.UsageError(_("The keys come from standard input; expected the name of a file."))
    return LoadGame(write_game(read_played(what, "", asked)))


def _new(deal: str, asked: Asked) -> NewGame:
    rules = asked.rules.as_dict()
    return NewGame(deal, asked.profile or "standard", {name: rules[name] for name in asked.named})


def _is_same(record: Record, game: Game) -> bool:
    """Whether a kept game is of the very deal and rules."""
    return record.game.start == game.start and record.game.rules == game.rules
