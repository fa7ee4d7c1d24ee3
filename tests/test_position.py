"""Positions: immutable, hashable, always valid, and all faults of a broken one at once."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Table, all_cards, tables

from freecell import DECK, BadInput, Card, InvalidPosition, Place, Position, deal
from freecell.position import CASCADE_PLACES, CELL_PLACES, FOUNDATION_PLACES, PLACES, sequence_length


def without(position: Position, *names: str) -> list[tuple[Card, ...]]:
    """The cascades of a position, with some cards taken out."""
    return [tuple(card for card in cascade if str(card) not in names) for cascade in position.cascades]


def codes(error: InvalidPosition) -> list[str]:
    return [fault.code for fault in error.faults]


def test_there_are_sixteen_places_each_one_object() -> None:
    assert [str(place) for place in PLACES] == [*"12345678", *"abcd", "hC", "hD", "hH", "hS"]
    assert all(Place(str(place)) is place and pickle.loads(pickle.dumps(place)) is place for place in PLACES)
    assert {place.kind for place in CASCADE_PLACES} == {"cascade"}
    assert {place.kind for place in CELL_PLACES} == {"cell"}
    assert [place.index for place in FOUNDATION_PLACES] == [0, 1, 2, 3]
    with pytest.raises(AttributeError, match="cannot be changed"):
        PLACES[0].index = 3


@pytest.mark.parametrize("text", ["", "0", "9", "e", "A", "h", "H", "hX", "hs", "11", "１", None])
def test_what_is_no_place_is_refused_and_quoted(text: object) -> None:
    with pytest.raises(BadInput, match="is not a place") as caught:
        Place(text)  # type: ignore[arg-type]
    assert repr(text) in str(caught.value)


@given(tables())
def test_every_position_holds_the_52_cards_once(table: Table) -> None:
    assert all_cards(table.position) == list(DECK)


@given(tables())
def test_a_position_equals_its_copy_and_nothing_else(table: Table) -> None:
    position = table.position
    twin = Position(position.cascades, position.cells, position.foundations)
    assert twin == position
    assert hash(twin) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": Position, "Card": Card}) == position
    assert position != (position.cascades, position.cells, position.foundations)


def test_positions_differ_by_any_pile() -> None:
    a = Position(["KS KH", "KD"], [None], (13, 12, 12, 12))
    others = [
        Position(["KH KS", "KD"], [None], (13, 12, 12, 12)),
        Position(["KD", "KS KH"], [None], (13, 12, 12, 12)),
        Position(["KS", "KD"], [Card("KH")], (13, 12, 12, 12)),
        Position(["KS KH", "KD"], [None, None], (13, 12, 12, 12)),
        Position(["KS", "KD"], [None], (13, 12, 13, 12)),
    ]
    assert len({a, *others}) == 6


def test_a_position_cannot_be_changed() -> None:
    position = deal(1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        position.cells = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        position.__dict__ = {}


def test_s0_2_and_s1_12_and_s2_2_a_deal_is_eight_cascades_of_7_7_7_7_6_6_6_6_and_empty_cells() -> None:
    position = deal(1)
    assert [len(cascade) for cascade in position.cascades] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert position.cells == (None,) * 4
    assert position.foundations == (0, 0, 0, 0)
    assert position.empty_cells == 4
    assert position.empty_cascades == 0


def test_s0_5_won_when_all_52_are_on_the_foundations() -> None:
    assert Position([""], foundations=(13, 13, 13, 13)).won
    assert not Position(["KS"], foundations=(13, 13, 13, 12)).won
    assert not Position([""], [Card("KS")], foundations=(13, 13, 13, 12)).won


@given(tables())
def test_places_hold_what_lies_there(table: Table) -> None:
    position = table.position
    for place in PLACES:
        cards = position.cards_at(place)
        if place.kind == "cascade":
            assert cards == position.cascades[place.index]
        elif place.kind == "cell":
            assert position.has(place) == (place.index < table.rules.cells)
            assert cards == ((position.cells[place.index],) if position.has(place) and position.cells[place.index] is not None else ())
        else:
            height = position.foundations[place.index]
            assert [(c.rank, c.suit) for c in cards] == ([(height, place.index)] if height else [])


@given(tables())
def test_s2_6_the_next_card_of_a_suit_goes_up_and_no_other(table: Table) -> None:
    position = table.position
    assert {card for card in DECK if position.goes_up(card)} == {card for card in DECK if card.rank == position.foundations[card.suit] + 1}


def test_a_smaller_table_has_fewer_places() -> None:
    small = Position(["KS", "KH"], [Card("KD")], (13, 12, 12, 12))
    assert [str(place) for place in PLACES if small.has(place)] == ["1", "2", "a", "hC", "hD", "hH", "hS"]
    assert small.cards_at(Place("3")) == ()
    assert small.cards_at(Place("b")) == ()


@pytest.mark.parametrize(
    ("cascade", "length"),
    [
        ("", 0),
        ("KD", 1),
        ("KD 2S 9S 8H 7C", 3),
        ("9S 8H 7C", 3),
        ("9S 8H 7D", 1),
        ("9S 8H 6C", 1),
        ("7C 8H", 1),
        ("KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS", 13),
    ],
)
def test_length_of_the_sequence_at_a_cascades_end(cascade: str, length: int) -> None:
    assert sequence_length(tuple(map(Card, cascade.split()))) == length


def broken(*, cascades: object = None, cells: object = (None,) * 4, foundations: object = (0, 0, 0, 0)) -> InvalidPosition:
    """The error for deal 1 with some parts exchanged."""
    with pytest.raises(InvalidPosition) as caught:
        Position(deal(1).cascades if cascades is None else cascades, cells, foundations)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (lambda: broken(cascades=[]), ["no-cascades", "missing-cards"]),
        (lambda: broken(cascades=[*deal(1).cascades, ()]), ["too-many-cascades"]),
        (lambda: broken(cells=(None,) * 5), ["too-many-cells"]),
        (lambda: broken(foundations=(0, 0, 0)), ["bad-foundations"]),
        (lambda: broken(foundations=(0, 0, 0, 14)), ["bad-foundations"]),
        (lambda: broken(foundations=(0, 0, 0, -1)), ["bad-foundations"]),
        (lambda: broken(foundations=(0, 0, 0, True)), ["bad-foundations"]),
        (lambda: broken(cascades=without(deal(1), "7C")), ["missing-cards"]),
        (lambda: broken(cells=[Card("7C")]), ["repeated-card"]),
        (lambda: broken(foundations=(1, 0, 0, 0)), ["repeated-card"]),
    ],
)
def test_what_is_wrong_with_a_position_is_said(error: Callable[[], InvalidPosition], expected: list[str]) -> None:
    assert codes(error()) == expected


def test_t2_every_fault_is_listed_at_once() -> None:
    """51 cards, one of them twice, one missing, one on a foundation and on the board, nine cascades, five cells."""
    cascades = [*without(deal(1), "7S"), (Card("7C"),)]
    error = broken(cascades=cascades, cells=(None,) * 5, foundations=(1, 0, 0, 0))
    assert codes(error) == ["too-many-cascades", "too-many-cells", "repeated-card", "repeated-card", "missing-cards"]
    text = str(error)
    assert "AC is there 2 times: the foundation of clubs, cascade 6." in text
    assert "7C is there 2 times: cascade 7, cascade 9." in text
    assert "Missing: 7S (1 card)." in text
    assert isinstance(error, BadInput)
    assert isinstance(error, ValueError)


@given(st.permutations(DECK), st.integers(0, 51))
def test_a_deck_that_lacks_a_card_is_never_a_position(cards: list[Card], at: int) -> None:
    lacking = cards[:at] + cards[at + 1 :]
    with pytest.raises(InvalidPosition, match=rf"Missing: {cards[at]} \(1 card\)"):
        Position([lacking[i::8] for i in range(8)])


def test_cards_may_be_given_by_name_and_what_is_none_is_quoted() -> None:
    assert Position([["ks"], "KH"], ["KD", None], (13, 12, 12, 12)) == Position(["KS", "KH"], [Card("KD"), None], (13, 12, 12, 12))
    for wrong in (None, 5, "XX"):
        with pytest.raises(BadInput, match="is not a card"):
            Position([[wrong]])  # type: ignore[list-item]
