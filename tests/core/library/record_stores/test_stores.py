"""What holds of a library wherever its records are: in files, in SQLite or in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import DataDamaged, DataTooNew, DiskFull, NotFound
from core.library import Library, ParseInfo
from core.library.salvage import RECORD_FILE
from tests.builders import pdf_bytes
from tests.core.library.record_stores.libraries import names_in_file, opened, record_file
from tests.disks import with_free

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings

PDF = pdf_bytes(["First page.", "Second page."])
OTHER = pdf_bytes(["Another document."])
PARSE = ParseInfo(key="k", parser="p", route="r", seconds=1.5)


@pytest.fixture
def library(any_settings: Settings) -> Library:
    return opened(any_settings)


@pytest.fixture
def other(any_settings: Settings, library: Library) -> Library:
    """The same library as another process sees it, which has listed it before."""
    same = opened(any_settings)
    assert same.list() == library.list()
    return same


def test_what_one_process_changes_another_sees_at_once(library: Library, other: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    assert [record.names for record in other.list()] == [("ward.pdf",)]
    library.add(PDF, "again.pdf")
    described = other.describe_by_hand(sha, {"author": "Ada Meier"})
    assert described.names == ("ward.pdf", "again.pdf")
    parsed = library.set_parse(sha, PARSE, described.pages)
    assert parsed.by_hand == {"author": "Ada Meier"}
    assert library.list() == other.list() == (parsed,)
    assert other.get(sha) == opened(library.settings).get(sha) == parsed
    other.delete(sha)
    assert library.list() == library.ids() == ()
    with pytest.raises(NotFound):
        library.get(sha)


def test_a_deleted_document_can_be_added_anew(library: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    library.describe_by_hand(sha, {"author": "Ada Meier"})
    library.delete(sha)
    assert library.add(PDF, "again.pdf").names == ("again.pdf",)
    assert library.get(sha).by_hand == {}


def test_the_record_lies_beside_the_document(library: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    library.add(PDF, "again.pdf")
    assert names_in_file(library, sha) == ["ward.pdf", "again.pdf"]


def test_what_is_deleted_cannot_be_changed(library: Library, other: Library) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    other.delete(sha)
    with pytest.raises(NotFound):
        library.set_parse(sha, PARSE, ())
    with pytest.raises(NotFound):
        library.store_bytes(sha, "tokens", "key", b"content")
    assert library.list() == ()
    assert not library.folder(sha).exists()


def test_a_full_disk_changes_no_record(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    before = library.add(PDF, "ward.pdf")
    with_free(monkeypatch, 0)
    with pytest.raises(DiskFull):
        library.describe_by_hand(before.sha, {"author": "Ada Meier"})
    assert library.get(before.sha) == opened(library.settings).get(before.sha) == before


def test_records_that_cannot_be_read_are_told_and_mended(any_settings: Settings) -> None:
    desk = Library(any_settings)
    cut, missing, later = (desk.add(pdf_bytes([text]), f"{text}.pdf").sha for text in "abc")
    record_file(desk, cut).write_bytes(record_file(desk, cut).read_bytes()[:-20])
    record_file(desk, missing).unlink()
    record_file(desk, later).write_bytes(b'{"schema": "sightline.record/99", "names": ["c.pdf"]}')
    library = opened(any_settings)
    sound = library.add(PDF, "ward.pdf")
    assert library.list() == (sound,)
    assert {each.sha: each.name for each in library.damaged()} == {
        cut: "a.pdf",
        missing: "",
        later: "c.pdf",
    }
    assert [each.sha for each in library.damaged() if each.too_new] == [later]
    for sha, error in ((cut, DataDamaged), (missing, DataDamaged), (later, DataTooNew)):
        with pytest.raises(error):
            library.get(sha)
        with pytest.raises(error):
            library.set_parse(sha, PARSE, ())
    assert library.mend(cut).names == ("a.pdf",)
    assert library.add(pdf_bytes(["b"]), "b.pdf").names == ("b.pdf",)
    with pytest.raises(DataTooNew):
        library.mend(later)
    library.delete(later)
    assert opened(any_settings).damaged() == ()
    assert set(library.ids()) == {cut, missing, sound.sha}


def test_a_record_that_is_put_back_is_read(any_settings: Settings) -> None:
    desk = Library(any_settings)
    record = desk.add(PDF, "ward.pdf")
    path = record_file(desk, record.sha)
    content = path.read_bytes()
    path.write_bytes(b"{")
    library = opened(any_settings)
    assert library.list() == ()
    path.write_bytes(content)
    assert library.list() == opened(any_settings).list() == (record,)


def test_a_folder_without_a_document_is_none(any_settings: Settings) -> None:
    (any_settings.home / "documents" / ("a" * 64)).mkdir(parents=True)
    (any_settings.home / "documents" / "notes").mkdir()
    library = opened(any_settings)
    assert library.list() == library.damaged() == ()
    with pytest.raises(NotFound):
        library.get("a" * 64)


def test_a_document_that_is_mended_keeps_what_was_said_of_it_meanwhile(
    library: Library, other: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = library.add(PDF, "ward.pdf").sha
    find = library.limits

    def meanwhile(seconds: float, grace: float = 0.0) -> object:
        other.describe_by_hand(sha, {"author": "Ada Meier"})
        return find(seconds, grace)

    monkeypatch.setattr(library, "limits", meanwhile)
    assert library.mend(sha, "new.pdf").names == ("ward.pdf", "new.pdf")
    assert library.get(sha).by_hand == {"author": "Ada Meier"}


def test_drafts_are_files_of_their_own(library: Library, any_settings: Settings) -> None:
    drafts: list[Path] = []

    def prepare(draft: Library, sha: str) -> None:
        draft.set_parse(sha, PARSE, draft.get(sha).pages)
        drafts.append(draft.folder(sha) / RECORD_FILE)
        assert opened(any_settings).list() == ()

    record = library.add(PDF, "ward.pdf", prepare=prepare)
    assert record.parse == PARSE
    assert [path.exists() for path in drafts] == [False]
    assert library.list() == (record,)


def test_a_document_of_which_nothing_comes_is_not_there(library: Library) -> None:
    def fail(_: Library, __: str) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        library.add(PDF, "ward.pdf", prepare=fail)
    assert library.list() == library.ids() == ()


def test_many_documents_are_listed_in_the_order_they_were_added(library: Library) -> None:
    first, second = library.add(PDF, "b.pdf"), library.add(OTHER, "a.pdf")
    assert library.list() == (first, second)
    assert library.ids() == tuple(sorted((first.sha, second.sha)))
    assert [library.find(name).sha for name in ("b.pdf", "a.pdf")] == [first.sha, second.sha]
