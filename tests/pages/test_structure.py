"""Structure: what is chosen in the tree is shown on the page, and the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.sir import Sir
    from core.workbench import Workbench


@pytest.fixture
def structure(app: AppTest, library: Workbench) -> AppTest:
    app.query_params["document"] = library.library.find("guideline.pdf").sha
    app.switch_page("pages/structure.py").run()
    assert not app.exception
    return app


@pytest.fixture
def sir(library: Workbench) -> Sir:
    return library.documents.sir(library.library.find("guideline.pdf").sha)


def heading(sir: Sir, text: str) -> str:
    return next(node.id for node in sir.nodes if node.text == text)


def test_the_first_page_is_shown_with_every_line_to_click(structure: AppTest, sir: Sir) -> None:
    assert structure.text[-1].value == "structure-pages: guideline.pdf [1] None 1"
    lines = [one.label for one in structure.button if one.label.startswith("line ")]
    assert len(lines) == 4
    assert any("On page 1: Give the first drug" in line for line in lines)


def test_choosing_a_section_shows_it_with_all_below_on_its_page(
    structure: AppTest, sir: Sir
) -> None:
    row = next(one for one in structure.button if one.label == "2 Section 2")
    row.click().run()
    assert not structure.exception
    node = heading(sir, "2 Section 2")
    assert structure.query_params["node"] == node
    assert structure.text[-1].value == f"structure-pages: guideline.pdf [2] {node} 2"
    own = [one.label for one in structure.button if one.label.startswith("own ")]
    assert len(own) == 3
    assert "section heading" in structure.caption[0].value


def test_clicking_a_line_chooses_its_element(structure: AppTest) -> None:
    line = next(one for one in structure.button if "paragraph: On page 1: Stop" in one.label)
    line.click().run()
    assert structure.query_params["page"] == "1"
    assert structure.query_params["node"] in line.label
    assert "paragraph" in structure.caption[0].value


def test_a_link_restores_element_and_page(structure: AppTest, sir: Sir) -> None:
    structure.query_params["node"] = heading(sir, "3 Section 3")
    structure.run()
    assert "[3]" in structure.text[-1].value


def test_a_link_to_an_unknown_element_says_so_and_shows_the_document(structure: AppTest) -> None:
    structure.query_params["node"] = "gone"
    structure.run()
    assert not structure.exception
    assert "element that this document does not have" in structure.warning[0].value
    assert "[1]" in structure.text[-1].value


def test_a_page_number_beyond_the_document_is_said_to_be_missing(structure: AppTest) -> None:
    structure.query_params["page"] = "99"
    structure.run()
    assert "no page 99, but 3 pages" in structure.warning[0].value
    assert "[1]" in structure.text[-1].value


def test_a_link_to_an_unknown_document_says_so_and_shows_another(
    app: AppTest, library: Workbench
) -> None:
    app.switch_page("pages/structure.py")
    app.query_params["document"] = "0" * 64
    app.run()
    assert not app.exception
    assert "not in this library" in app.warning[0].value
    assert "structure-pages" in app.text[-1].value


def test_an_empty_library_leads_to_documents(app: AppTest) -> None:
    app.switch_page("pages/structure.py").run()
    assert not app.exception
    assert "library is empty" in app.info[0].value
