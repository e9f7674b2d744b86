"""Two chunkings of a document beside each other, on the same pages, their differences marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.chunks.chunk_figures import difference_in_words, figures
from components.chunks.chunk_marks import chunk_marks, chunk_of, shown_pages
from components.chunks.compare_figures import (
    ABOUT,
    agreement,
    agreement_figures,
    agreement_in_words,
)
from components.chunks.compare_lists import looked_at, two_lists
from components.chunks.compare_marks import (
    Two,
    choose_cut,
    chosen_cut,
    cut_marks,
    leave_cut,
    mark_id,
    step_in_words,
    steps,
    token_of,
)
from components.chunks.detail import chunk_detail
from components.chunks.making import Made, follow, make_chunks
from components.chunks.plan_report import plan_report
from components.comparison.scoring import Contest, Side, agreement_rows, contest
from components.errors import Boundary
from components.foreign_text import plain
from components.forms.configuration_form import configuration_form, linked_configuration
from components.labels.chunks import summary
from components.labels.settings import symbols_in
from components.link_notes import note
from components.widgets.document_pages import document_pages, page_picker
from components.widgets.layout import room
from components.widgets.page_view import Click, Mark, legend
from components.widgets.switch import switch
from core.configuration.labels import label
from core.evaluation.agreement.chunk_agreement import boundaries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord

_PART = {"A": "recipe", "B": "other"}
"""Where the view holds the settings of either side."""
_PAGES, _LISTS = "Pages", "Chunk lists"


def compare(record: DocumentRecord, toggle: Callable[[], None]) -> None:
    """A on the left, B on the right, each with its own strategy and options.

    `toggle` draws the way back to one setting.
    """
    made: list[Made | None] = []
    for side, place in zip("AB", st.columns(2, gap="medium"), strict=True):
        with place:
            made.append(_settings(record, side))
    made_a, made_b = made
    scored: Contest | None = None
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        if made_a and made_b:
            st.markdown(
                difference_in_words(summary(made_a.result), summary(made_b.result)), width="content"
            )
            sides = (Side(name, cut.config) for name, cut in (("A", made_a), ("B", made_b)))
            scored = contest(record, *sides, key="compare")
        toggle()
    if made_a and made_b:
        cuts = boundaries(made_a.result.owners, made_b.result.owners)
        _differences(record, Two(made_a.result, made_b.result, cuts), scored)


def _settings(record: DocumentRecord, side: str) -> Made | None:
    view = state.view()
    before = linked_configuration(getattr(view, _PART[side]))
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        # Behind a click: the pages below need the height.
        with st.popover(f"Change {side}", icon=":material/tune:", key=f"compare-{side}-settings"):
            config = configuration_form(
                before,
                key=f"compare-{side}",
                store=lambda text: state.select(**{_PART[side]: text}),
                label=f"Strategy {side}",
                narrow=True,
            )
        st.markdown(f"**{side}** · {plain(label(config))}", help=symbols_in(config))
    made = make_chunks(record, config, key=f"compare-{side}")
    if made is None:
        return None
    if side == "A":
        follow(record, made)
    plan_report(record, made, key=f"compare-{side}")
    figures(made)
    return made


@st.fragment
def _differences(record: DocumentRecord, two: Two, scored: Contest | None) -> None:
    with Boundary():
        chosen = looked_at(two, two.one) or looked_at(two, two.other)
        if state.linked() and state.view().chunk and not chosen:
            note("The link leads to a chunk that neither of these settings makes.")
        chunk = chosen if chosen_cut(two) is None else None
        pages = shown_pages(chunk, state.view().page, record.page_count)
        asked_page = state.view().page
        page = asked_page if asked_page in pages else pages[0]
        _figures(two, scored, page)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            look = switch("Show", (_PAGES, _LISTS), "compare-look")
            steps(two, page)
            page_picker(record.page_count, page)
        cuts = cut_marks(two, pages)
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.markdown(step_in_words(two), width="content")
            legend(cuts)
        if look == _LISTS:
            two_lists(record, two, page)
        else:
            _pages(record, two, cuts, pages, page)


def _figures(two: Two, scored: Contest | None, page: int) -> None:
    chunks = len(two.one.chunks), len(two.other.chunks)
    agreement_rows(
        "compare-scope",
        page,
        lambda only: agreement(two, only),
        lambda alike: agreement_in_words(alike, chunks),
        agreement_figures,
        ABOUT,
        scored,
    )


def _pages(
    record: DocumentRecord, two: Two, cuts: Sequence[Mark], pages: Sequence[int], page: int
) -> None:
    def clicked(click: Click) -> None:
        token = token_of(click.id)
        if token is not None:
            choose_cut(two, token)
            return
        leave_cut()
        state.select(chunk=chunk_of(click.id), page=click.page)

    sides = (("A", two.one), ("B", two.other))
    for (side, result), place in zip(sides, st.columns(2, gap="medium"), strict=True):
        with place, room("compare-room", side):
            _side(record, two, result, cuts, pages, (side, page), clicked)


def _side(
    record: DocumentRecord,
    two: Two,
    result: ChunkingResult,
    cuts: Sequence[Mark],
    pages: Sequence[int],
    place: tuple[str, int],
    clicked: Callable[[Click], None],
) -> None:
    side, page = place
    token, chosen = chosen_cut(two), looked_at(two, result)
    chunk = chosen.id if chosen and token is None else None
    marks = chunk_marks(result, pages, chunk)
    document_pages(
        record,
        pages,
        [*marks, *cuts],
        key=f"compare-pages-{side}",
        part=side,
        selected=chunk if token is None else mark_id(token),
        page=page,
        on_click=clicked,
    )
    legend(marks)
    if chosen:
        chunk_detail(result, chosen)
