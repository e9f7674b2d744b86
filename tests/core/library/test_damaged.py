"""What becomes of documents whose files in the data folder were damaged from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pymupdf import mupdf

from core.errors import DataDamaged, DataTooNew, NotFound, PasswordNeeded
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import Library

PDF = pdf_bytes(["First page.", "Second page."])


@pytest.fixture
def sha(library: Library) -> str:
    return library.add(PDF, "ward.pdf").sha


def record_of(library: Library, sha: str) -> Path:
    return library.folder(sha) / "document.json"


@pytest.mark.parametrize("keep", [0, 200, -2])
def test_a_document_with_a_cut_off_record_is_listed_as_damaged(
    library: Library, sha: str, keep: int
) -> None:
    path = record_of(library, sha)
    path.write_bytes(path.read_bytes()[:keep])
    assert library.list() == ()
    (damaged,) = library.damaged()
    assert (damaged.sha, damaged.size) == (sha, len(PDF))
    assert damaged.name == ("ward.pdf" if keep else "")
    assert str(path) in damaged.problem
    assert "check --repair" in damaged.problem
    assert library.folder(sha).joinpath("source.pdf").exists()


def test_a_record_is_made_anew_from_the_file(library: Library, sha: str) -> None:
    before = library.get(sha)
    path = record_of(library, sha)
    path.write_bytes(path.read_bytes()[:-20])
    mended = library.mend(sha)
    assert mended == before.model_copy(update={"added_at": mended.added_at})
    assert library.list() == (mended,)
    assert library.damaged() == ()


def test_a_record_of_a_later_version_is_refused_and_never_overwritten(
    library: Library, sha: str
) -> None:
    path = record_of(library, sha)
    path.write_bytes(b'{"schema": "sightline.record/99", "everything": "new"}')
    content = path.read_bytes()
    assert library.damaged()[0].too_new
    for change in (library.get, library.mend, lambda sha: library.add(PDF, "ward.pdf")):
        with pytest.raises(DataTooNew, match=r"document\.json.*later version"):
            change(sha)
    assert path.read_bytes() == content


def test_corrections_survive_when_a_damaged_document_is_added_again(
    library: Library, sha: str
) -> None:
    library.store_bytes(sha, "corrections", "by_hand.json", b"made by hand")
    record_of(library, sha).write_bytes(b"")
    again = library.add(PDF, "again.pdf")
    assert again.names == ("again.pdf",)
    assert library.load_bytes(sha, "corrections", "by_hand.json") == b"made by hand"


def test_a_changed_file_is_noticed_and_put_right_when_it_is_added_again(
    library: Library, sha: str
) -> None:
    path = library.pdf_path(sha)
    path.write_bytes(PDF.replace(b"%PDF-1.", b"%PDF-2."))
    with pytest.raises(DataDamaged, match=r"ward\.pdf.*changed"):
        library.pdf_path(sha)
    library.add(PDF, "ward.pdf")
    assert library.pdf_path(sha).read_bytes() == PDF


def test_a_file_that_is_gone_is_noticed(library: Library, sha: str) -> None:
    library.pdf_path(sha).unlink()
    with pytest.raises(DataDamaged, match="missing"):
        library.pdf_path(sha)
    with pytest.raises(DataDamaged, match="Add the original file again"):
        library.mend(sha)


def test_a_damaged_decrypted_copy_is_noticed_and_needs_the_password(library: Library) -> None:
    content = pdf_bytes(encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw="sesame", owner_pw="o")
    sha = library.add(content, "secret.pdf", "sesame").sha
    library.pdf_path(sha).write_bytes(b"%PDF-1.7 broken")
    with pytest.raises(DataDamaged):
        library.pdf_path(sha)
    with pytest.raises(PasswordNeeded):
        library.mend(sha)
    library.add(content, "secret.pdf", "sesame")
    assert library.pdf_path(sha).read_bytes()[:5] == b"%PDF-"


def test_the_decrypted_copy_is_used_where_only_the_record_is_damaged(library: Library) -> None:
    content = pdf_bytes(encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw="sesame", owner_pw="o")
    before = library.add(content, "secret.pdf", "sesame")
    record_of(library, before.sha).write_bytes(b"")
    mended = library.mend(before.sha, "secret.pdf")
    assert mended == before.model_copy(update={"added_at": mended.added_at})


def test_a_damaged_document_can_be_found_and_deleted(library: Library, sha: str) -> None:
    record_of(library, sha).write_bytes(b"{")
    assert library.find_id(sha[:8]) == sha
    library.delete(sha)
    assert library.damaged() == ()
    with pytest.raises(NotFound):
        library.get(sha)
