"""Structure: a page on which the language model sees nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.settings import load_settings
from core.workbench import Workbench
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    import pytest
    from streamlit.testing.v1 import AppTest


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if label in button.label).click().run()
    assert not app.exception


def test_its_words_are_set_aside_only_where_somebody_says_so(
    app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
):
    record = library.library.find("note.pdf")
    ours = library.documents.sir(record.sha).nodes[1].text
    with GeminiServer() as server:
        monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
        monkeypatch.setenv("GEMINI_BASE_URL", server.url)
        monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
        server.always(failures.says('{"layout_elements": []}'))
        app.query_params["document"] = record.sha
        app.switch_page("pages/structure.py").run()
        press(app, "Have page 1 read")
        [error] = app.error
        assert "saw nothing on page 1" in error.value
        assert library.documents.sir(record.sha).nodes[1].text == ours
        press(app, "There is nothing on it")
    assert not app.error
    sir = Workbench(load_settings()).documents.sir(record.sha)
    assert (sir.flow, sir.nodes[1].text) == (1, ours)
    assert library.parsers.pages_by_model(record.sha) == (1,)
