"""Chunks as files."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.widgets.download import download

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord


def exports(record: DocumentRecord, result: ChunkingResult) -> None:
    """Buttons that make a file when they are pressed."""
    stem = f"{PurePath(record.name).stem}-{result.strategy}"
    with st.container(horizontal=True):
        download(
            "JSONL",
            lambda: _jsonl(record, result),
            f"{stem}.jsonl",
            "One chunk a line, with segments, boxes and reasons.",
        )
        download(
            "Topology",
            lambda: _topology(result),
            f"{stem}-topochunker.jsonl",
            "One chunk a line in TopoChunker's form: path, signature, context supplement and text. "
            "Signature and supplement are there if they are switched on beside the strategy.",
        )
        download(
            "Section fields",
            lambda: _anchored(result),
            f"{stem}-sections.jsonl",
            "One chunk a line with the fields of structured chunking: headings of three levels, "
            "words, pages, kinds of elements, and the route that read them.",
        )
        download(
            "Markdown",
            lambda: _markdown(record, result),
            f"{stem}.md",
            "All chunks, for reading.",
        )
        download(
            "Marked PDF",
            lambda: _pdf(record, result),
            f"{stem}.pdf",
            "The document with the lines of every chunk as annotations.",
        )


def _jsonl(record: DocumentRecord, result: ChunkingResult) -> str:
    from core.export.chunks_jsonl import chunks_jsonl

    return "".join(chunks_jsonl(result, record.name))


def _topology(result: ChunkingResult) -> str:
    from core.export.chunks_jsonl import topology_jsonl

    return "".join(topology_jsonl(result))


def _anchored(result: ChunkingResult) -> str:
    from core.export.sections_jsonl import anchored_jsonl

    return "".join(anchored_jsonl(result))


def _markdown(record: DocumentRecord, result: ChunkingResult) -> str:
    from core.export.chunks_markdown import chunks_markdown

    return chunks_markdown(result, record.name)


def _pdf(record: DocumentRecord, result: ChunkingResult) -> bytes:
    from core.export.annotation_job import annotated_pdf
    from core.export.pdf_marks import chunk_marks

    return annotated_pdf(resources.workbench().library, record.sha, chunk_marks(result))
