"""The weights of the first search, and the order in which the searches follow each other: tuned, and kept once for both twins.

`benchmarks/tune.py` found them, on deals that are used for nothing else: numbers from 1,000,001 up. Each attempt was tuned on the deals
that the attempts before it had failed on.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from freecell.rules import Rules
from freecell.solver.search import Measure

Space = tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int], tuple[int, int, int, int, int]]


@dataclass(frozen=True, slots=True)
class Weights:
    """One way to score positions; lower is better."""

    sends_all: bool
    """Whether everything that can go home goes by itself, or only what is safe."""
    budget: int
    """States that the attempt may meet."""
    partial: bool
    """Whether parts of a sequence move onto an empty cascade, or only as much of it as can."""
    breaks: int
    """For each card that does not follow on the card that it lies on."""
    from_king: int
    """For a cascade that is one sequence from a king on."""
    above: int
    """For each card that lies above one which a foundation needs next."""
    above_second: int
    """For each card that lies above the one after that."""
    space: Space
    """By empty cascades (none, one, more) and empty cells (0 to 4)."""
    home: int
    """Taken off for each card on the foundations."""
    path: int
    """For each move of the path, in quarters."""
    new_target: int
    """For a cascade that grew, and was not met before with so many cards home."""
    new_source: int
    """The same for one that shrank."""
    dive: int
    """A child better than its parent by this much is gone on with at once."""
    put_back: int
    """By how much the parent is then put back worse."""


class Step(NamedTuple):
    """One step of a plan: an attempt with these weights, or `PROOF` or `PLAIN`, for so many states more."""

    weights: int
    states: int


PROOF: Final = -1
PLAIN: Final = -2
"""A proof without returns, under rules that have them: its solutions hold, and where it finds none the proof with returns decides."""
ENDLESS: Final = 2**31 - 1

TUNED: Final = (
    Weights(True, 2600, False, 9, -8, 3, 1, ((20, 18, 7, -6, -7), (24, 5, -7, -20, -26), (8, -10, -18, -32, -40)), 3, 24, -3, -5, 0, 30),
    Weights(False, 2000, False, 8, -9, 1, 0, ((20, 20, 7, -5, -5), (19, 3, -8, -13, -34), (5, -6, -13, -20, -42)), 5, 15, -4, -8, 1, 26),
    Weights(
        True, 3000, False, 6, -10, 4, 1, ((22, 19, 3, -3, -7), (11, 2, -16, -24, -21), (-10, -13, -34, -43, -31)), 3, 17, -8, -19, 5, 21
    ),
    Weights(
        False, 2000, False, 10, -9, 1, 2, ((13, 23, 10, -3, -11), (30, 4, -8, -21, -21), (12, -12, -14, -34, -40)), 1, 15, -1, -2, 0, 34
    ),
    Weights(
        False, 2000, False, 12, -9, 5, 3, ((30, 27, 6, -5, -15), (12, 0, -10, -29, -19), (-6, -20, -33, -35, -30)), 3, 7, -2, -4, 1, 12
    ),
    Weights(True, 2000, True, 12, -4, 3, 2, ((12, 15, 5, -3, -11), (24, 4, -6, -21, -27), (6, -6, -24, -38, -39)), 6, 23, -2, -7, 0, 23),
    Weights(True, 8000, False, 7, -10, 1, 1, ((16, 25, 4, -10, -6), (25, 3, -9, -26, -26), (11, -12, -14, -32, -29)), 1, 19, -6, -6, 0, 34),
    Weights(False, 9000, True, 11, -5, 1, 1, ((15, 14, 6, -4, -5), (21, 5, -10, -12, -26), (8, -9, -12, -41, -53)), 0, 17, -5, -8, 0, 32),
)


def perturbed(seed: int, budget: int) -> Weights:
    """Return weights near the tuned ones, for deals that resist those: other ones for each seed."""
    random = Random(seed)  # noqa: S311  (the same numbers every time are wanted)
    base = random.choice(TUNED)

    def near(value: int) -> int:
        spread = 2 + abs(value) // 3
        return value + random.randint(-spread, spread)

    rows = [tuple(near(value) for value in row) for row in base.space]
    return Weights(
        sends_all=base.sends_all,
        budget=budget,
        partial=random.random() < 0.7,
        breaks=near(base.breaks),
        from_king=near(base.from_king),
        above=max(1, near(base.above)),
        above_second=max(0, near(base.above_second)),
        space=(rows[0], rows[1], rows[2]),  # type: ignore[arg-type]
        home=near(base.home),
        path=max(0, near(base.path // 2)),
        new_target=near(base.new_target),
        new_source=near(base.new_source),
        dive=max(0, near(base.dive)),
        put_back=max(1, near(base.put_back)),
    )


EARLY: Final = (82, 32, 22, 65, 129, 5, 71)
LATE: Final = (33, 147, 1, 19, 21, 24, 53, 154, 58, 87, 88, 92, 200, 201, 202, 203)
"""Seeds of the perturbed attempts, before the proof begins and after it; the first ones chosen for how many of the deals that resist all
before them they solve."""

ALL: Final = (
    *TUNED,
    *(perturbed(seed, 20_000) for seed in EARLY),
    *(perturbed(seed, int(20_000 * 1.4**number)) for number, seed in enumerate(LATE)),
)


def plan(rules: Rules) -> tuple[Step, ...]:
    """Return the order of the searches.

    First the tuned attempts and a few more, then the proof and ever longer attempts in turns, then the proof to its end. Where cards may
    not simply wait on the table until they are safe to send (under `foundation_first` or `max`), only the attempts that send everything
    are made. Under returns all of this is done without any, and then the proof with them: depth first among all that can be brought
    back, it comes late to a solution, and to a long one.
    """
    fitting = [number for number, weights in enumerate(ALL) if weights.sends_all or not (rules.foundation_first or rules.autoplay == "max")]
    proving = PLAIN if rules.foundation_return else PROOF
    early = [number for number in fitting if number < len(TUNED) + len(EARLY)]
    steps = [Step(number, ALL[number].budget) for number in early]
    proof = 100_000
    for number in fitting[len(early) :]:
        steps += [Step(proving, proof), Step(number, ALL[number].budget)]
        proof = min(proof * 2, 20_000_000)
    steps.append(Step(proving, ENDLESS))
    return (*steps, Step(PROOF, ENDLESS)) if proving == PLAIN else tuple(steps)


@dataclass(frozen=True, slots=True)
class Beam:
    """One way to score positions of a short search; lower is better."""

    width: int
    """How many positions of each layer the first wave expands."""
    growth: int
    """How many times as many are expanded after the next wave."""
    breaks: int
    """For each card that does not follow on the card that it lies on."""
    from_king: int
    """For a cascade that is one sequence from a king on."""
    bound: int
    """For each move that must be made since a card lies on a lower one of its suit."""
    above: int
    """For each card that lies above one which a foundation needs next."""
    above_second: int
    """For each card that lies above the one after that."""
    runs: int
    """For each break in a cascade above a card that a foundation needs next."""
    runs_second: int
    """The same for the one after that."""
    space: Space
    """By empty cascades (none, one, more) and empty cells (0 to 4)."""
    home: int
    """Taken off for each card on the foundations."""


BEAMS: Final = {
    Measure.CARDS: Beam(50, 2, 6, -8, 9, 3, 2, 1, 0, ((19, 15, 9, -1, -7), (15, 5, -8, -19, -31), (24, -11, -23, -32, -50)), 6),
    Measure.MOVES: Beam(25, 2, 8, -7, 6, 3, 1, 0, 0, ((21, 13, 3, -13, -2), (15, 5, -8, -16, -17), (8, -12, -19, -38, -35)), 5),
}
"""The beam of each measure."""
