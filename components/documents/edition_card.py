"""A document as an edition: what its pages say, what was confirmed, and its other editions."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.labels.editions import FIELD_WORDS, STATUS_WORDS
from components.widgets.document_pages import document_pages
from components.widgets.page_view import colour_of, marks_of
from core.editions.standing import in_words
from core.errors import InvalidOption
from core.library.iso_dates import is_future
from core.page_names import pages_in_words
from core.spans import located

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.editions.proposal import Proposal
    from core.library import DocumentRecord
    from core.sir import Sir

_STATUSES = ("", "current", "draft", "superseded", "withdrawn")
_PROBLEM, _SHOWN = "sightline.edition.problem", "sightline.edition.shown"
_NEWER, _OLDER = "The newer of the two", "The older of the two"


def edition_card(record: DocumentRecord, sir: Sir) -> None:
    """Values with the lines that say so, to be confirmed or corrected; editions in their order."""
    bench = resources.workbench()
    proposed = bench.editions.proposed(record.sha)
    standing = bench.editions.standings([record.sha])[record.sha]
    if not standing.stands:
        st.warning(plain(" ".join(in_words(standing, date.today()))), icon=":material/history:")
    with st.expander("Edition", icon=":material/history_edu:", key=f"edition-{record.sha[:12]}"):
        _fields(record, sir, proposed)
        _shown_lines(record, sir, proposed)
        st.divider()
        _editions(record)
        _linking(record)


def _fields(record: DocumentRecord, sir: Sir, proposed: Mapping[str, Proposal]) -> None:
    st.caption(
        "Read from the first pages and the lines that run above and below the pages. It counts for "
        "filters and for other editions when you confirm it; an empty field stands for not known."
    )
    confirmed = record.edition.model_dump()
    for name, (words, meaning) in FIELD_WORDS.items():
        said = proposed.get(name)
        value = confirmed[name] or (said.value if said else "")
        field, where = st.columns([2, 3], vertical_alignment="bottom")
        state.preset_once(_key(record, name), value)
        with field:
            if name == "status":
                st.selectbox(
                    words, _STATUSES, key=_key(record, name), help=meaning,
                    format_func=lambda status: STATUS_WORDS[status],
                )  # fmt: skip
            else:
                st.text_input(words, key=_key(record, name), help=meaning or None, max_chars=300)
        with where.container(horizontal=True, vertical_alignment="center"):
            _origin(record, sir, name, confirmed[name], said)
            if name == "issued" and is_future(value, date.today()):
                st.markdown(":orange-badge[dated in the future: check it]", width="content")
    if problem := state.kept(_PROBLEM, ""):
        st.error(plain(problem))
    with st.container(horizontal=True):
        st.button("Confirm", key="edition-confirm", type="primary", on_click=_confirm,
                  args=(record,), help="Keeps the values above with the document.")  # fmt: skip
        if any(confirmed[name] for name in FIELD_WORDS):
            st.button("Take it back", key="edition-clear", on_click=_clear, args=(record,),
                      help="Nothing is confirmed any more; what the pages say stays.")  # fmt: skip


def _origin(
    record: DocumentRecord, sir: Sir, name: str, confirmed: str, said: Proposal | None
) -> None:
    st.markdown(
        ":green-badge[:material/check: confirmed]" if confirmed else ":gray-badge[not confirmed]",
        width="content",
    )
    if said is None:
        st.caption("Its first pages do not say.", width="content")
        return
    page = pages_in_words(record.pages, (line.box.page for line in located(sir, said.stated.spans)))
    st.button(
        f"“{plain(said.stated.words)}”, {plain(page)}",
        key=f"edition-show-{name}",
        type="tertiary",
        icon=":material/find_in_page:",
        help="Shows the lines on the page.",
        on_click=state.keep,
        args=(_SHOWN, (record.sha, name)),
    )


def _shown_lines(record: DocumentRecord, sir: Sir, proposed: Mapping[str, Proposal]) -> None:
    sha, name = state.kept(_SHOWN, ("", ""))
    if sha != record.sha or name not in proposed:
        return
    lines = located(sir, proposed[name].stated.spans)
    words, _ = FIELD_WORDS[name]
    marks = marks_of(lines, name, words, colour=colour_of(0))
    if not lines:
        st.info("The place of these words on the page is not known.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{words}** on its page", width="content")
        st.button("Hide the page", key="edition-hide", type="tertiary", on_click=state.keep,
                  args=(_SHOWN, ("", "")))  # fmt: skip
    pages = sorted({line.box.page for line in lines})
    document_pages(record, pages, marks, key="edition-pages", selected=name, page=pages[0])


def _editions(record: DocumentRecord) -> None:
    members = resources.workbench().editions.of(record.sha)
    if len(members) < 2:
        st.markdown("**No other edition is linked.**")
        return
    st.markdown("**Editions, the newest first**")
    at = [each.sha for each in members].index(record.sha)
    for place, each in reversed(list(enumerate(members))):
        with st.container(horizontal=True, vertical_alignment="center"):
            issued = f" · {each.edition.issued}" if each.edition.issued else ""
            own = " (this one)" if place == at else ""
            st.markdown(f"{place + 1}. {plain(each.name + issued)}{own}", width="content")
            if place != at:
                old, new = sorted(((place, each.sha), (at, record.sha)))
                st.button(
                    f"Compare with {plain(each.name)}",
                    key=f"edition-compare-{each.sha[:12]}",
                    icon=":material/difference:",
                    on_click=_compare,
                    args=(old[1], new[1]),
                )
    st.button(
        "Take this document out of the editions",
        key="edition-unlink",
        icon=":material/link_off:",
        help="The others stay linked. Nothing is deleted.",
        on_click=_unlink,
        args=(record.sha,),
    )


def _linking(record: DocumentRecord) -> None:
    bench = resources.workbench()
    known = {each.sha for each in bench.editions.of(record.sha)}
    others = {each.sha: each for each in bench.library.list() if each.sha not in known}
    if not others:
        st.caption("Add another edition to the library to link it here.")
        return
    likely = [each.sha for each in bench.editions.candidates(record.sha)]
    names = unique_labels({sha: each.name for sha, each in others.items()})
    order = [*likely, *(sha for sha in others if sha not in likely)]
    chosen, which = st.columns([3, 2], vertical_alignment="bottom")
    other = chosen.selectbox(
        "Another edition of",
        order,
        index=0 if likely else None,
        format_func=lambda sha: f"{names.get(sha)}{' (alike title)' if sha in likely else ''}",
        placeholder="Choose a document",
        key=f"edition-other-{record.sha[:12]}",
    )
    side = which.radio(
        "This document is",
        (_NEWER, _OLDER),
        index=1 if other and _is_older(record, others[other]) else 0,
        horizontal=True,
        key=f"edition-side-{record.sha[:12]}-{(other or '')[:12]}",
    )
    with st.container(horizontal=True):
        st.button(
            "Link as editions", key="edition-link", icon=":material/link:", disabled=not other,
            on_click=_link, args=(record.sha, other, side == _NEWER),
        )  # fmt: skip
        st.button(
            "Only compare", key="edition-compare", icon=":material/difference:",
            disabled=not other, on_click=_compare, type="tertiary",
            args=(other, record.sha) if side == _NEWER else (record.sha, other),
        )  # fmt: skip


def _is_older(record: DocumentRecord, other: DocumentRecord) -> bool:
    """Whether the dates of issue say so, confirmed or read."""
    editions = resources.workbench().editions
    dates = []
    for each in (record, other):
        said = editions.proposed(each.sha).get("issued") if each.parse else None
        dates.append(each.edition.issued or (said.value if said else ""))
    return bool(dates[0] and dates[1]) and dates[0] < dates[1]


def _key(record: DocumentRecord, name: str) -> str:
    return f"edition-{name}-{record.sha[:12]}"


@Boundary()
def _confirm(record: DocumentRecord) -> None:
    values = {name: state.widget_value(_key(record, name)) or "" for name in FIELD_WORDS}
    try:
        resources.workbench().editions.confirm(record.sha, values)
    except InvalidOption as error:
        state.keep(_PROBLEM, str(error))
    else:
        state.keep(_PROBLEM, "")


@Boundary()
def _clear(record: DocumentRecord) -> None:
    resources.workbench().editions.confirm(record.sha, dict.fromkeys(FIELD_WORDS, ""))
    state.keep(_PROBLEM, "")


@Boundary()
def _link(document: str, other: str, newer: bool) -> None:
    resources.workbench().editions.link(document, other, newer=newer)


@Boundary()
def _unlink(document: str) -> None:
    resources.workbench().editions.unlink(document)


def _compare(old: str, new: str) -> None:
    state.select(document=new)
    state.select(beside=old)
