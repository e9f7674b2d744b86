"""Files as people have them: each ends as a usable document or as an error that names it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf
import pytest

from benchmarks.robustness import HardFile, hard_files
from core.errors import (
    BrokenFile,
    BrokenPdf,
    NotAPdf,
    NoText,
    NotFound,
    PasswordNeeded,
    SightlineError,
    TooLarge,
)
from core.library import Library
from core.parsing.document_parsing import parse_document
from core.settings import load_settings
from tests.builders import hurry_inspector, pdf_bytes, with_endless_page

if TYPE_CHECKING:
    from core.sir import Sir

MAX_PAGES = 20
TEXT = "Give 5 mg twice a day."


@pytest.fixture
def library(home: Path) -> Library:
    return Library(load_settings(home=home, max_pages=MAX_PAGES, max_upload_mb=4))


def entries(home: Path) -> list[Path]:
    return [path for folder in ("documents", "tmp") for path in (home / folder).glob("*")]


WITHOUT_PAGES = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj
trailer <</Root 1 0 R/Size 3>>
%%EOF
"""


def with_a_page_that_fails() -> bytes:
    """Three pages are counted, but only two can be loaded."""
    with pymupdf.open("pdf", pdf_bytes([TEXT, TEXT, TEXT])) as pdf:
        pdf.update_object(pdf.page_xref(1), "<</Type/Pages/Kids[]/Count 1>>")
        return pdf.tobytes()


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        (b"", NotAPdf, "empty"),
        (b"GIF89a" * 100, NotAPdf, "not a PDF"),
        (b"%PDF-1.7\n" + b"\0" * 4000, BrokenPdf, "damaged"),
        (pdf_bytes([TEXT])[:200], BrokenPdf, "damaged"),
        (WITHOUT_PAGES, BrokenPdf, "no pages"),
        (b"%PDF-1.7\n" + b"\0" * 5 * 1024 * 1024, TooLarge, "4 MB"),
        (pdf_bytes([TEXT] * (MAX_PAGES + 1)), TooLarge, "21 pages"),
    ],
    ids=["empty", "gif", "header only", "truncated", "zero pages", "too large", "too many pages"],
)
def test_a_file_that_cannot_be_used_is_refused_by_name_and_nothing_of_it_stays(
    library: Library, home: Path, content: bytes, kind: type[SightlineError], words: str
) -> None:
    with pytest.raises(kind, match=rf"^Leitlinie 2026\.pdf: .*{words}"):
        library.add(content, "Leitlinie 2026.pdf")
    assert entries(home) == []


def test_a_path_without_a_file_is_not_found(library: Library, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"gone\.pdf"):
        library.add(tmp_path / "gone.pdf", "gone.pdf")


def test_a_path_over_the_limit_is_refused(library: Library, tmp_path: Path) -> None:
    (tmp_path / "big.pdf").write_bytes(b"%PDF-1.7" + b"\0" * 5 * 1024 * 1024)
    with pytest.raises(TooLarge, match=r"big\.pdf"):
        library.add(tmp_path / "big.pdf", "big.pdf")


def test_a_page_that_fails_is_named_and_the_others_are_kept(library: Library) -> None:
    record = library.add(with_a_page_that_fails(), "x.pdf")
    sir = parse_document(library, record.sha)
    assert [page for page in sir.pages if page.number in set(sir.lines.page.tolist())]
    noted = library.get(record.sha).parse
    assert noted is not None
    assert noted.failed_pages == (3,)
    assert any("page 3" in warning for warning in noted.warnings)


def test_a_page_that_never_ends_is_named_and_the_others_are_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(load_settings(home=home, page_seconds=1))
    record = library.add(with_endless_page([TEXT, TEXT, TEXT], 2), "x.pdf")
    hurry_inspector(monkeypatch)
    sir = parse_document(library, record.sha)
    assert set(sir.lines.page.tolist()) == {1, 3}
    noted = library.get(record.sha).parse
    assert noted is not None
    assert (noted.failed_pages, noted.missing_pages) == ((), (2,))
    assert noted.warnings == ("Missing, not read after 1 s: page 2.",)


@pytest.mark.parametrize("ninths", [2, 5, 8])
def test_a_truncated_file_is_read_as_far_as_it_goes_or_refused(
    library: Library, home: Path, ninths: int
) -> None:
    whole = pdf_bytes([TEXT] * 3)
    try:
        record = library.add(whole[: len(whole) * ninths // 9], "cut.pdf")
        assert_usable(parse_document(library, record.sha))
    except (BrokenPdf, NoText) as error:
        assert str(error).startswith("cut.pdf: ")
    assert list((home / "tmp").iterdir()) == []


def files() -> list[HardFile]:
    folder = os.environ.get("SIGHTLINE_DATA")
    return hard_files(Path(folder)) if folder else []


def expected(file: HardFile) -> tuple[type[SightlineError], ...]:
    """The errors of which a file of the manifest must end in one; none if it must be usable."""
    if file.encrypted:
        return () if file.password else (PasswordNeeded,)
    if file.category == "corrupt" and not file.characters:
        return NotAPdf, BrokenPdf, BrokenFile, NoText
    if file.pages > MAX_PAGES:
        return (TooLarge,)
    return () if file.readable else (NoText,)


def assert_usable(sir: Sir) -> None:
    assert any(node.text.strip() for node in sir.nodes)
    sizes = {page.number: (page.width, page.height) for page in sir.pages}
    for index in range(len(sir.nodes)):
        for box in sir.boxes(index):
            assert box.page in sizes
            assert 0 <= box.left <= box.right <= 1
            assert 0 <= box.top <= box.bottom <= 1


# Left to `benchmarks.robustness`: scanned pages of which there are many, or large or difficult ones
# (27, 33, 36, 38, 40, 43), drawings without end (70), others that take over eight seconds, and slow
# ones of a kind that has others here (columns, rotated, Chinese, right to left, overlap, layout).
SLOW = {
    "19", "20", "21", "22", "23", "27", "30", "31", "33", "36", "38", "40", "43", "48", "50", "52",
    "58", "60", "63", "65", "66", "67", "70", "72", "74", "76", "78",
}  # fmt: skip


@pytest.mark.parametrize(
    "file",
    [one for one in files() if one.name[:2] not in SLOW],
    ids=lambda one: one.name[:2],
)
def test_a_difficult_file_ends_as_the_manifest_says(library: Library, file: HardFile) -> None:
    refusals = expected(file)
    if refusals:
        with pytest.raises(refusals, match=rf"^{re.escape(file.name)}: ") as caught:
            parse_document(library, library.add(file.path, file.name, file.password).sha)
        assert type(caught.value) in refusals
    else:
        record = library.add(file.path, file.name, file.password)
        assert_usable(parse_document(library, record.sha))
        assert record.page_count == (file.pages or record.page_count)
