"""The client's files: a path that changes with them, so that an upgrade leaves nothing old in a browser's cache."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import Served, serving

from freecell.server.assets import Assets


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as served:
        yield served


def folder(where: Path, **changes: str) -> Path:
    """A small client."""
    where.mkdir()
    for name, text in ({"index.html": '<script src="{{assets}}/main.js">', "main.js": "1", "style.css": "a{}"} | changes).items():
        (where / name).write_text(text)
    return where


def test_the_path_changes_with_any_byte_of_any_file_and_with_nothing_else(tmp_path: Path) -> None:
    base = Assets(folder(tmp_path / "a")).path
    assert Assets(folder(tmp_path / "b")).path == base
    for number, change in enumerate([{"main.js": "2"}, {"style.css": "b{}"}, {"new.js": ""}, {"index.html": "{{assets}}"}]):
        assert Assets(folder(tmp_path / str(number), **change)).path != base


def test_the_page_names_the_files_by_that_path(tmp_path: Path) -> None:
    assets = Assets(folder(tmp_path / "a"))
    assert assets.pages["en"].body.decode() == f'<script src="{assets.path}/main.js">'
    assert {name for name in assets.files if not name.startswith("words-")} == {"main.js", "style.css"}


def test_several_files_are_had_in_one(tmp_path: Path) -> None:
    page = '<link rel="stylesheet" href="{{assets}}/style.css+more.css"><script src="{{assets}}/main.js">'
    files = Assets(folder(tmp_path / "a", **{"index.html": page, "more.css": "b{}"})).files
    assert files["style.css+more.css"].body == b"a{}\nb{}"
    assert files["style.css+more.css"].media_type == "text/css"


def test_types_do_not_depend_on_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mimetypes.guess_type", lambda *_: ("text/plain", None))
    files = Assets(folder(tmp_path / "a", **{"icon.svg": "", "site.webmanifest": ""})).files
    types = {name: asset.media_type for name, asset in files.items() if not name.startswith("words-")}
    assert types == {
        "icon.svg": "image/svg+xml",
        "main.js": "text/javascript",
        "site.webmanifest": "application/manifest+json",
        "style.css": "text/css",
    }


def test_compressed_files_are_the_same_files() -> None:
    for asset in (*Assets().pages.values(), *Assets().files.values()):
        assert gzip.decompress(asset.gzipped) == asset.body


def test_everything_that_the_page_names_is_there_and_kept_forever(server: Served) -> None:
    page = server.get("/")[2].decode()
    named = re.findall(r'(?:src|href)="(/[^"]*)"', page)
    assert len(named) > 5
    for path in named:
        status, headers, body = server.get(path)
        assert status == 200, path
        assert body
        assert "immutable" in headers["cache-control"]


def test_everything_that_a_module_imports_is_there(server: Served) -> None:
    assets = Assets()
    scripts = {name: asset.body.decode() for name, asset in assets.files.items() if name.endswith(".js")}
    imported = {found for text in scripts.values() for found in re.findall(r"""from\s+["'](\./[^"']+)["']""", text)}
    assert imported
    for name in imported:
        assert server.get(f"{assets.path}/{name.removeprefix('./')}")[0] == 200, name
    outside = [name for name, text in scripts.items() if re.search(r"""(?:from|import)\s*\(?["'](?!\./)""", text)]
    assert not outside  # a relative import stays within one version


def test_no_request_names_another_machine() -> None:
    for name, asset in [("index.html", Assets().pages["en"]), *Assets().files.items()]:
        addresses = set(re.findall(rb"(?:(?:http|ws)s?:|['\"(])//[\w.-]+\.[a-z]+[\w./]*", asset.body))
        assert not addresses - {b"http://www.w3.org/2000/svg"}, name


def test_the_page_itself_is_asked_for_each_time(server: Served) -> None:
    for path in ("/", "/deal/164", "/deal/FC1-C4-AAAAAKH?profile=points", "/deal/nonsense/at/all"):
        status, headers, body = server.get(path)
        assert (status, headers["cache-control"], headers["content-type"]) == (200, "no-cache", "text/html; charset=utf-8")
        assert body == server.get("/")[2]


def test_a_browser_gets_it_compressed_if_it_likes(server: Served) -> None:
    _, headers, body = server.get("/", {"Accept-Encoding": "gzip, br"})
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding, accept-language, cookie"
    assert gzip.decompress(body) == server.get("/")[2]


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "index.html", "", "no.js", "main.js/x"])
def test_nothing_else_is_served(server: Served, name: str) -> None:
    assert server.get(f"{Assets().path}/{name}")[0] in (404, 307)


def test_the_old_version_s_path_is_gone(server: Served) -> None:
    assert server.get("/assets/0123456789abcdef/main.js")[0] == 404
