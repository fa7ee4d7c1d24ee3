"""A language that nobody speaks: English with an accent on each letter and twice as long, to test that pages have room for any words."""

from __future__ import annotations

import re
from typing import Final

_ACCENTS: Final = str.maketrans("aceinorsuyzACEINORSUYZ", "åçéîñøřšûýžÅÇÉÎÑØŘŠÛÝŽ")
# What is not words: values in braces, HTML, and in prose the addresses of links and rows of marks.
_KEPT: Final = re.compile(r"(\{[^{}]*\}|<[^>]*>|\]\([^)]*\))")
_LONGER: Final = "one two three four five six seven eight nine ten "


def pseudo(message: str) -> str:
    """Return a message with accents, and with words added at its end until it is about twice as long.

    >>> pseudo("{count} cards")
    '[{count} çåřdš one]'
    """
    accented = "".join(part if part.startswith(("{", "<", "](")) else part.translate(_ACCENTS) for part in _KEPT.split(message))
    words = "".join(part for part in _KEPT.split(message) if not part.startswith(("{", "<", "](")))
    filling = (_LONGER * (len(words) // len(_LONGER) + 1))[: len(words)].rsplit(" ", 1)[0]
    return f"[{accented} {filling}]" if filling else f"[{accented}]"
