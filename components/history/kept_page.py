"""The pages of a quote as they were kept when its answer was signed, with its lines marked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.answers.evidence_card import HEIGHT, evidence_card
from components.answers.quote_in_context import quote_height, quote_in_context
from components.answers.quote_marks import QuoteMarks, quote_marks
from components.foreign_text import plain
from components.widgets.layout import room
from components.widgets.page_view import page_view
from components.widgets.quote import quote_block, quote_html
from core.page_names import pages_in_words

if TYPE_CHECKING:
    from components.history.signed_items import SignedQuote
    from core.history.base import SignedAnswer, SourceDocument
    from core.sir import Sir


def kept_page(signed: SignedAnswer, quote: SignedQuote, tree: Sir | None) -> None:
    """Whose words they are, what their document states, the words, and the kept pages with them.

    `tree` holds the kept words of the document, None where none were kept.
    """
    citation, card = quote.citation, quote.card
    source = next(source for source in signed.sources if source.sha == citation.quote.document)
    place, spans = f"{signed.id}.{quote.place}", citation.quote.spans
    whole = card.whole if card else spans
    with st.container(gap="xsmall"):
        pages = pages_in_words(source.pages, citation.pages)
        st.markdown(f"**{plain(source.name)}**, {plain(pages)}")
        if citation.section_path:
            st.caption(plain(" › ".join(citation.section_path)))
        if card:
            evidence_card(card, place)
        words = quote_block(quote_html(citation.quote.text))
        if tree:
            words = quote_in_context(tree, spans, whole, place)
        st.html(words)
    if not citation.lines or not source.pages:
        st.warning(
            "The place of these words on the page is not known, so no page is shown.",
            icon=":material/location_off:",
        )
        return
    marked = quote_marks(tree, spans, citation.lines, card, place, against=quote.is_against)
    above = (HEIGHT if card else 0.0) + (quote_height(tree, spans, whole) if tree else 0.0)
    with room("history-room", more=above, staying=True):
        _pages(signed, source, marked)


def _pages(signed: SignedAnswer, source: SourceDocument, marked: QuoteMarks) -> None:
    path = resources.workbench().history.answers.excerpt(signed, source.sha)
    images = []
    for number in marked.pages:
        image = resources.kept_page_image(path, source.excerpt, source.excerpt_page(number))
        images.append(replace(image, number=number))
    page_view(
        images,
        marked.marks,
        key="history-pages",
        name=source.name,
        selected=marked.chosen,
        page=marked.pages[0],
    )
