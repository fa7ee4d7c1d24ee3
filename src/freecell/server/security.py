"""Who may talk to the server: no other web site, neither by its own pages nor by a name that it points here."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.messages import word

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Gate:
    """ASGI middleware that lets through what the player's own page sends, and marks every answer with a strict policy.

    A request's Host must be a loopback name or address, or one of `hosts`; with `addresses`, any bare IP address will do too (a name
    can be pointed here by another site's owner, an address cannot). Its Origin, where a browser tells it, must be that very host. What
    another site's page started is refused, unless it only leads the browser to a page here.
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
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": word(code, {})})
        else:
            await _refuse(send, code)

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            return "wrong-host"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "wrong-origin"
        started_here = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        leads_here = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and headers.get("sec-fetch-mode") == "navigate"
        return None if started_here or leads_here else "wrong-site"

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self.hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.addresses


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(_HEADERS)
        await send(message)

    return send_with_headers


async def _refuse(send: Send, code: str) -> None:
    body = json.dumps({"error": {"code": code, "values": {}, "message": word(code, {})}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
