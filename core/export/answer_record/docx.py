"""A record as a Word file: headings, tables, and pictures with words for who cannot see them."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from core.export.answer_record.blocks import Fields, Heading, Paragraph, Picture, Quotation, Tone
from core.export.answer_record.content import blocks
from core.export.answer_record.markup import clean, named_links

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table

    from core.export.answer_record.base import AnswerRecord
    from core.export.answer_record.blocks import Block

_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that a ZIP file knows: the same record gives the same bytes."""
_COLOURS = {Tone.QUIET: "4A545E", Tone.GOOD: "0A6B50", Tone.DOUBT: "7A5200", Tone.BAD: "A3282C"}
_QUOTED = "0072B2"
_WIDTH, _TALLEST = 16.4, 19.0
"""Centimetres of the text from side to side, and of a cut-out from top to bottom at most."""
_MARGIN = 2.25
_NAMES = 3.6
"""Centimetres of the column of names of fields."""


def docx(record: AnswerRecord) -> bytes:
    """The record as a file of Word's format."""
    from docx import Document

    document = Document()
    _set_up(document, record)
    for block in blocks(record):
        _add(document, block)
    out = io.BytesIO()
    document.save(out)
    return _undated(out.getvalue())


def _set_up(document: Document, record: AnswerRecord) -> None:
    from docx.shared import Cm, Pt, RGBColor

    facts = document.core_properties
    facts.title, facts.author, facts.comments = clean(record.question)[:255], "Sightline", ""
    facts.created = facts.modified = datetime(*_DATE[:6], tzinfo=UTC)
    page = document.sections[0]
    page.page_width, page.page_height = Cm(21.0), Cm(29.7)
    page.left_margin = page.right_margin = Cm(_MARGIN)
    page.top_margin = page.bottom_margin = Cm(2.0)
    for name, size in (("Normal", 10), ("Heading 1", 18), ("Heading 2", 14), ("Heading 3", 11)):
        style: Any = document.styles[name]
        style.element.get_or_add_rPr().get_or_add_rFonts().attrib.clear()  # fonts of the theme
        style.font.name, style.font.size = "Calibri", Pt(size)
        if name == "Normal":
            style.paragraph_format.space_after = Pt(4)
        else:
            style.font.color.rgb = RGBColor(0x1D, 0x25, 0x30)
    _number_pages(page.footer.paragraphs[0])


def _number_pages(paragraph: Any) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH

    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    for before, field in (("", "PAGE"), (" / ", "NUMPAGES")):
        paragraph.add_run(before)
        paragraph._p.append(_element("w:fldSimple", instr=field))


def _add(document: Document, block: Block) -> None:
    match block:
        case Heading():
            document.add_heading(_text(block.words), block.level)
        case Paragraph():
            _paragraph(document, block)
        case Quotation():
            _quotation(document, block)
        case Fields():
            _fields(document, block)
        case Picture():
            _picture(document, block)


def _paragraph(document: Document, block: Paragraph) -> None:
    from docx.shared import Pt, RGBColor

    paragraph = document.add_paragraph()
    links = "".join(f" {name}" for _, name in named_links(block.links))
    runs = [paragraph.add_run(_text(f"{block.lead} "))] if block.lead else []
    for run in runs:
        run.bold = True
    runs.append(paragraph.add_run(_text(block.words) + links))
    for run in runs:
        if block.tone in _COLOURS:
            run.font.color.rgb = RGBColor.from_string(_COLOURS[block.tone])
        if block.tone is Tone.QUIET:
            run.font.size = Pt(9)
    if block.tone is Tone.CLAIM:
        paragraph.paragraph_format.space_before = Pt(8)
    if block.framed:
        _border(paragraph, ("top", "left", "bottom", "right"), "9AA3AD")


def _quotation(document: Document, block: Quotation) -> None:
    from docx.shared import Cm

    if block.cells:
        table = _table(document, 2, len(block.cells))
        for column, cell in enumerate(block.cells):
            table.cell(0, column).paragraphs[0].add_run(_text(cell.heading)).italic = True
            table.cell(1, column).text = _text(cell.text)
        document.add_paragraph()
        return
    paragraph = document.add_paragraph()
    if block.columns:
        paragraph.add_run(_text(f"Columns: {block.columns}\n")).italic = True
    paragraph.add_run(_text(block.words.replace("\t", " │ ")))
    paragraph.paragraph_format.left_indent = Cm(0.4)
    _border(paragraph, ("left",), _QUOTED, 18)


def _fields(document: Document, block: Fields) -> None:
    from docx.shared import Cm, Pt

    table = _table(document, len(block.rows), 2)
    table.autofit = False
    widths = (_NAMES, _WIDTH - _NAMES)
    for column, width in zip(table.columns, widths, strict=True):
        column.width = Cm(width)
    for at, row in enumerate(block.rows):
        for cell, words, width in zip(table.rows[at].cells, row, widths, strict=True):
            cell.width = Cm(width)
            cell.text = _text(words)
            cell.paragraphs[0].paragraph_format.space_after = Pt(1)
            for run in cell.paragraphs[0].runs:
                run.font.size = Pt(9)
    document.add_paragraph().paragraph_format.space_after = Pt(0)


def _table(document: Document, rows: int, columns: int) -> Table:
    return document.add_table(rows, columns, "Table Grid")


def _picture(document: Document, block: Picture) -> None:
    from docx.shared import Cm, Pt

    drawn = block.cut_out
    width = min(_WIDTH, _TALLEST * drawn.width / drawn.height)
    paragraph = document.add_paragraph()
    paragraph.paragraph_format.keep_with_next = True
    paragraph.paragraph_format.space_after = Pt(2)
    shape = paragraph.add_run().add_picture(io.BytesIO(drawn.png), Cm(width))
    shape._inline.docPr.set("descr", _text(block.caption))
    for side in "TBLR":
        shape._inline.set(f"dist{side}", "0")  # else programs take distances of their own
    _paragraph(document, Paragraph(block.caption, tone=Tone.QUIET))


def _border(paragraph: Any, sides: tuple[str, ...], colour: str, eighths: int = 6) -> None:
    """Lines at sides of a paragraph; their width in eighths of a point."""
    borders = _element("w:pBdr")
    for side in sides:
        borders.append(
            _element(f"w:{side}", val="single", sz=str(eighths), space="6", color=colour)
        )
    properties = paragraph._p.get_or_add_pPr()
    properties.insert_element_before(
        borders, "w:shd", "w:tabs", "w:spacing", "w:ind", "w:jc", "w:rPr"
    )


def _element(name: str, **attributes: str) -> Any:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement(name)
    for attribute, value in attributes.items():
        element.set(qn(f"w:{attribute}"), value)
    return element


def _text(words: str) -> str:
    return "\n".join(filter(str.strip, clean(words).splitlines()))


def _undated(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as target:
        for entry in source.infolist():
            name = zipfile.ZipInfo(entry.filename, _DATE)
            target.writestr(name, source.read(entry), zipfile.ZIP_DEFLATED)
    return out.getvalue()
