"""The pages of Learn as HTML: the frame around what `freecell.learn` writes, with their links, the languages and the house rules."""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from freecell.learn import PAGES, page, title
from freecell.learn.figures import profile_title
from freecell.learn.lessons import lessons
from freecell.locales import Words, languages
from freecell.rules import PROFILES, Rules


class Asked(NamedTuple):
    """What a page is made for."""

    words: Words
    rules: Rules
    profile: str
    query: str
    """The rules as the page's address has them."""
    assets: str


_FRAME: Final = """\
<!doctype html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#134a3d">
<title>{title} · FreeCell</title>
<link rel="icon" href="{assets}/icon.svg" type="image/svg+xml">
<script src="{assets}/looks.js"></script>
<link rel="stylesheet" href="{assets}/cards.css">
<link rel="stylesheet" href="{assets}/learn.css">
<script type="module" src="{assets}/learn.js"></script>
</head>
<body data-letters="{letters}">
<a class="skip" href="#text">{skip}</a>
<header>
<a class="brand" href="/">FreeCell</a>
<a class="chip" href="{learn}"{here}>{name}</a>
<span class="push"></span>
<details class="languages"><summary><span class="offscreen">{language}: </span>{own}</summary><ul>{switch}</ul></details>
</header>
<div class="page">
<nav class="pages" aria-label="{name}"><ul>{pages}</ul></nav>
<main id="text" tabindex="-1">
{rules}{body}
</main>
</div>
</body>
</html>
"""


def written(name: str, asked: Asked) -> str:
    """Return a page of Learn. Raises `BadInput` for one that there is not."""
    made = page(name, asked.words, asked.rules, address=lambda link: _address(link, asked.query))
    return _framed(name, made.title, f"<article>{made.html}</article>", asked)


def contents(asked: Asked) -> str:
    """Return the first page of Learn: what there is to read, and the lessons."""
    words = asked.words
    heading = words.gettext("Learn FreeCell")
    cards = "".join(
        f'<li><a href="{escape(_address(f"learn:{name}", asked.query))}"><b>{escape(title(name, words))}</b></a></li>' for name in PAGES
    )
    done = words.gettext("Done")
    steps = "".join(
        f'<li data-lesson="{escape(name)}"><a href="/lesson/{escape(name)}"><b>{escape(lesson.told(words)["title"])}</b>'
        f'<span class="done" hidden>✓ {escape(done)}</span></a></li>'
        for name, lesson in lessons().items()
    )
    reading, playing = words.gettext("To read"), words.gettext("Lessons")
    lead = words.gettext("Small positions to play, each with something to reach. The first takes a minute.")
    body = (
        f'<h1>{escape(heading)}</h1><section><h2 id="lessons">{escape(playing)}</h2><p>{escape(lead)}</p>'
        f'<ol class="lessons">{steps}</ol></section>'
        f'<section><h2 id="pages">{escape(reading)}</h2><ul class="contents">{cards}</ul></section>'
    )
    return _framed("", heading, body, asked)


def _framed(name: str, heading: str, body: str, asked: Asked) -> str:
    words = asked.words
    return _FRAME.format(
        tag=words.tag,
        letters="".join(words.letter(rank) for rank in "AJQK"),
        title=escape(heading),
        assets=asked.assets,
        skip=escape(words.gettext("To the text")),
        learn=escape(_address("learn:", asked.query)),
        here=_current(name == ""),
        name=escape(words.gettext("Learn")),
        language=escape(words.gettext("Language")),
        own=escape(words.name),
        switch="".join(_language(tag, own, asked) for tag, own in languages().items()),
        pages="".join(
            f'<li><a href="{escape(_address(f"learn:{each}", asked.query))}"{_current(each == name)}>{escape(title(each, words))}</a></li>'
            for each in PAGES
        ),
        rules=_profiles(name, asked) if name else "",
        body=body,
    )


def _profiles(name: str, asked: Asked) -> str:
    """For which house rules the page is written, and the others."""
    words = asked.words
    links = "".join(
        f'<a href="/learn/{name}?profile={profile.name}"{_current(profile.offers(asked.rules) and profile.name == asked.profile)}>'
        f"{escape(words.gettext(profile.title))}</a>"
        for profile in PROFILES.values()
    )
    label = escape(words.gettext("Written for these house rules:"))
    own = "" if any(profile.offers(asked.rules) for profile in PROFILES.values()) else f"<b>{escape(profile_title(asked.rules, words))}</b>"
    return f'<div class="rules" role="group" aria-label="{label}"><span>{label}</span>{own}{links}</div>'


def _language(tag: str, own: str, asked: Asked) -> str:
    query = f"{asked.query}&lang={tag}" if asked.query else f"lang={tag}"
    return f'<li><a href="?{escape(query)}" lang="{tag}" hreflang="{tag}"{_current(tag == asked.words.tag)}>{escape(own)}</a></li>'


def _address(link: str, query: str) -> str:
    """An address for a link of the texts: within Learn the rules stay, and a deal is played under them."""
    kind, _, name = link.partition(":")
    if link == "learn:lessons":
        return "/learn#lessons"
    where = {"learn": f"/learn/{name}".rstrip("/"), "deal": f"/deal/{name}"}.get(kind, link)
    return f"{where}?{query}" if query and kind in ("learn", "deal") else where


def _current(here: bool) -> str:
    return ' aria-current="page"' if here else ""
