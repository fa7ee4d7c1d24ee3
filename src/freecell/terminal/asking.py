"""What a player can ask for by name, by a key, from the menu, or by a click."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from freecell.analysis import Difficulty, rate
from freecell.analysis.telling import difficulty_lines
from freecell.commands import AskHint, Auto, Command, Finish, GoBack, LoadGame, NewGame, PlayOn, Redo, Resign, Restart, Undo
from freecell.deals import LAST_DEAL
from freecell.errors import FreeCellError
from freecell.messages import spoken, word
from freecell.messages import text as _
from freecell.notation import write_game
from freecell.speech import time_text
from freecell.store.telling import statistics_lines
from freecell.terminal.advisor import MEMORY
from freecell.terminal.demonstration import Demonstration
from freecell.terminal.dialogs import Ask, Games, Menu, Reader
from freecell.terminal.keys import key_rows
from freecell.terminal.lines import ending
from freecell.terminal.names import deal_name
from freecell.terminal.newgame import ANY, ChooseGame, Wanted
from freecell.terminal.review import ReviewScreen

if TYPE_CHECKING:
    from freecell.terminal.table import TableScreen

_AT_ONCE: Final = "one-tap"
"""The profile under which a random deal begins without any question."""
_PLAIN: Final[dict[str, Command]] = {"undo": Undo(), "redo": Redo(), "finish": Finish(), "hint": AskHint(), "back": GoBack()}
"""What is a command of the session itself."""


class Asking:
    """Does what is asked for on a table: a method for each name that is no command of the session itself."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    def give(self, name: str) -> None:
        """Do what is asked for by name; where what is kept cannot be read for it, say so."""
        try:
            if name in _PLAIN:
                self._table.do(_PLAIN[name])
            elif self._table.seat is not None or name in ("choose", "menu", "keys"):
                getattr(self, name)()
        except FreeCellError as error:
            self._table.say(str(error))

    def new(self) -> None:
        """Begin a random deal at once where the rules have it so, else ask for a game."""
        if self._table.seat is not None and self._table.profile == _AT_ONCE:
            self._table.begin(self._last())
        else:
            self.choose()

    def choose(self) -> None:
        """Ask for a new game."""
        self._table.app.push_screen(ChooseGame(self._last()), lambda wanted: self._table.begin(wanted) if wanted is not None else None)

    def _last(self) -> Wanted:
        """A random deal that can be won, under the rules of the game on the table."""
        if self._table.seat is None:
            return Wanted(NewGame(ANY))
        game = self._table.game
        return Wanted(NewGame(ANY, game.profile.name, dict(game.rules.differences(game.profile.rules))))

    def next(self) -> None:
        """Begin the deal with the next number, under the same rules."""
        start = self._last().start
        self._table.sit(replace(start, deal=str((self._table.game.deal or 0) + 1)))

    def restart(self) -> None:
        """Start the deal again."""
        self._sure(_("Restart this deal?"), _("Restart"), Restart())

    def resign(self) -> None:
        """End the game as a loss."""
        self._sure(_("Resign this game? It then counts as lost."), _("Resign"), Resign())

    def _sure(self, question: str, act: str, command: Command) -> None:
        """Give a command that would cost the player the game, once that is confirmed."""
        moves = self._table.game.moves
        if not moves or self._table.game.is_over:
            self._table.do(command)
            return
        made = (
            spoken().ngettext("You have made {number} move.", "You have made {number} moves.", moves).format(number=spoken().number(moves))
        )
        choices = {"no": _("Keep playing"), "yes": act}

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._table.do(command)

        self._table.app.push_screen(Ask(question, made, choices), answered)

    def auto(self) -> None:
        """Play one good move."""
        if self._table.demonstration is not None and self._table.demonstration.on:
            self._table.demonstration.step()
        else:
            self._table.do(Auto())

    def solve(self) -> None:
        """Demonstrate how the game is won; asked again, pause or go on."""
        if self._table.demonstration is not None and self._table.demonstration.on:
            self._table.demonstration.toggle()
        else:
            self._table.demonstration = Demonstration(self._demonstrate, self._table.set_timer)

    def _demonstrate(self, command: Command) -> None:
        answer = self._table.do(command)
        if answer is not None and self._table.demonstration is not None:
            self._table.demonstration.hear(answer)

    def tell(self) -> None:
        """Tell the truth after each move, or no longer."""
        told = "off" if self._table.preferences.truth == "on" else "on"
        self._table.prefer(replace(self._table.preferences, truth=told))

    def review(self, *, seek: bool = False) -> None:
        """Look at every move of the game."""
        table = self._table

        def play_on(action: int | None) -> None:
            if action is not None:
                table.do(PlayOn(action))

        screen = ReviewScreen(table.game.copy(), seek=seek, colours=table.preferences.colours, left_handed=table.board.left_handed)
        table.app.push_screen(screen, play_on)

    def where(self) -> None:
        """Look at where the game was lost."""
        self.review(seek=True)

    def deal(self) -> None:
        """Tell how difficult the deal is."""
        self._table.say(_("Searching…"))
        game = self._table.game

        def show(rated: Difficulty) -> None:
            self._table.say("")
            self._table.app.push_screen(Reader(deal_name(game.deal), list(difficulty_lines(rated))))

        self._table.aside(partial(rate, game.start, game.rules, max_memory=MEMORY), show)

    def history(self) -> None:
        """Choose among the games that are kept."""
        games = self._table.store.history(self._table.player, limit=200).games
        self._table.app.push_screen(Games(games), self._open)

    def _open(self, name: str | None) -> None:
        try:
            record = None if name is None else self._table.store.load(self._table.player, name)
        except FreeCellError as error:
            self._table.say(str(error))
            return
        if record is not None:
            self._table.sit(record)

    def stats(self) -> None:
        """Tell what was counted."""
        found = self._table.store.statistics(self._table.player)
        lines = [line for each in found for line in (*statistics_lines(each), "")]
        self._table.app.push_screen(Reader(_("Statistics"), lines or [_("No game has been played yet.")]))

    def text(self) -> None:
        """Show the game as text, and put it on the clipboard, where the terminal has one."""
        text = write_game(self._table.game)
        self._table.app.copy_to_clipboard(text)
        self._table.app.push_screen(Reader(_("The game as text"), text.splitlines()))

    def keys(self) -> None:
        """Show what each key does."""
        self._table.app.push_screen(Reader(_("Keys"), rows=key_rows()))

    def menu(self) -> None:
        """Show all that can be asked for, and what the player likes."""
        commands = {
            "choose": _("New game…"),
            "restart": _("Restart"),
            "resign": _("Resign"),
            "review": _("Review"),
            "solve": _("Solve and demonstrate"),
            "deal": _("This deal"),
            "history": _("History"),
            "stats": _("Statistics"),
            "text": _("The game as text"),
            "keys": _("Keys"),
        }
        menu = Menu(commands, self._table.preferences)

        def chosen(name: str | None) -> None:
            if menu.preferences != self._table.preferences:
                self._table.prefer(menu.preferences)
            if name is not None:
                self.give(name)

        self._table.app.push_screen(menu, chosen)

    def end(self) -> None:
        """Tell of the win, and ask how to go on."""
        if self._table.seat is None or not self._table.game.position.won:
            return
        snapshot, game = self._table.seat.snapshot(), self._table.game
        kept = game.deal is not None and game.profile.offers(game.rules)
        par = None
        with suppress(FreeCellError):  # the summary does without
            par = self._table.store.par(game.profile.name, game.rules.cells, game.deal) if kept and game.deal is not None else None
        title, lines = ending(snapshot, time_text(snapshot["time"]) if self._table.preferences.clock == "on" else None, par)
        another = {"choose": _("New game")} if game.deal in (None, LAST_DEAL) else {"next": _("Next deal")}
        again = {"restart": _("Play again") if snapshot["status"] == "won" else _("Play it myself")}
        choices = {**another, **again} if snapshot["status"] == "won" else {**again, **another}

        def after(chosen: str | None) -> None:
            if chosen == "restart":
                self._table.do(Restart())
            elif chosen is not None:
                self.give(chosen)

        self._table.app.push_screen(Ask(title, "\n".join(lines), {**choices, "review": _("Review")}), after)

    def gone(self) -> None:
        """Tell that the game was deleted elsewhere: what is on the table can be played on as another one."""
        choices = {"again": _("Play it as a new game"), "new": _("New game")}
        text = write_game(self._table.game)
        self._table.app.push_screen(
            Ask(_("This game is gone"), word("game-deleted", {}), choices),
            lambda chosen: self.give("choose") if chosen == "new" else self._table.sit(LoadGame(text)),
        )
