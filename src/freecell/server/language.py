"""Which language an answer is in: the player's choice, kept in a cookie, or else the one that the browser asks for."""

from __future__ import annotations

from functools import cache
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.locales import Words, find_language, negotiate
from freecell.messages import speak

COOKIE: Final = "freecell-language"
SCOPE: Final = "freecell.language"
"""Where a request's scope has the tag of its language."""
VARY: Final = "accept-encoding, accept-language, cookie"
"""What a page that is worded here depends on."""


class Speaking:
    """ASGI middleware: whatever is worded while a request is answered, or a connection lasts, is worded in the player's language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the language, and pass the request on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        chosen = _in_query(scope)
        tag = scope[SCOPE] = chosen or language_of(Headers(scope=scope))
        speak(words_in(tag))

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-language"] = tag
                if chosen:
                    headers.append("set-cookie", f"{COOKIE}={chosen}; Path=/; Max-Age=31536000; SameSite=Lax")
            await send(message)

        await self.app(scope, receive, send_with_cookie)


@cache
def words_in(tag: str) -> Words:
    """Return the words of a language that we have, one object for all who speak it."""
    return Words(tag)


def language_of(headers: Headers) -> str:
    """Return the tag of the language for a request's headers."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", "")[:4096])
    except CookieError:  # another program's, at the same name
        cookies.clear()
    chosen = find_language(cookies[COOKIE].value) if COOKIE in cookies else None
    return chosen or negotiate(headers.get("accept-language"))


def _in_query(scope: Scope) -> str | None:
    """The language that a page of Learn is asked for in by its address, which is then kept."""
    if scope["type"] != "http" or not scope["path"].startswith("/learn"):
        return None
    (wanted,) = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[:1]
    return find_language(wanted[:32])
