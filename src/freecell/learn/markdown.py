"""Learn's Markdown: text in English, translated piece by piece, with parts for some rules only and figures that the engine makes.

Beyond CommonMark and tables there are lines of their own: `{if RULE}`, `{if not RULE}`, `{if RULE=VALUE}` (also `!=` and `>=`), `{else}`
and `{end}`; and `{table NAME}`, `{position NAME}`, `{steps NAME}` for a figure. Links to `learn:PAGE` and `deal:NUMBER` stay in the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from freecell.rules import Rules

_CONDITION: Final = re.compile(r"(?P<no>not )?(?P<rule>\w+)(?:(?P<how>=|!=|>=)(?P<value>\w+))?")
_FIGURE: Final = re.compile(r"\{(?:table|position|steps) \w+\}")


def choose(text: str, rules: Rules | None) -> str:
    r"""Return the lines of a text that are for these rules; all of them if there are no rules. A condition leaves a blank line.

    >>> choose("{if undo_limit=None}\nall\n{else}\nsome\n{end}", Rules(undo_limit=3)).split()
    ['some']
    """
    kept, shown = [], [True]
    for line in text.splitlines():
        if line.startswith(("{if ", "{else}", "{end}")):
            kept.append("")
        if line.startswith("{if "):
            shown.append(shown[-1] and (rules is None or _holds(line[4:-1], rules)))
        elif line == "{else}":
            shown[-1] = shown[-2] and (rules is None or not shown[-1])
        elif line == "{end}":
            shown.pop()
        elif shown[-1]:
            kept.append(line)
    return "\n".join(kept)


def _holds(condition: str, rules: Rules) -> bool:
    match = _CONDITION.fullmatch(condition)
    if match is None:
        raise ValueError(condition)
    value = rules.as_dict()[match["rule"]]
    if match["how"] is None:
        return bool(value) is not bool(match["no"])
    if match["how"] == ">=":
        return int(value) >= int(match["value"])
    return (str(value) == match["value"]) is (match["how"] == "=")


def pieces(text: str) -> Iterator[tuple[str, int]]:
    """Yield what there is to translate in a text, each paragraph, heading, item and table cell that has words once, with its line."""
    seen = set()
    for token in _parser().parse(choose(text, None), {}):
        if token.type == "inline" and has_words(token.content) and token.content not in seen:
            seen.add(token.content)
            yield token.content, (token.map or [0])[0] + 1


def has_words(piece: str) -> bool:
    """Whether there is anything in a piece but numbers, signs and what stands in braces.

    >>> has_words("{number 69}"), has_words("24 cards")
    (False, True)
    """
    return re.search(r"[^\W\d_]", re.sub(r"\{[^{}]*\}", "", piece)) is not None


def to_html(
    text: str,
    *,
    translate: Callable[[str], str],
    fill: Callable[[str], str],
    figure: Callable[[str], str],
    address: Callable[[str], str],
) -> str:
    """Return a text as HTML: each piece translated and then filled with values, figures in their places, links with their addresses."""
    parser = _parser()

    def word(state: StateCore) -> None:
        for number, token in enumerate(state.tokens):
            if token.type == "inline" and token.content:
                if _FIGURE.fullmatch(token.content):
                    _place_figure(state.tokens, number, figure(token.content[1:-1]))
                else:
                    if state.tokens[number - 1].type == "heading_open":
                        state.tokens[number - 1].attrSet("id", _anchor(token.content))
                    token.content = fill(translate(token.content))

    def link(state: StateCore) -> None:
        for token in state.tokens:
            for child in token.children or ():
                if child.type == "link_open":
                    child.attrSet("href", address(str(child.attrGet("href"))))

    parser.core.ruler.after("block", "word", word)
    parser.core.ruler.push("link", link)
    html: str = parser.render(text)
    return html


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _place_figure(tokens: list[Token], number: int, html: str) -> None:
    """Put a figure in the place of the paragraph that asks for it."""
    for around in (tokens[number - 1], tokens[number + 1]):
        around.hidden = True
    tokens[number] = Token("html_block", "", 0, content=html, block=True, level=tokens[number].level)


def _anchor(heading: str) -> str:
    """The name of a heading in addresses: the same in every language."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
