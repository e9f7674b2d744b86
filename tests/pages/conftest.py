"""The app over a small library, with components that only a browser draws replaced by buttons."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import resources
from components.ask.check_bar import UNDO, CheckState, Decided
from components.widgets.page_view import Click, Mark
from core.history.checks import Decision
from core.settings import load_settings
from core.workbench import Workbench
from tests.app_tests import spare_needless_work
from tests.made_once import made_once

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from components.widgets.listbox import TableRow
    from components.widgets.listbox.tree_rows import TreeRow
    from core.rendering import PageImage

ROOT = Path(__file__).parents[2]

spare_needless_work()


def guideline(path: Path) -> Path:
    """Three pages: a title, two numbered sections with a paragraph each, a running header."""
    texts = ("Give the first drug for ten days.", "Stop the second drug at once.")
    with pymupdf.open() as document:
        for number in range(1, 4):
            page = document.new_page(width=400, height=500)
            page.insert_text((60, 30), "Guideline of the clinic", fontsize=8)
            page.insert_text((60, 80), f"{number} Section {number}", fontsize=18)
            for line, text in enumerate(texts):
                page.insert_text((60, 120 + 40 * line), f"On page {number}: {text}", fontsize=11)
        document.save(path)
    return path


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the guideline and a one-page note; not to be changed."""
    return made_once(tmp_path_factory, "filled", _fill) / "home"


def _fill(folder: Path) -> None:
    bench = Workbench(load_settings(home=folder / "home"))
    bench.documents.add(guideline(folder / "guideline.pdf"), "guideline.pdf")
    with pymupdf.open() as document:
        document.new_page().insert_text((60, 80), "A short note about the second drug.")
        bench.documents.add(document.tobytes(), "note.pdf")


@pytest.fixture
def library(filled: Path, home: Path) -> Workbench:
    """A library of its own for each test, with both documents."""
    shutil.copytree(filled, home)
    return Workbench(load_settings())


class NoPagesFolder(type(Path())):  # pyrefly: ignore[invalid-inheritance]
    """Keeps the test tool from running scripts of `pages` by themselves on each run.

    It forgets after every run that the app has called `st.navigation`; a server does not.
    """

    def exists(self, **_: bool) -> bool:
        return False


@pytest.fixture
def app(home: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app over the data folder of this test, not yet run."""
    resources.restart()
    resources._parse_queue.clear()
    resources._sweeps.clear()
    resources._index_queue.clear()
    resources.waiting_questions.clear()
    # Nothing goes on behind these tests; those of the queue itself and of the browser see it work.
    monkeypatch.setattr("core.workbench.index_queue.IndexQueue._start", lambda _: None)
    monkeypatch.setattr("core.workbench.index_queue.IndexQueue.look", lambda *_: None)
    monkeypatch.setattr("streamlit.runtime.pages_manager.Path", NoPagesFolder)
    monkeypatch.setattr("components.widgets.document_pages.page_view", page_buttons)
    monkeypatch.setattr("components.ask.check_controls.check_bar", check_buttons)
    monkeypatch.setattr("components.structure.page.outline", outline_buttons)
    monkeypatch.setattr("components.documents.library_table.choice_table", table_buttons)
    monkeypatch.setattr("components.structure.glossary_view.choice_table", table_buttons)
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)


def page_buttons(
    images: Sequence[PageImage],
    marks: Sequence[Mark],
    *,
    key: str,
    name: str,
    part: str = "",
    selected: str | None = None,
    page: int | None = None,
    on_click: Callable[[Click], None] | None = None,
) -> None:
    """The page view as words, and a button for every mark."""
    st.text(f"{key}: {name} {[image.number for image in images]} {selected} {page}")
    for place, mark in enumerate(marks):
        st.button(
            f"{mark.role} {mark.id} {mark.label}",
            key=f"{key}-{place}",
            on_click=on_click,
            args=(Click(mark.id, mark.box.page),),
        )


def check_buttons(now: CheckState, *, key: str, on_decided: Callable[[Decided], None]) -> None:
    """The bar of decisions as words, and a button for each."""
    obstacle = f", {now.obstacle}" if now.obstacle else ""
    st.text(f"{key}: {now.label}, {now.checked} of {now.items} checked{obstacle}")
    for act in (*Decision, UNDO):
        st.button(
            f"Check: {act}",
            key=f"{key}-{act}",
            on_click=on_decided,
            args=(Decided(act, now.item, now.place),),
        )


def outline_buttons(
    rows: Sequence[TreeRow],
    *,
    key: str,
    name: str,
    label: str,
    selected: int | None,
    on_choose: Callable[[int], None],
) -> None:
    """The outline as words, and a button for every row."""
    st.text(f"{key}: {label} {selected}")
    for row in rows:
        st.button(row.label, key=f"{key}-{row.node}", on_click=on_choose, args=(row.node,))


def table_buttons(
    columns: object,
    rows: Sequence[TableRow],
    *,
    key: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """The table as a button for every row."""
    for row in rows:
        st.button(" | ".join(row.cells), key=f"{key}-{row.id}", on_click=on_choose, args=(row.id,))
