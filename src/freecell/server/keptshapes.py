"""The answers of the HTTP API about what is kept, as its description shows them, and how they are made."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, Field

from freecell.deals import game_code
from freecell.snapshot import shown_address
from freecell.store import Kept, Result, Start, Statistics

Time = Annotated[int, Field(description="Milliseconds")]
Moment = Annotated[int, Field(description="Milliseconds since 1970")]


class Who(BaseModel):
    """The player, in numbers."""

    local: Annotated[bool, Field(description="Whether it is the machine's own player, who needs no link")]
    games: int
    open: Annotated[int, Field(description="Games that can be played on")]
    unsaved: Annotated[int, Field(description="Games on this server with actions that are not on disk yet")]


class Link(BaseModel):
    """A link that lets one more machine in, once."""

    address: Annotated[str, Field(description="To be put behind the server's own address", examples=["/#join=Zm9vYmFyYmF6cXV4MTIzNA"])]
    word: str
    seconds: Annotated[int, Field(description="How long it can be used")]


class Summary(BaseModel):
    """A game, in short."""

    game: Annotated[str, Field(description="Its name", examples=["3fa8c1d200aa41e09b7c"])]
    deal: int | None
    code: str | None
    address: Annotated[str | None, Field(description="The path under which a browser plays it again; null for a layout")]
    profile: str
    cells: int
    rules: Annotated[str, Field(description="As a game's text has them")]
    result: Result
    moves: int
    score: int | None
    time: Time
    undos: int
    hints: Annotated[int, Field(description="Hints shown, and moves of Auto")]
    actions: Annotated[int, Field(description="Everything that was done, with undos and all else")]
    begun: Moment
    played: Moment
    ended: Moment | None
    parent: Annotated[str | None, Field(description="The game that it was begun from the middle of")]
    par: Annotated[int | None, Field(description="The fewest moves in which the deal is known to be won under the profile's rules")]


class Games(BaseModel):
    """A page of games."""

    games: list[Summary]
    after: Annotated[str | None, Field(description="Where the next page begins; null on the last")]
    count: Annotated[int, Field(description="Games on all pages")]


class Game(Summary):
    """A game."""

    text: Annotated[str, Field(description="The game as text, which can be replayed, reviewed and opened")]


class Deleted(BaseModel):
    """A game that is no longer there."""

    deleted: str


class Week(BaseModel):
    """What ended in a week."""

    begins: Annotated[date, Field(description="Its Monday, UTC")]
    games: int
    won: int
    average_moves: Annotated[float | None, Field(description="Over the games won")]
    average_time: Annotated[float | None, Field(description="Over the games won, in milliseconds")]


class OfKind(BaseModel):
    """The games of one profile with one number of cells. Averages and bests of moves and time are over the games won."""

    profile: str
    cells: int
    open: Annotated[int, Field(description="Games that can be played on; they are in no other count")]
    games: Annotated[int, Field(description="Games that ended")]
    won: int
    lost: int
    resigned: int
    demonstrated: Annotated[int, Field(description="All cards went up, but the program showed how: no win")]
    share: Annotated[float | None, Field(description="Won of all that ended, 0 to 1")]
    streak: Annotated[int, Field(description="Games won one after the other, up to the one that ended last")]
    longest_streak: int
    without_undo: Annotated[int, Field(description="Games won without Undo")]
    without_hints: Annotated[int, Field(description="Games won without hints and Auto")]
    best_moves: int | None
    average_moves: float | None
    best_time: Time | None
    average_time: float | None
    best_score: Annotated[int | None, Field(description="Of all games that ended, where the rules have scores")]
    average_score: Annotated[float | None, Field(description="Over all games that ended, where the rules have scores")]
    weeks: list[Week]


class AllStatistics(BaseModel):
    """All counts."""

    kinds: list[OfKind]
    reset: Annotated[Moment | None, Field(description="When they were last reset; null if never, or if that was undone")]


class Counts(BaseModel):
    """How many deals of a range there are of each kind."""

    untried: int
    open: int
    lost: int
    won: int
    at_par: int


class Map(BaseModel):
    """What came of each deal of a range."""

    first: int
    last: int
    tried: Annotated[str, Field(description="Base64 of a byte for each deal: 0 untried, 1 open, 2 lost, 3 won, 4 won at par")]
    moves: Annotated[str, Field(description="Base64 of two bytes for each deal, the lower first: the fewest moves of a win, 0 for none")]
    counts: Counts


class Refused(BaseModel):
    """A line that was not taken."""

    line: int
    problem: str


class Taken(BaseModel):
    """What came of an import."""

    new: int
    continued: Annotated[int, Field(description="Games that were there, and of which the file knew more")]
    known: Annotated[int, Field(description="Games that were there, as far as the file knew them")]
    refused: Annotated[list[Refused], Field(description="The first lines that could not be taken")]
    refused_count: int
    game: Annotated[str | None, Field(description="The game that a single text became")]


def shown(kept: Kept) -> dict[str, Any]:
    """A game of the list."""
    told = kept._asdict()
    told["game"], told["actions"] = told.pop("uid"), told.pop("version")
    told["code"] = None if kept.deal is None else game_code(kept.deal, kept.cells)
    told["address"] = None if kept.deal is None else shown_address(Start(kept.deal, None, kept.rules).game())
    return told


def shown_statistics(all_of_them: list[Statistics], reset: int | None) -> dict[str, Any]:
    """All counts."""
    return {"kinds": [_of_kind(each) for each in all_of_them], "reset": reset}


def _of_kind(found: Statistics) -> dict[str, Any]:
    about = {"profile": found.profile, "cells": found.cells, "open": found.open}
    streaks = {"streak": found.streak, "longest_streak": found.longest_streak}
    weeks = [{**week._asdict(), "begins": _monday(week.week)} for week in found.weeks]
    return {**about, **found.total._asdict(), "share": found.total.share, **streaks, "weeks": weeks}


def _monday(week: int) -> date:
    return date(1969, 12, 29) + timedelta(weeks=week)
