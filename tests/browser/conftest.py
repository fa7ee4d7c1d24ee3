"""A real server and a real Chromium for the tests in this folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
CHROMIUM += ["--disable-component-update", "--disable-sync"]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
LIKING = """try {
  if (!localStorage.getItem('freecell.preferences')) localStorage.setItem('freecell.preferences', JSON.stringify(%s));
} catch { /* this page stores nothing */ }"""

expect.set_options(timeout=20_000)  # what is right comes at once; a busy machine may take its time


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    named = os.environ.get("FREECELL_CHROMIUM")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if (path := shutil.which(name))), None)


def start_server(database: str | Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start `freecell` on a database, where each browser profile is a player of its own; return it with its address."""
    command = [sys.executable, "-c", "from freecell.cli import main; main()", "--no-browser", "--database", str(database), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+/", line)
        if found:
            return process, found[0].rstrip("/")
    raise AssertionError("the server did not say where it is")


def stop_server(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    process.wait(30)
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, address = start_server(tmp_path_factory.mktemp("kept") / "games.db", "--port", "0")
    yield address
    stop_server(process)


@pytest.fixture(scope="module")  # an event loop runs as long as it lives, which other tests could not bear
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium, and nothing may be skipped in CI")
        pytest.skip("no Chromium: install one, or name it in FREECELL_CHROMIUM")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Opens a path of the server in a fresh browser profile; the test fails if the page has an error or calls another server.

    Its player knows the game already, but for a `newcomer`, who gets tips, and has the preferences that `likes` names.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_it(
        path: str = "/", *, address: str | None = None, newcomer: bool = False, likes: dict[str, str] | None = None, **options: Any
    ) -> Page:
        context = browser.new_context(**{"viewport": DESK, **options})
        contexts.append(context)
        if not newcomer:
            context.add_init_script(LIKING % json.dumps({"tips": "off", **(likes or {})}))
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if "Content Security Policy" in message.text else None)
        page.on("request", lambda request: None if _is_ours(request.url, address or server) else problems.append(request.url))
        page.goto((address or server) + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert problems == []


def _is_ours(url: str, address: str) -> bool:
    return url.split("://")[1].split("/")[0] == address.split("://")[1] or url.startswith(("data:", "blob:"))
