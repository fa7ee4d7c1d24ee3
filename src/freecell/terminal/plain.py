"""The game line by line: nothing is drawn over, so that a screen reader, a pipe or a plain terminal can follow it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from freecell.analysis import find_deal
from freecell.analysis.review import Review
from freecell.analysis.tasks import NOTHING, task_for, told
from freecell.analysis.telling import review_lines
from freecell.commands import (
    Answer,
    AskHint,
    Auto,
    Command,
    Finish,
    GoBack,
    NewGame,
    Play,
    Question,
    Redo,
    Resign,
    Restart,
    SetSettings,
    Undo,
)  # fmt: skip
from freecell.deals import read_deal
from freecell.errors import BadInput, FreeCellError
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.moves import read_move
from freecell.notation import split_moves, write_game
from freecell.position import CASCADE_PLACES, CELL_PLACES, FOUNDATION_PLACES, Place
from freecell.speech import card_name, count_text, place_text
from freecell.store import Player, Store
from freecell.terminal.advisor import MEMORY
from freecell.terminal.lines import ending, standing, told_of
from freecell.terminal.names import deal_name, rules_name
from freecell.terminal.newgame import ANY, Wanted
from freecell.terminal.seat import Seat, Start

_COMMANDS: Final[dict[str, Command]] = {
    "u": Undo(), "r": Redo(), "f": Finish(), "x": Resign(), "o": Restart(), "i": AskHint(), "p": Auto(), "l": GoBack(),
}  # fmt: skip


def play_plainly(store: Store, player: Player, start: Start | Wanted, lines: Iterable[str], say: Callable[[str], object]) -> None:
    """Play by lines, each a move, a command or a question, until there are no more; what comes of each is said at once.

    Raises `FreeCellError` if the game to begin with cannot be had.
    """
    game = Plain(store, player, start, say)
    try:
        for line in lines:
            if line.strip().lower() == "q":
                break
            game.hear(line)
    finally:
        game.seat.leave()


class Plain:
    """A game that is heard and told."""

    def __init__(self, store: Store, player: Player, start: Start | Wanted, say: Callable[[str], object]) -> None:
        self._store, self._player, self._say = store, player, say
        self._truth = False
        self.seat = self._sit(start)
        say(_("A move is two places, 6 7 or 3 h; ? tells what else there is."))

    def hear(self, line: str) -> None:
        """Do what a line says; what is wrong with it is said, and changes nothing."""
        word, _rest, rest = line.strip().partition(" ")
        try:
            if not word:
                self._tell_table()
            elif word == "?":
                self._tell_keys()
            elif word.lower() in _COMMANDS and not rest:
                self._tell(self.seat.do(_COMMANDS[word.lower()]))
            elif word.lower() in ("n", "k", "t", "v") and (not rest or word.lower() == "n"):
                {"n": self._new, "k": self._text, "t": self._toggle, "v": self._review}[word.lower()](rest)
            elif len(line.split()) == 1 and (place := _place(word)) is not None:
                self._say(self._lies_at(place))
            else:
                self._move(line)
        except FreeCellError as error:
            self._say(str(error))

    def _sit(self, start: Start | Wanted) -> Seat:
        """Begin a game, and tell of it."""
        if isinstance(start, Wanted):
            start = self._found(start)
        settings = SetSettings(truth=self._truth)
        # What the disk says late is told with the next action, which waits for it in its turn.
        seat = Seat(self._store, self._player, start, settings, later=lambda work: work(), changed=lambda: None)
        seat.let_run(True)
        game = seat.session.game
        profile = game.profile.name if game.profile.offers(game.rules) else "own"
        self._say(f"{deal_name(game.deal)}. {rules_name(profile, game.rules.cells)}. {count_text(game.moves, 'moves', spoken())}.")
        return seat

    def _found(self, wanted: Wanted) -> NewGame:
        if not wanted.is_searched:
            return wanted.start
        number = find_deal(wanted.rules, wanted.wish, max_memory=MEMORY)
        if number is None:
            raise FreeCellError("no-such-deal", wish=str(wanted.wish))
        return NewGame(str(number), wanted.start.profile, wanted.start.rules)

    def _new(self, deal: str) -> None:
        """Another deal, or a random one, under the same rules."""
        game = self.seat.session.game
        if deal:
            read_deal(deal)
        start = NewGame(deal or ANY, game.profile.name, dict(game.rules.differences(game.profile.rules)))
        seat = self._sit(Wanted(start) if not deal else start)
        self.seat.leave()
        self.seat = seat

    def _text(self, _nothing: str) -> None:
        self._say(write_game(self.seat.session.game))

    def _toggle(self, _nothing: str) -> None:
        self._truth = not self._truth
        self._tell(self.seat.do(SetSettings(truth=self._truth)))
        if not self._truth:
            self._say(_("The truth is not told."))

    def _review(self, _nothing: str) -> None:
        review = Review(self.seat.session.game)
        for _reviewed in review:
            continue
        for line in review_lines(review):
            self._say(line)

    def _move(self, line: str) -> None:
        """Play the moves of a line, as far as they can be played."""
        words = line.split()
        for text in ["".join(words)] if len(words) == 2 and all(_place(word) is not None for word in words) else split_moves(line):
            game = self.seat.session.game
            move = read_move(text, game.position, game.rules)
            answer = self.seat.do(Play(str(move.source), str(move.target), move.count))
            self._tell(answer)
            if answer.refusal is not None:
                return

    def _tell(self, answer: Answer) -> None:
        """Say what came of a command, and find out what the session wants to know then."""
        if answer.refusal is not None:
            self._say(str(answer.refusal))
        for words in told_of(answer.events):
            self._say(words)
        if not self.seat.saved:
            self._say(_("Not saved. Play on: it is written as soon as it can be."))
        snapshot = self.seat.snapshot()
        if any(event.code in ("won", "demonstrated") for event in answer.events):
            title, facts = ending(snapshot, None, None)
            self._say("\n".join([title, *facts]))
        elif answer.events and (told := standing(snapshot)):
            self._say(told)
        for question in self.seat.session.questions:
            self._find_out(question)

    def _find_out(self, question: Question) -> None:
        """Search for what the session asks, and tell it; the truth, which nobody waits for, is given up sooner."""
        task = task_for(question, self.seat.session.game)
        result = NOTHING[question.about]
        for seconds in task.budgets[: 2 if question.about == "truth" else None]:
            result = task.run(seconds, MEMORY, lambda: False)
            if task.is_answer(result):
                break
        answer = self.seat.do(told(question, result))
        if question.about == "truth":
            truth = self.seat.snapshot()["truth"]
            self._say(truth["message"] if truth else "")
        else:
            self._tell(answer)

    # The table in words

    def _tell_table(self) -> None:
        rules = self.seat.session.game.rules
        for place in (*CELL_PLACES[: rules.cells], *FOUNDATION_PLACES, *CASCADE_PLACES):
            self._say(self._lies_at(place))

    def _lies_at(self, place: Place) -> str:
        words = spoken()
        held = self.seat.session.game.position.cards_at(place)
        shown = held[-1:] if place.kind == "foundation" else held
        cards = ", ".join(card_name(str(card), words) for card in shown) or count_text(0, "cards", words)
        name = place_text(str(place), language=words)
        return f"{name[:1].upper()}{name[1:]}: {cards}."

    def _tell_keys(self) -> None:
        rows = (
            ("6 7, 67, 3h, 26v3", _("a move: from where, then to where; v3 for three cards")),
            (_("an empty line"), _("the whole table")),
            ("1–8, a–d, hC hD hH hS", _("what lies there")),
            ("u, r", _("undo, redo")),
            ("i, p", _("a hint; play one good move")),
            ("t", _("tell the truth after each move, or no longer")),
            ("l", _("back to the last position that could be won")),
            ("v", _("review this game, move by move")),
            ("f", _("finish, when the rest goes up by itself")),
            ("n, n 164", _("a new game, that deal")),
            ("o, x", _("over again; resign")),
            ("k", _("this game as text")),
            ("q", _("leave; the game goes on here the next time")),
        )
        for keys, meaning in rows:
            self._say(f"{keys:22} {meaning}")


def _place(text: str) -> Place | None:
    """The place of that name, in any case."""
    with suppress(BadInput):
        return Place(text[:1].lower() + text[1:].upper())
    return None
