"""Inspecting in a child process: kept, callable without a library, and with errors for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pymupdf import mupdf

from core.errors import BrokenPdf, Cancelled, NotFound, PasswordNeeded
from core.inspection import SAMPLE, TOOLS
from core.inspection.worker import STAGE, inspect_document, inspect_path, known_inspection
from core.library import Library
from tests.builders import pdf_bytes
from tests.processes import isolated_jobs

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Patients receive 5 mg twice a day.\nStop treatment when a rash appears."


def test_a_document_is_inspected_once(library: Library) -> None:
    sha = library.add(pdf_bytes([TEXT]), "x.pdf").sha
    assert known_inspection(library, sha) is None
    steps: list[tuple[int, ...]] = []
    found = inspect_document(library, sha, lambda *at: steps.append(at))
    assert steps[-1] == (4, 4)
    assert list(found.seconds) == [SAMPLE, *TOOLS]
    assert list(found.answers) == list(TOOLS)
    library.pdf_path(sha).unlink()
    assert inspect_document(library, sha) == found == known_inspection(library, sha)


def test_two_inspections_differ_in_their_times_only(library: Library, tmp_path: Path) -> None:
    sha = library.add(pdf_bytes([TEXT]), "x.pdf").sha
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf_bytes([TEXT]))
    one, two = inspect_document(library, sha), inspect_path(path, library.settings)
    assert one.model_dump(exclude={"seconds"}) == two.model_dump(exclude={"seconds"})


def test_a_damaged_result_is_made_anew(library: Library) -> None:
    sha = library.add(pdf_bytes([TEXT]), "x.pdf").sha
    found = inspect_document(library, sha)
    (kept,) = library.stage_path(sha, STAGE, "").glob("*")
    kept.write_text("{")
    assert inspect_document(library, sha).fingerprint == found.fingerprint


def test_an_encrypted_document_is_read_through_its_copy(library: Library, tmp_path: Path) -> None:
    content = pdf_bytes([TEXT], encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw="open")
    sha = library.add(content, "secret.pdf", "open").sha
    assert inspect_document(library, sha).metadata.encrypted
    path = tmp_path / "secret.pdf"
    path.write_bytes(content)
    with pytest.raises(PasswordNeeded, match=r"^secret\.pdf: "):
        inspect_path(path, library.settings)


def test_a_broken_file_ends_in_a_message_that_names_it(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = library.add(pdf_bytes([TEXT]), "x.pdf").sha
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    monkeypatch.setattr(Library, "pdf_path", lambda *_: tmp_path / "broken.pdf")
    with pytest.raises(BrokenPdf, match=r"^x\.pdf: "):
        inspect_document(library, sha)
    assert known_inspection(library, sha) is None


@pytest.mark.parametrize("content", [b"%PDF-1.7\nnothing else", b"%PDF-1.4\n%%EOF"])
def test_a_broken_file_that_is_in_no_library_is_named_too(
    library: Library, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(content)
    with pytest.raises(BrokenPdf, match=r"^x\.pdf: "):
        inspect_path(path, library.settings)


def test_cancel_leaves_no_process(library: Library) -> None:
    sha = library.add(pdf_bytes([TEXT]), "x.pdf").sha

    def cancel(done: int, total: int) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        inspect_document(library, sha, cancel)
    assert not isolated_jobs()


def test_a_document_that_is_not_there_is_not_found(library: Library) -> None:
    with pytest.raises(NotFound):
        inspect_document(library, "0" * 64)
