"""One document in detail: how it was read, what was found in it, and the way on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.documents.description import description_form
from components.documents.edition_card import edition_card
from components.documents.exports import structure_exports
from components.documents.hidden_text import hidden_text
from components.documents.library_table import file_size
from components.documents.missing_pages import missing_pages
from components.errors import Boundary, show_error
from components.foreign_text import plain, plain_lines
from components.labels.elements import class_words
from components.labels.routes import given_as, within
from components.sign_in import is_server, may
from components.widgets.listbox.tree_rows import aside_count
from components.widgets.long_work import long_work
from core.errors import SightlineError
from core.rights import Right
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.library import DamagedDocument, DocumentRecord
    from core.sir import Sir


_LOST = "The file, its structure, its chunks and its entries in the index will be gone."
_LOST_ON_A_SERVER = (
    "It leaves all collections that you are in. Where it is in no other, the file and all that "
    "was made from it will be gone."
)
_WANTED = "sightline.damaged.mend"
"""The document that is put right now."""


def document_card(record: DocumentRecord) -> None:
    """Facts, warnings and counts of elements, with ways to the other pages and to delete."""
    sir = resources.workbench().documents.sir(record.sha)
    with st.container(border=True):
        title, ways = st.columns([1, 1], vertical_alignment="center")
        title.subheader(plain(record.name), anchor=False)
        with ways.container(horizontal=True, horizontal_alignment="right"):
            if st.button("See its structure", icon=":material/account_tree:"):
                st.switch_page("pages/structure.py")
            structure_exports(record, sir)
            if may(Right.EDIT):
                description_form(record)
                _deletion(record.sha)
        st.caption(" · ".join(map(plain, facts(record))))
        parse = record.parse
        if parse and parse.failed_pages:
            numbers = ", ".join(map(str, parse.failed_pages))
            st.warning(f"These pages could not be read: {numbers}. All others can be used.")
        for warning in parse.warnings if parse else ():
            st.warning(plain_lines(warning))
        missing_pages(record, "card")
        hidden_text(record, sir)
        if may(Right.EDIT):
            edition_card(record, sir)
        counts = element_counts(sir)
        st.markdown("  ".join(f":gray-badge[{kind} {count}]" for kind, count in counts))


def facts(record: DocumentRecord) -> list[str]:
    """What is known of the file, in a few words each."""
    pages = number_of(record.page_count, "page")
    items = [pages, file_size(record.size)]
    if title := record.stated("title"):
        items.insert(0, title)
    items.append(record.stated("author") or "no author stated")
    items.append(made_on(record))
    if kind := given_as(record.kind):
        items.append(kind)
    if record.encrypted:
        items.append("encrypted")
    if record.parse:
        parser = within(record.parse.parser)
        items.append(f"read in {record.parse.seconds:.1f} s (parser: {parser})")
    return [*items, f"SHA-256 {record.sha[:12]}"]


def made_on(record: DocumentRecord) -> str:
    """The date of a document, and whose word it is."""
    if not record.stated("date"):
        return "no date stated"
    return f"{'dated' if 'date' in record.by_hand else 'made on'} {record.stated('date')}"


def element_counts(sir: Sir) -> list[tuple[str, int]]:
    """How often each type of element occurs, the most frequent first; then what was set aside."""
    counts = Counter(class_words(node.type) for node in sir.nodes[1 : sir.flow])
    aside = aside_count(sir)
    return [*counts.most_common(), *([("set aside", aside)] if aside else [])]


def damaged_card(document: DamagedDocument, *, chosen: bool) -> None:
    """What is wrong, with a way to repair it, and for the chosen document one to delete it."""
    with st.container(border=True):
        st.error(f"**{plain(document.shown_name)}**: {plain(document.problem)}")
        with st.container(horizontal=True):
            if not document.too_new:
                st.button(
                    "Make its record anew",
                    icon=":material/build:",
                    type="primary",
                    key=f"mend-{document.sha}",
                    help="Reads the file again. Names that cannot be read any more are lost, and "
                    "a parser that you chose must be chosen again. Corrections stay.",
                    on_click=lambda: state.keep(_WANTED, document.sha),
                )
            if chosen:
                _deletion(document.sha, "The file and all that was made from it will be gone.")
        if state.kept(_WANTED, None) == document.sha:
            _mend(document.sha)


def _mend(sha: str) -> None:
    """Makes the record anew, with its progress; what stands in the way is said."""
    try:
        record = long_work(
            lambda progress: resources.workbench().documents.mend(sha, progress),
            key=f"mend-{sha}",
            title="Reading the document",
            unit="pages",
        )
    except SightlineError as error:
        state.keep(_WANTED, None)
        show_error(error)
        return
    if record:
        state.keep(_WANTED, None)
        state.select(document=sha)
        st.rerun()


def _deletion(sha: str, consequence: str = "") -> None:
    @Boundary()
    def delete() -> None:
        resources.workbench().delete(sha)
        resources.parse_queue().forget_document(sha)
        state.select(document=None)

    with st.popover("Delete", icon=":material/delete:"):
        st.write(consequence or _LOST if not is_server() else _LOST_ON_A_SERVER)
        st.button("Delete it for good", type="primary", key=f"delete-{sha}", on_click=delete)
