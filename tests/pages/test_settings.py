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


def test_a_server_that_does_not_answer_is_said_so_and_nothing_is_saved(
    settings: AppTest, home: Path
) -> None:
    settings.text_input(key="qdrant-url").set_value("http://127.0.0.1:9").run()
    next(one for one in settings.button if one.label == "Check").click().run()
    assert not settings.exception
    assert "http://127.0.0.1:9" in settings.error[0].value
    assert not (home / "settings.json").exists()


def test_the_address_of_a_server_is_saved_and_taken_out_again(
    settings: AppTest, home: Path
) -> None:
    for url, held in (("http://127.0.0.1:9", {"qdrant_url": "http://127.0.0.1:9"}), ("", {})):
        settings.text_input(key="qdrant-url").set_value(url).run()
        next(one for one in settings.button if one.label == "Use").click().run()
        assert not settings.exception
        assert json.loads((home / "settings.json").read_text()) == held


def test_the_address_of_a_server_in_the_environment_can_only_be_checked(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QDRANT_URL", "http://127.0.0.1:9")
    app.run()
    app.switch_page("pages/settings.py").run()
    assert app.text_input(key="qdrant-url").disabled
    usable = {one.label: not one.disabled for one in app.button}
    assert (usable["Check"], usable["Use"]) == (True, False)


def test_the_engine_for_scans_can_be_chosen_where_it_is_installed(
    app: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: "/somewhere/tesseract")
    app.run()
    app.switch_page("pages/settings.py").run()
    app.radio(key="ocr-engine").set_value("tesseract").run()
    assert not app.exception
    assert json.loads((home / "settings.json").read_text()) == {"ocr_engine": "tesseract"}


def test_an_engine_that_is_not_installed_is_not_saved(
    settings: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    settings.radio(key="ocr-engine").set_value("tesseract").run()
    assert "apt install" in settings.warning[0].value
    assert not (home / "settings.json").exists()
