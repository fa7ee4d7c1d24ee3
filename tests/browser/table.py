"""The table on the page, as a test sees and touches it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from freecell import DECK, Game, Place, Position, Suit, deal, read_move, write_layout
from freecell.cards import card
from freecell.locales import Words
from freecell.position import PLACES
from freecell.rules import Rules, find_profile

Player = Callable[[Page, Game, str], None]
"""Makes a move of a game on the page."""
ENGLISH = Words("en")
LINES = Path(__file__).parents[1] / "data" / "lines.txt"
ERRORS = Path(__file__).parents[1] / "data" / "errors.txt"


def winning_line(number: int, profile: str, cells: int = 4) -> tuple[Game, list[str]]:
    """A fresh game, and moves that win it."""
    for line in LINES.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:3] == [str(number), profile, str(cells)]:
            rules: Rules = find_profile(profile).rules.change({"cells": cells})
            return Game(deal(number, cells), rules, deal=number), words[3:]
    raise LookupError(f"{number} {profile} {cells}")


def game_before_an_error(profile: str) -> tuple[Game, str, list[str]]:
    """A game of deal 1941 that can be won, a move that loses it, and the moves that win it."""
    for line in ERRORS.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:3] == ["1941", profile, "4"]:
            game = Game(deal(1941), find_profile(profile).rules, deal=1941)
            at, error, *moves = words[3:]
            for text in moves[: int(at)]:
                game.act(text)
            return game, error, moves[int(at) :]
    raise LookupError(profile)


def as_said(text: str, words: Words = ENGLISH) -> str:
    """A sentence as it is said: cards by their names, several with commas between them."""
    suits = dict(zip("♣♦♥♠", "CDHS", strict=True))
    text = re.sub(r"(?<=[♣♦♥♠]) (?=(10|[2-9AJQK])[♣♦♥♠])", ", ", text)
    return re.sub(r"(10|[2-9AJQK])([♣♦♥♠])", lambda card: words.card_name(card[1].replace("10", "T") + suits[card[2]]), text)


def ready(page: Page) -> None:
    """Wait until the cards are dealt."""
    expect(page.locator("[data-place] > [data-card]")).to_have_count(52)


def press(page: Page, text: str) -> None:
    """Press one key after the other."""
    for key in text:
        page.keyboard.press(key)


def piles(page: Page) -> dict[str, list[str]]:
    """The cards that the page shows on each place, from the deepest to the top."""
    shown: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-place]')].map(
            pile => [pile.dataset.place, [...pile.querySelectorAll(':scope > [data-card]')].map(card => card.dataset.card)]))"""
    )
    return shown


def shows(page: Page, game: Game) -> None:
    """Wait until the page shows the game as it is: its counter, and every card on its place."""
    expect(page.locator("#move-number")).to_have_text(str(game.moves))
    shown = piles(page)
    for place in PLACES:
        if game.position.has(place):
            cards = [str(card) for card in game.position.cards_at(place)]
            seen = shown.get(str(place), [])  # a foundation whose ace has not arrived may have no place of its own yet
            assert seen[len(seen) - len(cards) :] == cards if cards else seen == [], (place, seen, cards)


def middle(page: Page, place: str, depth: int = -1) -> tuple[float, float]:
    """A point of a card where it is not covered, or of the empty place, once nothing moves any more."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
    pile = page.locator(f'[data-place="{place}"]')
    cards = pile.locator("> [data-card]")
    last = cards.count() - 1
    target = cards.nth(last if depth < 0 else depth) if last >= 0 else pile.locator("> *").first
    box = target.bounding_box()
    assert box is not None
    covered = 0 <= depth < last
    return box["x"] + box["width"] / 2, box["y"] + (4 if covered else box["height"] / 2)


def target_of(game: Game, text: str) -> str:
    """The place that a move's text sends to."""
    place = text[1]
    if place != "h":
        return place
    return f"h{game.position.cards_at(Place(text[0]))[-1].suit.letter}"


def long_cascade() -> Position:
    """A position with nineteen cards in one cascade, the most that there can be: six cards under a sequence from king to ace."""
    run = [card(rank, Suit.SPADES if rank % 2 else Suit.HEARTS) for rank in range(13, 0, -1)]
    others = [other for other in DECK if other not in run]
    piles = [others[:6] + run] + [others[6 + 5 * n : 11 + 5 * n] for n in range(6)] + [others[36:]]
    return Position(piles)


def game_text(position: Position, rules: str = "standard") -> str:
    """The text of a game that starts from a position."""
    return f"FreeCell game\nLayout:\n{write_layout(position)}\nRules: {rules}\nMoves:"


def open_text(open_page: Callable[..., Page], text: str, **options: Any) -> Page:
    """Open a page on a game's text: as a player goes on with what was only looked at, after the server has forgotten it."""
    page = open_page("/deal/1", **options)
    ready(page)
    saved = {"game": "0" * 20, "address": None, "text": text, "begun": False}
    page.evaluate("saved => sessionStorage.setItem('freecell.game', JSON.stringify(saved))", saved)
    page.goto(page.url.split("/deal")[0] + "/")
    while page.evaluate("JSON.parse(sessionStorage.getItem('freecell.game')).game === '0'.repeat(20)"):
        page.wait_for_timeout(20)
    ready(page)
    return page


def by_mouse(page: Page, game: Game, text: str) -> None:
    """Drag the sequence onto its target."""
    move = read_move(text, game.position, game.rules)
    depth = len(game.position.cards_at(move.source)) - move.count if move.source.kind == "cascade" else -1
    page.mouse.move(*middle(page, str(move.source), depth))
    page.mouse.down()
    x, y = middle(page, target_of(game, text))
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def by_touch(page: Page, game: Game, text: str) -> None:
    """Tap the first card of the sequence, then the target."""
    move = read_move(text, game.position, game.rules)
    depth = len(game.position.cards_at(move.source)) - move.count if move.source.kind == "cascade" else -1
    page.touchscreen.tap(*middle(page, str(move.source), depth))
    expect(page.locator(".picked").first).to_be_attached()
    page.touchscreen.tap(*middle(page, target_of(game, text)))


def by_keyboard(page: Page, game: Game, text: str) -> None:
    """Type the move; keys mean as many cards as fit, so fewer are dragged."""
    if "v" in text:
        by_mouse(page, game, text)
        return
    for key in text:
        page.keyboard.press(key)
