"""Word documents as blocks."""

from __future__ import annotations

import pytest

from core.cell_place import CellPlace
from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests import office_files as files
from tests.core.library.structured.outlines import cells, of_type, outline
from tests.office_files import docx, item, paragraph


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
