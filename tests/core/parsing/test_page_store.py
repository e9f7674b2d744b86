"""A parse that goes on gives the tree of one that was never stopped."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

from core import sir_io
from core.parsing import get_parser
from core.parsing.page_store import PageStore
from core.parsing.reader import read_pages
from sample_docs import SAMPLES
from tests.builders import pdf_bytes
from tests.core.parsing.scanning import printed, scanned

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = "d" * 64


def two_scans() -> bytes:
    with scanned(printed()) as pdf, scanned(printed(("Second page of the scan.",) * 3)) as other:
        pdf.insert_pdf(other)
        return pdf.tobytes()


def sample(name: str) -> bytes:
    return next(one.path for one in SAMPLES if one.file_name == name).read_bytes()


def tree(content: bytes, parser: str, store: PageStore | None = None) -> dict[str, Any]:
    chosen = get_parser(parser)
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        sir = chosen.parse(pdf, DOCUMENT, chosen.options(), store=store)
    return sir_io.to_json(sir)


def store_half(content: bytes, parser: str, folder: Path) -> PageStore:
    """Every other page, as if time had been lacking for the rest."""
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        pages = read_pages(pdf, get_parser(parser).options().plan())  # type: ignore[attr-defined]
    for page in pages[1::2]:
        page.late = True
    store = PageStore(folder / "pages")
    store.replace(pages)
    return store


@pytest.mark.parametrize(
    ("content", "parser"),
    [
        (sample("oncology_guideline_en.pdf"), "structural_rule"),
        (two_scans(), "visual_topology"),
    ],
    ids=["rules", "scan"],
)
def test_going_on_gives_the_tree_of_an_uninterrupted_parse(
    tmp_path: Path, content: bytes, parser: str
) -> None:
    store = store_half(content, parser, tmp_path)
    assert store.numbers()
    assert tree(content, parser, store) == tree(content, parser)
    assert store.numbers() == ()


def test_pages_that_are_kept_are_not_read_again(tmp_path: Path) -> None:
    store = store_half(pdf_bytes(["Kept.", "Read again."]), "structural_rule", tmp_path)
    other = tree(pdf_bytes(["Changed.", "Changed."]), "structural_rule", store)
    said = " ".join(node["text"] for node in other["nodes"])
    assert "Kept." in said
    assert "Read again." not in said


def test_a_damaged_page_is_read_again(tmp_path: Path) -> None:
    content = pdf_bytes(["First page.", "Second page.", "Third page."])
    store = store_half(content, "structural_rule", tmp_path)
    (store.folder / "1.page").write_bytes(b"\x80\x05nonsense")
    assert sorted(store.load()) == [2]
    assert tree(content, "structural_rule", store) == tree(content, "structural_rule")


class Hostile:
    """A pickle that runs a command when it is loaded."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def test_a_page_of_somebody_else_runs_nothing(tmp_path: Path) -> None:
    content = pdf_bytes(["First page.", "Second page."])
    store = store_half(content, "structural_rule", tmp_path)
    (store.folder / "1.page").write_bytes(pickle.dumps(Hostile(tmp_path / "mark")))
    assert store.load() == {}
    assert not (tmp_path / "mark").exists()
