"""The sentences for codes, as templates that can be translated: what a player reads of refusals, errors and events.

Each is a text whose values are named in braces (`freecell.speech` says how they are worded), or a function that chooses among such texts
by the values. A list is several sentences, one after the other. Catalogues are made from the texts as they stand here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from freecell.speech import Values

Template = str | list[str]
SCORE: Final = "Score {score}."
FEW: Final = 4
"""So many cards are named one by one."""


def _with_score(text: str) -> Callable[[Values], Template]:
    return lambda v: text if v.get("score") is None else [text, SCORE]


def _by(choose: Callable[[Values], Any], texts: dict[Any, str]) -> Callable[[Values], Template]:
    """The text for what `choose` finds in the values."""
    return lambda v: texts[choose(v)]


def others(v: Values) -> int:
    """How many cards went up, or came back, that the player did not move."""
    return len({step["card"] for step in v["steps"]} - set(v["cards"]))


def _with_others(text: str, texts: dict[bool, str]) -> Callable[[Values], Template]:
    """The text for whether cards were moved, and one for those that autoplay added."""
    return lambda v: [texts[bool(v["cards"])], *([text] if others(v) else [])]


def _amount(v: Values) -> str:
    """How the cards of a hint are named: all of them, their number and the first, or as coming back from a foundation."""
    return "back" if v["from"].startswith("h") else "few" if len(v["cards"]) <= FEW else "many"


SENTENCES: Final[dict[str, Template | Callable[[Values], Template]]] = {
    # Cards, positions, layouts
    "bad-card": "{text:quoted} is not a card; expected a rank A 2–9 T J Q K (or 10) and a suit C D H S, as in 7D.",
    "bad-place": "{text:quoted} is not a place; expected a cascade 1–8, a cell a–d, or a foundation hC hD hH hS.",
    # T: A list of what is wrong follows, a line each.
    "invalid-position": "Not a position of FreeCell:\n{faults}",
    "empty-layout": "The layout is empty; expected the cards of eight cascades, a line each.",
    "too-many-cascades": "{count} cascades; there are at most 8.",
    "no-cascades": "No cascades; there are 1 to 8.",
    "too-many-cells": "{count} cells; there are at most 4.",
    "wrong-cells": "{count:cells} in the layout, but {wanted} in the rules.",
    "bad-foundation": "{text:quoted} is not a foundation; expected a suit and the rank of its last card, as in H-3.",
    "same-foundation": _by(
        lambda v: v["suit"],
        {
            "C": "The foundation of clubs is given {count:times}.",
            "D": "The foundation of diamonds is given {count:times}.",
            "H": "The foundation of hearts is given {count:times}.",
            "S": "The foundation of spades is given {count:times}.",
        },
    ),
    # T: {line} is "The cells" or "The foundations".
    "repeated-line": "{line} are given more than once.",
    # T: {cards:code} are cards as layouts have them: 7S TC.
    "missing-cards": "Missing: {cards:code} ({cards:cards}).",
    "repeated-card": "{card:code} is there {count:times}: {places}.",
    "bad-foundations": "{heights:quoted} are not four foundations; expected the rank of each suit's last card, 0 to 13.",
    # Rules
    # T: {rule} is the name of a rule, as cells; {expected} is what it can be, as "yes or no".
    "bad-rule": "{rule} cannot be {value:quoted}; expected {expected}.",
    "no-such-rule": "There is no rule {rule:quoted}; the rules are {rules}.",
    "no-such-profile": "There is no profile {profile:quoted}; the profiles are {profiles}.",
    "bad-setting": "{setting} cannot be {value:quoted}; expected {expected}.",
    # Deals and codes
    "bad-deal": "{text:quoted} is not a deal; expected a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH.",
    "deal-range": "There is no deal {text:quoted}; deals are numbered from 1 to 8589934591.",
    "bad-code": (
        "{text:quoted} is not a game code; expected FC1-C, the number of cells 0–4, a hyphen and seven letters A–Z or 2–7 "
        "that stand for a deal from 1 to 8589934591, as in FC1-C4-AAAAAKH."
    ),
    "code-cells": "The code {text:quoted} is for {code_cells:cells}, but {cells} were asked for.",
    # The solver
    "bad-twin": "FREECELL_SOLVER cannot be {value:quoted}; expected python or c.",
    "bad-limit": "{limit} cannot be {value:quoted}; expected {expected}.",
    "bad-choice": "{name} cannot be {value:quoted}; expected {choices:or}.",
    "no-core": "The solver's core in C cannot be used: {problem}.",
    # Texts of moves and games
    "bad-move": "{text:quoted} is not a move; expected a source and a target, as in 26, 26v3, a5, 3h, 2a or hS5.",
    "bad-game": "This is not the text of a game: {problem}.",
    "pickle": (
        "This is a saved game of PySolFC, a file that runs whatever it holds when it is opened; it is never opened here. "
        "Export the layout as text there, and take that."
    ),
    # T: What is wrong with the text of a game; it follows "This is not the text of a game:".
    "repeated-section": "it has more than one line {name}:",
    # T: It follows "This is not the text of a game:".
    "first-line": "its first line should be FreeCell game, not {text:quoted}",
    # T: It follows "This is not the text of a game:".
    "too-long": "it is too long; expected at most {most} moves",
    # T: It follows "This is not the text of a game:".
    "too-many-bytes": "it is longer than {most} bytes",
    "bad-file": "Cannot read {file:quoted}: {problem}.",
    "unwritable": "Cannot write {file:quoted}: {problem}.",
    # T: The sentence {reason} says why the move cannot be played; it ends with its own full stop.
    "illegal-replay": "Move {index}, {token:quoted}: {reason}",
    # What is kept
    "bad-database": "This does not name a database: {problem}; expected a file's name, sqlite:///FILE or postgresql://USER@HOST/NAME.",
    "no-database": "The database {database:quoted} cannot be used: {problem}.",
    "newer-database": (
        "The database {database:quoted} was made by a newer FreeCell (its version is {revision}, this one knows {newest}); "
        "install that one. Nothing was changed."
    ),
    "not-saved": "Not saved: {problem}.",
    "file-exists": "{file:quoted} is there already; name another.",
    "not-empty": "There are games in the database {database:quoted} already; name an empty one.",
    "no-backup": "No backup can be made in {file:quoted}: {problem}.",
    "no-kept-game": "There is no game {name:quoted} among those kept; `freecell games` lists them.",
    # T: {count} is never less than 2.
    "many-games": "{count} games have names that begin with {name:quoted}; write more of it.",
    "bad-deals": "{text:quoted} is not a range of at most {most} deals; expected one such as 1-32000.",
    "bad-date": "{text:quoted} is not a date; expected one such as 2026-11-30.",
    "bad-page": "{text:quoted} is not a place in the list of games.",
    "bad-map": "{first}-{last} is not a range of at most {most} deals; expected the lower number first.",
    "bad-link": "That link was used already, or is too old; ask for another one on the machine where you play.",
    "local-player": "This server is this machine's own: whoever plays here is one and the same player, and needs no link.",
    "no-reset": "The statistics were not reset, so there is nothing to undo.",
    "elsewhere": "This game was played on elsewhere: here is how it stands.",
    "no-open-game": "There is no open game to go on with.",
    "game-deleted": "This game was deleted.",
    "bad-export": "This is not an export of games: {problem}.",
    # T: It follows "This is not an export of games:".
    "too-many-lines": "it has more than {most} lines",
    # T: It follows "This is not an export of games:".
    "line-too-long": "a line is longer than {most} characters",
    # T: It follows "This is not an export of games:". {count} is 32.
    "bad-name": "a game's name has {count} letters 0–9 and a–f",
    # T: It follows "This is not an export of games:".
    "too-many-actions": "a game has 1 to {most} actions",
    # Moves that the rules refuse
    "no-such-place": "There is no {place} in this game.",
    "no-card": "There is no card {place:on}.",
    "few-cards": "No more than {count:cards} can be taken {place:from}.",
    "same-place": "The card is there already.",
    "one-card": "Only one card at a time goes {to:to}.",
    # T: {wanted} is never less than 2.
    "one-at-a-time": "These are {wanted} cards, and the rules being played move one at a time.",
    "not-a-sequence": "{cards} do not move together: they are not a descending sequence of alternating colours.",
    "no-return": "A card on a foundation stays there under the rules being played; Undo takes it back.",
    "return-to-cascade": "A card from a foundation goes back onto a cascade only.",
    "foundation-first": "{card} can go to its foundation, and under the rules being played it goes nowhere else.",
    "wrong-foundation": "{card} does not go {to:to}.",
    "foundation-order": _by(
        lambda v: v["card"][1] if v["needed"] is None else "order",
        {
            "order": "{card} cannot go to its foundation yet: {needed} comes first.",
            "C": "The foundation of clubs is complete.",
            "D": "The foundation of diamonds is complete.",
            "H": "The foundation of hearts is complete.",
            "S": "The foundation of spades is complete.",
        },
    ),
    "cell-taken": "Cell {cell} holds {card} already.",
    "cell-to-cell": "A card in a cell goes onto a cascade or to its foundation.",
    "no-fit": _by(
        lambda v: v["on"][0] == "A",
        {
            True: "{card} does not go on {on}: an ace takes no card.",
            # T: {on:fits} is what goes on the card, as "a red 8".
            False: "{card} does not go on {on}, which takes {on:fits}.",
        },
    ),
    "whole-cascade": "Moving a whole cascade onto an empty one would change nothing; the rules being played refuse it.",
    "too-many": _by(
        lambda v: v["empty"],
        {
            # T: {fit} may be 1; {wanted} is 2 to 13.
            False: "{fit} of these {wanted} cards would fit: {cells:empty cells}, {cascades:empty cascades}.",
            True: "{fit} of these {wanted} cards would fit: {cells:empty cells}, {cascades:other empty cascades}.",
        },
    ),
    "no-place": "{cards} cannot go anywhere now.",
    # Actions that are refused
    "game-over": "The game is over.",
    "nothing-to-undo": "There is nothing to undo.",
    "undo-limit": _by(
        lambda v: bool(v["limit"]),
        {
            True: "Undo goes back {limit:actions} at most under the rules being played.",
            False: "There is no Undo under the rules being played.",
        },
    ),
    "nothing-to-redo": "There is nothing to redo.",
    "cannot-finish": "The foundations cannot be completed by foundation moves alone yet.",
    "stale": "The game has moved on; this is how it stands now.",
    # Events
    "dealt": _by(lambda v: bool(v["deal"]), {True: "Deal {deal}.", False: "A new game."}),
    "picked": "Picked {cards}.",
    "put-back": "Put back {cards}.",
    "moved": _by(
        lambda v: len(v["cards"]) == 1,
        {
            True: "{card} {to:to}.",
            # T: Several cards, the first of which is {card}.
            False: "{cards:cards} from {card} {to:to}.",
        },
    ),
    "autoplayed": _by(
        lambda v: len(v["steps"]) <= FEW,
        {
            True: "{cards} to the foundations.",
            # T: {cards} are the last cards of each suit that went up: one to four.
            False: "{count:cards} to the foundations, up to {cards}.",
        },
    ),
    "finished": _by(
        lambda v: len(v["steps"]) <= FEW,
        {
            True: "{cards} to the foundations.",
            False: "{count:cards} to the foundations, up to {cards}.",
        },
    ),
    "undone": _with_others("{count:cards} back from the foundations.", {True: "Undone: {cards} back {to:to}.", False: "Undone."}),
    "redone": _with_others("{count:cards} to the foundations.", {True: "Redone: {cards} {to:to}.", False: "Redone."}),
    "autoplay": _by(lambda v: v["value"], {"off": "Autoplay off.", "safe": "Autoplay safe.", "max": "Autoplay max."}),
    "settings": "Settings changed.",
    "won": _with_score("Won in {moves:moves}."),
    "lost": _with_score("No legal move is left: the deal is lost. Undo takes it up again."),
    "no-moves": "No legal move is left. Undo, or start again.",
    "resigned": _with_score("Resigned."),
    "resumed": "The deal goes on.",
    # Wishes
    "bad-wish": "{text:quoted} is not a wish; expected winnable, any, or a difficulty from 1 to 10, as in 3 or 8-10.",
    "no-such-deal": "No deal was found in time that is as wished ({wish}); try again, or wish for another.",
    # The truth beside the player
    "truth-winnable": _by(
        lambda v: v["moves_left"] is None,
        {
            True: "Winnable: a way to win is left in the best line known.",
            # T: {moves_left:moves are left} is "12 moves are left".
            False: "Winnable: {moves_left:moves are left} in the best line known.",
        },
    ),
    "truth-unwinnable": "No longer winnable (proved).",
    "truth-never": "This deal cannot be won (proved).",
    "truth-searching": "Not known yet: the search goes on.",
    "truth-unknown": "Not known: the search ended without an answer.",
    "searching": "Searching…",
    "not-yet": "Not known yet: the search goes on.",
    "stopped": "Stopped.",
    "demonstrating": _by(
        lambda v: v["left"] is None,
        {True: "Demonstration: a way to win is left.", False: "Demonstration: {left:moves are left}."},
    ),
    "demonstrated": _with_score("All cards are up. A demonstrated game counts as no win."),
    "proved-lost": _with_score("Nothing wins from here, which is proved: the deal is lost. Undo takes it up again."),
    "plays-on": "Under the rules being played, a deal is not over while a legal move is left.",
    # T: The new game begins where the last one stood after so many actions.
    "continued": "A new game, from after action {action} of the last one.",
    "no-way-back": _by(
        lambda v: v["status"],
        {
            "winnable": "This position can still be won.",
            "unwinnable": "This deal could not be won from its start, which is proved.",
            "unknown": "It is not known which position was the last that could be won.",
        },
    ),
    "bad-point": "There is no playing on from {value:quoted}; expected a number of actions, from 0 to {actions}, before a win.",
    # Hints, and what a move is good for
    "hint": _by(
        lambda v: v["reason"] is None,
        {
            True: "{move}.",
            # T: {move} is "6♠ onto 7♦", {reason} is "to free 2♣".
            False: "{move}, {reason}.",
        },
    ),
    "hint-move": _by(
        lambda v: (_amount(v), v["onto"] is not None),
        {
            # T: It begins a sentence, as all these do that say what to move where.
            ("few", True): "{cards} onto {onto}",
            # T: {to:empty} is "to empty cascade 3", "to cell a" or "to the foundation".
            ("few", False): "{cards} {to:empty}",
            ("many", True): "{cards:cards} from {card} onto {onto}",
            ("many", False): "{cards:cards} from {card} {to:empty}",
            ("back", True): "{cards} back from the foundation onto {onto}",
            ("back", False): "{cards} back from the foundation {to:empty}",
        },
    ),
    "hint-won": "The game is won.",
    "hint-winnable": "This can be won, but no line is known yet.",
    "hint-unwinnable": "Nothing wins from here: that is proved.",
    "hint-never": "This deal cannot be won: that is proved.",
    "hint-unknown": "It is not known yet whether this can be won.",
    # T: What a move is good for, after a comma: "6♠ onto 7♦, to free 2♣."
    "to-free": "to free {card}",
    # T: What a move is good for: to bring a card onto its foundation.
    "to-send-up": "to send {card} up",
    # T: What a move is good for: {card} will go onto {on}.
    "to-receive": "to put {card} onto {on}",
    # T: What a move is good for: {card} will go onto the card that is moved.
    "to-build": "to put {card} onto it",
    # T: What a move is good for, as "to empty cascade 3".
    "to-empty": "to empty {place}",
    # T: What a move is good for, as "to free cell a".
    "to-free-cell": "to free {place}",
    # T: What a move is good for: "on the way to a win in 12 moves".
    "to-win": "on the way to a win in {moves:moves}",
    # The wire
    "bad-message": "The message was not understood: {problem}.",
    "no-such-game": "That game is not here.",
    "no-game": "No game is open on this connection.",
    "wrong-host": "This server is not known by that name; start it with --allow-host NAME to serve one.",
    "wrong-origin": "This request comes from another site's page.",
    "wrong-site": "This request was started by another site.",
    "no-such-page": "There is nothing at {path:quoted}.",
    "bad-request": "This request cannot be answered (status {status}).",
    "bad-host": "Cannot serve on {host:quoted}: {problem}.",
    "bad-proxy": "{text:quoted} is not the address of a proxy; expected an IP address, or a network such as 10.0.0.0/8.",
    "no-free-port": "No port is free from {port} on; name another with --port.",
    "nothing-to-solve": (
        "{text:quoted} is neither a deal (a number from 1 to 8589934591 or a game code such as FC1-C4-AAAAAKH) nor the name of a file."
    ),
    "one-deal": "{text:quoted} is a range; expected one deal here, or a file.",
    "bad-range": "There are no deals in {text:quoted}; expected the lower number first, as in 1-1000.",
    "missing-moves": "There are no moves to replay on deal {deal:quoted}, and there is no file of that name.",
    "game-too-long": "A game has at most {actions} actions; undo some, or start again.",
    "internal": "The program made a mistake of its own; the game goes on.",
    # T: The last line of a list of what is wrong, of which only the first are shown.
    "and-more": "and {count} more",
    # Languages, Learn
    "no-such-language": "There is no language {language:quoted}; the languages are {languages}.",
    "no-such-lesson": "There is no page {name:quoted} in Learn; the pages are {names}.",
    "bad-goal": "{text:quoted} is not a goal; expected won, up and cards, on with a cascade and cards, or empty.",
    "busy": "The server holds as many games as it can; try again later.",
    "too-busy": "The server has as much to search for as it can take; try again in {seconds:seconds}.",
    "too-many-requests": "That is more than one client's share; try again in {seconds:seconds}.",
    "too-many-connections": "There are {most} connections from your address already; close one of them first.",
    "too-large": "The request is too large; expected at most {most} bytes.",
}

# What errors have among their values in words: what was expected of a rule, and which line of a layout.
EXPECTED: Final = [
    "a number from 0 to 4",
    "exact, linear or single",
    "yes or no",
    "off, safe or max",
    "a number of actions from 0 to 999999999, or none",
    "none, cards or points",
    "The cells",
    "The foundations",
    "the four letters C D H S in some order, or arrival",
    "a whole number, 0 or more",
    "a whole number, 1 or more",
    "a number of seconds, 0 or more",
    "it is not the name of a host",
    "it is not UTF-8 text",
    "expected Help: hints=0 autos=0 demonstrated=no, with numbers of its own",
    "it is closed",
    "it is too slow",
    "it is not a URL",
    "it is neither PostgreSQL nor SQLite",
    "it does not name a file, as sqlite:///games.db does",
    'its first line should be {"freecell": "games", "format": 1}',
    "a newer program has written it",
    "a line is no JSON object",
    "a game has either a deal or a layout",
    "a layout and rules are text of bounded length",
    "a moment is a whole number of milliseconds",
    "an action is its word, its moment and the game's clock",
    "expected either a line Deal: with a number, or Layout: and the cards",
]
