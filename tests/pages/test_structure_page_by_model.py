"""Structure: a page that the language model reads, or on which it sees nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.workbench import Workbench
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

SEEN = "Departure for the skerry"
NOTHING = failures.says('{"layout_elements": []}')


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
        monkeypatch.setenv("GEMINI_BASE_URL", running.url)
        monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
        running.always(NOTHING)
        yield running


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if label in button.label).click().run()
    assert not app.exception


@pytest.mark.usefixtures("server")
def test_its_words_are_set_aside_only_where_somebody_says_so(app: AppTest, library: Workbench):
    record = library.library.find("note.pdf")
    ours = library.documents.sir(record.sha).nodes[1].text
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


def test_once_it_is_read_nothing_is_said_of_the_time_before(
    app: AppTest, library: Workbench, server: GeminiServer
):
    record = library.library.find("note.pdf")
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    press(app, "Have page 1 read")
    assert app.error
    bbox = {"page_number": 1, "box_2d": [50, 50, 400, 950]}
    note = {"category": "text", "content": "A short note about the second drug.", "bbox": bbox}
    server.always(failures.says(json.dumps({"layout_elements": [note]})))
    press(app, "Have page 1 read")
    assert library.parsers.pages_by_model(record.sha) == (1,)
    assert not app.error
    assert not [button for button in app.button if "There is nothing on it" in button.label]


def test_a_page_is_read_once_it_is_asked_for_and_by_us_again(
    app: AppTest, library: Workbench, server: GeminiServer
):
    record = library.library.find("guideline.pdf")
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    ours = _rows(app)
    server.always(failures.blocked())
    press(app, "Have page 1 read")
    assert "Page 1 was not read by the model" in app.error[0].value
    assert _rows(app) == ours
    asked = len(server.received)
    app.run()
    # What failed is not tried, and paid for, again by each look at the page.
    assert len(server.received) == asked
    bbox = {"page_number": 1, "box_2d": [100, 100, 200, 900]}
    heading = {"category": "section_header", "heading_level": 1, "content": SEEN, "bbox": bbox}
    server.always(failures.says(json.dumps({"layout_elements": [heading]})))
    press(app, "Have page 1 read")
    assert SEEN in _rows(app)
    assert any("asked by hand" in each.value for each in app.markdown)
    assert any("stands nowhere" in each.label for each in app.expander)
    press(app, "Read page 1 by our own routes again")
    assert _rows(app) == ours


def _rows(app: AppTest) -> list[str]:
    """The outline."""
    return [button.label for button in app.button if (button.key or "").startswith("outline-")]
