"""What is kept: players, their games action by action, and what follows from them; in SQLite, or in PostgreSQL by its URL.

`docs/store.md` describes the tables, the file of an export, and how games are counted.
"""

from freecell.store.clock import Clock
from freecell.store.dealmap import DealMap, Tried
from freecell.store.history import Kept, Page, Wanted
from freecell.store.keeping import Keeping
from freecell.store.players import LOCAL, Player, is_secret, new_secret, player_with
from freecell.store.record import MOST_STEPS, Record, Result, Start, Step
from freecell.store.statistics import Count, Statistics, Week
from freecell.store.store import Store, now
from freecell.store.transfer import Imported, is_export
from freecell.store.writer import Outcome, Writing

__all__ = [
    "LOCAL",
    "MOST_STEPS",
    "Clock",
    "Count",
    "DealMap",
    "Imported",
    "Keeping",
    "Kept",
    "Outcome",
    "Page",
    "Player",
    "Record",
    "Result",
    "Start",
    "Statistics",
    "Step",
    "Store",
    "Tried",
    "Wanted",
    "Week",
    "Writing",
    "is_export",
    "is_secret",
    "new_secret",
    "now",
    "player_with",
]
