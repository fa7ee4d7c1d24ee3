"""`freecell profiles`."""

from __future__ import annotations

import json

from commands import run, shell

from freecell.rules import PROFILES


def test_every_rule_of_every_profile_is_shown_in_its_column() -> None:
    code, output, errors = shell("profiles")
    assert (code, errors) == (0, "")
    rows = {line.split()[0]: line for line in output.splitlines()}
    head = rows.pop("profile")
    starts = [head.index(name) for name in PROFILES]
    ends = [*starts[1:], None]
    shown = {name: [line[start:end].strip() for start, end in zip(starts, ends, strict=True)] for name, line in rows.items()}
    words = {True: "yes", False: "no", None: "none"}
    for rule in next(iter(PROFILES.values())).rules.as_dict():
        if rule != "cells":
            values = [profile.rules.as_dict()[rule] for profile in PROFILES.values()]
            assert shown[rule] == [words.get(value, str(value)) if not isinstance(value, str) else value for value in values]
    assert shown["cells"] == ["4", "4", "4, 2, 1", "4"]
    assert shown["tap"] == [profile.tap for profile in PROFILES.values()]
    assert shown["foundations"] == [profile.foundations for profile in PROFILES.values()]


def test_as_json_they_hold_the_same() -> None:
    code, output, errors = run("profiles", "--json")
    assert (code, errors) == (0, "")
    told = {profile["name"]: profile for profile in json.loads(output)}
    assert list(told) == list(PROFILES)
    assert told["points"]["rules"] == PROFILES["points"].rules.as_dict()
    assert told["points"]["cells"] == [4, 2, 1]
