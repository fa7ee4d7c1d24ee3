"""`freecell review`."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from commands import FREECELL, Running, complaint, run, shell
from played import EVERY_PROFILE, erring_game

from freecell import Game, Rules, deal, find_truth, read_game, read_moves, review, solve, write_game

PROFILES = pytest.mark.parametrize("rules", [rules for _, rules in EVERY_PROFILE], ids=[name for name, _ in EVERY_PROFILE])


def lost_game(rules: Rules) -> Game:
    """A game that an error lost."""
    games = (erring_game(number, rules, 3) for number in range(1, 200))
    return next(
        game
        for game in games
        if find_truth(game.start, rules, max_states=50_000).status == "winnable"
        and find_truth(game, max_states=50_000).status == "unwinnable"
    )


def written(path: Path, game: Game) -> str:
    file = path / "game.txt"
    file.write_text(write_game(game), encoding="utf-8")
    return str(file)


@PROFILES
def test_a_saved_game_is_reviewed_and_won_from_where_it_was_lost(rules: Rules, tmp_path: Path) -> None:
    game = lost_game(rules)
    code, output, errors = run("review", written(tmp_path, game), "--short", "0.002")
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    moves = [re.fullmatch(r" *(\d+)  (\S+) +(winnable|unwinnable).*", line) for line in lines[: len(game.actions)]]
    assert [match and match[2] for match in moves] == [action.text for action in game.actions]
    number = int(lines[len(game.actions)].split()[1].rstrip(","))
    assert [match and match[3] for match in moves] == ["winnable"] * (number - 1) + ["unwinnable"] * (len(game.actions) - number + 1)
    assert lines[number - 1].endswith("lost it")
    before = game.actions[number - 1].before
    kept = [index for index, line in enumerate(lines) if "would have kept it" in line]
    assert kept
    for index in kept:
        told = re.fullmatch(r"  (\S+) would have kept it, and wins in (\d+) moves?:", lines[index])
        assert told
        won = Game(before, rules)
        for move in lines[index + 1].split():
            won.play(move)
        assert won.position.won
        assert (told[1], int(told[2])) == (lines[index + 1].split()[0], won.moves)


def test_json_tells_it_all(tmp_path: Path) -> None:
    game = lost_game(Rules())
    code, output, errors = run("review", written(tmp_path, game), "--json", "--short", "0.002")
    assert (code, errors) == (0, "")
    told = json.loads(output)
    assert told["deal"] == game.deal
    assert told["rules"] == "standard"
    assert [each["move"] for each in told["moves"]] == [action.text for action in game.actions]
    found = review(read_game(write_game(game)), short=None).loss
    assert found is not None
    assert told["loss"]["first_lost"] == found.first_lost
    before = game.actions[found.first_lost - 1].before
    assert all(read_moves(before, each["move"], Rules()) for each in told["loss"]["saving"])


def test_moves_on_a_deal() -> None:
    code, output, errors = run("review", "164", "1a 2b", "--short", "0.002")
    assert (code, errors) == (0, "")
    assert [line.split()[:3] for line in output.splitlines()[:2]] == [["1", "1a", "winnable"], ["2", "2b", "winnable"]]
    assert re.fullmatch(r"It can still be won in \d+ more moves\.", output.splitlines()[2])


def test_a_won_game_says_what_was_longer_than_need_be() -> None:
    won = solve(deal(164)).game
    assert won is not None
    code, output, _ = shell("review", "-", "--short", "0.01", stdin=write_game(won).encode())
    assert code == 0
    assert "more than need be" in output
    assert output.splitlines()[-1] == f"Won in {won.moves} moves."


def test_a_deal_that_could_never_be_won() -> None:
    code, output, _ = run("review", "11982", "1a")
    assert code == 0
    assert output == "   1  1a            unwinnable\nIt could not be won from the start.\n"


def test_what_is_not_known_is_said_and_is_no_loss() -> None:
    code, output, _ = run("review", "982", "1a", "--cells", "2", "--max-seconds", "0.05")
    assert code == 3
    assert output.splitlines() == ["   1  1a            unknown", "It is not known whether it can still be won."]
    assert json.loads(run("review", "982", "1a", "--cells", "2", "--max-seconds", "0.05", "--json").output)["loss"] is None


def test_the_twin_in_python_reviews_in_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = lost_game(Rules())
    file = written(tmp_path, game)
    expected = json.loads(run("review", file, "--json", "--short", "0.001").output)
    monkeypatch.setenv("FREECELL_SOLVER", "python")
    code, output, errors = shell("review", file, "--json", "--short", "0.001", "--jobs", "2")
    assert (code, errors) == (0, "")
    told = json.loads(output)
    assert told["truths"] == expected["truths"]
    assert told["loss"]["first_lost"] == expected["loss"]["first_lost"]


@pytest.mark.parametrize("twin", ["c", "python"])
def test_ctrl_c_prints_what_is_known(twin: str, running: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    running.append(search := Running("review", "982", "1a", "--cells", "2", "--max-seconds", "1000"))
    search.wait_for(b" of 1 search")
    code, output = search.ctrl_c()
    assert code == 130
    assert "It is not known whether it can still be won." in output


def test_a_closed_pipe_is_no_complaint() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([FREECELL, "review", "164", "1a"], stdout=writing, stderr=subprocess.PIPE, timeout=30)
    os.close(writing)
    assert ended.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], "FILE|-|DEAL"),
        (["no-such-file"], "'no-such-file'"),
        (["0", "1a"], "'0'"),
        (["x", "1a"], "'x'"),
        (["164", "1a xx"], "'xx'"),
        (["164", "1a 1a"], "Cell a holds"),
        (["164", "--jobs", "0"], "0"),
        (["164", "--short", "0"], "'0'"),
        (["164", "--max-seconds", "nan"], "'nan'"),
        (["164", "--rule", "cell=2"], "'cell'"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run("review", *arguments))


@pytest.mark.parametrize("command", ["review", "hint"])
def test_a_range_is_not_one_deal(command: str) -> None:
    assert complaint(run(command, "1-5")) == "'1-5' is a range; expected one deal here, or a file."


def test_a_game_that_was_resigned(tmp_path: Path) -> None:
    file = tmp_path / "resigned.txt"
    file.write_text("Layout:\nFoundations: H-K C-K D-K S-J\nFreecells: -\nKS QS\nRules: standard autoplay=off cells=1\nMoves: 1h resign")
    assert run("review", str(file)).output.splitlines()[-1] == "Resigned, though it could still be won in 1 more move."
