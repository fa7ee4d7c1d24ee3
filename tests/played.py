"""Games that the analysis is tested on: played at random, greedily, and by the solver with errors put in, under every profile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from freecell import PROFILES, Game, Move, Rules, Status, deal, legal_moves, solve

EVERY_PROFILE = [
    *((profile.name, profile.rules) for profile in PROFILES.values()),
    *((f"points-{cells}", PROFILES["points"].rules.change({"cells": cells})) for cells in (2, 1)),
]
"""Each profile, and `points` with each number of cells that it offers."""

_TASTE = {"foundation": 40, "cascade": 6, "cell": 1}


def random_move(game: Game, random: Random) -> Move:
    """A legal move, more often one that helps."""
    moves = legal_moves(game.position, game.rules)
    weights = [1 if move.source.kind == "foundation" else _TASTE[move.target.kind] for move in moves]
    return random.choices(moves, weights)[0]


def play_on(game: Game, random: Random, moves: int) -> Game:
    """Play so many random moves on a game, or until it ends."""
    for _ in range(moves):
        if game.status is not Status.PLAYING or game.without_moves:
            break
        game.play(random_move(game, random))
    return game


def random_game(number: int, rules: Rules, moves: int = 60) -> Game:
    """A deal played at random."""
    return play_on(Game(deal(number, rules.cells), rules, deal=number), Random(number), moves)


def erring_game(number: int, rules: Rules, errors: int = 2) -> Game:
    """A deal played along the solver's lines, with random moves put in: the line is found anew after each, while there is one."""
    random = Random(number)
    game = Game(deal(number, rules.cells), rules, deal=number)
    for _ in range(errors):
        line = solve(game.position, rules, max_states=100_000).moves
        for move in line[: random.randint(5, 25)]:
            game.play(move)
        play_on(game, random, 3)
    for move in solve(game.position, rules, max_states=100_000).moves:
        game.play(move)
    return play_on(game, random, 30)


def continuations(game: Game, count: int, moves: int, seed: int) -> Iterator[Game]:
    """So many games that go on at random from where a game stands."""
    rules = game.rules.change({"autoplay": game.autoplay})
    for number in range(count):
        yield play_on(Game(game.position, rules), Random(seed * 1_000_000 + number), moves)
