"""Corrections by hand: of the chosen element, and the list of those of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.elements import class_words
from core.parsing.corrections import HIGHEST, LOWEST, Correction, classes_for, lost_corrections
from core.sir import HEADINGS, SET_ASIDE, ElementType, Sir
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord

_QUOTED = 60
"""Characters of a corrected element in the list."""
_FOLLOWS = (
    "A correction stays with the document, also when it is parsed anew or by another route. "
    "Chunks and the index are made anew when they are next needed."
)


def correct_node(record: DocumentRecord, sir: Sir, node: int) -> None:
    """The class and level of the chosen element, to be changed, and a way to set it aside."""
    allowed = classes_for(sir, node)
    if not allowed:
        return
    element = sir.nodes[node]
    with st.expander("Correct this element", icon=":material/edit:", key="correct-open"):
        now = element.type if element.type in allowed else allowed[0]
        with st.container(horizontal=True, vertical_alignment="bottom"):
            kind = st.selectbox(
                "Class",
                allowed,
                index=allowed.index(now),
                format_func=lambda each: class_in_words(each).capitalize(),
                key=f"correct-class-{element.id}",
                help="What kind of element this is. Some classes are never part of a chunk.",
            )
            level = _level(sir, node) if kind is ElementType.SECTION_HEADER else None
            st.button(
                "Apply",
                type="primary",
                disabled=(kind, level) == (element.type, element.level if level else None),
                key="correct-apply",
                on_click=_correct,
                args=(record, sir, node, kind, level),
            )
            st.button(
                "Set aside",
                icon=":material/visibility_off:",
                disabled=node >= sir.flow,
                key="correct-aside",
                on_click=_set_aside,
                args=(record, sir, node),
                help="Keep this element out of chunks and answers, whatever its class.",
            )
        st.caption(_FOLLOWS)


def _level(sir: Sir, node: int) -> int:
    element = sir.nodes[node]
    above = sir.lineage(node) if node < sir.flow else ()
    usual = sir.nodes[above[-1]].level or HIGHEST if above else HIGHEST
    levels = list(range(HIGHEST, LOWEST + 1))
    return st.selectbox(
        "Level",
        levels,
        index=levels.index(min(max(element.level or usual, HIGHEST), LOWEST)),
        key=f"correct-level-{element.id}",
        width=90,
        help="1 is the highest. What follows belongs to it, up to a heading of its level.",
    )


def correction_list(record: DocumentRecord, sir: Sir, corrections: Sequence[Correction]) -> None:
    """All corrections of the document, each with a way to undo it; those of no use say so."""
    if not corrections:
        st.caption("Nothing was corrected. Choose an element of the outline to correct it.")
        return
    st.caption(_FOLLOWS)
    lost = lost_corrections(sir)
    for index, correction in enumerate(corrections):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(correction_in_words(correction)), width="stretch")
            st.button(
                "Undo",
                key=f"correct-undo-{index}",
                icon=":material/undo:",
                type="tertiary",
                on_click=_undo,
                args=(record, sir, index),
                help=f"Take back: {plain(correction_in_words(correction))}",
            )
        if index in lost:
            st.warning(
                "This element was not found for sure in the present structure, so it was left as "
                "it is.",
                icon=":material/search_off:",
            )


def correction_in_words(correction: Correction) -> str:
    """Such as `Page 3, "Dose of the drug": paragraph, now section heading, level 2`."""
    words = beginning(correction.place.text, _QUOTED)
    now = (
        [class_in_words(correction.type)]
        if correction.type and correction.type is not correction.place.type
        else []
    )
    if correction.level and (correction.type or correction.place.type) in HEADINGS:
        now.append(f"level {correction.level}")
    if correction.aside:
        now.append("set aside")
    was = class_words(correction.place.type)
    quoted = f' "{words}"' if words else ""
    return f"Page {correction.place.page}{quoted}: {was}, now {', '.join(now) or 'as before'}"


def class_in_words(type_: ElementType) -> str:
    """The name of a class, and whether it is kept out of chunks."""
    return f"{class_words(type_)} (set aside)" if type_ in SET_ASIDE else class_words(type_)


@Boundary()
def _correct(
    record: DocumentRecord, sir: Sir, node: int, type_: ElementType, level: int | None
) -> None:
    after = resources.workbench().documents.correct(record.sha, sir.nodes[node].id, type_, level)
    _follow(sir, node, after)


@Boundary()
def _set_aside(record: DocumentRecord, sir: Sir, node: int) -> None:
    after = resources.workbench().documents.correct(record.sha, sir.nodes[node].id, aside=True)
    _follow(sir, node, after)


@Boundary()
def _undo(record: DocumentRecord, sir: Sir, index: int) -> None:
    after = resources.workbench().documents.undo_correction(record.sha, index)
    chosen = state.view().node
    node = next((at for at, element in enumerate(sir.nodes) if element.id == chosen), None)
    if node is not None:
        _follow(sir, node, after)


def _follow(before: Sir, node: int, after: Sir) -> None:
    """Keeps the element selected, whose id another place in the tree may have changed."""
    at = same_node(before, node, after)
    state.select(node=None if at is None else after.nodes[at].id, chunk=None, citation=None)


def same_node(before: Sir, node: int, after: Sir) -> int | None:
    """The node of a corrected tree that holds the words, or the region, of one before."""
    words = before.words_between(node, 0, len(before.nodes[node].text))
    if len(words):
        piece = int((after.pieces.word == words[0]).argmax())
        return int(after.pieces.first.searchsorted(piece, side="right")) - 1
    if before.nodes[node].children and node < before.flow:
        inner = same_node(before, node + 1, after)
        return after.nodes[inner].parent if inner is not None and inner < after.flow else inner
    regions = before.nodes[node].regions
    alike = (at for at, element in enumerate(after.nodes) if regions and element.regions == regions)
    return next(alike, None)
