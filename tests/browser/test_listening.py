"""The whole game by listening: what is known of the table is what a screen reader is told, and nothing but keys is used.

The table is read from the names of places and cards, as the browser hands them on; what happens, from what is announced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from browser.table import as_said, winning_line
from playwright.sync_api import Page, expect

from freecell import DECK, Position, Suit
from freecell.commands import Answer, NewGame, Play, Redo, Undo
from freecell.locales import Words, languages
from freecell.session import Session

Opener = Callable[..., Page]
LISTEN = """addEventListener('DOMContentLoaded', () => {
  globalThis.heard = [];
  new MutationObserver(changes => {
    for (const { target } of changes) {
      const spoken = (target instanceof Element ? target : target.parentElement).closest('[aria-live]')?.textContent.trim();
      if (spoken) globalThis.heard.push(spoken);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})"""
LONGEST = 35
"""More words than these at a time nobody keeps in mind."""


class Listener:
    """A player who hears the page in one language."""

    def __init__(self, page: Page, tag: str) -> None:
        self.page, self.words = page, Words(tag)
        self.cards = {self.words.card_name(str(card)): str(card) for card in DECK}
        named = {name: self.words.text("cascade {name}", name=name) for name in "12345678"}
        named |= {name: self.words.text("cell {name}", name=name) for name in "abcd"}
        suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
        named |= {f"h{suit}": self.words.gettext("foundation of {suit}").format(suit=self.words.text(of)) for suit, of in suits.items()}
        self.places = {name: place for place, name in named.items()}
        ranks = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
        self.ranks = [self.words.text(ranks[rank]) if rank in ranks else rank.replace("T", "10") for rank in "A23456789TJQK"]

    def told(self, answer: Answer) -> str:
        """What a listener has to be told of an answer."""
        news = [answer.refusal] if answer.refusal else answer.events
        return as_said(" ".join(self.words.sentence(each.code, each.values) for each in news), self.words)

    def hears(self, sentence: str) -> None:
        """Wait until exactly this was said, and nothing else since the last time, but for questions."""
        heard: list[str] = []
        for _ in range(400):
            heard += self.page.evaluate("heard.splice(0)")
            if sentence in heard:
                break
            self.page.wait_for_timeout(25)
        assert [said for said in heard if not said.endswith("?")] == [sentence]
        assert not re.search("[♣♦♥♠]", sentence), sentence
        assert len(sentence.split()) <= LONGEST, sentence

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def table(self) -> Position:
        """The position that the names of places and cards tell."""
        cascades: dict[str, list[str]] = {name: [] for name in "12345678"}
        cells: dict[str, str | None] = dict.fromkeys("abcd")
        heights = dict.fromkeys(Suit, 0)
        for place, name in self.spoken_names():
            if place in cells:
                cells[place] = self.cards.get(name.split(", ")[0])
            elif place in cascades:
                cascades[place] += [self.cards[name.split(", ")[0]]] if name.split(", ")[0] in self.cards else []
            elif (rank := name.rpartition(", ")[2]) in self.ranks:
                heights[next(suit for suit in Suit if suit.letter == place[1])] = self.ranks.index(rank) + 1
        return Position([" ".join(cards).split() for cards in cascades.values()], tuple(cells.values()), tuple(heights.values()))

    def spoken_names(self) -> Iterator[tuple[str, str]]:
        """Each button on the table by its name, with the place whose group it is in."""
        place = ""
        for line in self.page.get_by_role("main").aria_snapshot().splitlines():
            if found := re.search(r'- group "(.*?)(, \d+ [^"]*)?"', line):
                place = self.places[found[1]]
            elif found := re.search(r'- button "(.*?)"', line):
                yield place, found[1]

    def focus(self) -> str:
        """The name of what the keyboard is on."""
        name: str = self.page.evaluate("document.activeElement.ariaLabel ?? ''")
        return name

    def walk(self, place: str) -> str:
        """Go with the arrows along the cascades until the top card of one is named; return the name."""
        name = next(name for name, found in self.places.items() if found == place)
        for _ in range(8):
            self.press("End")
            if f", {name}" in self.focus():
                return self.focus()
            self.press("ArrowRight")
        raise AssertionError(f"{name} was not found")


@pytest.mark.parametrize("tag", languages())
def test_a_deal_is_won_by_listening(open_page: Opener, tag: str) -> None:
    page = open_page("/learn", locale=tag, reduced_motion="reduce")
    page.context.add_init_script(LISTEN)
    page.goto(page.url.replace("/learn", "/deal/164"))
    player, words = Listener(page, tag), Words(tag)
    session = Session(NewGame("164", "standard"))
    player.hears(f"{words.text('Deal {deal}', deal=164)} · FreeCell.")
    assert player.table() == session.game.position

    # Moves that are refused, and one that is taken back and done again
    player.press("1", "2")
    player.hears(player.told(session.do(Play("1", "2"))))
    player.press("h", "s", "1")
    player.hears(player.told(session.do(Play("hS", "1"))))
    player.press("1", "1")
    player.hears(words.text("The choice is taken back."))
    for keys, command in (("1a", Play("1", "a")), ("u", Undo()), ("r", Redo()), ("u", Undo()), ("u", Undo())):
        player.press(*list(keys))
        player.hears(player.told(session.do(command)))
        assert player.table() == session.game.position

    # The first move with the arrows: what is picked, where it may go, and that it went
    moves = winning_line(164, "standard")[1]
    source, target = list(moves[0])
    player.press("ArrowDown")
    picked = player.walk(source)
    player.press("Enter")
    card = player.cards[picked.split(", ")[0]]
    player.hears(as_said(words.sentence("picked", {"from": source, "cards": [card]}), words))
    there = player.walk(target)
    assert there == words.gettext("{name}, can go here").format(name=there.rpartition(", ")[0])
    player.press("Enter")
    player.hears(player.told(session.do(Play(source, target))))

    for text in moves[1:]:
        assert player.table() == session.game.position
        player.press(*list(text))
        answer = session.do(Play(text[0], text[1:]))
        player.hears(player.told(answer))
        # Cards that went up by themselves come back with the move, and go up with it again.
        if len(answer.events) == 2 and answer.events[1].code == "autoplayed":
            for key, command in (("u", Undo()), ("r", Redo())):
                player.press(key)
                player.hears(player.told(session.do(command)))
    assert session.game.position.won
    won = page.get_by_role("dialog", name=words.text("You won!"))
    expect(won).to_contain_text(str(session.game.moves))
    assert won.evaluate("it => it.contains(document.activeElement)")
