"""The guided tour: ten steps through the real pages, which can be skipped and gone on with."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from components.frame.tour_steps import SAMPLE, STEPS
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

FILE = next(sample for sample in SAMPLES if sample.file_name == SAMPLE)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("tour")
    bench = Workbench(load_settings(home=home))
    bench.documents.add(FILE.path, SAMPLE, by_model=False, parser="structural_rule")
    return home


@pytest.fixture
def guided(prepared: Path, home: Path, app: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    shutil.copytree(prepared, home)
    # Answers are given elsewhere; here it is seen which question is put.
    monkeypatch.setattr("components.frame.tour_bar.put", lambda *_, **__: None)
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    return app


def bar(app: AppTest) -> str:
    return next(each.value for each in app.markdown if f" of {len(STEPS)}: " in each.value)


def test_ten_steps_lead_through_the_pages_with_what_they_show_chosen(guided: AppTest) -> None:
    guided.query_params["tour"] = "1"
    guided.run(timeout=60)
    chosen = []
    for number, step in enumerate(STEPS, start=1):
        assert not guided.exception
        assert not guided.error
        assert bar(guided) == f"**{number} of 10: {step.title}**"
        chosen.append({part for part in ("node", "chunk", "page") if part in guided.query_params})
        if number < len(STEPS):
            guided.button(key="guide-next").click().run(timeout=60)
    assert "node" in chosen[2]
    assert "chunk" in chosen[4]
    guided.button(key="guide-next").click().run(timeout=60)
    assert "tour" not in guided.query_params


def test_a_tour_that_was_skipped_goes_on_where_it_was_left(guided: AppTest) -> None:
    guided.query_params["tour"] = "2"
    guided.run(timeout=60)
    guided.button(key="guide-skip").click().run(timeout=60)
    assert "tour" not in guided.query_params
    guided.switch_page("pages/tour.py").run(timeout=60)
    guided.button(key="guide-begin").click().run(timeout=60)
    assert bar(guided).startswith("**2 of 10")


def test_all_pages_call_the_way_back_into_the_tour_by_the_same_words(guided: AppTest) -> None:
    guided.query_params["tour"] = "2"
    guided.run(timeout=60)
    guided.button(key="guide-skip").click().run(timeout=60)
    words = []
    for page, key in (("documents", "start-tour"), ("tour", "guide-begin")):
        guided.switch_page(f"pages/{page}.py").run(timeout=60)
        words.append(guided.button(key=key).label)
    assert words == ["Go on with step 2 of 10"] * 2


def test_without_its_document_the_tour_says_what_it_needs(app: AppTest) -> None:
    app.query_params["tour"] = "1"
    app.run()
    assert app.button(key="guide-next").disabled
    assert any("needs the oncology guideline" in each.value for each in app.caption)


@pytest.mark.parametrize("named", ["0", "11", "two", "²"])
def test_a_step_that_is_none_shows_no_tour(named: str, app: AppTest) -> None:
    app.query_params["tour"] = named
    app.run()
    assert not app.exception
    assert not [button for button in app.button if button.key == "guide-next"]
