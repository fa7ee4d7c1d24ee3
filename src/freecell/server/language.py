"""Which language an answer is in: the player's choice, kept in a cookie, or else what the browser asks for; and its letters on cards."""

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
LETTERS: Final = "freecell-letters"
"""The cookie that says `own` where aces and court cards are to have the letters of the language."""
SCOPE: Final = "freecell.language"
"""Where a request's scope has the tag of its language."""
SCOPE_LETTERS: Final = "freecell.letters"
"""Where it has the letters on cards, as `Words` takes them."""
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
        headers = Headers(scope=scope)
        tag = scope[SCOPE] = chosen or language_of(headers)
        letters = scope[SCOPE_LETTERS] = letters_of(headers)
        speak(words_in(tag, letters))

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer["content-language"] = tag
                if chosen:
                    answer.append("set-cookie", f"{COOKIE}={chosen}; Path=/; Max-Age=31536000; SameSite=Lax")
            await send(message)

        await self.app(scope, receive, send_with_cookie)


@cache
def words_in(tag: str, letters: str = "international") -> Words:
    """Return the words of a language that we have, one object for all who speak it."""
    return Words(tag, letters=letters)


def language_of(headers: Headers) -> str:
    """Return the tag of the language for a request's headers."""
    return find_language(_cookie(headers, COOKIE)) or negotiate(headers.get("accept-language"))


def letters_of(headers: Headers) -> str:
    """Return the letters that a request's headers ask for on cards, as `Words` takes them."""
    return "own" if _cookie(headers, LETTERS) == "own" else "international"


def _cookie(headers: Headers, name: str) -> str:
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", "")[:4096])
    except CookieError:  # another program's, at the same name
        return ""
    return cookies[name].value if name in cookies else ""


def _in_query(scope: Scope) -> str | None:
    """The language that a page of Learn is asked for in by its address, which is then kept."""
    if scope["type"] != "http" or not scope["path"].startswith("/learn"):
        return None
    (wanted,) = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[:1]
    return find_language(wanted[:32])
