"""What the engine puts into the pages of Learn: numbers, tables and positions, under the rules being played. None of it is typed in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import zip_longest
from typing import Any, Final

from freecell.autoplay import is_safe
from freecell.cards import Card, Rank, Suit, card
from freecell.deals import deal
from freecell.locales import Words
from freecell.moves import Move, apply, read_move, steps_of
from freecell.notation import read_layout, write_layout
from freecell.position import Position
from freecell.rules import PROFILES, Rules
from freecell.speech import count_text, place_text
from freecell.supermoves import supermove_limit

# Every house rule with its values, in words; a table of choices that the faces share.
RULES: Final[dict[str, tuple[str, dict[Any, str]]]] = {
    "cells": ("Cells", {}),
    "supermove": (
        "Several cards at once",
        {"exact": "doubled by empty cascades", "linear": "added by empty cascades", "single": "one card at a time"},
    ),
    "foundation_return": ("Cards may come back from foundations", {True: "yes", False: "no"}),
    "foundation_first": ("A card that can go up goes nowhere else", {True: "yes", False: "no"}),
    "whole_cascade_to_empty": ("A whole cascade may go to an empty one", {True: "yes", False: "no"}),
    "autoplay": ("Cards go up by themselves", {"off": "never", "safe": "when it is safe", "max": "whenever they can"}),
    "undo_limit": ("Undo", {None: "without limit"}),
    "scoring": ("Score", {"none": "none", "cards": "cards on the foundations", "points": "points"}),
    "lose_without_moves": ("Without a legal move", {True: "the game is lost", False: "the game waits for an undo"}),
}

EXAMPLES: Final = {
    # 8♥ 7♠ 6♦ 5♣ and the 9♣, with two empty cells and one empty cascade (S0.12), and the move that brings them together.
    "allowed": (
        "Foundations: H-7 C-3 D-5 S-6\nFreecells: KH KC - -\n4C TD QC 9D JS\nJC 8D TH 6C\n9S QD TC JH\n7C 9H KS TS\nQH 8S JD 8C 7D\n"
        "KD 8H 7S 6D 5C\nQS 9C\n:",
        "67",
    ),
}


def fill_values(text: str, rules: Rules, words: Words) -> str:
    """Return a text with the engine's numbers in place of what stands in braces.

    `{cards 2 1}` is how many cards move at once with two empty cells and one empty cascade, as "6 cards", and with `into` how many go onto
    that empty cascade itself; `{number 32000}` a number as the language writes it; `{cells:cells}` a rule's number with its noun;
    `{profile}` the rules' name; `{deals 1 2}` links to deals. Cards get the letters that the player wants.

    >>> fill_values("{cards 2 1}, {cards 2 1 into}, {number 32000}", Rules(), Words("en"))
    '6 cards, 3 cards, 32,000'
    """
    filled = re.sub(r"\{([^{}]+)\}", lambda match: _value(match[1], rules, words), text)
    return re.sub("[AJQK](?=[♣♦♥♠])", lambda match: words.letter(match[0]), filled)


def _value(asked: str, rules: Rules, words: Words) -> str:
    name, *rest = asked.split()
    if name == "cards":
        limit = supermove_limit(rules.supermove, int(rest[0]), int(rest[1]), to_empty="into" in rest)
        return count_text(limit, "cards", words)
    if name == "number":
        return words.number(int(rest[0]))
    if name == "deals":
        return ", ".join(f"[#{number}](deal:{number})" for number in rest)
    if name == "profile":
        return profile_title(rules, words)
    rule, _, noun = name.partition(":")
    return count_text(rules.as_dict()[rule], noun, words)


def profile_title(rules: Rules, words: Words) -> str:
    """Return the name of the profile that has these rules, or else that they are the player's own."""
    named = next((profile.title for profile in PROFILES.values() if profile.offers(rules)), "House rules of your own")
    return words.gettext(named)


def figure(asked: str, rules: Rules, words: Words) -> str:
    """Return a figure as HTML: `table NAME`, `position NAME` or `steps NAME`. Raises `KeyError` for one that there is not."""
    kind, name = asked.split()
    return _FIGURES[kind][name](rules, words)


def table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str) -> str:
    """Return an HTML table; the first cell of each row is its heading."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(
        "<tr>" + "".join(f'<th scope="row">{escape(t)}</th>' if i == 0 else f"<td>{escape(t)}</td>" for i, t in enumerate(row)) + "</tr>"
        for row in rows
    )
    region = f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'  # it scrolls sideways where it must
    return f"{region}<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def supermove_table(rules: Rules, words: Words) -> str:
    """Return how many cards move at once, for all cells of the game and up to two empty cascades (S1.5, S2.10)."""
    ways = [(0, False), (1, False), (2, False), (1, True), (2, True)]
    head = [
        words.prose("Empty cells"),
        words.prose("Onto a card, no empty cascade"),
        words.prose("Onto a card, 1 empty cascade"),
        words.prose("Onto a card, 2 empty cascades"),
        words.prose("Onto an empty cascade, the only one"),
        words.prose("Onto an empty cascade, 1 of 2"),
    ]
    rows = [
        [str(cells), *(str(supermove_limit(rules.supermove, cells, cascades, to_empty=into)) for cascades, into in ways)]
        for cells in range(rules.cells + 1)
    ]
    return table(head, rows, words.prose("How many cards move at once"))


def safe_table(_: Rules, words: Words) -> str:
    """Return from which foundations on a red card is safe to send up, found by asking the engine (S0.27)."""
    head = [
        words.prose("Card"),
        words.prose("Safe when both black foundations have reached"),
        words.prose("Or when both have reached"),
        words.prose("And the other red one has reached"),
    ]
    rows = []
    for rank in range(3, 14):
        early, twin, late = _thresholds(Card(f"{Rank(rank).letter}H"))
        rows.append([words.card_text(f"{Rank(rank).letter}H"), _rank(late, words), _rank(early, words), _rank(twin, words)])
    return table(head, rows, words.prose("When a heart is safe to send up; for the other suits it is the same"))


def _thresholds(up: Card) -> tuple[int, int, int]:
    """The least height of the other colour's foundations and, for that one, of its colour's other suit; and without regard to that suit."""

    def safe(others: int, twin: int) -> bool:
        heights = [others] * 4
        heights[up.suit], heights[3 - up.suit] = up.rank - 1, twin
        return is_safe(_bare(heights), up, Rules())

    late = next(others for others in range(14) if safe(others, 0))
    early = next(others for others in range(14) if safe(others, 13))
    return early, next(twin for twin in range(14) if safe(early, twin)), late


def _bare(heights: list[int]) -> Position:
    """A position with these foundations, and all other cards in one cascade."""
    below = [card(rank, suit) for suit in Suit for rank in range(heights[suit] + 1, 14)]
    return Position([below], foundations=heights)


def _rank(height: int, words: Words) -> str:
    letter = Rank(height).letter if height else "–"
    return words.letter(letter).replace("T", "10")


def houses_table(_: Rules, words: Words) -> str:
    """Return the house rules of all profiles, side by side."""
    head = [words.prose("Rule"), *(words.gettext(profile.title) for profile in PROFILES.values())]
    rows = [
        [words.gettext(label), *(rule_text(name, profile.rules, words, profile.cells) for profile in PROFILES.values())]
        for name, (label, _) in RULES.items()
    ]
    return table(head, rows, words.prose("The house rules of each profile"))


def rule_text(name: str, rules: Rules, words: Words, cells: tuple[int, ...] = ()) -> str:
    """Return the value of a rule in words.

    >>> rule_text("undo_limit", Rules(undo_limit=100), Words("en")), rule_text("autoplay", Rules(), Words("en"))
    ('100 actions', 'when it is safe')
    """
    value = rules.as_dict()[name]
    if name == "cells":
        return ", ".join(map(str, cells or [value]))
    known = RULES[name][1]
    return words.gettext(known[value]) if value in known else count_text(value, "actions", words)


def position_html(position: Position, words: Words, caption: str) -> str:
    """Return a position as a figure that can be read as it is, and that holds its layout for the page to draw with its own cards."""
    cells = "".join(_card_html(held, words) for held in position.cells)
    tops = [card(height, suit) if height else None for suit, height in zip(Suit, position.foundations, strict=True)]
    ups = "".join(_card_html(top, words) for top in tops)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_card_html(held, words) if held is not None else ''}</td>" for held in row) + "</tr>"
        for row in zip_longest(*position.cascades)
    )
    numbers = "".join(
        f'<th scope="col" aria-label="{escape(place_text(str(number), "", words))}">{number}</th>'
        for number in range(1, len(position.cascades) + 1)
    )
    return (
        f'<figure class="position" data-cells="{len(position.cells)}" data-layout="{escape(write_layout(position))}">'
        f'<p class="cells"><span class="offscreen">{escape(words.prose("Cells:"))} </span>{cells or "–"}</p>'
        f'<p class="foundations"><span class="offscreen">{escape(words.prose("Foundations:"))} </span>{ups}</p>'
        f"<table><thead><tr>{numbers}</tr></thead><tbody>{rows}</tbody></table><figcaption>{escape(caption)}</figcaption></figure>"
    )


def _card_html(held: Card | None, words: Words) -> str:
    if held is None:
        return f'<span class="none" role="img" aria-label="{escape(words.prose("empty"))}">–</span> '
    colour = "red" if held.red else "black"
    return f'<span class="{colour}" role="img" aria-label="{escape(words.card_name(str(held)))}">{words.card_text(str(held))}</span> '


def _deal_figure(rules: Rules, words: Words) -> str:
    return position_html(deal(164, rules.cells), words, words.prose("Deal #164 before the first move"))


def _example(name: str) -> Position:
    return read_layout(EXAMPLES[name][0])


def _allowed_figure(_: Rules, words: Words) -> str:
    return position_html(_example("allowed"), words, words.prose("The sequence on cascade 6 goes onto the 9♣ on cascade 7"))


def _allowed_steps(_: Rules, words: Words) -> str:
    """The single moves of the example, as the engine plans them."""
    position, lines = _example("allowed"), []
    for step in steps_of(position, read_move(EXAMPLES["allowed"][1], position, Rules())):
        moving = position.cards_at(step.source)[-1]
        lines.append(words.text("{card} {to:to}.", card=str(moving), to=str(step.target)))
        position = apply(position, Move(step.source, step.target))
    return "<ol>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ol>"


_FIGURES: Final[Mapping[str, Mapping[str, Callable[[Rules, Words], str]]]] = {
    "table": {"supermoves": supermove_table, "safe": safe_table, "houses": houses_table},
    "position": {"deal": _deal_figure, "allowed": _allowed_figure},
    "steps": {"allowed": _allowed_steps},
}
