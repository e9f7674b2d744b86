"""Everything about one chunk: its words, its limits and why they are there."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components.chunks.supplement_view import supplement
from components.foreign_text import plain
from components.labels.chunks import path_in_words, sharers, size_in_words
from components.labels.figure_descriptions import description_in_words
from components.labels.other_parsers import unplaced_in_words
from core.chunking.base import BoundaryKind
from core.page_names import number_ranges, pages_in_words
from core.spans import Role, between, joined, unplaced

if TYPE_CHECKING:
    from core.chunking.base import Boundary, Chunk, ChunkingResult
    from core.sir import Sir
    from core.spans import Segment

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
        st.html(content_html(result, chunk))
        if missing:
            st.warning(plain(unplaced_in_words(missing)), icon=":material/report:")
        st.markdown(f"{_reason('Begins', chunk.begins)}  \n{_reason('Ends', chunk.ends)}")
        for sentence in shared_in_words(result, chunk):
            st.caption(sentence)
        supplement(result, chunk)
        for description in chunk.descriptions:
            st.markdown(description_in_words(description))


def shared_in_words(result: ChunkingResult, chunk: Chunk) -> list[str]:
    """Which other chunks hold words of this one, a sentence for each way."""
    shared_with = sharers(result, chunk)
    words = {
        Role.OVERLAP: "Words of it are repeated in chunk",
        Role.HEADING: "It lends headings to chunk",
    }
    return [
        f"{words[role]} {number_ranges(shared_with[role])}." for role in words if shared_with[role]
    ]


def _reason(name: str, boundary: Boundary) -> str:
    kind = _KINDS.get(boundary.kind, boundary.kind.value)
    return f":gray[{name}, {kind}:] {plain(boundary.reason)}"


class Part(NamedTuple):
    """Text of a chunk that is there for one purpose, and the declared separator before it."""

    role: Role
    before: str
    text: str


def parts(sir: Sir, chunk: Chunk) -> list[Part]:
    """The content in pieces of one role each; joined with their separators they are all of it."""
    pieces: list[Part] = []
    last: Segment | None = None
    for role, group in groupby(chunk.segments, key=lambda segment: segment.role):
        run = list(group)
        before = between(sir, last, run[0]) if last else ""
        pieces.append(Part(role, before, joined(sir, run)))
        last = run[-1]
    return pieces


def content_html(result: ChunkingResult, chunk: Chunk) -> str:
    """The content, repeated parts dimmed and headings outlined."""
    shown = "".join(escape(part.before) + _span(part) for part in parts(result.sir, chunk))
    return f'<div style="{_FRAME}" tabindex="0" role="region" aria-label="Content">{shown}</div>'


def _span(part: Part) -> str:
    """A part as HTML; headings line by line, so that no empty line between them is outlined."""
    lines = part.text.split("\n") if part.role is Role.HEADING else [part.text]
    look = f'style="{_STYLES[part.role]}" title="{_TITLES[part.role]}"'
    return "\n".join(line and f"<span {look}>{escape(line)}</span>" for line in lines)
