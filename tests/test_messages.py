"""Every code that the engine can raise or tell has a sentence of its own, and here is each of them, provoked."""

import ast
import copy
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from layouts import P1, high

import freecell
from freecell import (
    BadInput,
    Card,
    FreeCellError,
    Game,
    IllegalMove,
    IllegalReplay,
    InvalidPosition,
    Move,
    Place,
    Position,
    Refusal,
    Rules,
    deal,
    game_code,
    read_deal,
    read_game,
    read_layout,
    read_move,
    why_not,
    write_layout,
)
from freecell.analysis import LOST as PROVED
from freecell.analysis import Hint, find_hint
from freecell.analysis import Status as Found
from freecell.commands import (
    Answer,
    AskHint,
    Auto,
    Command,
    Demonstrate,
    Finish,
    GoBack,
    LoadGame,
    NewGame,
    Play,
    PlayOn,
    Redo,
    Resign,
    Restart,
    SetAutoplay,
    SetSettings,
    Stop,
    Tap,
    TellBack,
    TellHint,
    Undo,
)
from freecell.deals import choose_cells
from freecell.messages import quote, word
from freecell.rules import find_profile
from freecell.session import Session
from freecell.speech import card_text, count_text, place_text
from freecell.taps import best_move

SOURCES = sorted(Path(freecell.__file__).parent.glob("*.py"))
MAKERS = {"Refusal", "BadInput", "Event", "taken_back"}
"""What a code is given to; InvalidPosition and the picking of cards give theirs by themselves."""


def codes_in(source: str) -> set[str]:
    """The codes that a module's source gives to errors, refusals and events."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS and node.args:
            found.update(_texts(node.args[0]))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "__init__" and node.args:
            found.update(_texts(node.args[0]))
    return found


def _texts(node: ast.expr) -> Iterable[str]:
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


CODES = set[str]().union(*(codes_in(path.read_text(encoding="utf-8")) for path in SOURCES))

DEAL_1 = write_layout(deal(1))
RETURNS = Rules(foundation_return=True)
ENDGAME = high(["KS QS", "KH", "KD QC", "KC"], "QD - - -")
STUCK = f"Layout:\nFC:\n{DEAL_1}\nRules: cells=0"


def refused(position: Position, rules: Rules, source: str, target: str, count: int = 1) -> Callable[[], Refusal | None]:
    return lambda: why_not(position, rules, Move(Place(source), Place(target), count))


def told(start: NewGame, *commands: Command) -> Answer:
    session = Session(start)
    return [session.do(command) for command in commands][-1]


def raised(function: Callable[[], object]) -> Callable[[], FreeCellError]:
    def error() -> FreeCellError:
        with pytest.raises(FreeCellError) as caught:
            function()
        return caught.value

    return error


def fault(text: str, cells: int | None = None, at: int = 0) -> Callable[[], Refusal]:
    def first() -> Refusal:
        with pytest.raises(InvalidPosition) as caught:
            read_layout(text, cells)
        return caught.value.faults[at]

    return first


def position_fault(cascades: list[str], foundations: tuple[int, ...] = (13, 13, 13, 13)) -> Callable[[], Refusal]:
    def first() -> Refusal:
        with pytest.raises(InvalidPosition) as caught:
            Position(cascades, foundations=foundations)
        return caught.value.faults[0]

    return first


def after(session: Session, *commands: Command) -> Session:
    for command in commands:
        assert session.do(command).refusal is None
    return session


def answered(start: NewGame | LoadGame, *commands: Command, version: int | None = None) -> Callable[[], object]:
    """The refusal, or else the last event, of the last of some commands."""

    def last() -> object:
        answer = after(Session(start), *commands[:-1]).do(commands[-1], version=version)
        return answer.refusal or answer.events[-1]

    return last


def ending(under: str) -> LoadGame:
    return LoadGame(f"Layout:\n{write_layout(high(['KS', 'KH']))}\nRules: {under}\nMoves: 1h")


def last_move(under: str) -> LoadGame:
    """A game with one cell, in which the one legal move leaves none."""
    return LoadGame(f"Layout:\nFC: -\n{DEAL_1}\nRules: cells=1 autoplay=off {under}")


def into_the_cell(start: LoadGame) -> str:
    """A cascade whose top card, put into the cell, leaves no legal move."""
    for source in "12345678":
        game = read_game(start.text)
        if not why_not(game.position, game.rules, Move(Place(source), Place("a"))):
            game.play(f"{source}a")
            if game.without_moves:
                return source
    raise AssertionError


LOST, STOPPED = last_move("lose_without_moves=yes scoring=cards"), last_move("")

EVERY_CODE: dict[str, tuple[Callable[[], object], str]] = {
    "bad-card": (raised(lambda: Card("1X")), "'1X' is not a card; expected a rank A 2–9 T J Q K (or 10) and a suit C D H S, as in 7D."),
    "bad-place": (raised(lambda: Place("9")), "'9' is not a place; expected a cascade 1–8, a cell a–d, or a foundation hC hD hH hS."),
    "invalid-position": (
        raised(lambda: read_layout("")),
        "Not a position of FreeCell:\n- The layout is empty; expected the cards of eight cascades, a line each.",
    ),
    "empty-layout": (fault(" \n"), "The layout is empty; expected the cards of eight cascades, a line each."),
    "no-cascades": (position_fault([]), "No cascades; there are 1 to 8."),
    "too-many-cascades": (position_fault([""] * 9), "9 cascades; there are at most 8."),
    "too-many-cells": (fault(f"FC: - - - - -\n{DEAL_1}"), "5 cells; there are at most 4."),
    "wrong-cells": (fault(f"FC: - -\n{DEAL_1}", 1), "2 cells in the layout, but 1 in the rules."),
    "bad-foundation": (
        fault(f"Founds: H-14\n{DEAL_1}"),
        "'H-14' is not a foundation; expected a suit and the rank of its last card, as in H-3.",
    ),
    "same-foundation": (fault(f"Founds: H-0 H-0\n{DEAL_1}"), "The foundation of hearts is given 2 times."),
    "repeated-line": (fault(f"FC: -\nFC: -\n{DEAL_1}"), "The cells are given more than once."),
    "missing-cards": (fault(DEAL_1.replace("7S", "").replace("TC", "")), "Missing: 7S TC (2 cards)."),
    "repeated-card": (fault(f"FC: 7S\n{DEAL_1}"), "7S is there 2 times: cell a, cascade 8."),
    "bad-foundations": (
        position_fault([""], (13, 13, 13, 14)),
        "'[13, 13, 13, 14]' are not four foundations; expected the rank of each suit's last card, 0 to 13.",
    ),
    "bad-rule": (raised(lambda: Rules(cells=5)), "cells cannot be 5; expected a number from 0 to 4."),
    "no-such-rule": (
        raised(lambda: Rules().change({"jokers": 2})),
        "There is no rule 'jokers'; the rules are cells, supermove, foundation_return, foundation_first, whole_cascade_to_empty, "
        "autoplay, undo_limit, scoring, lose_without_moves.",
    ),
    "no-such-profile": (
        raised(lambda: find_profile("vegas")),
        "There is no profile 'vegas'; the profiles are standard, one-tap, points, linear.",
    ),
    "bad-setting": (answered(NewGame("1"), SetSettings("hop")), "tap cannot be 'hop'; expected pick, foundation, cascade, move."),
    "bad-deal": (
        raised(lambda: read_deal("1e3")),
        "'1e3' is not a deal; expected a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH.",
    ),
    "deal-range": (raised(lambda: read_deal("-5")), "There is no deal '-5'; deals are numbered from 1 to 8589934591."),
    "bad-code": (
        raised(lambda: read_deal("FC1-C4-AAAAAAA")),
        "'FC1-C4-AAAAAAA' is not a game code; expected FC1-C, the number of cells 0–4, a hyphen and seven letters A–Z or 2–7 "
        "that stand for a deal from 1 to 8589934591, as in FC1-C4-AAAAAKH.",
    ),
    "code-cells": (
        raised(lambda: choose_cells(read_deal(game_code(327, 0)), 4)),
        "The code 'FC1-C0-AAAAAKH' is for no cell, but 4 were asked for.",
    ),
    "bad-move": (
        raised(lambda: read_move("2-6", deal(1), Rules())),
        "'2-6' is not a move; expected a source and a target, as in 26, 26v3, a5, 3h, 2a or hS5.",
    ),
    "pickle": (
        raised(lambda: read_game(pickle.dumps("PySolFC", 0).decode())),
        "This is a saved game of PySolFC, a file that runs whatever it holds when it is opened; it is never opened here. "
        "Export the layout as text there, and take that.",
    ),
    "bad-game": (
        raised(lambda: read_game("Moves:")),
        "This is not the text of a game: expected either a line Deal: with a number, or Layout: and the cards.",
    ),
    "illegal-replay": (raised(lambda: read_game("Deal: 1\nMoves: 1a 2a")), "Move 2, '2a': Cell a holds 6♠ already."),
    "no-such-place": (refused(deal(1, 2), Rules(cells=2), "1", "c"), "There is no cell c in this game."),
    "no-card": (refused(deal(1), Rules(), "b", "1"), "There is no card on cell b."),
    "few-cards": (refused(ENDGAME, Rules(), "a", "1", 2), "No more than 1 card can be taken from cell a."),
    "same-place": (refused(deal(1), Rules(), "1", "1"), "The card is there already."),
    "one-card": (refused(P1, Rules(), "5", "c", 2), "Only one card at a time goes to cell c."),
    "one-at-a-time": (
        refused(P1, Rules().change({"supermove": "single"}), "5", "3", 4),
        "These are 4 cards, and the rules being played move one at a time.",
    ),
    "not-a-sequence": (
        refused(deal(1), Rules(), "1", "2", 2),
        "6♦ 6♠ do not move together: they are not a descending sequence of alternating colours.",
    ),
    "no-return": (
        refused(ENDGAME, Rules(), "hH", "4"),
        "A card on a foundation stays there under the rules being played; Undo takes it back.",
    ),
    "return-to-cascade": (refused(ENDGAME, RETURNS, "hH", "b"), "A card from a foundation goes back onto a cascade only."),
    "foundation-first": (
        refused(ENDGAME, Rules(foundation_first=True), "a", "4"),
        "Q♦ can go to its foundation, and under the rules being played it goes nowhere else.",
    ),
    "wrong-foundation": (refused(deal(1), Rules(), "1", "hC"), "6♠ does not go to the foundation of clubs."),
    "foundation-order": (refused(deal(1), Rules(), "1", "hS"), "6♠ cannot go to its foundation yet: A♠ comes first."),
    "cell-taken": (refused(ENDGAME, Rules(), "1", "a"), "Cell a holds Q♦ already."),
    "cell-to-cell": (refused(ENDGAME, Rules(), "a", "b"), "A card in a cell goes onto a cascade or to its foundation."),
    "no-fit": (refused(deal(1), Rules(), "1", "2"), "6♠ does not go on 9♣, which takes a red 8."),
    "whole-cascade": (
        refused(ENDGAME, Rules(whole_cascade_to_empty=False), "2", "5"),
        "Moving a whole cascade onto an empty one would change nothing; the rules being played refuse it.",
    ),
    "too-many": (refused(P1, Rules(), "5", "3", 4), "3 of these 4 cards would fit: 2 empty cells, no empty cascade."),
    "no-place": (
        raised(lambda: best_move(deal(1, 0), Rules(cells=0), Place("1"), 1)),
        "6♠ cannot go anywhere now.",
    ),
    "game-over": (answered(ending("autoplay=off"), Finish(), Undo()), "The game is over."),
    "nothing-to-undo": (answered(NewGame("1"), Undo()), "There is nothing to undo."),
    "undo-limit": (
        answered(NewGame("1", "points", {"undo_limit": 1}), Play("1", "a"), Play("2", "b"), Undo(), Undo()),
        "Undo goes back 1 action at most under the rules being played.",
    ),
    "nothing-to-redo": (answered(NewGame("1"), Redo()), "There is nothing to redo."),
    "cannot-finish": (answered(NewGame("1"), Finish()), "The foundations cannot be completed by foundation moves alone yet."),
    "stale": (answered(NewGame("1"), Undo(), version=7), "The game has moved on; this is how it stands now."),
    "dealt": (answered(NewGame("1"), Restart()), "Deal 1."),
    "picked": (answered(NewGame("1"), Tap("1")), "Picked 6♠."),
    "put-back": (answered(NewGame("1"), Tap("1"), Tap("1")), "Put back 6♠."),
    "moved": (answered(NewGame("1"), Play("1", "a")), "6♠ to cell a."),
    "autoplayed": (
        lambda: Session(LoadGame(f"Layout:\n{write_layout(high(['QS KS', 'KH', 'KD JD QC QD', 'KC']))}")).do(Play("1", "a")).events[1],
        "Q♠ K♥ to the foundations.",
    ),
    "finished": (lambda: Session(ending("autoplay=off")).do(Finish()).events[0], "K♥ to the foundations."),
    "undone": (answered(NewGame("1"), Play("1", "a"), Undo()), "Undone: 6♠ back to cascade 1."),
    "redone": (answered(NewGame("1"), Play("1", "a"), Undo(), Redo()), "Redone: 6♠ to cell a."),
    "autoplay": (answered(NewGame("1"), SetAutoplay("off")), "Autoplay off."),
    "settings": (answered(NewGame("1"), SetSettings("move")), "Settings changed."),
    "won": (answered(ending("one-tap"), Play("2", "h")), "Won in 2 moves. Score 52."),
    "lost": (answered(LOST, Play(into_the_cell(LOST), "a")), "No legal move is left: the deal is lost. Undo takes it up again. Score 0."),
    "no-moves": (answered(STOPPED, Play(into_the_cell(STOPPED), "a")), "No legal move is left. Undo, or start again."),
    "resigned": (answered(NewGame("1", "points"), Resign()), "Resigned. Score 0."),
    "searching": (answered(NewGame("164"), AskHint()), "Searching…"),
    "not-yet": (
        answered(NewGame("164"), AskHint(), TellHint(1, Hint(Found.UNKNOWN), searching=True)),
        "Not known yet: the search goes on.",
    ),
    "hint": (answered(NewGame("164"), AskHint(), TellHint(1, find_hint(deal(164), short=None))), "6♠ onto 7♦."),
    "stopped": (answered(NewGame("164"), Stop()), "Stopped."),
    "continued": (answered(NewGame("164"), Play("1", "a"), PlayOn(1)), "A new game, from after action 1 of the last one."),
    "bad-point": (
        answered(NewGame("164"), Play("1", "a"), PlayOn(2)),
        "There is no playing on from 2; expected a number of actions, from 0 to 1, before a win.",
    ),
    "no-way-back": (
        answered(NewGame("164"), GoBack(), TellBack(1, None, "unwinnable")),
        "This deal could not be won from its start, which is proved.",
    ),
    "demonstrating": (
        lambda: told(NewGame("164"), Demonstrate(), TellHint(1, find_hint(deal(164), short=None))).events[0],
        f"Demonstration: {(find_hint(deal(164), short=None).moves_left or 0) - 1} moves are left.",
    ),
    "demonstrated": (
        lambda: (
            Session(LoadGame(ending("autoplay=off").text.replace("Moves:", "Help: hints=0 autos=0 demonstrated=yes\nMoves:")))
            .do(Finish())
            .events[1]
        ),
        "All cards are up. A demonstrated game counts as no win.",
    ),
    "proved-lost": (
        answered(NewGame("164", "one-tap"), Auto(), TellHint(1, Hint(Found.UNWINNABLE, truth=PROVED))),
        "Nothing wins from here, which is proved: the deal is lost. Undo takes it up again. Score 0.",
    ),
    "plays-on": (raised(lambda: Game(deal(164)).lose()), "Under the rules being played, a deal is not over while a legal move is left."),
    "resumed": (answered(LOST, Play(into_the_cell(LOST), "a"), Undo()), "The deal goes on."),
}


def test_every_code_in_the_source_is_provoked_here() -> None:
    assert set(EVERY_CODE) - {"picked", "put-back"} == CODES - {"picked", "put-back"}


def test_codes_are_found_in_a_source() -> None:
    found = codes_in('raise BadInput("a", x=1)\nx = [Refusal("b"), Event("c" if y else "d"), Other("e")]\nsuper().__init__("f")')
    assert found == {"a", "b", "c", "d", "f"}


@pytest.mark.parametrize("code", EVERY_CODE)
def test_every_code_has_its_sentence(code: str) -> None:
    provoke, sentence = EVERY_CODE[code]
    happened = provoke()
    assert getattr(happened, "code", None) == code
    assert str(happened) == sentence


def test_sentences_that_have_other_words_for_other_values() -> None:
    assert word("undo-limit", {"limit": 0}) == "There is no Undo under the rules being played."
    assert str(Refusal("foundation-order", {"card": "KS", "needed": None})) == "The foundation of spades is complete."
    assert str(Refusal("no-fit", {"card": "KS", "on": "AH"})) == "K♠ does not go on A♥: an ace takes no card."
    assert str(Refusal("no-fit", {"card": "KS", "on": "2H"})) == "K♠ does not go on 2♥, which takes a black ace."
    assert str(Refusal("no-fit", {"card": "KS", "on": "JC"})) == "K♠ does not go on J♣, which takes a red 10."
    onto_empty = {"wanted": 8, "fit": 6, "cells": 1, "cascades": 2, "empty": True}
    assert word("too-many", onto_empty) == "6 of these 8 cards would fit: 1 empty cell, 2 other empty cascades."
    assert word("moved", {"cards": ["9S", "8H", "7C"], "to": "hS"}) == "3 cards from 9♠ to the foundation of spades."
    steps = [{"card": card, "from": "1", "to": f"h{card[1]}"} for card in ("AH", "AS", "2S", "2H", "3S")]
    assert word("autoplayed", {"steps": steps[:4]}) == "A♥ A♠ 2♠ 2♥ to the foundations."
    assert word("autoplayed", {"steps": steps}) == word("finished", {"steps": steps}) == "5 cards to the foundations, up to 2♥ 3♠."
    assert word("undone", {"cards": [], "to": None, "steps": []}) == "Undone."
    assert (
        word("undone", {"cards": ["AS"], "to": "1", "steps": steps[:2]})
        == "Undone: A♠ back to cascade 1. 1 card back from the foundations."
    )
    assert word("redone", {"cards": ["AS"], "to": "a", "steps": steps[1:]}) == "Redone: A♠ to cell a. 3 cards to the foundations."
    assert word("dealt", {"deal": None, "code": None}) == "A new game."
    assert word("won", {"moves": 1, "score": None}) == "Won in 1 move."


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    assert word("new-code", {}) == "new-code"
    assert word("new-code", {"a": 1, "b": "x"}) == "new-code: a 1, b x"


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("1e3", "'1e3'"),
        ("", "''"),
        ("a\nb\x1b[2J", "'a\\nb\\x1b[2J'"),
        ("x" * 61, f"'{'x' * 60}'… (61 characters)"),
        (1.5, "1.5"),
        (None, "None"),
        (list(range(40)), f"{str(list(range(40)))[:60]}…"),
        (10**5000, "a number of thousands of digits"),
    ],
    ids=range(8),
)
def test_input_is_quoted_so_that_it_can_be_read(value: object, quoted: str) -> None:
    assert quote(value) == quoted


def test_cards_places_and_numbers_in_words() -> None:
    assert [card_text(card) for card in ("AC", "TD", "9H", "KS")] == ["A♣", "10♦", "9♥", "K♠"]
    assert [place_text(place) for place in ("1", "d", "hC", "hD", "hH", "hS", "h")] == [
        "cascade 1",
        "cell d",
        *(f"the foundation of {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")),
        "the foundation",
    ]
    assert [count_text(number, "cards") for number in range(3)] == ["no card", "1 card", "2 cards"]


ERRORS = [
    BadInput("bad-card", text="x"),
    IllegalMove(Refusal("no-return")),
    IllegalReplay(3, "26", Refusal("same-place")),
    InvalidPosition([Refusal("no-cascades"), Refusal("too-many-cells", {"count": 5})]),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_one_tree_and_can_be_copied(error: FreeCellError) -> None:
    """Copies and pickles too: an error may come from another process."""
    assert isinstance(error, FreeCellError)
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error)
        assert (str(twin), twin.code, twin.values, vars(twin)) == (str(error), error.code, error.values, vars(error))


def test_bad_input_is_a_value_error_and_an_illegal_move_is_none() -> None:
    assert issubclass(BadInput, ValueError)
    assert issubclass(InvalidPosition, BadInput)
    assert issubclass(IllegalReplay, IllegalMove)
    assert not issubclass(IllegalMove, ValueError)
