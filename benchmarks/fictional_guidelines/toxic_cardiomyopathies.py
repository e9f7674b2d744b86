"""A guideline in the manner of the ESC: tables of recommendations with coloured classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.platypus import CondPageBreak, Frame, NextPageTemplate, PageTemplate, Paragraph
from reportlab.platypus import Spacer as Gap
from reportlab.platypus.tables import Table, TableStyle

from benchmarks.fictional_guidelines import typesetting

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "toxic_cardiomyopathies"
"""What the files of the guideline are called, without ending."""

_FINE = (
    "This guideline is fictional and was made for testing. It must not guide the care of anyone."
)
_WIDTH, _HEIGHT = A4
_SIDE = 62
_TEXT = _WIDTH - 2 * _SIDE
_RED = HexColor("#a6192e")
_PALE = HexColor("#f3e3e5")
_CLASS_COLOURS = {
    "I": HexColor("#8fc88f"),
    "IIa": HexColor("#f7e07a"),
    "IIb": HexColor("#f3b562"),
    "III": HexColor("#ea8a84"),
}


def _side_line(canvas: Canvas) -> None:
    """Sets the line of the download along the right edge, as publishers do."""
    canvas.saveState()
    canvas.translate(_WIDTH - 22, _HEIGHT / 2 - 170)
    canvas.rotate(90)
    canvas.setFont("Helvetica", 6)
    canvas.drawString(
        0, 0, "Downloaded from https://journal.adsc.example by guest on 03 September 2032"
    )
    canvas.restoreState()


def _first(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the head of the first page."""
    canvas.setFont("Helvetica", 8)
    canvas.drawString(_SIDE, _HEIGHT - 40, "Adriatic Heart Journal (2032) 00, 1–5")
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, "ADSC GUIDELINES")
    canvas.setStrokeColor(_RED)
    canvas.setLineWidth(2)
    canvas.line(_SIDE, _HEIGHT - 46, _WIDTH - _SIDE, _HEIGHT - 46)
    _side_line(canvas)
    canvas.setFont("Helvetica", 6.5)
    canvas.drawCentredString(_WIDTH / 2, 28, _FINE)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head with the number of the page at the outer edge."""
    page = canvas.getPageNumber()
    canvas.setFont("Helvetica-Bold", 8)
    if page % 2:
        canvas.drawString(_SIDE, _HEIGHT - 40, "ADSC Guidelines")
        canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, str(page))
    else:
        canvas.drawString(_SIDE, _HEIGHT - 40, str(page))
        canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, "ADSC Guidelines")
    _side_line(canvas)
    canvas.setFont("Helvetica", 6.5)
    canvas.drawCentredString(_WIDTH / 2, 28, _FINE)


def _raised(text: str) -> str:
    """The text with smaller numbers of references."""
    return text.replace("<super>", '<super rise="3.2" size="5.5">')


def _recommendations(block: dict[str, Any]) -> Table:
    """A table of recommendations; rows of one cell are headings across it."""
    cell = typesetting.style("Helvetica", 8.6, 11)
    bold = typesetting.style("Helvetica-Bold", 8.6, 11)
    head = typesetting.style("Helvetica-Bold", 8.6, 11, textColor=white)
    middle = typesetting.style("Helvetica-Bold", 8.6, 11, alignment=1)
    white_middle = typesetting.style("Helvetica-Bold", 8.6, 11, alignment=1, textColor=white)
    rows: list[list[Any]] = [
        [Paragraph(block["text"], head), "", ""],
        [
            Paragraph("Recommendations", bold),
            Paragraph(_raised("Class<super>a</super>"), middle),
            Paragraph(_raised("Level<super>b</super>"), middle),
        ],
    ]
    look: list[tuple[Any, ...]] = [
        ("SPAN", (0, 0), (-1, 0)),
        ("BACKGROUND", (0, 0), (-1, 0), _RED),
        ("BACKGROUND", (0, 1), (-1, 1), _PALE),
        ("GRID", (0, 0), (-1, -1), 0.5, _RED),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]
    for at, row in enumerate(block["rows"], start=2):
        if len(row) == 1:
            rows.append([Paragraph(row[0], bold), "", ""])
            look += [("SPAN", (0, at), (-1, at)), ("BACKGROUND", (0, at), (-1, at), _PALE)]
            continue
        text, grade, level = row
        shown = white_middle if grade == "III" else middle
        rows.append(
            [Paragraph(_raised(text), cell), Paragraph(grade, shown), Paragraph(level, middle)]
        )
        look.append(("BACKGROUND", (1, at), (1, at), _CLASS_COLOURS[grade]))
    widths = [_TEXT - 96, 48, 48]
    return Table(rows, colWidths=widths, repeatRows=2, style=TableStyle(look), spaceBefore=4)


def _plain(block: dict[str, Any]) -> Table:
    """A table that holds no recommendations."""
    cell = typesetting.style("Helvetica", 8, 10)
    rows = [[Paragraph(text, cell) for text in row] for row in block["rows"]]
    look: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.4, HexColor("#999999")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    if block["kind"] == "classes":
        colours = enumerate(_CLASS_COLOURS.values(), start=1)
        look += [("BACKGROUND", (0, at), (0, at), colour) for at, colour in colours]
    widths = [_TEXT * share for share in block["widths"]]
    return Table(rows, colWidths=widths, style=TableStyle(look))


def _statements(block: dict[str, Any]) -> Table:
    """Statements with the share of votes, which is no grade."""
    cell = typesetting.style("Helvetica", 8.6, 11)
    rows = [[Paragraph(text, cell) for text in row] for row in block["rows"]]
    look = [
        ("BACKGROUND", (0, 0), (-1, -1), HexColor("#e4ecf5")),
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, white),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]
    return Table(rows, colWidths=[_TEXT * 0.22, _TEXT * 0.6, _TEXT * 0.18], style=TableStyle(look))


def _abbreviations(block: dict[str, Any]) -> Table:
    """Two columns without lines."""
    cell = typesetting.style("Helvetica", 8, 10)
    rows = [[Paragraph(text, cell) for text in row] for row in block["rows"]]
    tight = TableStyle(
        [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    )
    return Table(rows, colWidths=[70, 280], hAlign="LEFT", style=tight)


def _flowables() -> list[Flowable]:
    """The guideline, block by block."""
    body = typesetting.style("Times-Roman", 10.5, 13.2, alignment=4, spaceAfter=6)
    heading = {"textColor": _RED, "keepWithNext": 1, "spaceAfter": 4}
    styles = {
        "title": typesetting.style("Helvetica-Bold", 20, 24, textColor=_RED, spaceAfter=8),
        "sub": typesetting.style("Helvetica-Bold", 10, 13, spaceAfter=6),
        "authors": typesetting.style("Helvetica", 9, 12, spaceAfter=6),
        "small": typesetting.style("Helvetica", 7, 9, spaceAfter=6),
        "p": body,
        "li": typesetting.style("Times-Roman", 10.5, 13.2, leftIndent=14, bulletIndent=3),
        "h1": typesetting.style("Helvetica-Bold", 13, 16, spaceBefore=8, **heading),
        "h2": typesetting.style("Helvetica-Bold", 10.5, 13, spaceBefore=5, **heading),
    }
    caption = typesetting.style("Helvetica-Bold", 8.5, 11, spaceBefore=5, spaceAfter=3)
    caption.keepWithNext = 1
    note = typesetting.style("Helvetica", 6.5, 8, spaceBefore=2, spaceAfter=9)
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind == "recs":
            marks = "<super>a</super>Class of recommendation. <super>b</super>Level of evidence."
            story += [CondPageBreak(90), _recommendations(block), Paragraph(marks, note)]
        elif kind in {"table", "classes"}:
            story += [Paragraph(text, caption), _plain(block), Gap(1, 8)]
        elif kind == "box":
            story += [Paragraph(text, caption), _statements(block), Gap(1, 8)]
        elif kind == "abbr":
            story.append(_abbreviations(block))
        elif kind == "li":
            story.append(Paragraph(text, styles[kind], bulletText="•"))
        else:
            story.append(Paragraph(text, styles[kind]))
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    frame = Frame(_SIDE, 46, _TEXT, _HEIGHT - 46 - 54, leftPadding=0, rightPadding=0)
    templates = [
        PageTemplate("first", [frame], onPage=_first),
        PageTemplate("later", [frame], onPage=_later),
    ]
    return typesetting.pdf("2032 ADSC Guidelines", A4, templates, _flowables())
