"""Documents are let through by what is known of them; what is not known is never guessed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import InvalidOption
from core.library import DocumentRecord, Library, ParseInfo
from core.library.document_filter import read_filter
from core.library.iso_dates import days_of
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path


def _record(name: str, language: str = "english", **values: object) -> DocumentRecord:
    parse = ParseInfo(key="k", parser="p", route="r", seconds=0, language=language)
    return DocumentRecord.model_validate(
        {
            "sha": "0" * 64,
            "names": (name,),
            "size": 1,
            "added_at": datetime(2026, 1, 1, tzinfo=UTC),
            "pages": (),
            "parse": parse,
            **values,
        }
    )


LIBRARY = [
    _record("a.pdf", title="Lung Cancer", author="Ada Meier; B. Smith", date="2019-05-04"),
    _record("b.pdf", "german", title="Lungenkrebs", author="AWMF", date="2021"),
    _record("lung-notes.txt", author="", date=""),
    _record("old.pdf", ""),
]


@pytest.mark.parametrize(
    ("values", "matching", "unknown"),
    [
        ({}, ["a.pdf", "b.pdf", "lung-notes.txt", "old.pdf"], []),
        ({"title": "LUNG"}, ["a.pdf", "b.pdf", "lung-notes.txt"], []),
        ({"title": "cancer lung"}, ["a.pdf"], []),
        ({"author": "smith"}, ["a.pdf"], ["lung-notes.txt", "old.pdf"]),
        ({"language": "german"}, ["b.pdf"], ["old.pdf"]),
        ({"since": "2019-05-04"}, ["a.pdf", "b.pdf"], ["lung-notes.txt", "old.pdf"]),
        ({"since": "2019-05-05"}, ["b.pdf"], ["lung-notes.txt", "old.pdf"]),
        ({"until": "2019"}, ["a.pdf"], ["lung-notes.txt", "old.pdf"]),
        # Of a year alone, only some days lie in the time.
        ({"until": "2021-06"}, ["a.pdf"], ["b.pdf", "lung-notes.txt", "old.pdf"]),
        ({"since": "2021", "until": "2021", "language": "german"}, ["b.pdf"], ["old.pdf"]),
        ({"author": "nobody", "title": "lung"}, [], ["lung-notes.txt"]),
    ],
)
def test_a_filter_lets_through_what_it_is_sure_of_and_names_the_rest(
    values: dict[str, str], matching: list[str], unknown: list[str]
):
    found, unsure = read_filter(values).split(LIBRARY)
    assert [record.name for record in found] == matching
    assert [record.name for record in unsure] == unknown


def test_accents_are_the_same_however_they_are_encoded():
    old = _record("Pru\u0308fbericht.pdf", author="Müller")
    sure, _ = read_filter({"title": "prüf", "author": "mu\u0308ller"}).split([old])
    assert sure == [old]


@pytest.mark.parametrize("values", [{"since": "March"}, {"until": "2021-13"}, {"colour": "red"}])
def test_what_cannot_be_read_is_refused(values: dict[str, str]):
    with pytest.raises(InvalidOption):
        read_filter(values)


def test_a_month_means_all_of_its_days():
    first, last = days_of("2024-02") or pytest.fail()
    assert (first.isoformat(), last.isoformat()) == ("2024-02-01", "2024-02-29")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(load_settings(home=tmp_path / "home"))


def _pdf(**metadata: str) -> bytes:
    with pymupdf.open() as pdf:
        pdf.new_page()
        pdf.set_metadata(metadata)
        return pdf.tobytes()


@pytest.mark.parametrize(
    ("made", "date"),
    [("D:20210309101112+01'00'", "2021-03-09"), ("D:2021", "2021"), ("D:20211399", ""), ("", "")],
)
def test_author_and_date_are_those_that_the_file_states(library: Library, made: str, date: str):
    record = library.add(_pdf(author=" Ada  Meier ", creationDate=made), "a.pdf")
    assert (record.author, record.date) == ("Ada Meier", date)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (
            b"<html lang=en><head><title>T</title><meta name=author content='Ada Meier'>"
            b"<meta property='article:published_time' content='2021-03-09T10:00:00Z'></head>"
            b"<body><p>Five milligrams a day.</p></body></html>",
            "a.html",
        ),
    ],
)
def test_so_they_are_of_files_that_are_no_pdfs(library: Library, content: bytes, name: str):
    record = library.add(content, name)
    assert (record.title, record.author, record.date) == ("T", "Ada Meier", "2021-03-09")


def test_what_a_file_does_not_state_is_empty(library: Library):
    record = library.add(b"Five milligrams a day, by Ada Meier, 2021.", "a.txt")
    assert (record.author, record.date) == ("", "")


def test_a_person_can_say_it_and_take_it_back(library: Library):
    record = library.add(_pdf(author="Scanner 3000"), "a.pdf")
    said = library.describe_by_hand(record.sha, {"author": "Ada Meier", "date": "2020-02"})
    assert (said.stated("author"), said.author) == ("Ada Meier", "Scanner 3000")
    assert read_filter({"author": "meier"}).split([said])[0] == [said]
    with pytest.raises(InvalidOption, match="no date"):
        library.describe_by_hand(record.sha, {"date": "spring"})
    assert library.describe_by_hand(record.sha, {}).stated("author") == "Scanner 3000"


def test_what_an_older_version_did_not_note_is_read_from_the_file(library: Library):
    record = library.add(_pdf(author="Ada Meier", creationDate="D:20210309"), "a.pdf")
    with library.changing():
        library.change(record.sha, author=None, date=None)
    assert not library.get(record.sha).is_described
    again = library.describe(record.sha, "english")
    assert (again.author, again.date) == ("Ada Meier", "2021-03-09")
