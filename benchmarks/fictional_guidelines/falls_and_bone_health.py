"""A guideline that mixes the manners of SIGN, NICE and the USPSTF."""

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

NAME = "falls_and_bone_health"
"""What the files of the guideline are called, without ending."""

_FINE = "A fictional guideline made for testing; nothing in it is advice."
_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT = 84, 64
_TEXT = _WIDTH - _LEFT - _RIGHT
_GREEN = HexColor("#2f5d50")
_TICK = '<font name="SourceSansPro">✓</font>'


def _first(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the bar beside the title and the foot of the first page."""
    canvas.setFillColor(_GREEN)
    canvas.rect(0, _HEIGHT - 190, 54, 190, stroke=0, fill=1)
    canvas.setFillColor(HexColor("#000000"))
    _foot(canvas)


def _foot(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 7.5)
    canvas.drawString(_LEFT, 44, "© HICG 2031. All rights reserved. Subject to notice of rights.")
    canvas.drawRightString(_WIDTH - _RIGHT, 44, f"Page {canvas.getPageNumber()} of 4")
    canvas.setFont("Helvetica", 6.5)
    canvas.drawString(_LEFT, 33, _FINE)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head and the foot."""
    canvas.setFont("Helvetica", 8)
    canvas.drawString(_LEFT, _HEIGHT - 38, "Falls and bone health in later life (G61)")
    _foot(canvas)


def _beside(mark: Paragraph, text: Sequence[Flowable], width: float, colour: str = "") -> Table:
    """A mark in the margin, with the text beside it."""
    look: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (0, 0), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    if colour:
        look.append(("BACKGROUND", (0, 0), (0, 0), HexColor(colour)))
    return Table([[mark, list(text)]], colWidths=[width, _TEXT - width], style=TableStyle(look))


def _recommendation(block: dict[str, Any]) -> list[Flowable]:
    """A recommendation in the form that its kind asks for."""
    kind, text = block["kind"], block["text"]
    body = typesetting.style("Times-Roman", 11, 13.6)
    mark = typesetting.style("Helvetica-Bold", 11, 13.6, alignment=1)
    note = typesetting.style("Helvetica-Oblique", 8.5, 11)
    if kind == "r":
        strength = Paragraph(f"Strength of evidence: {block['level']}", note)
        letter = typesetting.style("Helvetica-Bold", 12, 13.6, alignment=1, textColor=white)
        inside = [Paragraph(text, body), strength]
        return [_beside(Paragraph("R", letter), inside, 28, "#2f5d50"), Gap(1, 5)]
    if kind == "tick":
        sign = Paragraph(_TICK, mark)
        return [_beside(sign, [Paragraph(text, body)], 28, "#dce9e4"), Gap(1, 5)]
    if kind == "task":
        style = typesetting.style(
            "Times-Roman", 11, 13.6, borderWidth=0.8, borderColor=_GREEN, borderPadding=5
        )
        box = Paragraph(f"{text} <b>{block['tail']}</b>", style)
        return [Gap(1, 5), box, Gap(1, 11)]
    number = Paragraph(block["label"], typesetting.style("Helvetica", 10, 13.6))
    if not block["bullets"]:
        inside = [Paragraph(f"{text} <b>{block['date']}</b>", body)]
        return [_beside(number, inside, 38), Gap(1, 3)]
    inside = [Paragraph(text, body)]
    bullet = typesetting.style("Times-Roman", 11, 13.6, leftIndent=14, bulletIndent=3)
    for at, point in enumerate(block["bullets"], start=1):
        date = f" <b>{block['date']}</b>" if at == len(block["bullets"]) else ""
        inside.append(Paragraph(point + date, bullet, bulletText="•"))
    return [_beside(number, inside, 38), Gap(1, 3)]


def _table(block: dict[str, Any]) -> Flowable:
    """A table of evidence with its caption."""
    cell = typesetting.style("Helvetica", 8.5, 11)
    rows = [[Paragraph(text, cell) for text in row] for row in block["rows"]]
    look = [
        ("GRID", (0, 0), (-1, -1), 0.4, HexColor("#777777")),
        ("BACKGROUND", (0, 0), (-1, 0), HexColor("#dce9e4")),
    ]
    widths = [_TEXT * share for share in block["widths"]]
    table = Table(rows, colWidths=widths, style=TableStyle(look))
    caption = typesetting.style("Helvetica-Bold", 9, 12, spaceBefore=5, spaceAfter=4)
    return KeepTogether([Paragraph(block["text"], caption), table, Gap(1, 9)])


def _flowables() -> list[Flowable]:
    """The guideline, block by block."""
    body = typesetting.style("Times-Roman", 11, 13.6, spaceAfter=7)
    styles = {
        "title": typesetting.style("Helvetica-Bold", 24, 29, textColor=_GREEN, spaceAfter=6),
        "sub": typesetting.style("Helvetica", 13, 17, spaceAfter=6),
        "meta": typesetting.style("Helvetica", 9.5, 14, spaceAfter=40),
        "p": body,
        "ptick": body,
        "h1": typesetting.style("Helvetica-Bold", 15, 19, spaceBefore=9, spaceAfter=6),
        "h2": typesetting.style(
            "Helvetica-Bold", 12, 15, spaceBefore=7, spaceAfter=6, textColor=_GREEN
        ),
    }
    why = typesetting.style("Helvetica-Bold", 9, 12, spaceBefore=4, spaceAfter=2, keepWithNext=1)
    story: list[Flowable] = [NextPageTemplate("later")]
    for block in typesetting.blocks(NAME):
        kind, text = block["kind"], block["text"]
        if kind in {"num", "r", "tick", "task"}:
            story += _recommendation(block)
        elif kind == "table":
            story.append(_table(block))
        elif kind == "why":
            heading = Paragraph("Why the committee made the recommendations", why)
            story += [heading, Paragraph(text, body)]
        else:
            room = 90 if kind in {"h1", "h2"} else 0
            shown = text.replace("✓", _TICK)
            story += [CondPageBreak(room), Paragraph(shown, styles[kind])]
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    typesetting.family("font_source_sans_pro", "SourceSansPro")  # Helvetica has no tick.
    frame = Frame(_LEFT, 60, _TEXT, _HEIGHT - 60 - 52, leftPadding=0, rightPadding=0)
    templates = [
        PageTemplate("first", [frame], onPage=_first),
        PageTemplate("later", [frame], onPage=_later),
    ]
    return typesetting.pdf("Falls and bone health in later life", A4, templates, _flowables())
