"""The words for codes: what a player reads of refusals, errors and events.

The engine and the session deal in codes with values (`too-many: wanted 4, fit 3, cells 2, cascades 0`); every face turns them into
sentences through `word`, and only there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Values = Mapping[str, Any]

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_QUOTED_AT_MOST = 60


def quote(value: object) -> str:
    """`value` as an error shows it: in quotes, with control characters made visible, and cut if it is very long.

    >>> quote("1e3")
    "'1e3'"
    >>> quote("9" * 400)
    "'999999999999999999999999999999999999999999999999999999999999'… (400 characters)"
    """
    if not isinstance(value, str):
        try:
            value = repr(value)
        except ValueError:  # an integer of thousands of digits refuses to be written
            return "a number of thousands of digits"
        return value if len(value) <= _QUOTED_AT_MOST else f"{value[:_QUOTED_AT_MOST]}…"
    if len(value) <= _QUOTED_AT_MOST:
        return repr(value)
    return f"{value[:_QUOTED_AT_MOST]!r}… ({len(value)} characters)"


def card_text(card: str) -> str:
    """A card as a player reads it.

    >>> card_text("TH")
    '10♥'
    """
    return card[:-1].replace("T", "10") + _SYMBOLS[card[-1]]


def place_text(place: str) -> str:
    """A place as a player reads it.

    >>> place_text("3"), place_text("b"), place_text("hS")
    ('cascade 3', 'cell b', 'the foundation of spades')
    """
    if place.startswith("h"):
        return f"the foundation of {_SUIT_NAMES[place[1]]}" if len(place) > 1 else "the foundation"
    return f"{'cascade' if place.isdigit() else 'cell'} {place}"


def count_text(number: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> count_text(0, "empty cell", "empty cells"), count_text(1, "move", "moves")
    ('no empty cell', '1 move')
    """
    return f"no {one}" if number == 0 else f"{number} {one if number == 1 else many}"


def word(code: str, values: Values) -> str:
    """The sentence for a code; a code without a sentence of its own is shown as it is, with its values.

    >>> word("too-many", {"wanted": 4, "fit": 3, "cells": 2, "cascades": 0, "empty": False})
    '3 of these 4 cards would fit: 2 empty cells, no empty cascade.'
    """
    sentence = _SENTENCES.get(code)
    if sentence is None:
        return f"{code}: " + ", ".join(f"{key} {value}" for key, value in values.items()) if values else code
    return sentence(values) if callable(sentence) else sentence


def _cards_text(cards: list[str]) -> str:
    return " ".join(map(card_text, cards))


def _too_many(v: Values) -> str:
    helpers = count_text(v["cascades"], "empty cascade", "empty cascades")
    if v["empty"]:  # the target is empty itself and does not help
        helpers = count_text(v["cascades"], "other empty cascade", "other empty cascades")
    return f"{v['fit']} of these {v['wanted']} cards would fit: {count_text(v['cells'], 'empty cell', 'empty cells')}, {helpers}."


def _no_fit(v: Values) -> str:
    card, on = v["card"], v["on"]
    if on[0] == "A":
        return f"{card_text(card)} does not go on {card_text(on)}: an ace takes no card."
    rank = "A23456789TJQK"["A23456789TJQK".index(on[0]) - 1].replace("T", "10")
    name = f"{'black' if on[1] in 'DH' else 'red'} {'ace' if rank == 'A' else rank}"
    return f"{card_text(card)} does not go on {card_text(on)}, which takes a {name}."


def _foundation_order(v: Values) -> str:
    needed = v["needed"]
    if needed is None:
        return f"The foundation of {_SUIT_NAMES[v['card'][1]]} is complete."
    return f"{card_text(v['card'])} cannot go to its foundation yet: {card_text(needed)} comes first."


def _moved(v: Values) -> str:
    cards = v["cards"]
    what = card_text(cards[0]) if len(cards) == 1 else f"{len(cards)} cards from {card_text(cards[0])}"
    return f"{what} to {place_text(v['to'])}."


def _again(done: str, v: Values, way: str) -> str:
    cards = v["cards"]
    return f"{done}: {_cards_text(cards)} {way} {place_text(v['to'])}." if cards else f"{done}."


def _autoplayed(v: Values) -> str:
    return f"{_cards_text([step['card'] for step in v['steps']])} to the foundations."


def _with_score(text: str, v: Values) -> str:
    return text if v.get("score") is None else f"{text} Score {v['score']}."


def _hint(v: Values) -> str:
    cards, to = v["cards"], v["to"]
    what = _cards_text(cards) if len(cards) <= 4 else f"{len(cards)} cards from {card_text(cards[0])}"
    if v["from"].startswith("h"):
        what += " back from the foundation"
    if to.startswith("h"):
        where = "to the foundation"
    elif v["onto"] is not None:
        where = f"onto {card_text(v['onto'])}"
    else:
        where = f"to empty {place_text(to)}" if to.isdigit() else f"to {place_text(to)}"
    why = "" if v["reason"] is None else f", {word(v['reason']['code'], v['reason']['values'])}"
    return f"{what} {where}{why}."


def _are_left(moves: int | None) -> str:
    if moves is None:
        return "a way to win is left"
    return "1 move is left" if moves == 1 else f"{count_text(moves, 'move', 'moves')} are left"


_NO_WAY_BACK = {
    "winnable": "This position can still be won.",
    "unwinnable": "This deal could not be won from its start, which is proved.",
    "unknown": "It is not known which position was the last that could be won.",
}

_SENTENCES: dict[str, str | Callable[[Values], str]] = {
    # Cards, positions, layouts
    "bad-card": lambda v: f"{quote(v['text'])} is not a card; expected a rank A 2–9 T J Q K (or 10) and a suit C D H S, as in 7D.",
    "bad-place": lambda v: f"{quote(v['text'])} is not a place; expected a cascade 1–8, a cell a–d, or a foundation hC hD hH hS.",
    "invalid-position": lambda v: "\n".join(["Not a position of FreeCell:", *(f"- {fault}" for fault in v["faults"])]),
    "empty-layout": "The layout is empty; expected the cards of eight cascades, a line each.",
    "too-many-cascades": lambda v: f"{v['count']} cascades; there are at most 8.",
    "no-cascades": "No cascades; there are 1 to 8.",
    "too-many-cells": lambda v: f"{v['count']} cells; there are at most 4.",
    "wrong-cells": lambda v: f"{count_text(v['count'], 'cell', 'cells')} in the layout, but {v['wanted']} in the rules.",
    "bad-foundation": lambda v: f"{quote(v['text'])} is not a foundation; expected a suit and the rank of its last card, as in H-3.",
    "same-foundation": lambda v: f"The foundation of {_SUIT_NAMES[v['suit']]} is given {v['count']} times.",
    "repeated-line": lambda v: f"{v['line']} are given more than once.",
    "missing-cards": lambda v: f"Missing: {' '.join(v['cards'])} ({count_text(len(v['cards']), 'card', 'cards')}).",
    "repeated-card": lambda v: f"{v['card']} is there {v['count']} times: {', '.join(map(place_text, v['places']))}.",
    "bad-foundations": lambda v: f"{quote(v['heights'])} are not four foundations; expected the rank of each suit's last card, 0 to 13.",
    # Rules
    "bad-rule": lambda v: f"{v['rule']} cannot be {quote(v['value'])}; expected {v['expected']}.",
    "no-such-rule": lambda v: f"There is no rule {quote(v['rule'])}; the rules are {', '.join(v['rules'])}.",
    "no-such-profile": lambda v: f"There is no profile {quote(v['profile'])}; the profiles are {', '.join(v['profiles'])}.",
    "bad-setting": lambda v: f"{v['setting']} cannot be {quote(v['value'])}; expected {v['expected']}.",
    # Deals and codes
    "bad-deal": lambda v: (
        f"{quote(v['text'])} is not a deal; expected a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH."
    ),
    "deal-range": lambda v: f"There is no deal {quote(v['text'])}; deals are numbered from 1 to 8589934591.",
    "bad-code": lambda v: (
        f"{quote(v['text'])} is not a game code; expected FC1-C, the number of cells 0–4, a hyphen and seven letters A–Z or 2–7 "
        "that stand for a deal from 1 to 8589934591, as in FC1-C4-AAAAAKH."
    ),
    "code-cells": lambda v: (
        f"The code {quote(v['text'])} is for {count_text(v['code_cells'], 'cell', 'cells')}, but {v['cells']} were asked for."
    ),
    # The solver
    "bad-twin": lambda v: f"FREECELL_SOLVER cannot be {quote(v['value'])}; expected python or c.",
    "bad-limit": lambda v: f"{v['limit']} cannot be {quote(v['value'])}; expected {v['expected']}.",
    "bad-choice": lambda v: f"{v['name']} cannot be {quote(v['value'])}; expected {' or '.join(v['choices'])}.",
    "no-core": lambda v: f"The solver's core in C cannot be used: {v['problem']}.",
    # Texts of moves and games
    "bad-move": lambda v: f"{quote(v['text'])} is not a move; expected a source and a target, as in 26, 26v3, a5, 3h, 2a or hS5.",
    "bad-game": lambda v: f"This is not the text of a game: {v['problem']}.",
    "pickle": (
        "This is a saved game of PySolFC, a file that runs whatever it holds when it is opened; it is never opened here. "
        "Export the layout as text there, and take that."
    ),
    "bad-file": lambda v: f"Cannot read {quote(v['file'])}: {v['problem']}.",
    "illegal-replay": lambda v: f"Move {v['index']}, {quote(v['token'])}: {v['reason']}",
    # What is kept
    "bad-database": lambda v: (
        f"This does not name a database: {v['problem']}; expected a file's name, sqlite:///FILE or postgresql://USER@HOST/NAME."
    ),
    "no-database": lambda v: f"The database {quote(v['database'])} cannot be used: {v['problem']}.",
    "newer-database": lambda v: (
        f"The database {quote(v['database'])} was made by a newer FreeCell (its version is {v['revision']}, this one knows {v['newest']}); "
        "install that one. Nothing was changed."
    ),
    "not-saved": lambda v: f"Not saved: {v['problem']}.",
    "file-exists": lambda v: f"{quote(v['file'])} is there already; name another.",
    "not-empty": lambda v: f"There are games in the database {quote(v['database'])} already; name an empty one.",
    "no-backup": lambda v: f"No backup can be made in {quote(v['file'])}: {v['problem']}.",
    "no-kept-game": lambda v: f"There is no game {quote(v['name'])} among those kept; `freecell games` lists them.",
    "many-games": lambda v: f"{v['count']} games have names that begin with {quote(v['name'])}; write more of it.",
    "bad-deals": lambda v: f"{quote(v['text'])} is not a range of at most {v['most']} deals; expected one such as 1-32000.",
    "bad-date": lambda v: f"{quote(v['text'])} is not a date; expected one such as 2026-11-30.",
    "bad-page": lambda v: f"{quote(v['text'])} is not a place in the list of games.",
    "bad-map": lambda v: f"{v['first']}-{v['last']} is not a range of at most {v['most']} deals; expected the lower number first.",
    "bad-link": "That link was used already, or is too old; ask for another one on the machine where you play.",
    "local-player": "This server is this machine's own: whoever plays here is one and the same player, and needs no link.",
    "no-reset": "The statistics were not reset, so there is nothing to undo.",
    "bad-export": lambda v: f"This is not an export of games: {v['problem']}.",
    # Moves that the rules refuse
    "no-such-place": lambda v: f"There is no {place_text(v['place'])} in this game.",
    "no-card": lambda v: f"There is no card on {place_text(v['place'])}.",
    "few-cards": lambda v: f"No more than {count_text(v['count'], 'card', 'cards')} can be taken from {place_text(v['place'])}.",
    "same-place": "The card is there already.",
    "one-card": lambda v: f"Only one card at a time goes to {place_text(v['to'])}.",
    "one-at-a-time": lambda v: f"These are {v['wanted']} cards, and the rules being played move one at a time.",
    "not-a-sequence": lambda v: (
        f"{_cards_text(v['cards'])} do not move together: they are not a descending sequence of alternating colours."
    ),
    "no-return": "A card on a foundation stays there under the rules being played; Undo takes it back.",
    "return-to-cascade": "A card from a foundation goes back onto a cascade only.",
    "foundation-first": lambda v: (
        f"{card_text(v['card'])} can go to its foundation, and under the rules being played it goes nowhere else."
    ),
    "wrong-foundation": lambda v: f"{card_text(v['card'])} does not go to {place_text(v['to'])}.",
    "foundation-order": _foundation_order,
    "cell-taken": lambda v: f"Cell {v['cell']} holds {card_text(v['card'])} already.",
    "cell-to-cell": "A card in a cell goes onto a cascade or to its foundation.",
    "no-fit": _no_fit,
    "whole-cascade": "Moving a whole cascade onto an empty one would change nothing; the rules being played refuse it.",
    "too-many": _too_many,
    "no-place": lambda v: f"{_cards_text(v['cards'])} cannot go anywhere now.",
    # Actions that are refused
    "game-over": "The game is over.",
    "nothing-to-undo": "There is nothing to undo.",
    "undo-limit": lambda v: (
        f"Undo goes back {count_text(v['limit'], 'action', 'actions')} at most under the rules being played."
        if v["limit"]
        else "There is no Undo under the rules being played."
    ),
    "nothing-to-redo": "There is nothing to redo.",
    "cannot-finish": "The foundations cannot be completed by foundation moves alone yet.",
    "stale": "The game has moved on; this is how it stands now.",
    # Events
    "dealt": lambda v: f"Deal {v['deal']}." if v["deal"] else "A new game.",
    "picked": lambda v: f"Picked {_cards_text(v['cards'])}.",
    "put-back": lambda v: f"Put back {_cards_text(v['cards'])}.",
    "moved": _moved,
    "autoplayed": _autoplayed,
    "finished": _autoplayed,
    "undone": lambda v: _again("Undone", v, "back to"),
    "redone": lambda v: _again("Redone", v, "to"),
    "autoplay": lambda v: f"Autoplay {v['value']}.",
    "settings": "Settings changed.",
    "won": lambda v: _with_score(f"Won in {count_text(v['moves'], 'move', 'moves')}.", v),
    "lost": lambda v: _with_score("No legal move is left: the deal is lost. Undo takes it up again.", v),
    "no-moves": "No legal move is left. Undo, or start again.",
    "resigned": lambda v: _with_score("Resigned.", v),
    "resumed": "The deal goes on.",
    # Wishes
    "bad-wish": lambda v: f"{quote(v['text'])} is not a wish; expected winnable, any, or a difficulty from 1 to 10, as in 3 or 8-10.",
    "no-such-deal": lambda v: f"No deal was found in time that is as wished ({v['wish']}); try again, or wish for another.",
    # The truth beside the player
    "truth-winnable": lambda v: f"Winnable: {_are_left(v['moves_left'])} in the best line known.",
    "truth-unwinnable": "No longer winnable (proved).",
    "truth-never": "This deal cannot be won (proved).",
    "truth-searching": "Not known yet: the search goes on.",
    "truth-unknown": "Not known: the search ended without an answer.",
    "searching": "Searching…",
    "not-yet": "Not known yet: the search goes on.",
    "stopped": "Stopped.",
    "elsewhere": "This game was played on elsewhere: here is how it stands.",
    "demonstrating": lambda v: f"Demonstration: {_are_left(v['left'])}.",
    "demonstrated": lambda v: _with_score("All cards are up. A demonstrated game counts as no win.", v),
    "proved-lost": lambda v: _with_score("Nothing wins from here, which is proved: the deal is lost. Undo takes it up again.", v),
    "plays-on": "Under the rules being played, a deal is not over while a legal move is left.",
    "continued": lambda v: f"A new game, from after action {v['action']} of the last one.",
    "no-way-back": lambda v: _NO_WAY_BACK[v["status"]],
    "bad-point": lambda v: (
        f"There is no playing on from {quote(v['value'])}; expected a number of actions, from 0 to {v['actions']}, before a win."
    ),
    # Hints, and what a move is good for
    "hint": _hint,
    "hint-won": "The game is won.",
    "hint-winnable": "This can be won, but no line is known yet.",
    "hint-unwinnable": "Nothing wins from here: that is proved.",
    "hint-never": "This deal cannot be won: that is proved.",
    "hint-unknown": "It is not known yet whether this can be won.",
    "to-free": lambda v: f"to free {card_text(v['card'])}",
    "to-send-up": lambda v: f"to send {card_text(v['card'])} up",
    "to-receive": lambda v: f"to put {card_text(v['card'])} onto {card_text(v['on'])}",
    "to-build": lambda v: f"to put {card_text(v['card'])} onto it",
    "to-empty": lambda v: f"to empty {place_text(v['cascade'])}",
    "to-win": lambda v: f"on the way to a win in {count_text(v['moves'], 'move', 'moves')}",
    "to-free-cell": lambda v: f"to free {place_text(v['cell'])}",
    # The wire
    "bad-message": lambda v: f"The message was not understood: {v['problem']}.",
    "no-such-game": "That game is not here.",
    "no-open-game": "There is no open game to go on with.",
    "game-deleted": "This game was deleted.",
    "no-game": "No game is open on this connection.",
    "wrong-host": "This server is not known by that name; start it with --allow-host NAME to serve one.",
    "wrong-origin": "This request comes from another site's page.",
    "wrong-site": "This request was started by another site.",
    "no-such-page": lambda v: f"There is nothing at {quote(v['path'])}.",
    "bad-request": lambda v: f"This request cannot be answered (status {v['status']}).",
    "bad-host": lambda v: f"Cannot serve on {quote(v['host'])}: {v['problem']}.",
    "bad-proxy": lambda v: f"{quote(v['text'])} is not the address of a proxy; expected an IP address, or a network such as 10.0.0.0/8.",
    "no-free-port": lambda v: f"No port is free from {v['port']} on; name another with --port.",
    "nothing-to-solve": lambda v: (
        f"{quote(v['text'])} is neither a deal (a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH) nor the name "
        "of a file."
    ),
    "one-deal": lambda v: f"{quote(v['text'])} is a range; expected one deal here, or a file.",
    "bad-range": lambda v: f"There are no deals in {quote(v['text'])}; expected the lower number first, as in 1-1000.",
    "missing-moves": lambda v: f"There are no moves to replay on deal {quote(v['deal'])}, and there is no file of that name.",
    "game-too-long": lambda v: f"A game has at most {v['actions']} actions; undo some, or start again.",
    "internal": "The program made a mistake of its own; the game goes on.",
    "busy": "The server holds as many games as it can; try again later.",
    "too-busy": lambda v: (
        f"The server has as much to search for as it can take; try again in {count_text(v['seconds'], 'second', 'seconds')}."
    ),
    "too-many-requests": lambda v: f"That is more than one client's share; try again in {count_text(v['seconds'], 'second', 'seconds')}.",
    "too-many-connections": lambda v: f"There are {v['most']} connections from your address already; close one of them first.",
    "too-large": lambda v: f"The request is too large; expected at most {v['most']} bytes.",
}
