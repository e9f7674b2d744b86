"""Which documents are listed and asked: by title, author, date, language, publisher and
status.

The choice stands in the address, as `author=Meier&since=2020`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.editions import STATUS_WORDS
from components.widgets.long_work import long_work
from core.errors import InvalidOption
from core.library.document_filter import DocumentFilter, read_filter
from core.library.edition_status import STATUSES
from core.text.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.progress import Progress

_KEY = "document-filter"
_READ = "sightline.documents.describe"
_TEXTS = {
    "title": ("Title or name of the file", "Every word must stand in it, whatever its case."),
    "author": ("Author", "Every word must stand in the author that the file states."),
    "publisher": ("Publisher", "Every word must stand in the publisher that you confirmed."),
    "since": ("Since", "A day, a month or a year, such as 2021-03-09, 2021-03 or 2021."),
    "until": ("Until", "The same; that day, month or year belongs to the time."),
}
_LANGUAGES = {"": "Any", **{name.value: name.value.capitalize() for name in Language}}


def document_filter(records: Sequence[DocumentRecord]) -> list[DocumentRecord]:
    """The documents of the library that the filter lets through, which a popover sets."""
    chosen = filter_of_address()
    with st.popover("Filter", icon=":material/filter_alt:", key=_KEY):
        _fields(chosen)
        unread = [record for record in records if not record.is_described]
        if unread:
            st.caption(f"{_count(unread)} added before authors and dates were noted.")
            st.button("Read them now", key="document-filter-read", on_click=state.keep,
                      args=(_READ, True))  # fmt: skip
    return chosen.split(records)[0]


def filter_notice(records: Sequence[DocumentRecord]) -> None:
    """What the filter leaves, and what of the rest is not known; nothing without a filter.

    A filter of the address that cannot be read holds for all, and is said, too.
    """
    chosen = filter_of_address()
    _read_unread(records)
    if state.view().among and chosen.is_empty:
        st.warning("The filter of the link cannot be read, so no document is left out.")
    if chosen.is_empty:
        return
    matching, unknown = chosen.split(records)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(_in_words(chosen, len(matching), len(records), len(unknown)), width="content")
        st.button("Show all", key="document-filter-off", type="tertiary", on_click=_take_off)
    if not matching:
        st.info(
            "No document matches the filter. Change it, or show all documents.",
            icon=":material/filter_alt_off:",
        )


def filter_of_address() -> DocumentFilter:
    """The filter that the address names; one that holds for all if it cannot be read."""
    try:
        return read_filter(dict(parse_qsl(state.view().among or "")))
    except InvalidOption:
        return DocumentFilter()


def _fields(chosen: DocumentFilter) -> None:
    values = chosen.model_dump()
    for name, (words, meaning) in _TEXTS.items():
        state.preset(_widget(name), values[name])
        st.text_input(words, key=_widget(name), help=meaning, on_change=_take_over, max_chars=200)
    state.preset(_widget("language"), values["language"])
    st.selectbox(
        "Language",
        list(_LANGUAGES),
        format_func=lambda name: _LANGUAGES[name],
        key=_widget("language"),
        help="That of most words that were read.",
        on_change=_take_over,
    )
    state.preset(_widget("status"), values["status"])
    st.selectbox(
        "Status",
        ["", *STATUSES],
        format_func=lambda status: STATUS_WORDS[status] if status else "Any",
        key=_widget("status"),
        help="As confirmed on the page Documents, and by the editions that are linked there.",
        on_change=_take_over,
    )
    if problem := state.kept(_widget("problem"), ""):
        st.error(plain(problem))
    st.caption(
        "Author and date are those that a file states of itself: the date on which it was made, "
        "unless a date of issue was confirmed. "
        "What is wrong or missing can be put right on the page Documents."
    )


def _read_unread(records: Sequence[DocumentRecord]) -> None:
    """Reads what older versions did not note of documents, where that was asked for."""
    unread = [record for record in records if not record.is_described]
    if not (unread and state.kept(_READ, False)):
        return

    def describe(progress: Progress) -> bool:
        for done, record in enumerate(unread):
            progress(done, len(unread))
            resources.workbench().documents.describe(record.sha)
        return True

    title = "Reading what the files state"
    if long_work(describe, key="describe-documents", title=title, unit="documents"):
        state.keep(_READ, False)
        st.rerun()


def _count(records: Sequence[DocumentRecord]) -> str:
    return "1 document was" if len(records) == 1 else f"{len(records)} documents were"


def _widget(name: str) -> str:
    return f"{_KEY}-{name}"


def _take_over() -> None:
    """Writes what the fields hold into the address; what cannot be read is said in the fields."""
    names = DocumentFilter.model_fields
    values = {name: (state.widget_value(_widget(name)) or "").strip() for name in names}
    try:
        read_filter(values)
    except InvalidOption as error:
        state.keep(_widget("problem"), str(error))
        return
    state.keep(_widget("problem"), "")
    state.select(among=urlencode({name: text for name, text in values.items() if text}) or None)


def _take_off() -> None:
    state.select(among=None)


def _in_words(chosen: DocumentFilter, count: int, total: int, unknown: int) -> str:
    parts = []
    if chosen.title:
        parts.append(f"title or name with {plain(chosen.title)}")
    if chosen.author:
        parts.append(f"by {plain(chosen.author)}")
    if chosen.publisher:
        parts.append(f"published by {plain(chosen.publisher)}")
    if chosen.status:
        parts.append(STATUS_WORDS[chosen.status].lower())
    if chosen.language:
        parts.append(_LANGUAGES[chosen.language])
    if chosen.since:
        parts.append(f"since {plain(chosen.since)}")
    if chosen.until:
        parts.append(f"until {plain(chosen.until)}")
    said = f"Filter: {', '.join(parts)}. **{count} of {total}** documents match."
    if unknown == 1:
        said += " 1 more does not state enough of itself to say."
    elif unknown:
        said += f" {unknown} more do not state enough of themselves to say."
    return said
