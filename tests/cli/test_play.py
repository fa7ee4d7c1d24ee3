"""`freecell play`: which game begins, and how it is played without a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from freecell.cli import main


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def play(database: str, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments, "--database", database], input=typed)


def test_a_deal_goes_on_where_it_was_left(database: str) -> None:
    assert play(database, "164", typed="1a\n4b\n").exit_code == 0
    assert "Deal 164. Standard. 2 moves." in play(database, "164").output
    assert "Deal 164. Standard. 2 moves." in play(database).output  # the one that was played last
    assert "Deal 164. House rules, 2 cells. no move." in play(database, "164", "--cells", "2").output
    assert "Deal 617. Standard. no move." in play(database, "617").output


def test_without_any_game_a_random_one_begins(database: str) -> None:
    for arguments in ((), ("random",), ("random", "--profile", "points", "--cells", "1")):
        assert re.match(r"Deal \d+\. (Standard|Points)", play(database, *arguments).output)


def test_a_kept_game_a_file_and_their_own_rules(database: str, tmp_path: Path) -> None:
    play(database, "164", typed="1a\n")
    name = CliRunner().invoke(main, ["games", "--database", database]).output.splitlines()[1].split()[0]
    assert "Deal 164. Standard. 1 move." in play(database, name).output
    file = tmp_path / "game.txt"
    file.write_text("FreeCell game\nDeal: 617\nRules: points cells=2\nMoves: 1a 1b\n")
    assert "Deal 617. Points, 2 cells. 2 moves." in play(database, str(file)).output
    refused = play(database, str(file), "--cells", "3")
    assert refused.exit_code == 2
    assert "a game has its own rules" in refused.output


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("0", "There is no deal '0'; deals are numbered from 1 to 8589934591."),
        ("nothing.txt", "'nothing.txt' is neither a deal"),
        ("abcdef12", "There is no game 'abcdef12' among those kept"),
        ("-", "The keys come from standard input; expected the name of a file."),
    ],
)
def test_bad_input_gets_one_clear_error(database: str, what: str, told: str) -> None:
    result = play(database, what)
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output


def test_it_speaks_the_users_language(database: str) -> None:
    result = CliRunner().invoke(main, ["play", "164", "--database", database], input="1a\n", env={"LC_ALL": "it_IT.UTF-8"})
    assert "6♠ nella cella a." in result.output


def test_in_a_real_terminal_it_has_a_screen_of_its_own_and_gives_it_back(database: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "XDG_CONFIG_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    command = [str(Path(sys.executable).with_name("freecell")), "play", "164", "--database", database]
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    seen = ""

    def until(wanted: str) -> None:
        nonlocal seen
        end = time.monotonic() + 60
        while wanted not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen):
            assert time.monotonic() < end, seen[-2000:]
            if select.select([ours], [], [], 0.1)[0]:
                seen += os.read(ours, 65536).decode("utf-8", "replace")

    try:
        until("Deal 164. Standard.")
        os.write(ours, b"1a")
        until("6♠ to cell a.")
        os.write(ours, b"\x11")  # Ctrl+Q
        until("")
        assert program.wait(30) == 0
    finally:
        program.kill()
        os.close(ours)
    assert "\x1b[?1049h" in seen  # a screen of its own
    assert "Deal 164. Standard. 1 move." in play(database).output
