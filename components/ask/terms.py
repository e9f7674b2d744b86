"""The words of a quote or claim that its document explains, and where it does; names of drugs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.ask.quote_address import encode_place
from components.foreign_text import plain
from core.evidence.quotable_units import quoted
from core.glossary.base import Entry, EntryKind
from core.page_names import pages_in_words
from core.spans import Span, located
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.sir import Sir

_MOST = 4
"""Words that are explained below a quote or a claim; those that stand in it first."""
_LONGEST = 70
"""Characters of a meaning on a button; its lines hold all of it."""
_WHAT = "What these words mean, as the document says elsewhere; a click shows the lines."


def terms(record: DocumentRecord, sir: Sir, spans: Sequence[Span]) -> None:
    """The words of a quote that the document explains elsewhere, opened to say what they mean.

    A click on one shows the lines that explain it.
    """
    used = resources.workbench().glossaries.of(record.sha).used_in(quoted(sir, spans))
    _popover(record, sir, [entry for entry in used if not _stands_in(entry, spans)], "term")


def claim_terms(text: str, documents: Sequence[str], key: str) -> None:
    """The words of a claim that the first of the documents that it cites explains."""
    if not documents:
        return
    bench = resources.workbench()
    record, sir = bench.library.get(documents[0]), bench.documents.sir(documents[0])
    _popover(record, sir, bench.glossaries.of(record.sha).used_in(text), key)


def _popover(record: DocumentRecord, sir: Sir, entries: Sequence[Entry], key: str) -> None:
    entries = sorted(entries, key=lambda entry: entry.kind is EntryKind.DRUG)[:_MOST]
    if not entries:
        return
    forms = ", ".join(plain(entry.form) for entry in entries)
    with st.popover(forms, type="tertiary", icon=":material/dictionary:"):
        st.caption(_WHAT)
        for number, entry in enumerate(entries):
            st.button(
                _in_words(record, sir, entry),
                key=f"{key}-{number}",
                type="tertiary",
                on_click=state.select,
                kwargs={
                    "document": record.sha,
                    "citation": encode_place(sir, entry.source),
                    "page": None,
                },
            )


def _stands_in(entry: Entry, spans: Sequence[Span]) -> bool:
    return any(
        span.node == own.node and span.start < own.end and own.start < span.end
        for span in entry.source
        for own in spans
    )


def _in_words(record: DocumentRecord, sir: Sir, entry: Entry) -> str:
    pages = pages_in_words(record.pages, (line.box.page for line in located(sir, entry.source)))
    if entry.kind is EntryKind.DRUG:
        return f"{plain(entry.form)}: a drug, first named on {plain(pages)}"
    meaning = entry.meaning or quoted(sir, entry.defined)
    return f"{plain(entry.form)}: {plain(beginning(meaning, _LONGEST))}, {plain(pages)}"
