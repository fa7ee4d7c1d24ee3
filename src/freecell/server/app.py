"""The application: the page, its files, the profiles, and the WebSocket that games are played over."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Final

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from freecell.errors import FreeCellError
from freecell.server.advisor import Advisor
from freecell.server.api import create_api
from freecell.server.assets import Asset, Assets
from freecell.server.connection import Connection
from freecell.server.cookies import who_plays
from freecell.server.failures import answer_of, failed
from freecell.server.keptapi import LARGEST_IMPORT, kept_api
from freecell.server.language import SCOPE, VARY, Speaking
from freecell.server.learning import Learning, check_page, create_lessons, find_lesson
from freecell.server.limits import Clients, Limits, TooMuch, client_of
from freecell.server.pars import Pars
from freecell.server.searches import Searches
from freecell.server.security import Gate
from freecell.server.sized import Sized
from freecell.server.tables import Tables
from freecell.store import Store

_FOREVER: Final = "public, max-age=31536000, immutable"
_READING: Final = ["GET", "HEAD"]
_PAGES: Final = ("/", "/deal/{deal:path}", "/game/{game:path}", "/history", "/stats", "/map", "/take-along")
"""Where the page is; the client reads the rest of its address."""


def create_app(
    store: Store,
    hosts: Iterable[str] = (),
    *,
    addresses: bool = False,
    local: bool = False,
    tables: Tables | None = None,
    sweep_seconds: float = 60,
    searches: Searches | None = None,
    limits: Limits | None = None,
) -> ASGIApp:
    """Return the application, which keeps all games in the store.

    With `local` everybody who calls is the machine's own player. `hosts` are names, beside the loopback ones, under which browsers may call
    it; `addresses` allows any IP address as well, for a server that is meant to be reached from other machines. `tables` hold the games
    being played; every `sweep_seconds` idle ones leave. `searches` are how many there may be, `limits` what one client may ask for.
    """
    assets = Assets()
    learning = Learning(assets)
    games = tables if tables is not None else Tables(store)
    searching, clients, pars = searches or Searches(), Clients(limits or Limits()), Pars(store)
    advisor = Advisor(searching, pars)
    games.follow = advisor.follow

    @contextlib.asynccontextmanager
    async def sweeping(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(_sweep(games, sweep_seconds))
        searching.prepare()
        yield
        task.cancel()
        await games.settle()
        searching.close()

    app = create_api(searching, pars, clients, sweeping)
    app.state.local = local
    app.include_router(kept_api(store, games, clients, local=local))
    for kind in (HTTPException, RequestValidationError, FreeCellError, Exception):
        app.add_exception_handler(kind, failed)

    async def page(request: Request) -> Response:
        return _file(request, assets.pages[request.scope[SCOPE]], "no-cache", VARY)

    @app.api_route("/lesson/{name}", methods=_READING, include_in_schema=False)
    async def lesson(request: Request, name: str) -> Response:
        find_lesson(name)
        return await page(request)

    @app.api_route("/learn", methods=_READING, include_in_schema=False)
    async def contents(request: Request) -> Response:
        return _file(request, learning.page(request, ""), "no-cache", VARY)

    @app.api_route("/learn/{name}", methods=_READING, include_in_schema=False)
    async def teach(request: Request, name: str) -> Response:
        return _file(request, learning.page(request, check_page(name)), "no-cache", VARY)

    app.include_router(create_lessons())

    for path in _PAGES:
        app.add_api_route(path, page, methods=_READING, include_in_schema=False)

    @app.api_route(assets.path + "/{name}", methods=_READING, include_in_schema=False)
    async def asset(request: Request, name: str) -> Response:
        found = assets.files.get(name)
        if found is None:
            raise HTTPException(404)
        return _file(request, found, _FOREVER)

    @app.websocket("/ws")
    async def play(websocket: WebSocket) -> None:
        client = client_of(websocket)
        try:
            with clients.connection(client):
                await Connection(websocket, games, advisor, who_plays(websocket, local=local), client).run()
        except TooMuch as error:
            await websocket.send_denial_response(answer_of(error))

    return Speaking(Gate(Sized(app, {"/api/import": LARGEST_IMPORT}), hosts, addresses=addresses))


def _file(request: Request, asset: Asset, cache: str, vary: str = "accept-encoding") -> Response:
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    response = Response(asset.gzipped if compressed else asset.body, media_type=asset.media_type)
    response.headers["cache-control"] = cache
    response.headers["vary"] = vary
    if compressed:
        response.headers["content-encoding"] = "gzip"
    return response


async def _sweep(tables: Tables, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        tables.sweep()
