"""FreeCell, whole: positions, rules, moves, deals and games, a solver, and the truth about them that it tells the player.

    >>> from freecell import Game, deal
    >>> game = Game(deal(164), deal=164)
    >>> game.position.cascades[0][-1]
    Card('6S')

`docs/architecture.md` is a map of the package.
"""

from typing import TYPE_CHECKING

from freecell.autoplay import autoplay_moves, finishing_moves
from freecell.cards import DECK, Card, Rank, Suit
from freecell.deals import deal, game_code, random_number, read_deal
from freecell.errors import BadInput, FreeCellError, IllegalMove, IllegalReplay, InvalidPosition, Refusal
from freecell.game import Action, Game, Status
from freecell.moves import Move, apply, legal_moves, most_cards, read_move, steps_of, why_not, write_move
from freecell.notation import read_game, read_layout, read_moves, write_game, write_layout, write_moves
from freecell.position import Place, Position
from freecell.rules import PROFILES, Autoplay, Profile, Rules, Scoring, Supermove
from freecell.supermoves import Step, supermove_limit

if TYPE_CHECKING:
    from freecell.analysis import Difficulty, Hint, Review, Truth, find_deal, find_hint, find_truth, rate, review
    from freecell.solver import Result, Verdict, solve, solve_many

__all__ = [
    "DECK",
    "PROFILES",
    "Action",
    "Autoplay",
    "BadInput",
    "Card",
    "Difficulty",
    "FreeCellError",
    "Game",
    "Hint",
    "IllegalMove",
    "IllegalReplay",
    "InvalidPosition",
    "Move",
    "Place",
    "Position",
    "Profile",
    "Rank",
    "Refusal",
    "Result",
    "Review",
    "Rules",
    "Scoring",
    "Status",
    "Step",
    "Suit",
    "Supermove",
    "Truth",
    "Verdict",
    "apply",
    "autoplay_moves",
    "deal",
    "find_deal",
    "find_hint",
    "find_truth",
    "finishing_moves",
    "game_code",
    "legal_moves",
    "most_cards",
    "random_number",
    "rate",
    "read_deal",
    "read_game",
    "read_layout",
    "read_move",
    "read_moves",
    "review",
    "solve",
    "solve_many",
    "steps_of",
    "supermove_limit",
    "why_not",
    "write_game",
    "write_layout",
    "write_move",
    "write_moves",
]


def __getattr__(name: str) -> object:
    """Load the solver and the analysis when they are first asked for, so that whoever only plays does not wait for them."""
    if name in ("Result", "Verdict", "solve", "solve_many"):
        from freecell import solver

        return getattr(solver, name)
    if name in ("Difficulty", "Hint", "Review", "Truth", "find_deal", "find_hint", "find_truth", "rate", "review"):
        from freecell import analysis

        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
