"""Everything about one chunk: its words, its limits and why they are there."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import NamedTuple

import streamlit as st

from components.chunks.refiner_steps import chunk_steps
from components.chunks.step_words import merges_of
from components.chunks.supplement_view import supplement
from components.foreign_text import plain
from components.labels.chunks import path_in_words, piece_in_words, sharers, size_in_words
from components.labels.figure_descriptions import description_in_words
from components.labels.other_parsers import unplaced_in_words
from core.chunking.assembly import numbered_segments
from core.chunking.base import Boundary, BoundaryKind, Chunk, ChunkingResult
from core.page_names import number_ranges, pages_in_words
from core.spans import Role, Segment, between, joined, unplaced

_KINDS = {BoundaryKind.TOPIC: "change of topic", BoundaryKind.PLAN: "plan of the document"}
"""Kinds of boundaries that need more than one word."""


_STYLES = {
    Role.OWN: "",
    Role.OVERLAP: "opacity:.62;background:repeating-linear-gradient(-45deg,"
    "rgba(127,169,204,.28) 0 2px,transparent 2px 7px)",
    Role.HEADING: "outline:1.5px solid rgba(91,122,150,.75);outline-offset:1px;border-radius:2px",
}
_TITLES = {
    Role.OWN: "",
    Role.OVERLAP: "Repeated from the chunk before",
    Role.HEADING: "Heading put in front",
}
_FRAME = (
    "white-space:pre-wrap;overflow-wrap:anywhere;max-height:19rem;overflow:auto;line-height:1.5;"
    "padding:.6rem .75rem;border:1px solid rgba(128,140,152,.35);border-radius:.375rem"
)
_PLACE = (
    "margin:.6rem 0 .3rem;padding-top:.3rem;border-top:1px dashed rgba(128,140,152,.6);"
    "font-size:.78rem;font-style:italic;opacity:.75;user-select:none"
)


def chunk_detail(result: ChunkingResult, chunk: Chunk) -> None:
    """Path, size, verbatim content with its roles, reasons at both ends, id, what explains it.

    Below it, marked as no words of the document, what a model says of its figures.
    """
    with st.container(gap="xsmall"):
        missing = unplaced(result.sir, chunk.segments)
        pages = plain(pages_in_words(result.sir.pages, chunk.pages))
        st.markdown(
            f"**Chunk {chunk.index + 1}** · {size_in_words(chunk)} tokens · {pages} · "
            f":gray[`{chunk.id}`]"
        )
        if path := path_in_words(result.sir, chunk.lineage):
            st.caption(plain(path))
        if chunk.signature:
            st.markdown(
                f":gray[Signature:] **{plain(chunk.signature)}**",
                help="A few words on its topic, added for the search. They are no words of the "
                "chunk.",
            )
        if chunk.cut.statement:
            st.markdown(
                f":gray[Statement:] {plain(chunk.cut.statement)}",
                help="The language model's words, which are searched. The document says it in "
                "these:",
            )
        st.html(content_html(result, chunk))
        if missing:
            st.warning(plain(unplaced_in_words(missing)), icon=":material/report:")
        st.markdown(f"{_reason('Begins', chunk.begins)}  \n{_reason('Ends', chunk.ends)}")
        for merge in merges_of(result, chunk):
            st.caption(f":material/link: {plain(merge)}")
        for sentence in shared_in_words(result, chunk):
            st.caption(sentence)
        supplement(result, chunk)
        chunk_steps(result, chunk)
        for description in chunk.descriptions:
            st.markdown(description_in_words(description))


def shared_in_words(result: ChunkingResult, chunk: Chunk) -> list[str]:
    """Which other chunks hold words of this one, a sentence for each way."""
    shared_with = sharers(result, chunk)
    words = {Role.OVERLAP: "Words of it are repeated in", Role.HEADING: "It lends headings to"}
    return [
        f"{words[role]} chunk{'s' if len(numbers) > 1 else ''} {number_ranges(numbers)}."
        for role in words
        if (numbers := shared_with[role])
    ]


def _reason(name: str, boundary: Boundary) -> str:
    kind = _KINDS.get(boundary.kind, boundary.kind.value)
    return f":gray[{name}, {kind}:] {plain(boundary.reason)}"


class Part(NamedTuple):
    """Text of a chunk that is there for one purpose, and the declared separator before it.

    `piece` is the number, from 1, of the piece that it belongs to.
    """

    role: Role
    before: str
    text: str
    piece: int


def parts(result: ChunkingResult, chunk: Chunk) -> list[Part]:
    """The content by piece and role; joined with their separators the parts are all of it."""
    sir = result.sir
    made: list[Part] = []
    last: Segment | None = None
    numbered = numbered_segments(result.stream, chunk.cut)
    for (role, piece), group in groupby(numbered, key=lambda each: (each[0].role, each[1])):
        run = [segment for segment, _ in group]
        before = between(sir, last, run[0]) if last else ""
        made.append(Part(role, before, joined(sir, run), piece))
        last = run[-1]
    return made


def content_html(result: ChunkingResult, chunk: Chunk) -> str:
    """The content, repeated parts dimmed, headings outlined, pieces under their places."""
    shown: list[str] = []
    piece = 0
    for part in parts(result, chunk):
        place = piece_in_words(result, chunk, part.piece) if part.piece != piece else ""
        # The line of the place parts the pieces, as the separator does in the content.
        shown.append(
            f'<div style="{_PLACE}">{escape(place)}</div>' if place else escape(part.before)
        )
        shown.append(_span(part))
        piece = part.piece
    inner = "".join(shown)
    return f'<div style="{_FRAME}" tabindex="0" role="region" aria-label="Content">{inner}</div>'


def _span(part: Part) -> str:
    """A part as HTML; headings line by line, so that no empty line between them is outlined."""
    lines = part.text.split("\n") if part.role is Role.HEADING else [part.text]
    look = f'style="{_STYLES[part.role]}" title="{_TITLES[part.role]}"'
    return "\n".join(line and f"<span {look}>{escape(line)}</span>" for line in lines)
