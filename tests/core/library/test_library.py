"""The library: one document for the same bytes, whole or not there, and safe to share."""

from __future__ import annotations

import threading
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pymupdf
import pytest
from pymupdf import mupdf

from core.errors import InputError, NotFound, PasswordNeeded, SetupError
from core.library import DocumentRecord, Library, ParseInfo
from core.library.file_checks import clean_name
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

PDF = pdf_bytes(["First page.", "Second page."])
OTHER = pdf_bytes(["Another document."])
AES = mupdf.PDF_ENCRYPT_AES_256
PARSE = ParseInfo(key="k", parser="p", route="r", seconds=1.5, failed_pages=(2,), warnings=("w",))


def files(home: Path) -> set[str]:
    found = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    return found - {"library.lock"}


def test_opening_a_library_makes_no_folder(library: Library, home: Path) -> None:
    assert library.list() == ()
    assert not home.exists()


def test_a_document_is_named_by_its_bytes_and_described(library: Library, home: Path) -> None:
    record = library.add(PDF, "Leitlinie.pdf")
    assert record.sha == sha256(PDF).hexdigest()
    assert (record.name, record.size, record.page_count) == ("Leitlinie.pdf", len(PDF), 2)
    assert [(p.number, p.width, p.height, p.label) for p in record.pages] == [
        (1, 600.0, 800.0, "1"),
        (2, 600.0, 800.0, "2"),
    ]
    assert library.get(record.sha) == record
    assert library.pdf_path(record.sha).read_bytes() == PDF
    folder = f"documents/{record.sha}"
    assert files(home) == {f"{folder}/source.pdf", f"{folder}/document.json"}


def test_the_same_bytes_twice_are_one_document_with_both_names(library: Library) -> None:
    first = library.add(PDF, "one.pdf")
    again = library.add(PDF, "two.pdf")
    assert library.add(PDF, "one.pdf") == again
    assert again.names == ("one.pdf", "two.pdf")
    assert again.model_copy(update={"names": first.names}) == first
    assert library.list() == (again,)


def test_a_path_and_its_bytes_are_the_same_document(library: Library, tmp_path: Path) -> None:
    (tmp_path / "file.pdf").write_bytes(PDF)
    assert library.add(tmp_path / "file.pdf", "file.pdf").sha == library.add(PDF, "x.pdf").sha


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("C:\\Users\\me\\a.pdf", "a.pdf"),
        ("../../etc/passwd", "passwd"),
        ("two\nlines\x00.pdf", "twolines.pdf"),
        ("two\u2028lines\u2029.pdf", "twolines.pdf"),
        ("Pru\u0308fbericht.pdf", "Prüfbericht.pdf"),
        ("", "document.pdf"),
    ],
)
def test_names_of_uploads_are_made_harmless(library: Library, given: str, shown: str) -> None:
    assert library.add(PDF, given).name == shown


def test_labels_and_displayed_sizes_of_pages_are_known(library: Library) -> None:
    with pymupdf.open("pdf", PDF) as pdf:
        pdf.set_page_labels([{"startpage": 0, "style": "r", "firstpagenum": 3}])
        pdf[1].set_rotation(90)
        content = pdf.tobytes()
    pages = library.add(content, "turned.pdf").pages
    assert [(page.label, page.width, page.height) for page in pages] == [
        ("iii", 600.0, 800.0),
        ("iv", 800.0, 600.0),
    ]


def test_documents_are_listed_in_the_order_they_were_added(library: Library) -> None:
    shas = [library.add(content, "x.pdf").sha for content in (PDF, OTHER)]
    assert [record.sha for record in library.list()] == shas


def test_a_deleted_document_leaves_nothing(library: Library, home: Path) -> None:
    record = library.add(PDF, "x.pdf")
    library.store_bytes(record.sha, "tokens", "key", b"content")
    library.delete(record.sha)
    assert library.list() == ()
    assert files(home) == set()
    with pytest.raises(NotFound):
        library.delete(record.sha)


@pytest.mark.parametrize("sha", ["0" * 64, "", "..", "../documents", "A" * 64])
def test_what_is_no_document_is_not_found(library: Library, sha: str) -> None:
    library.add(PDF, "x.pdf")
    for ask in (library.get, library.delete, library.pdf_path):
        with pytest.raises(NotFound):
            ask(sha)


def test_a_document_is_found_by_name_or_by_the_start_of_its_id(library: Library) -> None:
    record, other = library.add(PDF, "x.pdf"), library.add(OTHER, "y.pdf")
    assert library.find("x.pdf") == library.find(record.sha[:8]) == record
    library.add(OTHER, "x.pdf")
    with pytest.raises(InputError, match=other.sha[:12]):
        library.find("x.pdf")
    with pytest.raises(NotFound):
        library.find("")


def test_an_encrypted_file_asks_for_its_password_and_leaves_nothing(
    library: Library, home: Path
) -> None:
    content = pdf_bytes(encryption=AES, user_pw="open sesame", owner_pw="owner")
    with pytest.raises(PasswordNeeded, match=r"secret\.pdf.*password"):
        library.add(content, "secret.pdf")
    with pytest.raises(PasswordNeeded, match=r"secret\.pdf.*wrong"):
        library.add(content, "secret.pdf", "open barley")
    assert files(home) == set()


@pytest.mark.parametrize("password", ["", " ", "open sesam", "open\udcff", "w" * 200])
def test_any_wrong_password_is_called_wrong(library: Library, password: str) -> None:
    content = pdf_bytes(encryption=AES, user_pw="open sesame", owner_pw="owner")
    with pytest.raises(PasswordNeeded, match=r"^secret\.pdf: the password is wrong"):
        library.add(content, "secret.pdf", password)


def test_what_is_made_of_a_new_document_shares_one_limit_with_opening_it(
    library: Library,
) -> None:
    left: list[float] = []

    def prepare(draft: Library, sha: str) -> None:
        left.extend([draft.limits(60).seconds_left, draft.with_workers(3).limits(60).seconds_left])

    library.add(pdf_bytes(), "a.pdf", prepare=prepare)
    assert 0 < left[0] < 60
    assert left[0] == left[1]
    assert library.limits(60).seconds_left == 60


def test_the_pages_of_a_file_are_not_counted_before_they_are_known(library: Library) -> None:
    totals: set[int] = set()
    library.add(pdf_bytes(["A page."] * 12), "a.pdf", progress=lambda _, total: totals.add(total))
    assert totals <= {0, 12}
    assert 12 in totals


@pytest.mark.parametrize("password", ["open sesame", "owner"])
def test_the_right_password_gives_a_copy_that_opens_without_it(
    library: Library, password: str
) -> None:
    content = pdf_bytes(encryption=AES, user_pw="open sesame", owner_pw="owner")
    record = library.add(content, "secret.pdf", password)
    assert record.encrypted
    assert record.decrypted_copy
    assert record.sha == sha256(content).hexdigest()
    with pymupdf.open(library.pdf_path(record.sha)) as pdf:
        assert not pdf.needs_pass
        assert "few words" in pdf[0].get_text()


def test_a_file_with_only_an_owner_password_opens_without_asking(library: Library) -> None:
    content = pdf_bytes(encryption=AES, user_pw="", owner_pw="owner")
    record = library.add(content, "restricted.pdf")
    assert record.encrypted
    assert not record.decrypted_copy


def test_how_a_document_was_parsed_is_kept(library: Library) -> None:
    record = library.add(PDF, "x.pdf")
    pages = tuple(replace(page, label=f"A-{page.number}") for page in record.pages)
    library.set_parse(record.sha, PARSE, pages)
    again = library.add(PDF, "x.pdf")
    assert again == record.model_copy(update={"parse": PARSE, "pages": pages})


def test_many_uploads_of_one_file_at_once_are_one_document(home: Path) -> None:
    found: list[DocumentRecord] = []
    settings = load_settings(home=home)
    names = [f"{index}.pdf" for index in range(4)]
    threads = [
        threading.Thread(target=lambda name=name: found.append(Library(settings).add(PDF, name)))
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (record,) = Library(settings).list()
    assert sorted(record.names) == names
    assert {one.sha for one in found} == {record.sha}


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    library = Library(load_settings(home=tmp_path / "file"))
    with pytest.raises(SetupError, match="SIGHTLINE_HOME"):
        library.add(PDF, "x.pdf")


def test_a_long_name_keeps_its_beginning_and_its_ending() -> None:
    name = clean_name(f"Guideline of the clinic {'and more ' * 30}.docx")
    assert len(name) == 150
    assert name.startswith("Guideline of the clinic and more")
    assert name.endswith("….docx")
    assert clean_name(name) == name
