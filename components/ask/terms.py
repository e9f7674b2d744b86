"""The words of a quote that its document explains: what they mean, and where that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.ask.quote_address import encode_place
from components.foreign_text import plain
from core.evidence.quotable_units import quoted
from core.glossary.base import EntryKind
from core.page_names import pages_in_words
from core.spans import located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.glossary.base import Entry
    from core.library import DocumentRecord
    from core.sir import Sir
    from core.spans import Span

_MOST = 4
"""Words that are explained below a quote; those that stand in it first."""
_LONGEST = 70
"""Characters of a meaning on a button; its lines hold all of it."""
_WHAT = "What these words mean, as the document says elsewhere; a click shows the lines."


def terms(record: DocumentRecord, sir: Sir, spans: Sequence[Span]) -> None:
    """The words that the document explains elsewhere, opened to say what they mean.

    A click on one shows the lines that explain it.
    """
    entries = explained(resources.workbench().glossaries.of(record.sha).used_in(quoted(sir, spans)))
    elsewhere = [entry for entry in entries if not _explains_itself(entry, spans)][:_MOST]
    if not elsewhere:
        return
    forms = ", ".join(plain(entry.form) for entry in elsewhere)
    with st.popover(forms, type="tertiary", icon=":material/dictionary:"):
        st.caption(_WHAT)
        for number, entry in enumerate(elsewhere):
            st.button(
                _in_words(record, sir, entry),
                key=f"term-{number}",
                type="tertiary",
                on_click=state.select,
                kwargs={"citation": encode_place(sir, entry.source), "page": None},
            )


def explained(entries: Sequence[Entry]) -> list[Entry]:
    """Those that some line explains: not the names of drugs."""
    return [entry for entry in entries if entry.kind is not EntryKind.DRUG]


def _explains_itself(entry: Entry, spans: Sequence[Span]) -> bool:
    """Whether what is quoted holds the explanation."""
    return any(
        span.node == own.node and span.start < own.end and own.start < span.end
        for span in entry.defined
        for own in spans
    )


def _in_words(record: DocumentRecord, sir: Sir, entry: Entry) -> str:
    pages = pages_in_words(record.pages, (line.box.page for line in located(sir, entry.source)))
    meaning = entry.meaning or quoted(sir, entry.defined)
    short = meaning if len(meaning) <= _LONGEST else f"{meaning[:_LONGEST].rstrip()}…"
    return f"{plain(entry.form)}: {plain(short)}, {plain(pages)}"
