"""The tour: five ideas on a page of a sample, without a model, walked and gone on with."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from components.tour.ideas import IDEAS, PAGE, SAMPLE, Idea
from components.tour.shown import routes_in_words
from components.widgets.page_view import MarkRole
from core.chunking import STRATEGIES
from core.plugins import load
from core.settings import load_settings
from core.sir import Page
from core.workbench import Workbench
from sample_docs import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    from components.tour.shown import Shown

FILE = next(sample for sample in SAMPLES if sample.file_name == SAMPLE)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    made = Workbench(load_settings(home=tmp_path_factory.mktemp("tour"), encoder="hashing"))
    made.documents.add(FILE.path, SAMPLE, by_model=False, parser="structural_rule")
    return made


def shown(bench: Workbench, idea: Idea) -> Shown:
    record = bench.library.find(SAMPLE)
    config = replace(idea.configuration, encoder="hashing")
    result = bench.chunks.of(record.sha, config)
    return load({idea.key: idea.shows}, idea.key)(result, record, PAGE)


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.key)
def test_every_idea_shows_figures_findings_and_marks_of_the_page(
    idea: Idea, bench: Workbench
) -> None:
    seen = shown(bench, idea)
    assert len(seen.figures) == 3
    assert seen.findings
    assert seen.marks
    assert {mark.box.page for mark in seen.marks} == {PAGE}


def test_steps_mark_the_words_that_point_back(bench: Workbench) -> None:
    seen = shown(bench, next(idea for idea in IDEAS if idea.key == "steps"))
    assert seen.focus in {mark.id for mark in seen.marks if mark.role is MarkRole.POINTS}
    assert all("points back" in finding for finding in seen.findings)


def test_whole_elements_would_mark_more_than_the_chunk(bench: Workbench) -> None:
    seen = shown(bench, next(idea for idea in IDEAS if idea.key == "lines"))
    exact, whole = list(seen.figures.values())[:2]
    assert int(exact) < int(whole)
    assert len(seen.wider) < int(whole)


def test_a_plan_in_ids_is_a_small_part_of_the_text(bench: Workbench) -> None:
    seen = shown(bench, next(idea for idea in IDEAS if idea.key == "ids"))
    share = seen.figures["A plan in ids"]
    assert float(share.partition("%")[0]) < 5


def test_the_routes_of_the_pages_are_told_with_what_called_for_them() -> None:
    pages = [
        Page(1, 400, 500, "", "structural_rule"),
        Page(2, 400, 500, "", "visual_topology", "2 columns"),
        Page(3, 400, 500, "", "visual_topology", "a table"),
    ]
    assert routes_in_words(pages) == [
        "Visual topology: 2 pages, such as page 2 (2 columns).",
        "Structural rule: 1 page.",
    ]


def test_an_empty_library_is_offered_the_sample_and_a_way_out(app: AppTest) -> None:
    app.switch_page("pages/tour.py").run()
    assert not app.exception
    assert [button.key for button in app.button] == ["tour-begin", "tour-skip"]


def test_the_stops_can_be_walked_and_stand_in_the_address(
    bench: Workbench, home: Path, app: AppTest
) -> None:
    shutil.copytree(bench.settings.home, home)
    app.switch_page("pages/tour.py")
    app.query_params["stop"] = "sections"
    app.run(timeout=60)
    assert not app.exception
    assert any(one.value.startswith("Whole sections") for one in app.header)
    app.button(key="tour-on").click().run(timeout=60)
    assert app.query_params["stop"] == "ids"
    assert any("never writes" in one.value for one in app.header)
    app.toggle(key="tour-strategies").set_value(True).run(timeout=120)
    assert not app.exception
    table = app.table[0].value
    assert len(table) == len(STRATEGIES)
    assert all(int(count.replace(",", "")) > 0 for count in table["Chunks"])
    app.button(key="tour-open").click().run(timeout=60)
    assert not app.exception
    assert app.query_params["recipe"].startswith("retrieval_aware")
    assert app.query_params["page"] == str(PAGE)
