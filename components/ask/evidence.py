"""One piece of evidence: whose words they are, where they stand, and the page with their lines."""

from __future__ import annotations

from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers.evidence_card import HEIGHT, evidence_card
from components.answers.quote_in_context import context_buttons, quote_height, quote_in_context
from components.answers.quote_marks import quote_marks
from components.ask.check_controls import PAGES, check_controls
from components.ask.checking import can_go, item_of
from components.ask.conversation_turns import Step, Turn, go, is_near, shown, steps, turn_of
from components.ask.quote_address import decode_place
from components.ask.terms import terms
from components.foreign_text import plain
from components.labels.chunks import path_in_words
from components.labels.figure_descriptions import description_in_words
from components.labels.other_parsers import unplaced_in_words
from components.widgets.document_pages import document_pages
from components.widgets.download import download
from components.widgets.layout import room
from components.widgets.page_view import legend
from core.errors import DataDamaged
from core.evidence.quotable_units import quoted
from core.page_names import pages_in_words
from core.refining.figures import figure_parts
from core.sir import Location, Sir
from core.spans import LineBox, Span, located, unplaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.chunking.additions import FigureDescription
    from core.library import DocumentRecord

_CHECKS = 2.5
"""Height (rem) of the bar of checks."""


def evidence(records: Mapping[str, DocumentRecord]) -> None:
    """The place that the address names, with its lines marked on all of its pages."""
    view = state.view()
    if view.citation and not view.document:
        _lost("to a place in a document that it does not name. Ask again")
        return
    if view.citation is None and (step := shown()):
        way()
        _item_without_lines(step)
        return
    if not view.citation or not view.document:
        _nothing("The page with the lines of a citation is shown here.")
        return
    record = records.get(view.document)
    if record is None:
        _lost("to a document that is not in this library. Add the file on the page Documents")
        return
    sir = resources.workbench().documents.sir(record.sha)
    spans = decode_place(sir, view.citation)
    if not spans:
        _lost("to a place that this document does not have. Ask again")
        return
    lines = located(sir, spans)
    card = resources.workbench().cards.of(record.sha, spans)
    with st.container(gap="xsmall"):
        _head(record, sir, spans, lines)
        evidence_card(card, view.citation)
        st.html(quote_in_context(sir, spans, card.whole, view.citation))
        row = st.container(
            horizontal=True,
            horizontal_alignment="distribute",
            vertical_alignment="center",
            gap="xsmall",
        )
        with row, st.container(horizontal=True, gap="small", width="content", key="around"):
            context_buttons(view.citation)
            terms(record, sir, spans)
        _notes(sir, spans)
    with st.container(gap=None):
        checks = _CHECKS if check_controls(record, lines) else 0.0
    if not lines:
        st.warning(
            "The place of these words on the page is not known, so no page is shown.",
            icon=":material/location_off:",
        )
        return
    now = shown()
    against = now is not None and now.objection is not None
    near = now is not None and is_near(now)
    marked = quote_marks(sir, spans, lines, card, view.citation, against=against, near=near)
    with st.container(key="quote-line"):  # in sight while a small window shows the page
        st.html(f'<div aria-hidden="true">{escape(" ".join(quoted(sir, spans).split()))}</div>')
    with room("evidence", more=checks + HEIGHT + quote_height(sir, spans, card.whole)):
        # What is chosen is named after the place, as the view scrolls where it is another.
        document_pages(
            record,
            marked.pages,
            marked.marks,
            key=PAGES,
            selected=marked.chosen,
            page=marked.pages[0],
            row=row,
        )
        # Filled lines explain themselves here; what is less sure does not.
        unsure = (Location.APPROXIMATE, Location.UNLOCATED)
        if any(mark.location in unsure for mark in marked.marks):
            legend(marked.marks)


def _item_without_lines(now: Step) -> None:
    """What cites nothing or cannot be shown: its words, why no page, the bar that decides of it."""
    turn = turn_of(now)
    if now.claim is not None:
        st.markdown(plain(turn.answer.claims[now.claim].text))
    else:
        st.markdown(now.card.text)
    check_controls()
    st.info(
        "This claim cites no lines, and none of those that were found speak against it. Only such "
        "a claim has no page that it could be checked on."
        if now.is_bare
        else f"These lines cannot be shown: {now.card.label}.",
        icon=":material/location_off:",
    )


def _head(
    record: DocumentRecord, sir: Sir, spans: Sequence[Span], lines: Sequence[LineBox]
) -> None:
    pages = pages_in_words(record.pages, (line.box.page for line in lines))
    where = f"**{plain(record.name)}**, {plain(pages)}"
    first = st.container(gap=None)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        apart = way()
        if not apart:
            st.markdown(where)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            st.caption("Opens this very place, on any machine with the document in its library:")
            st.code(link(), language=None, wrap_lines=True)
            download(
                "PDF with these lines marked",
                lambda: _marked_pdf(record, sir, spans, lines),
                f"{PurePath(record.name).stem}-marked.pdf",
            )
    with first if apart else st.container():  # whose words they are, before anything else
        if apart:
            st.markdown(where)
        if path := path_in_words(sir, sir.lineage(spans[0].node)):
            st.caption(plain(path))


def _notes(sir: Sir, spans: Sequence[Span]) -> None:
    if missing := unplaced(sir, spans):
        st.warning(plain(unplaced_in_words(missing)), icon=":material/report:")
    for description in _descriptions(sir, spans):
        st.markdown(description_in_words(description))


def _descriptions(sir: Sir, spans: Sequence[Span]) -> list[FigureDescription]:
    nodes = {span.node for span in spans}
    try:
        every = resources.workbench().descriptions.of(sir.document)
    except DataDamaged:
        return []  # The page Structure says so; the quote stands without them.
    return [each for each in every if not nodes.isdisjoint(figure_parts(sir, each.node))]


def _marked_pdf(
    record: DocumentRecord, sir: Sir, spans: Sequence[Span], lines: Sequence[LineBox]
) -> bytes:
    from core.export.annotation_job import annotated_pdf
    from core.export.pdf_marks import place_mark

    note = path_in_words(sir, sir.lineage(spans[0].node))
    mark = place_mark("Citation", note, lines)
    return annotated_pdf(resources.workbench().library, record.sha, [mark])


def link() -> str:
    """The address of the place that is shown."""
    view = state.view()
    return f"{st.context.url}?document={view.document}&citation={view.citation}"


def _nothing(words: str) -> None:
    st.info(words, icon=":material/find_in_page:")


def _lost(words: str) -> None:
    st.warning(f"The link leads {words} to follow it.", icon=":material/link_off:")


def way() -> bool:
    """Buttons to the neighbours of what is shown; whether there are any, as in an answer."""
    now = shown()
    if now is None:
        return False
    turn = turn_of(now)
    every = steps(now.turn, turn)
    _leads("Previous", "chevron_left", "Alt+Up", _left_in(turn, every[: now.place])[-1:])
    _leads("Next", "chevron_right", "Alt+Down", _left_in(turn, every[now.place + 1 :])[:1])
    st.markdown(step_in_words(now, every, turn))
    return True


def step_in_words(now: Step, every: Sequence[Step], turn: Turn) -> str:
    """Such as `Claim 2 of 3, citation 1 of 2`; the verdict stands after the lines of the claim."""
    if now.claim is None:
        kind = "Citation" if turn.cited else "Nearest passage"
        return f"{kind} {now.place + 1} of {len(every)}"
    against = now.objection is not None
    own = [
        step.place
        for step in every
        if step.claim == now.claim and (step.objection is not None) is against
    ]
    words = f"Claim {now.claim + 1} of {len(turn.answer.claims)}"
    if against or len(own) > 1:
        kind = "lines against it" if against else "citation"
        words += f", {kind} {own.index(now.place) + 1} of {len(own)}"
    return words


def _left_in(turn: Turn, way: Sequence[Step]) -> list[Step]:
    """The steps of a way without those of rejected items, which have left the answer."""
    rejected = turn.review.rejected()
    return [step for step in way if can_go(step) and item_of(turn, step) not in rejected]


def _leads(label: str, icon: str, keys: str, to: Sequence[Step]) -> None:
    st.button(
        label,
        key=f"way-{label.lower()}",
        icon=f":material/{icon}:",
        shortcut=keys,
        disabled=not to,
        on_click=go if to else None,
        args=tuple(to),
    )
