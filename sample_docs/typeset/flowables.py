"""Blocks turned into reportlab's flowables."""

import re
from dataclasses import dataclass, field

from reportlab.lib.colors import white
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from sample_docs.typeset.blocks import Box, Grid, Item, Picture, Text
from sample_docs.typeset.frames import TEXT_WIDTH, NotedParagraph
from sample_docs.typeset.theme import RULE, Theme

_LONG_TABLE = 10
_NOTE = re.compile(r"\s*\^\[(.+?)\]")


class HeadingParagraph(Paragraph):
    """A heading that knows its level, its number and its title."""

    def __init__(self, level: int, number: str, title: str, theme: Theme) -> None:
        shown = f"{number} {title}" if number else title
        super().__init__(shown, theme.styles[f"h{level}"])
        self.level, self.number, self.title = level, number, title


class ContentsTitle(Paragraph):
    """The title over the table of contents, which the contents do not list."""


class ContentsLine(Flowable):
    """A line of the table of contents: number and title, dots, printed page."""

    def __init__(self, level: int, text: str, page: str, key: str, theme: Theme) -> None:
        super().__init__()
        self.text, self.page, self.key, self.theme = text, page, key, theme
        self.style = theme.styles["toc1" if level == 1 else "toc2"]
        self.indent = (level - 1) * 14
        self.spaceBefore = self.style.spaceBefore

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803
        """Full width and one line."""
        self.width, self.height = aW, self.style.leading
        return self.width, self.height

    def draw(self) -> None:
        """Draw the line and the link to its heading."""
        name, size = self.style.fontName, self.style.fontSize
        canvas = self.canv
        canvas.setFont(name, size)
        canvas.setFillColor(self.theme.color if self.indent == 0 else self.style.textColor)
        canvas.drawString(self.indent, 3, self.text)
        start = self.indent + stringWidth(self.text, name, size) + 5
        end = self.width - 22
        step = stringWidth(" .", name, size)
        # Dots end at the same place in each line, whatever the title's length.
        canvas.drawRightString(end, 3, (" ." * int((end - start) / step)).strip())
        canvas.drawRightString(self.width, 3, self.page)
        canvas.linkRect("", self.key, (0, 0, self.width, self.height), relative=1)


@dataclass
class Counters:
    """Running numbers of one pass over a document."""

    levels: list[int] = field(default_factory=lambda: [0, 0, 0])
    notes: int = 0
    tables: int = 0
    figures: int = 0
    boxes: int = 0

    def heading(self, level: int) -> str:
        """Decimal number of the next heading of a level, such as 3.2.1."""
        if level > 1 and self.levels[0] == 0:
            return ""  # sections of the front matter carry no number
        self.levels[level - 1] += 1
        self.levels[level:] = [0] * (3 - level)
        if level == 1:
            self.boxes = 0
        return ".".join(str(number) for number in self.levels[:level])


def paragraph(block: Text, theme: Theme, counters: Counters) -> Paragraph:
    """A paragraph, with its footnotes where the text holds any."""
    notes: list[Paragraph] = []

    def mark(match: re.Match[str]) -> str:
        counters.notes += 1
        label = f"<super size='6.5' rise='3.6'>{counters.notes}</super>"
        notes.append(Paragraph(match[1], theme.styles["note"], bulletText=str(counters.notes)))
        return label

    # A per cent sign alone on the next line looks lost.
    text = _NOTE.sub(mark, block.text).replace(" %", "\u00a0%")
    if not notes:
        return Paragraph(text, theme.styles[block.style])
    made = NotedParagraph(text, theme.styles[block.style])
    made.notes = notes
    return made


def item(block: Item, theme: Theme) -> Paragraph:
    """A list item behind its mark."""
    return Paragraph(block.text, theme.styles[block.style], bulletText=block.mark)


def box(block: Box, theme: Theme, counters: Counters, width: float) -> Flowable:
    """A framed recommendation with its number and tags in the head."""
    counters.boxes += 1
    number = f"{theme.recommendation} {counters.levels[0]}.{counters.boxes}"
    styles = theme.styles
    head = [Paragraph(part, styles["boxhead"]) for part in (number, *block.tags)]
    narrow = width < TEXT_WIDTH
    shares = (0.46, 0.25, 0.29) if narrow else (0.4, 0.3, 0.3)
    body: list[Flowable] = [Paragraph(block.text, styles["box"])]
    if block.note:
        body += [Spacer(1, 3), Paragraph(block.note, styles["boxnote"])]
    rows = [head, [body, *[""] * (len(head) - 1)]]
    style = TableStyle(
        [
            ("SPAN", (0, 1), (-1, 1)),
            ("NOSPLIT", (0, 0), (-1, -1)),
            ("BACKGROUND", (0, 0), (-1, 0), theme.tint),
            ("BOX", (0, 0), (-1, -1), 0.9, theme.color),
            ("LINEBELOW", (0, 0), (-1, 0), 0.5, theme.color),
            ("LEFTPADDING", (0, 0), (-1, -1), 6 if narrow else 8),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4 if narrow else 8),
            ("TOPPADDING", (0, 0), (-1, 0), 3),
            ("TOPPADDING", (0, 1), (-1, 1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, 0), 4),
            ("BOTTOMPADDING", (0, 1), (-1, 1), 7),
        ]
    )
    made = Table(rows, [width * share for share in shares], style=style)
    made.spaceBefore, made.spaceAfter = 6, 11
    return made


def grid(block: Grid, theme: Theme, counters: Counters, width: float) -> list[Flowable]:
    """Caption, ruled table with a repeated header row, and note."""
    counters.tables += 1
    styles = theme.styles
    caption = f"<b>{theme.table} {counters.tables}.</b> {block.caption}"
    head, *rest = block.rows
    rows = [[Paragraph(cell, styles["cellhead"]) for cell in head]]
    rows += [[Paragraph(cell, styles["cell"]) for cell in row] for row in rest]
    style = TableStyle(
        [
            ("BACKGROUND", (0, 0), (-1, 0), theme.color),
            ("TEXTCOLOR", (0, 0), (-1, 0), white),
            ("GRID", (0, 0), (-1, -1), 0.5, RULE),
            ("BOX", (0, 0), (-1, -1), 0.8, theme.color),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4.5),
            ("LEFTPADDING", (0, 0), (-1, -1), 5),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
        ]
    )
    total = sum(block.widths)
    widths = [width * share / total for share in block.widths]
    made = Table(rows, widths, style=style, repeatRows=1)
    # A long table may begin low on a page; a short one stays with its caption on one page.
    long = len(rows) > _LONG_TABLE
    opening = [CondPageBreak(120)] if long else []
    style_name = "longcaption" if long else "caption"
    parts: list[Flowable] = [*opening, Paragraph(caption, styles[style_name]), made]
    parts.append(Paragraph(block.note, styles["below"]) if block.note else Spacer(1, 12))
    return parts


def picture(block: Picture, theme: Theme, counters: Counters, width: float) -> Flowable:
    """A drawing scaled to the frame, with its caption."""
    counters.figures += 1
    drawing = block.draw(theme.accent)
    factor = min(1.0, width / drawing.width)
    drawing.scale(factor, factor)
    drawing.width, drawing.height = drawing.width * factor, drawing.height * factor
    drawing.hAlign = "CENTER"
    caption = f"<b>{theme.figure} {counters.figures}.</b> {block.caption}"
    parts: list[Flowable] = [Spacer(1, 6), drawing, Paragraph(caption, theme.styles["below"])]
    return KeepTogether(parts)
