"""`freecell` itself: its port, its address, and its end."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import commands
import pytest
from servers import PATIENCE, Player, some_store

from freecell.errors import FreeCellError
from freecell.server import run
from freecell.server.app import create_app
from freecell.server.run import configure, listen

FREECELL = Path(sys.executable).parent / "freecell"


class Running:
    """A `freecell` that serves, and what it has said so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: list[str] = []

    @property
    def port(self) -> int:
        """Where it serves: told in its last line."""
        assert self.process.stdout is not None
        while not (found := re.search(r"http://\S+:(\d+)/", "".join(self.said))):
            line = self.process.stdout.readline()
            assert line, "it ended"
            self.said.append(line)
        return int(found[1])

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Its exit code, its last words, and what it complained about."""
        self.process.send_signal(how)
        output, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output, errors


@contextmanager
def running(*arguments: str) -> Iterator[Running]:
    process = subprocess.Popen(
        [FREECELL, "--no-browser", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        yield Running(process)
    finally:
        process.kill()
        process.communicate()


def answers(port: int) -> int:
    """The status of the page, as soon as the server answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", "/")
    status = line.getresponse().status
    line.close()
    return status


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is taken, with a free one after it."""
    while True:
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            first.listen()
            port: int = first.getsockname()[1]
            with socket.socket() as second:
                if port == 65535 or second.connect_ex(("127.0.0.1", port + 1)) == 0:
                    continue
            yield port
            return


def test_ctrl_c_ends_it_cleanly_with_a_game_open() -> None:
    with running("--port", "0") as freecell:
        port = freecell.port
        assert answers(port) == 200
        with Player(port) as player:
            player.ask(do="new", deal="1")
            code, output, errors = freecell.end()
            assert (code, errors) == (0, "")
            assert output == "FreeCell has ended.\n"
    assert freecell.said == [f"FreeCell is at http://127.0.0.1:{port}/ — Ctrl-C ends it.\n"]


def test_a_taken_port_moves_to_a_free_one_and_says_so(taken: int) -> None:
    with running("--port", str(taken)) as freecell:
        port = freecell.port
        assert port > taken
        assert freecell.said[0] == f"Port {taken} is taken; using {port} instead.\n"
        assert answers(port) == 200
        assert freecell.end()[::2] == (0, "")


def test_a_port_in_use_by_another_freecell_is_taken_too() -> None:
    with running("--port", "0") as first:
        assert answers(first.port) == 200
        with running("--port", str(first.port)) as second:
            assert second.port != first.port
            assert answers(second.port) == answers(first.port) == 200
            assert second.end()[::2] == (0, "")
        assert answers(first.port) == 200
        assert first.end()[::2] == (0, "")


def test_it_can_start_again_at_once_on_the_port_that_it_left() -> None:
    with running("--port", "0") as first:
        port = first.port
        with Player(port) as player:
            player.ask(do="new", deal="1")
            first.end()
    with running("--port", str(port)) as second:
        assert second.port == port


def test_it_ends_although_a_browser_does_not_read() -> None:
    with running("--port", "0") as freecell, socket.create_connection(("127.0.0.1", freecell.port), PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")  # and no more
        assert answers(freecell.port) == 200
        code, output, errors = freecell.end()
    assert code == 0
    assert output.endswith("FreeCell has ended.\n")
    assert "Traceback" not in errors


@pytest.mark.parametrize("host", ["nowhere.invalid", "localhost:80", "x" * 70, "a..b", "1.2.3.4.5", "192.0.2.1", "\udcff"])
def test_a_host_that_it_cannot_serve_on_is_one_clear_error(host: str) -> None:
    ended = subprocess.run([FREECELL, "--no-browser", "--port", "0", "--host", host], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.fullmatch(r"Error: Cannot serve on '[^\n]*\.\n", ended.stderr)
    assert ascii(host[:60])[1:-1].split("\\")[-1] in ended.stderr


def test_listening_moves_on_only_where_the_port_is_taken(taken: int) -> None:
    with listen("127.0.0.1", taken) as moved:
        assert moved.getsockname()[1] > taken
    with pytest.raises(FreeCellError) as caught:
        listen("192.0.2.1", taken)
    assert caught.value.code == "bad-host"


def test_when_every_port_is_taken_it_says_so(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_PORTS_TRIED", 1)
    with pytest.raises(FreeCellError, match=f"No port is free from {taken} on; name another with --port") as caught:
        listen("127.0.0.1", taken)
    assert caught.value.code == "no-free-port"


def test_the_last_port_is_tried_and_none_beyond_it() -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(FreeCellError):  # taken already
            stack.enter_context(listen("127.0.0.1", 65535))
        with pytest.raises(FreeCellError) as caught:
            listen("127.0.0.1", 65535)
    assert caught.value.code == "no-free-port"


def test_it_listens_on_ipv6_too() -> None:
    try:
        listening = listen("::1", 0)
    except FreeCellError:
        pytest.skip("this machine has no IPv6")
    with listening:
        assert listening.family == socket.AF_INET6


def test_it_opens_the_browser_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    said: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    monkeypatch.setattr(run, "_has_screen", lambda: True)
    run.serve("127.0.0.1", 0, [], browser=True, say=said.append)
    run.serve("127.0.0.1", 0, [], browser=False, say=said.append)
    monkeypatch.setattr(run, "_has_screen", lambda: False)
    run.serve("127.0.0.1", 0, [], browser=True, say=said.append)
    assert len(opened) == 1
    assert opened[0] in said[0]


def test_an_interrupt_before_the_server_runs_is_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    said: list[str] = []
    monkeypatch.setattr("uvicorn.Server.run", interrupted)
    run.serve("127.0.0.1", 0, [], browser=False, say=said.append)
    assert said[-1] == "FreeCell has ended."


@pytest.mark.parametrize("proxy", ["everybody", "", "127.0.0.1:80", "10.0.0.0/99", "*"])
def test_what_is_no_proxys_address_is_one_clear_error(proxy: str) -> None:
    ended = commands.run("--no-browser", "--port", "0", "--trust-proxy", proxy)
    assert commands.complaint(ended) == f"{proxy!r} is not the address of a proxy; expected an IP address, or a network such as 10.0.0.0/8."


def test_no_proxy_is_trusted_unless_it_is_named() -> None:
    with some_store() as store:
        app = create_app(store)
    assert configure(app).proxy_headers is False
    trusting = configure(app, ["192.0.2.1"])
    assert (trusting.proxy_headers, trusting.forwarded_allow_ips) == (True, ["192.0.2.1"])


@pytest.mark.parametrize(
    ("host", "hosts", "proxies", "database", "local"),
    [
        ("127.0.0.1", [], [], None, True),
        ("localhost", [], [], None, True),
        ("0.0.0.0", [], [], None, False),
        ("127.0.0.1", ["games.example"], [], None, False),
        ("127.0.0.1", [], ["127.0.0.1"], None, False),
        ("127.0.0.1", [], [], "games.db", False),
    ],
)
def test_only_the_machines_own_server_takes_everybody_for_its_user(
    host: str, hosts: list[str], proxies: list[str], database: str | None, local: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[bool] = []
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    monkeypatch.setattr(run, "create_app", lambda *_, local, **__: found.append(local))
    where = None if database is None else str(tmp_path / database)
    run.serve(host, 0, hosts, browser=False, say=lambda _: None, database=where, proxies=proxies)
    assert found == [local]


def test_a_database_that_cannot_be_used_is_one_clear_error_without_its_password() -> None:
    ended = commands.run("--no-browser", "--port", "0", "--database", "postgresql://ann:geheim@localhost:1/games")
    told = commands.complaint(ended)
    assert "geheim" not in ended.output + ended.errors
    assert told.startswith("The database 'postgresql://ann@localhost:1/games' cannot be used")
