"""What each idea of the tour makes of the page: figures, findings and marks, all from the chunks.

Nothing here is written down beforehand: a figure that is not computed is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from components.labels.routes import pages_by_route
from components.widgets.page_view import Mark, MarkRole, colour_of, marks_of
from core.chunking.assembly import range_lines
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.chunking.step_record import merge_in_words
from core.chunking.unit_outline import Outline
from core.colours import EXPLAINS
from core.llm.base import tokens_in
from core.parsing.adapters import parser_title
from core.refining.supplement_sources import entry_text, supplement_lines
from core.spans import located
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
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
    here = result.on_pages([page])
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
        findings.append(f"{entry.term}: {beginning(words, _SHORT)}{place}")
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
    findings = [f"Chunk {c.index + 1}: {c.begins.reason}" for c in result.on_pages([page])]
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
            marks += marks_of(
                range_lines(result.stream, (unit.start, unit.end)),
                unit.id,
                f"Unit {unit.id}, in chunk {chunk + 1}",
                colour=colour_of(chunk),
                badge=unit.id,
                pages=(page,),
            )
    plan = "/".join(",".join(ids) for ids in groups.values())
    text = result.stream.text(0, len(result.stream))
    share = tokens_in(plan) / max(tokens_in(text), 1)
    figures = {
        "Units": f"{len(every):,}",
        "Groups": f"{len(groups):,}",
        "A plan in ids": f"{share:.1%} of the text",
    }
    here = [c.index for c in result.on_pages([page])]
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
            why, evidence = merge_in_words(link), link.expression
            findings.append(f"Topic {topic + 1}, in chunk {chunk + 1}: {why}")
            marks += marks_of(
                located(result.sir, [evidence] if evidence else []),
                f"evidence-{evidence}",
                why,
                MarkRole.POINTS,
                EXPLAINS,
                pages=(page,),
            )
    figures = {
        "Paragraphs": f"{len(taken.paragraphs):,}",
        "Topics": f"{len(taken.topics):,}",
        "Chunks": f"{len(result.chunks):,}",
    }
    focus = next((mark.id for mark in marks if mark.role is MarkRole.POINTS), None)
    return Shown(figures, findings, marks, focus=focus)


def lines(result: ChunkingResult, record: DocumentRecord, page: int) -> Shown:
    """A chunk that begins or ends inside an element: its lines, and the elements it touches."""
    here = result.on_pages([page])
    chunk = max([c for c in here if _is_parted(result, c)] or here, key=lambda c: c.token_count)
    own, name = (chunk.cut.start, chunk.cut.end), f"Chunk {chunk.index + 1}"
    badge, colour = str(chunk.index + 1), colour_of(chunk.index)
    drawn = range_lines(result.stream, own)
    marks = marks_of(drawn, chunk.id, name, colour=colour, badge=badge, pages=(page,))
    nodes = np.unique(result.stream.tokens.node[slice(*own)]).tolist()
    touched = [
        line
        for node in nodes
        for line in range_lines(result.stream, result.stream.own(node))
        if line.box.page == page
    ]
    wider = [
        Mark(chunk.id, replace(box, spans=()), "A whole element", colour=colour, badge=badge)
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


def _is_parted(result: ChunkingResult, chunk: Chunk) -> bool:
    node, last = result.stream.tokens.node, len(result.stream)
    start, end = chunk.cut.start, chunk.cut.end
    begins = start > 0 and node[start] == node[start - 1]
    return bool(begins or (end < last and node[end - 1] == node[end]))


def _chunk_marks(result: ChunkingResult, page: int) -> list[Mark]:
    return [
        mark
        for chunk in result.on_pages([page])
        for piece in chunk.cut.pieces
        for mark in marks_of(
            range_lines(result.stream, piece),
            chunk.id,
            f"Chunk {chunk.index + 1} · {chunk.token_count} tokens",
            colour=colour_of(chunk.index),
            badge=str(chunk.index + 1),
            pages=(page,),
        )
    ]


def routes_in_words(pages: Sequence[Page]) -> list[str]:
    """How many pages each route read, with a page and what called for it; the most pages first."""
    findings = []
    for route, of_route in pages_by_route(pages):
        words = f"{parser_title(route)}: {number_of(len(of_route), 'page')}"
        if example := next((page for page in of_route if page.reason), None):
            words += f", such as page {example.number} ({example.reason})"
        findings.append(f"{words}.")
    return findings
