"""Chunks as Markdown for people: section path, pages, content, tables where rows are whole."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.export.escaping import code_block
from core.export.markdown_tables import pipes
from core.page_names import pages_in_words
from core.refining.supplement_sources import entry_text
from core.sir import HEADINGS, LISTING, ElementType, Sir
from core.spans import Segment, joined
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult

_INLINE = re.compile(r"([\\`*_\[\]<>|~]|&(?=#?\w+;))")
_SIGN = re.compile(r"^(\\?[-*+]|[•◦▪‣–·])\s+")
"""The sign of a list item on the page, for which Markdown has its own."""
_AT_START = re.compile(r"^(\s*)([#+~=-]|\d{1,9}(?=[.)]\s))")


class _Part(NamedTuple):
    """Neighbouring segments that are written together; `row` is the table row they fill."""

    segments: tuple[Segment, ...]
    row: int | None = None


def chunks_markdown(result: ChunkingResult, name: str) -> str:
    """All chunks of a document one below the other; `name` is what people call it."""
    options = ", ".join(f"{key} {value}" for key, value in result.options.model_dump().items())
    count = number_of(len(result.chunks), "chunk")
    head = f"# {escape(name)}\n\n{count}, strategy {result.strategy}"
    parts = [f"{head} ({escape(options)})\n\nSHA-256 `{result.document}`\n"]
    parts += [chunk_markdown(result, chunk) for chunk in result.chunks]
    return "\n".join(parts)


def chunk_markdown(result: ChunkingResult, chunk: Chunk) -> str:
    """One chunk with its section path, pages, size and the reason for its beginning."""
    sir = result.sir
    path = " › ".join(escape(sir.nodes[index].text) for index in chunk.lineage)
    lines = [f"## Chunk {chunk.index + 1}", ""]
    lines += [f"*{path}*", ""] if path else []
    lines += [f"{page_heading(sir, chunk.pages)} · {chunk.token_count} tokens · `{chunk.id}`"]
    lines += ["", escape(chunk.begins.reason), ""]
    lines += _apart(sir, chunk)
    return "\n".join([*lines, *_content(sir, chunk.segments)]) + "\n"


def _apart(sir: Sir, chunk: Chunk) -> Iterator[str]:
    """Signature and context supplement as quoted lines: they are no part of the content."""
    lines = [f"Signature: {escape(chunk.signature)}"] if chunk.signature else []
    lines += [
        f"Context, {entry.kind.value} of {escape(entry.term)}: "
        + (f"{escape(entry.meaning)} — " if entry.meaning else "")
        + escape(entry_text(sir, entry))
        for entry in chunk.supplement
    ]
    if lines:
        yield from ("\n>\n".join(f"> {line}" for line in lines), "")


def page_heading(sir: Sir, pages: Sequence[int]) -> str:
    """Pages at the beginning of a line: `Page 7 (printed v)`."""
    pages_named = pages_in_words(sir.pages, pages)
    return pages_named[:1].upper() + pages_named[1:]


def escape(text: str) -> str:
    """The text on one line, shown by Markdown as it is written."""
    plain = " ".join(_INLINE.sub(r"\\\1", text).split())
    return _AT_START.sub(_with_backslash, plain)


def _with_backslash(match: re.Match[str]) -> str:
    # A number is escaped at its full stop, where Markdown would take it for a list item.
    space, mark = match.groups()
    return f"{space}{mark}\\" if mark[0].isdigit() else f"{space}\\{mark}"


def _content(sir: Sir, segments: Sequence[Segment]) -> Iterator[str]:
    for table, group in groupby(_parts(sir, segments), key=lambda part: _table_of(sir, part)):
        if table is None:
            yield from (_paragraph(sir, part) + "\n" for part in group)
        else:
            yield _table(sir, table, [part.row for part in group if part.row is not None]) + "\n"


def _parts(sir: Sir, segments: Sequence[Segment]) -> Iterator[_Part]:
    for (row, _), group in groupby(segments, key=lambda segment: _owner(sir, segment)):
        run = tuple(group)
        if row is None or _is_whole(sir, row, run):
            yield _Part(run, row)
        else:
            yield from (_Part((segment,)) for segment in run)


def _owner(sir: Sir, segment: Segment) -> tuple[int | None, int | None]:
    """The table row that a segment belongs to; its node, if it belongs to none."""
    node = sir.nodes[segment.node]
    in_row = node.type is ElementType.TABLE_CELL and node.parent > 0
    if in_row and sir.nodes[node.parent].type is ElementType.TABLE_ROW:
        return node.parent, None
    return None, segment.node


def _is_whole(sir: Sir, row: int, run: Sequence[Segment]) -> bool:
    texts = [(i, sir.nodes[i].text.strip()) for i in sir.nodes[row].children]
    own = [(segment.node, joined(sir, [segment]).strip()) for segment in run]
    return own == [(index, text) for index, text in texts if text]


def _table_of(sir: Sir, part: _Part) -> int | None:
    return None if part.row is None else sir.nodes[part.row].parent


def _table(sir: Sir, table: int, rows: Sequence[int]) -> str:
    """A Markdown table; its head stays empty where the chunk lacks the first row."""
    cells = [[escape(sir.nodes[i].text) for i in sir.nodes[row].children] for row in rows]
    width = max(map(len, cells))
    head = [] if rows[0] == sir.nodes[table].children[0] else [[""] * width]
    return pipes([*head, *([*row, *[""] * (width - len(row))] for row in cells)])


def _paragraph(sir: Sir, part: _Part) -> str:
    node = sir.nodes[part.segments[0].node]
    if LISTING in node.metadata:
        return code_block(joined(sir, part.segments))
    kind, text = node.type, escape(joined(sir, part.segments))
    if kind in HEADINGS:
        return f"**{text}**"
    return f"- {_SIGN.sub('', text)}" if kind is ElementType.LIST_ITEM else text
