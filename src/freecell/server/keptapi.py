"""The HTTP API of what is kept: a player's games, statistics, the map of deals, and all of it out and in."""

from __future__ import annotations

import asyncio
import base64
import gzip
import io
import json
import sys
import tempfile
import time
from array import array
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import IO, Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from freecell.deals import read_deal
from freecell.errors import BadInput, FreeCellError
from freecell.notation import decode, write_game
from freecell.server import keptshapes as shapes
from freecell.server.cookies import cookie, who_plays
from freecell.server.limits import Clients, client_of
from freecell.server.shapes import Failure
from freecell.server.tables import Tables
from freecell.store import Imported, Kept, Player, Result, Store, Wanted, is_export
from freecell.store.dealmap import MOST_DEALS
from freecell.store.players import LINK_SECONDS

LARGEST_IMPORT: Final = 64 * 2**20
"""Bytes of the largest file that is taken in over HTTP."""
_LONGEST_TEXT: Final = 2**20
"""Bytes of the longest text of one game."""
_IN_MEMORY: Final = 2**20
_LINES: Final = 200
_FAILURES: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": Failure, "description": "Not there, or another player's"},
    413: {"model": Failure, "description": "Too large"},
    422: {"model": Failure, "description": "Not understood, or not possible"},
    429: {"model": Failure, "description": "More than one client's share; `Retry-After` says when to come back"},
    503: {"model": Failure, "description": "The database cannot be used now"},
}
Moment = Annotated[int | None, Query(ge=0, le=2**53, description="Milliseconds since 1970")]
GameName = Annotated[str, Path(max_length=64, description="A game's name, 20 letters")]


class Word(BaseModel):
    """The word of a link."""

    model_config = ConfigDict(extra="forbid", strict=True)
    word: Annotated[str, Field(max_length=64)]


class Games:
    """Which games are asked for."""

    def __init__(
        self,
        result: Annotated[list[Result] | None, Query(max_length=5)] = None,
        deal: Annotated[str | None, Query(max_length=64, description="A number or a game code")] = None,
        profile: Annotated[str | None, Query(max_length=64)] = None,
        cells: Annotated[int | None, Query(ge=0, le=4)] = None,
        since: Moment = None,
        until: Moment = None,
        search: Annotated[str | None, Query(max_length=64, description="A deal, or how a game's name begins")] = None,
    ) -> None:
        name = None if deal is None else read_deal(deal)
        number, of_code = (None, None) if name is None else (name.number, name.cells)
        kinds = None if result is None else frozenset(result)
        self.wanted = Wanted(kinds, number, profile, of_code if cells is None else cells, since, until, search=search)


async def _caller(request: Request, response: Response) -> Player:
    """Whoever calls, and has the secret in the cookie from now on."""
    player, secret = who_plays(request, local=request.app.state.local)
    if secret is not None:
        response.headers["set-cookie"] = cookie(request, secret)
    return player


Caller = Annotated[Player, Depends(_caller)]


def kept_api(store: Store, tables: Tables, clients: Clients, *, local: bool) -> APIRouter:
    """Return the part of the HTTP API that is about what is kept; `local` if the machine's own player is the only one."""
    api = APIRouter()
    importing = asyncio.Semaphore(1)  # replaying takes a core

    async def much(request: Request, work: Callable[..., Any], *values: Any) -> Any:
        """Do what takes long, as a part of the client's share."""
        with clients.request(client_of(request)) as spend:
            began = time.monotonic()
            try:
                return await run_in_threadpool(work, *values)
            finally:
                spend(time.monotonic() - began)

    def tell(player: Player) -> dict[str, Any]:
        still_open = store.count(player, Wanted(frozenset({Result.OPEN})))
        return {"local": local, "games": store.count(player), "open": still_open, "unsaved": tables.unsaved(player)}

    def count(player: Player) -> dict[str, Any]:
        return shapes.shown_statistics(store.statistics(player), store.last_reset(player))

    def many() -> None:
        if local:
            raise BadInput("local-player")

    @api.get("/api/player", summary="Who plays", response_model=shapes.Who, responses=_FAILURES)
    def player(caller: Caller) -> dict[str, Any]:
        return tell(caller)

    @api.delete("/api/player", summary="Delete all that is kept of the player", response_model=shapes.Who, responses=_FAILURES)
    async def forget(caller: Caller) -> dict[str, Any]:
        await tables.forget(caller)
        return await run_in_threadpool(tell, caller)

    @api.post("/api/player/link", summary="A link that lets one more machine in, once", response_model=shapes.Link, responses=_FAILURES)
    def link(caller: Caller) -> dict[str, Any]:
        many()
        word = store.new_link(caller)
        return {"address": f"/#join={word}", "word": word, "seconds": LINK_SECONDS}

    @api.post("/api/player/join", summary="Be the player that a link leads to", response_model=shapes.Who, responses=_FAILURES)
    def join(request: Request, response: Response, asked: Word, caller: Caller) -> dict[str, Any]:
        many()
        found = store.use_link(asked.word, caller)
        if found is None:
            raise BadInput("bad-link")
        response.headers["set-cookie"] = cookie(request, found[1])
        return tell(found[0])

    @api.get("/api/games", summary="The player's games, the newest first", response_model=shapes.Games, responses=_FAILURES)
    def games(
        caller: Caller,
        asked: Annotated[Games, Depends()],
        order: Literal["begun", "played"] = "begun",
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        after: Annotated[str | None, Query(max_length=64)] = None,
    ) -> dict[str, Any]:
        if order == "played" and after is not None:
            raise BadInput("bad-message", problem="after: it goes with the order of beginning alone")
        if order == "played":
            page, following = store.played_last(caller, asked.wanted, limit), None
        else:
            page, following = store.history(caller, asked.wanted, after, limit)
        return {"games": list(map(shapes.shown, page)), "after": following, "count": store.count(caller, asked.wanted)}

    @api.get("/api/games/{game}", summary="One game", response_model=shapes.Game, responses=_FAILURES)
    def one(caller: Caller, game: GameName) -> dict[str, Any]:
        kept, record = _find(store, caller, game), store.load(caller, game)
        if kept is None or record is None:
            raise FreeCellError("no-such-game")
        return {**shapes.shown(kept), "text": write_game(record.game)}

    @api.delete("/api/games/{game}", summary="Delete a game for good", response_model=shapes.Deleted, responses=_FAILURES)
    async def delete(caller: Caller, game: GameName) -> dict[str, Any]:
        if not await tables.delete(caller, game):
            raise FreeCellError("no-such-game")
        return {"deleted": game}

    @api.get("/api/statistics", summary="The games counted", response_model=shapes.AllStatistics, responses=_FAILURES)
    async def statistics(request: Request, caller: Caller) -> Any:
        return await much(request, count, caller)

    @api.post("/api/statistics/reset", summary="Begin all counts anew", response_model=shapes.AllStatistics, responses=_FAILURES)
    def reset(caller: Caller) -> dict[str, Any]:
        store.reset_statistics(caller)
        return count(caller)

    @api.post("/api/statistics/undo-reset", summary="Undo the last reset", response_model=shapes.AllStatistics, responses=_FAILURES)
    def undo_reset(caller: Caller) -> dict[str, Any]:
        if not store.undo_reset(caller):
            raise BadInput("no-reset")
        return count(caller)

    @api.get("/api/map", summary="What came of each deal of a range", response_model=shapes.Map, responses=_FAILURES)
    async def deals(
        request: Request,
        caller: Caller,
        first: Annotated[int, Query(ge=1)] = 1,
        last: Annotated[int, Query(ge=1)] = 32_000,
        profile: Annotated[str | None, Query(max_length=64)] = None,
        cells: Annotated[int | None, Query(ge=0, le=4)] = None,
    ) -> Any:
        if first > last or last - first >= MOST_DEALS:
            raise BadInput("bad-map", first=first, last=last, most=MOST_DEALS)
        return await much(request, _map, store, caller, range(first, last + 1), profile, cells, _takes_gzip(request))

    @api.get("/api/export", summary="All of it as one file of JSON Lines", responses=_FAILURES, response_class=StreamingResponse)
    async def export(request: Request, caller: Caller) -> StreamingResponse:
        name = client_of(request)
        headers = {"content-disposition": 'attachment; filename="freecell-games.jsonl"'}
        with clients.request(name):  # there is room for it now; it is counted while it is sent
            return StreamingResponse(_sent(store.export(caller), clients, name), 200, headers, "application/jsonl")

    @api.post(
        "/api/import", summary="Take in such a file, or the text of a game or layout", response_model=shapes.Taken, responses=_FAILURES
    )
    async def take(request: Request, caller: Caller) -> Any:
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
            async for part in request.stream():
                await run_in_threadpool(file.write, part)
            file.seek(0)
            async with importing:
                return await much(request, _take, store, caller, file)

    return api


def _find(store: Store, player: Player, game: str) -> Kept | None:
    found = store.history(player, Wanted(name=game), limit=1).games if len(game) == 20 else []
    return found[0] if found else None


def _map(store: Store, player: Player, deals: range, profile: str | None, cells: int | None, compressed: bool) -> Response:
    found = store.deal_map(player, deals, profile, cells)
    moves = array("H", found.moves)
    if sys.byteorder == "big":
        moves.byteswap()
    told = {
        "first": deals.start,
        "last": deals.stop - 1,
        "tried": base64.b64encode(found.tried).decode(),
        "moves": base64.b64encode(moves.tobytes()).decode(),
        "counts": {kind.name.lower(): count for kind, count in found.counts().items()},
    }
    body = json.dumps(told, separators=(",", ":")).encode()
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if compressed else {})
    return Response(gzip.compress(body, 1) if compressed else body, 200, headers, "application/json")


def _takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def _sent(lines: Iterator[str], clients: Clients, name: str) -> AsyncIterator[bytes]:
    """The lines in portions, each of them read off the event loop."""
    with clients.request(name):
        try:
            while part := await run_in_threadpool(_portion, lines):
                yield part
        finally:
            await run_in_threadpool(lines.close)  # type: ignore[attr-defined]


def _portion(lines: Iterator[str]) -> bytes:
    return "".join(f"{line}\n" for line in islice(lines, _LINES)).encode()


def _take(store: Store, player: Player, file: IO[bytes]) -> dict[str, Any]:
    """Take in what was sent: replayed first, all of it."""
    beginning = file.read(_LONGEST_TEXT + 1)
    file.seek(0)
    if is_export(beginning[:100].decode(errors="replace")):
        return _shown(store.import_lines(player, io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace")), None)
    if len(beginning) > _LONGEST_TEXT:
        raise BadInput("bad-game", problem="it is too long for the text of one game")
    record, is_new = store.import_text(player, decode(beginning))
    return _shown(Imported(new=int(is_new), known=int(not is_new)), record.uid)


def _shown(told: Imported, game: str | None) -> dict[str, Any]:
    refused = [each._asdict() for each in told.refused]
    counts = {"new": told.new, "continued": told.continued, "known": told.known}
    return {**counts, "refused": refused, "refused_count": told.refused_count, "game": game}
