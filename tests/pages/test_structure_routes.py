"""Structure: why a document has its route, what another one gives, and corrections by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components.foreign_text import plain
from core.sir import ElementType
from core.workbench import Workbench
from tests.pages.conftest import outline_buttons

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    from core.library import DocumentRecord


@pytest.fixture
def record(library: Workbench) -> DocumentRecord:
    return library.library.find("guideline.pdf")


@pytest.fixture
def structure(app: AppTest, record: DocumentRecord, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("components.structure.readings.compare.outline", outline_buttons)
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def show(app: AppTest, look: str) -> AppTest:
    app.segmented_control(key="structure-look").set_value(look).run()
    assert not app.exception
    return app


def click(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click().run()
    assert not app.exception


def test_the_route_stands_above_the_tree_with_its_reason(
    structure: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    card = structure.markdown[0].value
    assert "-badge[Structural rule] chosen by the Inspector" in card
    assert "confidence" in card
    page = library.documents.sir(record.sha).pages[0]
    assert page.reason
    assert f"-badge[Structural rule] {plain(f'Page 1: {page.reason}')}" in said(structure)


def test_the_inspection_shows_fingerprint_tools_and_pages(
    structure: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    show(structure, "Inspection")
    found = library.documents.inspection(record.sha)
    assert structure.code[0].value == found.fingerprint
    assert f"Fingerprint: {found.tokens} tokens" in [one.value for one in structure.header]
    assert "| Pages looked at | 3 |" in said(structure)
    assert structure.code[1].value == found.metadata.model_dump_json(indent=2)
    assert "-badge[Structural rule] 3 pages" in said(structure)


def test_another_route_is_run_compared_and_taken_over(
    structure: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    show(structure, "Compare routes")
    structure.selectbox(key=f"routes-parser-{record.sha}-automatic-0").select("semantic_flow").run()
    click(structure, "Run semantic flow")
    assert "**Semantic flow**" in said(structure)
    trees = [one.value for one in structure.text if one.value.startswith("routes-tree-")]
    assert [one.split(":")[0] for one in trees] == ["routes-tree-now", "routes-tree-other"]
    structure.segmented_control(key="routes-look").set_value("Boxes side by side").run()
    pages = [one.value for one in structure.text if one.value.startswith("routes-pages")]
    assert [one.split(":")[0] for one in pages] == ["routes-pages-now", "routes-pages-other"]
    structure.segmented_control(key="routes-look").set_value("Boxes on one page").run()
    boxes = {one.label.split()[1].split("-")[0] for one in structure.button if "-" in one.label}
    assert {"now", "other"} <= boxes
    click(structure, "Use this route")
    parse = library.library.get(record.sha).parse
    assert parse is not None
    assert (parse.parser, parse.chosen) == ("semantic_flow", True)
    assert "chosen by hand" in structure.markdown[0].value


def test_a_box_that_is_clicked_is_chosen_in_both_trees(
    structure: AppTest, record: DocumentRecord
) -> None:
    show(structure, "Compare routes")
    structure.selectbox(key=f"routes-parser-{record.sha}-automatic-0").select(
        "structural_rule"
    ).run()
    if any(one.label == "Run structural rule" for one in structure.button):
        click(structure, "Run structural rule")
    structure.segmented_control(key="routes-look").set_value("Boxes side by side").run()
    box = next(one for one in structure.button if "section heading: 1 Section 1" in one.label)
    box.click().run()
    pages = [one.value for one in structure.text if one.value.startswith("routes-pages")]
    assert ["now-" in pages[0], "other-" in pages[1]] == [True, True]


def test_a_corrected_class_changes_the_tree_and_outlives_the_session(
    structure: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    click(structure, "2 Section 2")
    node = structure.query_params["node"]
    structure.selectbox(key=f"correct-class-{node}").select(ElementType.PARAGRAPH).run()
    click(structure, "Apply")
    fresh = Workbench(library.settings).documents.sir(record.sha)
    held = next(one for one in fresh.nodes if one.text == "2 Section 2")
    assert held.type is ElementType.PARAGRAPH
    assert structure.query_params["node"] == held.id
    assert "paragraph" in structure.caption[0].value


def test_an_element_set_aside_is_counted_and_comes_back_by_undo(
    structure: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    before = [node.id for node in library.documents.sir(record.sha).nodes]
    click(structure, "2 Section 2")
    click(structure, "Set aside")
    library = Workbench(library.settings)
    assert "2 Section 2" in [n.text for n in library.documents.sir(record.sha).nodes[-3:]]
    assert [tab.label for tab in structure.tabs][-1] == "Corrections (1)"
    library.documents.undo_correction(record.sha, 0)
    assert [node.id for node in library.documents.sir(record.sha).nodes] == before


def test_a_text_has_no_other_route_and_the_page_says_so(
    app: AppTest, library: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Handover\n\nGive 5 mg twice a day.\n")
    added = library.documents.add(path, path.name)
    app.query_params["document"] = added.sha
    app.switch_page("pages/structure.py").run()
    app.segmented_control(key="structure-look-text").set_value("Compare routes").run()
    assert not app.exception
    assert "there is no other route" in app.info[0].value
    assert not [one for one in app.button if one.label.startswith("Run ")]


def test_a_broken_file_of_another_parser_is_said_to_be_so_and_the_page_goes_on(
    structure: AppTest,
) -> None:
    show(structure, "Compare routes")
    structure.selectbox(key="native-parser").select("docling").run()
    broken = b'{"schema_name": "DoclingDocument", "bo'
    structure.file_uploader[0].upload("cut.json", broken, "application/json").run()
    [error] = structure.error
    assert "Docling" in error.value
    assert "guideline.pdf" in error.value
    assert "cut off or damaged" in error.value
    show(structure, "Tree and pages")
    assert not structure.error
    assert any(button.label == "1 Section 1" for button in structure.button)
