"""The structural rule parser: pages in, SIR out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.errors import InvalidOption, NoText
from core.parsing.base import ParserOptions
from core.parsing.builder import build
from core.parsing.elements import Element
from core.parsing.extraction import PageContent, extract
from core.parsing.structural_rule.blocks import blocks
from core.parsing.structural_rule.layout import columns
from core.sir import ElementType, Page

if TYPE_CHECKING:
    import pymupdf

    from core.progress import Progress
    from core.sir import Sir


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
        contents, failed = _read(pdf, progress)
        if not any(content.lines for content in contents):
            raise NoText(
                "No page of this document holds text; it needs the visual route, which reads "
                "scanned pages."
            )
        pages = [Page(c.number, c.width, c.height, str(c.number)) for c in contents]
        metadata = {"parser": self.name}
        if failed:
            metadata["failed_pages"] = ",".join(map(str, failed))
        return build(document, pages, _elements(contents), metadata)


def _read(pdf: pymupdf.Document, progress: Progress | None) -> tuple[list[PageContent], list[int]]:
    """The content of every page, and the numbers of those that could not be read."""
    contents: list[PageContent] = []
    failed: list[int] = []
    for index in range(pdf.page_count):
        try:
            contents.append(extract(pdf.load_page(index)))
        except (RuntimeError, ValueError):
            failed.append(index + 1)
            contents.append(PageContent(index + 1, 595.0, 842.0, []))
        if progress:
            progress(index + 1, pdf.page_count)
    return contents, failed


def _elements(contents: list[PageContent]) -> list[Element]:
    sizes: Counter[float] = Counter()
    for content in contents:
        for line in content.lines:
            sizes[round(line.size, 1)] += len(line.text)
    body = sizes.most_common(1)[0][0]
    elements: list[Element] = []
    for content in contents:
        for line in content.lines:
            if line.hidden:
                elements.append(Element(ElementType.PARAGRAPH, [line], aside="hidden"))
        visible = [line for line in content.lines if not line.hidden]
        upright = [line for line in visible if line.angle == 0]
        for column in columns(upright):
            for block in blocks(column):
                heading = block[0].size > body * 1.15 and len(block) < 4
                kind = ElementType.SECTION_HEADER if heading else ElementType.PARAGRAPH
                elements.append(Element(kind, block, 1 if heading else None))
        elements += [Element(ElementType.PARAGRAPH, [x]) for x in visible if x.angle]
    return elements
