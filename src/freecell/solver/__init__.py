"""The solver: decides whether a position can be won, and how.

`solve` is the whole of it for one position, `solve_many` for many deals. The searches exist twice, in plain Python and in C
(`_core/`), and meet the same positions in the same order; `twin` says which of them solves here.
"""

from freecell.solver.driver import Progress, Result, Verdict, solve, twin
from freecell.solver.many import solve_many
from freecell.solver.search import Goal, Measure

__all__ = ["Goal", "Measure", "Progress", "Result", "Verdict", "solve", "solve_many", "twin"]
