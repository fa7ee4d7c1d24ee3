"""The command line: one module for each command, imported only when it is run."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import Any

import click

from freecell.cli.speaking import in_language, speak_locale
from freecell.errors import FreeCellError
from freecell.messages import spoken
from freecell.messages import text as _

COMMANDS = {
    "backup": "Copy everything that is kept into a new file.",
    "deal": "Print the layout of a deal.",
    "export": "Write all your games into one file.",
    "games": "List your games, or show one.",
    "hint": "Say what to play next, and why.",
    "import": "Take in games from a file, or a layout.",
    "play": "Play in the terminal.",
    "profiles": "Show the house rules of each profile.",
    "rate": "Rate how hard deals are.",
    "review": "Find where a game was lost, move by move.",
    "solve": "Decide whether a deal can be won, and show how.",
    "stats": "Count your games, and those you won.",
    "verify": "Replay a game, and say whether it wins.",
}
"""The commands with what they do, so that the help need not import them. `freecell` without one serves the game."""

EXAMPLES = """\b
Examples:
  freecell                          play in the browser
  freecell --port 8080 --no-browser
  freecell play 164                 play in the terminal
  freecell deal 11982               print a layout
  freecell solve 1941               how a deal is won
  freecell hint game.txt            what to play next, and why
  freecell review game.txt          where a game was lost
  freecell rate 1-1000              how hard deals are
  freecell verify 164 "4d 4a 2b"    replay moves
  freecell COMMAND --help           more on a command
"""


class _BadInput(click.ClickException):
    exit_code = 2


class _Commands(click.Group):
    """Finds a command's module by its name, and turns what is wrong with the input into one line."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        speak_locale()
        return click.Group.main(in_language(self), *args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"freecell.cli.{cmd_name}{'_' * iskeyword(cmd_name)}").command
        return in_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, spoken().gettext(does)) for name, does in COMMANDS.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _clear_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # an encoding without ♣ ♦ ♥ ♠ is no reason to fail
        with _clear_errors():
            return super().invoke(ctx)


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Have one clear line told of what goes wrong."""
    try:
        yield
    except FreeCellError as error:
        raise _BadInput(str(error)) from None
    except OSError as error:
        if error.errno == errno.EPIPE:  # whoever reads the output has seen enough: click ends in silence
            raise
        _let_go_of_output()
        raise _BadInput(error.strerror or str(error)) from None


def _let_go_of_output() -> None:
    """Drop what is still to be written where nothing can be: Python would try once more when it ends, and complain itself."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:  # noqa: ARG001
    """Print the version, and which twin of the solver it solves with."""
    if not asked or ctx.resilient_parsing:
        return
    from importlib.metadata import version

    from freecell.solver.driver import twin

    click.echo(f"freecell {version('freecell')} (solver: {twin().capitalize()})")
    ctx.exit()


@click.group(cls=_Commands, invoke_without_command=True, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on; 0.0.0.0 lets other machines in.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=5252, show_default=True, help="Port to serve on; the next free one if it is taken."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name by which browsers reach this server.")
@click.option("--trust-proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy, or its network, that may say for whom it asks.")
@click.option(
    "--database", metavar="FILE|URL", help="Where games are kept.  [default: what FREECELL_DATABASE names, or the user's own file]"
)
@click.option("--connections", type=click.IntRange(1), help="Connections from one address at most (default: 100).")
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_say_version, help="Show the version, and which solver it has."
)
@click.pass_context
def main(
    ctx: click.Context, host: str, port: int, no_browser: bool, hosts: tuple[str, ...], proxies: tuple[str, ...], database: str | None,
    connections: int | None,
) -> None:  # fmt: skip
    """FreeCell, whole. Without a command: serve the game on this machine and open it in the browser."""
    if ctx.invoked_subcommand is None:
        from freecell.server.limits import Limits
        from freecell.server.run import serve

        limits = Limits() if connections is None else Limits(connections=connections)
        serve(host, port, hosts, browser=not no_browser, say=click.echo, database=database, proxies=proxies, limits=limits)
