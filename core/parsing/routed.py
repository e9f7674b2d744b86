"""Pages in, SIR out: each page by its route, the structure of the document for all alike."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from pydantic import Field

from core.errors import BrokenPdf, InvalidOption, LimitReached, NoText
from core.jobs.failure_causes import MORE_MEMORY, REPAIR, Cause, cause_of
from core.parsing.alignment.findings import alignment_metadata, counts
from core.parsing.base import ALONE, PageOptions, Plan, SightPolicy, collecting_seldom
from core.parsing.builder import build
from core.parsing.elements import Element
from core.parsing.native_options import PROBLEMS, read_native
from core.parsing.page_rotation import turn_back
from core.parsing.pages_by_model import PagesByModel
from core.parsing.read_pages import left_out
from core.parsing.reader import read_pages
from core.parsing.semantic_flow.given_segments import kept_segments
from core.parsing.semantic_flow.segments import segments
from core.parsing.structural_rule.page_by_rule import columns_by_rule
from core.parsing.structuring.captions_and_notes import link_captions_and_notes
from core.parsing.structuring.classify import Classifier
from core.parsing.structuring.contents_pages import read_contents
from core.parsing.structuring.continuation import continue_tables, continue_text
from core.parsing.structuring.key_values.by_colon import with_pairs_by_colon
from core.parsing.structuring.line_numbers import set_line_numbers_aside
from core.parsing.structuring.listings import keep_listings
from core.parsing.structuring.lists import group_lists
from core.parsing.structuring.outline import Outline
from core.parsing.structuring.page_labels import page_labels
from core.parsing.structuring.references import references_aside
from core.parsing.structuring.running_headers import set_margins_aside
from core.parsing.structuring.tables_of_contents import by_entry, leaders_aside
from core.parsing.structuring.text_style import body_style
from core.parsing.visual_topology.page_by_sight import columns_by_sight
from core.reading.line import SLANTED, around, text_of
from core.sir import SET_ASIDE, ElementType, Location, Page, Route

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pymupdf

    from core.parsing.base import ParserOptions, ParseRun
    from core.parsing.read_pages import ReadPage
    from core.parsing.semantic_flow.given_segments import GivenSegments
    from core.reading.line import Line
    from core.sir import Sir


class StructuralRuleOptions(PageOptions):
    """Options of path 1 for all pages."""

    use_outline: bool = True
    """Take headings and their levels from the outline of the PDF where it has one."""

    def plan(self) -> Plan:
        """How pages are to be read."""
        return Plan(use_outline=self.use_outline)


class SemanticFlowOptions(StructuralRuleOptions):
    """Options of path 2 for all pages."""

    segments_by_model: str = Field("", exclude_if=lambda name: not name)
    """The name of what is kept of where a language model begins segments; left out where there is
    none, so that what was parsed before there was a choice keeps its key.
    """

    def plan(self) -> Plan:
        """How pages are to be read."""
        return Plan(Route.SEMANTIC_FLOW, use_outline=self.use_outline)


class VisualTopologyOptions(StructuralRuleOptions):
    """Options of path 3 for all pages."""

    ocr: str = "rapidocr"
    """The engine that reads pages without usable text."""

    def plan(self) -> Plan:
        """How pages are to be read."""
        return Plan(sight=SightPolicy.ALWAYS, ocr=self.ocr, use_outline=self.use_outline)


class AutomaticOptions(VisualTopologyOptions):
    """Options of the route that the Inspector chose."""

    route: Route = Route.STRUCTURAL_RULE
    """The Inspector's decision for the document."""
    throughout: bool = Field(False, exclude_if=lambda set_: not set_)
    """Read all pages by path 3 if that is the route, else only those whose measures call for it.
    Left out where it is not set, so that what was parsed before there was a choice keeps its key.
    """
    by_model: str = Field("", exclude_if=lambda name: not name)
    """The name of a kept output of a language model, whose pages take the place of ours; left out
    likewise.
    """
    segments_by_model: str = Field("", exclude_if=lambda name: not name)
    """As in `SemanticFlowOptions`, for the route of narratives."""

    def plan(self) -> Plan:
        """How pages are to be read."""
        if self.throughout and self.route is Route.VISUAL_TOPOLOGY:
            always = "chosen for the whole document"
            return Plan(Route.STRUCTURAL_RULE, SightPolicy.ALWAYS, self.ocr, reason=always)
        flow = self.route is Route.SEMANTIC_FLOW
        rest = Route.SEMANTIC_FLOW if flow else Route.STRUCTURAL_RULE
        return Plan(rest, SightPolicy.NEEDED, self.ocr, self.use_outline)


class RoutedParser:
    """Reads each page by its route; a subclass says which by its options."""

    name = "automatic"
    options: type[StructuralRuleOptions] = AutomaticOptions

    def parse(
        self, pdf: pymupdf.Document, document: str, options: ParserOptions, run: ParseRun = ALONE
    ) -> Sir:
        """The SIR of `pdf`; see `Parser.parse`."""
        if type(options) is not self.options:
            raise InvalidOption(f"The parser {self.name} takes {self.options.__name__}.")
        with collecting_seldom():
            plan = options.plan()
            pages = read_pages(pdf, plan, run)
            by_model = _by_model(pdf, options, pages), _given_segments(pdf, options)
            return self._sir(pdf, document, plan, pages, run, *by_model)

    def _sir(
        self,
        pdf: pymupdf.Document,
        document: str,
        plan: Plan,
        pages: list[ReadPage],
        run: ParseRun,
        by_model: PagesByModel | None,
        given: GivenSegments | None,
    ) -> Sir:
        _check_text(pages, plan)
        contents = [page.content for page in pages]
        body = body_style([line for page in contents for line in page.lines if not line.hidden])
        tables = {page.content.number: page.tables for page in pages}
        numbers = set_line_numbers_aside(pages)
        running = set_margins_aside(contents, body.size, tables)
        listed, contents_rows = read_contents({page.content.number: _seen(page) for page in pages})
        outline = max(listed, Outline.of(pdf) if plan.use_outline else Outline([]), key=len)
        classifier = Classifier(body, outline, contents_rows)
        columns = [column for page in pages for column in _columns(page, classifier)]
        classifier.evidence.finish(len(pages), outline)
        repeated = [element for column in columns for element in column if element.aside]
        columns = [[element for element in column if not element.aside] for column in columns]
        columns = keep_listings(columns, (line for page in pages for line in page.lines))
        flow = with_pairs_by_colon(group_lists(by_entry(continue_tables(continue_text(columns)))))
        dots = leaders_aside(flow)
        aside = sorted(
            [*running, *numbers, *repeated, *dots, *(e for page in pages for e in _apart(page))],
            key=lambda element: element.lines[0].page,
        )
        link_captions_and_notes(flow, {content.number: content for content in contents})
        flow = references_aside(flow)
        if plan.rest is Route.SEMANTIC_FLOW:
            # Work goes on behind the last page, and can still be cancelled.
            def all_read(_done: int, _total: int) -> None:
                run.tell(len(pages), len(pages))

            # What never enters the tree is in no segment of it.
            left_out_of_tree = [element for element in flow if element.type in SET_ASIDE]
            flow = [element for element in flow if element.type not in SET_ASIDE]
            given = given.for_flow(text_of(each.all_lines()) for each in flow) if given else None
            flow = [*segments(flow, progress=all_read, given=given), *left_out_of_tree]
        turned = {page.content.number: page for page in pages if page.turn or page.skew}
        turn_back([*flow, *aside], turned)
        labels = page_labels(pdf, running, len(pages))
        shown = [_page(page, label) for page, label in zip(pages, labels, strict=True)]
        metadata = self._metadata(plan, pages) | (given.told() if given else {})
        if by_model is None:
            return build(document, shown, [*flow, *aside], metadata)
        elements = [*by_model.replaced(flow), *by_model.without(aside), *by_model.rest]
        sir = build(document, [by_model.shown(page) for page in shown], elements, metadata)
        rest = [line for element in by_model.rest for line in element.lines]
        sir.metadata.update(alignment_metadata(counts(sir), rest))
        if by_model.problems:
            sir.metadata[PROBLEMS] = "\n".join(by_model.problems)
        return sir

    def _metadata(self, plan: Plan, pages: Sequence[ReadPage]) -> dict[str, str]:
        read = [page for page in pages if not page.late]
        sight = sum(page.route is Route.VISUAL_TOPOLOGY for page in read)
        route = Route.VISUAL_TOPOLOGY if sight * 2 > len(read) else plan.rest
        return {"parser": self.name, "route": route.value, **left_out(pages)}


class StructuralRuleParser(RoutedParser):
    """Path 1: structure from numbering, font sizes, outline, rulings and repetition."""

    name = "structural_rule"
    options = StructuralRuleOptions


class SemanticFlowParser(RoutedParser):
    """Path 2: paragraphs, then segments at topic transitions."""

    name = "semantic_flow"
    options = SemanticFlowOptions


class VisualTopologyParser(RoutedParser):
    """Path 3: layout model, table structure and OCR."""

    name = "visual_topology"
    options = VisualTopologyOptions


def _by_model(
    pdf: pymupdf.Document, options: StructuralRuleOptions, pages: Sequence[ReadPage]
) -> PagesByModel | None:
    """What a model says of single pages, where the options name an output of one."""
    name = options.by_model if isinstance(options, AutomaticOptions) else ""
    return PagesByModel(read_native(pdf, name), pages) if name else None


def _given_segments(pdf: pymupdf.Document, options: StructuralRuleOptions) -> GivenSegments | None:
    """Where a model begins segments, where the options name its answer."""
    able = isinstance(options, SemanticFlowOptions | AutomaticOptions)
    return kept_segments(pdf, options.segments_by_model) if able else None


def _columns(page: ReadPage, classifier: Classifier) -> list[list[Element]]:
    if page.regions is not None:
        columns = columns_by_sight(page.content, page.regions, classifier)
    else:
        columns = columns_by_rule(page.content, page.slots, classifier)
    for element in (element for column in columns for element in column):
        if element.type is ElementType.FORMULA and not element.regions:
            element.regions = (page.content.fraction(page.content.clipped(around(element.lines))),)
    return columns


def _page(page: ReadPage, label: str) -> Page:
    number = page.content.number
    return Page(number, *page.size, label, page.route.value, page.reason, page.ocr)


def _seen(page: ReadPage) -> list[Line]:
    """All lines of a page that a reader can see."""
    return [line for line in page.lines if not line.hidden]


def _check_text(pages: Sequence[ReadPage], plan: Plan) -> None:
    if any(page.slots or page.content.lines for page in pages):
        return
    late = [page for page in pages if page.late]
    if late:
        read = "none of its pages" if len(late) == len(pages) else "no page with text"
        raise LimitReached(
            f"{read} could be read in time ({late[0].error}). Raise the limits for a page "
            "(SIGHTLINE_PAGE_SECONDS) and for a document (SIGHTLINE_PARSE_SECONDS) in the "
            "settings, and add the file again."
        )
    if pages and all(page.error for page in pages):
        if cause_of(pages[0].error) is Cause.MEMORY:
            raise LimitReached(f"none of its pages could be read: out of memory. {MORE_MEMORY}")
        raise BrokenPdf(f"none of its pages could be read ({pages[0].error}). {REPAIR}")
    blind = plan.sight is SightPolicy.NEVER
    raise NoText(
        "no page of this document holds text. "
        + (
            "If it is a scan, it needs the visual route, which reads pictures of text."
            if blind
            else "Its pages are empty, or show pictures in which no text was found. Check that "
            "it is the right file, or scan it anew, sharper."
        )
    )


def _apart(page: ReadPage) -> list[Element]:
    """What was typed into the fields of a page, and its hidden text."""
    return [*_typed(page), *_hidden(page)]


def _typed(page: ReadPage) -> Iterator[Element]:
    """What was typed into each field of a form."""
    for name, lines in groupby(page.content.typed, key=itemgetter(0)):
        typed = [line for _, line in lines]
        yield Element(ElementType.FORM_AREA, typed, metadata={"field": name}, aside="form field")


def _hidden(page: ReadPage) -> list[Element]:
    """The hidden text of a page, lines that follow each other as one passage."""
    runs = groupby(page.content.lines, key=lambda line: (line.hidden, line.angle == SLANTED))
    return [
        Element(
            ElementType.PARAGRAPH,
            list(lines),
            metadata={"reason": reason},
            aside="hidden",
            location=Location.APPROXIMATE if slanted else Location.EXACT,
        )
        for (reason, slanted), lines in runs
        if reason
    ]
