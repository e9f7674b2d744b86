"""The pages of a quote as they were kept when its answer was signed, with its lines marked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.widgets.layout import room
from components.widgets.page_view import Mark, MarkRole, colour_of, page_view
from components.widgets.quote import quote_block, quote_html
from core.evidence.row_cells import row_cells
from core.evidence.table_rows import header_of
from core.page_names import pages_in_words
from core.spans import located

if TYPE_CHECKING:
    from core.evidence.citations import Citation
    from core.history.base import SignedAnswer, SourceDocument
    from core.sir import Sir


def kept_page(signed: SignedAnswer, citation: Citation) -> None:
    """Whose words they are, the words, and the kept pages with their lines."""
    document = citation.quote.document
    source = next(source for source in signed.sources if source.sha == document)
    tree = resources.workbench().history.answers.tree(signed, document)
    st.markdown(f"**{plain(source.name)}**, {plain(pages_in_words(source.pages, citation.pages))}")
    if citation.section_path:
        st.caption(plain(" › ".join(citation.section_path)))
    st.html(quote_block(quote_html(_words(citation, tree))))
    if not citation.lines or not source.pages:
        st.warning(
            "The place of these words on the page is not known, so no page is shown.",
            icon=":material/location_off:",
        )
        return
    _pages(signed, source, citation, tree)


def _pages(
    signed: SignedAnswer, source: SourceDocument, citation: Citation, tree: Sir | None
) -> None:
    path = resources.workbench().history.answers.excerpt(signed, source.sha)
    images = []
    for number in citation.pages:
        image = resources.kept_page_image(path, source.excerpt, source.excerpt_page(number))
        images.append(replace(image, number=number))
    key = f"{signed.id}-{citation.number}-{citation.page}"
    marks = [
        Mark(key, line.box, "Cited words", colour=colour_of(0), location=line.location)
        for line in citation.lines
    ]
    columns = located(tree, header_of(tree, citation.quote.spans)) if tree else []
    marks += [
        Mark("columns", line.box, "Heading of a column", MarkRole.HEADING, colour_of(1))
        for line in columns
    ]
    with room("history-room"):
        page_view(
            images,
            marks,
            key="history-pages",
            name=source.name,
            selected=key,
            page=citation.page,
        )


def _words(citation: Citation, tree: Sir | None) -> str:
    """The quote; of a table row each cell after the heading of its column."""
    cells = row_cells(tree, citation.quote.spans) if tree else []
    if not cells:
        return citation.quote.text
    return "\n".join(
        f"{cell.heading}: {cell.text}" if cell.heading else cell.text for cell in cells
    )
