"""How a game is shown: the part of a session's snapshot, and of its events, that follows from the game alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from freecell.cards import Suit
from freecell.commands import ARRIVAL, Event
from freecell.deals import game_code
from freecell.game import Action, Game, Status
from freecell.moves import Move, legal_moves, moved_cards
from freecell.notation import write_game
from freecell.position import Place, Position
from freecell.supermoves import Step


def shown_game(game: Game, foundations: str) -> dict[str, Any]:
    """Return how a game stands, in plain values that JSON can hold, with every legal destination of every card and sequence."""
    position, status = game.position, game.status
    legal = legal_moves(position, game.rules)
    return {
        "deal": game.deal,
        "code": shown_code(game),
        "address": shown_address(game),
        "profile": game.profile.name if game.profile.offers(game.rules) else "own",
        "rules": game.rules.as_dict() | {"autoplay": str(game.autoplay)},
        "status": str(status),
        "loss": _loss(game),
        "stuck": status is Status.PLAYING and not legal,
        **shown_position(position),
        "slots": _slots(game, foundations),
        "help": {"hints": game.help.hints, "autos": game.help.autos, "demonstrated": game.help.demonstrated},
        "moves": game.moves,
        "score": game.score,
        "undo": game.undoable,
        "redo": game.redoable,
        "can_finish": game.can_finish,
        "legal": _destinations(legal) if status is Status.PLAYING else {},
        "text": write_game(game),
    }


def _loss(game: Game) -> str | None:
    """Why a game is lost; None if it is not."""
    if game.status is not Status.LOST:
        return None
    return "proved" if game.proved_lost else "no-moves"


def shown_position(position: Position) -> dict[str, Any]:
    """Return where the cards lie."""
    return {
        "cascades": [[str(card) for card in cascade] for cascade in position.cascades],
        "cells": [None if held is None else str(held) for held in position.cells],
        "foundations": {suit.letter: position.foundations[suit] for suit in Suit},
    }


def shown_code(game: Game) -> str | None:
    """Return the game's code, where it has one."""
    return None if game.deal is None else game_code(game.deal, game.rules.cells)


def events_of(action: Action) -> list[Event]:
    """Return what an action did: the player's own part, and what autoplay added."""
    if action.move is None:
        return [Event("finished", {"steps": _steps(action)})] if action.text == "finish" else _autoplay(action)
    move = action.move
    moved = {
        "from": str(move.source),
        "to": str(move.target),
        "cards": cards_of(action.before, move),
        "steps": _with_cards(action.before, action.move_steps),
    }
    return [Event("moved", moved), *_autoplayed(action)]


def taken_back(code: str, action: Action) -> Event:
    """Return the event of an action `undone` or `redone`."""
    steps = _steps(action)
    source, target, cards = None, None, []
    if action.move is not None:
        source, target = str(action.move.source), str(action.move.target)
        cards = cards_of(action.before, action.move)
    if code == "undone":
        source, target = target, source
        steps = [{"card": step["card"], "from": step["to"], "to": step["from"]} for step in reversed(steps)]
    return Event(code, {"from": source, "to": target, "cards": cards, "steps": steps, "moves": action.moves})


def shown_action(action: Action) -> dict[str, Any]:
    """Return an action for a review: its words, and its single-card moves."""
    move = action.move
    return {
        "text": action.text,
        "from": None if move is None else str(move.source),
        "to": None if move is None else str(move.target),
        "cards": [] if move is None else cards_of(action.before, move),
        "steps": _steps(action),
        "moves": action.moves,
        "message": " ".join(map(str, events_of(action))),
    }


def cards_of(position: Position, move: Move) -> list[str]:
    """Return the cards that a move takes."""
    return [str(card) for card in moved_cards(position, move)]


def _autoplay(action: Action) -> list[Event]:
    return [Event("autoplay", {"value": str(action.autoplay)}), *_autoplayed(action)]


def _autoplayed(action: Action) -> list[Event]:
    if not action.sent_up:
        return []
    return [Event("autoplayed", {"steps": _steps(action)[len(action.move_steps) :]})]


def _steps(action: Action) -> list[dict[str, str]]:
    """Single-card moves as the wire has them, each with the card that moves."""
    return _with_cards(action.before, action.steps)


def _with_cards(position: Position, steps: Sequence[Step]) -> list[dict[str, str]]:
    piles: dict[Place, list[str]] = {}
    for step in steps:
        for place in step:
            piles.setdefault(place, [str(card) for card in position.cards_at(place)])
    moved = []
    for source, target in steps:
        card = piles[source].pop()
        piles[target].append(card)
        moved.append({"card": card, "from": str(source), "to": str(target)})
    return moved


def _destinations(moves: Sequence[Move]) -> dict[str, dict[str, list[str]]]:
    """The legal targets by source and by number of cards."""
    found: dict[str, dict[str, list[str]]] = {}
    for source, target, count in moves:
        found.setdefault(source.text, {}).setdefault(str(count), []).append(target.text)
    return found


def shown_address(game: Game) -> str | None:
    """The path that deals this game again: the deal, the profile, and every rule that differs from it."""
    if game.deal is None:
        return None
    rules = game.rules.change({"autoplay": game.autoplay})
    query = {} if game.profile.name == "standard" else {"profile": game.profile.name}
    for name, value in rules.differences(game.profile.rules).items():
        query[name] = ("no", "yes")[value] if isinstance(value, bool) else "none" if value is None else str(value)
    return f"/deal/{game.deal}" + (f"?{urlencode(query)}" if query else "")


def _slots(game: Game, foundations: str) -> list[str | None]:
    """The suit that each foundation shows, from left to right."""
    if foundations != ARRIVAL:
        return list(foundations)
    order = [suit for suit in Suit if game.start.foundations[suit]]
    for action in game.actions:
        for move in (*([action.move] if action.move else []), *action.sent_up):
            suit = Suit(move.target.index) if move.target.kind == "foundation" else None
            if suit is not None and suit not in order:
                order.append(suit)
    return [suit.letter for suit in order] + [None] * (len(Suit) - len(order))
