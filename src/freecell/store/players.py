"""Who plays: known by a secret of 128 random bits, of which the hash alone is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from importlib import import_module
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from freecell.store.models import GameRow, KeyRow, LinkRow, PlayerRow, ResetRow

_BYTES: Final = 16
LINK_SECONDS: Final = 15 * 60


class Player(NamedTuple):
    """Somebody who plays, on one machine or several, of whom something is kept; or, without an `id`, who comes with a key.

    Whoever comes with a key need not be known yet, and may turn out to be another once a link was followed: that is looked up each time.
    """

    id: int = 0
    key: bytes | None = None
    """The hash of a secret. Neither id nor key: the machine's own player."""


LOCAL: Final = Player()
"""The machine's own player, whom browser and command line share on the default database."""


def new_secret() -> str:
    """Return a secret by which a player can be known from now on."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text has the form of a secret.

    >>> is_secret(new_secret()), is_secret("guess"), is_secret("♠" * 22)
    (True, False, False)
    """
    return re.fullmatch(r"[A-Za-z0-9_-]{22}", text) is not None


def player_with(secret: str) -> Player:
    """Return the player, known or not, who comes with a secret."""
    return Player(key=_hash(secret))


def _hash(secret: str) -> bytes:
    """What is kept of a secret; it is random and long, so that a plain hash keeps it."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def known(connection: Connection, player: Player) -> Player:
    """Return who that is; of a player who is not known yet nothing is kept, and no game has that player's id, 0."""
    if player.id:
        return player
    if player.key is None:
        return find_local(connection) or player
    found = connection.scalar(select(KeyRow.player_id).where(KeyRow.hash == player.key))
    return Player(found or 0, player.key)


def certain(connection: Connection, player: Player, moment: int) -> Player:
    """Return who that is, and know the player from now on."""
    found = known(connection, player)
    if found.id:
        return found
    if player.key is None:
        return local(connection, moment)
    made = create(connection, moment)
    connection.execute(insert(KeyRow).values(hash=player.key, player_id=made.id, created=moment))
    return made


def keys(connection: Connection, player: Player) -> set[Player]:
    """Return the player as whoever comes with one of the player's keys, and as asked for."""
    hashes = connection.scalars(select(KeyRow.hash).where(KeyRow.player_id == known(connection, player).id))
    return {player, *(Player(key=key) for key in hashes)}


def find(connection: Connection, secret: str) -> Player | None:
    """Return whose secret it is."""
    found = connection.scalar(select(KeyRow.player_id).where(KeyRow.hash == _hash(secret)))
    return None if found is None else Player(found)


def create(connection: Connection, moment: int) -> Player:
    """Return a new player, whom nobody knows yet."""
    made = connection.execute(insert(PlayerRow).values(local=None, created=moment)).inserted_primary_key
    assert made is not None  # noqa: S101
    return Player(int(made[0]))


def find_local(connection: Connection) -> Player | None:
    """Return the machine's own player, if there is one yet."""
    found = connection.scalar(select(PlayerRow.id).where(PlayerRow.local.is_(True)))
    return None if found is None else Player(found)


def local(connection: Connection, moment: int) -> Player:
    """Return the machine's own player."""
    new: Any = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(PlayerRow)
    connection.execute(new.values(local=True, created=moment).on_conflict_do_nothing())  # another program may make it just now
    found = find_local(connection)
    assert found is not None  # noqa: S101
    return found


def new_key(connection: Connection, player: Player, moment: int) -> str:
    """Return a new secret by which the player is known, beside those that there are."""
    secret = new_secret()
    connection.execute(insert(KeyRow).values(hash=_hash(secret), player_id=player.id, created=moment))
    return secret


def new_link(connection: Connection, player: Player, expires: int) -> str:
    """Return a word that lets one more machine in, once."""
    word = secrets.token_urlsafe(_BYTES)
    connection.execute(insert(LinkRow).values(hash=_hash(word), player_id=player.id, expires=expires))
    return word


def use_link(connection: Connection, word: str, moment: int) -> Player | None:
    """Return whom a link leads to, and let it lead nowhere from now on."""
    connection.execute(delete(LinkRow).where(LinkRow.expires < moment))
    where = LinkRow.hash == _hash(word)
    found = connection.scalar(select(LinkRow.player_id).where(where))
    used = connection.execute(delete(LinkRow).where(where)).rowcount  # of two who come at once, one has used it
    return Player(found) if found is not None and used else None


def merge(connection: Connection, player: Player, into: Player) -> None:
    """Let a player who turns out to be another be that one: with all games, but those that the other has under the same name."""
    theirs = select(GameRow.uid).where(GameRow.player_id == into.id)
    for row, is_new in ((GameRow, [GameRow.uid.not_in(theirs)]), (KeyRow, []), (ResetRow, [])):
        connection.execute(update(row).where(row.player_id == player.id, *is_new).values(player_id=into.id))
    forget(connection, player)


def forget(connection: Connection, player: Player) -> None:
    """Delete all that is kept of a player."""
    connection.execute(delete(PlayerRow).where(PlayerRow.id == player.id))
