"""One piece of evidence: whose words they are, where they stand, and the page with their lines."""

from __future__ import annotations

from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.ask.evidence_navigation import way
from components.ask.quote_address import decode_place
from components.ask.table_row import header_words, row_cells, row_html
from components.labels.chunks import path_in_words
from components.widgets.document_pages import document_pages
from components.widgets.foreign_text import plain
from components.widgets.layout import room
from components.widgets.page_view import Mark, MarkRole, colour_of, legend
from core.answering.quotable_units import quoted
from core.answering.table_rows import header_of
from core.chunking.assembly import span_lines
from core.page_names import pages_in_words
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.chunking.base import LineBox
    from core.library import DocumentRecord
    from core.sir import Sir, Span

_COLUMNS = "columns"
_ABOVE, _COLUMNS_ABOVE, _LINE = 24.0, 2.0, 1.5
"""Height (rem) of what stands above and below the page beside the quote, of column headings, and
of a line of the quote."""
_TALLEST, _WIDE = 5, 85
"""Lines of a quote that are in sight at once, and characters of a line in a small window."""
_LONGEST = 1200
"""Characters of a quote that are shown above the page; all of it is marked on the page."""


def evidence(records: Mapping[str, DocumentRecord]) -> None:
    """The place that the address names, with its lines marked on all of its pages."""
    view = state.view()
    if view.citation and not view.document:
        _lost("to a place in a document that it does not name. Ask again")
        return
    if not view.citation or not view.document:
        _nothing("The page with the lines of a citation is shown here.")
        return
    record = records.get(view.document)
    if record is None:
        _lost("to a document that is not in this library. Add the file on the page Documents")
        return
    sir = resources.workbench().sir(record.sha)
    spans = decode_place(sir, view.citation)
    if not spans:
        _lost("to a place that this document does not have. Ask again")
        return
    lines = span_lines(sir, spans)
    with st.container(gap="xsmall"):
        _head(record, sir, spans, lines)
    # Named after the place: what is chosen is another thing with each, to which the view scrolls.
    marks = [
        Mark(view.citation, line.box, "Cited words", colour=colour_of(0), location=line.location)
        for line in lines
    ]
    header = header_of(sir, spans)
    marks += [
        Mark(_COLUMNS, line.box, "Heading of a column", MarkRole.HEADING, colour_of(1))
        for line in span_lines(sir, header)
    ]
    pages = sorted({line.box.page for line in lines})
    if not pages:
        st.warning(
            "The place of these words on the page is not known, so no page is shown.",
            icon=":material/location_off:",
        )
        return
    above = _ABOVE + _LINE * quote_lines(quoted(sir, spans)) + (_COLUMNS_ABOVE if header else 0.0)
    with room("evidence", above):
        document_pages(
            record, pages, marks, key="evidence-pages", selected=view.citation, page=pages[0]
        )
        # Filled lines explain themselves here; what is less sure does not.
        if any(mark.location in (Location.APPROXIMATE, Location.UNLOCATED) for mark in marks):
            legend(marks)


def _head(
    record: DocumentRecord, sir: Sir, spans: Sequence[Span], lines: Sequence[LineBox]
) -> None:
    pages = pages_in_words(record.pages, (line.box.page for line in lines))
    where = f"**{plain(record.name)}**, {plain(pages)}"
    first = st.container()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        apart = way()
        if not apart:
            st.markdown(where)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            st.caption("Opens this very place, on any machine with the document in its library:")
            st.code(link(), language=None, wrap_lines=True)
            st.download_button(
                "PDF with these lines marked",
                lambda: _marked_pdf(record, sir, spans, lines),
                f"{PurePath(record.name).stem}-marked.pdf",
                "application/pdf",
                icon=":material/download:",
                on_click="ignore",
            )
    with first if apart else st.container():  # whose words they are, before anything else
        if apart:
            st.markdown(where)
        if path := path_in_words(sir, sir.lineage(spans[0].node)):
            st.caption(plain(path))
    st.html(_quote(sir, spans))


def _marked_pdf(
    record: DocumentRecord, sir: Sir, spans: Sequence[Span], lines: Sequence[LineBox]
) -> bytes:
    from core.export.annotation_job import annotated_pdf
    from core.export.marks import place_mark

    note = path_in_words(sir, sir.lineage(spans[0].node))
    mark = place_mark("Citation", note, lines)
    return annotated_pdf(resources.workbench().library, record.sha, [mark])


def _quote(sir: Sir, spans: Sequence[Span]) -> str:
    if cells := row_cells(sir, spans):
        return quote_block(row_html(cells))
    above = header_words(sir, spans)
    columns = f'<i style="opacity:.8">Columns: {escape(above)}</i>\n' if above else ""
    return quote_block(columns + quote_html(quoted(sir, spans)))


def quote_html(text: str) -> str:
    """The words of a quote as HTML, its line breaks kept."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} […]"
    return escape(short.replace("\n\n", "\n"))


def quote_lines(text: str) -> int:
    """About how many lines of a quote are in sight at once in a small window."""
    return min(sum(1 + len(line) // _WIDE for line in text.split("\n") if line), _TALLEST)


def quote_block(content: str) -> str:
    """HTML set apart as quoted, which scrolls where it is long."""
    style = (
        "margin:0;padding:.4rem .8rem;border-left:3px solid #0072b2;white-space:pre-wrap;"
        "overflow-wrap:anywhere;max-height:8.8rem;overflow:auto"
    )
    return f'<blockquote tabindex="0" style="{style}">{content}</blockquote>'


def link() -> str:
    """The address of the place that is shown."""
    view = state.view()
    return f"{st.context.url}?document={view.document}&citation={view.citation}"


def _nothing(words: str) -> None:
    st.info(words, icon=":material/find_in_page:")


def _lost(words: str) -> None:
    st.warning(f"The link leads {words} to follow it.", icon=":material/link_off:")
