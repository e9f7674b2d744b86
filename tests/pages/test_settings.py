"""Settings: what is set is shown, limits are saved, keys are never shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from components import resources
from components.foreign_text import plain
from components.settings.verdicts import rates_in_words
from core.embedding.backends.kept_choice import keep_figures
from core.embedding.backends.measuring import BackendFigure
from core.embedding.service import ServiceEncoder
from core.errors import ModelUnreachable
from core.llm.ledger import Call, Ledger
from core.llm.local_services import USUAL
from core.settings_file import stored_settings as stored
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench


@pytest.fixture
def settings(app: AppTest) -> AppTest:
    app.switch_page("pages/settings.py").run()
    assert not app.exception
    return app


def test_the_data_folder_is_shown(settings: AppTest, home: Path) -> None:
    assert settings.code[0].value == str(home)


def test_a_changed_limit_is_saved_and_holds(settings: AppTest, home: Path) -> None:
    settings.number_input(key="limit-max_pages").set_value(7)
    next(one for one in settings.button if one.label == "Save").click().run()
    assert not settings.exception
    assert json.loads((home / "settings.json").read_text())["max_pages"] == 7
    settings.run()
    assert settings.number_input(key="limit-max_pages").value == 7


def test_a_number_out_of_range_is_named_with_its_range_and_nothing_is_saved(
    settings: AppTest, home: Path
) -> None:
    settings.number_input(key="limit-max_pages").set_value(0)
    press(settings, "Save")
    assert settings.error[0].value == "Not saved. Most pages: 0 is not from 1 to 100,000."
    settings.number_input(key="limit-model_seconds").set_value(0.0)
    press(settings, "Save", last=True)
    assert settings.toast[0].value.startswith("Not saved. Time for a call (s): 0 is not from 0.1")
    assert not (home / "settings.json").exists()


def test_what_the_environment_sets_cannot_be_changed_here(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_MAX_PAGES", "12")
    app.switch_page("pages/settings.py").run()
    field = app.number_input(key="limit-max_pages")
    assert (field.value, field.disabled) == (12, True)


def test_a_key_is_said_to_be_there_but_never_shown(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "very-secret")
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
    assert plain("http://127.0.0.1:9") in settings.error[0].value
    assert not (home / "settings.json").exists()


def test_the_address_of_a_server_is_saved_and_taken_out_again(
    settings: AppTest, home: Path
) -> None:
    for url, held in (("http://127.0.0.1:9", {"qdrant_url": "http://127.0.0.1:9"}), ("", {})):
        settings.text_input(key="qdrant-url").set_value(url).run()
        next(one for one in settings.button if one.label == "Use").click().run()
        assert not settings.exception
        assert stored(home) == held


def test_the_address_of_a_server_in_the_environment_can_only_be_checked(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QDRANT_URL", "http://127.0.0.1:9")
    app.switch_page("pages/settings.py").run()
    assert app.text_input(key="qdrant-url").disabled
    usable = {one.label: not one.disabled for one in app.button}
    assert (usable["Check"], usable["Use"]) == (True, False)


def test_the_engine_for_scans_can_be_chosen_where_it_is_installed(
    app: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: "/somewhere/tesseract")
    app.switch_page("pages/settings.py").run()
    app.radio(key="ocr-engine").set_value("tesseract").run()
    assert not app.exception
    assert stored(home) == {"ocr_engine": "tesseract"}


def test_an_engine_that_is_not_installed_is_not_saved(
    settings: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    settings.radio(key="ocr-engine").set_value("tesseract").run()
    assert "apt install" in settings.warning[0].value
    assert not (home / "settings.json").exists()


def test_strict_verdicts_are_kept_and_say_how_often_they_are_wrong(
    settings: AppTest, home: Path
) -> None:
    usual, strict = rates_in_words(strict=False), rates_in_words(strict=True)
    assert any(usual in one.value for one in settings.caption)
    settings.toggle(key="strict-claims").set_value(True).run()
    assert not settings.exception
    assert stored(home) == {"strict_claims": True}
    assert any(strict in one.value for one in settings.caption)
    settings.toggle(key="strict-claims").set_value(False).run()
    assert not resources.workbench().settings.strict_claims


def test_strict_verdicts_of_the_environment_cannot_be_changed(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_STRICT_CLAIMS", "1")
    app.switch_page("pages/settings.py").run()
    toggle = app.toggle(key="strict-claims")
    assert (toggle.value, toggle.disabled) == (True, True)


def test_a_second_reader_is_chosen_and_says_what_it_costs(settings: AppTest, home: Path) -> None:
    choice = next(one for one in settings.button_group if one.key == "second-reader")
    assert choice.value == "nobody"
    choice.set_value("model").run()
    assert not settings.exception
    assert stored(home) == {"second_reader": "model"}
    assert "5 more calls" in words(settings)
    choice = next(one for one in settings.button_group if one.key == "second-reader")
    choice.set_value("nobody").run()
    assert stored(home) == {}


def test_an_entailment_model_that_is_not_here_is_not_taken(
    settings: AppTest, home: Path, tmp_path: Path
) -> None:
    choice = next(one for one in settings.button_group if one.key == "second-reader")
    choice.set_value("nli").run()
    settings.text_input(key="second-reader-name").set_value(str(tmp_path / "none")).run()
    settings.button(key="second-reader-try").click().run()
    assert not settings.exception
    assert "not on this machine" in settings.error[0].value
    assert "second_reader" not in stored(home)


def press(app: AppTest, label: str, last: bool = False) -> None:
    found = [one for one in app.button if one.label == label]
    found[-1 if last else 0].click().run()
    assert not app.exception


def words(app: AppTest) -> str:
    """All that is read on the page."""
    return "\n".join(one.value for one in (*app.markdown, *app.caption, *app.warning, *app.success))


@pytest.fixture
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    resources.enter_key("")


def test_an_entered_key_is_used_by_all_until_it_is_forgotten(
    no_key: None, settings: AppTest, home: Path
) -> None:
    assert "No key" in words(settings)
    settings.text_input(key="gemini-key").set_value(" made-up-key ")
    press(settings, "Use key")
    held = resources.workbench().settings.gemini_api_key
    assert held is not None
    assert held.get_secret_value() == "made-up-key"
    assert resources.workbench().model is not None
    assert "Key entered here" in words(settings)
    settings.number_input(key="limit-max_pages").set_value(7)
    press(settings, "Save")
    assert resources.workbench().settings.max_pages == 7
    assert resources.workbench().model is not None
    settings.run()
    assert "made-up-key" not in str(settings.main)
    assert not any("made-up-key" in path.read_text() for path in home.rglob("*.json*"))
    press(settings, "Forget the key")
    assert resources.workbench().model is None
    assert "No key" in words(settings)


@pytest.mark.parametrize("key", ["", "two words", "schlüssel"])
def test_what_can_be_no_key_is_not_used(no_key: None, settings: AppTest, key: str) -> None:
    settings.text_input(key="gemini-key").set_value(key)
    press(settings, "Use key")
    assert settings.toast
    assert resources.workbench().model is None


def test_the_model_is_tried_and_an_error_says_what_to_do(
    no_key: None, app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GeminiServer() as server:
        monkeypatch.setenv("GEMINI_BASE_URL", server.url)
        resources.enter_key("made-up-key")
        app.run()
        app.switch_page("pages/settings.py").run()
        press(app, "Try it")
        assert "answered after" in words(app)
        server.next(failures.wrong_key())
        press(app, "Try it")
        assert "key" in app.error[0].value
        assert "made-up-key" not in app.error[0].value
    resources.enter_key("")


def test_a_model_on_this_machine_is_found_and_used(
    no_key: None, settings: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAiServer() as server:
        monkeypatch.setitem(USUAL, "Ollama", server.url)
        press(settings, "Find models on this machine")
        settings.button(key="local-model-1").click().run()
        assert stored(home) == {"model": f"openai:qwen3:8b@{server.url}"}
        settings.run()
        assert "No key needed" in words(settings)
        press(settings, "Try it")
        assert "answered after" in words(settings)


def test_a_key_that_was_entered_goes_to_no_other_service(
    no_key: None, settings: AppTest, home: Path
) -> None:
    with OpenAiServer() as server:
        settings.text_input(key="gemini-key").set_value("gemini-secret")
        press(settings, "Use key")
        settings.text_input(key="limit-model").set_value(f"openai:m@{server.url}")
        press(settings, "Save", last=True)
        settings.run()
        assert "No key needed" in words(settings)
        press(settings, "Try it")
        assert "answered after" in words(settings)
        assert server.received[0].header("authorization") == ""
    resources.enter_key("")


def test_where_no_model_is_found_it_says_what_to_start(
    no_key: None, settings: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in USUAL:
        monkeypatch.setitem(USUAL, program, "http://127.0.0.1:9/v1")
    press(settings, "Find models on this machine")
    assert "Start Ollama" in settings.info[0].value


def test_how_the_model_is_called_is_saved(no_key: None, settings: AppTest, home: Path) -> None:
    settings.text_input(key="limit-gemini_model").set_value("gemini-2.5-pro")
    settings.number_input(key="limit-model_input_price").set_value(1.25)
    press(settings, "Save", last=True)
    assert stored(home) == {"gemini_model": "gemini-2.5-pro", "model_input_price": 1.25}
    settings.text_input(key="limit-gemini_model").set_value("")
    press(settings, "Save", last=True)
    assert resources.workbench().settings.gemini_model == "gemini-2.5-flash"


@pytest.mark.parametrize(
    "url",
    [
        "somewhere",
        "ftp://host",
        "https://host?key=very-secret",
        "https://a@b",
        "http://[",
        "http://host.example",
    ],
)
def test_an_address_that_cannot_be_used_is_not_saved(
    no_key: None, settings: AppTest, home: Path, url: str
) -> None:
    settings.text_input(key="limit-gemini_base_url").set_value(url)
    press(settings, "Save", last=True)
    assert "Not saved" in settings.toast[0].value
    assert "very-secret" not in settings.toast[0].value
    assert not (home / "settings.json").exists()


def test_an_embedding_model_is_tried_before_it_is_saved(
    no_key: None, settings: AppTest, home: Path
) -> None:
    settings.text_input(key="limit-encoder").set_value("nothing-like-it").run()
    press(settings, "Try and use")
    assert "nothing-like-it" in settings.error[0].value
    assert not (home / "settings.json").exists()
    settings.text_input(key="limit-encoder").set_value("hashing").run()
    press(settings, "Try and use")
    assert stored(home) == {"encoder": "hashing"}
    assert resources.workbench().settings.encoder == "hashing"


def test_what_runs_the_embedding_model_is_told_with_its_figures(
    no_key: None, app: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_ENCODER", "all-MiniLM-L6-v2")
    app.switch_page("pages/settings.py").run()
    assert "before the first long indexing" in words(app)
    figures = {
        "onnxruntime": BackendFigure(speed=9000, cosine=1.0),
        "torch-bfloat16": BackendFigure(speed=30_000, cosine=0.9998),
        "torch-float32": BackendFigure(problem="not installed"),
    }
    keep_figures(home, "all-MiniLM-L6-v2", figures)
    app.run()
    assert "Long indexing runs in torch-bfloat16" in words(app)
    assert "30,000 tokens a second (least cosine 0.9998)" in words(app)
    assert "torch-float32" not in words(app)


def _unreachable(_: ServiceEncoder) -> int:
    raise ModelUnreachable("Gone.")


def test_an_embedding_model_of_the_service_needs_a_key_and_is_tried(
    no_key: None, app: AppTest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GeminiServer() as server:
        monkeypatch.setenv("GEMINI_BASE_URL", server.url)
        app.run()
        app.switch_page("pages/settings.py").run()
        app.text_input(key="limit-encoder").set_value("gemini:gemini-embedding-001").run()
        press(app, "Try and use")
        assert "key" in app.error[0].value
        assert not (home / "settings.json").exists()
        resources.enter_key("made-up-key")
        with monkeypatch.context() as failing:
            failing.setattr(ServiceEncoder, "max_tokens", property(_unreachable))
            press(app, "Try and use")
        assert "Gone." in app.error[0].value
        assert not (home / "settings.json").exists()
        press(app, "Try and use")
        assert resources.workbench().settings.encoder == "gemini:gemini-embedding-001"
        assert {one.header("x-goog-api-key") for one in server.received} == {"made-up-key"}
    resources.enter_key("")


def test_the_ledger_is_empty_at_first_and_then_adds_up(settings: AppTest, home: Path) -> None:
    assert "No call was made yet" in words(settings)
    ledger = Ledger(home)
    ledger.note(Call(at=1.0, model="m", stage="answer", input=1_000_000, output=100_000))
    ledger.note(Call(at=2.0, model="m", stage="inspect", document="ab" * 32, outcome="QuotaSpent"))
    settings.run()
    assert not settings.exception
    assert "**2 calls** since 1970-01-01 00:00 UTC" in words(settings)
    assert "1 failed" in words(settings)
    stages, documents = (one.value for one in settings.dataframe)
    assert list(stages["For"]) == ["Writing answers", "Choosing routes"]
    assert list(documents["Document"]) == [
        "Several documents, or none",
        "Deleted document abababab",
    ]
    assert list(stages["Cost"]) == ["$0.5500", "$0.00"]


def test_the_names_under_which_the_app_answers_are_listed(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOSTS", "sightline.example")
    app.switch_page("pages/settings.py").run()
    assert "127.0.0.1\n::1\nlocalhost\nsightline.example" in [code.value for code in app.code]


def test_a_damaged_file_is_found_and_repaired(library: Workbench, app: AppTest, home: Path) -> None:
    path = next(home.glob("documents/*/corrections/by_hand.json"), None)
    assert path is None
    record = library.library.list()[0]
    library.library.store_bytes(record.sha, "corrections", "by_hand.json", b"")
    app.switch_page("pages/settings.py").run()
    press(app, "Check the library")
    assert [error.value for error in app.error if "corrections of" in error.value]
    press(app, "Repair")
    assert not app.exception
    assert any("kept as by" in success.value for success in app.success)
    press(app, "Check the library")
    assert any("Nothing is damaged" in success.value for success in app.success)
