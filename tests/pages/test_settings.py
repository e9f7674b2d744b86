"""Settings: what is set is shown, limits are saved, keys are never shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest


@pytest.fixture
def settings(app: AppTest) -> AppTest:
    app.run()
    app.switch_page("pages/settings.py").run()
    assert not app.exception
    return app


def test_the_data_folder_is_shown(settings: AppTest, home: Path) -> None:
    assert settings.code[0].value == str(home)


def test_a_changed_limit_is_saved_and_holds(settings: AppTest, home: Path) -> None:
    settings.number_input(key="limit-max_pages").set_value(7)
    next(one for one in settings.button if one.label == "Save").click().run()
    assert not settings.exception
    assert json.loads((home / "settings.json").read_text()) == {"max_pages": 7}
    settings.run()
    assert settings.number_input(key="limit-max_pages").value == 7


def test_what_the_environment_sets_cannot_be_changed_here(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_MAX_PAGES", "12")
    app.run()
    app.switch_page("pages/settings.py").run()
    field = app.number_input(key="limit-max_pages")
    assert (field.value, field.disabled) == (12, True)


def test_a_key_is_said_to_be_there_but_never_shown(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "very-secret")
    app.run()
    app.switch_page("pages/settings.py").run()
    assert "set" in list(app.table[0].value["In use"])
    assert "very-secret" not in str(app.main)


def test_caches_can_be_cleared(settings: AppTest) -> None:
    next(one for one in settings.button if one.label == "Clear caches").click().run()
    assert not settings.exception
    assert "Caches cleared" in settings.toast[0].value
