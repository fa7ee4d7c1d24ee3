"""For any hands and eyes: tips, contrast, large signs, the left hand, letters, sounds, shaking hands, zoom, wide text, paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browser.sanity import problems
from browser.table import game_text, long_cascade, middle, open_text, piles, ready, shows
from playwright.sync_api import Page, expect

from freecell import Game, Position, deal

Opener = Callable[..., Page]
SIZES = [(360, 640), (640, 360), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]

SEEN = """() => {
  const problems = [];
  for (const card of document.querySelectorAll('[data-place] > [data-card]')) {
    const box = card.getBoundingClientRect();
    const within = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
    if (!within) problems.push(card.dataset.card + ' is outside');
    const index = card.querySelector('.index').getBoundingClientRect();
    const inside = [.15, .85].every(x => [.15, .85].every(y => {
      const hit = document.elementFromPoint(index.left + index.width * x, index.top + index.height * y);
      return hit && card.contains(hit);
    }));
    if (!inside) problems.push(card.dataset.card + ' cannot be read');
  }
  return problems;
}"""
CUT = """() => {
  const cut = [];
  for (const it of document.querySelectorAll('footer button, header .chip, dialog button')) {
    if (!it.checkVisibility()) continue;
    const box = it.getBoundingClientRect();
    const walker = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.data.trim() || getComputedStyle(text.parentElement).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      if (!words.width) continue;
      const out = words.right > box.right + 1.5 || words.left < box.left - 1.5;
      if (out || box.right > innerWidth + .5 || box.bottom > innerHeight + .5) cut.push(text.data.trim());
    }
  }
  return cut;
}"""
"""Words that stick out of their buttons, or are outside the window."""
WIDE_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }');
  document.adoptedStyleSheets = [sheet];
}"""
"""WCAG 1.4.12."""


def liking(open_page: Opener, path: str = "/deal/164", *, likes: dict[str, str], **options: Any) -> Page:
    """Open a page as someone who likes it so."""
    page = open_page(path, **options)
    page.evaluate("likes => localStorage.setItem('freecell.preferences', likes)", json.dumps({"tips": "off", **likes}))
    page.goto(page.url)
    ready(page)
    return page


def until(page: Page, true: str) -> None:
    """Wait until an expression is true on the page, whose own policy forbids that it watches for that itself."""
    while not page.evaluate(true):
        page.wait_for_timeout(20)


def choose(page: Page, label: str, value: str) -> None:
    """Set a preference in the menu."""
    page.keyboard.press("m")
    page.locator(f"#prefer-{label}").select_option(value)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_newcomer_plays_at_once_and_the_first_tip_lies_on_nothing(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/", newcomer=True, viewport={"width": width, "height": height}, locale="en-US")
    ready(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("from ace to king")
    expect(page.locator("[aria-live]").filter(has_text="from ace to king")).to_have_count(1)
    covered = page.evaluate(
        """() => {
          const tip = document.querySelector('#tip').getBoundingClientRect();
          return [...document.querySelectorAll('.holder, .slot')].filter(it => {
            const box = it.getBoundingClientRect();
            return box.left < tip.right && tip.left < box.right && box.top < tip.bottom && tip.top < box.bottom;
          }).length;
        }"""
    )
    assert covered == 0
    problems(page)


def test_tips_come_one_at_a_time_and_are_remembered(open_page: Opener) -> None:
    page = open_page("/deal/164", newcomer=True, reduced_motion="reduce")
    ready(page)
    tip, game = page.locator("#tip"), Game(deal(164), deal=164)
    expect(tip).to_contain_text("from ace to king")
    page.get_by_role("button", name="Got it").click()
    expect(tip).to_be_hidden()
    page.reload()
    ready(page)
    page.keyboard.press("1")
    page.keyboard.press("a")
    game.play("1a")
    shows(page, game)
    expect(tip).to_contain_text("alternating colours")
    assert page.locator(".notice.tip").count() == 1
    page.get_by_role("button", name="No more tips").click()
    expect(tip).to_have_count(0)
    page.reload()
    ready(page)
    page.wait_for_load_state("networkidle")
    expect(tip).to_have_count(0)
    choose(page, "tips", "on")
    expect(tip).to_be_visible()


def test_a_tip_gives_the_keyboard_back_to_the_table(open_page: Opener) -> None:
    page = open_page("/deal/164", newcomer=True)
    ready(page)
    page.get_by_role("button", name="Got it").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('#felt').contains(document.activeElement)")


@pytest.mark.parametrize(("theme", "dark"), [("contrast-light", False), ("contrast-dark", True)])
def test_high_contrast_is_high(open_page: Opener, theme: str, dark: bool) -> None:
    page = liking(open_page, likes={"theme": theme, "colours": "four"})
    assert page.evaluate("['contrast', 'dark', 'four'].map(name => name in document.documentElement.dataset)") == [True, dark, True]
    assert min(contrasts(page)) >= 4.5
    page.keyboard.press("m")
    problems(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_asks_the_system_for_contrast_has_it_here(open_page: Opener, scheme: str) -> None:
    page = open_page("/deal/164", contrast="more", color_scheme=scheme)
    ready(page)
    assert page.evaluate("['contrast', 'dark'].map(name => name in document.documentElement.dataset)") == [True, scheme == "dark"]
    assert min(contrasts(page)) >= 4.5
    page.emulate_media(contrast="no-preference")
    until(page, "!('contrast' in document.documentElement.dataset)")


def contrasts(page: Page) -> list[float]:
    """The contrast of each suit and rank to its card, of the lines of a place to the felt, and of words to the bars."""
    found: list[float] = page.evaluate(
        """() => {
          const drawing = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
          const light = colour => {
            drawing.fillStyle = colour;
            drawing.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...drawing.getImageData(0, 0, 1, 1).data].map(part => part / 255)
              .map(part => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
            return .2126 * r + .7152 * g + .0722 * b;
          };
          const style = getComputedStyle(document.documentElement);
          const value = name => light(style.getPropertyValue(name));
          const suits = ['--spade', '--heart', '--club', '--diamond'].map(suit => [suit, '--paper']);
          const pairs = [...suits, ['--line', '--felt-1'], ['--ink', '--bar'], ['--ink-dim', '--bar'],
            ['--glow', '--felt-1'], ['--hint', '--felt-1'],
            ['--edge', '--felt-1']];
          return pairs.map(([a, b]) => [value(a), value(b)].sort((x, y) => y - x)).map(([more, less]) => (more + .05) / (less + .05));
        }"""
    )
    return found


def test_the_system_s_own_colours_leave_every_place_a_line(open_page: Opener) -> None:
    page = open_page("/deal/164", forced_colors="active")
    ready(page)
    borders = page.evaluate("() => [...document.querySelectorAll('.slot')].map(slot => getComputedStyle(slot).borderTopWidth)")
    assert set(borders) == {"1px"}
    page.locator('[data-card="6S"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("getComputedStyle(document.activeElement.firstElementChild).outlineStyle") == "solid"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_large_signs_are_larger_and_all_can_be_read(open_page: Opener, width: int, height: int) -> None:
    page = open_text(open_page, game_text(long_cascade()), viewport={"width": width, "height": height}, reduced_motion="reduce")
    before = heights(page)
    choose(page, "cards", "large")
    after = heights(page)
    assert page.evaluate(SEEN) == []
    assert all(large >= plain * 0.99 for plain, large in zip(before, after, strict=True))
    assert sorted(after)[26] > sorted(before)[26] * 1.25


def heights(page: Page) -> list[float]:
    """How high the index of each card is."""
    found: list[float] = page.evaluate("() => [...document.querySelectorAll('.index')].map(it => it.getBoundingClientRect().height)")
    return found


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_large_signs_reach_the_figures_of_learn(open_page: Opener, width: int) -> None:
    page = open_page("/learn/rules", viewport={"width": width, "height": 800})
    before = heights(page)
    page.evaluate("document.documentElement.toggleAttribute('data-large', true)")
    after = heights(page)
    assert len(after) > 20
    assert all(large > plain * 1.25 for plain, large in zip(before, after, strict=True))
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.pile .card:not(:last-child)')].filter(card =>
          card.querySelector('.index').getBoundingClientRect().bottom > card.nextElementSibling.getBoundingClientRect().top).length"""
    )
    assert covered == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    figures = page.evaluate("() => [...document.querySelectorAll('.drawn')].every(it => it.scrollWidth <= it.clientWidth + 1)")
    assert figures


@pytest.mark.parametrize("theme", ["contrast-light", "contrast-dark"])
def test_the_map_is_drawn_in_high_contrast(open_page: Opener, theme: str) -> None:
    page = open_page("/map", likes={"theme": theme})
    expect(page.locator(".legend li").first).to_be_attached()
    drawn = page.evaluate(
        """() => {
          const style = getComputedStyle(document.querySelector('.map canvas'));
          return ['untried', 'open', 'lost', 'won', 'par'].map(name => style.getPropertyValue(`--map-${name}`));
        }"""
    )
    grounds = {"contrast-light": "#ffffff", "contrast-dark": "#000000"}
    contrast = [ratio(colour, grounds[theme]) for colour in drawn]
    assert len(set(drawn)) == 5
    assert min(contrast) >= 3, list(zip(drawn, contrast, strict=True))


def ratio(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb`, as WCAG has it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    less, more = sorted((light(one), light(other)))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 360), (1280, 800)])
def test_for_the_left_hand_cells_and_foundations_change_sides(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/164", viewport={"width": width, "height": height}, reduced_motion="reduce")
    ready(page)
    assert middle(page, "a")[0] < middle(page, "hS")[0]
    choose(page, "hand", "left")
    assert middle(page, "a")[0] > middle(page, "hS")[0]
    assert page.evaluate(SEEN) == []
    read = page.evaluate("() => [...document.querySelectorAll('#felt > [data-place]')].map(pile => pile.dataset.place)")
    assert read == ["hS", "hH", "hD", "hC", "a", "b", "c", "d", *"12345678"]
    game = Game(deal(164), deal=164)
    page.mouse.move(*middle(page, "1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "d"), steps=4)
    page.mouse.up()
    game.play("1d")
    shows(page, game)
    page.locator('[data-place="hC"] > .slot').focus()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.parentElement.dataset.place")
    assert focused == ("1" if width == 640 else "a")
    page.reload()
    ready(page)
    assert middle(page, "a")[0] > middle(page, "hS")[0]


def test_letters_of_the_language_on_cards_and_in_words(open_page: Opener) -> None:
    page = open_page("/deal/164", locale="it-IT")
    ready(page)
    english = page.locator('[data-card="QH"] .rank').get_attribute("d")
    page.keyboard.press("m")
    with page.expect_navigation():
        page.locator("#prefer-letters").select_option("own")
    ready(page)
    assert page.locator('[data-card="QH"] .rank').get_attribute("d") != english
    page.mouse.move(*middle(page, "4"))
    page.mouse.down()
    page.mouse.move(*middle(page, "1"), steps=4)
    page.mouse.up()
    expect(page.locator("#toast")).to_contain_text("D♥")
    page.goto(page.url.split("/deal")[0] + "/learn/rules")
    assert page.evaluate("document.body.dataset.letters") == "AFDR"


def test_a_language_without_letters_of_its_own_offers_none(open_page: Opener) -> None:
    page = open_page("/deal/164", locale="es-ES")
    ready(page)
    page.keyboard.press("m")
    expect(page.locator("#prefer-hand")).to_be_visible()
    expect(page.locator("#prefer-letters")).to_have_count(0)


COUNT_NOTES = """(() => {
  globalThis.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { globalThis.notes += 1; return start.apply(this, at); };
})()"""


def test_sound_is_off_until_it_is_wanted(open_page: Opener) -> None:
    page = open_page("/deal/164", reduced_motion="reduce")
    page.context.add_init_script(COUNT_NOTES)
    page.reload()
    ready(page)
    game = Game(deal(164), deal=164)
    for move in ("1a", "2b"):
        page.keyboard.press(move[0])
        page.keyboard.press(move[1])
        game.play(move)
        shows(page, game)
        assert page.evaluate("notes") == (0 if move == "1a" else 1)
        if move == "1a":
            choose(page, "sound", "on")
            until(page, "performance.getEntriesByType('resource').some(it => it.name.endsWith('/sound.js'))")
            page.wait_for_load_state("networkidle")
    page.keyboard.press("2")
    page.keyboard.press("3")
    expect(page.locator("#toast")).to_be_visible()
    assert page.evaluate("notes") == 3


def test_a_tap_beside_a_card_counts(open_page: Opener) -> None:
    page = open_page("/deal/164", has_touch=True, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    ready(page)
    box = page.locator('[data-card="6S"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 9)
    expect(page.locator('.picked[data-card="6S"]')).to_have_count(1)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 60)
    expect(page.locator(".picked")).to_have_count(0)


def test_a_tap_that_shakes_is_a_tap_and_no_drag(open_page: Opener) -> None:
    page = open_page("/deal/164", reduced_motion="reduce")
    ready(page)
    x, y = middle(page, "1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 5)
    page.mouse.up()
    expect(page.locator('.picked[data-card="6S"]')).to_have_count(1)
    assert middle(page, "1")[0] == x


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_a_win_is_celebrated_unless_motion_is_not_wanted(open_page: Opener, motion: Any, moves: bool) -> None:
    page = open_text(
        open_page, game_text(Position(["KS", "QH", "KH"], (None,) * 4, (13, 13, 11, 12)), "standard autoplay=off"), reduced_motion=motion
    )
    page.evaluate(
        """() => {
          globalThis.flights = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) { globalThis.flights += 1; return animate.apply(this, how); };
        }"""
    )
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_contain_text("You won!")
    assert page.evaluate("flights") >= 52 if moves else page.evaluate("flights") == 0


@pytest.mark.parametrize(("width", "height"), [(180, 320), (195, 422), (384, 512), (640, 400), (960, 540), (320, 256)])
def test_twice_as_large_everything_is_still_there(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/164", viewport={"width": width, "height": height}, reduced_motion="reduce")
    ready(page)
    assert page.evaluate(CUT) == []
    outside = page.evaluate(SEEN)
    assert not [each for each in outside if each.endswith("outside")]
    for label in ("New", "Undo", "Hint", "Menu"):
        expect(page.get_by_role("button", name=label, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("width", "height", "locale"), [(360, 640, "ro-RO"), (640, 360, "pt-BR"), (768, 1024, "it-IT"), (1280, 800, "en-US")]
)
def test_wide_text_breaks_nothing(open_page: Opener, width: int, height: int, locale: str) -> None:
    page = open_page("/deal/164", viewport={"width": width, "height": height}, reduced_motion="reduce", locale=locale)
    ready(page)
    page.evaluate(WIDE_TEXT)
    page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert page.evaluate(CUT) == []
    assert page.evaluate(SEEN) == []
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("(it => it.scrollWidth <= it.clientWidth)(document.querySelector('dialog'))")


def test_the_page_of_keys_is_read_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("/deal/164", viewport={"width": 360, "height": 640})
    ready(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    problems(page)
    for _ in range(4):
        page.keyboard.press("End")
    until(page, "(it => it.scrollTop + it.clientHeight >= it.scrollHeight - 2)(document.querySelector('dialog'))")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_deal_is_printed_with_its_number_rules_and_cards(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=points&cells=2", reduced_motion="reduce")
    ready(page)
    page.evaluate("globalThis.print = () => { dispatchEvent(new Event('beforeprint')); globalThis.printed = true; }")
    page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.locator("#move-number")).to_have_text("1")
    page.keyboard.press("y")
    page.get_by_role("button", name="Print").click()
    until(page, "globalThis.printed")
    page.emulate_media(media="print")
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Deal 164")
    expect(sheet).to_contain_text("FC1-C2-AAAAAFE")
    expect(sheet).to_contain_text("/deal/164")
    expect(sheet.locator(".columns .card")).to_have_count(52)
    assert sheet.locator(".columns > div").evaluate_all("piles => piles.map(pile => pile.children.length)") == [7, 7, 7, 7, 6, 6, 6, 6]
    expect(page.locator("#felt")).to_be_hidden()
    inks = sheet.locator(".rank").evaluate_all("all => [...new Set(all.map(it => getComputedStyle(it).stroke))]")
    assert inks == ["rgb(0, 0, 0)"]
    assert sheet.locator(".hollow").count() == 26
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(sheet).to_contain_text("after 1 move")
    assert len(piles(page)["a"]) == 1


def test_the_icons_of_the_manifest_are_what_it_says(open_page: Opener) -> None:
    page = open_page("/deal/164")
    sizes = page.evaluate(
        """async () => {
          const address = document.querySelector('link[rel=manifest]').href;
          const { icons } = await (await fetch(address)).json();
          const apple = { src: document.querySelector('link[rel=apple-touch-icon]').href, sizes: '180x180' };
          return Promise.all([...icons, apple].map(async ({ src, sizes }) => {
            const image = new Image();
            image.src = new URL(src, address).href;
            await image.decode();
            return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
          }));
        }"""
    )
    assert len(sizes) == 5
    assert all(real == said for said, real in sizes if said != "any")
