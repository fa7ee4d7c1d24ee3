"""A player's session: commands in, events and snapshots out, and no I/O.

Every face drives one of these, so that browser, terminal and tests play exactly the same game. What a snapshot and the events hold is
written down, with examples, in `docs/protocol.md`. A session never searches: it says in its answers what it wants to know, and is told.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from freecell.advice import Advice
from freecell.commands import (
    Answer,
    AskHint,
    Auto,
    Command,
    Demonstrate,
    Event,
    Finish,
    GoBack,
    Hint,
    LoadGame,
    NewGame,
    Play,
    PlayOn,
    Question,
    Redo,
    Resign,
    Restart,
    SetAutoplay,
    SetSettings,
    Tap,
    TellBack,
    TellHint,
    TellTruth,
    Told,
    Undo,
)
from freecell.errors import FreeCellError, IllegalMove, Refusal
from freecell.game import Action, Game, Status
from freecell.moves import Move, find_place, most_cards
from freecell.notation import write_game
from freecell.position import Place
from freecell.rules import Profile
from freecell.snapshot import cards_of, events_of, shown_code, shown_game, taken_back
from freecell.taps import Pick, tap

_ANSWERS_KEPT: Final = 8


class Session:
    """One player at one table. Commands are answered, never raised upon; only a first game that cannot be had raises.

    >>> session = Session(NewGame("164"))
    >>> answer = session.do(Play("1", "a"))
    >>> [str(event) for event in answer.events], answer.snapshot["cells"]
    (['6♠ to cell a.'], ['6S', None, None, None])
    >>> str(session.do(Play("1", "a")).refusal)
    'Cell a holds 6♠ already.'
    """

    def __init__(self, start: NewGame | LoadGame | Game, settings: SetSettings | None = None, *, version: int = 0) -> None:
        self.version = version
        self.words: tuple[str, ...] = ()
        """What the last call of `do` did in the game, as a game that is kept has it; nothing where it was refused, or answered before."""
        self.picked: Pick | None = None
        self.linked: dict[str, Any] | None = None
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._advice = Advice()
        self._begin(start)
        if settings is not None:
            self._set(settings)
        self._advice.look(self.game, self.version)

    def do(self, command: Command, *, id: str | None = None, version: int | None = None) -> Answer:  # noqa: A002
        """Carry out a command, and say what came of it.

        A command whose `id` was answered before gets the same answer, and is not carried out again. One whose `version` is not the
        game's is stale, and refused: the player saw another position. So is what is told about a question that is open no more.
        """
        self.words = ()
        if id is not None and id in self._answers:
            return self._answers[id]
        stale = version is not None and version != self.version
        answer = self._refused(Refusal("stale")) if stale else self._try(command)
        if id is not None:
            self._answers[id] = answer
            if len(self._answers) > _ANSWERS_KEPT:
                self._answers.popitem(last=False)
        return answer

    @property
    def profile(self) -> Profile:
        """The profile that the game was begun with, whichever of its rules were changed."""
        return self.game.profile

    @property
    def truth(self) -> bool:
        """Whether the truth is told after each move."""
        return self._advice.live

    @property
    def questions(self) -> tuple[Question, ...]:
        """Everything that the session wants to know now."""
        return self._advice.questions

    def snapshot(self) -> dict[str, Any]:
        """Return how the game stands, in plain values that JSON can hold, with every legal destination of every card and sequence."""
        return {
            "version": self.version,
            **shown_game(self.game, self.foundations),
            "settings": {"tap": self.tap, "foundations": self.foundations, "truth": self.truth},
            "picked": self._picked(),
            "truth": self._advice.shown_truth(),
            "hint": self._advice.shown_hint(),
            "waiting": self._advice.wish,
            "linked": self.linked,
        }

    def _begin(self, start: NewGame | LoadGame | Game) -> list[Event]:
        """Start a game, or go on with one; nothing is changed if it cannot be had."""
        self.game: Game = start if isinstance(start, Game) else start.game()
        self.tap = self.profile.tap
        self.foundations = self.profile.foundations
        self.linked = None
        return [_dealt(self.game)]

    def _try(self, command: Command) -> Answer:
        before = self._standing()
        picked = self.picked
        try:
            if isinstance(command, Told):
                return self._told(command)
            self.picked = None
            events = self._carry_out(command, picked)
        except FreeCellError as error:
            self.picked = picked
            return self._refused(Refusal(error.code, error.values))
        return self._done(events, before)

    def _refused(self, refusal: Refusal) -> Answer:
        return Answer((), refusal, self.snapshot(), self.questions)

    def _done(self, events: list[Event], before: tuple[Game, Status, bool]) -> Answer:
        """The answer to what has changed the game."""
        self.version += 1
        self._advice.look(self.game, self.version)
        return Answer((*events, *self._endings(before)), None, self.snapshot(), self.questions)

    def _carry_out(self, command: Command, picked: Pick | None) -> list[Event]:
        match command:
            case Play(source, target, count):
                return self._play(source, target, count)
            case Tap(place, depth):
                return self._tap(Place(place), depth, picked)
            case Undo():
                return [self._undo()]
            case Redo():
                redone = self.game.redo()
                self._did("redo")
                return [taken_back("redone", redone)]
            case Restart():
                return self._restart()
            case Finish():
                return self._acted(self.game.finish())
            case Resign():
                self.game.resign()
                self._did("resign")
                return [Event("resigned", {"score": self.game.score})]
            case SetAutoplay(value) if value == self.game.autoplay:  # nothing to do, and so nothing to undo
                return [Event("autoplay", {"value": value})]
            case SetAutoplay(value):
                return self._acted(self.game.set_autoplay(value))
            case SetSettings():
                return self._set(command)
            case NewGame() | LoadGame():
                return self._begin(command)
            case _:
                return self._advise(command)

    def _play(self, source: str, target: str, count: int | None) -> list[Event]:
        position, rules = self.game.position, self.game.rules
        start = Place(source)
        held = position.cards_at(start)
        end = find_place(target, held[-1] if held else None)
        return self._acted(self.game.play(Move(start, end, most_cards(position, rules, start, end) if count is None else count)))

    def _did(self, *words: str) -> None:
        self.words += words

    def _acted(self, action: Action, *marks: str) -> list[Event]:
        """The events of an action, which is noted with the marks before it."""
        self._did(*marks, action.text)
        return events_of(action)

    def _undo(self) -> Event:
        undone = self.game.undo()
        self._did("undo")
        return taken_back("undone", undone)

    def _restart(self) -> list[Event]:
        """The same deal again. It is the same game, with the help that was taken in it, unless that is over: then it is another one."""
        before = self.game
        rules = before.rules.change({"autoplay": before.autoplay})
        self.game = Game(before.start, rules, deal=before.deal, profile=self.profile)
        if not before.is_over:
            self.game.help = before.help
            self._did("restart")
        self.linked = None
        return [_dealt(self.game)]

    def _tap(self, place: Place, depth: int | None, picked: Pick | None) -> list[Event]:
        self._must_be_playing()
        position = self.game.position
        meant = tap(position, self.game.rules, self.tap, picked, place, depth)
        if isinstance(meant, Move):
            return self._acted(self.game.play(meant))
        self.picked = meant
        about = meant or picked
        assert about is not None  # nothing is put back unless it was picked  # noqa: S101
        cards = cards_of(position, Move(about.source, about.source, about.count))
        return [Event("picked" if meant else "put-back", {"from": str(about.source), "cards": cards})]

    def _set(self, settings: SetSettings) -> list[Event]:
        changed = settings.changes()
        self.tap = changed.get("tap", self.tap)
        self.foundations = changed.get("foundations", self.foundations)
        self._advice.live = changed.get("truth", self._advice.live)
        return [Event("settings", changed)]

    # The truth beside the player

    def _advise(self, command: Command) -> list[Event]:
        match command:
            case AskHint():
                self._must_be_playing()
                return self._hint() if self._advice.hint else self._wish("hint")
            case Auto():
                self._must_be_playing()
                return self._follow("auto") if self._line else self._wish("auto")
            case Demonstrate():
                self._must_be_playing()
                return self._follow("demonstrate") if self._line else self._wish("demonstrate")
            case GoBack():
                if self.game.position.won:
                    raise IllegalMove(Refusal("game-over"))
                way = self._advice.way_back()
                return [self._advice.ask("go-back", self.version + 1)] if way is None else self._go_back(*way)
            case PlayOn(action):
                return self._continue(action)
            case _:
                self._advice.stop()
                return [Event("stopped")]

    def _wish(self, wish: str) -> list[Event]:
        """Ask for a hint, to be shown or followed, unless it is known that there is none."""
        truth = self._advice.truth
        if truth is not None and truth.status == "unwinnable":
            return self._no_hint(wish, "unwinnable")
        return [self._advice.ask(wish, self.version + 1)]

    @property
    def _line(self) -> tuple[Move, ...]:
        """The short line from here, where it is known."""
        known = self._advice.line
        return () if known is None else known.line

    def _hint(self) -> list[Event]:
        if self._advice.is_new:
            self.game.help.hints += 1
            self._did("hint")
        return [self._advice.show()]

    def _follow(self, wish: str) -> list[Event]:
        """Make the line's next move."""
        known = self._advice.line
        assert known is not None  # noqa: S101
        action = self.game.play(known.line[0])
        if wish == "auto":
            self.game.help.autos += 1
            return self._acted(action, "auto")
        marks = () if self.game.help.demonstrated else ("demo",)
        self.game.help.demonstrated = True
        return [Event("demonstrating", {"left": (known.moves_left or action.moves) - action.moves}), *self._acted(action, *marks)]

    def _no_hint(self, wish: str, status: str) -> list[Event]:
        """Say that there is no hint; for Auto, a proof ends the deal where the rules end it so (S1.22)."""
        self._advice.stop()
        if status == "unwinnable" and wish == "auto" and self.game.rules.lose_without_moves:
            self.game.lose()
            self._did("lost")
            return []  # the end is an event of its own
        return [Event(f"hint-{'never' if self._advice.never else status}")]

    def _continue(self, count: int) -> list[Event]:
        """Begin a new game after so many actions of this one, linked to it."""
        game, text = self.game.continued(count), write_game(self.game)
        self.game, self.linked = game, {"action": count, "text": text}
        return [Event("continued", {"action": count})]

    def _told(self, told: Told) -> Answer:
        """Take in what was asked. Only what is then done in the game makes a new version: the player may be moving at this moment."""
        about = {TellTruth: "truth", TellHint: "hint", TellBack: "back"}[type(told)]
        if not self._advice.is_open(about, told.version):
            return self._refused(Refusal("stale"))
        match told:
            case TellTruth(_, truth, searching):
                self._advice.learn(truth, short=False, searching=searching)
                return Answer((), None, {"version": self.version, "truth": self._advice.shown_truth()}, self.questions)
            case TellHint(_, hint, searching):
                return self._told_hint(hint, searching)
            case TellBack(_, action, status):
                return self._told_back(action, status)

    def _told_hint(self, hint: Hint, searching: bool) -> Answer:
        before, wish = self._standing(), self._advice.wish or "hint"
        self._advice.learn(hint.truth, short=True, searching=searching)
        if not hint.truth.line:
            going_on = searching and hint.truth.status == "unknown"
            events = [Event("not-yet", {"for": wish})] if going_on else self._no_hint(wish, str(hint.truth.status))
            return self._done([], before) if self.game.proved_lost else self._said(events)
        self._advice.take(hint)
        self._advice.stop()
        if wish == "hint":
            return self._said(self._hint())
        self.picked = None
        return self._done(self._follow(wish), before)

    def _told_back(self, action: int | None, status: str) -> Answer:
        before = self._standing()
        events = self._go_back(action, status)
        if events[0].code == "no-way-back":
            return self._said(events)
        self.picked = None
        return self._done(events, before)

    def _go_back(self, action: int | None, status: str) -> list[Event]:
        """Go back to after so many actions, by Undo as far as that goes, else in a new game; or say why there is no way back."""
        self._advice.stop()
        actions = len(self.game.actions)
        if action == actions and self.game.status is Status.RESIGNED:
            return self._continue(actions)
        if action is None or action == actions:
            return [Event("no-way-back", {"status": status})]
        if actions - action > self.game.undoable:
            return self._continue(action)
        return [self._undo() for _ in range(actions - action)]

    def _said(self, events: list[Event]) -> Answer:
        """The answer to what has left the game as it was."""
        return Answer(tuple(events), None, self.snapshot(), self.questions)

    # How it stands

    def _must_be_playing(self) -> None:
        if self.game.status is not Status.PLAYING:
            raise IllegalMove(Refusal("game-over"))

    def _standing(self) -> tuple[Game, Status, bool]:
        return self.game, self.game.status, self.game.without_moves

    def _endings(self, before: tuple[Game, Status, bool]) -> list[Event]:
        """What the last command brought to an end, or back from it."""
        game, status, stuck = self._standing()
        if game is not before[0]:  # a new one, which may be over before it begins
            before = (game, Status.PLAYING, False)
        values = {"moves": game.moves, "score": game.score}
        if status is not before[1]:
            if status in (Status.WON, Status.DEMONSTRATED):
                return [Event("won" if status is Status.WON else "demonstrated", values)]
            if status is Status.LOST:
                return [Event("proved-lost" if game.proved_lost else "lost", {"score": game.score})]
            return [Event("resumed")] if before[1] is Status.LOST else []
        return [Event("no-moves")] if stuck and not before[2] else []

    def _picked(self) -> dict[str, Any] | None:
        if self.picked is None:
            return None
        source, count = self.picked
        return {"from": str(source), "count": count, "cards": cards_of(self.game.position, Move(source, source, count))}


def _dealt(game: Game) -> Event:
    return Event("dealt", {"deal": game.deal, "code": shown_code(game)})
