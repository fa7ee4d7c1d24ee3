"""The truth beside the player: told, asked for, demonstrated, reviewed; each text that can be shown is seen here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import DESK, PHONE
from browser.sanity import problems
from browser.table import as_said, game_before_an_error, game_text, open_text, press, ready, shows
from playwright.sync_api import Page, WebSocketRoute, expect

from freecell import Position, deal, write_game

Opener = Callable[..., Page]

WINNABLE = "FreeCell game\nLayout:\nFoundations: H-K C-K D-K S-T\nFreecells: -\nJS KS\nQS\nRules: standard cells=1 autoplay=off\nMoves:"
LOST = (
    "Layout:\nFoundations: H-7 C-7 D-7 S-7\nFreecells: -\n8S 9C KC\nJH 8H JS\nTS JC 9H\nQC 8D KD\nTH QH JD\nQS TC KS\n9D 9S TD\n"
    "8C QD KH\nRules: {rules} cells=1\nMoves: 3a"
)
BADGE = "#truth"


def badge(page: Page) -> Any:
    return page.locator(BADGE)


def told(page: Page, text: str) -> None:
    """A screen reader says it."""
    expect(page.locator("[aria-live]").filter(has_text=as_said(text))).to_have_count(1)


def between(page: Page, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Change what the server says; what becomes None is never heard."""

    def meet(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            changed = change(json.loads(message))
            if changed is not None:
                link.send(json.dumps(changed))

        server.on_message(pass_on)

    page.route_web_socket("**/ws", meet)
    page.reload()
    ready(page)


def never_finds(page: Page) -> None:
    """Put a server in front of the server, which searches for ever when it is asked for help."""

    def meet(link: WebSocketRoute) -> None:
        server = link.connect_to_server()
        last: dict[str, Any] = {}

        def from_server(message: str | bytes) -> None:
            last.update(json.loads(message).get("snapshot", {}))
            link.send(message)

        def from_page(message: str | bytes) -> None:
            said = json.loads(message)
            if said["do"] not in ("hint", "auto", "go-back", "stop"):
                server.send(message)
                return
            waiting, code, words = (None, "stopped", "Stopped.") if said["do"] == "stop" else (said["do"], "searching", "Searching…")
            event = {"code": code, "values": {}, "message": words}
            link.send(json.dumps({"type": "answer", "id": said["id"], "events": [event], "snapshot": {**last, "waiting": waiting}}))

        server.on_message(from_server)
        link.on_message(from_page)

    page.route_web_socket("**/ws", meet)
    page.reload()
    ready(page)


# The truth after each move


@pytest.mark.parametrize(
    ("profile", "size"), [("standard", PHONE), ("standard", DESK), ("one-tap", DESK), ("points", DESK), ("linear", DESK)]
)
def test_a_person_errs_is_told_asks_where_goes_back_and_wins(open_page: Opener, profile: str, size: dict[str, int]) -> None:
    game, error, rest = game_before_an_error(profile)
    page = open_text(open_page, write_game(game), viewport=size, reduced_motion="reduce")
    badge(page).click()
    page.get_by_role("switch", name="Tell the truth after each move").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"Winnable: \d+ moves are left in the best line known\."))
    page.keyboard.press("Escape")
    expect(badge(page)).to_have_attribute("data-truth", "winnable")
    press(page, error)
    expect(badge(page)).to_have_attribute("data-truth", "unwinnable")
    told(page, "No longer winnable (proved).")
    expect(page.locator("#banner")).to_be_hidden()  # it can still be played: nothing says that it is over
    badge(page).click()
    page.get_by_role("button", name="Where was it lost?").click()
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text(f"Move {len(game.actions) + 1} lost it", timeout=20_000)
    expect(review).to_contain_text("This is the last position that could be won.")
    expect(review).to_contain_text("What would have kept it", timeout=60_000)
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(badge(page)).to_have_attribute("data-truth", "winnable")
    shows(page, game)
    for text in rest:
        press(page, text)
        game.act(text)
        shows(page, game)
    expect(page.get_by_role("dialog")).to_contain_text("You won!")


SAID = [
    ("winnable", False, 12, "Winnable: 12 moves are left in the best line known.", "Winnable", "A way to win is known from here."),
    ("unwinnable", False, None, "No longer winnable (proved).", "No longer winnable", "Every way on was looked at, and none wins."),
    ("unknown", True, None, "Not known yet: the search goes on.", "Not known yet", "You can play on meanwhile"),
    ("unknown", False, None, "Not known: the search ended without an answer.", "Not known", "That proves nothing"),
]


@pytest.mark.parametrize(
    ("status", "searching", "left", "message", "word", "meaning"), SAID, ids=["winnable", "proved", "searching", "unknown"]
)
def test_every_state_of_the_truth_has_its_own_words(
    open_page: Opener, status: str, searching: bool, left: int | None, message: str, word: str, meaning: str
) -> None:
    page = open_page("/deal/164")
    ready(page)
    truth = {"status": status, "moves_left": left, "searching": searching, "never": False, "message": message}

    def change(said: dict[str, Any]) -> dict[str, Any] | None:
        if said["type"] == "truth":
            return {**said, "truth": truth}
        if said.get("snapshot", {}).get("settings", {}).get("truth"):
            said["snapshot"]["truth"] = truth
        return said

    between(page, change)
    expect(page.locator("#truth-word")).to_have_text("Truth")
    page.keyboard.press("t")
    expect(page.locator("#truth-word")).to_have_text(word)
    expect(badge(page)).to_have_accessible_name(f"Truth: {message}")
    expect(badge(page)).to_have_attribute("data-truth", "searching" if searching else status)
    if not searching:
        told(page, message)
    press(page, "1a")  # nothing is held up
    expect(page.locator("#move-number")).to_have_text("1")
    expect(page.locator("#banner")).to_be_hidden()
    badge(page).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(message)
    expect(dialog).to_contain_text(meaning)
    expect(dialog.get_by_role("button", name="Where was it lost?")).to_have_count(int(status == "unwinnable"))
    problems(page)


def test_the_truth_is_off_until_it_is_wanted_and_then_stays_on(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    expect(badge(page)).to_have_attribute("data-truth", "off")
    badge(page).click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    expect(page.get_by_role("dialog")).to_contain_text("Many like to find out for themselves.")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.get_by_label("The truth after each move").select_option("on")
    page.keyboard.press("Escape")
    expect(badge(page)).to_have_attribute("data-truth", "winnable")
    page.reload()
    ready(page)
    expect(badge(page)).to_have_attribute("data-truth", "winnable")
    page.goto(page.url.replace("164", "165"))
    expect(badge(page)).to_have_attribute("data-truth", "winnable")
    page.keyboard.press("t")
    expect(badge(page)).to_have_attribute("data-truth", "off")
    told(page, "The truth is not told any more.")


# Hint and Auto


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_hint_is_shown_on_the_cards_and_in_words_and_then_says_why(open_page: Opener, size: dict[str, int]) -> None:
    page = open_text(open_page, WINNABLE, viewport=size)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#felt .hinted")).to_have_attribute("data-card", "KS")
    expect(page.locator("#felt .hint-to")).to_have_attribute("data-place", "3")
    told(page, "K♠ to empty cascade 3.")
    expect(page.get_by_role("button", name="king of spades, cascade 1, card 2 of 2, hinted")).to_have_count(1)
    expect(page.get_by_role("button", name="cascade 3, empty, the hint's target")).to_have_count(1)
    expect(page.locator("#advice-text")).to_have_text("K♠ to empty cascade 3.")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#advice")).to_contain_text("K♠ to empty cascade 3, to send J♠ up.")
    page.locator("#advice").get_by_role("button", name="Do it").click()
    expect(page.locator("#move-number")).to_have_text("1")
    expect(page.locator(".hinted, .hint-to")).to_have_count(0)
    expect(page.locator("#advice")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 390, 640])
def test_the_buttons_of_a_short_hint_have_their_own_places(open_page: Opener, width: int) -> None:
    page = open_page("/deal/1941", viewport={"width": width, "height": 800})
    ready(page)
    for word in ("Hint", "Why?"):
        page.get_by_role("button", name=word).click()
    expect(page.locator("#advice")).to_contain_text("to free")
    problems(page)


def test_where_nothing_wins_a_hint_says_so_and_offers_the_way_back(open_page: Opener) -> None:
    page = open_text(open_page, LOST.format(rules="standard"))
    page.keyboard.press("i")
    expect(page.locator("#advice")).to_contain_text("Nothing wins from here: that is proved.")
    page.locator("#advice").get_by_role("button", name="Back to where it could be won").click()
    expect(page.locator("#move-number")).to_have_text("0")
    expect(page.locator("#advice")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#advice")).to_contain_text("This position can still be won.")


def test_a_search_is_waited_for_can_be_stopped_and_may_end_without_an_answer(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    never_finds(page)
    for key, words in (("i", "Looking for a hint…"), ("p", "Looking for a good move…"), ("l", "Looking for the last position")):
        page.keyboard.press(key)
        expect(page.locator("#advice")).to_contain_text(words)
        page.locator("#advice").get_by_role("button", name="Stop").click()
        expect(page.locator("#advice")).to_be_hidden()
    told(page, "Stopped.")
    page = open_page("/deal/164")
    ready(page)

    def unknown(said: dict[str, Any]) -> dict[str, Any]:
        if said["type"] == "update":
            message = "It is not known yet whether this can be won."
            return {
                **said,
                "events": [{"code": "hint-unknown", "values": {}, "message": message}],
                "snapshot": {**said["snapshot"], "hint": None},
            }
        return said

    between(page, unknown)
    page.keyboard.press("i")
    expect(page.locator("#advice")).to_contain_text("It is not known yet whether this can be won.")
    expect(page.locator("#advice").get_by_role("button", name="Search again")).to_be_visible()
    expect(page.locator("#advice").get_by_role("button", name="Back")).to_have_count(0)


def test_auto_plays_and_in_one_tap_only_a_proof_ends_the_deal(open_page: Opener) -> None:
    page = open_text(open_page, WINNABLE)
    page.get_by_role("button", name="Auto").click()
    expect(page.locator("#move-number")).to_have_text("1")
    page = open_text(open_page, LOST.format(rules="one-tap"))
    page.get_by_role("button", name="Auto").click()
    said = "The game is lost: nothing wins from here, which is proved."
    expect(page.locator("#banner")).to_contain_text(said)
    page.reload()
    ready(page)
    expect(page.locator("#banner")).to_contain_text(said)
    page.locator("#banner").get_by_role("button", name="Undo").click()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#move-number")).to_have_text("0")
    # The same position under rules that do not end a deal so: it is told, and can be played on.
    page = open_text(open_page, LOST.format(rules="standard"))
    page.get_by_role("button", name="Auto").click()
    expect(page.locator("#advice")).to_contain_text("Nothing wins from here: that is proved.")
    expect(page.locator("#banner")).to_be_hidden()


# The demonstration


def test_a_demonstration_is_paused_stepped_stopped_and_played_on(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_contain_text("counts as no win")
    page.get_by_role("button", name="Demonstrate", exact=True).click()
    bar = page.get_by_role("region", name="Demonstration")
    expect(bar).to_contain_text("moves are left.")
    bar.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(300)
    before = int(page.locator("#move-number").inner_text())
    page.wait_for_timeout(1200)
    expect(page.locator("#move-number")).to_have_text(str(before))
    page.keyboard.press("p")
    expect(page.locator("#move-number")).not_to_have_text(str(before))
    bar.get_by_label("Speed").select_option("fast")
    bar.get_by_role("button", name="Go on").click()
    expect(page.locator("#move-number")).to_have_text(re.compile(r"^(1\d|[2-9]\d)$"))
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    page.wait_for_timeout(300)
    page.keyboard.press("u")
    told(page, "Undone")
    problems(page)


def test_a_demonstrated_game_is_no_win(open_page: Opener) -> None:
    page = open_text(open_page, WINNABLE, reduced_motion="reduce")
    page.keyboard.press("s")
    page.get_by_role("button", name="Demonstrate", exact=True).click()
    page.get_by_label("Speed").select_option("fast")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("All cards are up", timeout=10_000)
    expect(dialog).to_contain_text("The program played part of the way, so this game counts as no win.")
    expect(dialog).not_to_contain_text("won!")
    dialog.get_by_role("button", name="Play it myself").click()
    expect(page.locator("#move-number")).to_have_text("0")


def test_the_player_s_own_move_ends_a_demonstration(open_page: Opener) -> None:
    page = open_text(open_page, WINNABLE)
    page.keyboard.press("s")
    page.get_by_role("button", name="Demonstrate", exact=True).click()
    page.get_by_role("region", name="Demonstration").get_by_role("button", name="Pause").click()
    expect(page.locator("#move-number")).not_to_have_text("0")
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Demonstration")).to_have_count(0)


# The review


def test_a_review_is_walked_through_and_played_on_from(open_page: Opener) -> None:
    game, error, _ = game_before_an_error("standard")
    game.play(error)
    page = open_text(open_page, write_game(game))
    page.get_by_role("button", name="Review").click()
    review = page.get_by_role("dialog", name="Review")
    count = len(game.actions)
    expect(review.locator(".verdict")).to_contain_text(f"Move {count} lost it", timeout=20_000)
    chart = review.get_by_role("slider", name="Moves to a win, over the game")
    expect(chart).to_have_attribute("aria-valuenow", str(count))
    page.keyboard.press("ArrowLeft")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Winnable: \d+ moves? left"))
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "0")
    start = game_board(page)
    assert start["1"] == [str(card) for card in deal(1941).cascades[0]]
    review.get_by_role("button", name="One move on").click()
    assert game_board(page)["a"] == [str(deal(1941).cascades[0][-1])]
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 40)
    expect(chart).to_have_attribute("aria-valuenow", str(count))
    review.locator(".moves button").nth(9).click()
    expect(chart).to_have_attribute("aria-valuenow", "10")
    expect(review.locator(".moves [aria-current]")).to_contain_text("10.")
    problems(page)
    review.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    told(page, "A new game, from after action 10 of the last one.")
    expect(page.locator("#move-number")).to_have_text(str(sum(action.moves for action in game.actions[:10])))
    page.keyboard.press("m")
    page.get_by_role("button", name="The game before").click()
    shows(page, game)


def test_a_move_that_would_have_kept_the_win_is_shown_and_played(open_page: Opener) -> None:
    page = open_text(open_page, LOST.format(rules="standard"))
    page.keyboard.press("w")
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text("What would have kept it")
    better = review.locator(".better li").first
    words = better.locator("b").inner_text()
    expect(better).to_contain_text(re.compile(r"wins in \d+ moves"))
    better.get_by_text("Its line").click()
    expect(better.locator("code")).not_to_be_empty()
    better.get_by_role("button", name=f"Show {words}").click()
    expect(review.locator(".felt .hint-to")).to_have_count(1)
    better.get_by_role("button", name=f"Play {words}").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#move-number")).not_to_have_text("0")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (640, 360), (768, 1024), (1280, 800)])
def test_a_review_fits_every_screen(open_page: Opener, width: int, height: int) -> None:
    game, error, _ = game_before_an_error("standard")
    game.play(error)
    page = open_text(open_page, write_game(game), viewport={"width": width, "height": height})
    page.keyboard.press("w")
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text("What would have kept it", timeout=20_000)
    assert review.evaluate("it => it.scrollWidth <= it.clientWidth && it.getBoundingClientRect().right <= innerWidth")
    assert page.evaluate(
        """() => {
          const board = document.querySelector('.review .felt').getBoundingClientRect();
          return [...document.querySelectorAll('.review [data-place] > [data-card]')].map(card => card.getBoundingClientRect())
            .every(card => card.left >= board.left && card.right <= board.right && card.top >= board.top && card.bottom <= board.bottom);
        }"""
    )
    for better in review.locator(".better li").all():
        # All at once: the list may be scrolled meanwhile.
        tops = better.evaluate("it => [...it.querySelectorAll('button')].map(button => Math.round(button.getBoundingClientRect().top))")
        assert len(set(tops)) == 1, "the buttons of one move stand side by side"
    for name in ("One move back", "One move on", "Play on"):
        target = review.get_by_role("button", name=name).bounding_box()
        assert target is not None
        assert target["height"] >= 44
        assert target["x"] >= 0
        assert target["x"] + target["width"] <= width


def test_a_review_broken_off_is_asked_for_again(open_page: Opener) -> None:
    page = open_text(open_page, LOST.format(rules="standard"))
    links: list[WebSocketRoute] = []

    def meet(link: WebSocketRoute) -> None:
        links.append(link)
        server = link.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if len(links) == 1 and '"summary": {' in json.dumps(json.loads(message)):
                link.close()
            else:
                link.send(message)

        server.on_message(pass_on)

    page.route_web_socket("**/ws", meet)
    page.reload()
    ready(page)
    page.keyboard.press("v")
    expect(page.get_by_role("dialog", name="Review")).to_contain_text("Move 1 lost it", timeout=10_000)
    assert len(links) >= 2


# Deals and wishes


def test_a_deal_that_was_never_to_be_won_is_told_so(open_page: Opener) -> None:
    page = open_page("/deal/11982")
    ready(page)
    page.keyboard.press("t")
    expect(badge(page)).to_have_attribute("data-truth", "never", timeout=15_000)
    told(page, "This deal cannot be won (proved).")
    press(page, "1a")
    expect(page.locator("#move-number")).to_have_text("1")
    expect(badge(page)).to_have_attribute("data-truth", "never")
    expect(badge(page)).to_contain_text("Cannot be won")
    page.keyboard.press("i")
    notice = page.locator("#advice")
    expect(notice).to_contain_text("This deal cannot be won: that is proved.")
    expect(notice.get_by_role("button", name="Back to where it could be won")).to_have_count(0)
    badge(page).click()
    panel = page.get_by_role("dialog", name="The truth beside you")
    expect(panel).to_contain_text("Every way on from its start was looked at")
    problems(page)
    panel.get_by_role("button", name="Review").click()
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text("It could not be won from the start, which is proved.")
    expect(review.locator("[data-truth=unwinnable]")).to_contain_text("This deal cannot be won (proved).")


def test_the_review_of_a_game_without_a_move_has_neither_chart_nor_list(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("v")
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text("Never lost", timeout=15_000)
    expect(review.locator(".moves")).to_be_hidden()
    expect(review.locator(".chart")).to_be_hidden()


def test_par_stands_beside_a_win_and_the_deal(open_page: Opener) -> None:
    game = Position(["KS", "QH", "KH"], (None,) * 4, (13, 13, 11, 12))
    page = open_text(open_page, game_text(game, "standard autoplay=off"), reduced_motion="reduce")
    page.keyboard.press("f")
    expect(page.get_by_role("dialog", name="You won!")).to_contain_text("Par: 3 moves: nothing shorter is known.", timeout=15_000)
    page = open_page("/deal/164")
    ready(page)
    page.locator("#deal-number").click()
    expect(page.get_by_role("dialog", name="This deal")).to_contain_text(re.compile(r"Par: \d+ moves, the best known\."), timeout=15_000)


def test_before_the_first_game_a_search_for_a_deal_can_be_stopped_too(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    said: list[dict[str, Any]] = []

    def meet(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said.append(json.loads(message))
            if said[-1]["do"] != "new":  # its deal is never found
                server.send(message)

        link.on_message(pass_on)

    page.evaluate("localStorage.clear(); sessionStorage.clear(); history.replaceState(null, '', '/')")
    page.route_web_socket("**/ws", meet)
    page.goto(page.url)
    page.locator("#advice").get_by_role("button", name="Stop").click(timeout=15_000)
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    assert [each["do"] for each in said] == ["open", "new", "stop"]


def test_the_difficulty_of_a_deal_is_shown_with_its_parts(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.locator("#deal-number").click()
    dialog = page.get_by_role("dialog", name="This deal")
    expect(dialog).to_contain_text(re.compile(r"[123] of 10: easy\."), timeout=15_000)
    for part in ("Fewest cells", "Quick plays that win", "Positions looked at", "A quick way to win"):
        expect(dialog.locator("dt").filter(has_text=part)).to_have_count(1)
    expect(dialog).to_contain_text("No help taken.")
    problems(page)
    page = open_page("/deal/11982", viewport=PHONE)
    ready(page)
    page.keyboard.press("y")
    expect(page.get_by_role("dialog", name="This deal")).to_contain_text("Impossible: that is proved.", timeout=15_000)


def test_a_deal_is_wished_for_waited_for_and_stopped(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("n")
    page.get_by_label("A random deal", exact=True).select_option("difficulty")
    page.get_by_label("Lowest difficulty").select_option("1")
    page.get_by_label("Highest difficulty").select_option("9")
    problems(page)
    page.get_by_role("button", name="Random deal").click()
    expect(page).to_have_url(re.compile(r"/deal/(?!164$)\d+$"), timeout=15_000)
    page.keyboard.press("n")
    expect(page.get_by_label("A random deal", exact=True)).to_have_value("difficulty")
    page.get_by_label("A random deal", exact=True).select_option("any")
    page.get_by_role("button", name="Random deal").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    ready(page)
    here = page.url
    between(page, lambda said: None if said["type"] == "opened" and said["snapshot"]["address"] not in here else said)
    page.keyboard.press("n")
    page.get_by_label("A random deal", exact=True).select_option("winnable")
    page.get_by_role("button", name="Random deal").click()
    expect(page.get_by_role("dialog")).to_contain_text("Looking for a deal as you wish…")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    press(page, "1a")
    expect(page.locator("#move-number")).not_to_have_text("0")
    assert page.url == here


def test_a_game_as_text_is_opened_and_copied(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("n")
    page.get_by_text("A game or a layout as text").click()
    page.get_by_label("The text").fill("nonsense")
    page.get_by_role("button", name="Open this text").click()
    expect(page.get_by_role("dialog").get_by_role("alert").filter(has_text=".")).to_have_count(1)
    page.get_by_label("The text").fill(WINNABLE)
    page.get_by_role("button", name="Open this text").click()
    expect(page.locator("#deal-number")).to_have_text("Own layout")
    page.keyboard.press("m")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("#toast")).to_contain_text("the game as text")


# The end, and what is none


def test_e1_a_game_that_can_be_played_is_never_called_over(open_page: Opener) -> None:
    page = open_text(open_page, LOST.format(rules="one-tap"))
    page.keyboard.press("t")
    expect(badge(page)).to_have_attribute("data-truth", "unwinnable")
    expect(page.locator("#banner")).to_be_hidden()
    assert page.locator('[data-place="1"] > [data-card]').count() == 3


def test_every_end_offers_the_review(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("x")
    expect(page.locator("#banner").get_by_role("button", name="Review")).to_be_visible()
    game = Position(["KS", "QH", "KH"], (None,) * 4, (13, 13, 11, 12))
    page = open_text(open_page, game_text(game, "standard autoplay=off"), reduced_motion="reduce")
    page.keyboard.press("f")
    page.get_by_role("dialog").get_by_role("button", name="Review").click()
    review = page.get_by_role("dialog", name="Review")
    expect(review).to_contain_text("All cards are up after 3 moves, which is par: nothing shorter is known.")
    expect(review.get_by_role("button", name="Play on from here")).to_be_hidden()


# A game that was given up


def test_who_resigned_is_told_why_nothing_goes_on_and_can_play_on_where_it_could_still_be_won(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    press(page, "1a")
    expect(page.locator("#move-number")).to_have_text("1")
    page.keyboard.press("x")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#banner")).to_contain_text("You resigned.")
    for key in "sip":
        page.keyboard.press("Escape")
        page.keyboard.press(key)
        expect(page.locator("#toast")).to_have_text("The game is over.")
    badge(page).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Review")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button", name="Solve and demonstrate")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("#banner").get_by_role("button", name="Back to where it could be won").click()
    expect(page.locator("#banner")).to_be_hidden()
    press(page, "1b")
    expect(page.locator("#move-number")).to_have_text("2")


# Names and roles


@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", DESK), ("dark", PHONE), ("light", DESK)])
def test_everything_has_a_name_and_can_be_read(open_page: Opener, scheme: str, size: dict[str, int]) -> None:
    page = open_text(open_page, LOST.format(rules="standard"), color_scheme=scheme, viewport=size)
    problems(page)
    page.keyboard.press("t")
    expect(badge(page)).to_have_attribute("data-truth", "unwinnable")
    page.keyboard.press("i")
    expect(page.locator("#advice")).to_be_visible()
    problems(page)
    for key, text in (("m", "Menu"), ("n", "New game"), ("y", "This deal"), ("?", "Keys"), ("v", "Review")):
        page.keyboard.press(key)
        dialog = page.get_by_role("dialog", name=text)
        expect(dialog).to_be_visible()
        if text == "Review":
            expect(dialog).to_contain_text("lost it")
            expect(dialog).to_contain_text("What would have kept it")
        problems(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_list_of_keys_names_the_new_ones(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("?")
    for key in "IPSTVWLY":
        expect(page.get_by_role("rowheader", name=key, exact=True)).to_be_visible()


def game_board(page: Page) -> dict[str, list[str]]:
    """The cards on the review's board, once they have arrived."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
    board: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.review [data-place]')].map(
            pile => [pile.dataset.place, [...pile.querySelectorAll(':scope > [data-card]')].map(card => card.dataset.card)]))"""
    )
    return board
