"""Chunks as files."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.widgets.export import file_export, table_export
from core.export.chunk_table import COLUMNS, USUAL, chunk_rows

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord


def exports(record: DocumentRecord, result: ChunkingResult) -> None:
    """Files that are made when their button is pressed, each with what it holds."""
    stem = f"{PurePath(record.name).stem}-{result.strategy}"
    with st.container(gap=None):
        table_export(
            "Table",
            lambda: chunk_rows(result, record.name),
            COLUMNS,
            stem,
            f"A row for each of the {len(result.chunks):,} chunks, without the places of lines.",
            key="chunks-table",
            usual=USUAL,
        )
        st.caption("One row a chunk, as CSV or JSONL, with the columns that you choose.")
    file_export(
        "JSONL",
        lambda: _jsonl(record, result),
        f"{stem}.jsonl",
        "One chunk a line with everything that is known of it: text, slices of the document, boxes "
        "of its lines, reasons at both ends.",
    )
    file_export(
        "Topology",
        lambda: _topology(result),
        f"{stem}-topochunker.jsonl",
        "One chunk a line in TopoChunker's form: path, signature, context supplement and text. "
        "Signature and supplement are there if they are switched on beside the strategy.",
    )
    file_export(
        "Section fields",
        lambda: _anchored(result),
        f"{stem}-sections.jsonl",
        "One chunk a line with the fields of structured chunking: headings of three levels, "
        "words, pages, kinds of elements, and the route that read them.",
    )
    file_export(
        "Markdown",
        lambda: _markdown(record, result),
        f"{stem}.md",
        "All chunks under each other, for reading.",
    )
    file_export(
        "Marked PDF",
        lambda: _pdf(record, result),
        f"{stem}.pdf",
        "The document itself with the lines of every chunk as annotations.",
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
