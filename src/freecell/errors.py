"""The exceptions that the package raises: one tree, and one shape on the wire.

Every error is a code with values, worded by `freecell.messages`; a face that speaks another language words the same code again.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from freecell.messages import word


class Refusal(NamedTuple):
    """Why something was refused: a code and its values, as `docs/protocol.md` lists them.

    >>> str(Refusal("cell-taken", {"cell": "a", "card": "TH"}))
    'Cell a holds 10♥ already.'
    """

    code: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return word(self.code, self.values)


class FreeCellError(Exception):
    """The root of the tree. `code` and `values` say what is wrong; `str()` says it in the language that is spoken."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values: Mapping[str, object] = values

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as what it is, whatever a subclass is made from: an error may come from another process."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]

    def __str__(self) -> str:
        return word(self.code, self.values)


class BadInput(FreeCellError, ValueError):
    """Something that was typed or passed in does not mean what was expected: a card, a deal, a rule, a move's text."""


class InvalidPosition(BadInput):
    """A layout that is not a position of the game. `faults` lists everything that is wrong with it, not only the first."""

    def __init__(self, faults: Sequence[Refusal]) -> None:
        super().__init__("invalid-position", faults=[{"code": fault.code, "values": dict(fault.values)} for fault in faults])
        self.faults = tuple(faults)


class IllegalMove(FreeCellError):
    """The rules being played do not allow it; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code, **refusal.values)
        self.refusal = refusal


class IllegalReplay(IllegalMove):
    """One of a list of moves cannot be played: its `index` (from 1), its `token`, and the refusal behind it."""

    def __init__(self, index: int, token: str, refusal: Refusal) -> None:
        super().__init__(
            Refusal("illegal-replay", {"index": index, "token": token, "reason": {"code": refusal.code, "values": dict(refusal.values)}})
        )
        self.index = index
        self.token = token
        self.reason = refusal
