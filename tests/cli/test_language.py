"""The command line in the user's language."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from freecell.cli import COMMANDS, main
from freecell.cli.speaking import CLICK, locale
from freecell.locales import Words, languages
from freecell.messages import speak
from freecell.speech import ENGLISH

LOCALES = {"it": "it_IT.UTF-8", "es": "es_MX", "ro": "ro_RO.UTF-8@euro", "pt-BR": "pt_PT"}


def run(language: str, *arguments: str) -> tuple[int, str]:
    try:
        ended = CliRunner().invoke(main, list(arguments), env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": language})
    finally:
        speak(ENGLISH)
    return ended.exit_code, ended.output


@pytest.mark.parametrize("tag", LOCALES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_user_s_language_to_the_last_word(tag: str, command: str) -> None:
    def lines(language: str) -> set[str]:
        code, output = run(language, *([command] if command else []), "--help")
        assert code == 0
        told = (line.strip() for line in output.splitlines())
        return {line for line in told if len(line.split()) > 3 and not line.startswith(("freecell", "--rule"))}

    assert lines(LOCALES[tag]) & lines("C") == set()


def test_words_of_click_are_its_own() -> None:
    """Each is in its source as it stands, so that it is found when it is asked for."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(inspect.getfile(click)).parent.glob("*.py"))
    assert [words for words in CLICK if f'"{words}"' not in source] == []


def test_errors_of_ours_and_of_click_are_in_the_user_s_language() -> None:
    assert run("it_IT", "deal", "1e3")[1] == f"Errore: {Words('it').sentence('bad-deal', {'text': '1e3'})}\n"
    code, output = run("es_ES", "solve", "1", "--jobs", "0")
    assert (code, "No such" in output, "no está entre" in output) == (2, False, True)
    assert "Lipsește argumentul" in run("ro_RO", "deal")[1]
    assert "Não há opção '--nope'." in run("pt_BR", "solve", "--nope")[1]


def test_what_programs_read_stays_as_it_is() -> None:
    assert run("it_IT", "deal", "164") == run("C", "deal", "164")
    assert run("ro_RO", "solve", "164-165") == run("C", "solve", "164-165")
    assert run("es_ES", "profiles") == run("C", "profiles")


def test_results_are_told_in_words() -> None:
    assert run("ro_RO", "solve", "164")[1].startswith("Rezolvată în ")
    assert run("pt_BR", "verify", "164", "1a")[1].startswith("Não vence: 0 de 52 cartas")
    assert run("de_DE", "verify", "164", "1a")[1].startswith("Does not win")


@pytest.mark.parametrize(
    ("environment", "found"),
    [({}, ""), ({"LANG": "C.UTF-8"}, ""), ({"LANG": "en_GB.UTF-8"}, ""), ({"LC_ALL": "", "LANG": "es_AR"}, "es_AR")],
)
def test_the_locale_is_posix_s(environment: dict[str, str], found: str) -> None:
    assert locale(environment) == found


def test_every_command_can_be_had_in_every_language() -> None:
    assert set(LOCALES) == set(languages()) - {"en"}
    assert import_module("freecell.cli.solve").command.help.startswith("Decide")  # the command itself stays English
