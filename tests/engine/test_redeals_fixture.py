"""The redeals that the browser's preview is held to are the engine's own."""

from tests.engine import redeals_fixture


def test_the_redeals_for_the_browser_are_what_the_engine_does_now() -> None:
    assert redeals_fixture.FIXTURE.read_text(encoding="utf-8") == redeals_fixture.text(), (
        "python -m tests.engine.redeals_fixture"
    )
