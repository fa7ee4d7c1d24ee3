"""What the property tests draw from: house rules, positions of every kind, and walks through games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from freecell import DECK, Autoplay, Card, Game, Position, Rules, Scoring, Status, Supermove, apply, deal, legal_moves

LAST_DEAL = 2**33 - 1
SEEDS = st.integers(0, 2**32 - 1)
DEAL_NUMBERS = st.one_of(
    st.integers(1, 32_000),
    st.integers(1, 2**31 - 1),
    st.integers(2**31, 2**32 - 1),
    st.integers(2**32, LAST_DEAL),
    st.sampled_from([1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LAST_DEAL]),
)


def rules(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Rules]:
    """Any combination of house rules, but for those that are fixed."""
    free: dict[str, st.SearchStrategy[Any]] = {
        "cells": st.integers(0, 4),
        "supermove": st.sampled_from(Supermove),
        "foundation_return": st.booleans(),
        "foundation_first": st.booleans(),
        "whole_cascade_to_empty": st.booleans(),
        "autoplay": st.sampled_from(Autoplay),
        "undo_limit": st.none() | st.integers(0, 5) | st.just(100),
        "scoring": st.sampled_from(Scoring),
        "lose_without_moves": st.booleans(),
    }
    return st.builds(Rules, **(free | fixed))


class Table(NamedTuple):
    """A position, with rules that it can be played under."""

    position: Position
    rules: Rules


@st.composite
def reached_positions(draw: st.DrawFn, under: Rules, longest: int = 80) -> Position:
    """A position that random play reaches from a random deal."""
    position = deal(draw(DEAL_NUMBERS), under.cells)
    random = Random(draw(SEEDS))
    for _ in range(draw(st.integers(0, longest))):
        moves = legal_moves(position, under)
        if not moves:
            break
        position = apply(position, random.choice(moves))
    return position


@st.composite
def scattered_positions(draw: st.DrawFn, cells: int, lowest: int = 0, cascades: int = 8) -> Position:
    """A position that nobody need ever reach: foundations of any heights from `lowest` up, the rest scattered, often in sequences."""
    random = Random(draw(SEEDS))
    heights = [draw(st.integers(lowest, 13)) for _ in range(4)]
    disorder = draw(st.sampled_from([0.3, 2.0, 20.0]))
    return scatter(random, heights, cells, cascades, disorder)


def scatter(random: Random, heights: list[int], cells: int, cascades: int, disorder: float) -> Position:
    """Deal the cards that are not on the foundations, about from the kings down, and build where that is possible."""
    below = [card for card in DECK if card.rank > heights[card.suit]]
    below.sort(key=lambda card: card.rank + random.gauss(0, disorder), reverse=True)
    stacks: list[list[Card]] = [[] for _ in range(cascades)]
    used = stacks[: random.randint(1, cascades)]
    held: list[Card | None] = []
    for card in below:
        fitting = [stack for stack in used if stack and card.fits_on(stack[-1])]
        if len(held) < cells and random.random() < 0.1:
            held.append(card)
        elif fitting and random.random() < 0.9:
            random.choice(fitting).append(card)
        else:
            random.choice(used).append(card)
    held += [None] * (cells - len(held))
    random.shuffle(held)
    random.shuffle(stacks)
    return Position(stacks, held, heights)


@st.composite
def tables(draw: st.DrawFn, /, **fixed: st.SearchStrategy[Any]) -> Table:
    """Any position under any rules."""
    under = draw(rules(**fixed))
    lowest = draw(st.sampled_from([0, 0, 5, 10]))
    position = draw(st.one_of(reached_positions(under), scattered_positions(under.cells, lowest)))
    return Table(position, under)


@st.composite
def decisions(draw: st.DrawFn, /, longest: int = 60) -> list[int]:
    """Numbers that a walk makes its decisions by, long as often as short."""
    random = Random(draw(SEEDS))
    return [random.randrange(2**20) for _ in range(draw(st.integers(0, longest)))]


CHOICES = decisions()
"""What a walk does at each step; see `walk`."""


AUTOPLAY_KIND = 4
"""The last digit of a choice that changes the autoplay."""


def walk(game: Game, choices: list[int]) -> Iterator[str]:
    """Walk through a game, mostly by moves, with undo and redo among them; yield what was done each time."""
    for choice in choices:
        what = _possible_step(game, choice)
        if what is None:
            continue
        if what == "undo":
            game.undo()
        elif what == "redo":
            game.redo()
        else:
            game.act(what)
        yield what


def _possible_step(game: Game, choice: int) -> str | None:
    kind, which = choice % 10, choice // 10
    if kind <= 1:
        return "undo" if game.undoable else None
    if kind <= 3 and game.redoable:
        return "redo"
    if game.status is not Status.PLAYING:
        return None
    if kind == AUTOPLAY_KIND and which % 2 == 0:
        return f"autoplay={list(Autoplay)[which // 2 % 3]}"
    if game.can_finish and kind <= 5:
        return "finish"
    moves = legal_moves(game.position, game.rules)
    if not moves:
        return None
    source, target, count = moves[which % len(moves)]
    return f"{source}{target}" + (f"v{count:x}" if count > 1 or target.kind == "cascade" else "")


def all_cards(position: Position) -> list[Card]:
    """Every card of a position, wherever it lies, in the order of the deck."""
    up = [card for card in DECK if card.rank <= position.foundations[card.suit]]
    held = [card for card in position.cells if card is not None]
    return sorted(up + held + [card for cascade in position.cascades for card in cascade])
