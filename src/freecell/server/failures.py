"""What goes wrong, as an answer: one shape, and the status that fits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from freecell.errors import BadInput, FreeCellError, Refusal
from freecell.server.limits import TooMuch
from freecell.server.wire import problem_of, shape

_STATUSES = {
    "too-busy": 503, "busy": 503, "no-database": 503, "not-saved": 503, "internal": 500, "too-large": 413, "no-such-game": 404,
}  # fmt: skip
_NO_OBJECT: Final = "expected a JSON object, sent as application/json"


class _Told(JSONResponse):
    """An answer that quotes what a client made up: half a surrogate pair too, which is no text that can be sent."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


async def failed(request: Request, error: Exception) -> Response:
    """Answer a request that failed."""
    if isinstance(error, RequestValidationError):
        return answer_of(BadInput("bad-message", problem=_problem_of(error.errors())))
    if isinstance(error, FreeCellError):
        return answer_of(error)
    if not isinstance(error, HTTPException):
        return _Told({"error": shape(Refusal("internal"))}, 500)
    status = error.status_code
    if status == 400:  # a body that no parser takes: nested too deep, a number that is too long
        return answer_of(BadInput("bad-message", problem=_NO_OBJECT))
    refusal = Refusal("bad-request", {"status": status})
    if status == 404:
        refusal = Refusal("no-such-page", {"path": request.url.path})
    elif status == 413:
        refusal = Refusal("too-large", {"most": int(error.detail)})
    return _Told({"error": shape(refusal)}, status, error.headers)


def _problem_of(errors: Sequence[Any]) -> str:
    whole = errors[0]["loc"] == ("body",) or errors[0]["type"] == "json_invalid"
    return _NO_OBJECT if whole else problem_of(errors)


def answer_of(error: FreeCellError) -> Response:
    """Return the answer that an error is."""
    status = 429 if isinstance(error, TooMuch) else _STATUSES.get(error.code, 422)
    wait = error.values.get("seconds")
    return _Told({"error": shape(Refusal(error.code, error.values))}, status, {"retry-after": str(wait)} if wait else None)
