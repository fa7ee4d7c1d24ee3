"""`freecell verify`."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import complaint, run, shell

from freecell.deals import deal
from freecell.game import Game
from freecell.notation import read_game, write_game
from freecell.rules import Rules

SOLUTIONS = [
    (number, autoplay, moves)
    for number, autoplay, moves in (
        line.split(" ", 2)
        for line in (Path(__file__).parents[1] / "data" / "solutions.txt").read_text().splitlines()
        if not line.startswith("#")
    )
]
COMPLETE = [pytest.param(number, moves, id=number) for number, autoplay, moves in SOLUTIONS if autoplay == "off"]
COUNTING_ON_AUTOPLAY = [pytest.param(number, moves, id=number) for number, autoplay, moves in SOLUTIONS if autoplay == "safe"]


@pytest.mark.parametrize(("number", "moves"), COMPLETE)
def test_a_line_that_lists_every_move_wins(number: str, moves: str) -> None:
    wins = (0, f"Wins in {len(moves.split())} moves\n", "")
    assert run("verify", number, moves) == wins
    assert run("verify", number, *moves.split()) == wins
    assert run("verify", number, moves, "--rule", "autoplay=off") == wins


@pytest.mark.parametrize(("number", "moves"), COMPLETE)
def test_such_a_line_goes_wrong_where_autoplay_is_asked_for(number: str, moves: str) -> None:
    code, output, errors = run("verify", number, moves, "--rule", "autoplay=safe")
    assert (code, errors) == (1, "")
    assert output.startswith("Move ")


@pytest.mark.parametrize(("number", "moves"), COUNTING_ON_AUTOPLAY)
def test_a_line_that_counts_on_autoplay_wins_with_it_and_says_so(number: str, moves: str) -> None:
    code, output, errors = run("verify", number, moves)
    assert (code, errors) == (0, "")
    assert output.startswith("Wins in ")
    assert output.endswith(" (with safe autoplay)\n")
    assert run("verify", number, moves, "--rule", "autoplay=safe") == (0, output.replace(" (with safe autoplay)", ""), "")
    assert run("verify", number, moves, "--rule", "autoplay=off").code == 1


def test_there_are_lines_of_both_kinds() -> None:
    assert len(COMPLETE) >= 3
    assert COUNTING_ON_AUTOPLAY


def _solution() -> tuple[str, str]:
    return next((number, moves) for number, autoplay, moves in SOLUTIONS if number == "164" and autoplay == "off")


def test_a_line_cut_short_does_not_win() -> None:
    number, moves = _solution()
    short = " ".join(moves.split()[:-1])
    code, output, _ = run("verify", number, short)
    assert code == 1
    assert output == f"Does not win: 51 of 52 cards are on the foundations after {len(short.split())} moves\n"


def test_a_move_too_many_is_wrong() -> None:
    number, moves = _solution()
    code, output, _ = run("verify", number, moves + " 1a")
    assert code == 1
    assert output == f"Move {len(moves.split()) + 1}, '1a': The game is over.\n"


def test_the_wrong_move_is_named_with_its_reason() -> None:
    code, output, errors = run("verify", "164", "1a 12 2b")
    assert (code, errors) == (1, "")
    assert output == "Move 2, '12': 2♠ does not go on 6♥, which takes a black 5.\n"


def test_no_moves_at_all_do_not_win() -> None:
    assert run("verify", "164", "") == (1, "Does not win: 0 of 52 cards are on the foundations after no move\n", "")


def test_numbered_moves_are_read() -> None:
    number, moves = _solution()
    assert run("verify", number, ", ".join(f"{index}. {move}" for index, move in enumerate(moves.split(), 1))).code == 0


def test_a_game_resigned_is_not_won() -> None:
    assert run("verify", "164", "1a resign").output.endswith("after 1 move; resigned\n")


def test_house_rules_are_obeyed() -> None:
    assert run("verify", "164", "1a 1b 1c").code == 1
    assert run("verify", "164", "1a 1b 1c", "--cells", "2").output.startswith("Move 3, '1c': ")
    assert run("verify", "FC1-C2-AAAAAFE", "1a 1b 1c").output.startswith("Move 3, '1c': ")
    assert run("verify", "164", "1a 1b 1c", "--profile", "points", "--rule", "cells=2").output.startswith("Move 3, '1c': ")


# A game's text


@pytest.fixture
def won(tmp_path: Path) -> Path:
    """A won game's text in a file."""
    number, moves = _solution()
    game = Game(deal(int(number)), Rules(autoplay="off"), deal=int(number))  # type: ignore[arg-type]  # a rule's text is read
    for move in moves.split():
        game.play(move)
    path = tmp_path / "game.txt"
    path.write_text(write_game(game))
    return path


def test_a_file_is_replayed(won: Path) -> None:
    assert run("verify", str(won)) == (0, "Wins in 114 moves\n", "")


@pytest.mark.parametrize("change", [lambda text: text, lambda text: text.replace(b"\n", b"\r\n"), lambda text: b"\xef\xbb\xbf" + text])
def test_a_dash_is_standard_input_in_any_dialect(won: Path, change: object) -> None:
    assert callable(change)
    assert shell("verify", "-", stdin=change(won.read_bytes())) == (0, "Wins in 114 moves\n", "")


def test_a_layout_alone_is_a_game_without_moves() -> None:
    assert shell("verify", "-", stdin=run("deal", "1").output.encode()).output.startswith("Does not win: 0 of 52 ")


def test_a_game_s_text_has_its_own_rules(won: Path) -> None:
    assert read_game(won.read_text()).rules.autoplay == "off"
    for option in (["--cells", "2"], ["--profile", "points"], ["--rule", "autoplay=safe"]):
        assert "--rule" in complaint(run("verify", str(won), *option))


def test_a_file_named_like_a_deal_is_a_file(won: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(won.parent)
    won.rename("164")
    assert run("verify", "164").code == 0


@pytest.mark.parametrize("name", ["164", "FC1-C4-AAAAAKH"])
def test_a_deal_without_moves_is_told_so(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = complaint(run("verify", name))
    assert said == f"There are no moves to replay on deal '{name}', and there is no file of that name."


# Bad input


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["no-such-file"], "'no-such-file'"),
        (["."], "'.'"),
        (["0", "1a"], "'0'"),
        (["x", "1a"], "'x'"),
        (["-", "1a"], "'-'"),
        (["164", "1a xx"], "'xx'"),
        (["164", "1a 9a"], "'9a'"),
        (["164", "1a autoplay=more"], "'more'"),
        (["164", "\udcff"], "'\\udcff'"),
        (["164", "1a", "--profile", "nobody"], "'nobody'"),
        (["164", "1a", "--cells", "9"], "'9'"),
        (["164", "1a", "--rule", "cell=2"], "'cell'"),
        (["164", "1a", "--rule", "cells"], "cells"),
        (["164", "1a", "--rule", "autoplay=x"], "'x'"),
        (["164", "1a", "--rule", "=x"], "''"),
        (["FC1-C4-AAAAAKH", "1a", "--cells", "2"], "'FC1-C4-AAAAAKH'"),
        ([], "DEAL|FILE|-"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run("verify", *arguments))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "Not a position of FreeCell"),
        (b"AS AS", "Not a position of FreeCell"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"Deal: 0\nMoves: 1a", "0"),
        (b"Deal: 1\nRules: nobody", "'nobody'"),
        (b"Deal: 1\nMoves: 1a xx", "'xx'"),
        (b"Deal: 1\nDeal: 2", "more than one line Deal:"),
        (b"nonsense\nDeal: 1", "nonsense"),
        (b"Rules: points", "Deal:"),
        (b"\x00" * 100, "Not a position of FreeCell"),
    ],
)
def test_a_bad_text_is_a_clear_error(text: bytes, says: str) -> None:
    code, output, errors = shell("verify", "-", stdin=text)
    assert (code, output) == (2, "")
    assert errors.startswith("Error: ")
    assert errors.count("Error: ") == 1
    assert says in errors
    assert "Traceback" not in errors


def test_a_wrong_move_in_a_text_is_named() -> None:
    code, output, errors = shell("verify", "-", stdin=b"Deal: 164\nMoves: 1a 1a")
    assert (code, errors) == (1, "")
    assert output.startswith("Move 2, '1a': ")
