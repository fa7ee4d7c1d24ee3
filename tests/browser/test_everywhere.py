"""The whole game in each language, at each size: nothing sticks out, nothing is cut off, and it is won.

`pytest tests/browser/test_everywhere.py --everywhere` plays them all; without it, each language and each size once. With
`FREECELL_SCREENSHOTS=DIRECTORY` what was seen is kept there, to be looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest
from browser.sanity import problems
from browser.table import Player, by_keyboard, by_touch, ready, shows, winning_line
from playwright.sync_api import Page, expect

from freecell.locales import PSEUDO, Words, languages

SIZES = [(360, 640), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]
THEMES = ["light", "dark"]
TAGS = [*languages(), PSEUDO]
ALL = list(product(TAGS, SIZES, THEMES))
SOME = list(zip(TAGS, SIZES, cycle(THEMES), strict=False))
PAGES = ["/history", "/stats", "/map", "/take-along", "/learn", "/learn/rules"]
CUT = """longer => [...document.querySelectorAll('button, select, h1, h2, h3, label, .chip')].filter(it => it.checkVisibility()
    && !it.closest(longer ? '.offscreen, svg, header' : '.offscreen, svg') && getComputedStyle(it).overflowX !== 'visible'
    && it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1).map(it => it.outerHTML.slice(0, 120))"""
"""What is written where there is no room. Where words are longer than any language's, the header may end in dots: the menu has it whole."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    cases = ALL if metafunc.config.getoption("everywhere") else SOME
    names = [f"{tag}-{width}x{height}-{theme}" for tag, (width, height), theme in cases]
    metafunc.parametrize(("tag", "size", "theme"), cases, ids=names)


def test_the_whole_game(open_page: Callable[..., Page], tag: str, size: tuple[int, int], theme: str) -> None:
    small = size[0] < 1000
    viewport = {"width": size[0], "height": size[1]}
    touch = {"has_touch": True, "is_mobile": True} if small else {}
    page = open_page(f"/learn?lang={tag}", viewport=viewport, color_scheme=theme, reduced_motion="reduce", **touch)
    address = page.url.split("/learn")[0]
    player: Player = by_touch if small else by_keyboard

    def looks_right(state: str) -> None:
        page.evaluate("() => Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
        if folder := os.environ.get("FREECELL_SCREENSHOTS"):
            page.screenshot(path=Path(folder) / f"{tag}-{size[0]}x{size[1]}-{theme}-{state}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
        assert page.evaluate(CUT, tag == PSEUDO) == [], state
        problems(page, longer=tag == PSEUDO)

    page.goto(f"{address}/deal/164")
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator('[data-command="undo"]')).to_have_text(Words(tag).gettext("Undo"))
    looks_right("table")
    game, line = winning_line(164, "standard")
    for text in line:
        player(page, game, text)
        game.play(text)
        shows(page, game)
    expect(page.get_by_role("dialog")).to_contain_text(str(game.moves))
    looks_right("won")
    page.keyboard.press("Escape")
    for key, state in (("m", "menu"), ("g", "new-game"), ("?", "keys"), ("v", "review")):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        looks_right(state)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    for path in PAGES:
        page.goto(address + path)
        expect(page.locator("dialog[open] .page-body, main h1").first).to_contain_text(re.compile(r"\w\w"))
        looks_right(path.strip("/").replace("/", "-"))
