"""Learn and the lessons: their pages, and what the browser asks for while a lesson is being played."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from freecell.learn import PAGES
from freecell.learn.lessons import Lesson, lessons
from freecell.locales import Words
from freecell.notation import read_game, write_game
from freecell.rules import Rules, find_profile
from freecell.server.assets import Asset, Assets, packed
from freecell.server.language import SCOPE, SCOPE_LETTERS, words_in
from freecell.server.learnpage import Asked, contents, written
from freecell.server.limits import LARGEST_BODY
from freecell.server.wire import check_length


class Played(BaseModel):
    """How far the player of a lesson is."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Annotated[str, Field(max_length=LARGEST_BODY)]


class Learning:
    """The pages of Learn as they are sent; those that were asked for last are kept."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets.path
        self._made = lru_cache(128)(self._make)

    def page(self, request: Request, name: str) -> Asset:
        """Return a page for the rules that the request names, or the contents, which have no name. Raises `FreeCellError`."""
        query = {key: value for key, value in request.query_params.items() if key != "lang"}
        changes = {key: value for key, value in query.items() if key != "profile"}
        profile = find_profile(query.get("profile", "standard"))
        rules = profile.rules.change(changes)
        words = words_in(request.scope[SCOPE], request.scope[SCOPE_LETTERS])
        return self._made(name, words, rules, profile.name, urlencode(query))

    def _make(self, name: str, words: Words, rules: Rules, profile: str, query: str) -> Asset:
        asked = Asked(words, rules, profile, query, self._assets)
        return packed("text/html", (written(name, asked) if name else contents(asked)).encode())


def create_lessons() -> APIRouter:
    """Return what the browser asks about lessons."""
    router = APIRouter(include_in_schema=False)

    @router.get("/api/lessons/{name}")
    async def told(request: Request, name: str) -> dict[str, Any]:
        lesson, names = find_lesson(name), list(lessons())
        number = names.index(name) + 1
        return {
            **lesson.told(words_in(request.scope[SCOPE], request.scope[SCOPE_LETTERS])),
            "game": write_game(lesson.game()),
            "number": number,
            "of": len(names),
            "next": names[number] if number < len(names) else None,
        }

    @router.post("/api/lessons/{name}")
    async def reached(name: str, played: Played) -> dict[str, bool]:
        lesson = find_lesson(name)
        check_length(played.text)
        game = await run_in_threadpool(read_game, played.text)
        return {"reached": game.start == lesson.position and lesson.reached(game.position)}

    return router


def find_lesson(name: str) -> Lesson:
    """Return a lesson. Raises `HTTPException` (404) if there is none of that name."""
    lesson = lessons().get(name)
    if lesson is None:
        raise HTTPException(404)
    return lesson


def check_page(name: str) -> str:
    """Return the name of a page of Learn. Raises `HTTPException` (404) if there is none of that name."""
    if name not in PAGES:
        raise HTTPException(404)
    return name
