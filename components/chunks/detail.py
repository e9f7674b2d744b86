"""Everything about one chunk: its words, its limits and why they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.chunks.content import content_html
from components.chunks.words import path_in_words, range_in_words, sharers, size_in_words
from components.plain import plain
from core.chunking.base import Role

if TYPE_CHECKING:
    from core.chunking.base import Boundary, Chunk, ChunkingResult


def chunk_detail(result: ChunkingResult, chunk: Chunk) -> None:
    """Path, size, verbatim content with its roles, reasons at both ends, id."""
    with st.container(gap="xsmall"):
        _detail(result, chunk)


def _detail(result: ChunkingResult, chunk: Chunk) -> None:
    pages = range_in_words(chunk.pages) or "unknown"
    st.markdown(
        f"**Chunk {chunk.index + 1}** · {size_in_words(chunk)} tokens · page {pages} · "
        f":gray[`{chunk.id}`]"
    )
    if path := path_in_words(result.sir, chunk.lineage):
        st.caption(plain(path))
    st.html(content_html(result, chunk))
    st.markdown(f"{_reason('Begins', chunk.begins)}  \n{_reason('Ends', chunk.ends)}")
    for said in shared_in_words(result, chunk):
        st.caption(said)


def shared_in_words(result: ChunkingResult, chunk: Chunk) -> list[str]:
    """Which other chunks hold words of this one, a sentence for each way."""
    found = sharers(result, chunk)
    words = {
        Role.OVERLAP: "Words of it are repeated in chunk",
        Role.HEADING: "It lends headings to chunk",
    }
    return [f"{words[role]} {range_in_words(found[role])}." for role in words if found[role]]


def _reason(name: str, boundary: Boundary) -> str:
    return f":gray[{name}, {boundary.kind}:] {plain(boundary.reason)}"
