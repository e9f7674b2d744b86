"""Quotes under the parts of a question: the way to their lines, why these, and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.table_row import row_markdown
from components.foreign_text import plain, plain_lines
from components.labels.other_parsers import unplaced_in_words
from core.answering.ranking.features import ACROSS, FEATURES
from core.answering.reason import NO_ANSWER_TO_PART
from core.evidence.row_cells import group_words, header_words, row_cells
from core.export.answer_record.words import QUOTES_REJECTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.answering.base import Part
    from core.evidence.citations import Citation, Quote
    from core.sir import Sir

_MOST = 6
"""Features of a quote that are shown; the others give little."""


def quotes_by_part(parts: Sequence[Part], quotes: Mapping[int, Callable[[], None]]) -> None:
    """Draws quotes by their numbers, each below the first part of the question that it answers."""
    if not parts:
        for draw in quotes.values():
            draw()
    drawn: set[int] = set()
    for place, part in enumerate(parts, 1):
        st.markdown(f"**{place}\\. {plain(part.question)}**")
        if part.abstained:
            st.warning(
                f"**{NO_ANSWER_TO_PART}** {plain(part.reason)}",
                icon=":material/do_not_disturb_on:",
            )
        own = [number for number in part.citations if number in quotes]
        if part.citations and not own:
            st.caption(QUOTES_REJECTED)
        for number in own:
            if number not in drawn:
                quotes[number]()
        if again := [number for number in own if number in drawn]:
            numbers = ", ".join(rf"\[{number}\]" for number in again)
            st.caption(f"Shown above, and answers this too: {numbers}")
        drawn.update(own)


def quote_view(show: Callable[[], None], quote: Quote, note: str, text: str) -> None:
    """Whose words they are before the words, and why these; `note` and `text` are Markdown."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        show()
        if quote.contributions:
            with st.popover("Why this text", type="tertiary", icon=":material/info:"):
                st.markdown(why_in_words(quote))
    if note:
        st.caption(note)
    st.markdown(text)


def quote_in_words(citation: Citation, sir: Sir | None) -> str:
    """The words of a citation with its number, in Markdown; what is no part of the answer has none.

    With the tree of its document, a table row has the headings of its columns and what names its
    group, in grey. Words that stand nowhere on the pages are told below.
    """
    quote = citation.quote
    number = f" **\\[{citation.number}\\]**" if citation.number else ""
    if citation.unplaced:
        missing = plain(unplaced_in_words(citation.unplaced))
        number += f"\n\n:orange[:material/report: {missing}]"
    group = group_words(sir, quote.spans) if sir else ""
    group = f":gray[*Group: {plain(group)}*]  \n" if group else ""
    if sir and (cells := row_cells(sir, quote.spans)):
        return f"{group}{row_markdown(cells)}{number}"
    above = header_words(sir, quote.spans) if sir else ""
    columns = f":gray[*Columns: {plain(above)}*]  \n" if above else ""
    return f"{group}{columns}{plain_lines(quote.text)}{number}"


def why_in_words(quote: Quote) -> str:
    """What spoke for a quote most and what against it, in Markdown."""
    words = FEATURES | ACROSS
    rows = [
        f"| {value:+.2f} | {words[name]} |"
        for name, value in list(quote.contributions.items())[:_MOST]
        if name in words
    ]
    lead = "What speaks for this text and against it, the most first. The order is by the sum."
    return "\n".join([lead, "", "| Gives | Because |", "| ---: | --- |", *rows])
