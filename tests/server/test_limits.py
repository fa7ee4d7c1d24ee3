"""What one client may ask for."""

from __future__ import annotations

import contextlib

import pytest
from starlette.requests import HTTPConnection

from freecell.server.limits import Clients, Limits, TooMuch, client_of


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def refusal(clients: Clients, name: str, what: str = "request") -> tuple[str, object]:
    with pytest.raises(TooMuch) as caught, getattr(clients, what)(name):
        pass
    return caught.value.code, caught.value.values.get("seconds")


def test_connections_at_once_are_bounded_for_each_client() -> None:
    clients = Clients(Limits(connections=2))
    with clients.connection("a"), clients.connection("a"):
        assert refusal(clients, "a", "connection") == ("too-many-connections", None)
        with clients.connection("b"):
            pass
    with clients.connection("a"):
        pass


def test_requests_at_once_are_bounded_for_each_client() -> None:
    clients = Clients(Limits(requests=1))
    with clients.request("a"):
        assert refusal(clients, "a") == ("too-many-requests", 1)
        with clients.request("b"):
            pass
    with pytest.raises(ZeroDivisionError), clients.request("a"):
        raise ZeroDivisionError
    with clients.request("a"):
        pass


def test_seconds_are_used_up_and_come_back() -> None:
    clock = Clock()
    clients = Clients(Limits(seconds=10, regained=0.5), clock)
    with clients.request("a") as spend:
        spend(8)
        spend(4)
    assert refusal(clients, "a") == ("too-many-requests", 6)
    clock.now += 6
    with clients.request("a"):
        pass
    clock.now += 1000
    with clients.request("a") as spend:  # no more comes back than there was
        spend(10)
    assert refusal(clients, "a") == ("too-many-requests", 2)


def test_those_who_ask_for_nothing_are_forgotten_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.server.limits._MOST_KNOWN", 10)
    clients = Clients(Limits(connections=1))
    with contextlib.ExitStack() as stack:
        stack.enter_context(clients.connection("kept"))
        for number in range(50):
            with clients.request(str(number)):
                pass
        assert len(clients._known) == 10
        assert refusal(clients, "kept", "connection")[0] == "too-many-connections"


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address_or_a_network(host: str, name: str) -> None:
    assert client_of(HTTPConnection({"type": "http", "client": (host, 1)})) == name


def test_a_client_without_an_address_is_one_too() -> None:
    assert client_of(HTTPConnection({"type": "http", "client": None})) == ""
