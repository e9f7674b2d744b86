"""A guideline in the manners of the USPSTF, the ACC, the IDSA and the ASCO, set as a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.pagesizes import LETTER
from reportlab.platypus import (
    BalancedColumns,
    CondPageBreak,
    Frame,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
)
from reportlab.platypus import Spacer as Gap
from reportlab.platypus.tables import Table, TableStyle

from benchmarks.fictional_guidelines import typesetting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable
    from reportlab.platypus.doctemplate import BaseDocTemplate

NAME = "chagas_disease"
"""What the files of the guideline are called, without ending."""

_FINE = "Fictional guideline, written to test software; the societies do not exist. Not for care."
_WIDTH, _HEIGHT = LETTER
_SIDE = 52
_TEXT = _WIDTH - 2 * _SIDE
_RED, _PALE = HexColor("#7a1f3d"), HexColor("#f1e8ec")
_CLASS_COLOURS = {
    "1": HexColor("#7fbf7b"),
    "2a": HexColor("#f6e27f"),
    "2b": HexColor("#f2b366"),
    "3: No Benefit": HexColor("#e88b83"),
    "3: Harm": HexColor("#d9645c"),
}
_SERIF = ("font_source_serif_pro", "SourceSerifPro")
_SANS = ("font_source_sans_pro", "SourceSansPro")
_FRONT = {"kicker", "title", "sub", "authors", "small", "abstract"}
_HEADINGS = {"h1", "h2", "run"}
_TABLES = {"table", "plain", "population", "cor", "abbr"}


def _foot(canvas: Canvas) -> None:
    sans = typesetting.family(*_SANS)
    canvas.setFont(sans, 7)
    canvas.drawString(
        _SIDE, 36, "J Merid Trop Cardiol. 2035;18:e101–e106. DOI: 10.0000/mstc.2035.018"
    )
    canvas.drawRightString(_WIDTH - _SIDE, 36, f"March 2035    e{100 + canvas.getPageNumber()}")
    canvas.drawCentredString(_WIDTH / 2, 25, _FINE)


def _first(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the head of the journal and the foot."""
    sans = typesetting.family(*_SANS)
    canvas.setFont(f"{sans}-Bold", 10)
    canvas.setFillColor(_RED)
    canvas.drawString(_SIDE, _HEIGHT - 40, "Journal of Meridian Tropical Cardiology")
    canvas.setStrokeColor(_RED)
    canvas.line(_SIDE, _HEIGHT - 46, _WIDTH - _SIDE, _HEIGHT - 46)
    canvas.setFillColor(black)
    _foot(canvas)


def _later(canvas: Canvas, _: BaseDocTemplate) -> None:
    """Draws the running head, its sides changing with the page, and the foot."""
    sides = ("Okonjo et al", "2035 Chagas Disease Guideline")
    left, right = sides if canvas.getPageNumber() % 2 else sides[::-1]
    canvas.setFont(f"{typesetting.family(*_SANS)}-Bold", 8)
    canvas.drawString(_SIDE, _HEIGHT - 38, left)
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 38, right)
    _foot(canvas)


def _raised(text: str) -> str:
    """The text with smaller numbers of references."""
    return text.replace("<super>", '<super rise="3" size="5.5">')


def _cells(rows: Sequence[Sequence[str]], sans: str) -> list[list[Any]]:
    """The rows as paragraphs, the first of them bold."""
    cell, head = typesetting.style(sans, 8.6, 10.6), typesetting.style(f"{sans}-Bold", 8.6, 10.6)
    return [
        [Paragraph(_raised(text), cell if at else head) for text in row]
        for at, row in enumerate(rows)
    ]


def _table(block: dict[str, Any], widths: Sequence[float], sans: str) -> Table:
    """A table with its title in a coloured row and, below it, the heads of the columns."""
    title = typesetting.style(f"{sans}-Bold", 9, 11, textColor=white)
    rows = _cells(block["rows"], sans)
    look: list[tuple[Any, ...]] = [
        ("SPAN", (0, 0), (-1, 0)),
        ("BACKGROUND", (0, 0), (-1, 0), _RED),
        ("BACKGROUND", (0, 1), (-1, 1), _PALE),
        ("GRID", (0, 0), (-1, -1), 0.4, HexColor("#8a8a8a")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ]
    if block["kind"] == "cor":
        look.append(("VALIGN", (0, 1), (1, -1), "MIDDLE"))
        for at, (grade, *_) in enumerate(block["rows"][1:], start=2):
            look.append(("BACKGROUND", (0, at), (0, at), _CLASS_COLOURS[grade]))
    head: list[Any] = [Paragraph(block["text"], title), *[""] * (len(widths) - 1)]
    shares = [_TEXT * share for share in widths]
    return Table([head, *rows], colWidths=shares, repeatRows=2, style=TableStyle(look))


def _plain(block: dict[str, Any], widths: Sequence[float], sans: str) -> list[Flowable]:
    """A table between two lines, with its title above it."""
    caption = typesetting.style(f"{sans}-Bold", 9, 11, spaceAfter=3, keepWithNext=1)
    look = [
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, black),
        ("LINEBELOW", (0, 0), (-1, 0), 0.4, black),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
    ]
    shares = [_TEXT * share for share in widths]
    table = Table(_cells(block["rows"], sans), colWidths=shares, style=TableStyle(look))
    return [Paragraph(block["text"], caption), table]


def _tables(block: dict[str, Any], sans: str) -> list[Flowable]:
    """A table in the form that its kind asks for, with the notes below it."""
    kind = block["kind"]
    shown: list[Flowable]
    if kind == "abbr":
        shown = _plain(block, (0.16, 0.84), sans)
    elif kind == "plain":
        shown = _plain(block, block["widths"], sans)
    else:
        widths = {"cor": (0.13, 0.09, 0.78), "population": (0.32, 0.54, 0.14)}
        shown = [CondPageBreak(110), _table(block, widths.get(kind) or block["widths"], sans)]
    if block.get("note"):
        note = typesetting.style(sans, 7.5, 9, spaceBefore=3)
        shown.append(Paragraph(block["note"], note))
    return [*shown, Gap(1, 10)]


def _styles(serif: str, sans: str) -> dict[str, ParagraphStyle]:
    bold = f"{sans}-Bold"
    heading = {"textColor": _RED, "keepWithNext": 1}
    body = typesetting.style(serif, 9.4, 11.8, alignment=4, spaceAfter=5)
    return {
        "kicker": typesetting.style(bold, 9, 12, textColor=_RED, spaceAfter=4),
        "title": typesetting.style(f"{serif}-Bold", 20, 24, spaceAfter=6),
        "sub": typesetting.style(sans, 10, 13, spaceAfter=6),
        "authors": typesetting.style(sans, 8.5, 11, spaceAfter=5),
        "small": typesetting.style(sans, 7.5, 9.5, spaceAfter=8),
        "abstract": typesetting.style(
            serif, 9.4, 11.8, backColor=_PALE, borderPadding=4, spaceAfter=9
        ),
        "p": body,
        "li": typesetting.style(serif, 9.4, 11.8, leftIndent=12, firstLineIndent=-12, spaceAfter=4),
        "numbered": typesetting.style(
            serif, 9.4, 11.8, leftIndent=14, firstLineIndent=-14, spaceAfter=5
        ),
        "asco": typesetting.style(serif, 9.4, 11.8, leftIndent=8, spaceAfter=6),
        "ref": typesetting.style(serif, 7.5, 9.2, spaceAfter=2),
        "h1": typesetting.style(bold, 12, 15, spaceBefore=8, spaceAfter=5, **heading),
        "h2": typesetting.style(bold, 10.5, 13, spaceBefore=5, spaceAfter=4, **heading),
        "run": typesetting.style(f"{sans}-BoldItalic", 9.4, 12, spaceAfter=3, keepWithNext=1),
    }


def _runs(blocks: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Blocks that stand side by side in two columns; tables and headings above them alone."""
    run: list[dict[str, Any]] = []
    for block in blocks:
        if block["kind"] not in _TABLES:
            run.append(block)
            continue
        at = len(run)
        while at and run[at - 1]["kind"] in _HEADINGS:
            at -= 1
        yield run[:at]
        yield from ([each] for each in [*run[at:], block])
        run = []
    yield run


def _flowables(serif: str, sans: str) -> list[Flowable]:
    """The front over the whole width, then columns broken by tables."""
    styles = _styles(serif, sans)
    blocks = typesetting.blocks(NAME)
    front = [block for block in blocks if block["kind"] in _FRONT]
    story: list[Flowable] = [NextPageTemplate("later")]
    story += [Paragraph(block["text"], styles[block["kind"]]) for block in front]
    for run in filter(None, _runs(blocks[len(front) :])):
        if run[0]["kind"] in _TABLES:
            story += _tables(run[0], sans)
            continue
        shown: list[Flowable] = [
            Paragraph(_raised(block["text"]), styles[block["kind"]]) for block in run
        ]
        if run[-1]["kind"] in _HEADINGS:
            story += [CondPageBreak(150), *shown]
        else:
            story += [BalancedColumns(shown, nCols=2, innerPadding=18), Gap(1, 8)]
    return story


def typeset() -> bytes:
    """The guideline as a PDF."""
    serif, sans = typesetting.family(*_SERIF), typesetting.family(*_SANS)
    frame = Frame(_SIDE, 54, _TEXT, _HEIGHT - 54 - 54, leftPadding=0, rightPadding=0, id="text")
    templates = [
        PageTemplate("first", [frame], onPage=_first),
        PageTemplate("later", [frame], onPage=_later),
    ]
    title = "2035 MSTC/MPSP/MIDC/MOA Guideline on Chagas Disease"
    return typesetting.pdf(title, LETTER, templates, _flowables(serif, sans))
