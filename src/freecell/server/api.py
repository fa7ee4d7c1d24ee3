"""The HTTP API: profiles, deals, solutions, hints, reviews and difficulties, for programs; the page for people is at `/api`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, Path, Query, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from freecell.analysis import rules_of
from freecell.analysis.tasks import FindHint, FindPar, Rate, Solve, Task
from freecell.commands import LoadGame, NewGame
from freecell.errors import BadInput
from freecell.game import Game
from freecell.messages import spoken
from freecell.notation import write_layout
from freecell.rules import PROFILES
from freecell.server import shapes
from freecell.server.apidoc import STYLE, page
from freecell.server.limits import LARGEST_BODY, Clients, client_of
from freecell.server.pars import Pars
from freecell.server.reviewing import Reviewing
from freecell.server.searches import QUICK, Searches
from freecell.server.wire import check_length
from freecell.snapshot import shown_address, shown_code, shown_position

_READING: Final = ["GET", "HEAD"]
_FAILURES: Final[dict[int | str, dict[str, Any]]] = {
    413: {"model": shapes.Failure, "description": "Too large"},
    422: {"model": shapes.Failure, "description": "Not understood, or not allowed by the rules"},
    429: {"model": shapes.Failure, "description": "More than one client's share; `Retry-After` says when to come back"},
    503: {"model": shapes.Failure, "description": "The queue for searches is full"},
}
_DESCRIPTION: Final = (
    "What the program knows about deals and games, for other programs. Everything is under the rules that are given: a profile, "
    "and what differs from it. Whatever searches is a POST, takes its turn, and ends when its caller leaves."
)

Rule = str | int | bool | None
_DEAL: Final = "A number, or a game code"
DealName = Annotated[str, Path(max_length=64, description=_DEAL, examples=["164"])]


def _as_text(deal: object) -> object:
    """A deal's number may come as a number."""
    return str(deal) if type(deal) is int else deal


class Under(BaseModel):
    """The rules: a profile's, with changes."""

    model_config = ConfigDict(extra="forbid", strict=True)
    profile: Annotated[str, Field(max_length=64, examples=["standard"])] = "standard"
    rules: Annotated[dict[Annotated[str, Field(max_length=64)], Rule], Field(max_length=20, examples=[{"cells": 4}])] = {}


class Asked(Under):
    """A deal under rules, or the text of a game or a layout, which has its own."""

    deal: Annotated[str | None, BeforeValidator(_as_text), Field(max_length=64, description=_DEAL, examples=["164"])] = None
    text: Annotated[str | None, Field(max_length=LARGEST_BODY)] = None

    def game(self) -> Game:
        """Return the game that is meant. Raises `FreeCellError` for one that cannot be had."""
        if (self.deal is None) == (self.text is None) or (self.text is not None and self.model_fields_set & {"profile", "rules"}):
            raise BadInput("bad-message", problem="expected either a deal with its rules, or a text, which has its own")
        if self.deal == "random":
            raise BadInput("bad-deal", text=self.deal)
        if self.deal is not None:
            return NewGame(self.deal, self.profile, self.rules).game()
        text = self.text or ""
        check_length(text)
        return LoadGame(text).game()


class AskedInTime(Asked):
    """The same, with a limit of time."""

    max_seconds: Annotated[float, Field(gt=0, le=3600, description="No more than the server's own limit is used")] = 5.0


class ToSolve(AskedInTime):
    """What to solve, and how well."""

    goal: Literal["first", "short", "optimal"] = "first"
    measure: Literal["moves", "cards"] = "moves"


def create_api(searches: Searches, pars: Pars, clients: Clients, lifespan: Callable[[FastAPI], Any]) -> FastAPI:
    """Return an application with the HTTP API on it."""
    api = FastAPI(
        title="FreeCell", version="1", description=_DESCRIPTION, lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
    )  # fmt: skip

    async def search(request: Request, task: Task) -> Any:
        name = client_of(request)
        with clients.request(name) as spend:
            return await while_connected(request, searches.ask(task, name, on_spent=spend))

    def within(seconds: float) -> tuple[float, ...]:
        """Budgets for what most often takes little."""
        seconds = at_most(seconds)
        return (seconds,) if seconds <= QUICK else (QUICK, seconds)

    def at_most(seconds: float) -> float:
        return min(seconds, clients.limits.request_seconds)

    @api.api_route("/api", methods=_READING, include_in_schema=False)
    async def documentation() -> Response:
        return Response(page(api.openapi()), media_type="text/html")

    @api.api_route("/api/style.css", methods=_READING, include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    @api.get("/api/profiles", summary="The profiles, each with its rules", response_model=shapes.Profiles)
    async def profiles() -> dict[str, Any]:
        return {"profiles": [profile_shape(name) for name in PROFILES]}

    @api.get("/api/deals/{deal}", summary="A deal", response_model=shapes.Deal, responses={422: _FAILURES[422]})
    async def deal(
        deal: DealName,
        profile: Annotated[str, Query(max_length=64)] = "standard",
        cells: Annotated[str | None, Query(max_length=64, description="0 to 4; else as the profile or the code has it")] = None,
    ) -> dict[str, Any]:
        game = Asked(deal=deal, profile=profile, rules={} if cells is None else {"cells": cells}).game()
        return {
            "deal": game.deal,
            "code": shown_code(game),
            "address": shown_address(game),
            "profile": game.profile.name,
            "rules": game.rules.as_dict(),
            **shown_position(game.start),
            "layout": write_layout(game.start),
        }

    @api.post("/api/deals/{deal}/difficulty", summary="How hard a deal is", response_model=shapes.Difficulty, responses=_FAILURES)
    async def difficulty(request: Request, deal: DealName, under: Under) -> dict[str, Any]:
        game = Asked(deal=deal, profile=under.profile, rules=under.rules).game()
        task = Rate(game.position, rules_of(game), within(clients.limits.request_seconds))
        return dict((await search(request, task)).as_dict())

    @api.post("/api/par", summary="The best known length of a deal, or of a game's start", response_model=shapes.Par, responses=_FAILURES)
    async def par(request: Request, asked: Asked) -> dict[str, Any]:
        game = await run_in_threadpool(asked.game)
        await run_in_threadpool(pars.recall, game)
        if not pars.is_searched(game):
            pars.learn_truth(game, await search(request, FindPar(game.start, game.rules)))
        return {"status": pars.status(game), "par": pars.of(game)}

    @api.post("/api/solve", summary="Whether it can be won, and how", response_model=shapes.Solution, responses=_FAILURES)
    async def solve(request: Request, asked: ToSolve) -> dict[str, Any]:
        game = await run_in_threadpool(asked.game)
        seconds = asked.max_seconds
        budgets = within(seconds) if asked.goal == "first" else (at_most(seconds),)
        task = Solve(game.position, rules_of(game), asked.goal, asked.measure, budgets)
        found = dict(await search(request, task))
        if asked.measure == "moves":
            pars.learn_rest(game, game.moves, found["length"])
        return found

    @api.post("/api/hint", summary="The next move of a short line", response_model=shapes.Hint, responses=_FAILURES)
    async def hint(request: Request, asked: AskedInTime) -> dict[str, Any]:
        game = await run_in_threadpool(asked.game)
        task = FindHint(game.position, rules_of(game), budgets=within(asked.max_seconds))
        found = await search(request, task)
        pars.learn_rest(game, game.moves, found.moves_left)
        return dict(found.as_dict())

    @api.post("/api/review", summary="Where a game was lost, and where it was long", response_model=shapes.Review, responses=_FAILURES)
    async def review(request: Request, asked: AskedInTime) -> dict[str, Any]:
        reviewing = Reviewing(await run_in_threadpool(asked.game), pars)
        name = client_of(request)
        with clients.request(name) as spend:
            work = reviewing.run(searches, name, seconds=at_most(asked.max_seconds), on_spent=spend)
            last = await while_connected(request, work)
        return {**await run_in_threadpool(reviewing.first), **last}

    return api


def profile_shape(name: str) -> dict[str, Any]:
    """A profile as JSON has it."""
    profile = PROFILES[name]
    return {
        "name": profile.name,
        "title": spoken().gettext(profile.title),
        "summary": spoken().gettext(profile.summary),
        "rules": profile.rules.as_dict(),
        "cells": list(profile.cells),
        "tap": profile.tap,
        "foundations": profile.foundations,
    }


async def while_connected(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work, and return its result, unless the client leaves first: then the work is cancelled."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise HTTPException(499)  # which nobody will read
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
