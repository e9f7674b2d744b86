"""A whole document: pages, running headers, footers, contents and outline."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    FrameBreak,
    NextPageTemplate,
    PageBreak,
    Spacer,
)

from sample_docs.typeset import fonts
from sample_docs.typeset.blocks import (
    Block,
    Box,
    Chapter,
    Contents,
    Grid,
    Heading,
    Item,
    NewPage,
    NextColumn,
    Picture,
    Text,
)
from sample_docs.typeset.flowables import (
    ContentsLine,
    ContentsTitle,
    Counters,
    HeadingParagraph,
    box,
    grid,
    item,
    paragraph,
    picture,
)
from sample_docs.typeset.frames import (
    GUTTER,
    HEIGHT,
    LEFT,
    MASTHEAD,
    RIGHT,
    TEXT_WIDTH,
    WIDTH,
    NoteFrame,
    page_templates,
)
from sample_docs.typeset.theme import GREY, RULE, Theme

Cover = Callable[[Canvas, Theme], None]


@dataclass(frozen=True)
class Entry:
    """A heading as the contents list it."""

    level: int
    text: str
    page: int
    key: str


@dataclass(frozen=True)
class Design:
    """What surrounds the text of a document."""

    theme: Theme
    cover: Cover | None = None
    """Draws onto the first page, which then carries no header."""
    cover_page: bool = True
    """Whether the cover has the first page to itself; else the text begins below it."""
    front: Sequence[Block] = ()
    """Blocks on pages with roman numbers, behind the cover."""
    numbered: bool = True
    """Whether headings carry decimal numbers."""
    outline: bool = True
    running: bool = True
    """Whether pages carry a running header."""


def roman(number: int) -> str:
    """Small roman numeral of a number from 1 to 39."""
    return (
        "x" * (number // 10)
        + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[number % 10]
    )


class SampleDocument(BaseDocTemplate):
    """Reportlab's document with this project's page furniture."""

    def __init__(self, target: BytesIO, design: Design, front_pages: int) -> None:
        theme = design.theme
        super().__init__(
            target,
            title=theme.title,
            author=theme.author,
            subject=theme.notice,
            creator="sample_docs",
            invariant=1,
            pageCompression=0,
            lang=theme.language.replace("_", "-"),
        )
        self.design, self.front_pages = design, front_pages
        self.entries: list[Entry] = []
        self.chapter = ""
        self.addPageTemplates(page_templates())

    def label(self, page: int) -> str:
        """The printed number of a counted page."""
        return roman(page) if page <= self.front_pages else str(page - self.front_pages)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (reportlab's name)
        """Note a heading for contents, outline and running header."""
        if isinstance(flowable, ContentsTitle):
            self.chapter = self.design.theme.contents
        if not isinstance(flowable, HeadingParagraph):
            return
        shown = f"{flowable.number} {flowable.title}".strip()
        key = f"heading-{len(self.entries)}"
        self.entries.append(Entry(flowable.level, shown, self.page, key))
        self.canv.bookmarkPage(key)
        if self.design.outline:
            self.canv.addOutlineEntry(shown, key, flowable.level - 1, closed=flowable.level > 1)
        if flowable.level == 1:
            self.chapter = shown

    def afterPage(self) -> None:  # noqa: N802
        """Draw footnotes, header and footer of the page just filled."""
        canvas = self.canv
        for frame in self.pageTemplate.frames:
            if isinstance(frame, NoteFrame):
                frame.draw_notes(canvas)
        if self.page == 1 and self.design.cover:
            self.design.cover(canvas, self.design.theme)
        elif self.design.running:
            self._header(canvas)
        self._footer(canvas)

    def _header(self, canvas: Canvas) -> None:
        theme, y = self.design.theme, HEIGHT - 18 * mm
        canvas.setFont(fonts.SANS, 8.2)
        canvas.setFillColor(GREY)
        canvas.drawString(LEFT, y, theme.short_title)
        canvas.setFillColor(theme.color)
        canvas.drawRightString(WIDTH - RIGHT, y, self.chapter)
        _rule(canvas, y - 5)

    def _footer(self, canvas: Canvas) -> None:
        theme, y = self.design.theme, 15 * mm
        _rule(canvas, y + 12)
        canvas.setFont(fonts.SANS, 7.8)
        canvas.setFillColor(GREY)
        canvas.drawString(LEFT, y, theme.notice)
        if self.page > 1 or not (self.design.cover and self.design.cover_page):
            canvas.setFillColor(theme.color)
            canvas.setFont(fonts.SANS_BOLD, 9)
            canvas.drawRightString(WIDTH - RIGHT, y, self.label(self.page))


def _rule(canvas: Canvas, y: float) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.6)
    canvas.line(LEFT, y, WIDTH - RIGHT, y)


class Story:
    """Flowables of one pass over the blocks."""

    def __init__(
        self, design: Design, entries: Sequence[Entry], label: Callable[[int], str]
    ) -> None:
        self.design, self.entries, self.label = design, entries, label
        self.theme = design.theme
        self.counters = Counters()
        self.columns = 1
        self.parts: list[Flowable] = []

    def add(self, blocks: Iterable[Block]) -> None:
        """Append the flowables of blocks."""
        for block in blocks:
            self._add(block)

    def _add(self, block: Block) -> None:
        match block:
            case Chapter():
                self._chapter(block)
            case Contents():
                self._contents()
            case NewPage():
                self.parts.append(PageBreak())
            case NextColumn():
                self.parts.append(FrameBreak())
            case _:
                self.parts += self._flow(block)

    def _flow(self, block: Heading | Text | Item | Box | Grid | Picture) -> list[Flowable]:
        theme, counters, width = self.theme, self.counters, self._width()
        match block:
            case Heading(level, text, numbered):
                number = counters.heading(level) if numbered and self.design.numbered else ""
                return [HeadingParagraph(level, number, text, theme)]
            case Text():
                return [paragraph(block, theme, counters)]
            case Item():
                return [item(block, theme)]
            case Box():
                return [box(block, theme, counters, width)]
            case Grid():
                return grid(block, theme, counters, width)
            case Picture():
                return [picture(block, theme, counters, width)]

    def _width(self) -> float:
        return TEXT_WIDTH if self.columns == 1 else (TEXT_WIDTH - GUTTER) / 2

    def _chapter(self, block: Chapter) -> None:
        number = self.counters.heading(1) if block.numbered and self.design.numbered else ""
        shown = f"{self.theme.chapter} {number}".strip() if number else ""
        self.columns = block.columns
        if block.new_page and self.parts:
            template = "one" if block.columns == 1 else "opening"
            self.parts += [NextPageTemplate(template), PageBreak()]
        self.parts.append(HeadingParagraph(1, shown, block.title, self.theme))
        if block.columns == 2:
            self.parts.append(FrameBreak())

    def _contents(self) -> None:
        self.parts.append(ContentsTitle(self.theme.contents, self.theme.styles["h1"]))
        shown = [entry for entry in self.entries if entry.level <= 2]
        for entry in shown:
            page = self.label(entry.page)
            self.parts.append(ContentsLine(entry.level, entry.text, page, entry.key, self.theme))


def typeset(design: Design, body: Sequence[Block]) -> tuple[bytes, int]:
    """Bytes of the document as reportlab writes it, and its number of front pages.

    Passes are repeated until the contents name the pages on which the headings are.
    """
    fonts.register_fonts()
    entries: list[Entry] = []
    front_pages = 0
    while True:
        target = BytesIO()
        document = SampleDocument(target, design, front_pages)
        story = Story(design, entries, document.label)
        if design.cover:
            below = Spacer(1, MASTHEAD)
            story.parts.append(PageBreak() if design.cover_page else below)
        story.add(design.front)
        story.add(body)
        document.build(story.parts)
        counted = _front_pages(design, document.entries)
        if document.entries == entries and counted == front_pages:
            return target.getvalue(), front_pages
        entries, front_pages = document.entries, counted


def _front_pages(design: Design, entries: Sequence[Entry]) -> int:
    """Pages before the first chapter of the body."""
    if not design.front:
        return 0
    chapters = sum(isinstance(block, Chapter) for block in design.front)
    first = [entry for entry in entries if entry.level == 1][chapters]
    return first.page - 1
