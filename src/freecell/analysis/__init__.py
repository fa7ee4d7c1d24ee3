"""The truth beside the player: winnable or lost, the next good move, where a game was lost, and how hard a deal is.

Everything here is a plain function of positions and games: no threads, no processes, no I/O. Whoever calls chooses where it runs, and how
long it may take.
"""

from freecell.analysis.hint import Hint, find_hint
from freecell.analysis.review import Loss, Question, Review, Reviewed, Saving, answer, find_loss, review
from freecell.analysis.truth import LOST, UNKNOWN, WON, Status, Truth, find_truth, play_line, rules_of

__all__ = [
    "LOST",
    "UNKNOWN",
    "WON",
    "Hint",
    "Loss",
    "Question",
    "Review",
    "Reviewed",
    "Saving",
    "Status",
    "Truth",
    "answer",
    "find_hint",
    "find_loss",
    "find_truth",
    "play_line",
    "review",
    "rules_of",
]
