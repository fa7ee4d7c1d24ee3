"""Places for searches are given in turn: bounded, fair, and the quick ones never wait for the long."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from freecell.errors import FreeCellError
from freecell.server.turns import Turns


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 10))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Queue:
    """Searches that wait, and the order in which they got their places."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.places: dict[str, int] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, client: str, name: str, *, long: bool = False) -> None:
        async def take() -> None:
            self.places[name] = await self.turns.take(client, long=long)
            self.order.append(name)

        self.tasks[name] = asyncio.create_task(take())
        await settle()

    async def finish(self, name: str) -> None:
        self.turns.give(self.places.pop(name))
        await settle()


def test_places_are_given_at_once_while_there_are_any() -> None:
    async def work() -> None:
        queue = Queue(Turns(3))
        for name in "abcd":
            await queue.add("x", name)
        assert queue.order == ["a", "b", "c"]
        assert sorted(queue.places.values()) == [0, 1, 2]
        assert queue.turns.waiting == 1
        await queue.finish("b")
        assert queue.order[-1] == "d"

    run(work())


def test_there_are_two_places_at_least() -> None:
    assert Turns(0).places == 2


def test_clients_take_turns_however_much_one_of_them_asks_for() -> None:
    async def work() -> None:
        queue = Queue(Turns(2))
        for name in ("a1", "a2", "a3", "a4", "a5"):
            await queue.add("a", name)
        await queue.add("b", "b1")
        await queue.add("b", "b2")
        await queue.add("c", "c1")
        for _ in range(6):
            await queue.finish(next(name for name in queue.order if name in queue.places))
        assert queue.order == ["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5"]

    run(work())


def test_one_place_is_kept_for_the_quick() -> None:
    async def work() -> None:
        queue = Queue(Turns(2))
        await queue.add("a", "long 1", long=True)
        await queue.add("a", "long 2", long=True)
        assert queue.order == ["long 1"]
        await queue.add("b", "quick")
        assert queue.order == ["long 1", "quick"]
        await queue.finish("quick")
        assert "long 2" not in queue.order
        await queue.finish("long 1")
        assert queue.order[-1] == "long 2"

    run(work())


def test_a_long_one_gets_its_turn_among_the_quick() -> None:
    async def work() -> None:
        queue = Queue(Turns(2))
        for number in range(30):
            await queue.add("a", f"quick {number}")
        await queue.add("b", "long", long=True)
        done = 0
        while "long" not in queue.order:
            await queue.finish(queue.order[done])
            done += 1
        assert done < 15

    run(work())


def test_the_queue_is_bounded_in_all_and_for_each() -> None:
    async def work() -> None:
        turns = Turns(2, most=4, most_each=2)
        queue = Queue(turns)
        for name in "abcd":
            await queue.add("x", name)
        with pytest.raises(FreeCellError) as caught:
            await turns.take("x")
        assert caught.value.code == "too-many-requests"
        await queue.add("y", "e")
        await queue.add("y", "f")
        with pytest.raises(FreeCellError) as caught:
            await turns.take("z")
        assert (caught.value.code, caught.value.values) == ("too-busy", {"seconds": 5})
        assert turns.waiting == 4

    run(work())


def test_whoever_leaves_loses_no_place() -> None:
    async def work() -> None:
        queue = Queue(Turns(2))
        for name in "abcd":
            await queue.add(name, name)
        queue.tasks["c"].cancel()
        await settle()
        assert queue.turns.waiting == 1
        await queue.finish("a")
        assert queue.order[-1] == "d"
        await queue.finish("b")
        await queue.finish("d")
        await queue.add("e", "e")
        await queue.add("e", "f")
        assert queue.order[-2:] == ["e", "f"]

    run(work())


def test_a_place_given_to_one_who_leaves_at_that_moment_is_given_on() -> None:
    async def work() -> None:
        turns = Turns(2)
        first = [await turns.take("a"), await turns.take("a")]
        leaving = asyncio.create_task(turns.take("b"))
        await settle()
        staying = asyncio.create_task(turns.take("c"))
        await settle()
        turns.give(first[0])  # to the one who is leaving
        leaving.cancel()
        assert await asyncio.wait_for(staying, 1) == first[0]

    run(work())
