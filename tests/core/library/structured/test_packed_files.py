"""Word documents, OpenDocument texts and books as blocks; harmful ones are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.cell_place import CellPlace
from core.errors import BrokenFile, InputError, NotText, PasswordNeeded, TooLarge
from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests import office_files as files
from tests.office_files import docx, epub, item, odt, packed, paragraph

if TYPE_CHECKING:
    from core.library.structured import Block, StructuredText

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


def test_a_table_of_a_word_document_may_hold_another_one() -> None:
    def row(*cells: str) -> str:
        return f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"

    inner = f"<w:tbl>{row(paragraph('Day 1'), paragraph('10 mg'))}</w:tbl>"
    body = row(paragraph("Drug"), paragraph("Schedule of the doses"))
    body += row(paragraph("Calverin"), paragraph("see") + inner + paragraph(""))
    text = read_structured(docx(f"<w:tbl>{body}</w:tbl>"), Kind.DOCX)
    rows = [
        [" ".join(cell.text.split()) for cell in row.children] for row in text.blocks[0].children
    ]
    assert rows == [["Drug", "Schedule of the doses"], ["Calverin", "see Day 1 10 mg"]]


def test_rows_of_a_word_table_may_begin_further_right() -> None:
    def row(*texts: str, before: str = "") -> str:
        cells = "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in texts)
        return f"<w:tr><w:trPr>{before}</w:trPr>{cells}</w:tr>"

    body = row("A", "B", "C") + row("b", "c", before='<w:gridBefore w:val="1"/>')
    text = read_structured(docx(f"<w:tbl>{body}</w:tbl>"), Kind.DOCX)
    places = {text: place.column for text, place in cells(text.blocks[0]) if text and place}
    assert places == {"A": 0, "B": 1, "C": 2, "b": 1, "c": 2}


def test_a_large_first_letter_of_a_word_document_begins_its_word() -> None:
    large = f'<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr>{_run("T")}</w:p>'
    text = read_structured(docx(large + paragraph("he dose", "Other")), Kind.DOCX)
    assert outline(text) == [("paragraph", "The dose")]


def test_boxes_of_a_form_in_word_say_whether_they_are_ticked() -> None:
    def box(state: str) -> str:
        begin = f"<w:ffData><w:checkBox>{state}</w:checkBox></w:ffData>"
        return (
            f'<w:r><w:fldChar w:fldCharType="begin">{begin}</w:fldChar></w:r><w:r><w:instrText>'
            'FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )

    body = f"<w:p>{box('<w:checked/>')}{_run('Yes')}{box('')}{_run('No')}</w:p>"
    assert outline(read_structured(docx(body), Kind.DOCX)) == [("paragraph", "☒Yes☐No")]


def _style(name: str, inner: str = "", shown: str = "") -> str:
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{shown or name}"/>'
        f"{inner}</w:style>"
    )


def test_headings_of_a_word_document_may_have_styles_of_their_own() -> None:
    def based(on: str, level: str) -> str:
        outline = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>' if level else ""
        return f'<w:basedOn w:val="{on}"/>{outline}'

    styles = _style("Heading1", shown="heading 1") + _style("Own", based("Heading1", ""))
    styles += _style("Deep", based("Own", "2")) + _style("No", based("Own", "9"))
    body = paragraph("One", "Own") + paragraph("Three", "Deep") + paragraph("Text", "No")
    body += f'<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>{_run("Two")}</w:p>'
    cell = f"<w:tc>{paragraph('Cell', 'Own')}</w:tc>"
    body += f"<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>"
    text = read_structured(docx(body, more=_word_parts(styles=styles)), Kind.DOCX)
    *headings, table = text.blocks
    assert [(b.level, b.text) for b in headings] == [
        (1, "One"),
        (3, "Three"),
        (None, "Text"),
        (2, "Two"),
    ]
    assert [text for text, _ in cells(table)] == ["Cell", "Cell"]


def test_numbered_sentences_of_a_word_document_are_no_headings() -> None:
    styles = _style("H3", shown="heading 3") + _style("Text", '<w:basedOn w:val="H3"/>')
    styles += _style("Own", '<w:basedOn w:val="H3"/>')
    texts = ["Offer calverin to:", "Do not offer calverin.", "See Doses", "Long " * 50]
    body = "".join(paragraph(text, "Text") for text in texts)
    body += paragraph("Doses", "Own") + paragraph("Children", "Own") + paragraph("Why.", "Own")
    body += '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>' + _run("Take 5 mg.") + "</w:p>"
    text = read_structured(docx(body, more=_word_parts(styles=styles)), Kind.DOCX)
    assert [b.text for b in of_type(text, ElementType.SECTION_HEADER)] == ["Doses", "Children"]


def test_words_that_a_style_hides_are_set_aside_in_a_word_document() -> None:
    hiding = "<w:rPr><w:vanish/></w:rPr>"
    styles = _style("Run", hiding) + _style("Whole", hiding)
    named = '<w:rStyle w:val="Run"/>'
    body = f"<w:p>{_run('Seen')}{_run(' 9 mg', named)}</w:p>"
    body += paragraph("Top of Form", "Whole")
    body += f'<w:p><w:r><w:t>One</w:t><w:br w:type="page"/></w:r>{_run("Two")}</w:p>'
    text = read_structured(docx(body, more=_word_parts(styles=styles)), Kind.DOCX)
    assert outline(text) == [
        ("paragraph", "Seen"),
        ("paragraph", "One\nTwo"),
        ("hidden", "9 mg"),
        ("hidden", "Top of Form"),
    ]


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


def test_notes_of_a_book_may_stand_in_another_chapter() -> None:
    chapters = {
        "toc.xhtml": "<p><a id='t' href='one.xhtml#s'>The dose</a></p>",
        "one.xhtml": "<p id='s'><a href='toc.xhtml#t'>The dose</a></p>"
        "<p>It is 40<sup><a id='r' href='notes.xhtml#n'>1</a></sup> mg.</p>"
        "<p>Or 20<a epub:type='noteref' href='notes.xhtml#m'>*</a> mg.</p>",
        "notes.xhtml": "<h1>Notes</h1><p id='n'><a href='one.xhtml#r'>1</a>. Adults</p>"
        "<aside id='m'><p>Children</p></aside>",
    }
    text = read_structured(epub(chapters), Kind.EPUB)
    assert outline(text) == [
        ("paragraph", "The dose"),
        ("paragraph", "The dose"),
        ("paragraph", "It is 40¹ mg."),
        ("paragraph", "Or 20* mg."),
        ("section_header", "Notes"),
        ("footnote", "1. Adults"),
        ("footnote", "Children"),
    ]
    marks = [mark.note for block in text.blocks for mark in block.marks]
    assert marks == [block.note for block in of_type(text, ElementType.FOOTNOTE)]


def test_chapters_of_a_book_that_lead_back_to_its_contents_are_no_notes() -> None:
    chapters = {
        "toc.xhtml": "<p><a href='c.xhtml#c1' id='t1'>I</a></p><p><a href='c.xhtml#c2' id='t2'>II"
        "</a></p><p id='v1'><a href='c.xhtml#v2'>v 3</a> Fear not.</p>",
        "c.xhtml": "<p id='c1'><a href='toc.xhtml#t1'>I</a></p><p id='c2'><a href='toc.xhtml#t2'>"
        "II</a> It begins.</p><p>It is 40<a id='r' href='n.xhtml#n'><sup>1</sup></a> mg.</p>"
        "<p id='v2'><a href='toc.xhtml#v1'>v 4</a> Be glad.</p>",
        "n.xhtml": "<p id='n'><a href='c.xhtml#r'>1</a> Adults</p>",
    }
    shown = outline(read_structured(epub(chapters), Kind.EPUB))
    assert [text for kind, text in shown if kind == "footnote"] == ["1 Adults"]
    assert len(shown) == 8


@pytest.mark.parametrize(
    ("content", "kind", "error", "said"),
    [
        (docx(paragraph("x"))[:-90], Kind.DOCX, BrokenFile, "cannot be unpacked"),
        (docx("<w:p>"), Kind.DOCX, BrokenFile, "document.xml of the file is damaged"),
        (docx(""), Kind.DOCX, NotText, "holds no text"),
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


def test_a_file_that_unpacks_to_far_more_is_refused() -> None:
    bomb = docx(paragraph("x"), more={"word/media/b.png": bytes(200_000_000)})
    with pytest.raises(TooLarge, match="191 MB in all"):
        read_structured(bomb, Kind.DOCX)


def _list(*levels: str, number: int = 1) -> str:
    inner = "".join(levels)
    return f'<w:abstractNum w:abstractNumId="{number}">{inner}</w:abstractNum>'


def _level(at: int, form: str, text: str, more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def _numbered(text: str, number: int, level: int = 0) -> str:
    place = f'<w:ilvl w:val="{level}"/><w:numId w:val="{number}"/>'
    return f"<w:p><w:pPr><w:numPr>{place}</w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def _word_parts(**roots: str) -> dict[str, bytes]:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    return {
        f"word/{name}.xml": f"<w:{name} {space}>{inner}</w:{name}>".encode()
        for name, inner in roots.items()
    }


def test_a_word_document_has_the_numbers_that_word_draws() -> None:
    numbering = (
        _list(
            _level(0, "decimal", "%1", '<w:pStyle w:val="Heading1"/>'),
            _level(1, "decimal", "%1.%2", '<w:pStyle w:val="Heading2"/>'),
        )
        + _list(
            _level(0, "lowerLetter", "(%1)"),
            _level(1, "lowerRoman", "%2)"),
            _level(6, "decimal", "§ %7"),
            number=2,
        )
        + '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    )
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/><w:pPr>'
        '<w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        for n in (1, 2)
    )
    body = (
        paragraph("Scope", "Heading1")
        + paragraph("Who", "Heading2")
        + paragraph("When", "Heading2")
        + paragraph("Doses", "Heading1")
        + _numbered("a", 2)
        + _numbered("b", 2, 1)
        + _numbered("c", 2)
        + paragraph("between")
        + _numbered("d", 2)
        + _numbered("e", 3)
        + _numbered("f", 2, 6)
        + _numbered("g", 2, 1)
    )
    text = read_structured(
        docx(body, more=_word_parts(numbering=numbering, styles=styles)), Kind.DOCX
    )
    assert outline(text) == [
        ("section_header", "1 Scope"),
        ("section_header", "1.1 Who"),
        ("section_header", "1.2 When"),
        ("section_header", "2 Doses"),
        ("paragraph", "between"),
        ("paragraph", "§ 1 f"),
    ]
    items = [
        (part.marker, part.text)
        for block in of_type(text, ElementType.LIST)
        for part in block.walk()
        if part.type is ElementType.LIST_ITEM
    ]
    assert items == [
        *(
            ("(a)", "a"),
            ("i)", "b"),
            ("(b)", "c"),
            ("(c)", "d"),
            ("(e)", "e"),
            ("", ""),
            ("i)", "g"),
        )
    ]


def test_what_a_word_document_does_not_show_is_set_aside_or_counted() -> None:
    hidden = "<w:rPr><w:vanish/></w:rPr><w:t>Ignore this</w:t>"
    formula = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    body = paragraph("Seen") + (
        f"<w:p><w:r>{hidden}</w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del>"
        f"<m:oMath {formula}><m:r/></m:oMath></w:p>"
    )
    text = read_structured(docx(body), Kind.DOCX)
    assert outline(text) == [("paragraph", "Seen"), ("hidden", "Ignore this")]
    assert text.left_out == {"deleted text": 1, "formulas": 1}


def _run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


_SHAPES = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp='
    '"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)
_BOX = "<w:drawing><wp:anchor><w:txbxContent>{}</w:txbxContent></wp:anchor></w:drawing>"


@pytest.mark.parametrize(
    ("inner", "texts"),
    [
        (f'Table <w:fldSimple w:instr="SEQ">{_run("7")}</w:fldSimple>', ["Table 7"]),
        (f"<w:bdo>{_run('a')}</w:bdo><w:dir>{_run('b')}</w:dir>", ["ab"]),
        (
            f"<w:r><w:ruby><w:rt>{_run('kan')}</w:rt><w:rubyBase>{_run('漢')}</w:rubyBase>"
            "</w:ruby></w:r>",
            ["漢"],
        ),
        (f"<w:r>{_BOX.format(paragraph('5 mg'))}</w:r>", ["5 mg"]),
        (
            "<w:r><mc:AlternateContent><mc:Choice>"
            f"{_BOX.format(paragraph('5 mg'))}</mc:Choice></mc:AlternateContent></w:r>",
            ["5 mg"],
        ),
        (
            f"<w:r><mc:AlternateContent><mc:Choice>{_BOX.format(paragraph('5 mg'))}</mc:Choice>"
            f"<mc:Fallback><w:pict><w:txbxContent>{paragraph('5 mg')}</w:txbxContent></w:pict>"
            "</mc:Fallback></mc:AlternateContent></w:r>",
            ["5 mg"],
        ),
        (
            "<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val='1'/></w14:checkbox></w:sdtPr>"
            f"<w:sdtContent>{_run('☒ yes')}</w:sdtContent></w:sdt>",
            ["☒ yes"],
        ),
    ],
)
def test_no_container_of_a_word_document_swallows_its_text(inner: str, texts: list[str]) -> None:
    body = f"<w:p {_SHAPES}>{inner.replace('Table ', _run('Table '), 1)}</w:p>"
    text = read_structured(docx(body.replace("<w:t>", '<w:t xml:space="preserve">')), Kind.DOCX)
    assert [block.text for block in text.blocks] == texts


def _math(name: str, *parts: str) -> str:
    return f"<m:{name}>{''.join(parts)}</m:{name}>"


def _number(text: str) -> str:
    return _math("r", _math("t", text))


_HALF = _math("f", _math("num", _number("1")), _math("den", _number("2")))
_SIGN = '<m:naryPr><m:chr m:val="∑"/></m:naryPr>'


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (_number("x = ") + _HALF, "x = 1/2"),
        (_number("2") + _HALF, "2 1/2"),
        (_math("sSup", _math("e", _number("10")), _math("sup", _number("9"))), "10⁹"),
        (_math("sSub", _math("e", _number("x")), _math("sub", _number("n+1"))), "x_(n+1)"),
        (_math("rad", _math("deg"), _math("e", _number("a+b"))), "√(a+b)"),
        (_math("d", _math("e", _number("a")), _math("e", _number("b"))), "(a|b)"),
        (_math("nary", _SIGN, _math("sub", _number("i")), _math("e", _number("i"))), "∑_i i"),
        (_math("m", *2 * [_math("mr", *2 * [_math("e", _number("7"))])]), "7 7; 7 7"),
    ],
)
def test_formulas_of_a_word_document_are_read(formula: str, text: str) -> None:
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    inner = f"<m:oMathPara {space}><m:oMath>{formula}</m:oMath></m:oMathPara>"
    body = f"<w:p>{_run('Take')}{_run(': ')}{inner}{_run(' mg')}</w:p>"
    body = body.replace("<w:t>", '<w:t xml:space="preserve">')
    assert outline(read_structured(docx(body), Kind.DOCX)) == [("paragraph", f"Take: {text} mg")]


def test_comments_and_struck_out_words_are_no_text_of_a_word_document() -> None:
    body = f"<w:p>{_run('Take')}{_run(' 5 mg', '<w:strike/>')}{_run(' 6 mg', '<w:dstrike/>')}"
    body += f"{_run(' 8 mg')}<w:r><w:commentReference w:id='0'/></w:r></w:p>"
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    comment = f'<w:comments xmlns:w="{space}"><w:comment w:id="0">{paragraph("Or 7?")}'
    more = {"word/comments.xml": f"{comment}</w:comment></w:comments>".encode()}
    text = read_structured(
        docx(body.replace("<w:t>", '<w:t xml:space="preserve">'), more=more), Kind.DOCX
    )
    assert outline(text) == [
        ("struck out", "5 mg 6 mg"),
        ("paragraph", "Take 8 mg"),
    ]
    assert text.left_out == {"comments": 1}


def test_lists_and_headings_of_an_opendocument_text_have_their_numbers() -> None:
    def numbered(*items: str, how: str = "") -> str:
        inner = "".join(items)
        return f'<text:list text:style-name="N" {how}>{inner}</text:list>'

    def entry(text: str, how: str = "") -> str:
        return f"<text:list-item {how}><text:p>{text}</text:p></text:list-item>"

    body = (
        '<text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Who</text:h>'
        + numbered(entry("a", 'text:start-value="5"'), entry("b"))
        + "<text:p>between</text:p>"
        + numbered(entry("c"), how='text:continue-numbering="true"')
        + "<text:p>between</text:p>"
        + numbered("<text:list-header><text:p>head</text:p></text:list-header>", entry("d"))
    )
    outlined = (
        f"<office:document-styles {files.ODF_SPACES}><text:outline-style>"
        '<text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>'
        '<text:outline-level-style text:level="2" style:num-format="a" text:display-levels="2"/>'
        "</text:outline-style></office:document-styles>"
    )
    text = read_structured(odt(body, {"styles.xml": outlined}), Kind.ODT)
    assert [b.text for b in of_type(text, ElementType.SECTION_HEADER)] == ["I. Scope", "I.a Who"]
    items = [i for b in of_type(text, ElementType.LIST) for i in b.children]
    assert [(i.marker, i.text) for i in items] == [
        *(("5.", "a"), ("6.", "b"), ("7.", "c"), ("", "head"), ("1.", "d"))
    ]


@pytest.mark.parametrize(
    ("look", "shown"),
    [
        ('style:text-position="super 58%"', [("paragraph", "10⁹ cells")]),
        ('style:text-position="33% 58%"', [("paragraph", "10⁹ cells")]),
        ('style:text-position="-33% 58%"', [("paragraph", "10₉ cells")]),
        ('style:text-position="0% 100%"', [("paragraph", "109 cells")]),
        ('style:text-line-through-style="none"', [("paragraph", "109 cells")]),
        ('style:text-line-through-style="solid"', [("struck out", "9"), ("paragraph", "10 cells")]),
        ('text:display="none"', [("hidden", "9"), ("paragraph", "10 cells")]),
    ],
)
def test_words_of_an_opendocument_text_mean_what_their_style_says(
    look: str, shown: list[tuple[str, str]]
) -> None:
    body = '<text:p>10<text:span text:style-name="L">9</text:span> cells</text:p>'
    style = f'<style:style style:name="L"><style:text-properties {look}/></style:style>'
    parts = f"<office:document-styles {files.ODF_SPACES}>{style}</office:document-styles>"
    text = read_structured(odt(body, {"styles.xml": parts}), Kind.ODT)
    assert outline(text) == shown


def test_fields_of_an_opendocument_text_hide_what_they_say() -> None:
    hiding = 'text:is-hidden="true"'
    body = f"<text:p>Seen<text:hidden-text {hiding}>Draft</text:hidden-text></text:p>"
    body += f"<text:p>Secret<text:hidden-paragraph {hiding}/></text:p>"
    body += '<text:p>Shown<text:hidden-paragraph text:is-hidden="false"/></text:p>'
    assert outline(read_structured(odt(body), Kind.ODT)) == [
        ("hidden", "Draft"),
        ("paragraph", "Seen"),
        ("hidden", "Secret"),
        ("paragraph", "Shown"),
    ]


def test_notes_of_an_opendocument_text_begin_with_their_marks() -> None:
    def note(mark: str) -> str:
        body = "<text:note-body><text:p>Text</text:p></text:note-body>"
        return f"<text:note><text:note-citation>{mark}</text:note-citation>{body}</text:note>"

    text = read_structured(
        odt(f"<text:p>a{note('1')} b{note('ii')} c{note('*')}</text:p>"), Kind.ODT
    )
    assert [b.marker for b in of_type(text, ElementType.FOOTNOTE)] == ["1.", "ii.", "*"]


def test_hidden_sections_and_rows_of_an_opendocument_text_are_set_aside() -> None:
    body = '<text:section text:display="none"><text:p>Draft</text:p></text:section>'
    for shown, word in (("visible", "a"), ("collapse", "b")):
        cell = f"<table:table-cell><text:p>{word}</text:p></table:table-cell>"
        body += f'<table:table-row table:visibility="{shown}">{2 * cell}</table:table-row>'
    body = body.replace("<table:table-row", "<table:table><table:table-row", 1) + "</table:table>"
    text = read_structured(odt(body), Kind.ODT)
    assert outline(text) == [("hidden", "Draft"), ("hidden", "b"), ("hidden", "b")]
    assert [cell for cell, _ in cells(text.blocks[-1]) if cell] == ["a", "a"]


@pytest.mark.parametrize("address", ["./Object 1", "Object 1/", ""])
def test_a_formula_of_an_opendocument_text_is_read_where_it_stands(address: str) -> None:
    formula = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mn>2</mn>'
        '</mfrac><annotation encoding="StarMath 5.0">{a} over {2}</annotation></semantics></math>'
    )
    body = (
        f'<text:p>Take <draw:frame><draw:object xlink:href="{address}">'
        f"{'' if address else formula}</draw:object><draw:image "
        'xlink:href="./ObjectReplacements/Object 1"/></draw:frame> mg</text:p>'
    )
    text = read_structured(odt(body, {"Object 1/content.xml": formula}), Kind.ODT)
    assert outline(text) == [("paragraph", "Take a/2 mg")]


_DEEP = f"<math>{'<mrow>' * 3000}<mn>5</mn>{'</mrow>' * 3000}</math>"


@pytest.mark.parametrize(
    ("content", "text"), [("<math", "Take mg"), ("", "Take mg"), (_DEEP, "Take 5 mg")]
)
def test_a_damaged_formula_of_an_opendocument_text_loses_no_other_text(
    content: str, text: str
) -> None:
    body = (
        '<text:p>Take <draw:frame><draw:object xlink:href="./Object 1"/><draw:image '
        'xlink:href="Pictures/a.png"/></draw:frame> mg</text:p>'
    )
    read = read_structured(odt(body, {"Object 1/content.xml": content}), Kind.ODT)
    assert outline(read) == [("paragraph", text)]


def test_a_row_of_an_opendocument_text_may_stand_for_several() -> None:
    row = "<table:table-cell><text:p>a</text:p></table:table-cell>"
    body = (
        f"<table:table><table:table-row>{row}{row}</table:table-row><table:table-row "
        f'table:number-rows-repeated="2">{row}{row}</table:table-row></table:table>'
    )
    assert len(read_structured(odt(body), Kind.ODT).blocks[0].children) == 3


def test_a_format_of_dates_is_not_taken_for_the_text_of_an_opendocument() -> None:
    content = (
        f'<office:document-content {files.ODF_SPACES} xmlns:number="urn:n"><number:text>. '
        "</number:text><office:body><office:text><text:p>Seen</text:p></office:text></office:body>"
        "</office:document-content>"
    )
    assert outline(read_structured(odt("", {"content.xml": content}), Kind.ODT)) == [
        ("paragraph", "Seen")
    ]


def test_a_drawing_of_an_opendocument_text_is_shown_by_the_picture_beside_it() -> None:
    images = "".join(f'<draw:image xlink:href="Pictures/a.{end}"/>' for end in ("svg", "png"))
    text = read_structured(odt(f"<text:p>x<draw:frame>{images}</draw:frame></text:p>"), Kind.ODT)
    assert of_type(text, ElementType.FIGURE)[0].picture is not None


def test_a_book_keeps_the_text_behind_empty_elements_and_may_have_empty_chapters() -> None:
    chapters = {"a.xhtml": '<a id="p"/><p>One</p><script src="x"/><p>Two</p>', "b.xhtml": ""}
    text = read_structured(epub(chapters, more={"OEBPS/b.xhtml": b""}), Kind.EPUB)
    assert outline(text) == [("paragraph", "One"), ("paragraph", "Two")]
