"""The words of a document: what they mean, and on which lines it says so."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.widgets.export import table_export
from components.widgets.listbox import Column, TableRow, choice_table
from components.widgets.page_view import colour_of, marks_of
from core.evidence.quotable_units import quoted
from core.export.glossary_table import COLUMNS, glossary_rows
from core.glossary.base import Entry, EntryKind
from core.spans import located
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.widgets.page_view import Mark
    from core.library import DocumentRecord
    from core.sir import Sir

_CHOSEN = "sightline.glossary"
_MARK = "glossary"
_KINDS = {
    "Abbreviations": EntryKind.ABBREVIATION,
    "Terms": EntryKind.TERM,
    "Drugs": EntryKind.DRUG,
}
_COLUMNS = (Column("Word"), Column("Meaning"), Column("Page", numeric=True))
_LONGEST = 90
"""Characters of a meaning in the list; its lines hold all of it."""
_HEIGHT = 460
"""Pixels of the list."""


def glossary_list(record: DocumentRecord, sir: Sir) -> None:
    """The words of a document, to be searched and taken along; a click shows their lines."""
    known = resources.workbench().glossaries.of(record.sha)
    if not known.entries:
        st.caption("This document explains no abbreviations or terms, and names no drugs.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        searched = st.text_input(
            "Find a word",
            placeholder="Find a word",
            label_visibility="collapsed",
            icon=":material/search:",
            key="glossary-search",
        )
        table_export(
            "Export",
            lambda: glossary_rows(sir, known),
            COLUMNS,
            f"{PurePath(record.name).stem}-glossary",
            f"A row for each of the {len(known.entries)} words, with the words that explain it.",
            key="glossary-export",
        )
    kinds = st.pills(
        "Kinds",
        list(_KINDS),
        selection_mode="multi",
        label_visibility="collapsed",
        key="glossary-kinds",
    )
    entries = filtered(known.entries, searched or "", [_KINDS[kind] for kind in kinds])
    if not entries:
        st.caption("None of the words is like that.")
        return
    with st.container(height=_HEIGHT, border=False):
        choice_table(
            _COLUMNS,
            [_row(sir, entry) for entry in entries],
            key="glossary-list",
            label=f"Words of {record.name}",
            selected=state.kept(_CHOSEN, ("", ""))[1] or None,
            on_choose=lambda form: state.keep(_CHOSEN, (record.sha, form)),
        )
    if any(entry.kind is EntryKind.DRUG for entry in entries):
        st.caption("Drugs are told by their names and doses; what they mean is not looked for.")


def filtered(
    entries: Sequence[Entry], searched: str, kinds: Sequence[EntryKind] = ()
) -> list[Entry]:
    """The entries of these kinds, of all without any, that hold what is searched."""
    words = searched.casefold().strip()
    return [
        entry
        for entry in entries
        if (not kinds or entry.kind in kinds)
        and words in f"{entry.form} {entry.meaning}".casefold()
    ]


def chosen_entry(record: DocumentRecord) -> Entry | None:
    """The word of this document that was clicked last."""
    document, form = state.kept(_CHOSEN, ("", ""))
    if document != record.sha:
        return None
    entries = resources.workbench().glossaries.of(record.sha).entries
    return next((entry for entry in entries if entry.form == form), None)


def entry_marks(sir: Sir, entry: Entry) -> list[Mark]:
    """The lines that explain a word, or the word itself where no line does."""
    label = f"Explains {entry.form}" if entry.defined else f"First place of {entry.form}"
    return marks_of(located(sir, entry.source), _MARK, plain(label), colour=colour_of(0))


def _row(sir: Sir, entry: Entry) -> TableRow:
    meaning = entry.meaning or quoted(sir, entry.defined) or f"Drug: {entry.reason}"
    page = min((line.box.page for line in located(sir, entry.source)), default=0)
    return TableRow(entry.form, (entry.form, beginning(meaning, _LONGEST), str(page or "")))
