"""The command line's words, as its modules will ask for them."""

# click's own
_("Usage:")
_("Options")
_("Commands")
_("Arguments")
_("Error: {message}")
_("Show this message and exit.")
_("Examples:")
_("default: {value}")

# __init__.py
_("FreeCell, whole. Without a command: serve the game on this machine and open it in the browser.")
_("Print the layout of a deal.")
_("Show the house rules of each profile.")
_("Decide whether a deal can be won, and show how.")
_("Replay a game, and say whether it wins.")
_("play in the browser")
_("print a layout")
_("how a deal is won")
_("replay moves")
_("more on a command")
_("Address to serve on; 0.0.0.0 lets other machines in.")
_("Port to serve on; the next free one if it is taken.")
_("Do not open the browser.")
_("A further name by which browsers reach this server.")
_("Show the version, and which solver it has.")

# options.py
_("House rules to play under.  [default: standard]")
_("Number of free cells, 0 to 4.  [default: 4, or the code's]")
_("A rule that differs from the profile's; see `profiles`.")

# deal.py
_("Print the layout of DEAL: a number from 1 to 8589934591, a game code, or random.")
_(
    "A cascade is a line, from its deepest card to its top; fc-solve and PySolFC read the same. The number and code of a random deal go to "
    "standard error."
)
_("Deal {number}, {code}")

# profiles.py
_("Show the house rules of each profile, a column each.")
_("Print JSON.")

# solve.py
_("Decide whether a deal can be won under the house rules, and show how.")
_(
    "The deal is a number or a game code; or a layout, or the text of a game, from a FILE or (-) from standard input: then the question is "
    "whether the position where it ends can be won. A name that could be both is the deal; ./164 is the file. The solution is in the "
    "notation that `freecell verify` reads."
)
_(
    "Of a RANGE such as 1-1000 a line is printed for each deal: `1 solved 83` and the solution, `11982 unsolvable`, or `7 unknown` and the "
    "limit that was reached."
)
_(
    "Exit code: 0 solved, 1 proved unsolvable, 2 bad input, 3 unknown, 130 cancelled by Ctrl-C. A range: 0 if every deal was decided, "
    "else 3."
)
_("Show the solution card by card, with the board after each.")
_("Print a JSON object for each deal.")
_("Of a range print the totals alone.")
_("Deals of a range to solve at once.  [default: all cores]")
_("Give up on a deal after so many positions.")
_("Give up on a deal after so long.")
_("Give up on a deal that needs more, in bytes or as in 512M.  [default: 1G]")
_("{text:quoted} is not a size; expected a number of bytes, or one with K, M or G, as in 512M.")
_("{text:quoted} is not a time; expected a number of seconds above 0.")
_("--summary and --jobs go with a range of deals, as in 1-1000.")
_("--steps goes with one deal, not with a range.")
_("--profile, --cells and --rule go with a deal or a layout; the text of a game has its own rules.")
_("{states:states}, {seconds:seconds}, {size} MiB")
_("Unsolvable, proved in {states:states}")
_("Unknown: stopped by --max-{limit} after {states:states}")
_("Cancelled after {states:states}")
_("Solved in {moves:moves}")
# T: Added after "Solved in 83 moves"; {autoplay} is safe or max.
_("(with {autoplay} autoplay)")
_("(autoplay)")
_("{card} {source:from} {to:to}")
_("deals")
_("solved")
_("unsolvable")
_("unknown")
_("deals per second")
_("mean moves")
_("{done} of {all}")

# verify.py
_(
    "Replay MOVES on DEAL, or the text of a game, which has rules of its own, from a FILE or (-) from standard input."
)
_(
    "Says whether the game is won, or which move is wrong and why. Moves that list every card that goes to a foundation are replayed without "
    "autoplay; if that fails, they are replayed with the profile's, as players of such programs write them down."
)
_("Exit code: 0 won, 1 not won or a move is wrong, 2 bad input.")
_("--profile, --cells and --rule go with a deal and its moves; the text of a game has its own rules.")
_("Wins in {moves:moves}")
_("Does not win: {home} of 52 cards are on the foundations after {moves:moves}")
_("no legal move is left")
_("resigned")
