"""A German guideline in the manner of the S3 and S2k of specialist societies, in four boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.pagesizes import A4
from reportlab.platypus import (
    CondPageBreak,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
)
from reportlab.platypus import Spacer as Gap
from reportlab.platypus.tables import Table, TableStyle

from benchmarks.fictional_guidelines import typesetting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "eisenmangel"
"""What the files of the guideline are called, without ending."""

_FINE = "Fiktive Leitlinie zur Prüfung von Software; keine der genannten Gesellschaften besteht."
_WIDTH, _HEIGHT = A4
_SIDE = 66
_TEXT = _WIDTH - 2 * _SIDE
_GREEN, _PALE, _GREY = HexColor("#3c6e3f"), HexColor("#e6efe2"), HexColor("#ededed")
_ROOM = {"h1": 130, "h2": 120, "h3": 60}
_BREAKS = {"hyphenationLang": "de_DE", "embeddedHyphenation": 1}
_BODY, _BOLD = "Helvetica", "Helvetica-Bold"


def _foot(canvas: Canvas) -> None:
    canvas.setFillColor(black)
    canvas.setFont(_BODY, 7.5)
    canvas.drawString(_SIDE, 40, "© GBEM 2035")
    canvas.drawRightString(_WIDTH - _SIDE, 40, f"Seite {canvas.getPageNumber()}")
    canvas.setFont(_BODY, 6.5)
    canvas.drawCentredString(_WIDTH / 2, 28, _FINE)


def _first(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the rule of the first page and the foot."""
    canvas.setStrokeColor(_GREEN)
    canvas.setLineWidth(5)
    canvas.line(_SIDE, _HEIGHT - 44, _WIDTH - _SIDE, _HEIGHT - 44)
    _foot(canvas)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head and the foot."""
    canvas.setFont(_BODY, 8)
    canvas.drawString(_SIDE, _HEIGHT - 38, "Leitlinie Eisenmangel und Eisenmangelanämie")
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 38, "Version 4.0 | Stand Februar 2035")
    canvas.setStrokeColor(_GREEN)
    canvas.line(_SIDE, _HEIGHT - 43, _WIDTH - _SIDE, _HEIGHT - 43)
    _foot(canvas)


def _box(block: dict[str, Any]) -> Table:
    """A box with number, type and status above the text, and grade and votes below it."""
    head = typesetting.style(_BOLD, 9, 11.5, textColor=white)
    right = typesetting.style(_BODY, 9, 11.5, textColor=white, alignment=2)
    text, small = typesetting.style(_BOLD, 9.6, 12.6), typesetting.style(_BODY, 8.5, 11)
    graded = block["grade"] != "EK"
    grade = f"Empfehlungsgrad: <b>{block['grade']}</b>" if graded else "<b>EK</b>"
    level = f"Evidenzgrad: <b>{block['level']}</b>" if graded else ""
    rows: list[list[Any]] = [
        [Paragraph(block["label"], head), Paragraph(block["type"], head), ""],
        [Paragraph(block["text"], text), "", ""],
        [Paragraph(each, small) for each in (grade, level, f"Konsensstärke: {block['votes']}")],
    ]
    rows[0][2] = Paragraph(block["status"], right)
    look = [
        ("BACKGROUND", (0, 0), (-1, 0), _GREEN),
        ("SPAN", (0, 1), (-1, 1)),
        ("BACKGROUND", (0, 2), (-1, 2), _PALE),
        ("BOX", (0, 0), (-1, -1), 0.8, _GREEN),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 1), (-1, 1), 6),
    ]
    return Table(rows, colWidths=[_TEXT * each for each in (0.3, 0.4, 0.3)], style=TableStyle(look))


def _shade(block: dict[str, Any]) -> Table:
    """A grey box: a line of capitals, the text, and grade and consensus in words."""
    head, text = typesetting.style(_BOLD, 8.5, 11), typesetting.style(_BODY, 9.8, 12.8)
    tail = typesetting.style("Helvetica-Oblique", 8.5, 11)
    rows = [
        [Paragraph(block["label"], head)],
        [Paragraph(block["text"], text)],
        [Paragraph(block["tail"], tail)],
    ]
    look = [
        ("BACKGROUND", (0, 0), (-1, -1), _GREY),
        ("LINEBEFORE", (0, 0), (0, -1), 3, _GREEN),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
    ]
    return Table(rows, colWidths=[_TEXT], style=TableStyle(look))


def _sided(block: dict[str, Any]) -> Table:
    """A box of three columns: number and status, text, votes."""
    small, bold = typesetting.style(_BODY, 8.5, 11), typesetting.style(_BOLD, 9, 11.5)
    text = typesetting.style(_BODY, 9.8, 12.8)
    left = [Paragraph(block["label"], bold), Paragraph(block["status"], small)]
    row = [left, Paragraph(block["text"], text), Paragraph(block["votes"], small)]
    look = [
        ("GRID", (0, 0), (-1, -1), 0.6, _GREEN),
        ("BACKGROUND", (0, 0), (0, 0), _PALE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
    ]
    widths = [_TEXT * each for each in (0.2, 0.62, 0.18)]
    return Table([row], colWidths=widths, style=TableStyle(look))


def _table(rows: Sequence[Sequence[str]], widths: Sequence[float]) -> Table:
    """A table with a coloured head; widths are shares of the text."""
    cell, head = typesetting.style(_BODY, 8.8, 11.2), typesetting.style(_BOLD, 8.8, 11.2)
    cells = [[Paragraph(text, cell if at else head) for text in row] for at, row in enumerate(rows)]
    look = [
        ("BACKGROUND", (0, 0), (-1, 0), _PALE),
        ("GRID", (0, 0), (-1, -1), 0.4, _GREEN),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    shares = [_TEXT * share for share in widths]
    return Table(cells, colWidths=shares, repeatRows=1, hAlign="LEFT", style=TableStyle(look))


def _flowables() -> list[Flowable]:
    """The guideline, block by block."""
    heading = {"textColor": _GREEN, "keepWithNext": 1}
    styles = {
        "register": typesetting.style(_BODY, 10, 13, spaceAfter=16),
        "title": typesetting.style(_BOLD, 21, 26, textColor=_GREEN, spaceAfter=8),
        "sub": typesetting.style(_BOLD, 12, 15, spaceAfter=8),
        "meta": typesetting.style(_BODY, 9.5, 13, spaceAfter=7),
        "p": typesetting.style(_BODY, 9.8, 13, alignment=4, spaceAfter=7, **_BREAKS),
        "bullet": typesetting.style(_BODY, 9.8, 13, leftIndent=14, bulletIndent=3, spaceAfter=2),
        "note": typesetting.style(_BODY, 8, 10, spaceAfter=8),
        "ref": typesetting.style(_BODY, 8, 10, spaceAfter=2),
        "h1": typesetting.style(_BOLD, 14, 17, spaceBefore=9, spaceAfter=6, **heading),
        "h2": typesetting.style(_BOLD, 11.5, 14, spaceBefore=5, spaceAfter=5, **heading),
        "h3": typesetting.style("Helvetica-BoldOblique", 9.8, 13, spaceAfter=3, keepWithNext=1),
    }
    caption = typesetting.style(_BOLD, 8.8, 11.5, spaceBefore=3, spaceAfter=3)
    boxes = {"box": _box, "shade": _shade, "sided": _sided}
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind in boxes:
            story.append(KeepTogether([boxes[kind](block), Gap(1, 7)]))
        elif kind == "rectable":
            story += [_table(block["rows"], (0.08, 0.62, 0.08, 0.1, 0.12)), Gap(1, 4)]
        elif kind == "table":
            table = _table(block["rows"], block["widths"])
            titled = [KeepTogether([Paragraph(text, caption), table])] if text else [table]
            story += [*titled, Gap(1, 9)]
        else:
            mark = "•" if kind == "bullet" else None
            shown = Paragraph(text, styles[kind], bulletText=mark)
            story += [CondPageBreak(_ROOM.get(kind, 0)), shown]
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    frame = Frame(_SIDE, 54, _TEXT, _HEIGHT - 54 - 52, leftPadding=0, rightPadding=0)
    templates = [
        PageTemplate("first", [frame], onPage=_first),
        PageTemplate("later", [frame], onPage=_later),
    ]
    return typesetting.pdf("Leitlinie Eisenmangel", A4, templates, _flowables())
