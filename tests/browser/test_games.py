"""Games over time: addresses, new games, going back, reloads, dropped connections, restarted servers, several tabs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from browser.conftest import start_server, stop_server
from browser.sanity import problems
from browser.table import game_text, long_cascade, open_text, ready, shows
from playwright.sync_api import Page, WebSocketRoute, expect

from freecell import Game, deal
from freecell.rules import find_profile

Opener = Callable[..., Page]


def type_move(page: Page, game: Game, text: str) -> None:
    for key in text:
        page.keyboard.press(key)
    game.play(text)
    shows(page, game)


def test_an_address_deals_its_game_with_every_changed_rule(open_page: Opener) -> None:
    page = open_page("/deal/617?profile=points&cells=2&supermove=linear&foundation_return=no")
    ready(page)
    expect(page.locator("#deal-number")).to_contain_text("617")
    expect(page.locator("#profile")).to_contain_text("House rules")
    assert page.locator('[data-place="b"]').count() == 1
    assert page.locator('[data-place="c"]').count() == 0
    assert page.url.endswith("/deal/617?profile=points&cells=2&supermove=linear&foundation_return=no")


def test_a_code_is_a_deal(open_page: Opener) -> None:
    page = open_page("/deal/FC1-C2-AAAAAKH?profile=points")
    ready(page)
    assert page.url.endswith("/deal/327?profile=points&cells=2")
    shows(page, Game(deal(327, 2), find_profile("points").rules.change({"cells": 2})))


def test_an_address_that_means_nothing_says_so(open_page: Opener) -> None:
    for path, said in (
        ("/deal/0", "There is no deal '0'"),
        ("/deal/164?cels=2", "There is no rule 'cels'"),
        ("/deal/1?profile=x", "profile 'x'"),
    ):
        page = open_page(path)
        expect(page.get_by_role("dialog")).to_contain_text(said)


def test_one_tap_starts_a_random_deal_at_once(open_page: Opener) -> None:
    first, second = (open_page("/deal/random?profile=one-tap") for _ in range(2))
    for page in (first, second):
        ready(page)
        expect(page.locator("#score-number")).to_have_text("0")
    assert first.url != second.url


def test_one_tap_starts_from_the_dialog_without_a_setup(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=points&cells=2")
    ready(page)
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("165")
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#profile")).to_have_text("One tap")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "/165?" not in page.url


def test_new_in_one_tap_deals_at_once_and_back_returns(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=one-tap&autoplay=safe")
    ready(page)
    game = Game(deal(164), find_profile("one-tap").rules.change({"autoplay": "safe"}), deal=164)
    type_move(page, game, "17")
    for key in ("n", None):
        before = page.url
        if key:
            page.keyboard.press(key)
        else:
            page.get_by_role("button", name="New").click()
        expect(page).not_to_have_url(before)
        expect(page).to_have_url(re.compile(r"/deal/\d+\?profile=one-tap&autoplay=safe$"))
        ready(page)
    page.go_back()
    page.go_back()
    expect(page.locator("#deal-number")).to_contain_text("164")
    shows(page, game)
    page.keyboard.press("m")
    page.get_by_role("button", name="New game…").click()
    expect(page.get_by_label("One tap")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.get_by_label("One tap")).to_be_checked()


def test_a_new_game_keeps_what_was_typed_and_says_what_is_wrong(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("n")
    field = page.get_by_label("Deal", exact=True)
    for wrong in ("1e3", "0", "8589934592", "FC1-C4-AAAAAAA"):
        field.fill(wrong)
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("dialog")).to_contain_text(f"'{wrong}'")
        expect(field).to_have_value(wrong)
    field.fill("fc1-c4-aaaaakh")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#deal-number")).to_contain_text("327")


@pytest.mark.parametrize(
    ("query", "rule", "value"),
    [
        ("?supermove=linear", "Several cards at once", "linear"),
        ("?cells=2", "Cells", 2),
        ("?profile=points&undo_limit=none&cells=3", "Undo", None),
        ("?profile=points&cells=3", "Cells", 3),
    ],
)
def test_a_new_game_shows_every_rule_that_it_carries_over(open_page: Opener, query: str, rule: str, value: object) -> None:
    page = open_page(f"/deal/164{query}")
    ready(page)
    page.keyboard.press("n")
    field = page.locator("details").get_by_label(rule, exact=True)
    expect(field).to_be_visible()
    assert json.loads(field.input_value()) == value
    page.get_by_label("Deal", exact=True).fill("165")
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile(r"/deal/165\?"))
    named = parse_qs(urlsplit(page.url).query)
    assert named == parse_qs(query[1:])


def test_a_code_brings_its_own_cells_unless_others_were_chosen(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=points&cells=2")
    ready(page)
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("FC1-C4-AAAAAKH")
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile(r"/deal/327\?profile=points$"))
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("FC1-C4-AAAAAKH")
    page.get_by_role("group", name="Cells").get_by_text("1", exact=True).click()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#new-deal-problem")).to_contain_text("FC1-C4-AAAAAKH")


def test_only_what_is_wrong_with_the_deal_is_said_of_the_deal(open_page: Opener) -> None:
    for path, wrong in (
        ("/deal/0", True),
        ("/deal/FC1-C4-AAAAAKH?cells=2", True),
        ("/deal/164?cels=2", False),
        ("/deal/1?profile=x", False),
    ):
        page = open_page(path)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("alert").filter(has_text=".")).to_have_count(1)
        field = page.get_by_label("Deal", exact=True)
        assert field.get_attribute("aria-invalid") == ("true" if wrong else None), path


def test_a_new_game_after_a_layout_begins_with_its_rules(open_page: Opener) -> None:
    page = open_text(open_page, game_text(long_cascade(), "points"))
    page.keyboard.press("n")
    expect(page.get_by_label("Points")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("m")
    page.get_by_label("A tap", exact=True).select_option("move")
    page.get_by_label("A tap", exact=True).select_option("profile")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.locator("#move-number")).to_have_text("1")
    page.keyboard.press("n")
    page.get_by_role("button", name="Random deal").click()
    expect(page).to_have_url(re.compile(r"/deal/\d+\?profile=points$"))
    page = open_text(open_page, game_text(long_cascade(), "points supermove=linear undo_limit=none"))
    page.keyboard.press("n")
    expect(page.get_by_label("Several cards at once")).to_have_value('"linear"')
    expect(page.get_by_label("Undo", exact=True)).to_have_value("null")


def test_the_keyboard_restarts_and_resigns(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    type_move(page, Game(deal(164), deal=164), "17")
    page.keyboard.press("o")
    page.get_by_role("dialog").get_by_role("button", name="Restart").click()
    shows(page, Game(deal(164), deal=164))
    page.keyboard.press("x")
    expect(page.locator("#banner")).to_contain_text("You resigned.")
    page.keyboard.press("?")
    for key in ("O", "X", "G"):
        expect(page.get_by_role("rowheader", name=key, exact=True)).to_be_visible()


def test_back_returns_to_the_game_before(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "17")
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("165")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#deal-number")).to_contain_text("165")
    page.go_back()
    expect(page.locator("#deal-number")).to_contain_text("164")
    shows(page, game)


def test_a_reload_goes_on_with_the_game_and_its_undo(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    for text in ("17", "1a", "17"):
        type_move(page, game, text)
    page.reload()
    ready(page)
    shows(page, game)
    page.keyboard.press("u")
    game.undo()
    shows(page, game)


def test_restart_asks_first_and_deals_again(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "17")
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
    shows(page, game)
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart").click()
    shows(page, Game(deal(164), deal=164))


def test_resigning_asks_first_and_ends_the_game(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=one-tap")
    ready(page)
    type_move(page, Game(deal(164), find_profile("one-tap").rules, deal=164), "17")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#banner")).to_contain_text("You resigned. Score: 0.")


def test_two_tabs_on_one_game_see_each_other(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "17")
    other = page.context.new_page()
    other.goto(page.url.split("/deal")[0] + "/")
    shows(other, game)
    type_move(page, game, "1a")
    shows(other, game)
    type_move(other, game, "1b")
    shows(page, game)


def test_two_tabs_play_two_games(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    other = page.context.new_page()
    other.goto(page.url.replace("164", "165"))
    ready(other)
    first, second = Game(deal(164), deal=164), Game(deal(165), deal=165)
    type_move(page, first, "17")
    type_move(other, second, "1a")
    for tab, game in ((page, first), (other, second)):
        tab.reload()
        ready(tab)
        shows(tab, game)


def test_a_dropped_connection_loses_nothing(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    links: list[WebSocketRoute] = []

    def pass_on(link: WebSocketRoute) -> None:
        links.append(link)
        link.connect_to_server()

    page.route_web_socket("**/ws", pass_on)
    page.reload()
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "17")
    links[-1].close()
    type_move(page, game, "1a")
    assert len(links) >= 2
    page.keyboard.press("u")
    game.undo()
    shows(page, game)


def test_an_answer_that_is_lost_is_asked_for_again_and_the_move_made_once(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    links: list[WebSocketRoute] = []

    def lose_the_first_answer(link: WebSocketRoute) -> None:
        links.append(link)
        server = link.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if len(links) == 1 and '"answer"' in str(message):
                link.close()
            else:
                link.send(message)

        server.on_message(pass_on)

    page.route_web_socket("**/ws", lose_the_first_answer)
    page.reload()
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "1a")
    type_move(page, game, "1b")
    assert len(links) >= 2


def test_a_game_goes_on_after_the_server_was_started_anew(open_page: Opener, tmp_path: Path) -> None:
    process, address = start_server(tmp_path / "games.db", "--port", "0")
    try:
        page = open_page("/deal/164", address=address)
        ready(page)
        game = Game(deal(164), deal=164)
        for text in ("17", "1a", "17"):
            type_move(page, game, text)
        page.keyboard.press("u")
        game.undo()
        shows(page, game)
    finally:
        stop_server(process)
    expect(page.locator("#line")).to_be_visible()
    process, same = start_server(tmp_path / "games.db", "--port", address.rsplit(":", 1)[1])
    try:
        assert same == address
        expect(page.locator("#line")).to_be_hidden(timeout=20_000)
        shows(page, game)
        page.keyboard.press("r")
        game.redo()
        shows(page, game)
        page.keyboard.press("u")
        page.keyboard.press("u")
        game.undo()
        game.undo()
        shows(page, game)
        expect(page.get_by_role("dialog")).to_have_count(0)
    finally:
        stop_server(process)


def test_a_deal_that_was_only_looked_at_is_dealt_again(open_page: Opener, tmp_path: Path) -> None:
    process, address = start_server(tmp_path / "games.db", "--port", "0")
    try:
        page = open_page("/deal/164?profile=points&cells=2", address=address)
        ready(page)
    finally:
        stop_server(process)
    process, _ = start_server(tmp_path / "games.db", "--port", address.rsplit(":", 1)[1])
    try:
        expect(page.locator("#line")).to_be_hidden(timeout=20_000)
        type_move(page, Game(deal(164, 2), find_profile("points").rules.change({"cells": 2})), "1a")
        assert page.url.endswith("/deal/164?profile=points&cells=2")
    finally:
        stop_server(process)


def test_back_to_a_game_that_was_deleted_keeps_the_one_on_the_table(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    type_move(page, Game(deal(164), deal=164), "17")
    name = page.evaluate("history.state.game")
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("165")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#deal-number")).to_contain_text("165")
    game = Game(deal(165), deal=165)
    type_move(page, game, "1a")
    page.evaluate("name => fetch(`/api/games/${name}`, { method: 'DELETE' })", name)
    page.go_back()
    expect(page.locator("#toast")).to_contain_text("The one on the table goes on.")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/deal/165$"))
    type_move(page, game, "1b")
    page.reload()
    shows(page, game)


def test_a_game_that_was_deleted_is_told_and_can_be_played_as_a_new_one(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    type_move(page, game, "17")
    page.evaluate("fetch(`/api/games/${history.state.game}`, { method: 'DELETE' })")
    dialog = page.get_by_role("dialog", name="This game is gone")
    expect(dialog).to_contain_text("This game was deleted.")
    expect(dialog.get_by_label("The game as text")).to_have_value("FreeCell game\nDeal: 164\nRules: standard\nMoves: 17")
    problems(page)
    dialog.get_by_role("button", name="Play it as a new game").click()
    expect(dialog).to_have_count(0)
    shows(page, game)
    page.keyboard.press("u")
    game.undo()
    shows(page, game)
