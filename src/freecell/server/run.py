"""Starts the server on a free port, opens the browser, and ends cleanly."""

from __future__ import annotations

import contextlib
import errno
import gc
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from freecell.errors import BadInput, FreeCellError
from freecell.messages import text as _
from freecell.server.app import create_app
from freecell.server.limits import Limits
from freecell.store import Store

_PORTS_TRIED: Final = 100
_SWITCH: Final = 0.0002
"""Seconds until a thread that searches lets the others have the interpreter: a move waits for no more than a few of these."""
_LONGEST_FRAME: Final = 2**20
"""Bytes. A message that is only too long for the game is answered; beyond this the connection ends."""


def serve(
    host: str,
    port: int,
    hosts: Sequence[str],
    *,
    browser: bool,
    say: Callable[[str], None],
    database: str | None = None,
    proxies: Sequence[str] = (),
    limits: Limits | None = None,
) -> None:
    """Serve the game until Ctrl-C; `say` is told the address, and a change of port.

    Games are kept in `database`, as `freecell.store.address.read_address` has it. Raises `FreeCellError` if no port can be had, or the
    database cannot be used. `proxies` are the addresses of those that may say for whom they ask, `limits` what one client may ask for.
    """
    trusted = check_proxies(proxies)
    with Store(database) as store, listen(host, port) as listening:
        found = listening.getsockname()[1]
        if port not in (0, found):
            say(_("Port {port} is taken; using {found} instead.", port=port, found=found))
        address = f"http://{_name(host)}:{found}/"
        say(_("FreeCell is at {address} — Ctrl-C ends it.", address=address))
        # Whoever reaches it from elsewhere, by another name or through a proxy, is not the user of this machine.
        local = store.is_own and _is_loopback(host) and not trusted and not hosts
        app = create_app(store, names(host, hosts), addresses=not _is_loopback(host), local=local, limits=limits)
        if browser and _has_screen():
            webbrowser.open(address)  # the socket listens already: the browser's request waits for the server
        _collect_rarely()
        sys.setswitchinterval(_SWITCH)
        with contextlib.suppress(KeyboardInterrupt):  # the server has ended in good order when this is raised
            uvicorn.Server(configure(app, trusted)).run(sockets=[listening])
    say(_("FreeCell has ended."))


def check_proxies(proxies: Iterable[str]) -> list[str]:
    """Return the proxies, each an address or a network. Raises `BadInput` for what is neither."""
    found = list(proxies)
    for proxy in found:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BadInput("bad-proxy", text=proxy) from None
    return found


def configure(app: ASGIApp, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Return how the application is served, with the proxies whose word about their clients is taken."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        ws="websockets-sansio",
        ws_max_size=_LONGEST_FRAME,
        ws_per_message_deflate=False,  # costs more time and memory than it saves on the way to a browser nearby
        timeout_graceful_shutdown=2,
    )


def _collect_rarely() -> None:
    """Look through all objects for garbage a hundred times less often.

    With a thousand games that keeps everybody waiting for half a second, and only closed connections leave a little of it.
    """
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 1000)


def names(host: str, allowed: Iterable[str]) -> list[str]:
    """Return the names that browsers may use: those allowed, the host's own, and the machine's where others can reach it."""
    own = [host] if _is_loopback(host) else [host, socket.gethostname()]
    return [name for name in (*own, *allowed) if name]


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the first free port from `port` on. Raises `FreeCellError` if the host or every port is refused."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise FreeCellError("bad-host", host=host, problem=error.strerror or str(error)) from None
    except ValueError:  # what no name can be
        raise FreeCellError("bad-host", host=host, problem="it is not the name of a host") from None
    for candidate in range(port, min(port + _PORTS_TRIED, 65536)):
        listening = socket.socket(family, kind, proto)
        if os.name == "posix":  # elsewhere this option would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address[0], candidate, *address[2:]))
            listening.listen(256)
        except OSError as error:
            listening.close()
            problem = error.strerror or str(error)
            if error.errno != errno.EADDRINUSE:
                raise FreeCellError("bad-host", host=f"{host}:{port}", problem=problem) from None
            continue
        return listening
    raise FreeCellError("no-free-port", port=port)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _name(host: str) -> str:
    """How a browser on this machine calls the host."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104  (only compared with)
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """Whether a browser can open a window; without one, a text browser would take over the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
