"""Languages: which a player gets, and how numbers, dates, cards and places are said in them."""

from __future__ import annotations

import json
from datetime import date

import pytest
import words as tool
from babel.numbers import format_decimal

from freecell import BadInput
from freecell.locales import PSEUDO, Words, catalogue_json, find_language, languages, negotiate
from freecell.locales.pseudo import pseudo
from freecell.speech import RANKS, SUITS

TAGS = list(languages())


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("it-CH, de;q=0.9", "it"),
        ("de-DE,de;q=0.9,en;q=0.8", "en"),
        ("de, fr", "en"),
        ("es-419", "es"),
        ("pt-PT", "pt-BR"),
        ("PT-br", "pt-BR"),
        ("ro;q=0.5, it;q=0.7", "it"),
        ("ro;q=0, it;q=0.1", "it"),
        ("it;q=0", "en"),
        ("*", "en"),
        ("*;q=0.5, ro;q=0.2", "en"),
        ("es, ro", "es"),
        ("en-XA", "en"),
        ("it;q=x, ro;q=0.1", "ro"),
        (";;q=,,,*;;", "en"),
        ("it" * 10_000, "en"),
    ],
)
def test_the_language_of_a_request(header: str | None, tag: str) -> None:
    assert negotiate(header) == tag


def test_a_language_is_found_by_tag_and_by_locale() -> None:
    assert [find_language(text) for text in ("it_IT.UTF-8", "ro_RO@euro", "C", "POSIX", "", "pt", "en_US")] == [
        "it", "ro", None, None, None, "pt-BR", "en",
    ]  # fmt: skip


def test_a_language_that_we_lack_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        Words("de")
    assert caught.value.code == "no-such-language"


@pytest.mark.parametrize("tag", TAGS)
def test_numbers_are_those_of_the_locale(tag: str) -> None:
    words, locale = Words(tag), tag.replace("-", "_")
    for number in (0, 7, 999, 12_345, 1_234_567, 8_589_934_591):
        assert words.number(number) == format_decimal(number, locale=locale)
    assert words.number(99.5, 1) == format_decimal(99.5, locale=locale)
    # Italian and Spanish write four digits without a point (CLDR's least grouping, which browsers obey and Babel does not know).
    assert words.number(1234) == ("1234" if tag in ("it", "es") else format_decimal(1234, locale=locale))


def test_dates_are_in_words() -> None:
    day = date(2026, 11, 30)
    assert [Words(tag).date(day) for tag in TAGS] == [
        "November 30, 2026", "30 novembre 2026", "30 de noviembre de 2026", "30 noiembrie 2026", "30 de novembro de 2026",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tag", "queen", "ten", "ace"),
    [
        ("en", "queen of hearts", "10 of spades", "ace of clubs"),
        ("it", "donna di cuori", "10 di picche", "asso di fiori"),
        ("es", "reina de corazones", "10 de picas", "as de tréboles"),
        ("ro", "damă de cupă", "10 de pică", "as de treflă"),
        ("pt-BR", "dama de copas", "10 de espadas", "ás de paus"),
    ],
)
def test_cards_are_named(tag: str, queen: str, ten: str, ace: str) -> None:
    assert [Words(tag).card_name(card) for card in ("QH", "TS", "AC")] == [queen, ten, ace]


def test_letters_on_cards_are_international_unless_the_players_own_are_wanted() -> None:
    def shown(tag: str, letters: str) -> str:
        return "".join(Words(tag, letters=letters).letter(rank) for rank in RANKS)

    assert {shown(tag, "international") for tag in TAGS} == {"AJQK"}
    assert [shown(tag, "own") for tag in TAGS] == ["AJQK", "AFDR", "AJQK", "AVDR", "AVDR"]
    assert Words("it", letters="own").card_text("KD") == "R♦"
    assert Words("it", letters="own").card_text("TD") == "10♦"


@pytest.mark.parametrize("tag", ["it", "ro", "pt-BR"])
def test_own_letters_are_the_initials_of_the_cards_names(tag: str) -> None:
    words = Words(tag, letters="own")
    initials = [words.gettext(name)[0].upper().replace("Á", "A") for name in RANKS.values()]
    assert initials == [words.letter(rank) for rank in RANKS]
    assert len(set(initials)) == 4


def test_spanish_initials_would_not_tell_queen_and_king_apart() -> None:
    assert Words("es").gettext("queen")[0] == Words("es").gettext("king")[0]


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("it", "Di queste 4 carte ne passerebbero 3: 2 celle vuote, nessuna cascata vuota."),
        ("es", "De estas 4 cartas pasarían 3: 2 celdas vacías, ninguna columna vacía."),
        ("ro", "Din aceste 4 cărți ar trece 3: 2 celule goale, nicio coloană goală."),
        ("pt-BR", "Destas 4 cartas passariam 3: 2 células vazias, nenhuma coluna vazia."),
    ],
)
def test_a_refusal_is_worded(tag: str, sentence: str) -> None:
    assert Words(tag).sentence("too-many", {"wanted": 4, "fit": 3, "cells": 2, "cascades": 0, "empty": False}) == sentence


@pytest.mark.parametrize("tag", TAGS)
def test_suits_have_four_names(tag: str) -> None:
    assert len({Words(tag).gettext(name) for name in SUITS.values()}) == 4


# What the browser is given


@pytest.mark.parametrize("tag", TAGS)
def test_the_browser_gets_all_that_it_says_and_nothing_else(tag: str) -> None:
    told = json.loads(catalogue_json(tag))
    wanted = {message.one for message in tool.messages("faces") if message.place.startswith("web/")}
    assert (told["language"], told["name"]) == (tag, languages()[tag])
    assert set(told["messages"]) == (set() if tag == "en" else wanted)
    assert len(wanted) > 100


# Words of double length


def test_the_pseudo_language_is_longer_accented_and_keeps_what_is_no_word() -> None:
    assert pseudo("{card} to {place:on}, [see](learn:rules)") == "[{card} tø {place:on}, [šéé](learn:rules) one two]"
    for message in ("Undo", "No legal move is left.", "Put back {cards}."):
        assert 1.4 * len(message) <= len(pseudo(message)) <= 2.6 * len(message)
    assert tool.fields(pseudo("{a} {b:cards}")) == ["a:", "b:cards"]


def test_the_pseudo_language_is_asked_for_by_name_only() -> None:
    assert PSEUDO not in languages()
    assert negotiate(PSEUDO) == "en"
    messages = json.loads(catalogue_json(PSEUDO))["messages"]
    assert messages["New"] == "[Ñéw one]"
    assert messages["{number} card"] == ["[{number} çåřd one]", "[{number} çåřdš one]"]
    assert set(messages) == set(json.loads(catalogue_json("it"))["messages"])
