"""A guideline in the manners of SIGN and of Australian societies: letters, ticks and margins."""

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
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "wet_cough_and_bronchiectasis"
"""What the files of the guideline are called, without ending."""

_FINE = "This guideline is fictional. It was written to test software and must not guide care."
_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT = 78, 58
_TEXT = _WIDTH - _LEFT - _RIGHT
_MARGIN = 40
"""Width of the column of levels, right of the text, in points."""
_BLUE, _PALE = HexColor("#23407a"), HexColor("#e3e9f4")
_SANS = ("font_source_sans_pro", "SourceSansPro")
_ROOM = {"h1": 130, "h2": 100}


def _cover(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the band of the first page."""
    canvas.setFillColor(_BLUE)
    canvas.rect(0, _HEIGHT - 64, _WIDTH, 64, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont(f"{typesetting.family(*_SANS)}-Bold", 26)
    canvas.drawString(_LEFT, _HEIGHT - 44, "TNGN")
    _foot(canvas)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head and the foot."""
    canvas.setFillColor(_BLUE)
    canvas.setFont(typesetting.family(*_SANS), 8)
    head = "Management of chronic wet cough and bronchiectasis"
    canvas.drawRightString(_WIDTH - _RIGHT, _HEIGHT - 36, head)
    _foot(canvas)


def _foot(canvas: Canvas) -> None:
    canvas.setFillColor(HexColor("#000000"))
    sans = typesetting.family(*_SANS)
    canvas.setFont(sans, 7)
    canvas.drawString(_LEFT, 34, _FINE)
    canvas.setFont(f"{sans}-Bold", 9)
    canvas.drawRightString(_WIDTH - _RIGHT, 34, f"| {canvas.getPageNumber()}")


def _raised(text: str) -> str:
    """The text with smaller numbers of references."""
    return text.replace("<super>", '<super rise="3.5" size="6">')


def _evidence(block: dict[str, Any], sans: str) -> Flowable:
    """A paragraph with the levels of its studies in the margin."""
    body = typesetting.style(sans, 10.2, 13.4)
    level = typesetting.style(f"{sans}-Bold", 9.5, 13.4, alignment=2)
    row = [Paragraph(_raised(block["text"]), body), Paragraph("<br/>".join(block["levels"]), level)]
    look = TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (0, 0), 0),
            ("RIGHTPADDING", (1, 0), (1, 0), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
        ]
    )
    return Table([row], colWidths=[_TEXT - _MARGIN, _MARGIN], style=look, spaceAfter=3)


def _marked(rows: Sequence[tuple[Paragraph, Sequence[Flowable]]], frame: str = "") -> Table:
    """Letters or ticks in squares, each with its text beside it."""
    look: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("BACKGROUND", (0, 0), (0, -1), _PALE),
        ("LINEBELOW", (0, 0), (0, -2), 2, white),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
        ("LEFTPADDING", (1, 0), (1, -1), 9),
    ]
    if frame:
        look.append(("BOX", (0, 0), (-1, -1), 1, HexColor(frame)))
    else:
        look.append(("BOX", (0, 0), (0, -1), 0.6, _BLUE))
    cells: list[list[Any]] = [[mark, list(text)] for mark, text in rows]
    return Table(cells, colWidths=[26, _TEXT - _MARGIN - 26], hAlign="LEFT", style=TableStyle(look))


def _recommendation(block: dict[str, Any], sans: str) -> Flowable:
    """A recommendation or a good practice point with its mark, or several in one frame."""
    letter = typesetting.style(f"{sans}-Bold", 12, 14, alignment=1, textColor=_BLUE)
    text = typesetting.style(f"{sans}-Bold", 10.2, 13.4)
    plain = typesetting.style(sans, 10.2, 13.4)
    if block["kind"] == "graded":
        table = _marked([(Paragraph(block["grade"], letter), [Paragraph(block["text"], text)])])
    elif block["kind"] == "tick":
        bullet = typesetting.style(sans, 10.2, 13.4, leftIndent=12, bulletIndent=2)
        points = [Paragraph(point, bullet, bulletText="•") for point in block["bullets"]]
        table = _marked([(Paragraph("✓", letter), [Paragraph(block["text"], plain), *points])])
    else:
        rows = [(Paragraph(mark, letter), [Paragraph(each, text)]) for mark, each in block["rows"]]
        table = _marked(rows, "#23407a")
    return KeepTogether([table, Gap(1, 6)])


def _box(block: dict[str, Any], sans: str) -> Flowable:
    """A numbered box with its kind and grade in the head."""
    head = typesetting.style(f"{sans}-Bold", 9.5, 12, textColor=white)
    right = typesetting.style(f"{sans}-Bold", 9.5, 12, textColor=white, alignment=2)
    body = typesetting.style(sans, 10.2, 13.4)
    rows: list[list[Any]] = [
        [Paragraph(block["label"], head), Paragraph(block["mark"], right)],
        [Paragraph(block["text"], body), ""],
    ]
    look = [
        ("SPAN", (0, 1), (1, 1)),
        ("BACKGROUND", (0, 0), (-1, 0), _BLUE),
        ("BOX", (0, 0), (-1, -1), 0.8, _BLUE),
        ("TOPPADDING", (0, 0), (-1, 0), 1),
        ("BOTTOMPADDING", (0, 1), (-1, 1), 6),
    ]
    table = Table(rows, colWidths=[_TEXT - 110, 110], style=TableStyle(look))
    return KeepTogether([table, Gap(1, 7)])


def _table(rows: Sequence[Sequence[str]], widths: Sequence[float], sans: str) -> Table:
    """A table with a pale head; widths are shares of the text."""
    cell = typesetting.style(sans, 9, 11.5)
    head = typesetting.style(f"{sans}-Bold", 9, 11.5)
    cells = [[Paragraph(text, cell if at else head) for text in row] for at, row in enumerate(rows)]
    look = [
        ("BACKGROUND", (0, 0), (-1, 0), _PALE),
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, _BLUE),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, _BLUE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
    ]
    return Table(cells, colWidths=[_TEXT * share for share in widths], style=TableStyle(look))


def _key(block: dict[str, Any], sans: str) -> Flowable:
    """The key to levels, grades and the tick, in one frame."""
    cell = typesetting.style(sans, 8.5, 10.5)
    bold = typesetting.style(f"{sans}-Bold", 8.5, 10.5)
    title = typesetting.style(f"{sans}-Bold", 9.5, 12, textColor=white)
    parts = [
        ("Levels of evidence", block["levels"]),
        ("Grades of recommendation", block["grades"]),
        ("Good practice points", [["✓", block["point"]]]),
    ]
    rows: list[list[Any]] = [[Paragraph(block["text"], title), ""]]
    heads = [0]
    for name, lines in parts:
        heads.append(len(rows))
        rows.append([Paragraph(name, bold), ""])
        rows += [[Paragraph(mark, bold), Paragraph(text, cell)] for mark, text in lines]
    look: list[tuple[Any, ...]] = [("SPAN", (0, at), (1, at)) for at in heads]
    look += [("BACKGROUND", (0, at), (1, at), _PALE) for at in heads[1:]]
    look += [
        ("BACKGROUND", (0, 0), (1, 0), _BLUE),
        ("BOX", (0, 0), (-1, -1), 0.8, _BLUE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    return Table(rows, colWidths=[34, _TEXT - 34], style=TableStyle(look))


def _abbreviations(block: dict[str, Any], sans: str) -> Table:
    """Short and long forms in two columns without lines."""
    cell, bold = typesetting.style(sans, 9, 11), typesetting.style(f"{sans}-Bold", 9, 11)
    rows = [[Paragraph(short, bold), Paragraph(full, cell)] for short, full in block["rows"]]
    tight = [("TOPPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    return Table(rows, colWidths=[66, 320], hAlign="LEFT", style=TableStyle(tight))


def _flowables(sans: str) -> list[Flowable]:
    """The guideline, block by block."""
    bold = f"{sans}-Bold"
    heading = {"textColor": _BLUE, "keepWithNext": 1}
    styles = {
        "number": typesetting.style(bold, 40, 46, textColor=_BLUE, spaceBefore=14),
        "title": typesetting.style(bold, 20, 24, textColor=_BLUE, spaceAfter=4),
        "sub": typesetting.style(sans, 13, 17, spaceAfter=4),
        "meta": typesetting.style(bold, 10, 14, spaceAfter=8),
        "small": typesetting.style(sans, 8.5, 11, spaceAfter=12),
        "p": typesetting.style(sans, 10.2, 13.4, spaceAfter=7, rightIndent=_MARGIN),
        "h1": typesetting.style(bold, 17, 21, spaceBefore=10, spaceAfter=6, **heading),
        "h2": typesetting.style(bold, 10.5, 13, spaceBefore=5, spaceAfter=5, **heading),
        "ref": typesetting.style(sans, 8, 10, spaceAfter=2),
        "bullet": typesetting.style(sans, 10.2, 13.4, leftIndent=14, bulletIndent=3, spaceAfter=2),
    }
    caption = typesetting.style(f"{sans}-BoldItalic", 9, 12, spaceBefore=4, spaceAfter=3)
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind in {"graded", "tick", "keybox"}:
            story.append(_recommendation(block, sans))
        elif kind == "evidence":
            story.append(_evidence(block, sans))
        elif kind == "box":
            story.append(_box(block, sans))
        elif kind == "key":
            story += [_key(block, sans), Gap(1, 8)]
        elif kind == "rectable":
            story += [_table(block["rows"], (0.1, 0.66, 0.12, 0.12), sans), Gap(1, 9)]
        elif kind == "table":
            table = _table(block["rows"], block["widths"], sans)
            story.append(KeepTogether([Paragraph(text, caption), table, Gap(1, 9)]))
        elif kind == "abbr":
            story.append(_abbreviations(block, sans))
        else:
            mark = "•" if kind == "bullet" else None
            shown = Paragraph(text, styles[kind], bulletText=mark)
            story += [CondPageBreak(_ROOM.get(kind, 0)), shown]
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    sans = typesetting.family(*_SANS)
    frame = Frame(_LEFT, 52, _TEXT, _HEIGHT - 52 - 52, leftPadding=0, rightPadding=0)
    below = Frame(_LEFT, 52, _TEXT, _HEIGHT - 52 - 84, leftPadding=0, rightPadding=0)
    templates = [
        PageTemplate("first", [below], onPage=_cover),
        PageTemplate("later", [frame], onPage=_later),
    ]
    title = "Management of chronic wet cough and bronchiectasis"
    return typesetting.pdf(title, A4, templates, _flowables(sans))
