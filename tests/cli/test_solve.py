"""`freecell solve`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import FREECELL, Running, complaint, run, shell

from freecell.cards import Card
from freecell.deals import LAST_DEAL, deal
from freecell.game import Game
from freecell.moves import Move, apply
from freecell.notation import read_rules, write_game, write_layout
from freecell.position import FOUNDATION_PLACES, Place
from freecell.rules import Rules
from freecell.solver import Verdict, solve, solve_many, twin
from freecell.speech import count_text

HARD = ("982", "--cells", "2")
"""A deal that is not decided in minutes."""


@pytest.fixture(params=["python", "c"])
def each_twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has one twin solve, and the other in a second run."""
    monkeypatch.setenv("FREECELL_SOLVER", request.param)
    if request.param == "c" and "CI" not in os.environ:
        pytest.importorskip("freecell.solver._twin", reason="the solver's core in C is not built here")


BOTH = pytest.mark.usefixtures("each_twin")


def moves_of(output: str) -> str:
    """The solution that was printed, and a check of the line above it."""
    verdict, moves = output.splitlines()
    assert verdict.startswith("Solved in ")
    return moves


# One deal


@BOTH
def test_a_deal_is_solved_and_its_solution_printed() -> None:
    code, output, errors = shell("solve", "1941")
    assert (code, errors) == (0, "")
    result = solve(deal(1941))
    assert output == f"Solved in {result.length} moves (with safe autoplay)\n{result.text}\n"
    assert result.text.split()[0] == Game(deal(1941)).play(result.moves[0]).text


HOUSE_RULES = [
    "",
    "--cells 3",
    "--cells 2",
    "--cells 1",
    "--profile one-tap",
    "--profile points",
    "--profile points --cells 2",
    "--profile linear",
    "--rule supermove=single",
    "--rule supermove=single --rule autoplay=off",
    "--rule autoplay=max",
    "--profile one-tap --rule foundation_return=yes --rule autoplay=safe",
]


@BOTH
@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("number", ["2", "5", "164", "FC1-C4-AAAAAKH"])
def test_verify_accepts_what_solve_prints(number: str, options: str) -> None:
    if number.startswith("FC1") and "--cells" in options:
        number = f"FC1-C{options[-1]}-AAAAAKH"
    code, output, errors = run("solve", number, *options.split())
    assert errors == ""
    if code == 1:
        assert output.startswith("Unsolvable, proved in ")
        return
    assert code == 0
    said = output.splitlines()[0]
    verified = run("verify", number, moves_of(output), *options.split())
    assert (verified.code, verified.errors) == (0, "")
    assert verified.output.split(" (")[0].strip() == said.split(" (")[0].replace("Solved", "Wins")


@BOTH
def test_an_impossible_deal_is_proved_so() -> None:
    code, output, errors = run("solve", "11982")
    assert (code, errors) == (1, "")
    assert re.fullmatch(r"Unsolvable, proved in [\d,]+ states\n", output)


@BOTH
@pytest.mark.parametrize(
    ("limit", "name"),
    [(("--max-states", "5000"), "states"), (("--max-memory", "100K"), "memory"), (("--max-seconds", "0.05"), "seconds")],
)
def test_a_limit_is_named_and_its_exit_code_is_3(limit: tuple[str, str], name: str) -> None:
    code, output, errors = run("solve", *HARD, *limit)
    assert (code, errors) == (3, "")
    assert output.startswith(f"Unknown: stopped by --max-{name} after ")
    told = json.loads(run("solve", *HARD, *limit, "--json").output)
    assert (told["status"], told["limit"], told["moves"], told["solution"]) == ("unknown", name, None, None)


@pytest.mark.parametrize("size", ["1073741824", "1048576K", "1024m", "1G", "1g", "1GiB", "1GB", "9" * 18 + "G"])
def test_sizes_are_read(size: str) -> None:
    assert run("solve", "164", "--max-memory", size) == run("solve", "164")


def test_limits_beyond_all_bounds_are_none() -> None:
    endless = ("--max-states", "9" * 400, "--max-seconds", "inf", "--max-memory", "9" * 18 + "G")
    assert run("solve", "164", *endless) == run("solve", "164")
    assert run("solve", "164-165", "--jobs", "1", *endless) == run("solve", "164-165", "--jobs", "1")


# Step by step


def test_the_steps_are_single_cards_with_the_board_between() -> None:
    code, output, errors = run("solve", "164", "--steps")
    assert (code, errors) == (0, "")
    verdict, first, *shown = output.removesuffix("\n").split("\n\n")
    assert verdict == run("solve", "164").output.splitlines()[0]
    assert first == (
        "a -   b -   c -   d -      ♣   ♦   ♥   ♠\n"
        "   1   2   3   4   5   6   7   8\n"
        "  A♥  5♦  J♥  A♣  Q♦  Q♠  3♦  8♦\n"
        "  A♠ 10♦  K♣  4♥ 10♥  8♠  2♣  2♦\n"
        "  5♠  J♠  7♠  8♥ 10♠  4♣  9♦  J♣\n"
        "  A♦  2♥  K♥  K♠  9♠  9♥  Q♣  J♦\n"
        "  5♥ 10♣  3♣  9♣  7♣  4♠  7♥  4♦\n"
        "  2♠  6♣  K♦  8♣  3♥  3♠  7♦  5♣\n"
        "  6♠  6♥  6♦  Q♥"
    )
    said, boards = shown[::2], shown[1::2]
    assert [line.split(".")[0] for line in said] == [str(number) for number in range(1, len(boards) + 1)]
    assert boards[-1] == "a -   b -   c -   d -     K♣  K♦  K♥  K♠\n   1   2   3   4   5   6   7   8"
    assert any(line.endswith(" (autoplay)") for line in said)


@pytest.mark.parametrize("options", ["", "--cells 2", "--profile points", "--rule supermove=single"])
def test_the_steps_lead_from_the_deal_to_the_win(options: str) -> None:
    told = json.loads(run("solve", "164", "--steps", "--json", *options.split()).output)
    position = deal(164, read_rules(told["rules"]).cells)
    for step in told["steps"]:
        source, target = Place(step["from"]), Place(step["to"])
        moving = position.cards_at(source)[-1]
        assert moving == Card(step["card"])
        if target.kind == "cascade" and position.cascades[target.index]:
            assert moving.fits_on(position.cascades[target.index][-1])
        elif target.kind == "foundation":
            assert position.goes_up(moving)
            assert target is FOUNDATION_PLACES[moving.suit]
        else:
            assert position.cards_at(target) == ()
        position = apply(position, Move(source, target))
    assert position.won
    said = [line for line in run("solve", "164", "--steps", *options.split()).output.splitlines() if " from " in line]
    assert len(said) == len(told["steps"])


def test_what_cannot_be_won_has_no_steps() -> None:
    assert run("solve", "617", "--cells", "2", "--steps") == run("solve", "617", "--cells", "2")
    assert json.loads(run("solve", "617", "--cells", "2", "--steps", "--json").output)["steps"] == []


# JSON


@BOTH
def test_json_tells_it_all() -> None:
    code, output, errors = run("solve", "FC1-C2-AAAAAFE", "--profile", "points", "--json")
    assert (code, errors) == (0, "")
    told = json.loads(output)
    result = solve(deal(164, 2), read_rules("points cells=2"))
    assert told.pop("seconds") > 0
    assert told == {
        "deal": 164,
        "rules": "points cells=2",
        "status": "solved",
        "limit": None,
        "moves": result.length,
        "solution": result.text,
        "states": result.states,
        "bytes": result.bytes,
    }


def test_json_s_exit_codes_are_the_same() -> None:
    assert run("solve", "1", "--cells", "1", "--json").code == 1
    assert run("solve", "11982", "--json", "--max-states", "9").code == 3


# Files


def test_a_layout_is_solved_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "layout.txt"
    path.write_text(write_layout(deal(164)), encoding="utf-8")
    expected = run("solve", "164")
    assert run("solve", str(path)) == expected
    assert shell("solve", "-", stdin=b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")) == expected
    assert json.loads(run("solve", str(path), "--json").output)["deal"] is None


def test_a_layout_is_solved_under_the_rules_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "layout.txt"
    path.write_text(write_layout(deal(164)), encoding="utf-8")
    for options in (["--profile", "one-tap"], ["--rule", "supermove=single"], ["--profile", "points"]):
        assert run("solve", str(path), *options) == run("solve", "164", *options)
    path.write_text(write_layout(deal(164, 2)), encoding="utf-8")
    assert run("solve", str(path)) == run("solve", "164", "--cells", "2")
    assert run("solve", str(path), "--cells", "4") == run("solve", "164")
    assert "2 cells in the layout, but 1 in the rules" in run("solve", str(path), "--cells", "1").errors


@pytest.mark.parametrize("rules", ["standard", "points", "one-tap", "linear cells=3", "standard autoplay=max"])
def test_a_game_is_solved_from_where_it_ends_under_its_rules(rules: str, tmp_path: Path) -> None:
    game = Game(deal(164), read_rules(rules), deal=164) if "cells" not in rules else Game(deal(164, 3), read_rules(rules), deal=164)
    for move in solve(game.position, game.rules).text.split()[:5]:
        game.play(move)
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    code, output, errors = run("solve", str(path))
    assert (code, errors) == (0, "")
    path.write_text(f"{write_game(game)} {moves_of(output)}", encoding="utf-8")
    assert run("verify", str(path)).code == 0
    assert run("solve", str(path)) == (0, "Solved in no move\n", "")


def test_the_autoplay_in_force_is_the_last_one_chosen(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("Deal: 164\nRules: points\nMoves: 17 autoplay=max", encoding="utf-8")
    told = json.loads(run("solve", str(path), "--json").output)
    assert read_rules(told["rules"]) == read_rules("points autoplay=max")
    path.write_text(f"{path.read_text(encoding='utf-8')} {told['solution']}", encoding="utf-8")
    assert run("verify", str(path)).code == 0


def test_a_game_s_own_number_is_told_as_long_as_it_is_a_fresh_deal(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for text, number in (("Deal: 164", 164), ("Deal: 164\nMoves: 17", None)):
        path.write_text(text, encoding="utf-8")
        assert json.loads(run("solve", str(path), "--json").output)["deal"] == number


def test_a_deal_goes_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("164", "1-2"):
        (tmp_path / name).write_text(write_layout(deal(1, 1)), encoding="utf-8")
    assert run("solve", "164").code == 0
    assert run("solve", "./164").code == 1
    assert run("solve", "1-2", "--jobs", "1").output.count("\n") == 2
    assert run("solve", "./1-2").code == 1


# Ranges


@BOTH
def test_a_range_prints_a_line_for_each_deal() -> None:
    code, output, errors = shell("solve", "1-8", "--cells", "1", "--jobs", "2")
    assert (code, errors) == (0, "")
    expected = [
        f"{result.deal} solved {result.length} {result.text}" if result.status is Verdict.SOLVED else f"{result.deal} unsolvable"
        for result in solve_many(range(1, 9), Rules(cells=1), jobs=1)
    ]
    assert output.splitlines() == expected
    assert expected[0] == "1 unsolvable"
    assert run("solve", "1-8", "--cells", "1", "--jobs", "1") == (code, output, errors)


@pytest.mark.parametrize("options", ["", "--cells 2", "--profile one-tap"])
def test_verify_accepts_the_lines_of_a_range(options: str) -> None:
    lines = [line.split(" ", 3) for line in run("solve", "1-8", "--jobs", "1", *options.split()).output.splitlines()]
    solved = [line for line in lines if line[1] == "solved"]
    assert len(lines) == 8
    assert len(solved) >= 2
    for number, _, length, moves in solved:
        verified = run("verify", number, moves, *options.split())
        assert verified.code == 0
        assert verified.output.split(" (")[0].strip() == f"Wins in {count_text(int(length), 'moves')}"


@BOTH
def test_an_undecided_deal_of_a_range_says_which_limit() -> None:
    code, output, _ = run("solve", "11981-11982", "--jobs", "1", "--max-states", "20000")
    assert code == 3
    assert output.splitlines()[1] == "11982 unknown states"
    assert run("solve", "7-7", "--jobs", "1", "--max-memory", "1K").output == "7 unknown memory\n"
    assert run("solve", "982-982", "--cells", "2", "--jobs", "1", "--max-seconds", "0.01").output == "982 unknown seconds\n"


@BOTH
def test_a_range_in_json_is_an_object_a_line() -> None:
    code, output, errors = run("solve", "1-3", "--jobs", "1", "--json", "--profile", "points")
    assert (code, errors) == (0, "")
    told = [json.loads(line) for line in output.splitlines()]
    assert [(each["deal"], each["rules"], each["status"]) for each in told] == [(number, "points", "solved") for number in (1, 2, 3)]
    one = json.loads(run("solve", "2", "--json", "--profile", "points").output)
    for name in ("moves", "solution", "states", "limit"):
        assert told[1][name] == one[name]


@BOTH
def test_the_totals_alone() -> None:
    arguments = ("solve", "1-8", "--cells", "1", "--summary", "--jobs", "1")
    code, output, errors = run(*arguments)
    assert (code, errors) == (0, "")
    rows = {line[:16].strip(): line[16:].strip() for line in output.splitlines()}
    lengths = [result.length for result in solve_many(range(1, 9), Rules(cells=1), jobs=1) if result.length]
    assert float(rows.pop("deals per second").replace(",", "")) > 0
    assert rows == {
        "deals": "8",
        "solved": str(len(lengths)),
        "unsolvable": str(8 - len(lengths)),
        "unknown": "0",
        "mean moves": f"{round(sum(lengths) / len(lengths), 2)}",
    }
    told = json.loads(run(*arguments, "--json").output)
    assert list(told) == ["deals", "solved", "unsolvable", "unknown", "deals_per_second", "mean_moves"]
    assert {name.replace("_", " "): str(value) for name, value in told.items() if name != "deals_per_second"} == rows


def test_totals_without_a_solution() -> None:
    code, output, _ = run("solve", "1-2", "--summary", "--jobs", "1", "--max-states", "1")
    assert code == 3
    assert output.splitlines()[-1].split() == ["mean", "moves", "-"]


def test_the_last_deals_can_be_had() -> None:
    output = run("solve", f"{LAST_DEAL - 1}-#{LAST_DEAL}", "--jobs", "1").output
    assert [line.split()[0] for line in output.splitlines()] == [str(LAST_DEAL - 1), str(LAST_DEAL)]


# Ctrl-C, terminals, pipes


@BOTH
def test_ctrl_c_in_a_search_cancels_it(running: list[Running]) -> None:
    running.append(search := Running("solve", *HARD))
    search.wait_for(b" states, ")
    code, output = search.ctrl_c()
    assert code == 130
    assert output.startswith("Cancelled after ")
    assert output.count("\n") == 1


def test_ctrl_c_in_a_search_is_told_in_json_too(running: list[Running]) -> None:
    running.append(search := Running("solve", *HARD, "--json"))
    search.wait_for(b" states, ")
    code, output = search.ctrl_c()
    assert (code, json.loads(output)["status"]) == (130, "cancelled")


@BOTH
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_range_prints_what_is_known(running: list[Running], jobs: str) -> None:
    running.append(search := Running("solve", "981-992", "--cells", "2", "--jobs", jobs))
    assert search.process.stdout
    assert search.process.stdout.readline().startswith(b"981 ")  # the next one takes minutes
    code, output = search.ctrl_c()
    assert (code, output) == (130, "")
    rows = [line.split() for line in search.shown.decode().replace("\r", "\n").splitlines()]
    assert ["deals", "1", "of", "12"] in rows
    assert ["unknown", "0"] in rows


@BOTH
def test_ctrl_c_in_a_summary_prints_the_totals_so_far(running: list[Running]) -> None:
    running.append(search := Running("solve", f"1-{LAST_DEAL}", "--summary"))
    search.wait_for(b" of 8,589,934,591, ")
    code, output = search.ctrl_c()
    assert code == 130
    assert search.shown.startswith(b"\r[")  # the bar, which is gone in the end
    assert search.shown.endswith(b" \r")
    rows = [line.split() for line in output.splitlines()]
    assert rows[0][0] == "deals"
    assert rows[0][2:] == ["of", "8,589,934,591"]
    assert len(rows) == 6


@BOTH
def test_a_range_that_is_killed_leaves_no_process_behind(running: list[Running]) -> None:
    running.append(search := Running("solve", "981-992", "--cells", "2", "--jobs", "3"))
    assert search.process.stdout
    assert search.process.stdout.readline().startswith(b"981 ")
    search.process.kill()
    assert search.process.communicate(timeout=30)[0] == b""  # its end is there once no process has it open


def test_lines_and_progress_on_one_terminal_do_not_mix(running: list[Running]) -> None:
    running.append(search := Running("solve", f"1-{LAST_DEAL}", "--jobs", "1", on_one_terminal=True))
    search.wait_for(b" of 8,589,934,591, ")
    search.wait_for(b" \r")
    assert search.ctrl_c() == (130, "")
    lines = [line.rsplit("\r", 1)[-1] for line in search.shown.decode().removesuffix("\r\n").split("\r\n")]
    totals = lines[-6:]
    assert totals[0].startswith("deals  ")
    assert [line for line in lines[:-6] if not re.fullmatch(r"\d+ solved \d+ [0-9a-dhv ]+", line)] == []


@BOTH
@pytest.mark.parametrize("arguments", [["1-200"], ["1-200", "--json"], ["1-8589934591", "--jobs", "2"], ["981-992", "--cells", "2"]])
def test_a_pipe_that_closes_ends_a_range_in_silence(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([FREECELL, "solve", *arguments], stdout=writing, stderr=subprocess.PIPE, timeout=30)
    os.close(writing)
    assert ended.stderr == b""


# Bad input


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], "DEAL|CODE|RANGE|FILE|-"),
        (["0"], "'0'"),
        (["8589934592"], "'8589934592'"),
        (["9" * 400], "(400 characters)"),
        (["-5"], "'-5'"),
        (["--", "-5"], "'-5'"),
        (["abc"], "'abc' is neither a deal"),
        ([""], "'' is neither a deal"),
        (["random"], "'random'"),
        (["\udcff"], "'\\udcff'"),
        (["x\0y"], "'x\\x00y'"),
        (["."], "'.'"),
        (["FC1-C9-AAAAAKH"], "'FC1-C9-AAAAAKH'"),
        (["FC1-C4-AAAAAKH", "--cells", "2"], "'FC1-C4-AAAAAKH'"),
        (["1-"], "'1-'"),
        (["1-2-3"], "'1-2-3'"),
        (["10-1"], "'10-1'"),
        (["0-5"], "'0'"),
        (["1-8589934592"], "'8589934592'"),
        (["٣-٤"], "'٣-٤'"),
        (["1", "2"], "(2)"),
        (["1", "--cells", "9"], "'9'"),
        (["1-2", "--cells", "9"], "'9'"),
        (["1", "--profile", "nobody"], "'nobody'"),
        (["1", "--rule", "cell=2"], "'cell'"),
        (["1", "--rule", "supermove=x"], "'x'"),
        (["1", "--max-states", "0"], "0"),
        (["1", "--max-states", "x"], "'x'"),
        (["1", "--max-seconds", "0"], "'0'"),
        (["1", "--max-seconds", "nan"], "'nan'"),
        (["1", "--max-seconds", "x"], "'x'"),
        (["1", "--max-memory", "0"], "'0'"),
        (["1", "--max-memory", "0K"], "'0K'"),
        (["1", "--max-memory", "-1"], "'-1'"),
        (["1", "--max-memory", "1T"], "'1T'"),
        (["1", "--max-memory", "K"], "'K'"),
        (["1-2", "--jobs", "0"], "0"),
        (["1", "--jobs", "2"], "--jobs"),
        (["1", "--summary"], "--summary"),
        (["1-2", "--steps"], "--steps"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run("solve", *arguments))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "The layout is empty"),
        (b"AS AS", "AS is there 2 times"),
        (b"\xff\xfe\x00", "it is not UTF-8 text"),
        (b"Deal: 0", "deals are numbered from 1"),
        (b"Deal: 1\nRules: nobody", "'nobody'"),
        (b"Deal: 1\nMoves: 1a xx", "'xx'"),
        (b"Deal: 164\nMoves: 1a 1a", "Move 2, '1a': Cell a holds"),
        (b"Rules: points", "Deal:"),
    ],
)
def test_a_bad_text_is_a_clear_error(text: bytes, says: str) -> None:
    code, output, errors = shell("solve", "-", stdin=text)
    assert (code, output) == (2, "")
    assert errors.startswith("Error: ")
    assert says in errors
    assert "Traceback" not in errors


def test_a_game_s_text_has_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_game(Game(deal(164), Rules(), deal=164)), encoding="utf-8")
    for option in (["--cells", "2"], ["--profile", "points"], ["--rule", "autoplay=safe"]):
        assert "--rule" in complaint(run("solve", str(path), *option))


@pytest.mark.parametrize("arguments", [["164"], ["1-3"], ["1-3", "--summary"]])
def test_a_twin_that_there_is_not_is_one_clear_error(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "rust")
    assert complaint(run("solve", *arguments)) == "FREECELL_SOLVER cannot be 'rust'; expected python or c."


def test_without_the_core_the_twin_in_python_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "freecell.solver._twin", None)
    monkeypatch.delitem(sys.modules, "freecell.solver.core", raising=False)
    monkeypatch.delattr("freecell.solver.core", raising=False)
    assert twin() == "python"
    assert run("solve", "164").code == 0
    monkeypatch.setenv("FREECELL_SOLVER", "c")
    assert "core in C cannot be used" in complaint(run("solve", "164"))


# Short and shortest


@BOTH
def test_a_short_solution_with_its_length_and_the_bound() -> None:
    code, output, errors = shell("solve", "2", "--short", "0.2")
    assert (code, errors) == (0, "")
    verdict, moves = output.splitlines()
    match = re.fullmatch(
        r"Solved in (\d+) moves \(with safe autoplay\)(, at least (\d+) are needed|, which is the fewest, proved)", verdict
    )
    assert match is not None, verdict
    first = solve(deal(2)).length
    assert first is not None
    assert 73 <= int(match[1]) <= first
    assert int(match[3] or 73) <= 73
    assert shell("verify", "2", *moves.split()).output.startswith(f"Wins in {match[1]} moves")


def test_a_shortest_solution_is_said_to_be_proved() -> None:
    code, output, _ = run("solve", "3", "--optimal", "--measure", "moves")
    assert (code, output.splitlines()[0]) == (0, "Solved in 70 moves (with safe autoplay), which is the fewest, proved")
    code, output, _ = run("solve", "3", "--optimal", "--measure", "cards")
    assert (code, output.splitlines()[0]) == (0, "Solved in 73 single-card moves (with safe autoplay), which is the fewest, proved")


def test_a_limit_ends_the_proof_and_the_best_is_told_with_the_bound() -> None:
    code, output, _ = run("solve", "5", "--optimal", "--max-states", "20000")
    assert code == 0
    assert re.match(r"Solved in \d+ moves \(with safe autoplay\), at least \d+ are needed; stopped by --max-states\n", output)


def test_short_solutions_in_json_have_their_measure_and_bound() -> None:
    told = json.loads(run("solve", "3", "--optimal", "--measure", "cards", "--json").output)
    assert (told["measure"], told["length"], told["bound"], told["optimal"], told["limit"]) == ("cards", 73, 73, True, None)
    assert told["moves"] <= 73
    told = json.loads(run("solve", "5", "--short", "5", "--max-states", "3000", "--json").output)
    assert (told["measure"], told["optimal"], told["limit"]) == ("moves", False, "states")
    assert told["bound"] < told["length"] == told["moves"]
    assert "measure" not in json.loads(run("solve", "3", "--json").output)


def test_a_range_of_short_and_of_shortest_solutions() -> None:
    lines = run("solve", "2-3", "--optimal", "--max-states", "1000000", "--jobs", "1").output.splitlines()
    assert [line.split()[:3] for line in lines] == [["2", "optimal", "73"], ["3", "optimal", "70"]]
    line = run("solve", "5-5", "--short", "5", "--max-states", "3000", "--measure", "cards", "--jobs", "1").output
    result = solve(deal(5), goal="short", measure="cards", max_states=3000)
    assert line == f"5 solved {result.length} {result.text}\n"
    totals = run("solve", "1-3", "--short", "5", "--max-states", "3000", "--measure", "cards", "--summary").output
    assert "mean cards" in totals


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--short", "0"], "'0' is not a time"),
        (["--short", "soon"], "'soon' is not a time"),
        (["--short", "1", "--optimal"], "ask for one of them"),
        (["--short", "1", "--max-seconds", "2"], "--short says how long to look already"),
        (["--measure", "cards"], "--measure goes with --short or --optimal"),
        (["--optimal", "--measure", "steps"], "'steps' is not one of 'moves', 'cards'"),
    ],
)
def test_short_and_optimal_say_what_is_wrong(options: list[str], problem: str) -> None:
    assert problem in complaint(run("solve", "1", *options))
