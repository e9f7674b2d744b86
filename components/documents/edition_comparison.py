"""Two editions side by side: what changed, each on its page, with the words marked."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.editions import KIND_COLOURS, KIND_WORDS, change_in_words
from components.widgets.document_pages import document_pages
from components.widgets.layout import room, tall_table
from components.widgets.legend_line import filled, legend_line
from components.widgets.listbox import Column, TableRow, choice_table
from components.widgets.page_view import MarkRole, marks_of
from core.editions.difference import Change, ChangeKind, Side
from core.editions.passages import PassageKind
from core.spans import joined, located, text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from components.widgets.page_view import Click, Mark
    from core.library import DocumentRecord
    from core.sir import Sir

_CHOSEN = "sightline.edition.change"
_WORDS = 90
"""Characters of a passage in the list."""


class _Edition(NamedTuple):
    record: DocumentRecord
    sir: Sir


def edition_comparison(old: DocumentRecord, new: DocumentRecord) -> None:
    """A list of changes, filtered; the chosen one on the pages of both editions."""
    bench = resources.workbench()
    with st.spinner("Comparing the editions…", show_time=True, width="content"):
        found = bench.editions.difference(old.sha, new.sha)
    sides = tuple(_Edition(each, bench.documents.sir(each.sha)) for each in (old, new))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Back to the documents", key="editions-back", icon=":material/arrow_back:",
                  on_click=lambda: state.select(beside=None))  # fmt: skip
        st.button("Swap", key="editions-swap", icon=":material/swap_horiz:", type="tertiary",
                  help="Takes the other one for the newer edition.", on_click=_swap,
                  args=(old.sha, new.sha))  # fmt: skip
        st.caption(f"{found.passages[0]:,} and {found.passages[1]:,} passages were compared.")
    if not found.changes:
        st.success("Nothing changed: both editions hold the same text.", icon=":material/check:")
        return
    shown = _filtered(found.changes)
    if not shown:
        st.info("No change is of a kind that is chosen above.")
        return
    at = state.kept(_CHOSEN, -1)
    at = at if at in shown else shown[0]
    listed, pages = st.columns([3, 9], gap="medium")
    with listed:
        _list(found.changes, shown, at, sides)
    with pages:
        _way(shown, at, found.changes[at])
        _pages(found.changes, shown, at, sides)


def _filtered(changes: Sequence[Change]) -> list[int]:
    counts = Counter(change.kind for change in changes)
    kinds = [kind for kind in KIND_WORDS if counts[kind]]
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        chosen = st.pills(
            "Kinds of change",
            kinds,
            selection_mode="multi",
            default=[kind for kind in kinds if kind is not ChangeKind.RENUMBERED] or kinds,
            format_func=lambda kind: f"{KIND_WORDS[kind]} {counts[kind]}",
            key="editions-kinds",
            label_visibility="collapsed",
            width="content",
        )
        recommendations = any(c.passage is PassageKind.RECOMMENDATION for c in changes)
        only = recommendations and st.toggle("Only recommendations", key="editions-only")
        danger = st.toggle(
            "Only numbers, negations and strengths",
            key="editions-dangers",
            help="Changes of words that alone turn what is recommended.",
        )
        legend_line((filled(KIND_COLOURS[kind]), KIND_WORDS[kind]) for kind in kinds)
    return [
        at
        for at, change in enumerate(changes)
        if change.kind in chosen
        and (not only or change.passage is PassageKind.RECOMMENDATION)
        and (not danger or change.dangers)
    ]


def _list(
    changes: Sequence[Change], shown: Sequence[int], at: int, sides: tuple[_Edition, ...]
) -> None:
    rows = [
        TableRow(str(index), (change_in_words(changes[index]), _summary(changes[index], sides)))
        for index in shown
    ]
    with tall_table("editions-table"):
        choice_table(
            (Column("Change"), Column("Text")),
            rows,
            key="editions-list",
            label="Changes between the editions",
            selected=str(at),
            on_choose=lambda row: state.keep(_CHOSEN, int(row)),
        )


def _summary(change: Change, sides: tuple[_Edition, ...]) -> str:
    """The words that changed where some did, else how the passage begins."""
    old, new = change.old, change.new
    if old and new and (old.changed or new.changed):
        texts = [
            ", ".join(text_of(edition.sir, s) for s in side.changed)
            for edition, side in zip(sides, (old, new), strict=True)
        ]
        number = f"{new.number}: " if new.number else ""
        return f"{number}{' → '.join(text or '–' for text in texts)}"[:_WORDS]
    side, edition = (new, sides[1]) if new else (old, sides[0])
    return " ".join(joined(edition.sir, side.spans).split())[:_WORDS] if side else ""


def _way(shown: Sequence[int], at: int, change: Change) -> None:
    place = shown.index(at)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, to in (
            ("Previous change", "chevron_left", shown[:place][-1:]),
            ("Next change", "chevron_right", shown[place + 1 :][:1]),
        ):
            st.button(
                label,
                key=f"editions-{icon}",
                icon=f":material/{icon}:",
                disabled=not to,
                on_click=state.keep,
                args=(_CHOSEN, to[0] if to else at),
            )
        st.markdown(f"{place + 1} of {len(shown)}: **{change_in_words(change)}**")


def _pages(
    changes: Sequence[Change], shown: Sequence[int], at: int, sides: tuple[_Edition, ...]
) -> None:
    left, right = st.columns(2, gap="small")
    with left:
        st.markdown(f"**Older: {plain(sides[0].record.name)}**")
        if changes[at].old is None:
            st.info("Not in the older edition.", icon=":material/do_not_disturb_on:")
        _page(changes, shown, at, sides[0], newer=False)
    with right:
        st.markdown(f"**Newer: {plain(sides[1].record.name)}**")
        if changes[at].new is None:
            st.info("Not in the newer edition.", icon=":material/do_not_disturb_on:")
        _page(changes, shown, at, sides[1], newer=True)


def _page(
    changes: Sequence[Change], shown: Sequence[int], at: int, edition: _Edition, *, newer: bool
) -> None:
    """A passage and its page in one of the editions; nothing where that lacks it."""
    change = changes[at]
    side = change.new if newer else change.old
    if side is None:
        return
    st.html(_quote(edition.sir, side, change, newer=newer))
    pages = sorted({line.box.page for line in located(edition.sir, side.spans)})
    if not pages:
        st.warning("The place of these words on the page is not known, so no page is shown.")
        return
    marks = _change_marks(edition.sir, changes, shown, pages, newer=newer)
    part = "newer" if newer else "older"
    with room("editions-room", part):
        document_pages(
            edition.record,
            pages,
            marks,
            key=f"editions-pages-{part}",
            part=f"{part} edition",
            selected=str(at),
            page=pages[0],
            on_click=_clicked,
        )


def _change_marks(
    sir: Sir,
    changes: Sequence[Change],
    shown: Sequence[int],
    pages: Collection[int],
    *,
    newer: bool,
) -> list[Mark]:
    """Marks of the changes (by their indexes) on these 1-based pages of an edition.

    Words that differ are filled; the rest of their passage, and what was only moved or renumbered,
    is outlined.
    """
    marks: list[Mark] = []
    for index in shown:
        change = changes[index]
        side = change.new if newer else change.old
        if side is None:
            continue
        colour, label = KIND_COLOURS[change.kind], change_in_words(change)
        for lines, role in (
            (located(sir, side.spans), MarkRole.HEADING),
            (located(sir, side.changed), MarkRole.OWN),
        ):
            marks += marks_of(lines, str(index), label, role, colour, pages=pages)
    return marks


def _clicked(click: Click) -> None:
    state.keep(_CHOSEN, int(click.id))


def _quote(sir: Sir, side: Side, change: Change, *, newer: bool) -> str:
    tag = "ins" if newer else "del"
    parts = []
    for span in side.spans:
        text, place, words = sir.nodes[span.node].text, span.start, []
        for mark in side.changed if change.old and change.new else ():
            if mark.node == span.node and span.start <= mark.start < span.end:
                words.append(escape(text[place : mark.start]))
                words.append(f"<{tag}><b>{escape(text[mark.start : mark.end])}</b></{tag}>")
                place = mark.end
        parts.append("".join([*words, escape(text[place : span.end])]))
    style = "font-size:.875rem;max-height:6.5rem;overflow:auto;overflow-wrap:anywhere"
    return f'<div tabindex="0" style="{style}">{"<br>".join(parts)}</div>'


def _swap(old: str, new: str) -> None:
    state.keep(_CHOSEN, -1)
    state.select(document=old)
    state.select(beside=new)
