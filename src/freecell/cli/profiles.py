"""`freecell profiles`: the house rules of each profile."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from freecell.rules import PROFILES, Profile

EXAMPLES = """\b
Examples:
  freecell profiles
  freecell profiles --json
"""


@click.command("profiles", epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """Show the house rules of each profile, a column each."""
    if as_json:
        rows = [asdict(profile) | {"rules": profile.rules.as_dict()} for profile in PROFILES.values()]
        click.echo(json.dumps(rows, indent=2))
        return
    columns = [_column(profile) for profile in PROFILES.values()]
    names = list(columns[0])
    widths = [max(map(len, names)), *(max(map(len, column.values())) for column in columns)]
    for name in names:
        row = [name, *(column[name] for column in columns)]
        click.echo("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def _column(profile: Profile) -> dict[str, str]:
    shown = {"profile": profile.name} | {name: _text(value) for name, value in profile.rules.as_dict().items()}
    shown["cells"] = ", ".join(map(str, profile.cells))
    return shown | {"tap": profile.tap, "foundations": profile.foundations}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
