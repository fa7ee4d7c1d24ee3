"""Text: layouts as fc-solve and PySolFC read them, lists of moves, and whole games. Read leniently, written strictly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from freecell.cards import Card, Rank, Suit
from freecell.deals import choose_cells, deal, read_deal
from freecell.errors import BadInput, FreeCellError, IllegalMove, IllegalReplay, InvalidPosition, Refusal
from freecell.game import Game, Help
from freecell.moves import Move
from freecell.position import CASCADES, MAX_CELLS, Position, faults
from freecell.rules import PROFILES, Profile, Rules, find_profile, nearest_profile

_FOUNDATION_ORDER: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)  # as fc-solve writes them
_LINE_WIDTH: Final = 100
_EMPTY: Final = ("-", "(empty)")
_PICKLE_NAMED_WITHIN: Final = 32
_MOST_HELP: Final = 9999  # so that no text claims more than a game can have
_SUIT_SIGNS: Final = str.maketrans("♣♦♥♠", "CDHS")


def write_layout(position: Position) -> str:
    """Write a position as fc-solve and PySolFC read it, a line for each cascade from its deepest card to its top.

    The foundations and cells have lines above, left out where they say nothing: no card on a foundation, four empty cells.

    >>> print(write_layout(Position(["KS", "KH"], [Card("KD"), None], (13, 12, 12, 12))))
    Foundations: H-Q C-K D-Q S-Q
    Freecells: KD -
    KS
    KH
    """
    lines = []
    if any(position.foundations):
        tops = (f"{suit.letter}-{_height_text(position.foundations[suit])}" for suit in _FOUNDATION_ORDER)
        lines.append(" ".join(["Foundations:", *tops]))
    if position.cells != (None,) * MAX_CELLS:
        lines.append(" ".join(["Freecells:", *("-" if held is None else str(held) for held in position.cells)]))
    lines += [" ".join(map(str, cascade)) or ":" for cascade in position.cascades]
    return "\n".join(lines)


def _height_text(height: int) -> str:
    return Rank(height).letter if height else "0"


def read_layout(text: str, cells: int | None = None) -> Position:
    r"""Read a layout, leniently: either case, `10H` or `TH`, suit signs, `:` before a cascade, any line ends (T1).

    The position has as many cells as the text lists, four if it lists none; `cells` says how many there are to be and fills up with
    empty ones. Cascades that are not there at the end are empty. Raises `InvalidPosition` with everything that is wrong.

    >>> read_layout("Founds: H-K C-K D-J s-10\nFC: qd kd\n: ks Qs\n: Js").foundations
    (13, 11, 13, 10)
    """
    found = _LayoutLines()
    if not isinstance(text, str) or not text.strip():
        raise InvalidPosition([Refusal("empty-layout")])
    _refuse_pickle(text)
    lines = text.removeprefix("\ufeff").lstrip().splitlines()
    for line in _cascade_lines([line.strip() for line in lines if not found.take_heading(line)]):
        found.cascades.append(found.cards(line))
    if cells is not None:
        found.cells += [None] * (cells - len(found.cells))
    elif found.cells_line is None:
        found.cells = [None] * MAX_CELLS
    if cells is not None and len(found.cells) > cells:
        found.faults.append(Refusal("wrong-cells", {"count": len(found.cells), "wanted": cells}))
    found.cascades += [[] for _ in range(CASCADES - len(found.cascades))]
    found.faults += faults(found.cascades, found.cells, found.foundations)
    if found.faults:
        raise InvalidPosition(found.faults)
    return Position(found.cascades, found.cells, found.foundations)


def _as_fc_solve_prints_cells(rest: str) -> list[str]:
    """The cells where each has four characters, and an empty one nothing but blanks; none where the line is written otherwise."""
    parts = [rest[at : at + 4] for at in range(0, len(rest), 4)]
    if "-" in rest or len(rest) % 4 or any(part != part.rstrip() and part.strip() for part in parts):
        return []
    return [part.strip() or "-" for part in parts]


def _cascade_lines(lines: list[str]) -> list[str]:
    """The lines that are cascades: a blank line among them is an empty cascade, unless that makes more than eight."""
    while lines and not lines[-1]:
        lines.pop()
    return lines if len(lines) <= CASCADES else [line for line in lines if line]


def _refuse_pickle(text: str) -> None:
    """What PySolFC saves is a pickle, which runs whatever it holds when it is opened; here nothing ever opens one."""
    head = text[:_PICKLE_NAMED_WITHIN]
    binary = any(sign == "\ufffd" or not (sign.isprintable() or sign.isspace()) for sign in head.removeprefix("\ufeff"))
    if "PySol" in head and (binary or head[:1] in "SV("):
        raise BadInput("pickle")


@dataclass
class _LayoutLines:
    """What the lines of a layout said so far, and what was wrong with them."""

    cascades: list[list[Card]] = field(default_factory=list)
    cells: list[Card | None] = field(default_factory=list)
    cells_line: str | None = None
    foundations: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    foundations_line: str | None = None
    faults: list[Refusal] = field(default_factory=list)

    def take_heading(self, line: str) -> bool:
        """Read a line of cells or foundations; False for any other line."""
        heading, colon, rest = line.partition(":")
        name = heading.strip().lower()
        if not colon or name not in ("fc", "freecells", "found", "founds", "foundations"):
            return False
        if name in ("fc", "freecells"):
            self._take_cells(rest)
        else:
            self._take_foundations(rest)
        return True

    def _take_cells(self, rest: str) -> None:
        if self.cells_line is not None:
            self.faults.append(Refusal("repeated-line", {"line": "The cells"}))
            return
        self.cells_line = rest
        for token in _as_fc_solve_prints_cells(rest) or rest.split():
            self.cells.extend(self.cards(token) or [None])

    def _take_foundations(self, rest: str) -> None:
        if self.foundations_line is not None:
            self.faults.append(Refusal("repeated-line", {"line": "The foundations"}))
            return
        self.foundations_line = rest
        seen: list[Suit] = []
        for token in rest.split():
            if token in _EMPTY:
                continue
            match = re.fullmatch(r"([CDHS])-?(0|10|[A2-9TJQK])", token.translate(_SUIT_SIGNS).upper(), re.ASCII)
            if match is None or not token.translate(_SUIT_SIGNS).isascii():
                self.faults.append(Refusal("bad-foundation", {"text": token}))
                continue
            suit = Suit("CDHS".index(match[1]))
            seen.append(suit)
            self.foundations[suit] = "0A23456789TJQK".index("T" if match[2] == "10" else match[2])
        for suit in Suit:
            if seen.count(suit) > 1:
                self.faults.append(Refusal("same-foundation", {"suit": suit.letter, "count": seen.count(suit)}))

    def cards(self, line: str) -> list[Card]:
        """Read the cards of a line, and note every word that is none."""
        cards = []
        for token in line.removeprefix(":").split():
            if token in _EMPTY:
                continue
            try:
                cards.append(Card(token.translate(_SUIT_SIGNS)))
            except BadInput as error:
                self.faults.append(Refusal(error.code, {"text": token}))
        return cards


def decode(read: bytes) -> str:
    r"""Return the text that a file's bytes are. Raises `BadInput` if they are none; a pickle, as PySolFC saves games, is never opened.

    >>> decode(b"\xef\xbb\xbfDeal: 164")
    'Deal: 164'
    """
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"PySol" in read[:_PICKLE_NAMED_WITHIN]:
            raise BadInput("pickle") from None
        raise BadInput("bad-game", problem="it is not UTF-8 text") from None


def write_moves(start: Position, moves: Iterable[Move], rules: Rules) -> str:
    """Write moves in standard notation, separated by spaces. They are replayed as they are, with no autoplay between them.

    Raises `IllegalReplay` at the first that is not legal.
    """
    game = Game(start, rules.change({"autoplay": "off"}))
    words = []
    for index, move in enumerate(moves, start=1):
        try:
            words.append(game.play(move).text)
        except IllegalMove as error:
            raise IllegalReplay(index, f"{move.source}{move.target}v{move.count:x}", error.refusal) from None
    return " ".join(words)


def read_moves(start: Position, text: str, rules: Rules) -> list[Move]:
    """Read a list of moves in standard notation, from a position on, with no autoplay between them: the inverse of `write_moves`.

    Raises `IllegalReplay` at the first that is not legal or no move at all.

    >>> read_moves(deal(164), "1a 2b", Rules())
    [Move(source=Place('1'), target=Place('a'), count=1), Move(source=Place('2'), target=Place('b'), count=1)]
    """
    game = replay(Game(start, rules.change({"autoplay": "off"})), text)
    return [action.move for action in game.actions if action.move is not None]


def replay(game: Game, text: str) -> Game:
    """Play the words of a game's text on a game, and return it. Raises `IllegalReplay` at the first word that cannot be played."""
    for index, token in enumerate(split_moves(text), start=1):
        try:
            game.act(token)
        except IllegalMove as error:
            raise IllegalReplay(index, token, error.refusal) from None
        except FreeCellError as error:
            raise IllegalReplay(index, token, Refusal(error.code, error.values)) from None
    return game


def split_moves(text: str) -> list[str]:
    """Return the words of a list of moves; commas and the numbering of moves (`12.`) are passed over.

    >>> split_moves("1. 26 3a, 2. b5")
    ['26', '3a', 'b5']
    """
    return [token for token in text.replace(",", " ").split() if not re.fullmatch(r"\d+\.", token)]


def write_rules(rules: Rules, profile: Profile | None = None) -> str:
    """Write rules in a line: a profile, the nearest unless another is given, then what differs from it.

    >>> write_rules(find_profile("points").rules.change({"cells": 2}))
    'points cells=2'
    """
    profile = nearest_profile(rules) if profile is None else profile
    changes = rules.differences(profile.rules)
    return " ".join([profile.name, *(f"{name}={_rule_text(value)}" for name, value in changes.items())])


def _rule_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def read_rules(text: str) -> Rules:
    """Read what `write_rules` writes; the profile may be left out, for `standard`. Raises `BadInput`.

    >>> read_rules("points cells=2").undo_limit
    100
    """
    profile, changes = _profile_and_changes(text)
    return profile.rules.change(changes)


def _profile_and_changes(text: str) -> tuple[Profile, dict[str, object]]:
    words = text.split()
    profile = find_profile(words.pop(0).lower()) if words and "=" not in words[0] else PROFILES["standard"]
    changes: dict[str, object] = {}
    for word in words:
        name, _, value = word.partition("=")
        changes[name.lower()] = value
    return profile, changes


def write_game(game: Game) -> str:
    """Write a whole game: its deal (or layout), its rules, and its actions, so that `read_game` gives the same game again.

    >>> print(write_game(Game(deal(164), deal=164)))
    FreeCell game
    Deal: 164
    Rules: standard
    Moves:
    """
    origin = f"Layout:\n{write_layout(game.start)}" if game.deal is None else f"Deal: {game.deal}"
    helped = "" if game.help == Help() else f"Help: {_write_help(game.help)}\n"
    return f"FreeCell game\n{origin}\nRules: {write_rules(game.rules, game.profile)}\n{helped}{_wrap('Moves:', game.text)}"


def _write_help(help_: Help) -> str:
    return f"hints={min(help_.hints, _MOST_HELP)} autos={min(help_.autos, _MOST_HELP)} demonstrated={_rule_text(help_.demonstrated)}"


_HELP: Final = re.compile(r"\s*hints=([0-9]{1,4}) autos=([0-9]{1,4}) demonstrated=(yes|no)\s*", re.IGNORECASE | re.ASCII)


def _read_help(text: str) -> Help:
    match = _HELP.fullmatch(text)
    if match is None:
        raise BadInput("bad-game", problem="expected Help: hints=0 autos=0 demonstrated=no, with numbers of its own")
    return Help(int(match[1]), int(match[2]), match[3].lower() == "yes")


def _wrap(heading: str, text: str) -> str:
    lines = [heading]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > _LINE_WIDTH:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return "\n".join(lines)


_SECTION: Final = re.compile(r"\s*(deal|layout|rules|help|moves)\s*:(.*)", re.IGNORECASE | re.DOTALL | re.ASCII)


def is_layout(text: str) -> bool:
    r"""Whether a text is a bare layout: it has no line that only the text of a game has.

    >>> is_layout("KS KH\nKD KC"), is_layout("Deal: 164")
    (True, False)
    """
    return not any(map(_SECTION.fullmatch, text.splitlines()))


def read_game(text: str) -> Game:
    r"""Read a whole game, and replay it; a bare layout is a game without moves.

    Raises `BadInput`, `InvalidPosition`, or `IllegalReplay` at the first action that cannot be played.

    >>> read_game("Deal: 164\nRules: points cells=2\nMoves: 1a 2b").position.empty_cells
    0
    """
    sections: dict[str, list[str]] = {}
    lines = text.removeprefix("\ufeff").splitlines() if isinstance(text, str) else []
    current: list[str] = []
    before = current
    for line in lines:
        match = _SECTION.fullmatch(line)
        if match is None:
            current.append(line)
            continue
        name = match[1].lower()
        if name in sections:
            raise BadInput("bad-game", problem={"code": "repeated-section", "values": {"name": name.capitalize()}})
        current = sections[name] = [match[2]]
    if not sections:
        return Game(read_layout(text))
    _check_sections(sections, before)
    game = _origin(sections)
    if "help" in sections:
        game.help = _read_help(" ".join(sections["help"]))
    return replay(game, " ".join(sections.get("moves", [])))


def _check_sections(sections: dict[str, list[str]], before: list[str]) -> None:
    heading = " ".join(before).strip()
    if heading and heading.lower() != "freecell game":
        raise BadInput("bad-game", problem={"code": "first-line", "values": {"text": heading[:60]}})
    if ("deal" in sections) == ("layout" in sections):
        raise BadInput("bad-game", problem="expected either a line Deal: with a number, or Layout: and the cards")


def _origin(sections: dict[str, list[str]]) -> Game:
    """The game before its first move. Without rules it has those of the standard, and the cells that its layout or code says."""
    profile, changes = _profile_and_changes(" ".join(sections.get("rules", [])))
    rules = profile.rules.change(changes)
    asked = rules.cells if "cells" in changes else None
    if "layout" in sections:
        position = read_layout("\n".join(sections["layout"]), rules.cells if "rules" in sections else None)
        return Game(position, rules.change({"cells": len(position.cells)}), profile=profile)
    name = read_deal(" ".join(sections["deal"]))
    cells = choose_cells(name, asked)
    rules = rules if cells is None else rules.change({"cells": cells})
    return Game(deal(name.number, rules.cells), rules, deal=name.number, profile=profile)
