"""The truth beside the player: winnable or lost, the next good move, where a game was lost, and how hard a deal is.

Everything here is a plain function of positions and games: no threads, no processes, no I/O. Whoever calls chooses where it runs, and how
long it may take.
"""

from freecell.analysis.difficulty import Difficulty, rate
from freecell.analysis.hint import Hint, find_hint, hint_from
from freecell.analysis.review import Loss, Question, Review, Reviewed, Saving, answer, find_loss, review
from freecell.analysis.truth import LOST, UNKNOWN, WON, Status, Truth, find_truth, play_line, rules_of
from freecell.analysis.wishes import Wish, find_deal, read_wish

__all__ = [
    "LOST",
    "UNKNOWN",
    "WON",
    "Difficulty",
    "Hint",
    "Loss",
    "Question",
    "Review",
    "Reviewed",
    "Saving",
    "Status",
    "Truth",
    "Wish",
    "answer",
    "find_deal",
    "find_hint",
    "find_loss",
    "find_truth",
    "hint_from",
    "play_line",
    "rate",
    "read_wish",
    "review",
    "rules_of",
]
