"""Requests of a bounded size."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from freecell.errors import FreeCellError
from freecell.server.failures import answer_of
from freecell.server.limits import LARGEST_BODY


class Sized:
    """ASGI middleware that reads no more of a request than the largest body; it trusts no length that a client only claims."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request at once if it says that it is too large, or while it is read if it turns out to be."""
        length = Headers(scope=scope).get("content-length", "0") if scope["type"] == "http" else "0"
        if length.isdecimal() and (len(length) > 9 or int(length) > LARGEST_BODY):
            await answer_of(FreeCellError("too-large", most=LARGEST_BODY))(scope, receive, send)
            return
        read = 0

        async def receive_some() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_some if scope["type"] == "http" else receive, send)
