"""Chunks as files."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.widgets.export import file_export, table_export
from core.export.annotation_job import annotated_pdf
from core.export.chunk_table import COLUMNS, USUAL, chunk_rows
from core.export.chunks_jsonl import chunks_jsonl, topology_jsonl
from core.export.chunks_markdown import chunks_markdown
from core.export.pdf_marks import chunk_marks
from core.export.sections_jsonl import anchored_jsonl

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord


def exports(record: DocumentRecord, result: ChunkingResult) -> None:
    """Files that are made when their button is pressed, each with what it holds."""
    library = resources.workbench().library
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
        lambda: "".join(chunks_jsonl(result, record.name)),
        f"{stem}.jsonl",
        "One chunk a line with everything that is known of it: text, slices of the document, boxes "
        "of its lines, reasons at both ends.",
    )
    file_export(
        "Topology",
        lambda: "".join(topology_jsonl(result)),
        f"{stem}-topochunker.jsonl",
        "One chunk a line in TopoChunker's form: path, signature, context supplement and text. "
        "Signature and supplement are there if they are switched on beside the strategy.",
    )
    file_export(
        "Section fields",
        lambda: "".join(anchored_jsonl(result)),
        f"{stem}-sections.jsonl",
        "One chunk a line with the fields of structured chunking: headings of three levels, "
        "words, pages, kinds of elements, and the route that read them.",
    )
    file_export(
        "Markdown",
        lambda: chunks_markdown(result, record.name),
        f"{stem}.md",
        "All chunks under each other, for reading.",
    )
    file_export(
        "Marked PDF",
        lambda: annotated_pdf(library, record.sha, chunk_marks(result)),
        f"{stem}.pdf",
        "The document itself with the lines of every chunk as annotations.",
    )
