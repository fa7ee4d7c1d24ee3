"""Which deals of a range were tried and won."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from enum import IntEnum
from importlib import import_module
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import ColumnElement, Connection, and_, case, func, select

from freecell.store.models import GameRow, ParRow
from freecell.store.players import Player
from freecell.store.record import Result

MOST_DEALS: Final = 1_000_000
_NOT_WON: Final = 1_000_000


class Tried(IntEnum):
    """What came of a deal, at best."""

    UNTRIED = 0
    OPEN = 1
    """Begun, and no game of it has ended."""
    LOST = 2
    """A game of it has ended, and none was won."""
    WON = 3
    AT_PAR = 4
    """Won in no more moves than the deal's par."""


class DealMap(NamedTuple):
    """A range of deals, with a byte for each, the value of its `Tried`; and the fewest moves in which the player won it, 0 for none."""

    first: int
    tried: bytes
    moves: array[int]

    def counts(self) -> dict[Tried, int]:
        """Return how many deals there are of each kind."""
        return {kind: self.tried.count(kind) for kind in Tried}


def deal_map(connection: Connection, player: Player, deals: range, profile: str | None = None, cells: int | None = None) -> DealMap:
    """Return the map of a range of deals without gaps: of all games, or of those under a profile or with a number of cells."""
    tried, moves = bytearray(len(deals)), array("i", bytes(4 * len(deals)))
    games = [GameRow.player_id == player.id, GameRow.deal >= deals.start, GameRow.deal < deals.stop]
    games += [column == value for column, value in ((GameRow.profile, profile), (GameRow.cells, cells)) if value is not None]
    begin = deals.start
    deal: ColumnElement[int] = cast("ColumnElement[int]", GameRow.deal)  # there is one in all that is asked for
    for (number,) in connection.execute(select(deal).where(*games, GameRow.ended.is_(None))):
        tried[number - begin] = Tried.OPEN
    fewest = func.min(case((GameRow.result == Result.WON, GameRow.moves), else_=_NOT_WON))
    for number, least in connection.execute(select(deal, fewest).where(*games, GameRow.ended.is_not(None)).group_by(deal)):
        if least == _NOT_WON:
            tried[number - begin] = Tried.LOST
        else:
            tried[number - begin] = Tried.WON
            moves[number - begin] = least
    same = and_(ParRow.profile == GameRow.profile, ParRow.cells == GameRow.cells, ParRow.deal == GameRow.deal)
    at_par = select(deal).join(ParRow, same).where(*games, GameRow.ended.is_not(None), GameRow.result == Result.WON)
    for (number,) in connection.execute(at_par.where(GameRow.moves <= ParRow.moves)):
        tried[number - begin] = Tried.AT_PAR
    return DealMap(begin, bytes(tried), moves)


def par(connection: Connection, profile: str, cells: int, deal: int) -> int | None:
    """Return what is noted of a deal."""
    return connection.scalar(select(ParRow.moves).where(ParRow.profile == profile, ParRow.cells == cells, ParRow.deal == deal))


def note_pars(connection: Connection, profile: str, cells: int, pars: Mapping[int, int]) -> None:
    """Note in how few moves deals are known to be won under a profile's rules; where fewer are known already, they stay."""
    if not pars:
        return
    new: Any = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(ParRow)
    keep_least = new.on_conflict_do_update(
        index_elements=["profile", "cells", "deal"], set_={"moves": new.excluded.moves}, where=new.excluded.moves < ParRow.moves
    )
    rows = [{"profile": profile, "cells": cells, "deal": number, "moves": moves} for number, moves in pars.items()]
    connection.execute(keep_least, rows)
