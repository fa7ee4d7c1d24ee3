"""What is found out about a game, in words that a line has room for: where it was lost, its review, how hard its deal is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from freecell.analysis.difficulty import Difficulty
from freecell.analysis.review import Loss, Review, Reviewed, Saving
from freecell.analysis.truth import Status, Truth, play_line
from freecell.game import Game
from freecell.game import Status as Played
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.speech import NOUNS

_SHOWN: Final = 5
"""Of the moves that would have kept a game, so many are told."""


def where_lost(game: Game, loss: Loss) -> str:
    """Say where a game was lost, as far as that is known."""
    actions = game.actions
    if loss.exact and loss.last_winnable is None:
        return _("It could not be won from the start.")
    if loss.exact:
        text = actions[loss.first_lost - 1].text
        return _("Move {number}, {move}, lost it: the position before it can be won.", number=loss.first_lost, move=text)
    if loss.last_winnable is None:
        return _(
            "It is lost since move {number} at the latest; of the positions before it is not known whether they can be won.",
            number=loss.first_lost,
        )
    if not loss.last_winnable:
        return _("It can be won at the start, and is lost since move {number}; what lies between is not known.", number=loss.first_lost)
    return _(
        "It can be won after move {winnable}, and is lost since move {number}; what lies between is not known.",
        winnable=loss.last_winnable,
        number=loss.first_lost,
    )


def review_lines(review: Review) -> Iterator[str]:
    """Tell a review: a line for each move, and then how it ended, or where it was lost and what would have kept it."""
    for reviewed in review.reviewed:
        yield reviewed_line(reviewed)
    yield from outcome_lines(review)


def outcome_lines(review: Review) -> Iterator[str]:
    """Tell how a game that is reviewed stands, or where it was lost, and what would have kept it."""
    loss, game = review.loss, review.game
    if loss is None:
        yield _ending(game, review.truths[-1])
        return
    yield where_lost(game, loss)
    for saving in loss.saving[:_SHOWN]:
        yield from _saving_lines(review, loss, saving)
    if len(loss.saving) > _SHOWN:
        yield _("  and so would {count:other moves}", count=len(loss.saving) - _SHOWN)
    if loss.undecided:
        yield _("  Of {count:other moves} it is not known.", count=loss.undecided)


def _saving_lines(review: Review, loss: Loss, saving: Saving) -> Iterator[str]:
    """A move that would have kept the game, and the line that it begins."""
    assert loss.last_winnable is not None  # noqa: S101
    if not saving.truth.line and saving.truth.moves_left != 0:
        yield _("  {move} would have kept it", move=saving.text)
        return
    at, rules = review.knowledge.positions[loss.last_winnable], review.knowledge.rules[loss.last_winnable]
    game = play_line(at, rules, (saving.move, *saving.truth.line))
    yield _("  {move} would have kept it, and wins in {moves:moves}:", move=saving.text, moves=game.moves)
    yield f"    {game.text}"


def reviewed_line(reviewed: Reviewed) -> str:
    """Tell of one move of a review whether the game can be won after it, in how many moves, and what it cost."""
    truth = reviewed.after
    known = {Status.WINNABLE: _("winnable"), Status.UNWINNABLE: _("unwinnable"), Status.UNKNOWN: _("unknown")}[truth.status]
    told = f"{reviewed.number:>4}  {reviewed.text:<12}  {known:<10}"
    if truth.moves_left is not None:
        # T: So many moves are left.
        told += "  " + _("{number} left", number=f"{truth.moves_left:>3}")
    if reviewed.cost:
        # T: So many moves more.
        told += _(", {number} more than need be", number=reviewed.cost)
    # T: This move lost the game.
    return (told + ("  " + _("lost it") if reviewed.lost_it else "")).rstrip()


def _ending(game: Game, truth: Truth | None) -> str:
    if game.position.won:
        return _("Won in {moves:moves}.", moves=game.moves)
    if truth is not None and truth.status is Status.WINNABLE:
        return _can_be_won(game.status is Played.RESIGNED, truth.moves_left)
    return _("It is not known whether it can still be won.")


def _can_be_won(resigned: bool, moves: int | None) -> str:
    if moves is None:
        return _("Resigned, though it could still be won.") if resigned else _("It can still be won.")
    if resigned:
        return _("Resigned, though it could still be won in {count:more moves}.", count=moves)
    return _("It can still be won in {count:more moves}.", count=moves)


def difficulty_lines(rated: Difficulty) -> Iterator[str]:
    """Tell how hard a deal is, with the parts of that."""
    if rated.scale is None or rated.plays_won is None:
        yield _("Difficulty: impossible") if rated.status is Status.UNWINNABLE else _("Difficulty: not known")
        return
    yield _("Difficulty: {scale} of 10", scale=rated.scale)
    fewest = {"cells": rated.fewest_cells}
    rows = [
        (
            _("fewest cells"),
            str(rated.fewest_cells) if rated.fewest_proved else _("{cells} (whether fewer are enough is not known)", **fewest),
        ),
        # T: Games that a simple player plays quickly, to see how hard a deal is.
        (_("quick plays won"), f"{rated.plays_won:.0%}"),
        (_("first solution"), _count(rated.states or 0, "states")),
        (_("par"), _count(rated.par or 0, "moves")),
    ]
    width = max(16, *(len(row[0]) for row in rows))
    yield from (f"{name:{width}}  {value}" for name, value in rows)


def _count(number: int, noun: str) -> str:
    """A number with its noun, of which none is a number too."""
    _none, one, many = NOUNS[noun]
    return spoken().ngettext(one, many, number).format(number=spoken().number(number))
