"""OpenDocument texts as blocks."""

from __future__ import annotations

import pytest

from core.cell_place import CellPlace
from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests import office_files as files
from tests.core.library.structured.outlines import cells, of_type, outline
from tests.office_files import odt


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
