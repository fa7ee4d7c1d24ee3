"""`freecell rate`."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from commands import FREECELL, Running, complaint, run, shell

from freecell import Game, deal, rate, write_game, write_layout
from freecell.rules import find_profile


def test_a_deal_with_its_parts() -> None:
    code, output, errors = shell("rate", "164")
    assert (code, errors) == (0, "")
    rated = rate(deal(164))
    assert rated.plays_won is not None
    assert output == (
        f"Difficulty: {rated.scale} of 10\n"
        f"fewest cells      {rated.fewest_cells}\n"
        f"quick plays won   {rated.plays_won:.0%}\n"
        f"first solution    {rated.states} states\n"
        f"par               {rated.par} moves\n"
    )


def test_an_impossible_deal_and_one_that_is_not_known() -> None:
    assert run("rate", "11982") == (1, "Difficulty: impossible\n", "")
    assert run("rate", "982", "--cells", "2", "--max-states", "1000") == (3, "Difficulty: not known\n", "")


def test_a_range_is_a_line_a_deal() -> None:
    code, output, errors = run("rate", "11979-11983", "--jobs", "2")
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert [line.split()[0] for line in lines] == ["11979", "11980", "11981", "11982", "11983"]
    assert lines[3] == "11982 impossible"
    rated = rate(deal(11980))
    assert lines[1] == (f"11980 {rated.scale} cells {rated.fewest_cells} plays {rated.plays_won:.0%} states {rated.states} par {rated.par}")
    assert run("rate", "982-982", "--cells", "2", "--max-states", "1000") == (3, "982 unknown\n", "")


def test_json_tells_it_all() -> None:
    told = [json.loads(line) for line in run("rate", "164-165", "--json", "--profile", "one-tap").output.splitlines()]
    assert told == [{"deal": number} | rate(deal(number), find_profile("one-tap").rules).as_dict() for number in (164, 165)]
    assert json.loads(run("rate", "164", "--json", "--profile", "one-tap").output) == told[0]


def test_both_twins_rate_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run("rate", "1-2").output
    monkeypatch.setenv("FREECELL_SOLVER", "python")
    assert shell("rate", "1-2", "--jobs", "2") == (0, expected, "")


def test_layouts_and_games() -> None:
    code, output, _ = shell("rate", "-", stdin=write_layout(deal(164)).encode())
    assert (code, output) == (0, run("rate", "164").output)
    game = Game(deal(164), deal=164)
    game.play("1a")
    told = json.loads(shell("rate", "-", "--json", stdin=write_game(game).encode()).output)
    assert told == {"deal": None} | rate(game.position).as_dict()


@pytest.mark.parametrize("twin", ["c", "python"])
def test_ctrl_c_ends_a_range(twin: str, running: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", twin)
    running.append(search := Running("rate", "1-1000000", "--jobs", "2"))
    assert search.process.stdout
    assert search.process.stdout.readline().startswith(b"1 ")
    code, output = search.ctrl_c()
    assert code == 130
    assert all(re.match(r"\d+ (\d+ cells|impossible)", line) for line in output.splitlines())


def test_ctrl_c_ends_a_single_one(running: list[Running]) -> None:
    running.append(search := Running("rate", "982", "--cells", "2", "--max-states", "9999999999"))
    search.wait_for(b" states, ")
    assert search.ctrl_c() == (130, "Difficulty: not known\n")


def test_a_closed_pipe_is_no_complaint() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([FREECELL, "rate", "1-100"], stdout=writing, stderr=subprocess.PIPE, timeout=30)
    os.close(writing)
    assert ended.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], "DEAL|CODE|RANGE|FILE|-"),
        (["0"], "'0'"),
        (["abc"], "'abc'"),
        (["10-1"], "'10-1'"),
        (["1", "--jobs", "2"], "--jobs"),
        (["1-2", "--jobs", "0"], "0"),
        (["1", "--max-states", "0"], "0"),
        (["1-2", "--cells", "9"], "'9'"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run("rate", *arguments))


def test_numbers_of_what_is_won_already(tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    file.write_text("Layout:\nFoundations: H-K C-K D-K S-Q\nFreecells: -\nKS\nRules: standard autoplay=off cells=1\nMoves: 1h")
    lines = run("rate", str(file)).output.splitlines()
    assert [line.split()[-2:] for line in lines[-2:]] == [["0", "states"], ["0", "moves"]]


def test_what_help_and_docs_show_is_what_is_printed() -> None:
    _, shown, _ = run("rate", "--help")
    _, line, _ = run("rate", "164-164")
    assert line.strip() in " ".join(shown.split())
    docs = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    _, lines, _ = run("rate", "11980-11982")
    assert f"$ freecell rate 11980-11982\n{lines}" in docs
