"""Who plays: the secret in a browser's cookie, or the machine's own player."""

from __future__ import annotations

from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from freecell.store import LOCAL, Player, is_secret, new_secret, player_with

NAME: Final = "freecell"
_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; each visit begins that anew."""


class Who(NamedTuple):
    """A player, and the secret that is to be set in the browser's cookie; None for the machine's own player."""

    player: Player
    secret: str | None


def who_plays(connection: HTTPConnection, *, local: bool) -> Who:
    """Return who calls: with `local` the machine's own player, else whoever has the cookie's secret; who has none gets a new one."""
    if local:
        return Who(LOCAL, None)
    found = connection.cookies.get(NAME, "")
    secret = found if is_secret(found) else new_secret()
    return Who(player_with(secret), secret)


def cookie(connection: HTTPConnection, secret: str) -> str:
    """Return the header that sets a secret: no script reads it, no other site's page sends it, and what came encrypted stays so."""
    # Behind a proxy that is not trusted, the page's own origin still tells how the browser came here.
    secure = connection.url.scheme in ("https", "wss") or connection.headers.get("origin", "").startswith("https://")
    return f"{NAME}={secret}; Max-Age={_SECONDS}; Path=/; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")
