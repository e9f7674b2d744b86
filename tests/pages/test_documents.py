"""Documents: add files, see the library, delete."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from components import resources
from core.queue import Stage
from tests.core.rendering.builders import encrypted, many_pages
from tests.pages.conftest import guideline

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from streamlit.testing.v1 import AppTest
    from streamlit.testing.v1.element_tree import Button

    from core.pipeline import Workbench


def settled(app: AppTest) -> AppTest:
    """The page after all files that were added have been read."""
    assert resources.parse_queue().wait(60)
    return app.run()


def button(app: AppTest, text: str) -> Button:
    return next(one for one in app.button if text in one.label)


def test_an_empty_library_leads_a_newcomer(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert any("Nothing here yet" in text.value for text in app.markdown)
    assert any("Add all" in one.label for one in app.button)


def test_one_bad_file_does_not_stop_the_others(app: AppTest, tmp_path: Path) -> None:
    app.run()
    good = guideline(tmp_path / "good.pdf").read_bytes()
    app.file_uploader[0].set_value(
        [("bad.pdf", b"no pdf", "application/pdf"), ("good.pdf", good, "application/pdf")]
    ).run()
    settled(app)
    assert not app.exception
    assert [error.value for error in app.error] == [
        "bad.pdf: this is not a PDF. Convert it to PDF and add that one."
    ]
    assert "**good.pdf** is in the library: 3 pages" in app.success[0].value
    assert button(app, "good.pdf | 3 |")


def test_the_password_of_an_encrypted_file_is_asked_for(app: AppTest, tmp_path: Path) -> None:
    app.run()
    content = encrypted(tmp_path / "locked.pdf").read_bytes()
    app.file_uploader[0].set_value(("locked.pdf", content, "application/pdf")).run()
    settled(app)
    assert "encrypted" in app.warning[0].value
    app.text_input[0].input("wrong")
    button(app, "Unlock").click().run()
    settled(app)
    assert "password is wrong" in app.warning[0].value
    app.text_input[0].input("secret")
    button(app, "Unlock").click().run()
    settled(app)
    assert "**locked.pdf** is in the library" in app.success[0].value


def test_a_chosen_row_shows_how_the_document_was_read(app: AppTest, library: Workbench) -> None:
    app.run()
    button(app, "guideline.pdf |").click().run()
    assert not app.exception
    assert app.subheader[-1].value == "guideline.pdf"
    assert "3 pages" in app.caption[-1].value
    assert "section header 3" in app.markdown[-1].value
    sha = library.library.find("guideline.pdf").sha
    assert app.query_params["document"] == sha


def test_a_deleted_document_is_gone(app: AppTest, library: Workbench) -> None:
    app.query_params["document"] = library.library.find("note.pdf").sha
    app.run()
    button(app, "Delete it for good").click().run()
    assert not app.exception
    assert [record.name for record in library.library.list()] == ["guideline.pdf"]
    assert "document" not in app.query_params


def test_a_link_to_a_document_that_is_not_here_says_so(app: AppTest, library: Workbench) -> None:
    app.query_params["document"] = "0" * 64
    app.run()
    assert not app.exception
    assert "not in this library" in app.warning[0].value


def test_a_sample_is_added_with_one_click(app: AppTest) -> None:
    app.run()
    key = "sample-narrative.pdf"
    app.button(key=key).click().run()
    settled(app)
    assert "**narrative.pdf** is in the library" in app.success[0].value
    assert key not in [one.key for one in app.button]


def test_the_same_file_twice_is_one_document(app: AppTest, tmp_path: Path) -> None:
    content = many_pages(tmp_path / "many.pdf", 2).read_bytes()
    app.run()
    app.file_uploader[0].set_value(
        [("one.pdf", content, "application/pdf"), ("other.pdf", content, "application/pdf")]
    ).run()
    settled(app)
    assert len([one for one in app.button if "| 2 |" in one.label]) == 1


def test_files_that_wait_can_be_cancelled_and_the_page_can_be_used_meanwhile(
    app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()

    def hold(*given: Any, **named: Any) -> None:
        while not may_end.wait(0.01):
            given[4](1, 8)

    monkeypatch.setattr("core.pipeline.Workbench.add", hold)
    app.run()
    files = [(f"{name}.pdf", b"%PDF-", "application/pdf") for name in ("one", "two")]
    app.file_uploader[0].set_value(files).run()
    assert not app.exception
    queue = resources.parse_queue()
    assert [item.stage for item in queue.snapshot()] == [Stage.READING, Stage.WAITING]
    button(app, "guideline.pdf |").click().run()
    assert app.subheader[-1].value == "guideline.pdf"
    app.button(key="queue-cancel-2").click().run()
    assert "two.pdf: cancelled." in app.info[0].value
    app.button(key="queue-cancel-all").click().run()
    settled(app)
    assert "one.pdf: cancelled." in app.info[0].value
    app.button(key="queue-dismiss").click().run()
    assert not app.info
