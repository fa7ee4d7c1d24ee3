"""What is kept: games resumed, the pages of history, statistics, map and taking along, a second machine, and what is not saved."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import DESK, PHONE, start_server, stop_server
from browser.sanity import problems
from browser.table import press, ready, shows, winning_line
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from freecell import Game, deal

Opener = Callable[..., Page]
HOUR = 3_600_000
BEGUN = 1_770_000_000_000
"""A moment in February 2026."""


def line_of(number: int, moves: list[str], name: int, *, rules: str = "standard", hours: int = 0) -> str:
    """A game as a line of an export, a second for each move."""
    begun = BEGUN + hours * HOUR
    actions = [[move, begun + 1000 * at, 1000 * at] for at, move in enumerate(moves, 1)]
    return json.dumps({"game": f"{name:020x}", "begun": begun, "deal": number, "rules": rules, "actions": actions})


def export_of(*lines: str) -> str:
    return "\n".join(['{"freecell": "games", "format": 1}', *lines, ""])


def played() -> str:
    """Six games: two won (one under other rules), one resigned, one demonstrated, two open."""
    won, other = winning_line(164, "standard")[1], winning_line(164, "one-tap")[1]
    return export_of(
        line_of(164, won, 1),
        line_of(165, ["1a", "resign"], 2, hours=1),
        line_of(164, ["demo", *won], 3, hours=200),
        line_of(164, other, 4, rules="one-tap", hours=201),
        line_of(167, ["1a"], 5, hours=300),
        line_of(168, ["1a", "1b", "undo"], 6, hours=301),
    )


def after(number: int, *moves: str) -> Game:
    """A deal in which these moves were made."""
    game = Game(deal(number), deal=number)
    for move in moves:
        game.act(move)
    return game


def take_in(page: Page, text: str) -> dict[str, Any]:
    """Import as the page's own request does."""
    taken: dict[str, Any] = page.evaluate("body => fetch('/api/import', { method: 'POST', body }).then(answer => answer.json())", text)
    return taken


def with_games(open_page: Opener, path: str, text: str | None = None, **options: Any) -> Page:
    """Open a path for a player who has these games."""
    page = open_page("/deal/1", **options)
    ready(page)
    assert take_in(page, text or played())["refused"] == []
    page.goto(page.url.split("/deal")[0] + path)
    return page


# Going on


def test_the_page_comes_back_to_the_newest_open_game_with_undo_redo_and_clock(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    press(page, "m")
    page.get_by_label("Clock", exact=True).select_option("on")
    page.keyboard.press("Escape")
    game = Game(deal(164), deal=164)
    for text in ("17", "1a", "17"):
        press(page, text)
        game.play(text)
        shows(page, game)
    press(page, "u")
    game.undo()
    shows(page, game)
    expect(page.locator("#clock")).to_have_text(re.compile("0:0[1-9]"))
    context, address = page.context, page.url.split("/deal")[0]
    page.close()
    page = context.new_page()
    page.goto(address + "/")
    shows(page, game)
    assert page.url.endswith("/deal/164")
    expect(page.locator("#clock")).to_have_text(re.compile("0:0[1-9]"))
    press(page, "r")
    game.redo()
    shows(page, game)
    for _ in range(3):
        press(page, "u")
        game.undo()
    shows(page, game)


def test_the_address_of_a_deal_goes_on_with_its_open_game(open_page: Opener) -> None:
    page = with_games(open_page, "/deal/168")
    expect(page.locator("#move-number")).to_have_text("1")
    assert page.evaluate("history.state.game") == f"{6:020x}"
    page.goto(page.url.replace("168", "168?profile=points"))  # other rules are another game
    ready(page)
    expect(page.locator("#move-number")).to_have_text("0")


def test_back_at_a_deals_address_its_game_goes_on_though_there_was_none_at_first(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.reload()  # the tab knows its game, and asks for no other
    ready(page)
    press(page, "17")
    expect(page.locator("#move-number")).to_have_text("1")
    game = page.evaluate("history.state.game")
    page.evaluate("sessionStorage.clear(); history.replaceState(null, ''); history.pushState(null, '', '/deal/164'); history.back()")
    expect(page.locator("#move-number")).to_have_text("1")
    page.wait_for_function("name => history.state?.game === name", arg=game)


def test_a_kept_game_has_an_address_of_its_own(open_page: Opener) -> None:
    page = with_games(open_page, f"/game/{5:020x}")
    shows(page, after(167, "1a"))  # not the one that was played last
    expect(page).to_have_url(re.compile("/deal/167$"))
    page.goto(re.sub("/deal/167", f"/game/{1:020x}", page.url))  # one that is over is looked at
    expect(page.locator("#deal-number")).to_have_text("Deal 164")
    expect(page.locator("#move-number")).not_to_have_text("0")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(re.sub("/deal/164", f"/game/{99:020x}", page.url))
    expect(page.locator("#toast")).to_contain_text("That game is not here.")
    ready(page)


def test_two_machines_on_one_game_never_mix_and_the_second_is_told(open_page: Opener, tmp_path: Path) -> None:
    first, address = start_server(tmp_path / "games.db", "--port", "0")
    second, elsewhere = start_server(tmp_path / "games.db", "--port", "0")
    try:
        page = open_page("/deal/164", address=address)
        ready(page)
        game = Game(deal(164), deal=164)
        press(page, "17")
        game.play("17")
        shows(page, game)
        other = page.context.new_page()  # a cookie is the host's, whatever the port
        other.goto(elsewhere + "/")
        shows(other, game)
        press(other, "1a")
        game.play("1a")
        shows(other, game)
        press(page, "8b")  # follows on what is no longer the last action
        expect(page.locator("#toast")).to_contain_text("The game has moved on")
        shows(page, game)
        press(page, "8b")
        game.play("8b")
        shows(page, game)
    finally:
        stop_server(first)
        stop_server(second)


def test_what_is_not_saved_is_marked_until_it_is(open_page: Opener) -> None:
    page = open_page("/deal/164", viewport=PHONE)
    ready(page)
    links: list[WebSocketRoute] = []

    def cannot_save(link: WebSocketRoute) -> None:
        server = link.connect_to_server()
        links.append(link)

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "answer":
                said["snapshot"]["saved"] = False
            link.send(json.dumps(said))

        server.on_message(pass_on)

    page.route_web_socket("**/ws", cannot_save)
    page.reload()
    ready(page)
    mark = page.get_by_role("button", name="Not saved")
    expect(mark).to_be_hidden()
    press(page, "1a")
    expect(mark).to_be_visible()
    expect(page.locator("#toast")).to_contain_text("Not saved.")
    press(page, "1b")  # one plays on
    expect(page.locator("#move-number")).to_have_text("2")
    mark.click()
    expect(page.get_by_role("dialog")).to_contain_text("could not be written")
    problems(page)
    page.get_by_role("button", name="Play on").click()
    links[-1].send(json.dumps({"type": "saved", "game": "0" * 20, "saved": True}))  # another game's
    links[-1].send(json.dumps({"type": "saved", "game": page.evaluate("history.state.game"), "saved": True}))
    expect(mark).to_be_hidden()
    expect(page.locator("[aria-live]").filter(has_text="All is saved again.")).to_have_count(1)


# Pages and their addresses


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_can_be_read_and_named(open_page: Opener, size: dict[str, int], theme: str) -> None:
    page = with_games(open_page, "/history", viewport=size, color_scheme=theme, reduced_motion="reduce")
    for path, said in (
        ("history", "6 games are kept"),
        ("stats", "1 (100%)"),
        ("map", "32,000 deals"),
        ("take-along", "6 games are kept"),
    ):
        page.goto(re.sub(r"/[\w-]+$", f"/{path}", page.url))
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(said)
        for details in dialog.locator("details").all():
            details.locator("summary").click()
        problems(page)
        assert page.evaluate("[...document.querySelectorAll('.page-body')].every(it => it.scrollWidth <= it.clientWidth)"), path
    page.goto(re.sub(r"/[\w-]+$", "/history", page.url))
    page.get_by_role("button", name="Deal 165").first.click()
    problems(page)


def test_pages_open_from_the_menu_by_keys_and_by_address_and_are_left_with_back(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    press(page, "m")
    page.get_by_role("button", name="Statistics").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_have_accessible_name("Statistics")
    expect(page).to_have_url(re.compile("/stats$"))
    expect(page).to_have_title("Statistics · FreeCell")
    dialog.get_by_role("link", name="Map").click()
    expect(dialog).to_have_accessible_name("Map of deals")
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile("/deal/164$"))
    expect(page).to_have_title("Deal 164 · FreeCell")
    for key, name in (("e", "History"), ("q", "Statistics"), ("j", "Map of deals"), ("k", "Take along")):
        press(page, key)
        expect(dialog).to_have_accessible_name(name)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page).to_have_url(re.compile("/deal/164$"))
    page.goto(page.url.replace("/deal/164", "/history?result=won"))
    expect(dialog.get_by_label("Result", exact=True)).to_have_value("won")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile("/deal/164$"))
    press(page, "1a")
    expect(page.locator("#move-number")).to_have_text("1")


# History


def titles(page: Page) -> list[str]:
    return page.locator(".games .title b").all_inner_texts()


def test_history_is_searched_filtered_and_paged(open_page: Opener) -> None:
    many = export_of(*(line_of(1000 + n, ["1a", "resign"], 100 + n, hours=n) for n in range(60)))
    page = with_games(open_page, "/history", many)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("50 of 60 games")
    assert titles(page)[:2] == ["Deal 1059", "Deal 1058"]
    dialog.get_by_role("button", name="Show more").click()
    expect(page.locator(".games > li")).to_have_count(60)
    assert len(set(titles(page))) == 60
    expect(dialog.get_by_role("button", name="Show more")).to_be_hidden()
    expect(page.locator(".games > li").nth(50).get_by_role("button").first).to_be_focused()
    dialog.get_by_label("Search a deal or a code").fill("1007")
    expect(page.locator(".games > li")).to_have_count(1)
    assert titles(page) == ["Deal 1007"]
    expect(page).to_have_url(re.compile(r"search=1007"))
    dialog.get_by_label("Result", exact=True).select_option("won")
    expect(dialog).to_contain_text("No game matches.")
    take_in(page, played())
    page.reload()  # the address has the filters
    expect(dialog.get_by_label("Result", exact=True)).to_have_value("won")
    dialog.get_by_label("Search a deal or a code").fill("")
    expect(page.locator(".games > li")).to_have_count(2)
    dialog.get_by_label("Rules").select_option("one-tap")
    expect(page.locator(".games > li")).to_have_count(1)
    expect(page.locator(".games > li")).to_contain_text("One tap")


def test_a_game_of_the_history_is_gone_on_with_reviewed_and_played_again(open_page: Opener) -> None:
    page = with_games(open_page, "/history", reduced_motion="reduce")
    dialog = page.get_by_role("dialog")
    expect(page.locator(".open-card")).to_have_count(2)
    page.locator(".open-card", has_text="Deal 167").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#deal-number")).to_have_text("Deal 167")
    shows(page, after(167, "1a"))
    page.go_back()
    expect(dialog).to_have_accessible_name("History")
    page.locator(".games .title", has_text="Deal 164").last.click()
    page.get_by_role("button", name="Replay and review").click()
    review = page.get_by_role("dialog", name="Review")
    expect(review.locator(".moves li")).to_have_count(len(winning_line(164, "standard")[1]))
    expect(page.get_by_role("dialog")).to_have_count(1)  # a win that is looked at is not celebrated again
    review.get_by_role("button", name="Replay").click()
    expect(review.locator(".moves [aria-current]")).to_contain_text("1.")
    review.get_by_role("button", name="Pause").click()
    page.keyboard.press("Escape")
    page.go_back()
    expect(dialog).to_have_accessible_name("History")
    dialog.get_by_role("button", name="Play again: Deal 165").click()
    expect(page.locator("#deal-number")).to_have_text("Deal 165")
    expect(page.locator("#move-number")).to_have_text("0")
    expect(page).to_have_url(re.compile("/deal/165$"))
    press(page, "1a")
    shows(page, after(165, "1a"))
    press(page, "e")
    expect(dialog).to_contain_text("7 games are kept")


def test_a_game_that_was_looked_at_changes_no_page(open_page: Opener) -> None:
    page = with_games(open_page, "/history", reduced_motion="reduce")
    dialog = page.get_by_role("dialog")
    rows = "[...document.querySelectorAll('.games li > *')].map(it => JSON.stringify(it.getBoundingClientRect()))"
    expect(page.locator(".games > li")).to_have_count(6)
    before = page.evaluate(rows)
    page.get_by_role("button", name="Review: Deal 164").last.click()
    expect(page.get_by_role("dialog", name="Review").locator(".moves li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.go_back()
    expect(dialog).to_have_accessible_name("History")
    expect(page.locator(".games > li")).to_have_count(6)
    assert page.evaluate(rows) == before  # the review has looks of its own
    page.reload()  # the game on the table is won, which is told on the table alone
    ready(page)
    page.wait_for_timeout(300)
    expect(dialog).to_have_accessible_name("History")
    assert page.url.endswith("/history")


def test_deleting_a_game_asks_first(open_page: Opener) -> None:
    page = with_games(open_page, "/history")
    for answer, count in (("Keep it", 6), ("Delete it", 5)):
        page.get_by_role("button", name="Deal 165").first.click()
        page.get_by_role("button", name="Delete…").click()
        expect(page.get_by_role("dialog", name="Delete this game?")).to_contain_text(f"Deal 165, resigned, {after(165, '1a').moves} moves")
        page.get_by_role("button", name=answer).click()
        expect(page.locator(".count")).to_contain_text(f"{count} games are kept")
    assert "Deal 165" not in titles(page)


# Statistics


def test_statistics_count_and_their_reset_is_asked_for_and_undone(open_page: Opener) -> None:
    page = with_games(open_page, "/stats")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Standard")).to_have_attribute("aria-pressed", "true")
    expect(dialog.locator(".tiles")).to_contain_text("of 3 that ended")
    expect(dialog.get_by_role("img", name="Games that ended. 1 won of 3")).to_be_visible()
    for title, name, value in (
        ("Over the games won", "Without undo", "1 (100%)"),
        ("All games that ended", "Demonstrated", "1"),
        ("In no count yet", "Open games", "2"),
    ):
        group = dialog.locator(".group", has=page.get_by_role("heading", name=title))
        expect(group.locator("dl > div", has_text=name)).to_contain_text(value)
    dialog.get_by_role("button", name="One tap").click()
    expect(dialog.locator(".tiles")).to_contain_text("of 1 that ended")
    expect(page).to_have_url(re.compile("kind=one-tap-4"))
    expect(dialog).to_contain_text("An open game is in no count")
    dialog.get_by_role("button", name="Begin anew…").click()
    page.get_by_role("button", name="Keep counting").click()
    expect(dialog.locator(".tiles")).to_contain_text("of 1 that ended")
    dialog.get_by_role("button", name="Begin anew…").click()
    expect(page.get_by_role("dialog", name="Begin the statistics anew?")).to_contain_text("4 games will no longer be counted")
    page.get_by_role("dialog", name="Begin the statistics anew?").get_by_role("button", name="Begin anew").click()
    expect(dialog).to_contain_text("Counted since")
    expect(dialog).not_to_contain_text("of 1 that ended")
    dialog.get_by_role("button", name="Undo the last reset").click()
    expect(dialog).to_contain_text("the games before it count again")
    expect(dialog.locator(".tiles")).to_contain_text("of 1 that ended")


def test_charts_without_a_game_won_say_so(open_page: Opener) -> None:
    page = with_games(open_page, "/stats", export_of(line_of(165, ["1a", "resign"], 2)))
    charts = page.locator(".trend", has_text="on average")
    expect(charts).to_have_count(2)
    for chart in charts.all():
        expect(chart.locator("svg")).to_contain_text("No game was won yet")
        expect(chart.locator(".grid")).to_have_count(0)
    problems(page)


# The map


def told(page: Page) -> str:
    return page.get_by_role("slider", name="Map of deals").get_attribute("aria-valuetext") or ""


def test_the_map_tells_every_deal_and_is_walked_and_played_by_keys(open_page: Opener) -> None:
    page = with_games(open_page, "/map?first=161&last=180", reduced_motion="reduce")
    map_, dialog = page.get_by_role("slider", name="Map of deals"), page.get_by_role("dialog")
    expect(map_).to_have_attribute("aria-valuemax", "180")
    expect(dialog).to_contain_text("1 of 20 deals is won")
    map_.focus()
    page.keyboard.press("Control+Home")
    assert told(page) == "Deal 161, untried"
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert re.fullmatch(r"Deal 164, won (in|at par, in) \d+ moves", told(page))
    page.keyboard.press("ArrowRight")
    assert told(page) == "Deal 165, lost"
    press(page, "n")
    assert told(page) == "Deal 166, untried"
    page.keyboard.press("End")
    page.keyboard.press("Control+End")
    assert told(page) == "Deal 180, untried"
    press(page, "++-0")
    page.get_by_text("The map in words").click()
    expect(dialog.locator(".words")).to_contain_text("161–163, 166, 169–180")
    expect(dialog.locator(".words")).to_contain_text("167–168")
    dialog.get_by_label("Deal", exact=True).fill("167")
    dialog.get_by_role("button", name="Find").click()
    assert told(page) == "Deal 167, open"
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator("#deal-number")).to_have_text("Deal 167")
    shows(page, after(167, "1a"))  # it is the open game that goes on
    page.go_back()
    expect(dialog).to_have_accessible_name("Map of deals")


def test_a_dot_is_pressed_zoomed_to_and_played(open_page: Opener) -> None:
    page = open_page("/map", viewport=PHONE, has_touch=True, reduced_motion="reduce")
    map_ = page.get_by_role("slider", name="Map of deals")
    expect(map_).to_have_attribute("aria-valuemax", "32000")
    expect(page.get_by_role("dialog")).to_contain_text("Deal 11982 cannot be won, which is proved.")
    box = map_.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert 12_000 < int(map_.get_attribute("aria-valuenow") or 0) < 20_000
    for _ in range(6):
        page.get_by_role("button", name="Zoom in").click()
    page.mouse.move(box["x"] + 150, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=3)
    page.mouse.up()
    map_.click(position={"x": 100, "y": 100})
    number = map_.get_attribute("aria-valuenow")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#deal-number")).to_have_text(f"Deal {number}")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_map_of_any_range_and_what_is_none_is_said(open_page: Opener) -> None:
    page = open_page("/map?profile=points&cells=2")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("None of 32,000 deals is won yet.")
    dialog.get_by_label("First deal").fill("8589934000")
    dialog.get_by_label("Last deal").fill("8589934591")
    dialog.get_by_role("button", name="Show", exact=True).click()
    expect(dialog).to_contain_text("None of 592 deals is won yet.")
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for name in ("First deal", "Last deal"):  # the greatest numbers can be read
            assert dialog.get_by_label(name).evaluate("field => field.scrollWidth <= field.clientWidth"), (size, name)
    dialog.get_by_label("Last deal").fill("3")
    dialog.get_by_role("button", name="Show", exact=True).click()
    expect(dialog.locator(".page-status")).to_contain_text("'8589934000' to '3' is no range")
    dialog.get_by_label("Deal", exact=True).fill("12")
    dialog.get_by_role("button", name="Find").click()
    expect(dialog.locator(".page-status")).to_contain_text("'12' is not on this map")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/deal/8589934000\?profile=points&cells=2$"))


# Take along


def test_everything_goes_out_is_deleted_and_comes_back(open_page: Opener, tmp_path: Path) -> None:
    page = with_games(open_page, "/take-along")
    dialog = page.get_by_role("dialog")
    with page.expect_download() as waiting:
        dialog.get_by_role("link", name="Save all games as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name == "freecell-games.jsonl"
    dialog.get_by_role("button", name="Delete all").click()
    page.get_by_role("button", name="Keep it").click()
    expect(dialog).to_contain_text("6 games are kept, 2 of them open.")
    dialog.get_by_role("button", name="Delete all").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page).to_have_url(re.compile("/deal/"))
    ready(page)
    press(page, "k")
    expect(dialog).to_contain_text("No game is kept yet.")
    for said in ("6 games are new.", "6 games were here already."):
        page.locator("#take-file").set_input_files(file)
        expect(dialog.locator(".taken")).to_contain_text(said)
    expect(dialog).to_contain_text("6 games are kept, 2 of them open.")
    problems(page)


def test_a_file_with_faults_is_told_line_by_line(open_page: Opener) -> None:
    page = open_page("/take-along")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Or as text").fill(export_of(line_of(164, ["1a"], 7), line_of(164, ["11"], 8), "nonsense"))
    dialog.get_by_role("button", name="Take in this text").click()
    expect(dialog.locator(".taken")).to_contain_text("1 game is new. 2 lines could not be taken.")
    expect(dialog.locator(".taken li").first).to_contain_text("Line 3:")


ARRIVE = """([kind, text, file]) => {
  const transfer = new DataTransfer();
  if (file) transfer.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
  else transfer.setData('text/plain', text);
  const event = kind === 'paste' ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
    : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector('main').dispatchEvent(event);
}"""
POSITION = """Foundations: H-Q C-K D-K S-J
Freecells: KH - - -
KS
QS
"""


@pytest.mark.parametrize(("kind", "file"), [("paste", False), ("drop", False), ("drop", True)])
def test_a_game_and_a_position_that_are_pasted_or_dropped_are_opened(open_page: Opener, kind: str, file: bool) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.evaluate(ARRIVE, [kind, "FreeCell game\nDeal: 617\nRules: points cells=2\nMoves: 1a 1b", file])
    expect(page.locator("#deal-number")).to_have_text("Deal 617")
    expect(page.locator("#move-number")).to_have_text("2")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(ARRIVE, [kind, POSITION, file])
    expect(page.locator("#deal-number")).to_have_text("Own layout")
    expect(page.locator("[data-place] > [data-card]")).to_have_count(52)
    press(page, "f")
    expect(page.get_by_role("dialog")).to_contain_text("You won!")


def test_t2_a_layout_is_refused_with_everything_that_is_wrong_with_it(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    wrong = POSITION.replace("QS", "7C 7C 1X")
    page.evaluate(ARRIVE, ["paste", wrong, False])
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".taken li")).to_have_count(3)
    for fault in ("1X", "7C", "QS"):
        expect(dialog.locator(".taken")).to_contain_text(fault)
    expect(dialog.get_by_label("Or as text")).to_have_value(wrong)
    problems(page)
    page.evaluate(ARRIVE, ["paste", "too short", False])
    expect(dialog.get_by_label("Or as text")).to_have_value(wrong)


def test_another_machine_joins_by_a_link_that_is_good_once(open_page: Opener) -> None:
    page = with_games(open_page, "/take-along")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_label("The link").input_value()
    expect(dialog).to_contain_text("It can be used once, within 1")
    expect(dialog).to_contain_text("put this machine's name or address in its place")
    problems(page)
    path = link[link.index("/#") :]

    def slowly(route: Route) -> None:
        """Load the page only after the one that is left has had time for what it should not begin."""
        time.sleep(1)
        route.continue_()

    for answer in ("Not now", "Join"):
        other = open_page(path)
        other.route(re.compile(r"/$"), slowly)
        question = other.get_by_role("dialog", name="Play here as on the other machine?")
        expect(question).to_contain_text("share one history")
        assert "join" not in other.url
        question.get_by_role("button", name=answer).click()
        expect(question).to_have_count(0)
    expect(other.locator("#deal-number")).to_have_text("Deal 168")
    press(other, "e")
    expect(other.get_by_role("dialog")).to_contain_text("6 games are kept")
    third = open_page(path)
    third.get_by_role("button", name="Join").click()
    expect(third.locator("#toast")).to_be_visible()
    ready(third)


def test_a_won_game_under_a_page_does_not_come_over_it(open_page: Opener) -> None:
    page = open_page("/deal/164", reduced_motion="reduce")
    ready(page)
    for move in winning_line(164, "standard")[1]:
        press(page, move)
    expect(page.locator("dialog.win")).to_be_visible()
    for path in ("/history", "/stats"):
        page.goto(re.sub(r"(\d)/.*", rf"\1{path}", page.url))
        ready(page)
        expect(page.locator("dialog[open]")).to_have_count(1)
        expect(page.locator(".page-body")).to_be_visible()
        expect(page).to_have_url(re.compile(path))
