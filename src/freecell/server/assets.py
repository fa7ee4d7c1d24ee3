"""The browser client's files, served from memory under a path that changes whenever one of them does."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its type, and its bytes both as they are and compressed."""

    media_type: str
    body: bytes
    gzipped: bytes


class Assets:
    """All files of `freecell/web/`, read once.

    `path` holds a hash over all of them, so that a browser may keep a file forever and an upgrade is seen at once: its modules import
    each other relatively, and so always come from one and the same version. Only the page itself is asked for anew each time.
    """

    def __init__(self, folder: Traversable | None = None) -> None:
        folder = folder or files("freecell") / "web"
        found = {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda f: f.name) if file.is_file()}
        digest = hashlib.sha256(b"".join(name.encode() + b"\0" + body + b"\0" for name, body in found.items()))
        self.path = f"/assets/{digest.hexdigest()[:16]}"
        page = found.pop(PAGE).replace(b"{{assets}}", self.path.encode())
        self.page = _asset(PAGE, page)
        self.files = {name: _asset(name, body) for name, body in found.items()}


_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css", ".webmanifest": "application/manifest+json"}


def _asset(name: str, body: bytes) -> Asset:
    # The machine's own table of types is not asked first: on some, .js is not JavaScript.
    suffix = name[name.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(media_type, body, gzip.compress(body, mtime=0))
