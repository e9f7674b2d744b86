"""A parse that goes on gives the tree of one that was never stopped."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pymupdf
import pytest

from core import sir_io
from core.parsing import get_parser, page_store
from core.parsing.base import ParseRun
from core.parsing.page_store import PageStore
from core.parsing.reader import read_pages
from sample_docs import SAMPLES
from tests.builders import pdf_bytes
from tests.core.parsing.scanning import printed, scanned

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = "d" * 64


def scan_before_print() -> bytes:
    with scanned(printed()) as pdf, printed(("Second page, which is no scan.",)) as other:
        pdf.insert_pdf(other)
        return pdf.tobytes()


def sample(name: str) -> bytes:
    return next(one.path for one in SAMPLES if one.file_name == name).read_bytes()


def tree(content: bytes, parser: str, store: PageStore | None = None) -> dict[str, Any]:
    chosen = get_parser(parser)
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        sir = chosen.parse(pdf, DOCUMENT, chosen.options(), ParseRun(store=store))
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
        (sample("data_security_policy.pdf"), "structural_rule"),
        (scan_before_print(), "visual_topology"),
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


def test_packed_pages_are_those_that_were_kept(tmp_path: Path) -> None:
    content = pdf_bytes(["First page.", "Second page.", "Third page."])
    store = store_half(content, "structural_rule", tmp_path)
    (packed := tmp_path / "packed").write_bytes(store.packed())
    other = PageStore(tmp_path / "other")
    other.unpack(packed, range(1, 4))
    assert other.numbers() == (1, 3)
    for path in store.folder.iterdir():
        assert (other.folder / path.name).read_bytes() == path.read_bytes()


def test_only_pages_with_the_right_numbers_are_taken_from_others(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "pages")
    with ZipFile(tmp_path / "packed", "w") as file:
        for name in ("1.page", "2.page", "7.page", "../3.page", "/4.page"):
            file.writestr(name, b"a page")
    store.unpack(tmp_path / "packed", range(2, 5))
    assert [path.name for path in tmp_path.rglob("*.page")] == ["2.page"]


def test_what_is_no_page_is_not_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_store, "_MOST_BYTES", 10)
    (tmp_path / "secret").write_bytes(b"a key")
    store = PageStore(tmp_path / "pages")
    store.folder.mkdir()
    (store.folder / "1.page").symlink_to(tmp_path / "secret")
    (store.folder / "2.page").write_bytes(b"x" * 11)
    (store.folder / "3.page").write_bytes(b"x")
    (packed := tmp_path / "packed").write_bytes(store.packed())
    with ZipFile(packed) as file:
        assert file.namelist() == ["3.page"]
    with ZipFile(packed, "a") as file:
        file.writestr("4.page", b"x" * 11)
    other = PageStore(tmp_path / "other")
    other.unpack(packed, range(1, 5))
    assert other.numbers() == (3,)


def test_a_file_of_pages_that_is_damaged_anywhere_gives_only_whole_ones(tmp_path: Path) -> None:
    store = PageStore(tmp_path / "pages")
    store.folder.mkdir()
    (store.folder / "1.page").write_bytes(b"a page")
    packed, other = store.packed(), PageStore(tmp_path / "other")
    for at in range(len(packed)):
        (tmp_path / "packed").write_bytes(
            packed[:at] + bytes([packed[at] ^ 0xFF]) + packed[at + 1 :]
        )
        other.unpack(tmp_path / "packed", [1])
        assert [path.read_bytes() for path in other.folder.iterdir()] in ([], [b"a page"])
        other.clear()


@pytest.mark.parametrize("content", [b"", b"no pages", b"PK\x05\x06" + b"\0" * 18])
def test_a_damaged_file_of_pages_holds_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "packed").write_bytes(content)
    store = PageStore(tmp_path / "pages")
    store.unpack(tmp_path / "packed", range(1, 5))
    assert store.numbers() == ()
