"""A novel in six recorded chunkings, with questions: LumberChunker's `Emma`.

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


PROPOSITIONS = "propositions"
_FOLDER = "emma/Emma_-_Jane_Austen"
_BOOK = "Emma_-_Jane_Austen"
RECORDED = {
    "paragraphs": f"{_BOOK}_Paragraph",
    "fixed, 450 words": f"{_BOOK}_Fixed_Length_450",
    "recursive (LangChain)": f"{_BOOK}_Langchain",
    "semantic": f"{_BOOK}_Semantic",
    PROPOSITIONS: f"{_BOOK}_Propositions",
    "LumberChunker (Gemini)": f"Gemini_Chunks_-_{_BOOK}",
}
"""Names of the recorded chunkings, with their files."""
_XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class NovelQuestion:
    """A question, the passage that a chunk must contain, and that as a proposition."""

    text: str
    passage: str
    proposition: str


def novel_questions(data: Path) -> list[NovelQuestion]:
    """All 30 questions."""
    rows = sheet_rows(data / _FOLDER / f"Questions_-_{_BOOK}.xlsx")
    return [
        NovelQuestion(row["Question"], row["Chunk Must Contain"], row["Proposition Answer"])
        for row in rows
    ]


def novel_text(data: Path) -> str:
    """The book, made of its recorded paragraphs, each chapter below its heading."""
    parts: list[str] = []
    chapter = ""
    for row in sheet_rows(data / _FOLDER / f"{RECORDED['paragraphs']}.xlsx"):
        if row["Chapter"] != chapter:
            chapter = row["Chapter"]
            parts.append(f"# {chapter}")
        parts.append(_flat(row["Chunk"]))
    return "\n\n".join(parts)


def recorded(data: Path, name: str) -> ChunkingResult:
    """A recorded chunking as one of the app, each chunk a paragraph, so that both rank alike.

    Raises:
        ValueError: a chunk did not stay one paragraph.
    """
    column = "Propositions" if name == PROPOSITIONS else "Chunk"
    rows = sheet_rows(data / _FOLDER / f"{RECORDED[name]}.xlsx")
    chunks = [_flat(row[column]) for row in rows]
    stream = read_stream(name, "\n\n".join(chunks))
    nodes = [i for i in range(stream.sir.flow) if stream.sir.nodes[i].text]
    if [_flat(stream.sir.nodes[node].text) for node in nodes] != chunks:
        raise ValueError(f"the recorded chunks of {name} are not the paragraphs of their text")
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
