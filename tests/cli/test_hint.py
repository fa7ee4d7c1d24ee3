"""`freecell hint`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Running, complaint, run, shell
from played import erring_game

from freecell import Game, Rules, deal, find_truth, solve, write_game, write_layout


def lost_game(rules: Rules | None = None) -> Game:
    """A game that an error lost."""
    rules = Rules() if rules is None else rules
    games = (erring_game(number, rules, 3) for number in range(1, 200))
    return next(game for game in games if game.actions and find_truth(game).status == "unwinnable" != find_truth(game.start, rules).status)


def test_the_next_move_is_named_with_what_it_is_good_for() -> None:
    code, output, errors = shell("hint", "1941", "--short", "0.05")
    assert (code, errors) == (0, "")
    move, left = output.splitlines()
    text, _, words = move.partition(": ")
    assert Game(deal(1941)).play(text)
    assert words.endswith(".")
    assert left.startswith("Winnable in ")
    assert left.endswith(" moves from here.")


@pytest.mark.parametrize("options", ["", "--profile one-tap", "--profile points --cells 2", "--profile linear", "--rule supermove=single"])
def test_the_moves_of_the_line_win(options: str) -> None:
    code, output, _ = run("hint", "164", "--moves", "200", "--short", "0.05", *options.split())
    assert code == 0
    *moves, left = output.splitlines()
    verified = run("verify", "164", " ".join(line.split(":")[0] for line in moves), *options.split())
    assert verified.code == 0
    assert verified.output.split()[2] == left.split()[2]


def test_moves_lead_to_the_position() -> None:
    code, output, _ = run("hint", "164", "1a 2b", "3c", "--short", "0.01")
    assert code == 0
    game = Game(deal(164))
    for word in ("1a", "2b", "3c"):
        game.play(word)
    assert game.play(output.split(":")[0])


def test_a_lost_game_is_told_with_the_move_that_lost_it(tmp_path: Path) -> None:
    game = lost_game()
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    code, output, errors = run("hint", str(path))
    assert (code, errors) == (1, "")
    said, where = output.splitlines()
    assert said == "Nothing wins from here: that is proved."
    number = int(where.split()[1].rstrip(","))
    assert where == f"Move {number}, {game.actions[number - 1].text}, lost it: the position before it can be won."
    assert solve(game.actions[number - 1].before).status == "solved"
    assert solve(game.actions[number - 1].after).status == "unsolvable"
    told = json.loads(run("hint", str(path), "--json").output)
    assert (told["status"], told["move"], told["last_winnable"]) == ("unwinnable", None, number - 1)


def test_a_deal_that_could_never_be_won() -> None:
    assert run("hint", "11982") == (1, "Nothing wins from here: that is proved.\nIt could not be won from the start.\n", "")


def test_a_search_without_an_answer_is_no_loss() -> None:
    code, output, _ = run("hint", "982", "--cells", "2", "--max-seconds", "0.05")
    assert (code, output) == (3, "It is not known yet whether this can be won.\n")
    told = json.loads(run("hint", "982", "--cells", "2", "--max-seconds", "0.05", "--json").output)
    assert (told["status"], told["limit"]) == ("unknown", "seconds")


def test_json_tells_it_all() -> None:
    told = json.loads(run("hint", "1941", "--json", "--short", "0.01").output)
    assert told["status"] == "winnable"
    assert told["message"].endswith(".")
    assert told["line"][0][:2] == [told["from"], told["to"]]
    assert Game(deal(1941)).play(told["move"])


def test_a_won_game_and_a_layout() -> None:
    won = solve(deal(164)).game
    assert won is not None
    assert shell("hint", "-", stdin=write_game(won).encode()) == (0, "The game is won.\n", "")
    code, output, _ = shell("hint", "-", stdin=write_layout(won.actions[-2].before).encode())
    assert code == 0
    assert output.endswith(" from here.\n")


def test_ctrl_c_ends_the_search(running: list[Running]) -> None:
    running.append(search := Running("hint", "982", "--cells", "2"))
    search.wait_for(b" states, ")
    assert search.ctrl_c() == (130, "It is not known yet whether this can be won.\n")


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([], "DEAL|CODE|FILE|-"),
        (["0"], "'0'"),
        (["abc"], "'abc'"),
        (["abc", "1a"], "'abc'"),
        (["164", "1a 1a"], "Cell a holds"),
        (["164", "xx"], "'xx'"),
        (["164", "--moves", "0"], "0"),
        (["164", "--short", "x"], "'x'"),
        (["164", "--max-seconds", "0"], "'0'"),
        (["164", "--cells", "9"], "'9'"),
        (["164", "--profile", "nobody"], "'nobody'"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], quoted: str) -> None:
    assert quoted in complaint(run("hint", *arguments))


def test_a_game_s_text_has_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_game(Game(deal(164), deal=164)), encoding="utf-8")
    assert "--rule" in complaint(run("hint", str(path), "--profile", "points"))
