"""The pages of Learn: in every language, under every profile, with the engine's numbers."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from freecell import BadInput, Rules
from freecell.learn import PAGES, page, source
from freecell.learn.figures import EXAMPLES, figure, fill_values, rule_text
from freecell.learn.markdown import choose, pieces, to_html
from freecell.locales import PSEUDO, Words, languages
from freecell.notation import read_layout
from freecell.rules import PROFILES, Autoplay, Scoring, Supermove
from freecell.supermoves import supermove_limit

TAGS = [*languages(), PSEUDO]
UNDER = {
    **{name: profile.rules for name, profile in PROFILES.items()},
    "points-1": PROFILES["points"].rules.change({"cells": 1}),
    "own": Rules(cells=0, supermove=Supermove.SINGLE, autoplay=Autoplay.MAX, undo_limit=0, scoring=Scoring.POINTS),
}
VOID = {"br", "hr", "img"}


class Tags(HTMLParser):
    """The tags of a text, checked to be closed in order, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize(("name", "tag"), list(itertools.product(PAGES, TAGS)))
def test_a_page_is_whole_under_all_rules(name: str, tag: str) -> None:
    for rules in UNDER.values():
        made = page(name, Words(tag), rules)
        read = Tags(made.html)
        assert not re.search(r"[{}]", made.html), re.findall(r".{20}[{}].{20}", made.html)
        assert read.seen.count("h1") == 1
        assert made.title in read.words
        assert len(read.ids) == len(set(read.ids)) >= 1
        for link in read.links:
            assert re.fullmatch(r"learn/(?:lessons|" + "|".join(PAGES) + r")|deal/\d+", link), link


@pytest.mark.parametrize("name", PAGES)
def test_no_english_is_left_in_another_language(name: str) -> None:
    """Every piece that a page shows comes through the catalogue: in the pseudo-language each is in brackets."""
    seen = []

    def translate(piece: str) -> str:
        seen.append(piece)
        return piece

    known = {piece for piece, _ in pieces(source(name))}
    for rules in UNDER.values():
        to_html(choose(source(name), rules), translate=translate, fill=str, figure=lambda _: "", address=str)
    assert {piece for piece in seen if re.search(r"[a-z]{2}", re.sub(r"\{.*?\}", "", piece))} <= known
    assert len(known) > 10


def test_the_glossary_is_in_the_order_of_its_language() -> None:
    def terms(tag: str) -> list[str]:
        return re.findall(r"<li><strong>(.*?)</strong>", page("glossary", Words(tag), Rules()).html)

    assert terms("es")[:4] == ["Acción", "Aparcar", "As", "Base"]
    assert terms("pt-BR")[:3] == ["Ação", "Ás", "Base"]
    assert {len(terms(tag)) for tag in languages()} == {len(terms("en"))}


def test_headings_have_the_same_names_in_every_language() -> None:
    names = {tag: Tags(page("strategy", Words(tag), Rules()).html).ids for tag in TAGS}
    assert all(found == names["en"] for found in names.values())
    assert "when-it-is-safe-to-send-a-card-up" in names["en"]


def cells_of(html: str) -> list[list[str]]:
    """The rows of a table's body."""
    body = html.partition("<tbody>")[2]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in body.split("</tr>") if "<t" in row]


def test_the_table_of_supermoves_is_that_of_the_pages() -> None:
    """S2.10, and with it S1.5 and S2.11."""
    assert cells_of(figure("table supermoves", Rules(), Words("en"))) == [
        ["0", "1", "2", "4", "1", "2"],
        ["1", "2", "4", "8", "2", "4"],
        ["2", "3", "6", "12", "3", "6"],
        ["3", "4", "8", "16", "4", "8"],
        ["4", "5", "10", "20", "5", "10"],
    ]


def test_the_table_follows_the_rules() -> None:
    linear = cells_of(figure("table supermoves", PROFILES["linear"].rules, Words("en")))
    assert linear[4] == ["4", "5", "10", "15", "5", "10"]  # S4.5, S4.6
    assert [row[0] for row in cells_of(figure("table supermoves", UNDER["points-1"], Words("en")))] == ["0", "1"]


def test_the_thresholds_of_safe_autoplay_come_from_the_engine() -> None:
    rows = cells_of(figure("table safe", Rules(), Words("en")))
    assert rows[0] == ["3♥", "A", "A", "–"]
    assert rows[3] == ["6♥", "5", "4", "3"]  # F2
    assert rows[-1] == ["K♥", "Q", "J", "10"]
    assert cells_of(figure("table safe", Rules(), Words("it", letters="own")))[-1] == ["R♥", "D", "F", "10"]


def test_house_rules_stand_side_by_side() -> None:
    rows = {row[0]: row[1:] for row in cells_of(figure("table houses", Rules(), Words("en")))}
    assert rows["Cells"] == ["4", "4", "4, 2, 1", "4"]
    assert rows["Undo"] == ["without limit", "without limit", "100 actions", "without limit"]
    assert rows["Cards go up by themselves"] == ["when it is safe", "never", "never", "never"]
    assert all(len(row) == len(PROFILES) for row in rows.values())


@pytest.mark.parametrize("name", [name for name in Rules().as_dict() if name not in ("cells", "undo_limit")])
def test_every_value_of_a_rule_has_words(name: str) -> None:
    kinds: dict[type, list[Any]] = {Supermove: list(Supermove), Autoplay: list(Autoplay), Scoring: list(Scoring), bool: [False, True]}
    values = kinds[type(getattr(Rules(), name))]
    texts = [rule_text(name, Rules().change({name: value}), Words("en")) for value in values]
    assert len(set(texts)) == len(values)


@pytest.mark.parametrize(
    ("text", "tag", "filled"),
    [
        ("{cards 0 0}", "en", "1 card"),
        ("{cards 2 0}, {cards 2 1}", "ro", "3 cărți, 6 cărți"),  # S0.23
        ("{cards 4 2}, {cards 4 2 into}", "ro", "20 de cărți, 10 cărți"),  # S1.5
        ("{number 8589934591}", "it", "8.589.934.591"),
        ("{cells:cells}", "es", "4 celdas"),
        ("{deals 1 24}", "en", "[#1](deal:1), [#24](deal:24)"),
        ("{profile}", "pt-BR", "Padrão"),
        ("K♦ on A♠, not AK", "en", "K♦ on A♠, not AK"),
    ],
)
def test_numbers_in_texts_come_from_the_engine(text: str, tag: str, filled: str) -> None:
    assert fill_values(text, Rules(), Words(tag)) == filled


def test_cards_in_texts_have_the_players_letters() -> None:
    assert fill_values("K♦ Q♠ J♥ A♣ 10♦ 9♣", Rules(), Words("it", letters="own")) == "R♦ D♠ F♥ A♣ 10♦ 9♣"


def test_what_is_not_known_is_an_error() -> None:
    for text in ("{cord 1 2}", "{cells:frogs}"):
        with pytest.raises(KeyError):
            fill_values(text, Rules(), Words("en"))
    with pytest.raises(KeyError):
        figure("table frogs", Rules(), Words("en"))
    with pytest.raises(BadInput):
        page("frogs", Words("en"), Rules())
    with pytest.raises(ValueError, match="a b c"):
        choose("{if a b c}\nx\n{end}", Rules())


def test_parts_for_some_rules_only() -> None:
    text = (
        "{if foundation_return}\na\n{else}\nb\n{if cells>=2}\nc\n{end}\n{end}\n"
        "{if not foundation_return}\nd\n{end}\n{if supermove!=single}\ne\n{end}"
    )
    assert choose(text, Rules()).split() == ["b", "c", "d", "e"]
    assert choose(text, Rules(cells=1, supermove=Supermove.SINGLE)).split() == ["b", "d"]
    assert choose(text, Rules(foundation_return=True)).split() == ["a", "e"]
    assert choose(text, None).split() == ["a", "b", "c", "d", "e"]


def test_the_rules_page_tells_what_is_being_played() -> None:
    def told(**changes: object) -> str:
        return Tags(page("rules", Words("en"), Rules().change(changes)).html).words

    assert "House rules of your own" in told(supermove="linear", autoplay="max", scoring="cards")
    assert "Only Undo takes it back" in told()
    assert "may come back onto a cascade" in told(foundation_return=True)
    assert "no cell in this game" in told(cells=0)
    assert "4 cells above the cascades" in told()
    assert "doubled for each empty cascade" in told()
    assert "times the number of empty cascades plus one" in told(supermove="linear")
    assert "take it apart yourself" in told(supermove="single")
    assert "There is no Undo" in told(undo_limit=0)
    assert "the last 100 actions" in told(undo_limit=100)
    assert "limit is 3 cards" in told()
    assert "5 cards move at once; empty a cascade, and it is 10 cards" in told()


def test_the_example_is_the_pages_and_is_played_as_they_show_it() -> None:
    """S0.12: seven single moves, the first two cards into the cells."""
    position = read_layout(EXAMPLES["allowed"][0])
    assert (position.empty_cells, position.empty_cascades) == (2, 1)
    assert supermove_limit(Supermove.EXACT, 2, 1) == 6
    steps = re.findall(r"<li>(.*?)</li>", figure("steps allowed", Rules(), Words("en")))
    assert steps == [
        "5♣ to cell c.", "6♦ to cell d.", "7♠ to cascade 8.", "8♥ to cascade 7.",
        "7♠ to cascade 7.", "6♦ to cascade 7.", "5♣ to cascade 7.",
    ]  # fmt: skip


def test_a_position_can_be_read_and_drawn() -> None:
    html = figure("position allowed", Rules(), Words("ro"))
    layout = re.search(r'data-layout="([^"]*)"', html)
    assert layout is not None
    assert read_layout(layout[1]) == read_layout(EXAMPLES["allowed"][0])
    assert 'aria-label="damă de pică"' in html
    assert 'aria-label="coloana 7"' in html
    Tags(html)


def test_text_cannot_bring_html() -> None:
    html = to_html("<b>x</b> {table a}", translate=lambda _: "<script>", fill=str, figure=str, address=str)
    assert "<script>" not in html
