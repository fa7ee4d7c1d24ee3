"""The answers of the HTTP API, as its description shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

Card = Annotated[str, Field(examples=["TH"], description="Rank and suit")]
Place = Annotated[str, Field(examples=["1"], description="A cascade 1–8, a cell a–d, a foundation hC hD hH hS")]
Status = Literal["winnable", "unwinnable", "unknown"]
MovesLeft = Annotated[int | None, Field(description="Moves to a win by the best line known; null where none is")]


class Problem(BaseModel):
    """What is wrong: a code, its values, and the words for it."""

    code: str
    values: dict[str, Any]
    message: str


class Failure(BaseModel):
    """Every failure has this shape."""

    error: Problem


class Profile(BaseModel):
    """A named set of house rules."""

    name: str
    title: str
    summary: str
    rules: dict[str, Any]
    cells: list[int]
    tap: str
    foundations: str


class Profiles(BaseModel):
    """All profiles."""

    profiles: list[Profile]


class Layout(BaseModel):
    """Where the cards lie; a cascade from its deepest card to its top."""

    cascades: list[list[Card]]
    cells: list[Card | None]
    foundations: Annotated[dict[str, int], Field(description="The rank of each suit's last card, 0 to 13")]


class Deal(Layout):
    """A deal under rules."""

    deal: int
    code: str
    address: Annotated[str, Field(description="The path under which a browser plays it")]
    profile: str
    rules: dict[str, Any]
    layout: Annotated[str, Field(description="The layout as text")]


class Difficulty(BaseModel):
    """How hard a deal is, with the parts that say so."""

    status: Status
    scale: Annotated[int | None, Field(description="1, easy, to 10, hard; null unless it is winnable")]
    fewest_cells: Annotated[int | None, Field(description="The fewest cells with which a way to win was found")]
    fewest_proved: Annotated[bool, Field(description="Whether it is proved that one cell less is not enough")]
    plays_won: Annotated[float | None, Field(description="The share of quick plays that win")]
    states: Annotated[int | None, Field(description="Positions met before the first solution")]
    par: Annotated[int | None, Field(description="The moves of a short line")]


class Par(BaseModel):
    """The best known length of a deal."""

    status: Status
    par: Annotated[int | None, Field(description="The fewest moves in which it is known to be won, by whatever was found out here")]


class Solution(BaseModel):
    """What came of solving."""

    status: Literal["solved", "unsolvable", "unknown"]
    limit: Annotated[str | None, Field(description="The limit that was reached, if it is unknown: states, seconds or memory")]
    length: Annotated[int | None, Field(description="How long the solution is, in the measure asked for")]
    bound: Annotated[int | None, Field(description="No solution is shorter than this, which is proved")]
    optimal: Annotated[bool, Field(description="Whether it is proved that no solution is shorter")]
    solution: Annotated[str, Field(description="The player's moves, as a game's text has them")]
    states: int
    seconds: float


class Reason(BaseModel):
    """What a move is good for."""

    code: str
    values: dict[str, Any]


class Hint(BaseModel):
    """The next move, or that there is none, or that it is not known."""

    model_config = {"populate_by_name": True}
    status: Status
    source: Annotated[Place | None, Field(alias="from")]
    to: Place | None
    cards: list[Card]
    onto: Card | None
    reason: Reason | None
    message: str
    moves_left: MovesLeft
    line: Annotated[list[tuple[str, str, int]], Field(description="Source, target and number of cards of each move to the win")]
    limit: str | None


class Step(BaseModel):
    """One card that moves once."""

    card: Card
    source: Annotated[Place, Field(alias="from")]
    to: Place


class Action(BaseModel):
    """One action of a game."""

    text: str
    source: Annotated[Place | None, Field(alias="from")]
    to: Place | None
    cards: list[Card]
    steps: list[Step]
    moves: int
    message: str


class Reviewed(BaseModel):
    """The truth about a position of the game: 0 is the start, n what the n-th action led to."""

    position: int
    status: Status
    moves_left: MovesLeft
    cost: Annotated[int | None, Field(description="How many moves longer the action that led here made the best line known")]


class Better(BaseModel):
    """A move that was better, with the line that it begins."""

    source: Annotated[Place, Field(alias="from")]
    to: Place
    cards: list[Card]
    count: int
    text: str
    moves_left: MovesLeft
    line: str


class Losing(BaseModel):
    """The action that lost the game, and the moves that would have kept it; 0 where the deal was lost from the start."""

    action: int
    kept: list[Better]
    undecided: Annotated[int, Field(description="Other moves of which it could not be found out")]


class Longer(BaseModel):
    """An action that cost length."""

    action: int
    cost: int
    better: Better | None


class Summary(BaseModel):
    """What a review comes to."""

    moves: int
    best: MovesLeft
    par: Annotated[int | None, Field(description="The fewest moves in which the start is known to be won, by whatever was found out here")]
    losing: Losing | None
    longer: list[Longer]
    unknown: Annotated[int, Field(description="Positions of which nothing could be found out in the time")]


class Review(BaseModel):
    """A review, whole."""

    done: int
    of: int
    start: Layout
    actions: list[Action]
    positions: list[Reviewed]
    summary: Summary
