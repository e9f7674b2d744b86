"""The structural rule parser: pages in, SIR out."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from core.errors import InvalidOption, NoText
from core.parsing.base import ParserOptions
from core.parsing.builder import build
from core.parsing.content import PageContent
from core.parsing.elements import SLANTED, Element
from core.parsing.extraction import UNREADABLE, extract
from core.parsing.fonts import CapHeights
from core.parsing.structural_rule.blocks import blocks
from core.parsing.structural_rule.charts import charts
from core.parsing.structural_rule.classify import Classifier
from core.parsing.structural_rule.contents import by_entry, leaders_aside
from core.parsing.structural_rule.continuation import continue_text
from core.parsing.structural_rule.labels import page_labels
from core.parsing.structural_rule.layout import reading_order
from core.parsing.structural_rule.lists import group_lists
from core.parsing.structural_rule.margins import set_margins_aside
from core.parsing.structural_rule.outline import Outline
from core.parsing.structural_rule.profile import profile
from core.parsing.structural_rule.slots import Slot, figures, frames
from core.parsing.structural_rule.tables import continue_tables, ruled_tables
from core.parsing.turning import turn_back, turn_upright
from core.sir import ElementType, Location, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.parsing.elements import Line
    from core.parsing.structural_rule.profile import Profile
    from core.progress import Progress
    from core.sir import Sir

WATERMARK = 1.6
"""Font size of a slanted line, in times of the running text, from which it is a watermark."""

FEW_WORDS = 40
"""Slanted words on a page up to which they cannot be its text, set at an angle."""


class StructuralRuleOptions(ParserOptions):
    """Options of path 1."""

    use_outline: bool = True
    """Take headings and their levels from the outline of the PDF where it has one."""


class StructuralRuleParser:
    """Path 1: structure from numbering, font sizes, outline, rulings and repetition."""

    name = "structural_rule"
    options: type[ParserOptions] = StructuralRuleOptions

    def parse(
        self,
        pdf: pymupdf.Document,
        document: str,
        options: ParserOptions,
        progress: Progress | None = None,
    ) -> Sir:
        """The SIR of `pdf`; see `Parser.parse`."""
        if not isinstance(options, StructuralRuleOptions):
            raise InvalidOption("The structural rule parser takes StructuralRuleOptions.")
        contents, slots, turns, failed = _read(pdf, progress)
        _check_text(contents, slots)
        usual = profile(line for content in contents for line in content.lines if not line.hidden)
        tables = {c.number for c, found in zip(contents, slots, strict=True) if found}
        running = set_margins_aside(contents, usual.size, tables)
        classifier = Classifier(usual, Outline(pdf) if options.use_outline else None)
        cols = [
            column
            for content, tables in zip(contents, slots, strict=True)
            for column in _columns_of(content, tables, classifier)
        ]
        classifier.finish(len(contents))
        flow = group_lists(by_entry(continue_tables(continue_text(cols))))
        dots = leaders_aside(flow)
        labels = page_labels(pdf, running, len(contents))
        pages = [
            _page(content, angle, label)
            for content, angle, label in zip(contents, turns, labels, strict=True)
        ]
        metadata = {"parser": self.name}
        if failed:
            metadata["failed_pages"] = ",".join(map(str, failed))
        hidden = [_hidden(content.lines) for content in contents]
        aside = sorted(
            [*running, *dots, *(element for elements in hidden for element in elements)],
            key=lambda element: element.lines[0].page,
        )
        sideways = {c.number: (c, angle) for c, angle in zip(contents, turns, strict=True) if angle}
        turn_back([*flow, *aside], sideways)
        return build(document, pages, [*flow, *aside], metadata)


def _read(
    pdf: pymupdf.Document, progress: Progress | None
) -> tuple[list[PageContent], list[list[Slot]], list[int], list[int]]:
    """Upright content, ruled tables and turn of every page; numbers of pages that failed."""
    contents: list[PageContent] = []
    slots: list[list[Slot]] = []
    turns: list[int] = []
    failed: list[int] = []
    capitals = CapHeights(pdf)
    for index in range(pdf.page_count):
        content = PageContent(index + 1, 595.0, 842.0, [])
        try:
            content = extract(pdf.load_page(index), capitals.of_page(index))
        except UNREADABLE:
            failed.append(index + 1)
        turns.append(turn_upright(content))
        slots.append(ruled_tables(content))
        contents.append(content)
        if progress:
            progress(index + 1, pdf.page_count)
    return contents, slots, turns, failed


def _page(content: PageContent, angle: int, label: str) -> Page:
    """The page as displayed; `content` may have been turned."""
    sideways = angle in (90, 270)
    width, height = content.width, content.height
    return Page(content.number, *((height, width) if sideways else (width, height)), label)


def _check_text(contents: Sequence[PageContent], slots: Sequence[Sequence[Slot]]) -> None:
    if not any(slots) and not any(content.lines for content in contents):
        raise NoText(
            "No page of this document holds text. It needs the visual route, which reads "
            "scanned pages."
        )


def _columns_of(
    content: PageContent, tables: Sequence[Slot], classifier: Classifier
) -> list[list[Element]]:
    """The elements of each column of a page in reading order; text at an angle comes last."""
    slots, boxes = [*tables, *charts(content)], frames(content)
    visible = [line for line in content.lines if not line.hidden]
    upright: list[Line] = [line for line in visible if line.angle == 0]
    slots += figures(content)
    found = [
        classifier.column(blocks(column), content.height, boxes)
        for column in reading_order([*upright, *slots])
    ]
    turned = [line for line in visible if line.angle != 0]
    size = _watermark_size(visible, classifier.usual)
    return [*found, [_turned(line, size) for line in turned]]


def _watermark_size(visible: Sequence[Line], usual: Profile) -> float:
    """The font size from which a slanted line is a watermark; none is on a skewed scan."""
    slanted = sum(len(line.words) for line in visible if line.angle == SLANTED)
    skewed = slanted * 2 > sum(len(line.words) for line in visible)
    return inf if skewed and slanted > FEW_WORDS else WATERMARK * usual.size


def _turned(line: Line, watermark: float) -> Element:
    """The element of a line at an angle. Boxes of slanted words reach over their neighbours."""
    if line.angle != SLANTED:
        return Element(ElementType.PARAGRAPH, [line])
    kind = ElementType.WATERMARK if line.size >= watermark else ElementType.PARAGRAPH
    return Element(kind, [line], location=Location.APPROXIMATE)


def _hidden(lines: Sequence[Line]) -> list[Element]:
    return [
        Element(
            ElementType.PARAGRAPH,
            [line],
            metadata={"reason": line.hidden},
            aside="hidden",
            location=Location.APPROXIMATE if line.angle == SLANTED else Location.EXACT,
        )
        for line in lines
        if line.hidden
    ]
