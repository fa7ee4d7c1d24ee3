"""A player's session: commands in, events and snapshots out, and no I/O.

Every face drives one of these, so that browser, terminal and tests play exactly the same game. What a snapshot and the events hold is
written down, with examples, in `docs/protocol.md`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from freecell.cards import Suit
from freecell.deals import choose_cells, deal, game_code, random_number, read_deal
from freecell.errors import BadInput, FreeCellError, IllegalMove, Refusal
from freecell.game import Action, Game, Status
from freecell.messages import word
from freecell.moves import Move, find_place, legal_moves, most_cards, moved_cards
from freecell.notation import read_game, write_game
from freecell.position import Place, Position
from freecell.rules import Profile, find_profile
from freecell.supermoves import Step
from freecell.taps import TAPS, Pick, tap

ARRIVAL: Final = "arrival"
_ANSWERS_KEPT: Final = 8


class Event(NamedTuple):
    """Something that happened, for a face to show and to say: a code with plain values."""

    code: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return word(self.code, self.values)


@dataclass(frozen=True, slots=True)
class NewGame:
    """Deal a number, a game code, or `random`, under a profile's rules with changes."""

    deal: str
    profile: str = "standard"
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LoadGame:
    """Go on from the text of a game, or from a layout."""

    text: str


@dataclass(frozen=True, slots=True)
class Play:
    """Move cards; without a count, as many as fit. A target `h` is the card's own foundation."""

    source: str
    target: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch a place; `depth` is the index of the touched card in its cascade, None for its top."""

    place: str
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was undone last."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Start the same deal again."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Send all cards to the foundations, where that alone wins."""


@dataclass(frozen=True, slots=True)
class Resign:
    """End the game as a loss."""


@dataclass(frozen=True, slots=True)
class SetAutoplay:
    """Change the autoplay, an action of the game."""

    value: str


@dataclass(frozen=True, slots=True)
class SetSettings:
    """Change how a tap works, and the order in which the foundations are shown; None leaves one as it is."""

    tap: str | None = None
    foundations: str | None = None


Command = NewGame | LoadGame | Play | Tap | Undo | Redo | Restart | Finish | Resign | SetAutoplay | SetSettings


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: its events, or the refusal that left everything as it was; and how the game stands now."""

    events: tuple[Event, ...]
    refusal: Refusal | None
    snapshot: Mapping[str, Any]


class Session:
    """One player at one table. Commands are answered, never raised upon; only a first game that cannot be had raises.

    >>> session = Session(NewGame("164"))
    >>> answer = session.do(Play("1", "a"))
    >>> [str(event) for event in answer.events], answer.snapshot["cells"]
    (['6♠ to cell a.'], ['6S', None, None, None])
    >>> str(session.do(Play("1", "a")).refusal)
    'Cell a holds 6♠ already.'
    """

    def __init__(self, start: NewGame | LoadGame, settings: SetSettings | None = None) -> None:
        self.version = 0
        self.picked: Pick | None = None
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._begin(start)
        if settings is not None:
            self._set(settings)

    def do(self, command: Command, *, id: str | None = None, version: int | None = None) -> Answer:  # noqa: A002
        """Carry out a command, and say what came of it.

        A command whose `id` was answered before gets the same answer, and is not carried out again. One whose `version` is not the
        game's is stale, and refused: the player saw another position.
        """
        if id is not None and id in self._answers:
            return self._answers[id]
        stale = version is not None and version != self.version
        answer = Answer((), Refusal("stale"), self.snapshot()) if stale else self._try(command)
        if id is not None:
            self._answers[id] = answer
            if len(self._answers) > _ANSWERS_KEPT:
                self._answers.popitem(last=False)
        return answer

    @property
    def profile(self) -> Profile:
        """The profile that the game was begun with, whichever of its rules were changed."""
        return self.game.profile

    def snapshot(self) -> dict[str, Any]:
        """Return how the game stands, in plain values that JSON can hold, with every legal destination of every card and sequence."""
        game, position = self.game, self.game.position
        legal = legal_moves(position, game.rules)
        status = game.status
        return {
            "version": self.version,
            "deal": game.deal,
            "code": _code(game),
            "address": self._address(),
            "profile": self.profile.name if self.profile.offers(game.rules) else "own",
            "rules": game.rules.as_dict() | {"autoplay": str(game.autoplay)},
            "settings": {"tap": self.tap, "foundations": self.foundations},
            "status": str(status),
            "stuck": status is Status.PLAYING and not legal,
            "cascades": [[str(card) for card in cascade] for cascade in position.cascades],
            "cells": [None if held is None else str(held) for held in position.cells],
            "foundations": {suit.letter: position.foundations[suit] for suit in Suit},
            "slots": self._slots(),
            "picked": self._picked(),
            "moves": game.moves,
            "score": game.score,
            "undo": game.undoable,
            "redo": game.redoable,
            "can_finish": game.can_finish,
            "legal": _destinations(legal) if status is Status.PLAYING else {},
            "text": write_game(game),
        }

    def _begin(self, start: NewGame | LoadGame) -> list[Event]:
        """Start a game; nothing is changed if it cannot be had."""
        self.game: Game = read_game(start.text) if isinstance(start, LoadGame) else _deal(start)
        self.tap = self.profile.tap
        self.foundations = self.profile.foundations
        return [_dealt(self.game)]

    def _try(self, command: Command) -> Answer:
        before = self._standing()
        picked = self.picked
        try:
            self.picked = None
            events = self._carry_out(command, picked)
        except FreeCellError as error:
            self.picked = picked
            return Answer((), Refusal(error.code, error.values), self.snapshot())
        self.version += 1
        snapshot = self.snapshot()
        return Answer((*events, *self._endings(before)), None, snapshot)

    def _carry_out(self, command: Command, picked: Pick | None) -> list[Event]:
        match command:
            case Play(source, target, count):
                return self._play(source, target, count)
            case Tap(place, depth):
                return self._tap(Place(place), depth, picked)
            case Undo():
                return [_taken_back("undone", self.game.undo())]
            case Redo():
                return [_taken_back("redone", self.game.redo())]
            case Restart():
                rules = self.game.rules.change({"autoplay": self.game.autoplay})
                self.game = Game(self.game.start, rules, deal=self.game.deal, profile=self.profile)
                return [_dealt(self.game)]
            case Finish():
                return [Event("finished", {"steps": _steps(self.game.finish())})]
            case Resign():
                self.game.resign()
                return [Event("resigned", {"score": self.game.score})]
            case SetAutoplay(value) if value == self.game.autoplay:  # nothing to do, and so nothing to undo
                return [Event("autoplay", {"value": value})]
            case SetAutoplay(value):
                action = self.game.set_autoplay(value)
                return [Event("autoplay", {"value": str(action.autoplay)}), *_autoplayed(action)]
            case SetSettings():
                return self._set(command)
            case NewGame() | LoadGame():
                return self._begin(command)

    def _play(self, source: str, target: str, count: int | None) -> list[Event]:
        position, rules = self.game.position, self.game.rules
        start = Place(source)
        held = position.cards_at(start)
        end = find_place(target, held[-1] if held else None)
        return self._move(Move(start, end, most_cards(position, rules, start, end) if count is None else count))

    def _tap(self, place: Place, depth: int | None, picked: Pick | None) -> list[Event]:
        if self.game.status is not Status.PLAYING:
            raise IllegalMove(Refusal("game-over"))
        position = self.game.position
        meant = tap(position, self.game.rules, self.tap, picked, place, depth)
        if isinstance(meant, Move):
            return self._move(meant)
        self.picked = meant
        about = meant or picked
        assert about is not None  # nothing is put back unless it was picked  # noqa: S101
        cards = [str(card) for card in moved_cards(position, Move(about.source, about.source, about.count))]
        return [Event("picked" if meant else "put-back", {"from": str(about.source), "cards": cards})]

    def _move(self, move: Move) -> list[Event]:
        action = self.game.play(move)
        moved = {
            "from": str(move.source),
            "to": str(move.target),
            "cards": [str(card) for card in moved_cards(action.before, move)],
            "steps": _steps(action, action.move_steps),
        }
        return [Event("moved", moved), *_autoplayed(action)]

    def _set(self, settings: SetSettings) -> list[Event]:
        changed = {}
        if settings.tap is not None:
            if settings.tap not in TAPS:
                raise BadInput("bad-setting", setting="tap", value=settings.tap, expected=", ".join(TAPS))
            changed["tap"] = settings.tap
        if settings.foundations is not None:
            if settings.foundations != ARRIVAL and sorted(settings.foundations) != sorted("CDHS"):
                expected = "the four letters C D H S in some order, or arrival"
                raise BadInput("bad-setting", setting="foundations", value=settings.foundations, expected=expected)
            changed["foundations"] = settings.foundations
        self.tap = changed.get("tap", self.tap)
        self.foundations = changed.get("foundations", self.foundations)
        return [Event("settings", changed)]

    def _standing(self) -> tuple[Game, Status, bool]:
        return self.game, self.game.status, self.game.without_moves

    def _endings(self, before: tuple[Game, Status, bool]) -> list[Event]:
        """What the last command brought to an end, or back from it."""
        game, status, stuck = self._standing()
        if game is not before[0]:  # a new one, which may be over before it begins
            before = (game, Status.PLAYING, False)
        values = {"moves": game.moves, "score": game.score}
        if status is not before[1]:
            if status is Status.WON:
                return [Event("won", values)]
            if status is Status.LOST:
                return [Event("lost", {"score": game.score})]
            return [Event("resumed")] if before[1] is Status.LOST else []
        return [Event("no-moves")] if stuck and not before[2] else []

    def _address(self) -> str | None:
        """The path that deals this game again: the deal, the profile, and every rule that differs from it."""
        if self.game.deal is None:
            return None
        rules = self.game.rules.change({"autoplay": self.game.autoplay})
        query = {} if self.profile.name == "standard" else {"profile": self.profile.name}
        for name, value in rules.differences(self.profile.rules).items():
            query[name] = ("no", "yes")[value] if isinstance(value, bool) else "none" if value is None else str(value)
        return f"/deal/{self.game.deal}" + (f"?{urlencode(query)}" if query else "")

    def _slots(self) -> list[str | None]:
        """The suit that each foundation shows, from left to right."""
        if self.foundations != ARRIVAL:
            return list(self.foundations)
        order = [suit for suit in Suit if self.game.start.foundations[suit]]
        for action in self.game.actions:
            for move in (*([action.move] if action.move else []), *action.sent_up):
                suit = Suit(move.target.index) if move.target.kind == "foundation" else None
                if suit is not None and suit not in order:
                    order.append(suit)
        return [suit.letter for suit in order] + [None] * (len(Suit) - len(order))

    def _picked(self) -> dict[str, Any] | None:
        if self.picked is None:
            return None
        source, count = self.picked
        cards = moved_cards(self.game.position, Move(source, source, count))
        return {"from": str(source), "count": count, "cards": [str(card) for card in cards]}


def _deal(start: NewGame) -> Game:
    profile = find_profile(start.profile)
    rules = profile.rules.change(start.rules)
    if start.deal == "random":
        number = random_number()
    else:
        name = read_deal(start.deal)
        number = name.number
        asked = rules.cells if "cells" in start.rules else None
        rules = rules.change({"cells": choose_cells(name, asked) if name.cells is not None else rules.cells})
    return Game(deal(number, rules.cells), rules, deal=number, profile=profile)


def _code(game: Game) -> str | None:
    return None if game.deal is None else game_code(game.deal, game.rules.cells)


def _dealt(game: Game) -> Event:
    return Event("dealt", {"deal": game.deal, "code": _code(game)})


def _steps(action: Action, steps: Sequence[Step] | None = None) -> list[dict[str, str]]:
    """Single-card moves as the wire has them, each with the card that moves."""
    return _with_cards(action.before, action.steps if steps is None else steps)


def _autoplayed(action: Action) -> list[Event]:
    if not action.sent_up:
        return []
    return [Event("autoplayed", {"steps": _steps(action)[len(action.move_steps) :]})]


def _taken_back(code: str, action: Action) -> Event:
    steps = _steps(action)
    source, target, cards = None, None, []
    if action.move is not None:
        source, target = str(action.move.source), str(action.move.target)
        cards = [str(card) for card in moved_cards(action.before, action.move)]
    if code == "undone":
        source, target = target, source
        steps = [{"card": step["card"], "from": step["to"], "to": step["from"]} for step in reversed(steps)]
    return Event(code, {"from": source, "to": target, "cards": cards, "steps": steps, "moves": action.moves})


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
