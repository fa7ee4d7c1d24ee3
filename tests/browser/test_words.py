"""Every word of the page is a catalogue's: in a language that puts each message in brackets, nothing is seen or heard outside of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.conftest import DESK, PHONE
from browser.test_kept import played
from playwright.sync_api import Page, expect

from freecell.locales import PSEUDO, Words

OUTSIDE = r"""() => {
  const found = new Set();
  const everywhere = new RegExp(["FreeCell( game)?", "FC1-C.-\\w+", "\\b(Esc|Deal: 164|Rules: standard|Moves: [\\w ]+)\\b",
    "^(English|italiano|español|română|português|EN)$"].join("|"), "g");
  // Dates come from the browser, which does not know this language; moves and codes are the same in all.
  const bare = text => {
    for (let old = ""; old !== text;) [old, text] = [text, text.replace(/\[[^\[\]]*\]/g, "")];
    return text.replace(everywhere, "").replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g, "");
  };
  const look = (where, text) => /\p{L}{2}/u.test(bare(text)) && found.add(`${where}: ${text}`);
  for (const element of document.body.querySelectorAll("*:not(script, style, code, noscript)")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) look(name, element.getAttribute(name) ?? "");
    const own = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.textContent).join("");
    // A sentence with a link in its midst has its brackets around both.
    if (bare(element.textContent).trim()) look(element.tagName, own);
  }
  return [...found, ...(document.documentElement.lang === "en-XA" ? [] : ["lang"])];
}"""


def sound(page: Page) -> None:
    """All is worded, and nothing sticks out sideways."""
    page.wait_for_timeout(150)
    assert page.evaluate(OUTSIDE) == []
    room = "[document.documentElement, ...document.querySelectorAll('dialog[open]')].every(box => box.scrollWidth <= box.clientWidth + 1)"
    assert page.evaluate(room)


def speak(page: Page, tag: str) -> None:
    """Choose a language, as the switch in the menu does."""
    page.evaluate("tag => { document.cookie = `freecell-language=${tag}; path=/`; }", tag)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_word_is_left_outside_the_catalogues(open_page: Callable[..., Page], size: dict[str, int]) -> None:
    page = open_page("/deal/164", viewport=size)
    speak(page, PSEUDO)
    page.reload()
    expect(page.locator("#deal-number")).to_contain_text("[")
    sound(page)
    for key in ("1", "a", "1", "8", "8", "h", "t", "i", "i"):  # a move, two refusals, the truth, a hint with its reason
        page.keyboard.press(key)
        page.wait_for_timeout(150)
        sound(page)
    for key in "mg?yvs":
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        sound(page)
        page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.locator("dialog[open] .primary").click()
    expect(page.locator("#banner")).to_be_visible()
    sound(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nor_on_the_pages(open_page: Callable[..., Page], size: dict[str, int]) -> None:
    page = open_page("/history", viewport=size)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.request.post(page.url.rpartition("/")[0] + "/api/import", data=played())
    speak(page, PSEUDO)
    for path, ready in (("history", ".games .game"), ("stats", ".tiles"), ("map", ".legend li"), ("take-along", ".taken")):
        page.goto(f"{page.url.rpartition('/')[0]}/{path}")
        expect(page.locator(ready).first).to_be_attached()
        sound(page)
    page.goto(f"{page.url.rpartition('/')[0]}/history")
    page.locator(".games .title").first.click()
    sound(page)


@pytest.mark.parametrize(
    ("tag", "said"), [("it", "Dalla cascata 1, dove?"), ("ro", "De pe coloana 1, unde?"), ("pt-BR", "Da coluna 1, para onde?")]
)
def test_places_are_said_with_each_languages_own_prepositions(open_page: Callable[..., Page], tag: str, said: str) -> None:
    page = open_page("/deal/164")
    speak(page, tag)
    page.reload()
    words = Words(tag)
    expect(page.locator("#deal-number")).to_have_text(words.text("Deal {deal}", deal=164))
    page.keyboard.press("1")
    expect(page.locator("#say-a, #say-b").filter(has_text=said)).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator("#move-word")).to_have_text(words.count("{number} move", "{number} moves", 1).removeprefix("1 "))
    top = page.locator('.holder[data-card="6S"]')
    expect(top).to_have_attribute("aria-label", f"{words.card_name('6S')}, {words.text('cell {name}', name='a')}")


def test_romanian_says_de_after_twenty(open_page: Callable[..., Page]) -> None:
    page = open_page("/history", locale="ro-RO")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.goto(page.url.rpartition("/")[0] + "/map?first=1&last=20")
    expect(page.locator(".progress")).to_have_text("Din 20 de împărțiri niciuna nu este câștigată încă.")
