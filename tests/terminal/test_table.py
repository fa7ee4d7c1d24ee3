"""The program in a terminal: played by keys and by mouse, in every language and size."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from terminal.conftest import Driver

from freecell import Game, Rules, deal
from freecell.analysis import find_truth
from freecell.commands import LoadGame, NewGame, TellTruth
from freecell.errors import FreeCellError
from freecell.locales import PSEUDO, Words, languages
from freecell.messages import speak
from freecell.notation import write_game
from freecell.rules import find_profile
from freecell.solver import solve
from freecell.store import Player, Result, Store
from freecell.terminal.advisor import Advisor
from freecell.terminal.felt import NARROWEST
from freecell.terminal.newgame import Wanted
from freecell.terminal.preferences import Preferences

Run = Callable[..., Any]
FILLING = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def keys_of(game: Game) -> list[str]:
    """The keys that win a game, two for each move; where fewer cards go than fit, no key says so, and this is no such line."""
    return [key for move in solve(game.position, game.rules).moves for key in (move.source.text, move.target.text[:1])]


async def by_keys(driver: Driver) -> None:
    """Win as a player does who asks for a hint at each move, and makes it by two keys."""
    while not driver.table.game.position.won:
        before = driver.table.game.moves
        await driver.press("i")
        await driver.until(lambda: driver.table.seat is not None and driver.table.seat.session.snapshot()["hint"])
        hint = driver.table.seat.session.snapshot()["hint"]  # type: ignore[union-attr]
        await driver.press(*hint["from"].lower(), *hint["to"][:1])
        assert driver.table.game.moves > before, driver.screen()


def test_deal_164_is_won_by_keys_and_the_win_is_told(run: Run, store: Store, player: Player) -> None:
    async def drive(driver: Driver) -> None:
        await by_keys(driver)
        await driver.until(lambda: "You won!" in driver.screen())
        assert "Next deal" in driver.screen()
        await driver.press("enter")
        assert driver.table.game.deal == 165

    run(drive)
    games = store.history(player).games
    assert [(kept.deal, kept.result) for kept in games] == [(164, Result.WON)]


def test_a_card_is_moved_by_the_mouse(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        board = driver.table.board
        where = {spot: (columns.start, rows.start) for columns, rows, spot in board._felt._areas}  # type: ignore[union-attr]
        await driver.pilot.click(board, offset=where["1", 6])
        assert "Picked 6♠." in driver.screen()
        assert "▼a" in driver.screen()
        await driver.pilot.click(board, offset=where["b", -1])
        await driver.pilot.pause()
        assert "6♠ to cell b." in driver.screen()
        assert str(driver.table.game.position.cells[1]) == "6S"
        await driver.pilot.click("#below", offset=(2, 0))
        await driver.pilot.pause()
        assert "Undone: 6♠ back to cascade 1." in driver.screen()

    run(drive)


def test_arrows_walk_to_every_card_and_enter_taps(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        board = driver.table.board
        assert board.focused == ("1", 6)
        await driver.press("home")
        assert board.focused == ("1", 0)
        seen = set()
        for _column in range(8):
            for _card in range(8):
                seen.add(board.focused)
                await driver.press("down")
            await driver.press("right", "home")
        await driver.press("up")
        for _place in range(8):
            seen.add(board.focused)
            await driver.press("right")
        wanted = {(str(index + 1), depth) for index, cards in enumerate(deal(164).cascades) for depth in range(len(cards))}
        assert seen == wanted | {(place, -1) for place in ("a", "b", "c", "d", "hS", "hH", "hD", "hC")}
        await driver.press("down", "end", "enter", "up", "up", "up", "up", "up", "up", "up", "enter")
        assert "to cell a." in driver.screen()

    run(drive)


def test_a_refusal_says_why_and_two_keys_can_be_taken_back(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("1")
        assert "Cascade 1: where to?" in driver.screen()
        await driver.press("2")
        assert "6♠ does not go on 6♥, which takes a black 5." in driver.screen()
        await driver.press("1", "1", "h", "h")
        assert driver.table.game.moves == 0
        await driver.press("1", "escape", "2", "a")
        assert "6♥ to cell a." in driver.screen()
        await driver.press("enter", "escape")
        assert driver.table.seat is not None
        assert driver.table.seat.session.picked is None

    run(drive)


def test_the_truth_is_told_and_where_the_game_was_lost(run: Run) -> None:
    lost = Game(deal(11982), deal=11982)

    async def drive(driver: Driver) -> None:
        await driver.press("t")
        await driver.until(lambda: "✕ This deal cannot be won (proved)." in driver.screen())
        await driver.press("i")
        await driver.until(lambda: "This deal cannot be won: that is proved." in driver.screen())
        await driver.press("t")
        assert "✕" not in driver.screen()

    run(drive, LoadGame(write_game(lost)))


def test_what_was_found_out_for_one_game_is_not_told_of_another(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Advisor, "follow", lambda _self, _session: None)  # only what is told here is heard

    async def drive(driver: Driver) -> None:
        table = driver.table
        assert table.seat is not None
        before = table.seat.session
        table.sit(NewGame("11982"))
        question = table.seat.session.questions[0]
        assert question.version == before.questions[0].version
        table._hear(before, TellTruth(question.version, find_truth(deal(164), Rules())))
        assert "Winnable" not in driver.screen()
        table._hear(table.seat.session, TellTruth(question.version, find_truth(deal(11982), Rules())))
        await driver.pilot.pause()
        assert "✕ This deal cannot be won (proved)." in driver.screen()

    run(drive, liked=Preferences(motion="off", truth="on"))


def test_a_search_that_is_wanted_no_more_begins_no_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_deal(*_asked: object, cancel: Callable[[], bool], **_limits: object) -> int:
        while not cancel():
            time.sleep(0.01)
        ended.set()
        return 617

    ended = threading.Event()
    monkeypatch.setattr("freecell.terminal.table.find_deal", find_deal)

    async def drive(driver: Driver) -> None:
        await driver.press("g", "enter")
        assert "Searching…" in driver.screen()
        await driver.press("escape")
        await driver.until(ended.is_set)
        await driver.pilot.pause(0.2)
        assert driver.table.game.deal == 164
        assert "Searching…" not in driver.screen()

    run(drive)


def test_a_review_tells_the_losing_move_and_the_game_goes_on_from_before_it(run: Run, store: Store, player: Player) -> None:
    from browser.table import game_before_an_error

    game, error, _moves = game_before_an_error("standard")
    before = len(game.actions)
    game.act(error)

    async def drive(driver: Driver) -> None:
        await driver.press("w")
        await driver.until(lambda: f"Move {before + 1}, " in driver.screen(), 60)
        assert "lost it" in driver.screen()
        await driver.press("up", "enter")
        assert len(driver.table.game.actions) == before
        await driver.press("t")
        await driver.until(lambda: "● Winnable" in driver.screen())
        await driver.press("i")
        await driver.until(lambda: driver.table.seat and driver.table.seat.session.snapshot()["hint"])
        await driver.press("p")
        await driver.until(lambda: len(driver.table.game.actions) == before + 1)

    run(drive, LoadGame(write_game(game)), size=(110, 40))
    games = store.history(player).games
    assert len(games) == 1
    assert games[0].deal == 1941


def test_a_demonstration_plays_to_the_end_and_is_no_win(run: Run, store: Store, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.terminal.demonstration._PAUSE", 0.3)
    game = Game(deal(164), deal=164)
    for move in solve(deal(164)).moves[:-6]:
        game.play(move)

    async def drive(driver: Driver) -> None:
        await driver.press("s")
        await driver.until(lambda: driver.table.game.help.demonstrated)
        await driver.press("s")
        at = driver.table.game.moves
        await driver.pilot.pause(0.7)
        assert driver.table.game.moves == at  # paused
        await driver.press("p")
        await driver.until(lambda: driver.table.game.moves > at)
        await driver.press("s")
        await driver.until(lambda: "All cards are up" in driver.screen(), 60)

    run(drive, LoadGame(write_game(game)))
    assert [kept.result for kept in store.history(player).games] == [Result.DEMONSTRATED]


def test_a_new_game_is_asked_for_and_what_is_wrong_is_said(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("g")
        await driver.type("0")
        await driver.press("enter")
        assert "There is no deal '0'" in " ".join(driver.screen().split())
        await driver.press("backspace")
        await driver.type("617")
        await driver.press("enter")
        assert driver.table.game.deal == 617
        await driver.press("g", "enter")  # a random deal that can be won
        await driver.until(lambda: driver.table.game.deal != 617)
        assert solve(driver.table.game.position).status.value == "solved"

    run(drive, size=(100, 40))


def test_under_one_tap_a_random_deal_begins_at_once(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("n")
        await driver.until(lambda: driver.table.game.deal != 164)
        assert driver.table.game.profile.name == "one-tap"

    run(drive, NewGame("164", "one-tap"))


def test_the_game_is_not_given_up_without_a_question(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("1", "a", "x")
        assert "Resign this game? It then counts as lost." in driver.screen()
        assert "You have made 1 move." in driver.screen()
        await driver.press("enter")  # the first choice keeps playing
        assert str(driver.table.game.status) == "playing"
        await driver.press("x", "right", "enter")
        assert str(driver.table.game.status) == "resigned"
        assert "Resigned." in driver.screen()

    run(drive)


def test_earlier_games_are_listed_and_gone_on_with(run: Run, store: Store, player: Player) -> None:
    async def first(driver: Driver) -> None:
        await driver.press("1", "a")

    async def second(driver: Driver) -> None:
        await driver.press("4", "b", "e")
        assert "617" in driver.screen()
        assert "164" in driver.screen()
        await driver.press("down", "enter")
        assert driver.table.game.deal == 164
        assert driver.table.game.moves == 1
        await driver.press("q")
        assert "2 open" in driver.screen()

    run(first)
    run(second, NewGame("617"), size=(100, 30))
    assert store.count(player) == 2


def test_what_cannot_be_read_is_said_and_the_game_goes_on(run: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_asked: object, **_how: object) -> None:
        raise FreeCellError("no-database", database="games.db", problem="database is locked")

    for name in ("history", "statistics"):
        monkeypatch.setattr(store, name, away)

    async def drive(driver: Driver) -> None:
        for key in ("e", "q"):
            await driver.press(key)
            assert "cannot be used: database is locked." in " ".join(driver.screen().split())
            await driver.press("escape")
        await driver.press("1", "a")
        assert driver.table.game.moves == 1

    run(drive, size=(100, 30))


def test_what_the_player_likes_is_kept_and_shown_at_once(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("m", "end", "up", "enter", "escape")
        assert driver.liked[-1].hand == "left"
        assert driver.table.board.left_handed
        assert driver.table.board._felt is not None
        assert driver.table.board._felt.text.plain.split("\n")[0].index("a") > 30

    run(drive)


def test_another_language_begins_the_program_anew_with_the_same_game(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.press("1", "a", "m", *["down"] * 10, "enter", "enter", "escape")
        assert driver.liked[-1].language == "it"

    goes_on = run(drive)
    assert goes_on is not None
    assert len(goes_on.game.actions) == 1

    async def unplayed(driver: Driver) -> None:
        await driver.press("m", *["down"] * 10, "enter", "escape")

    goes_on = run(unplayed)
    assert goes_on.game().start == deal(164)


SMALL, OLD, LARGE = (NARROWEST, 18), (80, 24), (120, 40)
"""The smallest terminal, one as terminals always were, and a large window."""


@pytest.mark.parametrize(
    ("language", "size"),
    [
        *((language, OLD) for language in languages()),
        *((PSEUDO, size) for size in (SMALL, (40, 24), OLD, LARGE)),
        ("ro", SMALL),
        ("es", LARGE),
    ],
)
def test_the_table_fits_in_every_language_and_size(run: Run, language: str, size: tuple[int, int]) -> None:
    speak(Words(language))

    async def drive(driver: Driver) -> None:
        assert driver.table.board.region.width <= size[0]
        assert driver.table.max_scroll_x == 0
        for key in ("m", "g", "question_mark", "e", "q", "k"):
            await driver.press(key)
            box = driver.app.screen.children[0].region
            assert box.x >= 0, key
            assert box.y >= 0, key
            assert box.right <= size[0], key
            assert box.bottom <= size[1], key
            await driver.press("escape")
        await driver.press("1", "a")
        assert driver.table.game.moves == 1

    run(drive, size=size)


def test_no_word_on_the_screen_is_left_in_the_code(run: Run) -> None:
    """In the language of accents, whatever has none was not translated."""
    speak(Words(PSEUDO))
    typed = re.compile(
        r"FreeCell game|FreeCell|Deal: \d+|Rules: standard|Moves: \w+|FC1-C4-\w+|cells=2 autoplay=off|standard|Ctrl\+?|Esc\b"
    )

    async def drive(driver: Driver) -> None:
        await driver.press("t", "1", "a", "2")
        seen = [driver.screen()]
        for key in ("m", "g", "question_mark", "e", "q", "k", "x", "v", "y"):
            await driver.press(key)
            await driver.until(lambda: len(driver.app.screen_stack) > 2)
            seen.append(driver.screen())
            await driver.press("escape")
        for name in languages().values():
            seen = [text.replace(name, "") for text in seen]
        bare = [word for text in seen for word in re.findall(r"[A-Za-z]{4,}", typed.sub("", text)) if word not in FILLING]
        assert sorted(set(bare)) == []

    run(drive, size=(120, 60))


def test_a_win_under_each_profile_by_its_own_rules(run: Run, store: Store, player: Player) -> None:
    for profile in ("one-tap", "points", "linear"):
        game = Game(deal(164), find_profile(profile).rules, deal=164)
        solution = solve(game.position, game.rules)
        for move in solution.moves[:-6]:
            game.play(move)

        async def drive(driver: Driver) -> None:
            await by_keys(driver)
            await driver.until(lambda: "You won!" in driver.screen())

        run(drive, LoadGame(write_game(game)))
    assert {kept.profile for kept in store.history(player).games} == {"one-tap", "points", "linear"}


def test_a_wish_that_cannot_be_had_is_said_to_be_none(run: Run) -> None:
    async def drive(driver: Driver) -> None:
        await driver.until(lambda: driver.table.seat is not None, 60)

    run(drive, Wanted(NewGame("random")), liked=Preferences(clock="on"))
