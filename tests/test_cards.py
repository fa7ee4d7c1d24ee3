"""Cards: one object for each, and every way of writing them."""

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import DECK, BadInput, Card, Rank, Suit
from freecell.cards import BUILDERS, card, read_cards

CARDS = st.sampled_from(DECK)


def test_deck_is_all_52_cards_in_the_order_of_the_microsoft_shuffle() -> None:
    assert [str(c) for c in DECK[:5]] == ["AC", "AD", "AH", "AS", "2C"]
    assert str(DECK[-1]) == "KS"
    assert len(set(DECK)) == 52
    assert all(DECK[c] is c for c in DECK)


def test_s2_8_the_ace_is_low_and_the_king_high() -> None:
    assert [rank.letter for rank in sorted(Rank)] == list("A23456789TJQK")
    assert all(low < high for low, high in pairwise(Rank))


def test_suits_know_their_colour_and_letter() -> None:
    assert {suit.letter: suit.red for suit in Suit} == {"C": False, "D": True, "H": True, "S": False}


@given(CARDS)
def test_a_card_is_one_object_however_it_comes(c: Card) -> None:
    assert Card(str(c)) is c
    assert Card(str(c).lower()) is c
    assert Card(str(c).replace("T", "10")) is c
    assert card(c.rank, c.suit) is c
    assert pickle.loads(pickle.dumps(c)) is c
    assert copy.deepcopy(c) is c
    assert f"{c:>4}" == f"{c!s:>4}"
    assert repr(c) == f"Card('{c}')"


@given(CARDS)
def test_a_card_cannot_be_changed(c: Card) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        c.rank = Rank.ACE


@pytest.mark.parametrize(
    "text",
    ["", "7", "D7", "1D", "11D", "0D", "7DD", "7 D", " 7D", "7Х", "７D", "АC", "KЅ", "\u212aS", "10", "TT", "100H", None, 7, 7.5, b"7D"],
)
def test_what_is_no_card_is_refused_and_quoted(text: object) -> None:
    with pytest.raises(BadInput) as caught:
        Card(text)  # type: ignore[arg-type]
    assert caught.value.code == "bad-card"
    assert repr(text) in str(caught.value)


@given(st.text(max_size=4))
def test_only_the_names_of_cards_are_read(text: str) -> None:
    names = {str(c) for c in DECK}
    try:
        found = Card(text)
    except BadInput:
        assert text.upper().replace("10", "T") not in names or not text.isascii()
    else:
        assert text.upper() in {str(found), str(found).replace("T", "10")}


@given(CARDS, CARDS)
def test_s0_6_a_card_fits_on_one_of_the_other_colour_one_rank_higher(c: Card, on: Card) -> None:
    black, red = {Suit.CLUBS, Suit.SPADES}, {Suit.DIAMONDS, Suit.HEARTS}
    other_colour = (c.suit in black and on.suit in red) or (c.suit in red and on.suit in black)
    assert c.fits_on(on) == (c.rank + 1 == on.rank and other_colour)
    assert c.fits_on(on) == (c in BUILDERS[on])


@pytest.mark.parametrize(
    ("moving", "onto"),
    [
        pytest.param("6H", "7S", id="S0.6"),
        pytest.param("JC", "QD", id="S0.6 too"),
        pytest.param("8D", "9C", id="S1.17"),
        pytest.param("7H", "8S", id="S2.4"),
        pytest.param("7H", "8C", id="S2.4 too"),
        pytest.param("7C", "8D", id="S4.3"),
        pytest.param("5H", "6S", id="S4.3 too"),
    ],
)
def test_the_pages_examples_of_what_fits(moving: str, onto: str) -> None:
    assert Card(moving).fits_on(Card(onto))
    assert not Card(onto).fits_on(Card(moving))


def test_read_cards_goes_by_white_space() -> None:
    assert read_cards(" JD\t10s \n2c ") == (Card("JD"), Card("TS"), Card("2C"))
    assert read_cards("") == ()
