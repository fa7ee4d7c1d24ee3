"""FreeCell, whole: positions, rules, moves, deals and games.

    >>> from freecell import Game, deal
    >>> game = Game(deal(164), deal=164)
    >>> game.position.cascades[0][-1]
    Card('6S')

`docs/architecture.md` is a map of the package.
"""

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

__all__ = [
    "DECK",
    "PROFILES",
    "Action",
    "Autoplay",
    "BadInput",
    "Card",
    "FreeCellError",
    "Game",
    "IllegalMove",
    "IllegalReplay",
    "InvalidPosition",
    "Move",
    "Place",
    "Position",
    "Profile",
    "Rank",
    "Refusal",
    "Rules",
    "Scoring",
    "Status",
    "Step",
    "Suit",
    "Supermove",
    "apply",
    "autoplay_moves",
    "deal",
    "finishing_moves",
    "game_code",
    "legal_moves",
    "most_cards",
    "random_number",
    "read_deal",
    "read_game",
    "read_layout",
    "read_move",
    "read_moves",
    "steps_of",
    "supermove_limit",
    "why_not",
    "write_game",
    "write_layout",
    "write_move",
    "write_moves",
]
