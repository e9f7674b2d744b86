"""A guideline in the manner of KDIGO, with a chapter in that of the ACP, in two columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import LETTER
from reportlab.platypus import (
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
)
from reportlab.platypus.tables import Table, TableStyle

from benchmarks.fictional_guidelines import typesetting

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "potassium_in_kidney_disease"
"""What the files of the guideline are called, without ending."""

_FINE = "Fictional guideline, made for testing software. Not for use in the care of patients."
_WIDTH, _HEIGHT = LETTER
_SIDE, _GAP, _TOP, _BOTTOM = 56, 22, 64, 70
_COLUMN = (_WIDTH - 2 * _SIDE - _GAP) / 2
_BLUE = HexColor("#1f4e79")


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running header and footer; left and right pages differ."""
    page = canvas.getPageNumber()
    serif = typesetting.family("font_source_serif_pro", "SourceSerifPro")
    canvas.setFont(f"{serif}-Italic", 8.5)
    left, right = "I Solheim et al.: NNA potassium guideline", "www.nna-guidelines.example"
    if page % 2:
        left, right = right, left
    canvas.drawString(_SIDE, _HEIGHT - 40, left)
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, right)
    canvas.setStrokeColor(_BLUE)
    canvas.line(_SIDE, _HEIGHT - 45, _WIDTH - _SIDE, _HEIGHT - 45)
    _footer(canvas, page)


def _footer(canvas: Canvas, page: int) -> None:
    serif = typesetting.family("font_source_serif_pro", "SourceSerifPro")
    number = f"S{page + 10}"
    canvas.setFont(serif, 8.5)
    journal = "Kidney Practice Reports (2033) 12 (Suppl. 2), S11–S14"
    if page % 2:
        canvas.drawString(_SIDE, 40, journal)
        canvas.drawRightString(_WIDTH - _SIDE, 40, number)
    else:
        canvas.drawString(_SIDE, 40, number)
        canvas.drawRightString(_WIDTH - _SIDE, 40, journal)
    canvas.setFont(serif, 6.5)
    canvas.drawCentredString(_WIDTH / 2, 27, _FINE)


def _first(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the band of the journal above the title."""
    canvas.setFillColor(_BLUE)
    canvas.rect(_SIDE, _HEIGHT - 58, _WIDTH - 2 * _SIDE, 20, stroke=0, fill=1)
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(_SIDE + 6, _HEIGHT - 52, "CLINICAL PRACTICE GUIDELINE")
    canvas.drawRightString(_WIDTH - _SIDE - 6, _HEIGHT - 52, "OPEN")
    canvas.setFillColor(HexColor("#000000"))
    _footer(canvas, canvas.getPageNumber())


def _columns(height: float) -> list[Frame]:
    """Two frames side by side."""
    bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    return [
        Frame(_SIDE, _BOTTOM, _COLUMN, height, **bare),
        Frame(_SIDE + _COLUMN + _GAP, _BOTTOM, _COLUMN, height, **bare),
    ]


def _table(block: dict[str, Any]) -> list[Flowable]:
    """A small table with a caption above and a note below."""
    small = typesetting.style("Helvetica", 8, 10)
    rows = [[Paragraph(cell, small) for cell in row] for row in block["rows"]]
    table = Table(rows, colWidths=[_COLUMN * 0.36, _COLUMN * 0.46, _COLUMN * 0.18])
    lines = [("LINEABOVE", (0, 0), (-1, 0), 1, _BLUE), ("LINEBELOW", (0, 0), (-1, 0), 0.5, _BLUE)]
    table.setStyle(TableStyle([*lines, ("LINEBELOW", (0, -1), (-1, -1), 1, _BLUE)]))
    caption = typesetting.style("Helvetica-Bold", 8, 11, spaceBefore=6, spaceAfter=3)
    note = typesetting.style("Helvetica", 7, 9, spaceAfter=8)
    return [
        KeepTogether([Paragraph(block["text"], caption), table, Paragraph(block["note"], note)])
    ]


def _flowables(serif: str) -> list[Flowable]:
    """The guideline, block by block."""
    word_breaks = {"hyphenationLang": "en_GB", "embeddedHyphenation": 1}
    body = typesetting.style(serif, 10.6, 14.2, alignment=4, spaceAfter=5, **word_breaks)
    styles = {
        "title": typesetting.style(f"{serif}-Bold", 18, 22, spaceAfter=8, textColor=_BLUE),
        "authors": typesetting.style(serif, 10, 13, spaceAfter=5),
        "meta": typesetting.style("Helvetica", 7.5, 10, spaceAfter=8),
        "abstract": typesetting.style(serif, 9, 11.6, alignment=4),
        "p": body,
        "abbr": body,
        "ref": typesetting.style(serif, 8, 10.2, leftIndent=12, firstLineIndent=-12, spaceAfter=2),
        "h1": typesetting.style(
            "Helvetica-Bold", 11.5, 14, spaceBefore=9, spaceAfter=4, textColor=_BLUE, keepWithNext=1
        ),
        "h2": typesetting.style(
            "Helvetica-Bold", 10, 13, spaceBefore=6, spaceAfter=4, keepWithNext=1
        ),
        "h3": typesetting.style(
            "Helvetica-Oblique", 9.5, 12, spaceBefore=3, spaceAfter=2, keepWithNext=1
        ),
    }
    strong = typesetting.style(
        f"{serif}-Bold", 10.6, 14.2, leftIndent=8, spaceBefore=2, spaceAfter=6
    )
    point = typesetting.style(
        f"{serif}-Italic", 10.6, 14.2, leftIndent=8, spaceBefore=2, spaceAfter=6
    )
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind == "rec":
            tail = f" <i>{block['tail']}</i>." if block["tail"] else ""
            chosen = point if block["label"].startswith("Practice") else strong
            label = f'<font color="#1f4e79">{block["label"]}</font>'
            story.append(Paragraph(f"{label} {text}{tail}", chosen))
        elif kind == "table_drugs":
            story += _table(block)
        else:
            story.append(Paragraph(text, styles[kind]))
        if kind == "abstract":
            story.append(FrameBreak())
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    serif = typesetting.family("font_source_serif_pro", "SourceSerifPro")
    head = 168
    top = Frame(_SIDE, _HEIGHT - 68 - head, _WIDTH - 2 * _SIDE, head, leftPadding=0, rightPadding=0)
    below = _columns(_HEIGHT - 68 - head - 8 - _BOTTOM)
    templates = [
        PageTemplate("first", [top, *below], onPage=_first),
        PageTemplate("later", _columns(_HEIGHT - _TOP - _BOTTOM), onPage=_later),
    ]
    story = _flowables(serif)
    return typesetting.pdf("Potassium in chronic kidney disease", LETTER, templates, story)
