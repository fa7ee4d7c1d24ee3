"""The twin in C: the same searches, bound with cffi, which releases the interpreter while they run. See `_core/core.h`.

Importing this raises `ImportError` where the core was not built, or where the processor lacks what it was built for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from struct import Struct
from typing import Any, Final, NamedTuple

from freecell.position import Position
from freecell.rules import Autoplay, Rules
from freecell.solver._twin import ffi, lib
from freecell.solver.search import AUTOPLAYS, NO_CARD, SOLVED, Measure, Path, Terms, terms_of
from freecell.solver.weights import ALL, Beam, Step, Weights

_MOST: Final = 2**63
"""No limit is higher to the core."""

if not lib.fc_supported():
    raise ImportError("this processor lacks instructions that the solver's core was compiled for")


def _position(position: Position) -> Any:
    cascades = [[int(card) for card in cascade] for cascade in position.cascades]
    lengths = [len(cascade) for cascade in cascades]
    cells = [NO_CARD if held is None else int(held) for held in position.cells]
    return ffi.new(
        "fc_position *",
        {"length": lengths, "cards": cascades, "cells": cells + [NO_CARD] * (4 - len(cells)), "home": list(position.foundations)},
    )


def _rules(terms: Terms) -> Any:
    return ffi.new("fc_rules *", astuple(terms))


def _weights(weights: Sequence[Weights]) -> Any:
    return ffi.new("fc_weights[]", [astuple(each) for each in weights])


def _path(search: Any, path: Any) -> bytes:
    room = path(search, ffi.NULL, 0)
    hops = ffi.new("fc_hop[]", max(room, 1))
    path(search, hops, room)
    return bytes(ffi.buffer(hops, 2 * room))


class First:
    """One attempt: a search from a position, by these weights."""

    def __init__(self, position: Position, rules: Rules, weights: Weights, max_memory: int) -> None:
        self._search = ffi.gc(_made(lib.fc_first_new()), lib.fc_first_free)
        self._sends = Autoplay.MAX if weights.sends_all else Autoplay.SAFE
        self._status = lib.fc_first_begin(
            self._search, _position(position), _rules(terms_of(position, rules)), _weights([weights]), min(max_memory, _MOST)
        )

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        if self._status == 0:
            self._status = lib.fc_first_advance(self._search, until)
        return int(self._status)

    def path(self) -> Path:
        """Return the solution."""
        return Path(_path(self._search, lib.fc_first_path), self._sends, at_start=True)

    @property
    def states(self) -> int:
        """How many states were met."""
        return int(lib.fc_first_states(self._search))

    @property
    def bytes(self) -> int:
        """How much memory the search takes."""
        return int(lib.fc_first_bytes(self._search))


class Proof:
    """A complete search from a position."""

    def __init__(self, position: Position, rules: Rules, max_memory: int) -> None:
        self._search = ffi.gc(_made(lib.fc_proof_new()), lib.fc_proof_free)
        self._status = lib.fc_proof_begin(self._search, _position(position), _rules(terms_of(position, rules)), min(max_memory, _MOST))

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        if self._status == 0:
            self._status = lib.fc_proof_advance(self._search, until)
        return int(self._status)

    def path(self) -> Path:
        """Return the solution."""
        sends = AUTOPLAYS[lib.fc_proof_sends(self._search)]
        return Path(_path(self._search, lib.fc_proof_path), sends, bool(lib.fc_proof_at_start(self._search)))

    def straighten(self, states: int) -> bool:
        """Look for the shortest way through what was met, by so many states at a time; return whether there is more to do."""
        return bool(lib.fc_proof_straighten(self._search, states))

    @property
    def states(self) -> int:
        """How many different states were met."""
        return int(lib.fc_proof_states(self._search))

    @property
    def bytes(self) -> int:
        """How much memory the search takes."""
        return int(lib.fc_proof_bytes(self._search))


_MEASURES: Final = (Measure.CARDS, Measure.MOVES)
WIDEST: Final = 2**31 - 1
"""No beam is wider to the core."""


class Short:
    """A search from a position for solutions shorter than `best`, or for any, with beams up to a width, or as wide as they get."""

    def __init__(
        self, position: Position, rules: Rules, weights: Beam, measure: Measure, width: int | None, best: int | None, max_memory: int
    ) -> None:
        self._search = ffi.gc(_made(lib.fc_short_new()), lib.fc_short_free)
        self._status = lib.fc_short_begin(
            self._search, _position(position), _rules(terms_of(position, rules)), ffi.new("fc_beam *", astuple(weights)),
            _MEASURES.index(measure), min(width or 0, WIDEST), -1 if best is None else best, min(max_memory, _MOST),
        )  # fmt: skip

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all, or a shorter solution is found, after which it can be gone on with."""
        return int(self._status) or int(lib.fc_short_advance(self._search, until))

    def path(self) -> Path:
        """Return the best solution."""
        return Path(_path(self._search, lib.fc_short_path), AUTOPLAYS[lib.fc_short_sends(self._search)], at_start=True)

    @property
    def length(self) -> int | None:
        """The best solution's length, in the measure."""
        length = int(lib.fc_short_length(self._search))
        return None if length < 0 else length

    @property
    def bound(self) -> int:
        """What no solution can be shorter than."""
        return int(lib.fc_short_bound(self._search))

    @property
    def states(self) -> int:
        """How many states were met."""
        return int(lib.fc_short_states(self._search))

    @property
    def bytes(self) -> int:
        """How much memory the search takes."""
        return int(lib.fc_short_bytes(self._search))


class Optimal:
    """A search for the shortest solution from a position, counted in `measure`; with `best`, for one that is shorter than that."""

    def __init__(self, position: Position, rules: Rules, measure: str, max_memory: int, best: int | None = None) -> None:
        self._search = ffi.gc(_made(lib.fc_optimal_new()), lib.fc_optimal_free)
        self._status = lib.fc_optimal_begin(
            self._search, _position(position), _rules(terms_of(position, rules)), measure == "moves", min(max_memory, _MOST),
            -1 if best is None else min(best, 2**31 - 1),
        )  # fmt: skip

    def advance(self, until: int) -> int:
        """Go on until so many states are looked at in all; return how the search stands."""
        if self._status == 0:
            self._status = lib.fc_optimal_advance(self._search, until)
        return int(self._status)

    def path(self) -> Path:
        """Return the solution."""
        sends = AUTOPLAYS[lib.fc_optimal_sends(self._search)]
        return Path(_path(self._search, lib.fc_optimal_path), sends, bool(lib.fc_optimal_at_start(self._search)))

    @property
    def bound(self) -> int:
        """No solution is shorter, as far as is proved; in the measure that is asked for."""
        return int(lib.fc_optimal_bound(self._search))

    @property
    def states(self) -> int:
        """How many states were looked at; those that the search came back to are counted again."""
        return int(lib.fc_optimal_states(self._search))

    @property
    def bytes(self) -> int:
        """How much memory the search takes."""
        return int(lib.fc_optimal_bytes(self._search))


_RESULT: Final = Struct("8i2Q")
"""An `fc_result`, as it lies in memory: reading its members one by one through cffi takes longer than an easy deal's first states."""
assert _RESULT.size == ffi.sizeof("fc_result")  # noqa: S101


class Solved(NamedTuple):
    """What came of one deal of many."""

    status: int
    states: int
    bytes: int
    moves: int
    """The solution's length, as the core's own referee counted it."""
    bound: int
    limited: bool
    path: Path | None


class Bulk:
    """Solves deals one after the other without coming back to Python in between; one such for each thread."""

    def __init__(
        self, terms: Terms, plan: Sequence[Step], max_states: int | None, max_memory: int, weights: Sequence[Weights] = ALL
    ) -> None:
        self._bulk = ffi.gc(_made(lib.fc_bulk_new()), lib.fc_bulk_free)
        self._rules = _rules(terms)
        self._weights = _weights(weights)
        self._plan = ffi.new("fc_step[]", [tuple(step) for step in plan])
        self._steps = len(plan)
        self._max_states, self._max_memory = _MOST if max_states is None else min(max_states, _MOST), min(max_memory, _MOST)

    def shorten(self, beam: Beam, measure: Measure, width: int | None) -> None:
        """Have each solution made shorter from now on."""
        self._beam = ffi.new("fc_beam *", astuple(beam))
        lib.fc_bulk_shorten(self._bulk, self._beam, _MEASURES.index(measure), min(width or 0, WIDEST))

    def count_in(self, measure: Measure) -> None:
        """Have lengths counted by a measure."""
        lib.fc_bulk_shorten(self._bulk, ffi.NULL, _MEASURES.index(measure), 0)

    def solve(self, deals: Sequence[int], stop: Any) -> list[Solved]:
        """Return what came of each deal; of fewer, if `*stop` was set meanwhile. Raises `AssertionError` if the referee is not content."""
        results = ffi.new("fc_result[]", len(deals))
        done = lib.fc_bulk_deals(
            self._bulk, ffi.new("uint64_t[]", deals), len(deals), self._rules, self._weights, self._plan, self._steps,
            self._max_states, self._max_memory, stop, results,
        )  # fmt: skip
        told = list(_RESULT.iter_unpack(ffi.buffer(results, done * _RESULT.size)))
        hops = ffi.buffer(lib.fc_bulk_hops(self._bulk), 2 * sum(each[4] for each in told))[:] if told else b""
        return [self._solved(number, each, hops) for number, each in zip(deals, told, strict=False)]

    def _solved(self, number: int, told: tuple[int, ...], hops: bytes) -> Solved:
        status, sends, at_start, moves, count, at, bound, limited, states, bytes_ = told
        if status != SOLVED:
            return Solved(status, states, bytes_, moves, bound, False, None)
        if moves < 0:
            raise AssertionError(f"the solver's solution of deal {number} is wrong")
        path = Path(hops[2 * at : 2 * (at + count)], AUTOPLAYS[sends], bool(at_start))
        return Solved(status, states, bytes_, moves, bound, bool(limited), path)


def new_stop() -> Any:
    """Return a flag that stops `Bulk.solve` in all threads once `stop[0]` is set to 1."""
    return ffi.new("int32_t *", 0)


def _made(pointer: Any) -> Any:
    if pointer == ffi.NULL:
        raise MemoryError
    return pointer
