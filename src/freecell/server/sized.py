"""Requests of a bounded size."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.errors import FreeCellError
from freecell.server.failures import answer_of
from freecell.server.limits import LARGEST_BODY


class Sized:
    """ASGI middleware that reads no more of a request than the largest body; it trusts no length that a client only claims."""

    def __init__(self, app: ASGIApp, larger: Mapping[str, int]) -> None:
        self.app = app
        self.larger = larger  # by path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request at once if it says that it is too large, or while it is read if it turns out to be."""
        length = Headers(scope=scope).get("content-length", "0") if scope["type"] == "http" else "0"
        most = self.larger.get(scope.get("path", ""), LARGEST_BODY)
        if length.isdecimal() and (len(length) > 9 or int(length) > most):
            await answer_of(FreeCellError("too-large", most=most))(scope, receive, send)
            return
        read = 0

        async def receive_some() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(413, str(most))
            return message

        await self.app(scope, receive_some if scope["type"] == "http" else receive, send)
