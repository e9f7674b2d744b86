"""What each idea of the tour makes of the page: figures, findings and marks, all from the chunks.

Nothing here is written down beforehand: a figure that is not computed is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from components.labels.routes import in_words, pages_by_route
from components.labels.settings import count_words
from components.widgets.page_view import Mark, MarkRole, colour_of
from core.chunking.assembly import range_lines
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.chunking.step_record import merge_in_words
from core.chunking.unit_outline import Outline
from core.colours import EXPLAINS
from core.llm.base import tokens_in
from core.refining.supplement_sources import entry_text, supplement_lines
from core.spans import Span, located

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult, TokenRange
    from core.library import DocumentRecord
    from core.sir import Page

_SHORT = 140
"""Characters of what an entry says that are shown."""
_ENTRIES = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be seen of an idea: `figures` by name, `findings` as sentences (plain text that
    may hold words of the document), and marks of the page.

    `wider` are the marks that a coarser way would draw in the place of `marks`, `focus` is the id
    of the mark that the page is scrolled to.
    """

    figures: dict[str, str]
    findings: list[str]
    marks: list[Mark]
    wider: list[Mark] = field(default_factory=list)
    focus: str | None = None


def topology(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """The route, and what the Refiner explains of the chunks on the page."""
    here = _on(result, page)
    entries = list(
        {e.term: e for c in here for e in c.supplement if entry_text(result.sir, e)}.values()
    )
    figures = {
        "Route": record.parse.route.replace("_", " ") if record.parse else "not known",
        "Chunks": f"{len(result.chunks):,}",
        "Expressions explained on this page": str(len(entries)),
    }
    findings = routes_in_words(record.pages)
    findings += [f"Chunk {c.index + 1} is about: {c.signature}." for c in here if c.signature]
    for entry in entries[:_ENTRIES]:
        lines = supplement_lines(result.sir, entry)
        place = f" (page {lines[0].box.page})" if lines else ""
        words = entry.meaning or entry_text(result.sir, entry)
        words = words if len(words) <= _SHORT else f"{words[:_SHORT]}…"
        findings.append(f"{entry.term}: {words}{place}")
    return Shown(figures, findings, _chunk_marks(result, page))


def sections(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """The budget, and the sections that it leaves whole."""
    assert isinstance(result.options, HeadingAnchoredOptions)
    sizes = [chunk.token_count for chunk in result.chunks]
    budget = result.options.budget.tokens
    figures = {
        "Budget of a chunk": f"{budget:,} tokens",
        "Chunks": f"{len(sizes):,}",
        "Largest": f"{max(sizes):,} tokens",
    }
    findings = [f"Chunk {c.index + 1}: {c.begins.reason}" for c in _on(result, page)]
    return Shown(figures, findings, _chunk_marks(result, page))


def units(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """The units of the page under their ids, in the colours of their groups."""
    every = Outline.of(result.stream).units
    groups: dict[int, list[str]] = {}
    marks: list[Mark] = []
    for unit in every:
        chunk = int(result.owners[unit.start])
        groups.setdefault(chunk, []).append(unit.id)
        if page in result.stream.page[unit.start : unit.end]:
            label = f"Unit {unit.id}, in chunk {chunk + 1}"
            tokens = (unit.start, unit.end)
            marks += _lines(result, tokens, page, unit.id, label, chunk, unit.id)
    plan = "/".join(",".join(ids) for ids in groups.values())
    text = result.stream.text(0, len(result.stream))
    share = tokens_in(plan) / max(tokens_in(text), 1)
    figures = {
        "Units": f"{len(every):,}",
        "Groups": f"{len(groups):,}",
        "A plan in ids": f"{share:.1%} of the text",
    }
    here = [c.index for c in _on(result, page)]
    findings = [f"Chunk {at + 1} = {', '.join(groups[at])}" for at in here if at in groups]
    return Shown(figures, findings, marks)


def steps(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """How many pieces each step left, and what is kept together on the page, with the evidence."""
    taken = result.making.record
    assert taken is not None
    marks = _chunk_marks(result, page)
    findings: list[str] = []
    for topic in taken.kept_together({chunk.cut.start for chunk in result.chunks}):
        start, link = taken.topics[topic].start, taken.links[topic - 1]
        if result.stream.page[start] == page:
            chunk = int(result.owners[start])
            findings.append(f"Topic {topic + 1}, in chunk {chunk + 1}: {merge_in_words(link)}")
            marks += _evidence(result, link.expression, merge_in_words(link), page)
    figures = {
        "Paragraphs": f"{len(taken.paragraphs):,}",
        "Topics": f"{len(taken.topics):,}",
        "Chunks": f"{len(result.chunks):,}",
    }
    focus = next((mark.id for mark in marks if mark.role is MarkRole.POINTS), None)
    return Shown(figures, findings, marks, focus=focus)


def lines(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """A chunk that begins or ends inside an element: its lines, and the elements it touches."""
    here = _on(result, page)
    chunk = max([c for c in here if _is_parted(result, c)] or here, key=lambda c: c.token_count)
    own, name = (chunk.cut.start, chunk.cut.end), f"Chunk {chunk.index + 1}"
    badge = str(chunk.index + 1)
    marks = _lines(result, own, page, chunk.id, name, chunk.index, badge)
    nodes = np.unique(result.stream.tokens.node[slice(*own)]).tolist()
    touched = [
        line
        for node in nodes
        for line in range_lines(result.stream, result.stream.own(node))
        if line.box.page == page
    ]
    wider = [
        Mark(
            chunk.id,
            replace(box, spans=()),
            "A whole element",
            MarkRole.OWN,
            colour_of(chunk.index),
            badge=badge,
        )
        for node in nodes
        for box in result.sir.boxes(node)
        if box.page == page
    ]
    exact, whole = len(marks), len(touched)
    figures = {
        "Lines of the chunk here": str(exact),
        "Lines of the elements it touches": str(whole),
        "Marked though not in it": f"{max(whole - exact, 0) / max(whole, 1):.0%}",
    }
    findings = [f"{name} begins: {chunk.begins.reason}", f"It ends: {chunk.ends.reason}"]
    return Shown(figures, findings, marks, wider, chunk.id)


def _on(result: ChunkingResult, page: int) -> list[Chunk]:
    return [chunk for chunk in result.chunks if page in chunk.pages]


def _is_parted(result: ChunkingResult, chunk: Chunk) -> bool:
    node, last = result.stream.tokens.node, len(result.stream)
    start, end = chunk.cut.start, chunk.cut.end
    begins = start > 0 and node[start] == node[start - 1]
    return bool(begins or (end < last and node[end - 1] == node[end]))


def _chunk_marks(result: ChunkingResult, page: int) -> list[Mark]:
    return [
        mark
        for chunk in _on(result, page)
        for piece in chunk.cut.pieces
        for mark in _lines(
            result,
            piece,
            page,
            chunk.id,
            f"Chunk {chunk.index + 1} · {chunk.token_count} tokens",
            chunk.index,
            str(chunk.index + 1),
        )
    ]


def _lines(
    result: ChunkingResult,
    tokens: TokenRange,
    page: int,
    mark: str,
    label: str,
    colour: int,
    badge: str,
) -> list[Mark]:
    return [
        Mark(mark, line.box, label, MarkRole.OWN, colour_of(colour), line.location, badge)
        for line in range_lines(result.stream, tokens)
        if line.box.page == page
    ]


def _evidence(result: ChunkingResult, span: Span | None, label: str, page: int) -> Iterator[Mark]:
    for line in located(result.sir, [span] if span else []):
        if line.box.page == page:
            yield Mark(
                f"evidence-{span}", line.box, label, MarkRole.POINTS, EXPLAINS, line.location
            )


def routes_in_words(pages: Sequence[Page]) -> list[str]:
    """How many pages each route read, with a page and what called for it; the most pages first."""
    findings = []
    for route, of_route in pages_by_route(pages):
        words = f"{in_words(route)}: {count_words(len(of_route), 'page')}"
        if example := next((page for page in of_route if page.reason), None):
            words += f", such as page {example.number} ({example.reason})"
        findings.append(f"{words}.")
    return findings
