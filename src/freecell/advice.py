"""What a session knows of the truth about where it stands, and what it wants to know; it is asked of the face around it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, NamedTuple

from freecell.commands import Event, Hint, Question, Truth
from freecell.game import Game, Status
from freecell.messages import word
from freecell.position import Position
from freecell.rules import Autoplay

_MOST_KNOWN: Final = 128
"""Positions of which the truth is kept, so that Undo and Redo need not ask again."""

_Key = tuple[Position, Autoplay]


class _Known(NamedTuple):
    truth: Truth
    short: bool
    """Whether its line is one that a hint found, and so a short one."""


class Advice:
    """The truth beside the player: what is known, what is asked, what the player waits for, and the hint that is shown.

    `live` is whether the player wants the truth about every position. A question is open until it is answered, or the cards lie otherwise.
    """

    def __init__(self) -> None:
        self.live = False
        self.wish: str | None = None
        self._game: Game | None = None
        self._key: _Key | None = None
        self._status = Status.PLAYING
        self._known: OrderedDict[_Key, _Known] = OrderedDict()
        self._asked: dict[str, Question] = {}
        self._searched: bool = False  # in vain, to the end
        self._hint: Hint | None = None
        self._step = 0
        self._lost_start: _Key | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is to be found out now."""
        return tuple(self._asked.values())

    @property
    def truth(self) -> Truth | None:
        """What is known of the truth about this position."""
        known = self._here
        return None if known is None else known.truth

    @property
    def never(self) -> bool:
        """Whether the game was lost from its start, under the autoplay that is in force now, and is so here."""
        if self._game is None or self.truth is None or self.truth.status != "unwinnable":
            return False
        return self._lost_start == (self._game.start, self._game.autoplay)

    @property
    def line(self) -> Truth | None:
        """The truth with a short line from here, where one is known."""
        known = self._here
        return known.truth if known is not None and known.short and known.truth.line else None

    @property
    def hint(self) -> Hint | None:
        """The hint for this position, where it is known; it need not have been shown."""
        return self._hint

    def look(self, game: Game, version: int) -> None:
        """Look at where the game stands now; where the cards lie otherwise than before, whatever was asked is asked no more."""
        key = (game.position, game.autoplay)
        if game is not self._game or key != self._key or game.status is not self._status:
            self._follow(game, key)
            self._asked.clear()
            self.wish, self._hint, self._step, self._searched = None, None, 0, False
        self._game, self._key, self._status = game, key, game.status
        if not self.live:
            self._asked.pop("truth", None)
        elif game.status is Status.PLAYING and self.truth is None and not self._searched and "truth" not in self._asked:
            self._asked["truth"] = Question("truth", version)

    def ask(self, wish: str, version: int) -> Event:
        """Ask for what the player wishes for: `hint`, `auto`, `demonstrate` or `go-back`."""
        about: Any = "back" if wish == "go-back" else "hint"
        for other in {"back", "hint"} - {about}:
            self._asked.pop(other, None)
        self.wish = wish
        question = Question("back", version, past=self._past()) if about == "back" else Question("hint", version, self.line)
        self._asked.setdefault(about, question)
        return Event("searching", {"for": wish})

    def way_back(self) -> tuple[int | None, str] | None:
        """Return after how many actions the last winnable position was, and why, as `TellBack` has them; None if that is not known yet.

        What is known to be lost is passed over, from the end; where there is something to be found out, it has to be searched.
        """
        past = self._past()
        left = len(past)
        while left and (truth := past[left - 1]) is not None and truth.status == "unwinnable":
            left -= 1
        if not left:
            return None, "unwinnable"
        return None if past[left - 1] is None else (left - 1, "winnable")

    def stop(self) -> None:
        """Wait for nothing more."""
        self.wish = None
        self._asked.pop("hint", None)
        self._asked.pop("back", None)

    def is_open(self, about: str, version: int) -> bool:
        """Whether this question still waits for its answer."""
        return about in self._asked and self._asked[about].version == version

    def learn(self, truth: Truth, *, short: bool, searching: bool) -> None:
        """Take in the truth about this position."""
        assert self._key is not None  # it has been looked at  # noqa: S101
        if truth.status == "unknown":
            self._searched = self._searched or not (searching or short)
        elif short or self.line is None:
            self._keep(self._key, _Known(truth, short))
        if not searching or truth.status != "unknown":
            self._asked.pop("hint" if short else "truth", None)
        if self.truth is not None:
            self._asked.pop("truth", None)

    def take(self, hint: Hint) -> None:
        """Keep the hint for this position, which has one."""
        self._hint = hint

    def show(self) -> Event:
        """Show the hint, one step further each time: first the move, then why as well."""
        assert self._hint is not None  # noqa: S101
        self._step = min(self._step + 1, 2)
        return Event("hint", self._told())

    @property
    def is_new(self) -> bool:
        """Whether the hint was not shown yet."""
        return self._step == 0

    def shown_truth(self) -> dict[str, Any] | None:
        """Return the truth as a snapshot has it."""
        if not self.live or self._game is None or self._game.status is not Status.PLAYING:
            return None
        truth, searching = self.truth, "truth" in self._asked
        status = "unknown" if truth is None else str(truth.status)
        moves_left = None if truth is None else truth.moves_left
        never = self.never
        message = word(f"truth-{'never' if never else 'searching' if searching else status}", {"moves_left": moves_left})
        return {"status": status, "moves_left": moves_left, "searching": searching, "never": never, "message": message}

    def shown_hint(self) -> dict[str, Any] | None:
        """Return the hint as a snapshot has it."""
        if self._hint is None or self._step == 0:
            return None
        told = self._told()
        return told | {"message": word("hint", told)}

    def _told(self) -> dict[str, Any]:
        assert self._hint is not None  # noqa: S101
        told = dict(self._hint.message.values)
        reason: Any = told["reason"]
        if self._step < 2 or reason is None:
            told["reason"] = None
        else:
            told["reason"] = {**reason, "message": word(reason["code"], reason["values"])}
        return told | {"count": self._hint.truth.line[0].count, "step": self._step}

    def _past(self) -> tuple[Truth | None, ...]:
        """What is known of the positions that the game came through."""
        assert self._game is not None  # noqa: S101
        game = self._game
        keys = [(game.start, game.rules.autoplay), *((action.after, action.autoplay) for action in game.actions)]
        return tuple(None if (known := self._known.get(key)) is None else known.truth for key in keys)

    @property
    def _here(self) -> _Known | None:
        return None if self._key is None else self._known.get(self._key)

    def _follow(self, game: Game, key: _Key) -> None:
        """Keep what the last truth still says, if the player has played on from there."""
        known, actions = self._here, game.actions
        if game is not self._game and self._game is not None and not _same_rules(game, self._game):
            self._known.clear()
        elif known is not None and actions and (actions[-1].before, game.autoplay) == self._key and key not in self._known:
            after = known.truth.after(actions[-1])
            if after is not None:
                self._keep(key, _Known(after, known.short))

    def _keep(self, key: _Key, known: _Known) -> None:
        self._known[key] = known
        if self._game is not None and key[0] == self._game.start and known.truth.status == "unwinnable":
            self._lost_start = key
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)


def _same_rules(one: Game, other: Game) -> bool:
    return one.rules.change({"autoplay": "off"}) == other.rules.change({"autoplay": "off"})
