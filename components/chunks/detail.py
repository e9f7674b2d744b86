"""Everything about one chunk: its words, its limits and why they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.chunks.content_html import content_html
from components.chunks.supplement_view import supplement
from components.foreign_text import plain
from components.labels.chunks import path_in_words, sharers, size_in_words
from core.chunking.base import BoundaryKind
from core.page_names import number_ranges, pages_in_words
from core.spans import Role

if TYPE_CHECKING:
    from core.chunking.base import Boundary, Chunk, ChunkingResult


_KINDS = {BoundaryKind.TOPIC: "change of topic", BoundaryKind.PLAN: "plan of the document"}
"""Kinds of boundaries that need more than one word."""


def chunk_detail(result: ChunkingResult, chunk: Chunk) -> None:
    """Path, size, verbatim content with its roles, reasons at both ends, id, what explains it."""
    with st.container(gap="xsmall"):
        _detail(result, chunk)


def _detail(result: ChunkingResult, chunk: Chunk) -> None:
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
            help="A few words on its topic, added for the search. They are no words of the chunk.",
        )
    st.html(content_html(result, chunk))
    st.markdown(f"{_reason('Begins', chunk.begins)}  \n{_reason('Ends', chunk.ends)}")
    for said in shared_in_words(result, chunk):
        st.caption(said)
    supplement(result, chunk)


def shared_in_words(result: ChunkingResult, chunk: Chunk) -> list[str]:
    """Which other chunks hold words of this one, a sentence for each way."""
    found = sharers(result, chunk)
    words = {
        Role.OVERLAP: "Words of it are repeated in chunk",
        Role.HEADING: "It lends headings to chunk",
    }
    return [f"{words[role]} {number_ranges(found[role])}." for role in words if found[role]]


def _reason(name: str, boundary: Boundary) -> str:
    kind = _KINDS.get(boundary.kind, boundary.kind.value)
    return f":gray[{name}, {kind}:] {plain(boundary.reason)}"
