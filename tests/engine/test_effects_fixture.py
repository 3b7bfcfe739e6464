"""The plies that the JavaScript twin of `apply_effects` is held to."""

import json

from engine.table import apply_effects
from tests.engine.effects_fixture import FIXTURE, text

HOW = "the fixture is old: python -m tests.engine.effects_fixture writes it anew"


def test_the_fixture_of_the_javascript_twin_is_up_to_date() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == text(), HOW


def test_the_fixture_holds_every_effect_and_holds_here_too() -> None:
    cases = json.loads(FIXTURE.read_text(encoding="utf-8"))
    verbs = {effect[0] for case in cases for effect in case["effects"]}
    assert verbs == {"shift", "turn", "lay"}
    assert ["turn", "w", "##"] in [effect for case in cases for effect in case["effects"]]
    assert len(cases) > 300
    for case in cases:
        assert apply_effects(case["view"], case["effects"]) == case["after"]
