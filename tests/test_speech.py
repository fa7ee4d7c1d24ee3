"""Sentences as templates: the same English as ever, and the same meaning in every language."""

from __future__ import annotations

import re

import pytest
from test_messages import EVERY_CODE

from freecell.locales import PSEUDO, Words, languages
from freecell.messages import word
from freecell.sentences import SENTENCES
from freecell.speech import ENGLISH, NOUNS, card_name, card_text, count_text, fill, fits_text, place_text

HAPPENED = {code: provoke() for code, (provoke, _) in EVERY_CODE.items()}


def worded(code: str, tag: str) -> str:
    happened = HAPPENED[code]
    return Words(tag).sentence(happened.code, happened.values)  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", EVERY_CODE)
def test_templates_say_what_was_said(code: str) -> None:
    happened = HAPPENED[code]
    assert word(happened.code, happened.values) == EVERY_CODE[code][1]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", EVERY_CODE)
def test_a_sentence_tells_the_same_cards_and_numbers_in_every_language(code: str) -> None:
    def facts(text: str) -> list[str]:
        return sorted(re.findall(r"(?:10|[A2-9JQK])[♣♦♥♠]|(?<!\w)'[^']*'|\d{2,}", text))

    english = worded(code, "en")
    for tag in [*languages(), PSEUDO]:
        told = worded(code, tag)
        assert "{" not in told
        assert tag == "en" or told != english
        if code != "invalid-position":  # whose faults come worded
            assert facts(told) == facts(english), told


def test_a_code_with_codes_among_its_values_is_worded_throughout() -> None:
    reason = {"code": "cell-taken", "values": {"cell": "a", "card": "TH"}}
    values = {"index": 3, "token": "1a", "reason": reason}
    assert word("illegal-replay", values) == "Move 3, '1a': Cell a holds 10♥ already."
    assert Words("ro").sentence("illegal-replay", values) == "Mutarea 3, '1a': Celula a ține deja 10♥."
    faults = [{"code": "no-cascades"}, {"code": "too-many-cells", "values": {"count": 5}}, "said by others"]
    assert Words("it").sentence("invalid-position", {"faults": faults}).splitlines() == [
        "Non è una posizione di FreeCell:",
        "- Nessuna cascata; ce ne sono da 1 a 8.",
        "- 5 celle; ce ne sono al massimo 4.",
        "- said by others",
    ]


def test_what_was_expected_is_worded_too() -> None:
    values = {"rule": "cells", "value": 5, "expected": "a number from 0 to 4"}
    assert Words("pt-BR").sentence("bad-rule", values) == "cells não pode ser 5; esperava-se um número de 0 a 4."
    problem = {"code": "first-line", "values": {"text": "Hello"}}
    assert Words("es").sentence("bad-game", {"problem": problem}) == (
        "Esto no es el texto de una partida: su primera línea debería ser FreeCell game, no 'Hello'."
    )
    assert Words("es").sentence("bad-file", {"file": "x", "problem": "No such file"}) == "No se puede leer 'x': No such file."


def test_what_players_type_is_never_a_template() -> None:
    assert word("bad-card", {"text": "{on}{0.__class__}"}).startswith("'{on}{0.__class__}' is not a card")


def test_nouns_agree_with_their_numbers() -> None:
    assert [count_text(number, "cards") for number in (0, 1, 2, 1000)] == ["no card", "1 card", "2 cards", "1,000 cards"]
    ro = Words("ro")
    assert [count_text(number, "empty cells", ro) for number in (0, 1, 2, 20)] == [
        "nicio celulă goală", "1 celulă goală", "2 celule goale", "20 de celule goale",
    ]  # fmt: skip
    assert all("{number}" in one and "{number}" in many and "{" not in none for none, one, many in NOUNS.values())


@pytest.mark.parametrize(
    ("tag", "on", "source"),
    [
        ("it", ["sulla cascata 3", "nella cella b", "sulla base", "sulla base di picche"], "dalla cascata 3"),
        ("es", ["en la columna 3", "en la celda b", "en la base", "en la base de picas"], "de la columna 3"),
        ("ro", ["pe coloana 3", "în celula b", "pe fundație", "pe fundația de pică"], "de pe coloana 3"),
        ("pt-BR", ["na coluna 3", "na célula b", "na base", "na base de espadas"], "da coluna 3"),
    ],
)
def test_a_place_takes_the_preposition_of_its_kind(tag: str, on: list[str], source: str) -> None:
    words = Words(tag)
    assert [place_text(place, "on", words) for place in ("3", "b", "h", "hS")] == on
    assert place_text("3", "from", words) == source


def test_what_goes_on_a_card_agrees_in_gender() -> None:
    assert [fits_text(on) for on in ("KS", "QD", "3C", "2H", "JC")] == ["a red queen", "a black jack", "a red 2", "a black ace", "a red 10"]
    assert [fits_text(on, Words("it")) for on in ("KS", "QD", "3C")] == ["una donna rossa", "un fante nero", "un 2 rosso"]


def test_cards_are_shown_and_said() -> None:
    assert [card_text(card) for card in ("AC", "TD", "9H", "KS")] == ["A♣", "10♦", "9♥", "K♠"]
    assert [card_name(card) for card in ("AC", "TD")] == ["ace of clubs", "10 of diamonds"]
    assert card_text("KS", Words("it", letters="own")) == "R♠"


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    assert word("new-code", {}) == "new-code"
    assert word("new-code", {"a": 1, "b": "x"}) == "new-code: a 1, b x"
    assert len(SENTENCES) > len(EVERY_CODE)


def test_values_are_worded_by_their_names() -> None:
    values = {"card": "TH", "cards": ["9S", "8H"], "to": "hS", "places": ["1", "a"], "text": "x", "count": 2}
    said = fill(
        "{card} {card:code} {cards} {cards:cards} {to} {to:to} {places} {text} {text:quoted} {count} {count:cells}",
        values,
        ENGLISH,
        word,
    )
    assert said == "10♥ TH 9♠ 8♥ 2 cards the foundation of spades to the foundation of spades cascade 1, cell a x 'x' 2 2 cells"
