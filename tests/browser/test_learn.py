"""Learn and the lessons, as a player meets them: cards in the texts, the languages, a lesson played to its goal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser.sanity import problems
from browser.table import piles, press, ready
from playwright.sync_api import Page, expect

from freecell.learn.lessons import lessons
from freecell.locales import PSEUDO, Words

PHONE = {"width": 390, "height": 844}
SLIM = {"width": 360, "height": 640}


def fits(page: Page) -> None:
    """Nothing sticks out of the page sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), ({"width": 1280, "height": 800}, False)])
def test_the_pages_are_sound_and_show_positions_as_cards(open_page: Callable[..., Page], size: dict[str, int], dark: bool) -> None:
    page = open_page("/learn/rules?profile=points", viewport=size, locale="ro-RO", color_scheme="dark" if dark else "light")
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    expect(page.locator("figure.has-cards").first.locator(".drawn .card")).to_have_count(52)
    expect(page.locator("figure.has-cards").first.locator(".tops .pile")).to_have_count(8)
    problems(page)
    fits(page)
    page.get_by_role("link", name=Words("ro").gettext("Learn"), exact=True).click()
    expect(page.locator(".lessons li")).to_have_count(len(lessons()))
    problems(page)


def test_the_language_can_be_switched_and_the_table_follows(open_page: Callable[..., Page]) -> None:
    page = open_page("/learn/strategy", viewport=PHONE)
    page.locator(".languages summary").click()
    page.get_by_role("link", name="italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.get_by_role("link", name="FreeCell", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator('[data-command="undo"]')).to_have_text("Annulla")
    expect(page.locator("#deal-number")).not_to_be_empty()  # a game that comes closes what is open
    page.locator('[data-command="menu"]').click()
    page.get_by_role("dialog").get_by_label("Lingua").select_option("es")
    expect(page.locator('[data-command="undo"]')).to_have_text("Deshacer")


def test_a_lesson_is_played_to_its_goal_and_kept_as_done(open_page: Callable[..., Page]) -> None:
    page = open_page("/lesson/supermove", viewport=PHONE, locale="pt-BR")
    told = lessons()["supermove"].told(Words("pt-BR"))
    expect(page.locator("#lesson-text")).to_have_text(told["text"])
    page.get_by_role("button", name="Dica").first.click()
    expect(page.locator("#lesson-text")).to_have_text(told["hints"][0])
    assert page.url.endswith("/lesson/supermove")
    problems(page)
    fits(page)
    page.keyboard.press("6")
    page.keyboard.press("7")
    expect(page.locator("#lesson-text")).to_contain_text(told["done"])
    assert piles(page)["7"][-4:] == ["8H", "7S", "6D", "5C"]
    page.get_by_role("link", name=re.compile("Próxima")).click()
    expect(page.locator("#lesson-text")).not_to_contain_text(told["done"])
    page.get_by_role("link", name=Words("pt-BR").gettext("Lessons")).click()
    expect(page.locator('[data-lesson="supermove"] .done')).to_be_visible()
    expect(page.locator('[data-lesson="cells"] .done')).to_be_hidden()


def test_the_player_s_own_game_is_there_after_a_lesson(open_page: Callable[..., Page]) -> None:
    page = open_page("/deal/164")
    expect(page.locator("#deal-number")).to_have_text("Deal 164")
    page.goto(page.url.replace("/deal/164", "/lesson/up"))
    expect(page.locator("#lesson-text")).to_be_visible()
    page.goto(page.url.replace("/lesson/up", "/"))
    expect(page.locator("#deal-number")).to_have_text("Deal 164")
    assert page.locator("#lesson").count() == 0


def test_a_lesson_is_no_game_of_the_player_s(open_page: Callable[..., Page]) -> None:
    page = open_page("/lesson/supermove")
    ready(page)
    press(page, "67")
    expect(page.locator("#lesson-text")).to_contain_text(lessons()["supermove"].done)
    assert page.evaluate("fetch('/api/games').then(answer => answer.json())")["games"] == []
    page.locator('[data-command="menu"]').click()
    page.get_by_role("button", name="History", exact=True).click()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/lesson/supermove$"))
    expect(page.locator("#lesson")).to_be_visible()


@pytest.mark.parametrize("path", ["/learn", "/learn/rules", "/learn/houses", "/lesson/cells"])
def test_words_of_twice_the_length_have_room(open_page: Callable[..., Page], path: str) -> None:
    page = open_page("/learn?lang=" + PSEUDO, viewport=SLIM)
    page.goto(page.url.split("/learn")[0] + path)
    expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
    expect(page.locator("h1").first).to_be_attached()
    fits(page)
