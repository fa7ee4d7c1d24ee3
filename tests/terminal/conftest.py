"""A terminal without a terminal: the program runs, keys are pressed, and what stands on the screen is read."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from freecell.commands import NewGame
from freecell.messages import speak, spoken
from freecell.speech import ENGLISH
from freecell.store import Player, Store
from freecell.terminal.app import Terminal
from freecell.terminal.newgame import Wanted
from freecell.terminal.preferences import Preferences
from freecell.terminal.seat import Start
from freecell.terminal.table import TableScreen

Driven = Callable[["Driver"], Awaitable[None]]


class Driver:
    """Presses keys in a running program, and reads its screen."""

    def __init__(self, app: Terminal, pilot: Pilot[Start | None], liked: list[Preferences]) -> None:
        self.app, self.pilot, self.liked = app, pilot, liked

    @property
    def table(self) -> TableScreen:
        found = self.app.screen_stack[1]
        assert isinstance(found, TableScreen)
        return found

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def until(self, true: Callable[[], object], seconds: float = 20) -> None:
        """Wait until something is so."""
        for _ in range(int(seconds / 0.02)):
            if true():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"it never came to be so; the screen:\n{self.screen()}")

    def screen(self) -> str:
        """What stands on the screen, line by line."""
        svg = self.app.export_screenshot()
        lines: dict[float, list[tuple[float, str]]] = {}
        for x, y, text in re.findall(r'<text [^>]*?x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', svg):
            lines.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
        return "\n".join("".join(text for _, text in sorted(parts)) for _, parts in sorted(lines.items()))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "games.db")) as store:
        yield store


@pytest.fixture
def player(store: Store) -> Player:
    return store.local_player()


@pytest.fixture(autouse=True)
def words() -> Iterator[None]:
    """Each test begins in English, and leaves the language as it was."""
    before = spoken()
    speak(ENGLISH)
    yield
    speak(before)


@pytest.fixture
def run(store: Store, player: Player) -> Callable[..., Start | None]:
    """Runs the program with a driver; returns what it goes on with, as `Terminal` has it."""

    def run(
        drive: Driven, start: Start | Wanted | None = None, *, size: tuple[int, int] = (90, 30), liked: Preferences | None = None
    ) -> Start | None:
        async def main() -> Start | None:
            changes: list[Preferences] = []
            preferences = liked or Preferences(motion="off")
            app = Terminal(store, player, start or NewGame("164"), preferences, changes.append)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await drive(Driver(app, pilot, changes))
            return app.return_value

        return asyncio.run(main())

    return run
