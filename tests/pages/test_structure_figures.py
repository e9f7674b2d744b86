"""Figures described by a language model on Structure, marked as its words there and on Ask."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from components.labels.figure_descriptions import MARK
from core.refining.figures import figures_of
from core.settings import load_settings
from core.workbench import Workbench
from tests.figure_documents import DESCRIPTION, figure_library
from tests.gemini_server import GeminiServer, failures
from tests.pages.test_ask import ask, quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

ODD = "A chart of :red[sales] | *up* and $1$ <b>"


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(lambda _: json.dumps({"description": DESCRIPTION})) as running:
        yield running


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return figure_library(tmp_path_factory.mktemp("held") / "home")


@pytest.fixture
def bench(home: Path, held: Path) -> Workbench:
    shutil.copytree(held, home)
    return Workbench(load_settings(home=home))


@pytest.fixture
def structure(app: AppTest, bench: Workbench, server: GeminiServer, monkeypatch: Any) -> AppTest:
    monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
    monkeypatch.setenv("GEMINI_BASE_URL", server.url)
    monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
    return opened(app, bench)


def opened(app: AppTest, bench: Workbench) -> AppTest:
    app.query_params["document"] = bench.library.find("plant.pdf").sha
    app.switch_page("pages/structure.py").run()
    assert not app.exception
    return app


def choose_figure(app: AppTest, bench: Workbench) -> None:
    sir = bench.documents.sir(bench.library.find("plant.pdf").sha)
    app.query_params["node"] = sir.nodes[figures_of(sir).large[0]].id
    app.run()
    assert not app.exception


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button if "escri" in button.label]


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def marked(app: AppTest) -> list[str]:
    return [each.value for each in app.markdown if MARK in each.value]


def test_a_figure_is_described_on_its_card_and_the_description_removed(
    structure: AppTest, bench: Workbench
):
    choose_figure(structure, bench)
    assert labels(structure) == ["Describe this figure", "Describe all 2 figures"]
    prices = [
        each.value for each in structure.caption if "at the prices of the settings" in each.value
    ]
    assert "tokens in about 1 call" in prices[0]
    assert "tokens in about 2 calls" in prices[1]
    press(structure, "Describe this figure")
    [words] = marked(structure)
    assert DESCRIPTION in words
    assert labels(structure) == [
        "Remove the description", "Describe it again", "Describe 1 figure",
    ]  # fmt: skip
    press(structure, "Remove the description")
    assert marked(structure) == []


def test_all_figures_are_described_and_those_that_fail_are_said(
    structure: AppTest, bench: Workbench, server: GeminiServer
):
    server.next(failures.blocked())
    press(structure, "Describe all 2 figures")
    assert any("1 figure could not be described." in each.value for each in structure.warning)
    assert labels(structure) == ["Describe 1 figure"]
    press(structure, "Describe 1 figure")
    assert labels(structure) == []
    assert not structure.warning


def test_its_words_are_shown_as_they_are(
    structure: AppTest, bench: Workbench, server: GeminiServer
):
    odd = ODD.replace("<b>", "< b")
    server.respond = lambda _: json.dumps({"description": odd})
    choose_figure(structure, bench)
    press(structure, "Describe this figure")
    [words] = marked(structure)
    assert "\\*up\\*" in words
    assert "\\$1\\$" in words


def test_what_it_finds_on_ask_is_shown_with_it_under_its_mark_and_quoted_without_it(
    structure: AppTest, bench: Workbench
):
    choose_figure(structure, bench)
    press(structure, "Describe this figure")
    structure.switch_page("pages/ask.py").run()
    structure.toggle(key="ask-by-model").set_value(False).run()
    ask(structure, "What does the azure bar of the turbine show?")
    passage, beside_its_lines = marked(structure)
    assert passage.startswith("1 Topic 1 ")
    assert MARK in passage.partition(DESCRIPTION)[0]
    assert beside_its_lines.endswith(DESCRIPTION)
    assert "azure" not in quote(structure)


def test_without_a_model_nothing_is_offered(
    app: AppTest, bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("SIGHTLINE_MODEL", raising=False)
    opened(app, bench)
    choose_figure(app, bench)
    assert labels(app) == []
