"""Structure: segments of a narrative chosen by a language model, and by distances again."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.workbench import Workbench
from tests.gemini_server import GeminiServer, failures
from tests.narratives import narrative_home, respond

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from streamlit.testing.v1 import AppTest


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(respond) as running:
        yield running


@pytest.fixture
def structure(
    app: AppTest,
    home: Path,
    server: GeminiServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> AppTest:
    copytree(narrative_home(tmp_path_factory), home)
    (record,) = Workbench(load_settings()).library.list()
    monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
    monkeypatch.setenv("GEMINI_BASE_URL", server.url)
    monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    assert not app.exception
    return app


def captions(app: AppTest) -> str:
    return "\n".join(each.value for each in app.caption)


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception


def keys(app: AppTest) -> set[str | None]:
    return {button.key for button in app.button}


def test_the_model_parts_a_narrative_for_a_price_and_it_can_be_taken_back(
    structure: AppTest, server: GeminiServer
) -> None:
    assert not server.received
    assert "in about 2 calls, less than \\$0.01 at the prices" in captions(structure)
    # That it fails is said, and changes nothing.
    server.always(failures.blocked())
    press(structure, "segments-ask")
    assert [each.value for each in structure.warning]
    assert "chose where segments begin." not in captions(structure)
    server.always(None)
    server.received.clear()
    press(structure, "segments-ask")
    assert not structure.warning
    assert len(server.received) == 2
    assert "chose where segments begin." in captions(structure)
    assert "segments-ask" not in keys(structure)
    assert any("parted by a language model" in each.value for each in structure.markdown)
    press(structure, "segments-back")
    assert "chose where segments begin." not in captions(structure)
    assert "segments-ask" in keys(structure)
