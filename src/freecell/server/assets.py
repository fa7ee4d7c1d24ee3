"""The browser client's files, served from memory under a path that changes whenever one of them does."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from freecell.locales import PSEUDO, Words, catalogue_json, languages

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
    each other relatively, and so always come from one and the same version. Only the page itself, one for each language, is asked for
    anew each time. A language's words are a file among the others, `words-TAG.js`; English needs none.
    """

    def __init__(self, folder: Traversable | None = None) -> None:
        folder = folder or files("freecell") / "web"
        found = {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda f: f.name) if file.is_file()}
        found |= {f"words-{tag}.js": _words(tag) for tag in (*languages(), PSEUDO) if tag != "en"}
        digest = hashlib.sha256(b"".join(name.encode() + b"\0" + body + b"\0" for name, body in found.items()))
        self.path = f"/assets/{digest.hexdigest()[:16]}"
        page = found.pop(PAGE).decode()
        # Where the page asks for several files in one, each request less is some milliseconds.
        found |= {names: b"\n".join(found[name] for name in names.split("+")) for names in _JOINED.findall(page)}
        self.pages = {tag: packed("text/html", self._told(page, tag).encode()) for tag in (*languages(), PSEUDO)}
        self.files = {name: _asset(name, body) for name, body in found.items()}

    def _told(self, page: str, tag: str) -> str:
        """The page in a language."""
        script = "" if tag == "en" else f'<script src="{self.path}/words-{tag}.js"></script>'
        page = page.replace("{{assets}}", self.path).replace("{{language}}", tag).replace("{{words}}", script)
        words = Words(tag)
        return re.sub(r"\{\{t (.*?)\}\}", lambda match: escape(words.gettext(match[1])), page)


def _words(tag: str) -> bytes:
    return f"globalThis.freecellWords = {catalogue_json(tag)};\n".encode()


_JOINED = re.compile(r"\{\{assets\}\}/([\w.-]+(?:\+[\w.-]+)+)")
"""Names in the page's addresses that stand for several files, one after the other."""
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css", ".webmanifest": "application/manifest+json"}


def _asset(name: str, body: bytes) -> Asset:
    # The machine's own table of types is not asked first: on some, .js is not JavaScript.
    suffix = name[name.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return packed(media_type, body)


def packed(media_type: str, body: bytes) -> Asset:
    """Return something to be sent, compressed as well."""
    return Asset(media_type, body, gzip.compress(body, mtime=0))
