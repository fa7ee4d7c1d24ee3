"""What a person sees and does at the table, beside playing on: sizes, drags that are lost, refusals, preferences, ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.table import as_said, game_text, long_cascade, middle, open_text, piles, ready, shows
from playwright.sync_api import Page, expect

from freecell import DECK, Card, Game, Position, deal

Opener = Callable[..., Page]
DOUBLE = 350  # milliseconds between two taps that are one double tap, as pointer.js has it
SIZES = [(360, 640), (640, 360), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]
LOW_SIZES = [(640, 290), (740, 300), (667, 325), (568, 320)]

INDEX_SEEN = """() => {
  const problems = [];
  for (const card of document.querySelectorAll('[data-place] > [data-card]')) {
    const box = card.getBoundingClientRect();
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
    const index = card.querySelector('.index').getBoundingClientRect();
    const seen = index.height >= (innerHeight < 340 ? 8 : 11) && [.2, .8].every(x => [.2, .8].every(y => {
      const hit = document.elementFromPoint(index.left + index.width * x, index.top + index.height * y);
      return hit && card.contains(hit);
    }));
    if (!inside) problems.push(card.dataset.card + ' is outside');
    else if (!seen) problems.push(card.dataset.card + ' cannot be read');
  }
  return problems;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES + LOW_SIZES)
def test_h4_every_card_is_inside_and_can_be_read(open_page: Opener, width: int, height: int) -> None:
    page = open_text(open_page, game_text(long_cascade()), viewport={"width": width, "height": height}, reduced_motion="reduce")
    assert page.evaluate(INDEX_SEEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight")
    smallest = page.evaluate(
        "() => Math.min(...[...document.querySelectorAll('[data-card] > .card')].map(card => card.getBoundingClientRect().width))"
    )
    assert smallest >= 36, "a card is too small to be read"


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (640, 290), (1280, 800)])
def test_the_number_and_the_code_of_the_deal_are_in_sight(open_page: Opener, width: int, height: int) -> None:
    page = open_page("/deal/8589934591?profile=points&cells=2", viewport={"width": width, "height": height})
    ready(page)
    for name, text in (("#deal-number", "8589934591"), ("#code", "FC1-C2-H777777"), ("#score", "0"), ("#moves", "0")):
        expect(page.locator(name)).to_contain_text(text)
        cut = page.locator(name).evaluate(
            """it => {
              const [box, bar] = [it.getBoundingClientRect(), it.closest('header').getBoundingClientRect()];
              const whole = it.scrollWidth <= it.clientWidth && box.left >= bar.left && box.right <= bar.right && box.bottom <= bar.bottom;
              return it.checkVisibility() && box.height > 8 && whole ? null : [box.toJSON(), bar.toJSON(), it.scrollWidth, it.clientWidth];
            }"""
        )
        assert cut is None, (name, cut)


@pytest.mark.parametrize(
    ("profile", "unit"), [("one-tap", "0 cards"), ("points", "0 points"), ("standard", None)], ids=["cards", "points", "none"]
)
def test_the_score_says_what_it_counts(open_page: Opener, profile: str, unit: str | None) -> None:
    page = open_page(f"/deal/164?profile={profile}")
    ready(page)
    if unit is None:
        expect(page.locator("#score")).to_be_hidden()
    else:
        expect(page.locator("#score")).to_have_text(unit)


def test_h4_a_turned_phone_keeps_every_card_inside(open_page: Opener) -> None:
    page = open_text(open_page, game_text(long_cascade()), viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page.set_viewport_size({"width": 640, "height": 360})
    page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert page.evaluate(INDEX_SEEN) == []


def lift(page: Page, place: str, to: tuple[float, float]) -> None:
    """Take the top card of a place in the hand, and carry it."""
    page.mouse.move(*middle(page, place))
    page.mouse.down()
    page.mouse.move(*to, steps=4)


@pytest.mark.parametrize(
    "loss",
    [
        "() => window.dispatchEvent(new Event('blur'))",
        "() => document.querySelector('#felt').dispatchEvent(new PointerEvent('pointercancel', {pointerId: 1, bubbles: true}))",
        "() => document.querySelector('#felt').dispatchEvent(new PointerEvent('lostpointercapture', {pointerId: 1, bubbles: true}))",
        "() => document.querySelector('#felt').dispatchEvent(new PointerEvent('pointerdown', {pointerId: 7, pointerType: 'touch'}))",
    ],
    ids=["another window", "cancelled", "capture lost", "second finger"],
)
def test_h1_a_lost_drag_puts_the_card_back(open_page: Opener, loss: str) -> None:
    page = open_page("/deal/164")
    ready(page)
    where = middle(page, "1")
    lift(page, "1", middle(page, "a"))
    page.evaluate(loss)
    page.mouse.up()
    assert middle(page, "1") == where
    shows(page, Game(deal(164), deal=164))


def test_h1_a_table_that_changes_its_size_takes_the_card_back(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    lift(page, "1", middle(page, "a"))
    page.set_viewport_size({"width": 640, "height": 360})
    expect(page.locator(".dragged")).to_have_count(0)
    where = middle(page, "1")
    page.mouse.move(300, 200, steps=3)
    assert middle(page, "1") == where
    page.mouse.up()
    shows(page, Game(deal(164), deal=164))


@pytest.mark.parametrize("slot", ["hS", "hH", "hC"])
def test_h2_every_foundation_stands_for_the_cards_own(open_page: Opener, slot: str) -> None:
    position = _with_cascades("KH AH", "6C 5S")
    page = open_text(open_page, game_text(position, "standard autoplay=off"))
    lift(page, "1", middle(page, slot))
    assert page.evaluate("() => [...document.querySelectorAll('.legal.foundation')].map(pile => pile.dataset.place)") == ["hH"]
    page.mouse.up()
    game = Game(position)
    game.act("autoplay=off")
    game.play("1h")
    shows(page, game)
    lift(page, "2", middle(page, slot))
    page.mouse.up()
    expect(page.locator("#toast")).to_contain_text("5♠")
    shows(page, game)


def test_h2_a_drop_counts_for_the_legal_pile_that_it_overlaps_most(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    x, y = middle(page, "b")
    across = middle(page, "c")[0] - x
    lift(page, "1", (x + across * 0.4, y))  # over cells b and c, more over b
    page.mouse.up()
    game = Game(deal(164), deal=164)
    game.play("1b")
    shows(page, game)


def test_the_piles_that_a_drag_may_go_to_are_marked(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    lift(page, "1", middle(page, "7"))
    marked = page.evaluate("() => [...document.querySelectorAll('.legal')].map(pile => pile.dataset.place)")
    assert sorted(marked) == ["7", "a", "b", "c", "d"]
    assert page.evaluate("document.querySelector('.receiver').dataset.place") == "7"
    page.mouse.up()
    expect(page.locator(".legal")).to_have_count(0)


def test_a_refused_move_says_why_and_changes_nothing(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    lift(page, "2", middle(page, "3"))
    page.mouse.up()
    expect(page.locator("#toast")).to_contain_text("6♥ does not go on 6♦, which takes a black 5.")
    expect(page.locator("[aria-live]").filter(has_text="6 of hearts does not go on 6 of diamonds")).to_have_count(1)
    shows(page, Game(deal(164), deal=164))


def test_m1_a_supermove_that_is_too_long_says_how_many_would_fit(open_page: Opener) -> None:
    position = Position(
        [
            "7S 2D AS 5D AD TH", "4C KD KH 3S JH 3D", "JS KC 8D 4D 6S 8S TD", "3H QC 7H JC 2S 9D", "2H 6H JD 8C 9H 4S 9S 8H 7C 6D",
            "TC 5C TS QD QS", "AC 3C 2C 5S 5H", "6C 9C QH AH 4H",
        ],
        [Card("7D"), Card("KS"), None, None],
    )  # fmt: skip
    page = open_text(open_page, game_text(position))
    page.mouse.move(*middle(page, "5", 6))
    page.mouse.down()
    page.mouse.move(*middle(page, "3"), steps=4)
    page.mouse.up()
    expect(page.locator("#toast")).to_contain_text("3 of these 4 cards would fit: 2 empty cells, no empty cascade.")


def test_a_double_tap_sends_a_card_up(open_page: Opener) -> None:
    position = _with_cascades("KH QS", "AS")
    page = open_text(open_page, game_text(position, "standard autoplay=off"))
    page.mouse.dblclick(*middle(page, "2"))
    game = Game(position)
    game.act("autoplay=off")
    game.play("2h")
    shows(page, game)


def test_a_refused_double_tap_says_why(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.mouse.dblclick(*middle(page, "1"))
    expect(page.locator("#toast")).to_contain_text("6♠")
    page.wait_for_timeout(300)
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("[aria-live]").filter(has_text=as_said(page.locator("#toast").inner_text()))).to_have_count(1)
    expect(page.locator(".picked")).to_have_count(0)
    shows(page, Game(deal(164), deal=164))


@pytest.mark.parametrize("pause", [100, 200])
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
@pytest.mark.parametrize("rules", ["points", "linear"])
def test_a_double_tap_makes_one_move_where_the_first_tap_moves(open_page: Opener, rules: str, touch: bool, pause: int) -> None:
    position = _with_cascades("KH 2S AS", "3S 2D")
    page = open_text(open_page, game_text(position, f"{rules} autoplay=off"), has_touch=touch)
    tap = page.touchscreen.tap if touch else page.mouse.click
    where = middle(page, "1")
    for _ in range(5):  # a busy machine may make two taps of the double one
        began = page.evaluate("performance.now()")
        tap(*where)
        page.wait_for_timeout(pause)
        tap(*where)
        if page.evaluate("performance.now()") - began < DOUBLE:
            break
        page.wait_for_timeout(500)
        page.keyboard.press("u")
        page.keyboard.press("u")
        expect(page.locator("#move-number")).to_have_text("0")
    page.wait_for_timeout(500)
    expect(page.locator("#move-number")).to_have_text("1")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator("#toast")).to_be_hidden()
    tap(*where)  # a tap after a while is one of its own
    expect(page.locator("#move-number")).to_have_text("2")


def _with_cascades(*cascades: str) -> Position:
    """A position with these cascades, and all other cards on six more."""
    named = {Card(name) for cascade in cascades for name in cascade.split()}
    rest = [card for card in reversed(DECK) if card not in named]
    return Position([*cascades, *([rest[n::6] for n in range(6)])])


def test_f3_with_autoplay_off_nothing_moves_by_itself(open_page: Opener) -> None:
    page = open_page("/deal/164?profile=points")
    ready(page)
    game = Game(deal(164), deal=164)
    for text in ("17", "1a", "17"):
        page.keyboard.press(text[0])
        page.keyboard.press(text[1])
    expect(page.locator("#move-number")).to_have_text("3")
    assert piles(page)["hD"] == []
    assert game.position.foundations == (0, 0, 0, 0)


def test_quick_keys_do_not_wait_for_the_cards_to_arrive(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    game = Game(deal(164), deal=164)
    line = ["17", "15", "17", "13", "6h", "82", "82", "21", "2a", "28"]
    for key in "".join(line):
        page.keyboard.press(key)
    for text in line:
        game.play(text)
    shows(page, game)
    for _ in line:
        page.keyboard.press("u")
        game.undo()
    shows(page, game)


def test_reduced_motion_is_obeyed(open_page: Opener) -> None:
    page = open_page("/deal/164", reduced_motion="reduce")
    ready(page)
    page.keyboard.press("1")
    page.keyboard.press("7")
    expect(page.locator("#move-number")).to_have_text("1")
    assert page.evaluate("document.getAnimations().filter(animation => animation.playState === 'running').length") == 0


def test_preferences_survive_a_reload(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    page.keyboard.press("m")
    for label, value in (("Suits", "four"), ("Table", "dark"), ("A tap", "move"), ("Clock", "on")):
        page.get_by_label(label, exact=True).select_option(value)
    page.reload()
    ready(page)
    root = page.locator("html")
    expect(root).to_have_attribute("data-four", "")
    expect(root).to_have_attribute("data-dark", "")
    expect(page.locator("#clock")).to_be_visible()
    page.mouse.click(*middle(page, "1"))  # one tap moves, as preferred
    expect(page.locator("#move-number")).to_have_text("1")
    page.keyboard.press("n")
    page.get_by_label("Deal", exact=True).fill("165")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#deal-number")).to_contain_text("165")
    page.mouse.click(*middle(page, "1"))  # in the next game too
    expect(page.locator("#move-number")).not_to_have_text("0")


def without_moves(rules: str) -> tuple[str, str]:
    """The text of a game, and a move after which no legal move is left: all cells full, no card fits another or its foundation."""
    tops = [Card(name) for name in ("2C", "4C", "6C", "8C", "TC", "QC", "2S", "4S")]
    held = [Card(name) for name in ("6S", "8S", "TS")]
    last = Card("QS")
    rest = [card for card in DECK if card not in [*tops, *held, last]]
    cascades = [[*rest[n::8], top] for n, top in enumerate(tops)]
    cascades[0].append(last)
    return game_text(Position(cascades, [*held, None]), rules), "1d"


@pytest.mark.parametrize(
    ("rules", "said"), [("standard", "No legal move is left."), ("one-tap", "The game is lost: no legal move is left.")]
)
def test_the_end_without_moves_is_told_and_undone(open_page: Opener, rules: str, said: str) -> None:
    text, last = without_moves(rules)
    page = open_text(open_page, text)
    expect(page.locator("#banner")).to_be_hidden()
    for key in last:
        page.keyboard.press(key)
    expect(page.locator("#banner")).to_contain_text(said)
    page.locator("#banner").get_by_role("button", name="Undo").click()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#move-number")).to_have_text("0")


def nearly_won() -> Position:
    return Position(["KS", "QH", "KH"], (None,) * 4, (13, 13, 11, 12))


def test_e4_a_win_survives_a_turn_and_a_reload_and_is_one_win(open_page: Opener) -> None:
    page = open_text(open_page, game_text(nearly_won(), "standard autoplay=off"), viewport={"width": 360, "height": 640})
    page.keyboard.press("f")
    page.set_viewport_size({"width": 640, "height": 360})
    expect(page.get_by_role("dialog")).to_contain_text("You won!")
    page.reload()
    expect(page.get_by_role("dialog")).to_contain_text("You won!")
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.locator("#move-number")).to_have_text("3")


def test_a_win_shows_the_suits_in_the_colours_of_the_cards(open_page: Opener) -> None:
    page = open_text(open_page, game_text(nearly_won(), "standard autoplay=off"), reduced_motion="reduce")
    page.keyboard.press("m")
    page.get_by_label("Suits", exact=True).select_option("four")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_contain_text("You won!")
    colours = page.evaluate("() => [...document.querySelectorAll('.suits svg')].map(suit => getComputedStyle(suit).color)")
    assert len(set(colours)) == 4


def test_finish_is_offered_only_where_it_wins(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    finish = page.get_by_role("button", name="Finish")
    expect(finish).to_be_hidden()
    page = open_text(open_page, game_text(nearly_won(), "standard autoplay=off"))
    expect(finish.page.get_by_role("button", name="Finish")).to_be_hidden()
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("dialog")).to_contain_text("You won!")


def test_h5_cards_and_piles_have_names_and_places(open_page: Opener) -> None:
    page = open_page("/deal/164")
    ready(page)
    expect(page.get_by_role("button", name="6 of spades, cascade 1, card 7 of 7")).to_have_count(1)
    expect(page.get_by_role("button", name="cell a, empty")).to_have_count(1)
    expect(page.get_by_role("group", name="cascade 8, 6 cards")).to_have_count(1)
    names = page.evaluate("() => [...document.querySelectorAll('#felt [role=button]')].map(it => it.getAttribute('aria-label'))")
    assert all(names)
    assert page.evaluate("document.documentElement.lang") == "en"


def test_h5_arrows_and_enter_play_too(open_page: Opener) -> None:
    page = open_page("/deal/164", reduced_motion="reduce")
    ready(page)
    page.evaluate('document.querySelector(\'[data-place="1"] > [data-card="6S"]\').focus()')
    page.keyboard.press("Enter")
    expect(page.locator(".picked")).to_have_count(1)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    game = Game(deal(164), deal=164)
    game.play("17")
    shows(page, game)
    expect(page.locator("[aria-live]").filter(has_text="6 of spades to cascade 7")).to_have_count(1)
