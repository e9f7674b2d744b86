"""A novel with questions, and the chunks that LumberChunker made of it: its `Emma`.

Source: Duarte et al., LumberChunker: Long-Form Narrative Document Segmentation (2024).
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from benchmarks.corpora import read_stream
from core.chunking import make_options
from core.chunking.assembly import assemble
from core.chunking.base import START, ChunkingResult, Cut, Cutting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_FOLDER = "emma/Emma_-_Jane_Austen"
_BOOK = "Emma_-_Jane_Austen"
_XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class NovelQuestion:
    """A question, and the passage that a chunk must contain."""

    text: str
    passage: str


def novel_questions(data: Path) -> list[NovelQuestion]:
    """All 30 questions."""
    rows = sheet_rows(data / _FOLDER / f"Questions_-_{_BOOK}.xlsx")
    return [NovelQuestion(row["Question"], row["Chunk Must Contain"]) for row in rows]


def novel_text(data: Path) -> str:
    """The book, made of its recorded paragraphs, each chapter below its heading."""
    parts: list[str] = []
    chapter = ""
    for row in sheet_rows(data / _FOLDER / f"{_BOOK}_Paragraph.xlsx"):
        if row["Chapter"] != chapter:
            chapter = row["Chapter"]
            parts.append(f"# {chapter}")
        parts.append(_flat(row["Chunk"]))
    return "\n\n".join(parts)


def recorded(data: Path) -> ChunkingResult:
    """LumberChunker's recorded chunks as chunks of the app, so that both rank alike.

    Raises:
        ValueError: a chunk did not stay one paragraph.
    """
    rows = sheet_rows(data / _FOLDER / f"Gemini_Chunks_-_{_BOOK}.xlsx")
    chunks = [_flat(row["Chunk"]) for row in rows]
    stream = read_stream("emma", "\n\n".join(chunks))
    nodes = [i for i in range(stream.sir.flow) if stream.sir.nodes[i].text]
    if [_flat(stream.sir.nodes[node].text) for node in nodes] != chunks:
        raise ValueError("the recorded chunks are not the paragraphs of their text")
    cuts = [Cut(*stream.own(node), START) for node in nodes]
    return assemble(stream, Cutting(cuts), "fixed", make_options("fixed", {}))


def holds(text: str, passage: str) -> bool:
    """Whether a chunk contains all of a passage; case and the kind of white space aside."""
    return _flat(passage).lower() in _flat(text).lower()


def _flat(text: str) -> str:
    return " ".join(text.split())


def sheet_rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of the first sheet of a workbook by the names in its first row; empty cells are ''.

    Source: ECMA-376, part 1, section 18.3.1 (worksheets) and 18.4 (shared strings).
    """
    with zipfile.ZipFile(path) as book:
        shared: list[str] = []
        if "xl/sharedStrings.xml" in book.namelist():
            shared = [_text(one) for one in _root(book, "sharedStrings.xml").iter(f"{_XML}si")]
        rows = _root(book, "worksheets/sheet1.xml").iter(f"{_XML}row")
        found = [
            {_column(cell): _value(cell, shared) for cell in row.iter(f"{_XML}c")} for row in rows
        ]
    names = found[0]
    for row in found[1:]:
        yield {name: row.get(column, "") for column, name in names.items()}


def _root(book: zipfile.ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(book.read(f"xl/{name}"))


def _column(cell: ElementTree.Element) -> str:
    return re.sub(r"\d", "", cell.get("r", ""))


def _value(cell: ElementTree.Element, shared: list[str]) -> str:
    value = cell.findtext(f"{_XML}v", "")
    return shared[int(value)] if cell.get("t") == "s" else value or _text(cell)


def _text(part: ElementTree.Element) -> str:
    return "".join(one.text or "" for one in part.iter(f"{_XML}t"))
