"""Links with values that nobody should have put there: each page stands, and says what it lacks."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

from components.state import View

if TYPE_CHECKING:
    from core.workbench import Workbench

PAGES = ("documents", "structure", "chunks", "ask", "evaluate", "settings")
HOSTILE = ("../../etc/passwd", "<img src=x>", "0" * 64, "-1", "![x](http://127.0.0.1/)", "💥,,=:")


def follow(app: AppTest, page: str, /, **address: str) -> AppTest:
    """A page in a new session that begins with this address; it was drawn without an error."""
    new = AppTest.from_file(app._script_path, default_timeout=60)
    new.query_params.update(address)
    new.switch_page(f"pages/{page}.py").run()
    assert not new.exception, address
    assert not new.error, address
    return new


def said(app: AppTest, page: str, /, **address: str) -> str:
    """What that page warns of."""
    return "\n".join(element.value for element in follow(app, page, **address).warning)


@pytest.mark.parametrize("page", PAGES)
def test_what_cannot_be_read_is_left_out_and_said_on_every_page(
    app: AppTest, library: Workbench, page: str
) -> None:
    words = said(app, page, **dict.fromkeys(View.__slots__, "9" * 5000))
    assert "Left out: document, page, element, chunk, citation, settings" in words


@pytest.mark.parametrize("page", PAGES)
def test_no_page_falls_over_names_of_what_is_not_there(
    app: AppTest, library: Workbench, page: str
) -> None:
    document = library.library.find("guideline.pdf").sha
    for first in (0, 3):
        values = islice(cycle(HOSTILE), first, None)
        parts = {**dict(zip(View.__slots__, values, strict=False)), "page": "9999999"}
        follow(app, page, **parts)
        follow(app, page, **{**parts, "document": document, "recipe": "fixed", "other": "fixed"})


@pytest.mark.parametrize("page", ["documents", "structure", "chunks"])
def test_a_document_that_is_not_here_is_said_to_be_missing_in_an_empty_library_too(
    app: AppTest, page: str
) -> None:
    assert "not in this library" in said(app, page, document="0" * 64)


@pytest.mark.parametrize("part", ["recipe", "other"])
def test_settings_that_cannot_be_read_are_said_to_be_the_usual_ones(
    app: AppTest, library: Workbench, part: str
) -> None:
    words = said(app, "chunks", **{part: "fixed,![x](http://127.0.0.1/)=9"})
    assert "The link's settings could not be read" in words
    assert "![x]" not in words


@pytest.mark.parametrize(
    ("page", "address", "words"),
    [
        ("structure", {"page": "9"}, "no page 9, but 3 pages"),
        ("chunks", {"page": "9"}, "no page 9, but 3 pages"),
        ("structure", {"node": "gone"}, "an element that this document does not have"),
        ("chunks", {"chunk": "gone"}, "a chunk that these settings do not make"),
        ("chunks", {"chunk": "gone", "other": "fixed"}, "a chunk that neither of these"),
        ("ask", {"citation": "gone"}, "a place that this document does not have"),
        ("ask", {"citation": f"a:{'9' * 3000}-1"}, "a place that this document does not have"),
        ("evaluate", {"questions": "Gone"}, "no question set Gone here"),
        ("evaluate", {"look": "gone"}, "no such part as the link names"),
        ("evaluate", {"part": "gone"}, "a part of Questions that there is not"),
        ("evaluate", {"look": "results", "sweep": "gone"}, "a sweep that is not kept here"),
    ],
)
def test_what_a_link_names_that_is_not_there_is_said(
    app: AppTest, library: Workbench, page: str, address: dict[str, str], words: str
) -> None:
    document = library.library.find("guideline.pdf").sha
    assert words in said(app, page, document=document, **address)


def test_a_citation_without_its_document_is_said_to_lead_nowhere(
    app: AppTest, library: Workbench
) -> None:
    assert "a document that it does not name" in said(app, "ask", citation="a:0-3")


def test_what_is_said_of_a_link_stays_until_it_is_dismissed(
    app: AppTest, library: Workbench
) -> None:
    chunks = follow(app, "chunks", recipe="nonsense").run()
    assert "could not be read" in chunks.warning[0].value
    chunks.button(key="link-notes-dismiss").click().run()
    assert not chunks.warning


def test_what_is_said_of_a_link_is_left_with_its_page(app: AppTest, library: Workbench) -> None:
    chunks = follow(app, "chunks", recipe="nonsense")
    chunks.query_params.clear()
    assert not chunks.switch_page("pages/structure.py").run().warning


def test_a_page_that_the_document_has_not_is_said_with_how_many_it_has(
    app: AppTest, library: Workbench
) -> None:
    note = library.library.find_id("note.pdf")
    assert "has no page 9, but 1 page." in said(app, "structure", document=note, page="9")
