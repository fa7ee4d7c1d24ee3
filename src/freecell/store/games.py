"""Games in the database: written action by action, and read again just as they were played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from freecell.store.models import ActionRow, GameRow
from freecell.store.players import Player, certain
from freecell.store.record import Record, Start, Step, replay
from freecell.store.writer import Outcome

_SUMMARY = ("version", "result", "moves", "score", "time", "undos", "hints", "demonstrated", "played", "ended", "week")
_GO_ON = (
    update(GameRow)
    .where(GameRow.id == bindparam("of_id"), GameRow.uid == bindparam("of_uid"), GameRow.version == bindparam("of_version"))
    .values({name: bindparam(name) for name in _SUMMARY})
)
_ADD_GAME = insert(GameRow)
_ADD_ACTIONS = insert(ActionRow)


def writing(record: Record, steps: Sequence[Step], player: Player) -> Callable[[Connection], Outcome]:
    """Return what writes the last actions of a record, as it is now: the game too if it is not in the database yet."""
    summary = record.summary()
    before = record.version - len(steps)
    if record.player is None:
        record.player = player
        return lambda connection: _begin(connection, record, summary, steps)
    return lambda connection: _go_on(connection, record, summary, before, steps)


def _begin(connection: Connection, record: Record, summary: dict[str, Any], steps: Sequence[Step]) -> Outcome:
    assert record.player is not None  # noqa: S101
    player = certain(connection, record.player, record.begun)
    found = find(connection, player, record.uid)
    if found is not None:  # it was written before, and the answer to that was lost; or somebody else's game has the name
        record.id = found
        return Outcome.SAVED if _are_there(connection, found, 0, steps) else Outcome.STALE
    row = {
        "player_id": player.id,
        "uid": record.uid,
        "parent": record.parent,
        "begun": record.begun,
        **record.start._asdict(),
        "profile": record.profile,
        "cells": record.cells,
        **summary,
    }
    made = connection.execute(_ADD_GAME, row).inserted_primary_key
    assert made is not None  # noqa: S101
    record.id = int(made[0])
    _add(connection, record.id, 0, steps)
    return Outcome.SAVED


def _go_on(connection: Connection, record: Record, summary: dict[str, Any], before: int, steps: Sequence[Step]) -> Outcome:
    if record.id is None:  # it could not be begun
        return Outcome.STALE
    of = {"of_id": record.id, "of_uid": record.uid, "of_version": before}
    if connection.execute(_GO_ON, {**of, **summary}).rowcount != 1:
        return Outcome.SAVED if _are_there(connection, record.id, before, steps) else Outcome.STALE
    _add(connection, record.id, before, steps)
    return Outcome.SAVED


def _are_there(connection: Connection, game: int, before: int, steps: Sequence[Step]) -> bool:
    """Whether these very actions are in the database: they were written, and the connection was lost before it was known."""
    return _steps(connection, game, before, before + len(steps)) == list(steps)


def _add(connection: Connection, game: int, before: int, steps: Sequence[Step]) -> None:
    if steps:
        rows = [{"game_id": game, "number": number, **step._asdict()} for number, step in enumerate(steps, start=before + 1)]
        connection.execute(_ADD_ACTIONS, rows)


def find(connection: Connection, player: Player, uid: str) -> int | None:
    """Return the number of a player's game in this database."""
    return connection.scalar(select(GameRow.id).where(GameRow.player_id == player.id, GameRow.uid == uid))


def load(connection: Connection, player: Player, uid: str) -> Record | None:
    """Return a player's game just as it was played, with what can be undone and redone; None if the player has none of that name."""
    where = (GameRow.player_id == player.id, GameRow.uid == uid)
    columns = (GameRow.id, GameRow.deal, GameRow.layout, GameRow.rules, GameRow.begun, GameRow.parent)
    row = connection.execute(select(*columns).where(*where)).one_or_none()
    if row is None:
        return None
    start = Start(row.deal, row.layout, row.rules)
    record = Record(start.game(), begun=row.begun, uid=uid, parent=row.parent)
    record.id, record.player = row.id, player
    return replay(record, _steps(connection, row.id))


def steps_of(connection: Connection, game: int) -> list[Step]:
    """Return all actions of a game, in their order."""
    return _steps(connection, game)


def _steps(connection: Connection, game: int, after: int = 0, last: int | None = None) -> list[Step]:
    asked = select(ActionRow.word, ActionRow.at, ActionRow.clock).where(ActionRow.game_id == game, ActionRow.number > after)
    if last is not None:
        asked = asked.where(ActionRow.number <= last)
    return [Step(*row) for row in connection.execute(asked.order_by(ActionRow.number))]


def remove(connection: Connection, player: Player, uid: str) -> bool:
    """Delete a game; False if the player has none of that name."""
    found = connection.execute(delete(GameRow).where(GameRow.player_id == player.id, GameRow.uid == uid))
    return found.rowcount > 0
