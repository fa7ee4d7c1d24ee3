"""House rules: any combination, read as people and addresses write them, and the named profiles."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules

from freecell import PROFILES, Autoplay, BadInput, Rules, Scoring, Supermove
from freecell.rules import find_profile, nearest_profile, read_autoplay

RULES = rules()
VALUES: dict[str, list[object]] = {
    "cells": [0, 1, 2, 3, 4],
    "supermove": ["exact", "linear", "single"],
    "foundation_return": [True, False],
    "foundation_first": [True, False],
    "whole_cascade_to_empty": [True, False],
    "autoplay": ["off", "safe", "max"],
    "undo_limit": [None, 0, 1, 100, 999_999_999],
    "scoring": ["none", "cards", "points"],
    "lose_without_moves": [True, False],
}


def test_the_rules_are_those_of_the_design() -> None:
    assert [rule.name for rule in fields(Rules)] == list(VALUES)
    assert list(Rules().as_dict()) == list(VALUES)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in VALUES.items() for value in values])
def test_every_value_of_a_rule_is_read_from_itself_and_from_its_text(name: str, value: object) -> None:
    written = {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)
    assert getattr(Rules().change({name: value}), name) == value
    assert getattr(Rules().change({name: written}), name) == value
    assert Rules(**{name: value}).as_dict()[name] == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", 5),
        ("cells", -1),
        ("cells", "5"),
        ("cells", "-1"),
        ("cells", ""),
        ("cells", 2.0),
        ("cells", True),
        ("cells", None),
        ("cells", "٣"),
        ("supermove", "double"),
        ("supermove", None),
        ("supermove", []),
        ("autoplay", "always"),
        ("autoplay", False),
        ("scoring", "money"),
        ("undo_limit", -1),
        ("undo_limit", 10**9),
        ("undo_limit", "9999999999"),
        ("undo_limit", "many"),
        ("undo_limit", 1.5),
        ("foundation_return", "perhaps"),
        ("foundation_first", 1),
        ("whole_cascade_to_empty", None),
        ("lose_without_moves", ""),
    ],
)
def test_a_value_that_a_rule_cannot_have_is_refused_and_quoted(name: str, value: Any) -> None:
    attempts: list[Callable[[], Rules]] = [lambda: Rules(**{name: value}), lambda: Rules().change({name: value})]
    for attempt in attempts:
        with pytest.raises(BadInput) as caught:
            attempt()
        assert caught.value.code == "bad-rule"
        assert str(caught.value).startswith(f"{name} cannot be {value!r}; expected ")


def test_a_rule_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no rule 'jokers'; the rules are cells, supermove, ") as caught:
        Rules().change({"jokers": 2})
    assert caught.value.code == "no-such-rule"


@given(RULES)
def test_rules_are_values(under: Rules) -> None:
    twin = Rules(**under.as_dict())
    assert twin == under
    assert hash(twin) == hash(under)
    assert pickle.loads(pickle.dumps(under)) == under
    assert copy.copy(under) == under
    with pytest.raises(FrozenInstanceError):
        under.cells = 1  # type: ignore[misc]


@given(RULES, RULES)
def test_differences_lead_from_one_set_of_rules_to_another(under: Rules, base: Rules) -> None:
    changes = under.differences(base)
    assert base.change(changes) == under
    assert all(under.as_dict()[name] != base.as_dict()[name] for name in changes)
    assert not under.differences(under)


# The table of the design, "Rules and profiles", in its order.
PROFILE_TABLE: dict[str, dict[str, Any]] = {
    "standard": {
        "cells": 4,
        "supermove": "exact",
        "foundation_return": False,
        "foundation_first": False,
        "whole_cascade_to_empty": True,
        "autoplay": "safe",
        "undo_limit": None,
        "scoring": "none",
        "lose_without_moves": False,
    },
    "one-tap": {
        "cells": 4,
        "supermove": "exact",
        "foundation_return": False,
        "foundation_first": True,
        "whole_cascade_to_empty": False,
        "autoplay": "off",
        "undo_limit": None,
        "scoring": "cards",
        "lose_without_moves": True,
    },
    "points": {
        "cells": 4,
        "supermove": "exact",
        "foundation_return": True,
        "foundation_first": False,
        "whole_cascade_to_empty": True,
        "autoplay": "off",
        "undo_limit": 100,
        "scoring": "points",
        "lose_without_moves": False,
    },
    "linear": {
        "cells": 4,
        "supermove": "linear",
        "foundation_return": False,
        "foundation_first": False,
        "whole_cascade_to_empty": True,
        "autoplay": "off",
        "undo_limit": None,
        "scoring": "none",
        "lose_without_moves": False,
    },
}
TABLE_BEHAVIOUR = {
    "standard": ((4,), "pick", "SHDC"),
    "one-tap": ((4,), "cascade", "CDHS"),
    "points": ((4, 2, 1), "foundation", "SHDC"),
    "linear": ((4,), "move", "arrival"),
}


def test_the_profiles_are_those_of_the_design() -> None:
    assert {name: profile.rules.as_dict() for name, profile in PROFILES.items()} == PROFILE_TABLE
    assert {name: (profile.cells, profile.tap, profile.foundations) for name, profile in PROFILES.items()} == TABLE_BEHAVIOUR
    assert all(profile.name == name and profile.title and profile.summary for name, profile in PROFILES.items())


def test_f1_no_profile_has_max_autoplay() -> None:
    assert Autoplay.MAX not in {profile.rules.autoplay for profile in PROFILES.values()} | {Rules().autoplay}


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_offers_its_cells_and_any_autoplay_and_nothing_else(name: str) -> None:
    profile = PROFILES[name]
    for rule, values in VALUES.items():
        for value in values:
            changed = profile.rules.change({rule: value})
            offered = value in profile.cells if rule == "cells" else rule == "autoplay" or changed == profile.rules
            assert profile.offers(changed) == offered, f"{rule} {value}"


def test_profiles_are_found_by_name() -> None:
    assert find_profile("points") is PROFILES["points"]
    with pytest.raises(BadInput, match="There is no profile 'vegas'; the profiles are standard, one-tap, points, linear"):
        find_profile("vegas")


@given(st.sampled_from(list(PROFILES)), st.sampled_from(Autoplay), st.data())
def test_the_nearest_profile_is_the_one_that_offers_the_rules(name: str, autoplay: Autoplay, data: st.DataObject) -> None:
    cells = data.draw(st.sampled_from(PROFILES[name].cells))
    assert nearest_profile(PROFILES[name].rules.change({"cells": cells, "autoplay": autoplay})).name == name


@given(RULES)
def test_the_nearest_profile_differs_least(under: Rules) -> None:
    found = nearest_profile(under)
    assert found.offers(under) or not any(profile.offers(under) for profile in PROFILES.values())
    if not found.offers(under):
        assert len(under.differences(found.rules)) == min(len(under.differences(p.rules)) for p in PROFILES.values())


def test_read_autoplay() -> None:
    assert [read_autoplay(value) for value in ("off", "safe", "max", Autoplay.MAX)] == [
        Autoplay.OFF,
        Autoplay.SAFE,
        Autoplay.MAX,
        Autoplay.MAX,
    ]
    with pytest.raises(BadInput, match="autoplay cannot be 'auto'; expected off, safe or max"):
        read_autoplay("auto")


def test_the_choices_are_written_as_the_design_has_them() -> None:
    assert [*map(str, Supermove)] == ["exact", "linear", "single"]
    assert [*map(str, Autoplay)] == ["off", "safe", "max"]
    assert [*map(str, Scoring)] == ["none", "cards", "points"]
