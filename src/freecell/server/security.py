"""Who may talk to the server: no other web site, neither by its own pages nor by a name that it points here."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.messages import word

_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]*)?", re.IGNORECASE | re.ASCII)


class Gate:
    """ASGI middleware that lets through what the player's own page sends, and marks every answer with a strict policy.

    A request's Host must be a loopback name or address, or one of `hosts`; with `addresses`, any bare IP address will do too (a name
    can be pointed here by another site's owner, an address cannot). Its Origin, where a browser tells it, must be that very host. What
    another site's page started is refused, unless it only leads the browser to a page here. It stands around the whole application, so
    that answers to its failures are marked as well.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), *, addresses: bool = False) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add the headers to its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        code = self._refusal(scope)
        if code is None:
            await self.app(scope, receive, _with_headers(send))
        else:
            await _refuse(scope, _with_headers(send), code)

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return "wrong-host"
        if len(origins) > 1 or not all(_is_origin_of(origin, hosts[0]) for origin in origins):
            return "wrong-origin"
        started_here = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        leads_here = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and headers.get("sec-fetch-mode") == "navigate"
        return None if started_here or leads_here else "wrong-site"

    def _is_ours(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = (match[1] or match[2]).lower()
        if name == "localhost" or name in self.hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.addresses


def _is_origin_of(origin: str, host: str) -> bool:
    scheme, _, name = origin.lower().partition("://")
    return scheme in ("http", "https") and name == host.lower()


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            headers.update(_HEADERS)
            headers.setdefault("cache-control", "no-cache")
        await send(message)

    return send_with_headers


async def _refuse(scope: Scope, send: Send, code: str) -> None:
    """Answer 403, to a WebSocket's handshake too."""
    answer = "http.response" if scope["type"] == "http" else "websocket.http.response"
    body = json.dumps({"error": {"code": code, "values": {}, "message": word(code, {})}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{answer}.start", "status": 403, "headers": headers})
    await send({"type": f"{answer}.body", "body": body})
