"""Text: layouts, moves, rules and whole games; read leniently, written strictly, there and back without a change."""

import contextlib
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import P1, P2, P3, high
from strategies import CHOICES, DEAL_NUMBERS, Table, rules, tables, walk

from freecell import (
    PROFILES,
    BadInput,
    Game,
    IllegalMove,
    IllegalReplay,
    InvalidPosition,
    Move,
    Place,
    Position,
    Rules,
    Status,
    Supermove,
    apply,
    deal,
    legal_moves,
    read_game,
    read_layout,
    read_moves,
    write_game,
    write_layout,
    write_moves,
)
from freecell.notation import read_rules, replay, split_moves, write_rules

DEAL_1 = write_layout(deal(1))


def fault_codes(text: str, cells: int | None = None) -> list[str]:
    with pytest.raises(InvalidPosition) as caught:
        read_layout(text, cells)
    return [fault.code for fault in caught.value.faults]


# Layouts


@settings(max_examples=200)
@given(tables())
def test_t3_layout_to_text_to_layout_is_the_same(table: Table) -> None:
    position = table.position
    text = write_layout(position)
    assert read_layout(text) == position
    assert read_layout(text, table.rules.cells) == position
    assert write_layout(read_layout(text)) == text


@given(tables(), st.data())
def test_t1_and_t4_a_layout_is_read_however_it_is_written(table: Table, data: st.DataObject) -> None:
    """Every leniency of T1, in any combination, on any position."""
    text = write_layout(table.position)
    head = [line for line in text.splitlines() if line.startswith(("Foundations", "Freecells"))]
    cascades = text.splitlines()[len(head) :]
    if data.draw(st.booleans(), "tens as 10"):
        head = [line.replace("T", "10") for line in head]
        cascades = [line.replace("T", "10") for line in cascades]
    if data.draw(st.booleans(), "short headings"):
        head = [line.replace("Foundations:", "Founds:").replace("Freecells:", "FC:") for line in head]
    if data.draw(st.booleans(), "headings after the cascades"):
        cascades, head = cascades + head, []
    colon = data.draw(st.sampled_from(["", ":", ": "]), "before a cascade")
    lines = head + [line if line.startswith((":", "F")) else colon + line for line in cascades]
    if data.draw(st.booleans(), "lower case"):
        lines = [line.lower() for line in lines]
    if data.draw(st.booleans(), "signs"):
        signs = str.maketrans("CDHScdhs", "♣♦♥♠♣♦♥♠")
        lines = [line if line[:1] in ("F", "f") else line.translate(signs) for line in lines]
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]), "line end")
    written = end.join(lines) + data.draw(st.sampled_from(["", end, end + end]), "last line end")
    start = data.draw(st.sampled_from(["", "\ufeff", end]), "before it all")
    assert read_layout(start + written) == table.position


@pytest.mark.parametrize(
    "heading",
    [
        "Founds: H-3 C-A",
        "Foundations: H-3 C-A",
        "foundations: c-1 h-3".replace("c-1", "c-a"),
        "Founds: H3 CA D-0 S0",
        "FOUNDS: ♥-3 - ♣-A",
        "Founds: H-3 C-A -",
    ],
)
def test_t1_foundations(heading: str) -> None:
    names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS" if rank + suit not in ("AC", "AH", "2H", "3H")]
    text = "\n".join([heading, *(" ".join(names[i::8]) for i in range(8))])
    assert read_layout(text).foundations == (1, 0, 3, 0)


@pytest.mark.parametrize(
    ("line", "cells"),
    [("Freecells: - - - -", 4), ("FC: - -", 2), ("fc:", 0), ("FC: -", 1), ("freecells:  -\t-  -", 3), ("FC: (empty) -", 2)],
)
def test_t1_a_layout_has_the_cells_that_it_lists(line: str, cells: int) -> None:
    assert read_layout(f"{line}\n{DEAL_1}") == deal(1, cells)


@pytest.mark.parametrize("cells", range(5))
def test_a_layout_that_lists_no_cells_has_four_or_as_many_as_are_asked_for(cells: int) -> None:
    assert read_layout(DEAL_1) == deal(1)
    assert read_layout(DEAL_1, cells) == deal(1, cells)


def test_cells_that_are_listed_are_filled_up_but_never_taken_away() -> None:
    text = f"FC: JD -\n{DEAL_1.replace('JD ', '', 1)}"
    assert len(read_layout(text, 4).cells) == 4
    assert fault_codes(text, 1) == ["wrong-cells"]


def test_empty_cascades_may_be_left_out_at_the_end_and_written_as_blank_lines_elsewhere() -> None:
    position = high(["KS", "", "KH", "", "KD KC"])
    head = "Foundations: H-Q C-Q D-Q S-Q"
    for cascades in (":\nKH", "\nKH", "-\nKH", "(empty)\nKH"):
        assert read_layout(f"{head}\nKS\n{cascades}\n\nKD KC\n").cascades == position.cascades


def test_blank_lines_between_all_eight_cascades_are_no_cascades() -> None:
    assert read_layout(DEAL_1.replace("\n", "\n\n")) == deal(1)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("", ["empty-layout"], id="an empty file"),
        pytest.param(" \r\n\n", ["empty-layout"], id="nothing but white space"),
        pytest.param(DEAL_1.replace("JD ", "", 1), ["missing-cards"], id="51 cards"),
        pytest.param(DEAL_1.replace("7S", "7C"), ["repeated-card", "missing-cards"], id="7♣ twice and 7♠ missing"),
        pytest.param(f"Founds: C-A\n{DEAL_1}", ["repeated-card"], id="on a foundation and on the board"),
        pytest.param(f"{DEAL_1.replace(' 9C', '')}\n9C", ["too-many-cascades"], id="nine cascades"),
        pytest.param(f"FC: - - - - -\n{DEAL_1}", ["too-many-cells"], id="five cells"),
        pytest.param(DEAL_1.replace("KC", "КС"), ["bad-card", "missing-cards"], id="letters that only look like rank letters"),
        pytest.param(DEAL_1.replace("7C", "７C"), ["bad-card", "missing-cards"], id="digits that only look like ranks"),
        pytest.param(f"Founds: X-3\n{DEAL_1}", ["bad-foundation"], id="no suit"),
        pytest.param(f"Founds: H-14\n{DEAL_1}", ["bad-foundation"], id="no rank"),
        pytest.param(f"Founds: Н-3\n{DEAL_1}", ["bad-foundation"], id="a letter that only looks like a suit's"),
        pytest.param(f"Founds: H-0 H-0\n{DEAL_1}", ["same-foundation"], id="a foundation twice"),
        pytest.param(f"FC: - - - -\nFC: -\n{DEAL_1}", ["repeated-line"], id="cells twice"),
        pytest.param(f"Founds: H-0\nFoundations: C-0\n{DEAL_1}", ["repeated-line"], id="foundations twice"),
        pytest.param("not a layout", ["bad-card", "bad-card", "bad-card", "missing-cards"], id="prose"),
    ],
)
def test_t2_a_broken_layout_is_refused(text: str, codes: list[str]) -> None:
    assert fault_codes(text) == codes


def test_t2_every_problem_is_listed() -> None:
    text = f"FC: - - - - - XX\nFounds: C-A H-99\n{DEAL_1.replace('7S', '7C').replace('KC', 'КС')}\nzz"
    assert sorted(fault_codes(text)) == sorted(
        [
            "bad-card",
            "bad-foundation",
            "bad-card",
            "bad-card",
            "too-many-cascades",
            "too-many-cells",
            "repeated-card",
            "repeated-card",
            "missing-cards",
        ]
    )
    with pytest.raises(InvalidPosition) as caught:
        read_layout(text)
    lines = str(caught.value).splitlines()
    assert lines[0] == "Not a position of FreeCell:"
    assert "- 'КС' is not a card; expected a rank A 2–9 T J Q K (or 10) and a suit C D H S, as in 7D." in lines
    assert "- Missing: 7S KC (2 cards)." in lines
    assert len(lines) == 10


@given(st.text(max_size=200) | st.text(alphabet="A23KTCDHS: -\nFC", max_size=300))
def test_any_text_is_a_layout_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidPosition):
        position = read_layout(text)
        assert read_layout(write_layout(position)) == position


def test_a_layout_must_be_text() -> None:
    for nothing in (None, b"KS", 5):
        with pytest.raises(InvalidPosition):
            read_layout(nothing)  # type: ignore[arg-type]
        with pytest.raises(BadInput):
            read_game(nothing)  # type: ignore[arg-type]


def test_layouts_are_written_as_fc_solve_and_pysolfc_read_them() -> None:
    assert write_layout(P2) == (
        "Freecells: TH 3C - -\n2S 6C 8D KD 7H QH 9S\nTS AD 5D QS JS 8S KH\nJD 6H 4C 3D AH JC 2H\n9H 3S KS QD TC 8C\n"
        "AC 2C KC 4H 4D JH\n5S 9D 7C 3H 7D 2D 8H 7S 6D 5C\n4S TD QC 6S AS 5H 9C\n:"
    )
    assert write_layout(Position(["KS", "KH"], [], (13, 13, 12, 12))) == "Foundations: H-Q C-K D-K S-Q\nFreecells:\nKS\nKH"


def test_t4_positions_from_the_middle_of_a_game_are_played() -> None:
    for layout, move in ((P2, "67"), (P3, "12")):
        game = read_game(write_layout(layout))
        assert game.start == layout
        assert len(game.play(move).move_steps) > 1


# Moves


def line_of_play(table: Table, choices: list[int]) -> list[Move]:
    """A list of legal moves, one after another, with no autoplay between them."""
    position, moves = table.position, []
    for choice in choices:
        legal = legal_moves(position, table.rules)
        if position.won or not legal:
            break
        moves.append(legal[choice % len(legal)])
        position = apply(position, moves[-1])
    return moves


@given(tables(lose_without_moves=st.just(False)), CHOICES)
def test_t3_moves_to_text_to_moves_is_the_same(table: Table, choices: list[int]) -> None:
    moves = line_of_play(table, choices)
    text = write_moves(table.position, moves, table.rules)
    assert read_moves(table.position, text, table.rules) == moves
    assert write_moves(table.position, read_moves(table.position, text, table.rules), table.rules) == text
    assert len(text.split()) == len(moves)


def test_moves_are_read_with_commas_and_numbering() -> None:
    assert split_moves("1. 26 3a,\n2. b5\t10.") == ["26", "3a", "b5"]
    assert read_moves(deal(164), "1. 1a, 2. 2b", Rules()) == read_moves(deal(164), "1A 2B", Rules())


@pytest.mark.parametrize(
    ("text", "index", "token", "reason"),
    [
        ("1a 2a", 2, "2a", "Cell a holds 6♠ already."),
        ("1a zz 2b", 2, "zz", "'zz' is not a move; expected a source and a target, as in 26, 26v3, a5, 3h, 2a or hS5."),
        ("1a resign 2b", 3, "2b", "The game is over."),
        ("autoplay=often", 1, "autoplay=often", "autoplay cannot be 'often'; expected off, safe or max."),
        ("finish", 1, "finish", "The foundations cannot be completed by foundation moves alone yet."),
    ],
)
def test_t3_the_first_word_that_cannot_be_played_is_named_with_the_reason(text: str, index: int, token: str, reason: str) -> None:
    with pytest.raises(IllegalReplay) as caught:
        replay(Game(deal(1)), text)
    assert (caught.value.index, caught.value.token, str(caught.value.reason)) == (index, token, reason)
    assert str(caught.value) == f"Move {index}, {token!r}: {reason}"
    assert isinstance(caught.value, IllegalMove)


def test_an_illegal_move_is_not_written() -> None:
    with pytest.raises(IllegalReplay, match="Move 1, '53v4': 3 of these 4 cards would fit"):
        write_moves(P1, [Move(Place("5"), Place("3"), 4)], Rules())


# Rules


@given(rules())
def test_rules_to_text_to_rules_is_the_same(under: Rules) -> None:
    assert read_rules(write_rules(under)) == under


@pytest.mark.parametrize("name", PROFILES)
def test_a_profiles_rules_are_written_as_its_name(name: str) -> None:
    assert write_rules(PROFILES[name].rules) == name
    assert read_rules(name.upper()) == PROFILES[name].rules


def test_rules_are_read_leniently() -> None:
    assert read_rules("") == read_rules("standard") == Rules()
    assert read_rules(" cells=2  SUPERMOVE=linear ") == Rules(cells=2, supermove=Supermove.LINEAR)
    assert read_rules("points undo_limit=none foundation_return=NO").undo_limit is None
    for text, code in (
        ("vegas", "no-such-profile"),
        ("standard points", "no-such-rule"),
        ("jokers=2", "no-such-rule"),
        ("cells=9", "bad-rule"),
    ):
        with pytest.raises(BadInput) as caught:
            read_rules(text)
        assert caught.value.code == code


# Games


def shown(game: Game) -> tuple[object, ...]:
    undo = min(game.undoable, 10**6)
    return (game.deal, game.start, game.rules, game.position, game.score, game.moves, game.status, game.autoplay, game.text, undo)


@settings(max_examples=200)
@given(tables(), CHOICES, st.booleans())
def test_t3_game_to_text_to_game_is_the_same(table: Table, choices: list[int], resigns: bool) -> None:
    """Own rules, changes of autoplay, finish and resign included; but what was undone is not kept."""
    game = Game(*table)
    for _ in walk(game, choices):
        pass
    if resigns and game.status is Status.PLAYING:
        game.resign()
    text = write_game(game)
    again = read_game(text)
    assert shown(again)[:-1] == shown(game)[:-1]
    assert write_game(again) == text
    assert read_game(text.replace("\n", "\r\n") + "\r\n").position == game.position
    assert all(len(line) <= 100 for line in text.partition("\nMoves:")[2].splitlines())


@given(DEAL_NUMBERS, rules(), CHOICES)
def test_t3_a_numbered_deal_to_text_and_back(number: int, under: Rules, choices: list[int]) -> None:
    game = Game(deal(number, under.cells), under, deal=number)
    for _ in walk(game, choices):
        pass
    assert shown(read_game(write_game(game)))[:-1] == shown(game)[:-1]
    assert f"\nDeal: {number}\n" in write_game(game)


def test_a_game_as_text() -> None:
    game = Game(deal(164, 2), PROFILES["points"].rules.change({"cells": 2}), deal=164)
    for word in ("1a", "autoplay=safe", "resign"):
        game.act(word)
    assert write_game(game) == "FreeCell game\nDeal: 164\nRules: points cells=2\nMoves: 1a autoplay=safe resign"


@pytest.mark.parametrize(
    "text",
    [
        "FreeCell game\nDeal: 164\nRules: standard\nMoves: 1a 2b",
        "freecell GAME\r\ndeal: #164\r\nMOVES:\r\n1A\r\n2B\r\n",
        "\ufeffMoves: 1. 1a, 2. 2b\nDeal: FC1-C4-AAAAAFE",
        f"\n\nLayout:\n{write_layout(deal(164))}\n\nMoves: 1a 2b\n",
        f"Layout: {write_layout(deal(164))}\nMoves: 1a 2b\n",
    ],
)
def test_a_game_is_read_however_it_is_written(text: str) -> None:
    game = read_game(text)
    assert game.start == deal(164)
    assert game.text == "1a 2b"
    assert game.rules == Rules()


def test_a_long_game_is_written_in_lines_that_can_be_read() -> None:
    game = Game(high(["KS", "QS KH"]), Rules().change({"autoplay": "off"}))
    for _ in range(150):
        game.play("1a")
        game.play("a1")
    text = write_game(game)
    assert max(map(len, text.splitlines())) <= 100
    assert read_game(text).text == game.text
    assert len(read_game(text).actions) == 300


def test_a_layout_alone_is_a_game_without_moves_under_the_standard_rules() -> None:
    game = read_game(write_layout(deal(1, 2)))
    assert (game.start, game.rules, game.deal, game.text) == (deal(1, 2), Rules(cells=2), None, "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid-position"),
        ("hello", "invalid-position"),
        ("Moves: 1a", "bad-game"),
        ("Deal: 1\nDeal: 2", "bad-game"),
        (f"Deal: 1\nLayout:\n{DEAL_1}", "bad-game"),
        ("Another game\nDeal: 1", "bad-game"),
        ("Deal: 0", "deal-range"),
        ("Deal: one", "bad-deal"),
        ("Deal: 1\nRule\u017f: points", "bad-deal"),
        ("Deal: FC1-C9-AAAAAKH", "bad-code"),
        ("Deal: 1\nRules: vegas", "no-such-profile"),
        ("Deal: 1\nRules: cells=7", "bad-rule"),
        ("Deal: 1\nMoves: 1a 1a 1a 1a 1a", "illegal-replay"),
        ("Layout:\nKS\nRules: standard", "invalid-position"),
        (f"Layout:\nFC: - - -\n{DEAL_1}\nRules: cells=2", "invalid-position"),
    ],
)
def test_a_broken_game_is_refused(text: str, code: str) -> None:
    with pytest.raises((BadInput, IllegalReplay)) as caught:
        read_game(text)
    assert caught.value.code == code
    assert not str(caught.value).startswith(code)


@given(st.text(max_size=100) | st.text(alphabet="Deal: 164\nMovesRulsLyt=abhv", max_size=100))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    for start in ("", "Deal: 164\nMoves: ", "Deal: 164\nRules: "):
        with contextlib.suppress(BadInput, IllegalReplay):
            game = read_game(start + text)
            assert shown(read_game(write_game(game))) == shown(game)


def test_a_game_keeps_the_profile_that_it_was_begun_with_however_far_its_rules_went_from_it() -> None:
    points = PROFILES["points"]
    rules = points.rules.change({"foundation_return": False, "undo_limit": None, "scoring": "none"})
    game = Game(deal(164), rules, deal=164, profile=points)
    text = write_game(game)
    assert "Rules: points foundation_return=no undo_limit=none scoring=none" in text
    again = read_game(text)
    assert (again.profile, again.rules) == (points, rules)


# What other programs write


def test_cells_as_fc_solve_prints_them_four_characters_each() -> None:
    names = DEAL_1.replace("JD ", "", 1).replace("TD ", "", 1)
    for line, cells in [
        ("Freecells:  JD          TD", ("JD", None, None, "TD")),
        ("Freecells:      JD 10D    ", (None, "JD", "TD", None)),
        ("Freecells:      JD 10D", (None, "JD", "TD")),
        ("Freecells:  JD  TD", ("JD", "TD")),
        ("FC: JD TD", ("JD", "TD")),
        ("FC:  JD  -  TD ", ("JD", None, "TD")),
    ]:
        found = read_layout(f"Foundations: H-0 C-0 D-0 S-0 \n{line}\n: " + names.replace("\n", "\n: "))
        assert tuple(None if held is None else str(held) for held in found.cells) == cells
    assert read_layout(f"Freecells:                \n{DEAL_1}") == deal(1, 4)
    assert read_layout(f"Freecells:        \n{DEAL_1}") == deal(1, 2)


@settings(max_examples=50)
@given(tables())
def test_a_position_as_pysolfc_exports_it_is_read_as_it_is(table: Table) -> None:
    """Foundations without a card are left out, an empty cascade is an empty line, also the first."""
    position = table.position
    heights = [f"{suit}-{'0A23456789TJQK'[height]}" for suit, height in zip("CDHS", position.foundations, strict=True) if height]
    lines = [f"Founds: {' '.join(heights)}"] if heights else []
    lines += [" ".join(["FC:", *("-" if held is None else str(held) for held in position.cells)])] if position.cells else ["FC:"]
    lines += [" ".join(map(str, cascade)) for cascade in position.cascades]
    assert read_layout("\n".join(lines) + "\n") == position


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_game_saved_by_pysolfc_is_a_pickle_and_refused(protocol: int) -> None:
    saved = pickle.dumps("PySolFC", protocol) + pickle.dumps((4, 8), protocol)
    for text in (saved.decode("latin-1"), saved.decode("utf-8", "replace")):
        for read in (read_layout, read_game):
            with pytest.raises(BadInput, match="saved game of PySolFC"):
                read(text)
