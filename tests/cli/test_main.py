"""The command itself: its help, its version, its manners."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from commands import FREECELL, complaint, run, shell

from freecell.cli import COMMANDS
from freecell.solver import twin


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_help_has_examples(command: str, option: str) -> None:
    code, output, errors = run(*command.split(), option)
    assert (code, errors) == (0, "")
    assert output.startswith(f"Usage: freecell {command}".rstrip())
    examples = output.split("Examples:\n")[1].splitlines()
    assert len(examples) >= 2
    assert all(line.startswith(f"    freecell {command}".rstrip()) for line in examples if line)


def test_the_help_names_every_command_as_the_command_itself_does() -> None:
    _, output, _ = run("--help")
    for name, summary in COMMANDS.items():
        assert f"{name:8}  {summary}" in output
        assert run(name, "--help").code == 0


def test_the_version_is_the_package_s() -> None:
    solver = {"c": "C", "python": "Python"}[twin()]
    assert shell("--version") == (0, f"freecell {version('freecell')} (solver: {solver})\n", "")


def test_the_version_says_which_twin_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "python")
    assert run("--version") == (0, f"freecell {version('freecell')} (solver: Python)\n", "")
    monkeypatch.setenv("FREECELL_SOLVER", "rust")
    assert "'rust'" in complaint(run("--version"))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["deal", "1"], ["profiles"], ["verify", "1", "1a"], ["solve", "164"]])
def test_no_command_but_the_game_loads_the_server(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom freecell.cli import main\nmain(standalone_mode=False)\n"
        "names = {name.split('.')[0] for name in sys.modules}\nheavy = names & {'fastapi', 'starlette', 'uvicorn', 'pydantic', 'asyncio'}\n"
        "print('heavy:', sorted(heavy), 'freecell.server' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=30)
    assert ended.stdout.endswith("heavy: [] False\n"), ended.stderr


def test_the_help_loads_no_command() -> None:
    program = (
        "import sys\nfrom freecell.cli import main\nmain(['--help'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith('freecell.cli.')])"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert ended.stdout.endswith("\n['freecell.cli.speaking']\n"), ended.stderr


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["nosuch"], "'nosuch'"),
        (["Deal", "1"], "'Deal'"),
        (["--nosuch"], "'--nosuch'"),
        (["--port", "x"], "'x'"),
        (["--port", "65536"], "65536"),
        (["--port", "-1"], "-1"),
        (["--port"], "'--port'"),
        (["--host", "x" * 70], "'xxx"),
        (["profiles", "more"], "more"),
        (["\udcff"], "udcff"),
    ],
)
def test_bad_arguments_are_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run(*arguments))


@pytest.mark.parametrize(
    "arguments", [["deal", "1"], ["profiles"], ["--help"], ["verify", "1", "1a"], ["solve", "164"], ["solve", "164", "--steps"]]
)
def test_a_closed_pipe_is_no_complaint(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([FREECELL, *arguments], stdout=writing, stderr=subprocess.PIPE, timeout=30)
    os.close(writing)
    assert ended.stderr == b""


@pytest.mark.parametrize("arguments", [["verify", "164", "1a 12"], ["solve", "164", "--steps"]])
def test_an_encoding_without_suits_is_no_fault(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    _, output, errors = shell(*arguments)
    assert errors == ""
    assert "6?" in output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["deal", "1"], ["deal", "--help"], ["--help"], ["--version"], ["solve", "1-50"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_one_clear_error(arguments: list[str], unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with open("/dev/full", "wb") as full:
        ended = subprocess.run([FREECELL, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=30)
    assert ended.returncode == 2
    assert ended.stderr.decode().startswith("Error: ")
    assert ended.stderr.count(b"\n") == 1
