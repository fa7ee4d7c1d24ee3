"""Whole games in a real browser, from the first move to the win: by mouse, by touch and by keyboard, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.conftest import DESK, PHONE
from browser.table import Player, by_keyboard, by_mouse, by_touch, ready, shows, winning_line
from playwright.sync_api import Page, expect

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@SIZES
@pytest.mark.parametrize("player", [by_mouse, by_touch, by_keyboard])
def test_a_deal_is_played_to_its_win(open_page: Opener, player: Player, size: dict[str, int]) -> None:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": size is PHONE} if player is by_touch else {}
    page = open_page("/deal/164", viewport=size, **touch)
    game, line = winning_line(164, "standard")
    ready(page)
    for text in line:
        player(page, game, text)
        game.play(text)
        shows(page, game)
    assert game.position.won
    expect(page.get_by_role("dialog")).to_contain_text(str(game.moves))


@pytest.mark.parametrize(("profile", "cells"), [("one-tap", 4), ("points", 4), ("points", 2), ("points", 1), ("linear", 4)])
def test_each_profile_is_played_to_its_win(open_page: Opener, profile: str, cells: int) -> None:
    page = open_page(f"/deal/164?profile={profile}&cells={cells}")
    game, line = winning_line(164, profile, cells)
    ready(page)
    for text in line:
        by_keyboard(page, game, text)
        game.act(text)
        shows(page, game)
    assert game.position.won
    expect(page.get_by_role("dialog")).to_contain_text(str(game.moves))
    if game.score is not None:
        expect(page.locator("#score-number")).to_have_text(str(game.score))
