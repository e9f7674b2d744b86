"""Author and date are what a file states of itself, in the words of its own format."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

import pytest

from core.library.structured import docx, epub, odt
from core.library.structured.archive import Archive

_DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
_META = 'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'


def _archive(name: str, xml: str) -> Archive:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        packed.writestr(name, xml)
    return Archive(content.getvalue())


def test_a_word_document_names_its_creator_and_the_day_of_its_making():
    xml = (
        f"<p {_DC}><dc:title>Dosing</dc:title><dc:creator>Ada  Meier</dc:creator>"
        "<dcterms:created>2021-03-09T10:00:00Z</dcterms:created></p>"
    )
    stated = docx._stated(_archive("docProps/core.xml", xml))
    assert stated == ("Dosing", "Ada Meier", "2021-03-09T10:00:00Z")


@pytest.mark.parametrize(
    ("first", "author"),
    [("<meta:initial-creator>Ada</meta:initial-creator>", "Ada"), ("", "Ben")],
)
def test_an_opendocument_text_names_who_began_it(first: str, author: str):
    xml = (
        f"<m {_DC} {_META}><dc:creator>Ben</dc:creator>{first}"
        "<meta:creation-date>2021-03-09T10:00:00</meta:creation-date></m>"
    )
    assert odt._stated(_archive("meta.xml", xml)) == ("", author, "2021-03-09T10:00:00")


def test_a_book_names_all_its_authors():
    package = ElementTree.fromstring(
        f"<p {_DC}><dc:creator>Ada</dc:creator><dc:creator>Ben</dc:creator>"
        "<dc:date>2021</dc:date></p>"
    )
    assert (epub._stated(package, "creator"), epub._stated(package, "date")) == ("Ada, Ben", "2021")


def test_a_file_that_states_nothing_has_neither():
    assert docx._stated(_archive("other.xml", "<a/>")) == ("", "", "")
    assert odt._stated(_archive("other.xml", "<a/>")) == ("", "", "")
