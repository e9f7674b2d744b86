"""The structure of a document as files."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.widgets.export import file_export
from core.export.pictures import PICTURED_IN_TREE, pictures

if TYPE_CHECKING:
    from core.export.bundle import Bundle
    from core.library import DocumentRecord
    from core.sir import Sir


def structure_exports(record: DocumentRecord, sir: Sir) -> None:
    """Behind a click, files that are made when their button is pressed."""
    with st.popover("Export", icon=":material/download:", key=f"export-{record.sha}"):
        _files(record, sir)


def _files(record: DocumentRecord, sir: Sir) -> None:
    stem = PurePath(record.name).stem
    file_export(
        "JSON",
        lambda: _json(record),
        f"{stem}-structure.json",
        "The whole structure with the place of every word, without loss.",
    )
    if pictures(sir, PICTURED_IN_TREE):
        file_export(
            "JSON and pictures",
            lambda: _tree(record, f"{stem}-structure.json"),
            f"{stem}-structure.zip",
            "The whole structure, with an image of each figure, table and formula.",
        )
    if pictures(sir):
        file_export(
            "Markdown",
            lambda: _zip(record, sir, f"{stem}.md"),
            f"{stem}-markdown.zip",
            "All text in reading order as one Markdown file, with its figures as images.",
        )
    else:
        file_export(
            "Markdown",
            lambda: _bundle(record, sir).text,
            f"{stem}.md",
            "All text in reading order as one Markdown file.",
        )
    file_export(
        "Blocks",
        lambda: _normalised(sir),
        f"{stem}-blocks.json",
        "Headings of three levels, paragraphs, lists and tables page by page, as the normalised "
        "JSON of structured chunking. It can be brought as the output of another parser.",
    )


def _normalised(sir: Sir) -> str:
    from core.export.normalised_json import normalised_json

    return normalised_json(sir)


def _json(record: DocumentRecord) -> str:
    from core.export.sir_json import structure_json

    content = structure_json(resources.workbench().documents.stream(record.sha))
    return json.dumps(content, ensure_ascii=False)


def _tree(record: DocumentRecord, name: str) -> bytes:
    from core.export.bundle import tree_bundle, zipped

    path = resources.workbench().library.pdf_path(record.sha)
    stream = resources.workbench().documents.stream(record.sha)
    packed = tree_bundle(stream, lambda box: resources.renderer().crop(path, box, record.name))
    return zipped(packed, name)


def _bundle(record: DocumentRecord, sir: Sir) -> Bundle:
    from core.export.bundle import bundle

    path = resources.workbench().library.pdf_path(record.sha)
    return bundle(sir, lambda box: resources.renderer().crop(path, box, record.name))


def _zip(record: DocumentRecord, sir: Sir, name: str) -> bytes:
    from core.export.bundle import zipped

    return zipped(_bundle(record, sir), name)
