"""`freecell games`, `stats`, `export`, `import` and `backup`, on a database of their own."""

from __future__ import annotations

import json
import pickle
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from commands import complaint, run, shell
from plays import Playing, check_counts

from freecell import Game, deal, read_game, read_layout, write_layout
from freecell.store import Outcome, Record, Store, now

HEADING = "game      begun             deal        rules             result         moves    time   score     par"


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = str(tmp_path / "games.db")
    monkeypatch.setenv("FREECELL_DATABASE", file)
    return file


@pytest.fixture
def played(database: str) -> Iterator[Store]:
    with Store(database) as store:
        playing = Playing(store, store.local_player(), Random(11))
        playing.play(200)
        while store.undo_reset(playing.player):
            pass
        yield store


def test_nothing_is_there_at_first() -> None:
    assert (run("games").output, run("games").errors) == (HEADING + "\n", "No game is kept yet.\n")
    assert run("stats").output == "No game has been played yet.\n"
    assert run("export").output == '{"freecell": "games", "format": 1}\n'
    assert run("games", "--json").output == run("stats", "--json").output == ""


def test_games_are_listed_filtered_and_shown(played: Store) -> None:
    player = played.local_player()
    total = played.count(player)
    listed = [json.loads(line) for line in run("games", "--json", "--limit", "1000").output.splitlines()]
    assert len(listed) == total > 20
    assert len(run("games", "--limit", "7").output.splitlines()) == 8
    assert run("games", "--limit", "7").errors == f"7 of {total} games; --limit shows more.\n"
    for result in ("won", "open"):
        lines = run("games", "--result", result, "--limit", "1000").output.splitlines()[1:]
        assert len(lines) == sum(game["result"] == result for game in listed) > 0
        assert all(f"  {result} " in line for line in lines)
    numbered = next(game for game in listed if game["deal"] is not None)
    deals = [json.loads(line)["deal"] for line in run("games", "--json", "--deal", f"#{numbered['deal']}").output.splitlines()]
    assert set(deals) == {numbered["deal"]}
    assert run("games", "--since", "2100-01-01", "--json").output == ""
    assert run("games", "--until", "2100-01-01", "--json", "--limit", "1000").output.count("\n") == total
    shown = run("games", numbered["game"][:8]).output
    assert shown.startswith(f"Deal {numbered['deal']}, {numbered['rules']}: {numbered['result']} after {numbered['moves']} move")
    assert f"freecell games {numbered['game'][:8]} --text" in shown


def test_a_kept_game_is_text_that_verify_reads(played: Store) -> None:
    player = played.local_player()
    for kept in played.history(player, limit=12).games:
        text = run("games", kept.uid, "--text").output
        record = played.load(player, kept.uid)
        assert record is not None
        assert read_game(text).position == record.game.position
        assert json.loads(run("games", kept.uid, "--json").output)["text"] + "\n" == text


def test_a_kept_game_is_hinted_and_reviewed_by_its_name(played: Store) -> None:
    player = played.local_player()
    record = Record(Game(deal(164), deal=164), begun=now(), uid="3fa8c1d200aa41e09b7c")
    assert played.append(player, record, [record.play("1a", now(), 0), record.play("undo", now(), 0)]).done.result(10) is Outcome.SAVED
    assert "\nWinnable in " in run("hint", "3fa8c1d2").output
    assert json.loads(run("hint", "3fa8c1d2", "1a", "--json").output)["status"] == "winnable"
    assert run("review", "3fa8c1d2").output.startswith("It can still be won in ")
    assert "rules" in complaint(run("hint", "3fa8c1d2", "--cells", "2"))
    assert complaint(run("hint", "abcdef12")) == "There is no game 'abcdef12' among those kept; `freecell games` lists them."
    assert "in the browser" not in run("games", "3fa8c1d2").output  # where another database is used, the browser's players are others


def test_on_the_own_database_it_is_said_how_to_play_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FREECELL_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Store() as store:
        record = Record(Game(deal(164), deal=164), begun=now())
        store.append(store.local_player(), record, [record.play("1a", now(), 0)]).done.result(10)
    assert f"To play on: http://127.0.0.1:5252/game/{record.uid} in the browser, while `freecell` runs\n" in run("games", record.uid).output


def test_a_game_is_deleted_after_a_question(played: Store) -> None:
    player = played.local_player()
    name = played.history(player).games[0].uid
    refused = shell("games", name, "--delete", stdin=b"n\n")
    assert (refused.code, "Delete game" in refused.errors) == (1, True)
    assert played.load(player, name) is not None
    assert run("games", name, "--delete", "--yes").output == f"Game {name[:8]} is deleted.\n"
    assert played.load(player, name) is None
    check_counts(played, player)
    assert run("games", "--delete-all", "--yes").output == "Everything is deleted.\n"
    assert run("export").output.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["games", "ffff"], "There is no game 'ffff' among those kept; `freecell games` lists them."),
        (["games", "%"], "There is no game '%' among those kept; `freecell games` lists them."),
        (["games", "--text"], "--text and --delete go with the name of a game."),
        (["games", "--deal", "0"], "There is no deal '0'; deals are numbered from 1 to 8589934591."),
        (["games", "--since", "yesterday"], "'yesterday' is not a date; expected one such as 2026-11-30."),
        (["stats", "--deals", "7"], "'7' is not a range of at most 1000000 deals; expected one such as 1-32000."),
        (["stats", "--deals", "1-2000000"], "'1-2000000' is not a range of at most 1000000 deals; expected one such as 1-32000."),
        (["stats", "--deals", "9-1"], "There are no deals in '9-1'; expected the lower number first, as in 1-1000."),
        (["games", "--profile", "standart"], "There is no profile 'standart'; the profiles are standard, one-tap, points, linear."),
        (["stats", "--profile", "x", "--deals", "1-9"], "There is no profile 'x'; the profiles are standard, one-tap, points, linear."),
        (["export", "/nowhere/games.jsonl"], "Cannot write '/nowhere/games.jsonl': No such file or directory."),
        (["import", "/nowhere"], "Cannot read '/nowhere': No such file or directory."),
        (["games", "--database", "mysql://ann:secret@db/x"], "This does not name a database: it is neither PostgreSQL nor SQLite; "
         "expected a file's name, sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_in_one_line(arguments: list[str], said: str) -> None:
    assert complaint(run(*arguments)) == said


def test_a_name_that_fits_several_games_is_refused(played: Store) -> None:
    count = played.count(played.local_player())
    assert complaint(run("games", "")) == f"{count} games have names that begin with ''; write more of it."


@pytest.mark.usefixtures("played")
def test_statistics_are_told_and_reset_and_told_again() -> None:
    before = run("stats", "--weeks").output
    assert "% of those that ended" in before
    assert "week of 20" in before
    for line in run("stats", "--json", "--weeks").output.splitlines():
        told = json.loads(line)
        assert sum(week["won"] for week in told["weeks"]) == told["total"]["won"] <= told["total"]["games"]
    only = run("stats", "--profile", "standard", "--cells", "4", "--weeks").output
    assert only.startswith("standard, 4 cells\n")
    assert only.strip() in before
    assert run("stats", "--reset", "--yes").output.startswith("The statistics begin anew")
    after = run("stats")
    assert "% of those" not in after.output
    assert re.fullmatch(r"Counted since \d{4}-\d\d-\d\d \d\d:\d\d; freecell stats --undo-reset .*\n", after.errors)
    assert run("stats", "--undo-reset").output == "The reset is taken back.\n"
    assert run("stats", "--weeks").output == before
    assert run("stats", "--undo-reset").output == "There is no reset to take back.\n"
    counts = json.loads(run("stats", "--deals", "1-10", "--json").output)
    assert sum(counts.values()) == 10
    assert counts["open"] + counts["lost"] > 0


def test_export_and_import_carry_everything_to_another_machine(played: Store, tmp_path: Path) -> None:
    file, other = str(tmp_path / "games.jsonl"), str(tmp_path / "other.db")
    assert run("export", file).errors == f"All games are written into {file}.\n"
    assert "is there already; name another." in complaint(run("export", file))
    count = played.count(played.local_player())
    assert run("import", file, "--database", other).output == f"{file}: {count} new games, 0 that went on, 0 that were there already\n"
    assert run("import", file, "--database", other).output == f"{file}: no new game, 0 that went on, {count} that were there already\n"
    assert run("export", "--database", other).output == Path(file).read_text(encoding="utf-8")
    assert run("stats", "--weeks", "--database", other).output == run("stats", "--weeks").output
    assert shell("import", "-", "--database", other, stdin=Path(file).read_bytes()).code == 0


def test_lines_that_cannot_be_taken_are_told_and_the_others_are_taken(played: Store, tmp_path: Path) -> None:
    lines = run("export").output.splitlines()
    broken = json.loads(lines[2])
    broken["actions"].insert(0, ["xx", 1, 1])
    lines[2] = json.dumps(broken)
    file = tmp_path / "games.jsonl"
    file.write_text("\r\n".join(lines) + "\r\nnonsense\r\n", encoding="utf-8")
    ended = run("import", str(file), "--database", str(tmp_path / "other.db"))
    assert ended.code == 1
    assert f"{played.count(played.local_player()) - 1} new games" in ended.output
    assert f"{file}, line 3: Move 1, 'xx': 'xx' is not a move" in ended.errors
    assert ended.errors.endswith(f"{file}: 2 lines are not taken\n")


def test_a_layout_or_a_game_as_text_is_taken_in_once(tmp_path: Path) -> None:
    layout, game, won = tmp_path / "layout.txt", tmp_path / "game.txt", tmp_path / "won.txt"
    layout.write_text(write_layout(deal(5)))
    game.write_text("Deal: 164\nMoves: 17 1a\n")
    won.write_text("Layout:\nFoundations: H-K C-K D-K S-Q\nKS\nRules: standard\nMoves: 1h\n")
    for repeated in ("", "; it was there already"):
        outputs = run("import", str(layout), str(game), str(won)).output.splitlines()
        assert [line.split(", ", 1)[1] for line in outputs] == [f"open{repeated}", f"open{repeated}", f"demonstrated{repeated}"]
    name = outputs[0].split()[2].rstrip(",")
    assert read_game(run("games", name, "--text").output).position == read_layout(layout.read_text())
    assert run("games", outputs[1].split()[2].rstrip(","), "--text").output.endswith("Moves: 17 1a\n")
    assert "1 demonstrated" in run("stats").output


@pytest.mark.parametrize("protocol", [0, 2, 5])
def test_a_game_saved_by_pysolfc_is_refused(tmp_path: Path, protocol: int) -> None:
    file = tmp_path / "saved.pso"
    file.write_bytes(pickle.dumps("PySolFC", protocol) + pickle.dumps((1, "\xff"), protocol))
    assert complaint(run("import", str(file))).startswith("This is a saved game of PySolFC, a file that runs whatever it holds")


def test_a_text_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("AC 2C\n" * 300_000)
    assert complaint(run("import", str(file))) == "This is not the text of a game: it is longer than 1000000 bytes."


@pytest.mark.usefixtures("played")
def test_a_backup_is_a_database_like_any_other(tmp_path: Path) -> None:
    target = tmp_path / "safe" / "copy.db"
    assert run("backup", str(target)).output == f"Everything is copied into {target}\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert run("export", "--database", str(target)).output == run("export").output
    assert "is there already" in complaint(run("backup", str(target)))
    assert run("backup", f"sqlite:///{tmp_path}/moved.db").output == "Everything is copied.\n"
    assert run("export", "--database", f"{tmp_path}/moved.db").output == run("export").output
    by_itself = Path(run("backup").output.removeprefix("Everything is copied into ").strip())
    assert by_itself.parent == tmp_path / "backups"
    assert run("export", "--database", str(by_itself)).output == run("export").output


@pytest.mark.usefixtures("played")
def test_reading_needs_no_lock(database: str) -> None:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert run("stats").output.count("ended") > 0
        assert run("games", "--json").code == 0
        assert shell("stats", "--reset", "--yes").errors == "Error: Not saved: database is locked.\n"
    finally:
        other.close()


def test_the_help_of_each_command_loads_no_database() -> None:
    for command in ("games", "stats", "export", "import", "backup"):
        script = f"import sys; from freecell.cli import main; main(['{command}', '--help'], standalone_mode=False)"
        script += "; print('sqlalchemy' in sys.modules)"
        ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        assert ended.stdout.splitlines()[-1] == "False"


@pytest.mark.usefixtures("played")
def test_a_search_without_a_match_says_so() -> None:
    assert run("games", "--deal", "31999").errors == "No game matches.\n"
