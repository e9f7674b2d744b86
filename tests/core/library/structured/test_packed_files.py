"""Word documents, OpenDocument texts and books as blocks; harmful ones are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import BrokenFile, InputError, NotText, PasswordNeeded, TooLarge
from core.library.file_kinds import Kind
from core.library.structured import CellPlace
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests import office_files as files
from tests.office_files import docx, epub, item, odt, packed, paragraph

if TYPE_CHECKING:
    from core.library.structured import Block, StructuredText

BOMB = {"word/media/b.png": bytes(200_000_000)}
ENTITY = b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
LOCKED = '<m xmlns="urn:x"><encryption-data/></m>'


def outline(text: StructuredText) -> list[tuple[str, str]]:
    return [(b.aside or b.type.value, b.text) for b in text.blocks if b.text]


def cells(table: Block) -> list[tuple[str, CellPlace | None]]:
    return [(cell.text, cell.place) for row in table.children for cell in row.children]


def of_type(text: StructuredText, kind: ElementType) -> list[Block]:
    return [block for block in text.blocks if block.type is kind]


def test_a_word_document_has_title_headings_notes_and_running_headers() -> None:
    body = (
        paragraph("Calverin", "Title")
        + paragraph("Dosing 1", "TOC1")
        + paragraph("Dosing", "Heading1")
        + paragraph("The dose is 40 mg", extra=files.note_mark())
    )
    text = read_structured(docx(body, note="Adults only", header="Confidential"), Kind.DOCX)
    assert outline(text) == [
        ("title", "Calverin"),
        ("table of contents", "Dosing 1"),
        ("section_header", "Dosing"),
        ("paragraph", "The dose is 40 mg[1]"),
        ("footnote", "Adults only"),
        ("page header", "Confidential"),
    ]
    assert text.blocks[3].marks[0].note == text.blocks[4].note


def test_a_word_document_has_lists_tables_and_captions() -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    wide, begin, goes_on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    rows = (
        f"<w:tr><w:trPr><w:tblHeader/></w:trPr>{cell('A', wide)}</w:tr>"
        f"<w:tr>{cell('b', begin)}{cell('c')}</w:tr><w:tr>{cell('', goes_on)}{cell('d')}</w:tr>"
    )
    body = item("One", numbered=True) + item("Two") + item("deep", level=1)
    body += f"<w:tbl>{rows}</w:tbl>" + paragraph("Table 1", "Caption")
    text = read_structured(docx(body), Kind.DOCX)
    first, second, table = text.blocks
    assert [(i.marker, i.text) for i in first.children] == [("1.", "One")]
    assert second.children[0].children[0].children[0].text == "deep"
    assert cells(table) == [
        ("A", CellPlace(0, 0, 1, 2, True)),
        ("b", CellPlace(1, 0, 2)),
        ("c", CellPlace(1, 1)),
        ("d", CellPlace(2, 1)),
    ]
    assert table.caption and table.caption.text == "Table 1"


def test_pictures_of_a_word_document_are_those_that_it_holds() -> None:
    body = paragraph("", extra=files.embedded("A curve")) + paragraph("", extra=files.linked("Far"))
    text = read_structured(docx(body), Kind.DOCX)
    inside, outside = of_type(text, ElementType.FIGURE)
    assert inside.picture and inside.metadata["alt"] == "A curve"
    assert outside.picture is None and outside.text == "Far"
    assert text.left_out == {"pictures by address": 1}


def test_an_opendocument_text_is_read_likewise() -> None:
    body = (
        '<text:p text:style-name="T">Calverin</text:p>'
        '<text:h text:outline-level="2">Dosing</text:h>'
        '<text:p>The<text:s text:c="3"/>dose<text:note><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>Adults</text:p></text:note-body></text:note>.</text:p>"
        '<text:list text:style-name="N"><text:list-item><text:p>One</text:p></text:list-item>'
        "</text:list><table:table><table:table-header-rows><table:table-row><table:table-cell "
        'table:number-columns-spanned="2"><text:p>A</text:p></table:table-cell>'
        "<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>"
        '<table:table-cell table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell>'
        "</table:table-row></table:table><text:p><draw:frame><draw:image "
        'xlink:href="Pictures/a.png"/><svg:title>A curve</svg:title></draw:frame></text:p>'
    )
    text = read_structured(odt(body), Kind.ODT)
    assert outline(text) == [
        ("title", "Calverin"),
        ("section_header", "Dosing"),
        ("paragraph", "The dose1."),
        ("footnote", "Adults"),
    ]
    assert text.blocks[1].level == 2
    assert [(i.marker, i.text) for i in of_type(text, ElementType.LIST)[0].children] == [
        ("1.", "One")
    ]
    assert cells(of_type(text, ElementType.TABLE)[0]) == [
        ("A", CellPlace(0, 0, 1, 2, True)),
        ("b", CellPlace(1, 0)),
        ("b", CellPlace(1, 1)),
    ]
    figure = of_type(text, ElementType.FIGURE)[0]
    assert figure.picture and figure.metadata["alt"] == "A curve"


def test_a_book_is_its_chapters_in_the_order_of_its_spine() -> None:
    chapters = {
        "nav.xhtml": "<nav><ol><li>One</li></ol></nav>",
        "one.xhtml": "<h1 id='a'>One</h1><p>Text<a id='r' href='#n'>*</a></p>"
        "<p><img src='a.png' alt='A curve'/><img src='../../../etc/hosts' alt=''/></p>"
        "<p id='n'>* Note <a href='#r'>↩</a></p>",
        "two.xhtml": "<h1>Two</h1><p>More</p>",
    }
    text = read_structured(epub(chapters, "A Book"), Kind.EPUB)
    assert outline(text) == [
        ("title", "A Book"),
        ("section_header", "One"),
        ("paragraph", "Text*"),
        ("footnote", "* Note"),
        ("section_header", "Two"),
        ("paragraph", "More"),
    ]
    assert text.blocks[1].aside == "table of contents"
    heading = of_type(text, ElementType.SECTION_HEADER)[0]
    assert heading.metadata == {"dom_id": "a", "dom_path": "#a", "dom_file": "OEBPS/one.xhtml"}
    assert of_type(text, ElementType.FIGURE)[0].picture


@pytest.mark.parametrize(
    ("content", "kind", "error", "said"),
    [
        (docx(paragraph("x"))[:-90], Kind.DOCX, BrokenFile, "cannot be unpacked"),
        (docx("<w:p>"), Kind.DOCX, BrokenFile, "document.xml of the file is damaged"),
        (docx(""), Kind.DOCX, NotText, "holds no text"),
        (docx(paragraph("x"), more=BOMB), Kind.DOCX, TooLarge, "191 MB in all"),
        (docx(paragraph("x"), more={"word/x.xml": ENTITY}), Kind.DOCX, BrokenFile, "entities"),
        (docx(paragraph("x"), more={"../x": b""}), Kind.DOCX, BrokenFile, "outside of it"),
        (odt("", {"content.xml": ENTITY}), Kind.ODT, BrokenFile, "declares XML entities"),
        (odt("<text:p>x</text:p>", {"META-INF/manifest.xml": LOCKED}), Kind.ODT, PasswordNeeded,
         "protected by a password"),
        (packed({"mimetype": "x"}), Kind.EPUB, BrokenFile, r"lacks its part META-INF"),
        (epub({}), Kind.EPUB, NotText, "holds no text"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_a_way_on(
    content: bytes, kind: Kind, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        read_structured(content, kind)
