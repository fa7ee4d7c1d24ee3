"""The application: the page, its files, the profiles, and the WebSocket that games are played over."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any, Final

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from freecell.errors import Refusal
from freecell.rules import PROFILES
from freecell.server.assets import Asset, Assets
from freecell.server.connection import Connection
from freecell.server.security import Gate
from freecell.server.tables import Tables
from freecell.server.wire import shape

_FOREVER: Final = "public, max-age=31536000, immutable"
_READING: Final = ["GET", "HEAD"]


def create_app(hosts: Iterable[str] = (), *, addresses: bool = False, tables: Tables | None = None, sweep_seconds: float = 60) -> ASGIApp:
    """Return the application.

    `hosts` are names, beside the loopback ones, under which browsers may call it; `addresses` allows any IP address as well, for a
    server that is meant to be reached from other machines. `tables` keeps the games; every `sweep_seconds` idle ones leave.
    """
    assets = Assets()
    games = tables if tables is not None else Tables()

    @contextlib.asynccontextmanager
    async def sweeping(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(_sweep(games, sweep_seconds))
        yield
        task.cancel()

    app = FastAPI(title="FreeCell", docs_url=None, redoc_url=None, openapi_url=None, lifespan=sweeping)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(Exception, _failed)

    @app.api_route("/", methods=_READING)
    @app.api_route("/deal/{deal:path}", methods=_READING)
    async def page(request: Request) -> Response:
        return _file(request, assets.page, "no-cache")

    @app.api_route(assets.path + "/{name}", methods=_READING)
    async def asset(request: Request, name: str) -> Response:
        found = assets.files.get(name)
        if found is None:
            raise HTTPException(404)
        return _file(request, found, _FOREVER)

    @app.api_route("/api/profiles", methods=_READING)
    async def profiles() -> dict[str, Any]:
        return {"profiles": [profile_shape(name) for name in PROFILES]}

    @app.websocket("/ws")
    async def play(websocket: WebSocket) -> None:
        await Connection(websocket, games).run()

    return Gate(app, hosts, addresses=addresses)


def profile_shape(name: str) -> dict[str, Any]:
    """A profile as JSON has it."""
    profile = PROFILES[name]
    return {
        "name": profile.name,
        "title": profile.title,
        "summary": profile.summary,
        "rules": profile.rules.as_dict(),
        "cells": list(profile.cells),
        "tap": profile.tap,
        "foundations": profile.foundations,
    }


def _file(request: Request, asset: Asset, cache: str) -> Response:
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    response = Response(asset.gzipped if compressed else asset.body, media_type=asset.media_type)
    response.headers["cache-control"] = cache
    response.headers["vary"] = "accept-encoding"
    if compressed:
        response.headers["content-encoding"] = "gzip"
    return response


async def _sweep(tables: Tables, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        tables.sweep()


async def _failed(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return JSONResponse({"error": shape(Refusal("internal"))}, 500)
    status = error.status_code
    refusal = Refusal("no-such-page", {"path": request.url.path}) if status == 404 else Refusal("bad-request", {"status": status})
    return JSONResponse({"error": shape(refusal)}, status, error.headers)
