"""Axe, by the rules of WCAG 2.2 at level AA and its own advice, finds nothing on any page, in no state of it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import DESK, PHONE
from browser.table import press, ready, winning_line
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = pytest.mark.parametrize(("size", "theme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk-light", "phone-dark"])
Opener = Callable[..., Page]


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


@SIZES
def test_the_table_and_what_opens_over_it(open_page: Opener, size: dict[str, int], theme: str) -> None:
    page = open_page("/deal/164", viewport=size, color_scheme=theme, reduced_motion="reduce")
    ready(page)
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


@SIZES
def test_a_won_game_and_its_review(open_page: Opener, size: dict[str, int], theme: str) -> None:
    page = open_page("/deal/164", viewport=size, color_scheme=theme, reduced_motion="reduce")
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


@SIZES
@pytest.mark.parametrize("path", ["/history", "/stats", "/map", "/take-along"])
def test_the_player_s_pages(open_page: Opener, path: str, size: dict[str, int], theme: str) -> None:
    page = open_page("/deal/164", viewport=size, color_scheme=theme, reduced_motion="reduce")
    ready(page)
    press(page, "1a")
    expect(page.locator("#move-number")).to_have_text("1")
    page.goto(page.url.split("/deal")[0] + path)
    expect(page.locator("dialog[open] .page-body")).to_contain_text(re.compile(r"\w\w"))
    sound(page, path)


@SIZES
@pytest.mark.parametrize(
    "path",
    [
        "/learn",
        "/learn/rules",
        "/learn/strategy",
        "/learn/glossary",
        "/learn/cousins",
        "/learn/deals",
        "/learn/questions",
        "/learn/houses",
        "/lesson/supermove",
    ],
)
def test_learn(open_page: Opener, path: str, size: dict[str, int], theme: str) -> None:
    page = open_page(path, viewport=size, color_scheme=theme, reduced_motion="reduce")
    expect(page.locator("h1, #lesson-text").first).to_be_visible()
    sound(page, path)
