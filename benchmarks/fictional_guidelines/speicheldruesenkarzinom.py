"""A German guideline in the manner of the S3 guidelines of the AWMF: boxes and background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor, white
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
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "speicheldruesenkarzinom"
"""What the files of the guideline are called, without ending."""

_FINE = "Diese Leitlinie ist erfunden und dient nur der Prüfung von Software."
_WIDTH, _HEIGHT = A4
_SIDE = 70
_TEXT = _WIDTH - 2 * _SIDE
_TEAL = HexColor("#00677f")
_LIGHT = HexColor("#d9ecf0")
_SANS = ("font_source_sans_pro", "SourceSansPro")
_ROOM = {"h1": 150, "h2": 120, "h3": 50}
_BREAKS = {"hyphenationLang": "de_DE", "embeddedHyphenation": 1}


def _cover(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the band and the fine print of the first page."""
    sans = typesetting.family(*_SANS)
    canvas.setFillColor(_TEAL)
    canvas.rect(0, _HEIGHT - 34, _WIDTH, 34, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont(f"{sans}-Bold", 13)
    canvas.drawString(_SIDE, _HEIGHT - 22, "LKHM")
    canvas.setFillColor(HexColor("#000000"))
    canvas.setFont(sans, 7)
    canvas.drawCentredString(_WIDTH / 2, 26, _FINE)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head, and a footer with version and page."""
    sans = typesetting.family(*_SANS)
    canvas.setFont(sans, 8.5)
    canvas.drawString(_SIDE, _HEIGHT - 38, "S3-Leitlinie Speicheldrüsenkarzinom")
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 38, "Registernummer 917-042OL")
    canvas.setStrokeColor(_TEAL)
    canvas.line(_SIDE, _HEIGHT - 43, _WIDTH - _SIDE, _HEIGHT - 43)
    canvas.line(_SIDE, 48, _WIDTH - _SIDE, 48)
    canvas.drawString(_SIDE, 37, "© LKHM | Langversion 2.1 | März 2031")
    canvas.drawRightString(_WIDTH - _SIDE, 37, f"Seite {canvas.getPageNumber()} von 6")
    canvas.setFont(sans, 7)
    canvas.drawCentredString(_WIDTH / 2, 26, _FINE)


def _strength(block: dict[str, Any]) -> str:
    """What stands in the left column of a box."""
    if block["grade"] == "EK":
        return "<b>EK</b>"
    parts = []
    between = " " if block["mark"].startswith("geprüft") else "<br/>"
    if block["grade"]:
        parts.append(f"Empfehlungsgrad{between}<b>{block['grade']}</b>")
    if block["level"]:
        parts.append(f"Level of Evidence{between}<b>{block['level']}</b>")
    return "<br/>".join(parts)


def _box(block: dict[str, Any], sans: str) -> Flowable:
    """A recommendation or a statement with its strength and its votes."""
    text = typesetting.style(f"{sans}-Bold", 10, 13)
    small = typesetting.style(sans, 8.5, 11)
    head = typesetting.style(f"{sans}-Bold", 9.5, 12, textColor=white)
    right = typesetting.style(sans, 8.5, 12, textColor=white, alignment=2)
    rows: list[list[Any]] = [
        [Paragraph(block["label"], head), Paragraph(block["mark"], right)],
        [Paragraph(_strength(block), small), Paragraph(block["text"], text)],
    ]
    if block["lit"]:
        rows.append(["", Paragraph(f"Literatur: {block['lit']}", small)])
    votes = f"Konsensstärke: {block['votes']}"
    rows.append([Paragraph(block["kons"], small), Paragraph(votes, small)])
    look = [
        ("BACKGROUND", (0, 0), (-1, 0), _TEAL),
        ("BACKGROUND", (0, 1), (0, -1), _LIGHT),
        ("BOX", (0, 0), (-1, -1), 0.7, _TEAL),
        ("LINEABOVE", (0, -1), (-1, -1), 0.4, _TEAL),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
    ]
    table = Table(rows, colWidths=[104, _TEXT - 104], style=TableStyle(look))
    return KeepTogether([table, Gap(1, 9)])


def _table(block: dict[str, Any], sans: str) -> list[Flowable]:
    """A table of facts, with its caption where it has one."""
    cell = typesetting.style(sans, 9, 11)
    rows = [[Paragraph(text, cell) for text in row] for row in block["rows"]]
    look = [
        ("BACKGROUND", (0, 0), (-1, 0), _LIGHT),
        ("LINEBELOW", (0, 0), (-1, -1), 0.3, _TEAL),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    widths = [_TEXT * share for share in block["widths"]]
    table = Table(rows, colWidths=widths, hAlign="LEFT", style=TableStyle(look))
    caption = typesetting.style(f"{sans}-Bold", 9, 12, spaceBefore=4, spaceAfter=3)
    above = [Paragraph(block["text"], caption)] if block["text"] else []
    return [KeepTogether([*above, table, Gap(1, 9)])]


def _contents(block: dict[str, Any], sans: str) -> Table:
    """The table of contents, with dots between title and page."""
    line = typesetting.style(sans, 9.5, 12)
    rows = []
    for number, title, page in block["rows"]:
        used = line.fontSize * 0.47 * len(title)
        dots = " ." * int((_TEXT - 80 - used) / 4.3)
        rows.append([Paragraph(number, line), Paragraph(f"{title}{dots}", line), page])
    tight = TableStyle(
        [
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ("FONT", (2, 0), (2, -1), sans, 9.5),
        ]
    )
    return Table(rows, colWidths=[34, _TEXT - 64, 30], style=tight)


def _flowables(sans: str) -> list[Flowable]:
    """The guideline, block by block."""
    heading = {"textColor": _TEAL, "keepWithNext": 1}
    bold = f"{sans}-Bold"
    styles = {
        "ribbon": typesetting.style(sans, 9, 12, spaceAfter=14),
        "title": typesetting.style(bold, 22, 27, textColor=_TEAL, spaceAfter=10),
        "sub": typesetting.style(bold, 11, 15, spaceAfter=3),
        "meta": typesetting.style(sans, 9.5, 13, spaceBefore=6, spaceAfter=6),
        "p": typesetting.style(sans, 10.3, 13.6, alignment=4, spaceAfter=7, **_BREAKS),
        "h1": typesetting.style(bold, 15, 18, spaceBefore=8, spaceAfter=6, **heading),
        "h2": typesetting.style(bold, 12, 15, spaceBefore=5, spaceAfter=5, **heading),
        "h3": typesetting.style(bold, 10.3, 13, spaceBefore=2, spaceAfter=3, keepWithNext=1),
    }
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind == "box":
            story.append(_box(block, sans))
        elif kind == "table":
            story += _table(block, sans)
        elif kind == "toc":
            story.append(_contents(block, sans))
        else:
            room = _ROOM.get(kind, 0)
            story += [CondPageBreak(room), Paragraph(text, styles[kind])]
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    sans = typesetting.family(*_SANS)
    frame = Frame(_SIDE, 56, _TEXT, _HEIGHT - 56 - 52, leftPadding=0, rightPadding=0)
    templates = [
        PageTemplate("first", [frame], onPage=_cover),
        PageTemplate("later", [frame], onPage=_later),
    ]
    return typesetting.pdf("S3-Leitlinie Speicheldrüsenkarzinom", A4, templates, _flowables(sans))
