"""Lessons: small positions, each with something to reach. The engine plays them; here it is told when the goal is reached."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from freecell.cards import Card
from freecell.errors import BadInput
from freecell.game import Game
from freecell.learn.figures import fill_values
from freecell.locales import Words
from freecell.notation import read_layout, read_rules
from freecell.position import Place, Position
from freecell.rules import Rules

Goal = Callable[[Position], bool]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position to play under rules of its own, and what is to be reached; its words are English, and `told` translates them."""

    name: str
    title: str
    text: str
    position: Position
    rules: Rules
    goal: Goal
    hints: tuple[str, ...]
    done: str
    """What is said when the goal is reached."""
    solution: str
    """Moves that reach the goal, in standard notation."""
    only: int
    """The first moves of the solution, so many, of which each is the only one that wins."""

    def game(self) -> Game:
        """Return the lesson's game before its first move."""
        return Game(self.position, self.rules)

    def reached(self, position: Position) -> bool:
        """Whether the goal is reached in a position.

        >>> lesson = lessons()["supermove"]
        >>> game = lesson.game()
        >>> lesson.reached(game.position), lesson.reached(game.play("67").after)
        (False, True)
        """
        return self.goal(position)

    def words(self) -> Iterator[str]:
        """Yield everything that is told, in English, as the catalogues have it."""
        yield from (self.title, self.text, *self.hints, self.done)

    def told(self, words: Words) -> dict[str, Any]:
        """Return what a player reads in a language: `title`, `text`, `hints`, `done`, with the numbers that the engine puts into them."""

        def say(message: str) -> str:
            return fill_values(words.prose(message), self.rules, words)

        hints = [say(hint) for hint in self.hints]
        return {"name": self.name, "title": say(self.title), "text": say(self.text), "hints": hints, "done": say(self.done)}


def read_goal(text: str) -> Goal:
    """Read a goal: `won`, `up CARDS`, `on CASCADE CARDS` or `empty`. Raises `BadInput`.

    >>> read_goal("up AS")(Position(["KS"], foundations=(13, 13, 13, 12)))
    True
    """
    kind, *rest = text.split()
    if kind == "won" and not rest:
        return lambda position: position.won
    if kind == "empty" and not rest:
        return lambda position: position.empty_cascades > 0
    if kind == "up" and rest:
        ups = [Card(name) for name in rest]
        return lambda position: all(position.foundations[up.suit] >= up.rank for up in ups)
    if kind == "on" and len(rest) > 1:
        place, cards = Place(rest[0]), tuple(Card(name) for name in rest[1:])
        return lambda position: position.cascades[place.index][-len(cards) :] == cards
    raise BadInput("bad-goal", text=text)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return the lessons by name, in the order in which they are taught."""
    data = tomllib.loads((files("freecell.learn") / "lessons.toml").read_text(encoding="utf-8"))
    return MappingProxyType({lesson.name: lesson for lesson in map(_lesson, data["lesson"])})


def _lesson(data: dict[str, Any]) -> Lesson:
    rules = read_rules(data["rules"])
    return Lesson(
        name=data["name"],
        title=data["title"],
        text=data["text"],
        position=read_layout(data["layout"].strip("\n"), rules.cells),
        rules=rules,
        goal=read_goal(data["goal"]),
        hints=tuple(data["hints"]),
        done=data["done"],
        solution=data["solution"],
        only=data.get("only", 0),
    )
