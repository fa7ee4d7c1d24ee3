"""Axe, by the rules of WCAG 2.2 at level AA and its own advice, finds nothing on any page, in no state of it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import DESK, PHONE
from browser.table import press, ready, winning_line
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOW = {"width": 844, "height": 390}
# A size, and how the player likes the page: both themes everywhere, and what else there is for eyes and hands where it tells.
LIGHT, DARK = (DESK, {"theme": "light"}), (PHONE, {"theme": "dark"})
CONTRAST_LIGHT = (DESK, {"theme": "contrast-light", "colours": "four", "hand": "left"})
CONTRAST_DARK = (PHONE, {"theme": "contrast-dark", "colours": "four", "cards": "large"})
LARGE = (LOW, {"theme": "light", "colours": "four", "cards": "large", "hand": "left", "clock": "on"})
Look = tuple[dict[str, int], dict[str, str]]
PAGES = ["/history", "/stats", "/map", "/take-along"]
LEARN = ["/learn", *(f"/learn/{name}" for name in ("rules", "strategy", "glossary", "cousins", "deals", "questions", "houses"))]
Opener = Callable[..., Page]


def named(value: str | Look) -> str:
    """How a test is called: by the size, and what the player likes."""
    return value if isinstance(value, str) else f"{value[0]['width']}-{'-'.join(value[1].values())}"


@pytest.fixture(autouse=True)
def axe_is_there() -> None:
    if not AXE.exists():
        if os.environ.get("CI"):
            pytest.fail("no axe-core, and nothing may be skipped in CI")
        pytest.skip("no axe-core: npm ci installs it")


def findings(page: Page) -> list[str]:
    """What axe finds once nothing moves any more."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("tags => axe.run({ runOnly: tags })", TAGS)
    return [f"{it['id']}: {node['html'][:120]} {node['failureSummary'][:200]}" for it in found["violations"] for node in it["nodes"]]


def sound(page: Page, state: str) -> None:
    """Assert that axe finds nothing in this state of the page."""
    found = findings(page)
    assert found == [], (state, found)


def shut(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize("look", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK, LARGE], ids=named)
def test_the_table_and_what_opens_over_it(open_page: Opener, look: Look) -> None:
    page = open_page("/deal/164", viewport=look[0], likes=look[1], reduced_motion="reduce")
    ready(page)
    assert page.evaluate("'contrast' in document.documentElement.dataset") == look[1]["theme"].startswith("contrast")
    sound(page, "table")
    for key, state in (("m", "menu"), ("n", "new game"), ("?", "keys")):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        sound(page, state)
        shut(page)
    page.keyboard.press("t")
    expect(page.locator("#truth")).to_have_attribute("data-truth", "winnable")
    page.locator("#truth").click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    sound(page, "truth")
    shut(page)
    for state in ("hint", "why"):
        page.keyboard.press("i")
        expect(page.locator(".hinted")).not_to_have_count(0)
        sound(page, state)


@pytest.mark.parametrize("look", [LIGHT, DARK, CONTRAST_DARK], ids=named)
def test_a_won_game_and_its_review(open_page: Opener, look: Look) -> None:
    page = open_page("/deal/164", viewport=look[0], likes=look[1], reduced_motion="reduce")
    ready(page)
    _, line = winning_line(164, "standard")
    for move in line:
        press(page, move)
    expect(page.locator("dialog[open]")).to_have_count(1)
    sound(page, "won")
    shut(page)
    page.keyboard.press("v")
    expect(page.locator("dialog[open]")).to_have_count(1)
    sound(page, "review")


@pytest.mark.parametrize(
    ("path", "look"), [*product(PAGES, [LIGHT, DARK]), *zip(PAGES, cycle([CONTRAST_LIGHT, CONTRAST_DARK]), strict=False)], ids=named
)
def test_the_player_s_pages(open_page: Opener, path: str, look: Look) -> None:
    page = open_page("/deal/164", viewport=look[0], likes=look[1], reduced_motion="reduce")
    ready(page)
    press(page, "1a")
    expect(page.locator("#move-number")).to_have_text("1")
    page.goto(page.url.split("/deal")[0] + path)
    expect(page.locator("dialog[open] .page-body")).to_contain_text(re.compile(r"\w\w"))
    sound(page, path)


@pytest.mark.parametrize(
    ("path", "look"),
    [
        *product([*LEARN, "/lesson/supermove"], [LIGHT, DARK]),
        ("/learn/rules", CONTRAST_DARK),
        ("/learn/strategy", CONTRAST_LIGHT),
        ("/lesson/supermove", CONTRAST_LIGHT),
    ],
    ids=named,
)
def test_learn(open_page: Opener, path: str, look: Look) -> None:
    page = open_page(path, viewport=look[0], likes=look[1], reduced_motion="reduce")
    expect(page.locator("h1, #lesson-text").first).to_be_visible()
    sound(page, path)
