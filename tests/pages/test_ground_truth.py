"""Evaluate: ground truth of a document is read, kept, scored and deleted; Structure: the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

from core.evaluation.gold.stored_gold import gold_of
from core.export.document_markdown import to_markdown

if TYPE_CHECKING:
    from core.library import DocumentRecord
    from core.workbench import Workbench


@pytest.fixture
def record(library: Workbench) -> DocumentRecord:
    return library.library.find("guideline.pdf")


@pytest.fixture
def panel(app: AppTest, record: DocumentRecord) -> AppTest:
    app.query_params["document"] = record.sha
    app.query_params["look"] = "gold"
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption, *app.error, *app.success))


def click(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click().run()
    assert not app.exception


def test_ground_truth_is_read_kept_scored_and_deleted(
    panel: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    assert "guideline.pdf has no ground truth yet" in said(panel)
    text = to_markdown(library.documents.sir(record.sha), {})
    panel.file_uploader[0].upload("right *one*.md", text.encode(), "text/markdown").run()
    assert "words of the whole document" in said(panel)
    assert gold_of(library.library, record.sha) == ()
    click(panel, "Keep as ground truth")
    assert gold_of(library.library, record.sha)[0].markdown == text
    assert r"right \*one\*.md" in said(panel)
    table = panel.dataframe[0].value
    assert list(table["Reading"]) == ["Automatic (now)"]
    assert list(table["Text"]) == ["1.000"]
    panel.checkbox(key=f"gold-sure-{record.sha}-markdown").check().run()
    click(panel, "Delete the ground truth")
    assert gold_of(library.library, record.sha) == ()
    assert "has no ground truth yet" in said(panel)


def test_a_file_of_another_document_is_refused_in_words(panel: AppTest) -> None:
    other = (
        "Revenue of the segment grew by a tenth owing to higher prices and a weaker currency, "
        "while the margin fell as freight and energy cost more than in the year before that one."
    )
    panel.file_uploader[0].upload("other.md", other.encode(), "text/markdown").run()
    assert "hardly any of its text stands in" in said(panel)
    assert not any(one.label == "Keep as ground truth" for one in panel.button)


def the_table(sha: str) -> None:
    """A page with nothing but the table."""
    from components import resources
    from components.comparison.reading_table import reading_table

    reading_table(resources.workbench().library.get(sha))


def test_the_table_over_all_readings_has_classes_and_a_file(
    app: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    library.documents.trial(record.sha, "semantic_flow")
    page = AppTest.from_function(the_table, args=(record.sha,), default_timeout=60).run()
    assert not page.exception
    table, classes = (one.value for one in page.dataframe[:2])
    assert list(table["Reading"]) == ["Automatic (now)", "Semantic flow"]
    assert list(table["Located"]) == [1.0, 1.0]
    assert "Paragraph" in classes.columns
    assert [one.label for one in page.expander] == ["By class"]
