"""The switch of languages is in sight at every size, under the hand and under the keys."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from browser.sanity import problems
from browser.table import ready
from playwright.sync_api import Page, expect

from freecell.locales import PSEUDO, Words, languages

Opener = Callable[..., Page]
SIZES = [(360, 640), (640, 360), (390, 844), (844, 390), (768, 1024), (1000, 450), (1366, 768)]
SIZED = pytest.mark.parametrize(("width", "height"), SIZES)
# All that the header can hold: a score, the truth, a clock.
FULL = {"tips": "off", "truth": "on", "clock": "on"}
CROWDED = """() => {
  const box = it => it.getBoundingClientRect();
  const header = document.querySelector('header'), switched = document.querySelector('#language-here');
  const touched = box(switched);
  const hit = document.elementFromPoint(touched.left + touched.width / 2, touched.top + touched.height / 2);
  const faults = hit === switched ? [] : ['something lies over the switch'];
  if (touched.width < 40 || touched.height < 30) faults.push(`${touched.width} by ${touched.height}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
  const chips = [...header.querySelectorAll('.chip')].filter(it => it.checkVisibility() && box(it).width > 0);
  for (const it of chips) {
    const { left, top, right, bottom } = box(it);
    if (left < 0 || right > innerWidth || top < 0) faults.push(it.textContent + ' is outside');
    const over = left < touched.right - 1 && touched.left < right - 1 && top < touched.bottom - 1 && touched.top < bottom - 1;
    if (over && it.matches('button')) faults.push(it.textContent + ' lies on the switch');
  }
  const deal = document.querySelector('#deal-number');
  if (deal.scrollWidth > deal.clientWidth + 1) faults.push('the number of the deal is cut');
  return faults;
}"""


@SIZED
def test_it_is_in_sight_and_crowds_nothing(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/164?profile=points", viewport={"width": width, "height": height}, reduced_motion="reduce")
    ready(page)
    page.keyboard.press("t")
    address = page.url
    for tag, more in [*((tag, {}) for tag in languages()), (PSEUDO, {}), ("ro", {"hand": "left", "cards": "large", "theme": "dark"})]:
        page.evaluate("likes => localStorage.setItem('freecell.preferences', likes)", json.dumps({**FULL, **more}))
        page.evaluate("tag => { document.cookie = `freecell-language=${tag}; path=/`; }", tag)
        page.goto(address)
        ready(page)
        expect(page.locator("#truth-left")).not_to_be_empty()
        switch = page.get_by_label(Words(tag).text("Language"), exact=True)
        expect(switch).to_be_in_viewport(ratio=1)
        assert page.evaluate(CROWDED) == [], tag
        problems(page, longer=tag == PSEUDO)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1366, 768)])
@pytest.mark.parametrize("path", ["/history", "/stats", "/map", "/take-along"])
def test_it_is_in_sight_on_the_pages_beside_the_table(open_page: Opener, path: str, width: int, height: int) -> None:
    page = open_page(path, viewport={"width": width, "height": height}, locale="en-US")
    ready(page)
    dialog = page.get_by_role("dialog")
    switch = dialog.get_by_label("Language", exact=True)
    expect(switch).to_be_in_viewport(ratio=1)
    problems(page)
    with page.expect_navigation():
        switch.select_option(label="español")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(dialog.get_by_label(Words("es").text("Language"), exact=True)).to_have_value("es")
    assert page.url.endswith(path)


@SIZED
def test_it_is_used_by_touch(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/164", viewport={"width": width, "height": height}, has_touch=True, locale="en-US")
    ready(page)
    switch = page.get_by_label("Language", exact=True)
    switch.tap()
    expect(switch).to_be_focused()
    page.keyboard.press("Escape")
    with page.expect_navigation():
        switch.select_option(label="română")
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    expect(page.locator("#deal-number")).to_have_text("Împărțirea 164")
    expect(page.get_by_label(Words("ro").text("Language"), exact=True)).to_have_value("ro")


@SIZED
def test_it_is_used_by_keys(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/164", viewport={"width": width, "height": height}, locale="en-US")
    ready(page)
    switch = page.get_by_label("Language", exact=True)
    for _ in range(3):
        page.keyboard.press("Tab")
        if switch.evaluate("it => it === document.activeElement"):
            break
    expect(switch).to_be_focused()
    seen = "({ outlineStyle, opacity }) => outlineStyle === 'solid' && opacity === '1'"
    assert switch.evaluate(f"it => [it, it.parentElement].map(each => getComputedStyle(each)).some({seen})")
    # The first arrow opens the list; to walk in it chooses nothing yet.
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#move-number")).to_have_text("0")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "es")
