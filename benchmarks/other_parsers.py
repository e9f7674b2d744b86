"""The output of other parsers on the pages: located words, their boxes, and what was invented.

Words of recorded Markdown (Docling, Marker, MinerU, PyMuPDF4LLM) are looked for on the pages of
`odl`; the baseline finds each word by itself, wherever its text stands first. Boxes are compared on
the trees that Sightline reads of the same pages: their texts go without places through the same
alignment, and each word should come out where it was taken from.

Errors are planted into the same texts: another number, a sentence that is not there. Cells change
places in tables that other parsers, and people, made of the same pages; our own tables are no
ground for that where our rules take prose or a chart for one. Even pages were looked at while the
alignment was made; figures are of the odd ones and of the reports of `mmdocir`, which were not.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from benchmarks.figure import Figure
from benchmarks.placed_words import overlap
from benchmarks.planted_text import planted
from core.parsing import get_parser
from core.parsing.adapters.markdown import convert
from core.parsing.adapters.native import NativeDocument, NativeElement
from core.parsing.alignment.aligning import aligned
from core.parsing.alignment.findings import Deviation, counts, deviations
from core.parsing.alignment.page_lines import PageLines, page_lines
from core.parsing.base import Plan, SightPolicy
from core.parsing.builder import build
from core.parsing.reader import read_pages
from core.sir import ElementType, Page, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


_TOOLS = ("docling", "marker", "mineru", "pymupdf4llm")
_REPORTS, _REPORT_PAGES = 8, 12
_FEWEST = 20
"""Words of a page below which it is left out."""
_KINDS = ("changed number", "added sentence", "moved cell")
_SWAPS = 5
"""Times that cells of each table of another parser change places."""


@dataclass
class _Found:
    """Errors planted and found by kind, and sentences doubted that nobody changed."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    doubted: int = 0


def run(data: Path | None) -> list[Figure]:
    """Located words, boxes, planted errors and time; nothing without the data."""
    if data is None:
        return []
    pages = sorted((data / "odl" / "pdfs").glob("*.pdf"))
    reports = sorted((data / "mmdocir").rglob("*.pdf"), key=lambda path: path.stat().st_size)
    left_out = [*pages[1::2], *reports[:_REPORTS]]
    return [
        *_located(data, pages[1::2]),
        *_boxes(left_out),
        *_planted(left_out),
        *_moved(data, pages[1::2]),
    ]


def _located(data: Path, pages: Sequence[Path]) -> Iterator[Figure]:
    lines = {path: _lines(path, sight=SightPolicy.UNREAD) for path in pages}
    for tool in _TOOLS:
        words = exact = sure = known = 0
        seconds = 0.0
        for path in pages:
            recorded = data / "odl" / "recorded" / tool / f"{path.stem}.md"
            if not recorded.exists() or _count(lines[path]) < _FEWEST:
                continue
            native = convert(recorded.read_bytes(), [shown.page for shown in lines[path]])
            start = time.perf_counter()
            sir = _aligned(native, lines[path])
            seconds += time.perf_counter() - start
            found = counts(sir)
            words += found.words
            exact += found.exact
            sure += found.exact + found.aligned + found.approximate
            known += _known_alone(sir, lines[path])
        how = f"odd pages of odl, {tool}'s Markdown; {sure / words:.3f} with any place"
        base = known / words
        yield Figure(
            f"words located exactly: {tool}", how, exact / words, "", base, "each word alone", 0.97
        )
        yield Figure(f"alignment: {tool}", "per page", seconds / len(pages) * 1e3, "ms")


def _known_alone(sir: Sir, lines: Sequence[PageLines]) -> int:
    """Words of a tree whose text stands on a page exactly once, so that no alignment is needed."""
    on_page = Counter(word for shown in lines for line in shown.lines for word in line.words)
    return sum(on_page[word] == 1 for node in sir.nodes for word in node.text.split())


def _boxes(paths: Sequence[Path]) -> Iterator[Figure]:
    overlaps: list[float] = []
    for path in paths:
        sir = _read(path)
        native, origins = _without_places(sir)
        again = _aligned(native, _lines(path))
        for before, after in zip(origins, range(1, len(again.nodes)), strict=True):
            overlaps += _overlaps(sir, before, again, after)
    how = "trees of odd odl pages and eight reports, aligned anew without places"
    yield Figure("boxes of words: IoU", how, float(np.mean(overlaps)), "", None, "", 0.98)


def _overlaps(sir: Sir, node: int, again: Sir, other: int) -> Iterator[float]:
    """IoU of each word of a node with the word at the same characters; 0 where there is none."""
    first, last = (int(sir.pieces.first[at]) for at in (node, node + 1))
    for piece in range(first, last):
        start, end = int(sir.pieces.start[piece]), int(sir.pieces.end[piece])
        if not any(character.isalnum() for character in sir.nodes[node].text[start:end]):
            continue
        words = again.words_between(other, start, end)
        box = sir.words.boxes[sir.pieces.word[piece]].tolist()
        best = max((overlap(box, again.words.boxes[word].tolist()) for word in words), default=0.0)
        yield (
            best if _page(sir, sir.pieces.word[piece]) in {_page(again, w) for w in words} else 0.0
        )


def _page(sir: Sir, word: int) -> int:
    return int(sir.lines.page[sir.words.line[word]])


def _planted(paths: Sequence[Path]) -> Iterator[Figure]:
    result = _Found()
    for number, path in enumerate(paths):
        sir, lines = _read(path), _lines(path)
        clean, _ = _without_places(sir)
        tree = _aligned(clean, lines)
        result.sentences += counts(tree).sentences
        result.doubted += len(deviations(tree))
        for kind in _KINDS:
            native, _ = _without_places(sir)
            marks = planted(kind, native, random.Random(number))
            if marks:
                _judge(kind, marks, deviations(_aligned(native, lines)), result)
    for kind in _KINDS:
        count = result.planted[kind]
        how = f"{count} in texts of odd odl pages and eight reports"
        of, target = (", our own tables", None) if kind == _KINDS[2] else ("", 0.99)
        share = result.found[kind] / count
        yield Figure(f"invented text found: {kind}{of}", how, share, "", target=target)
    how = f"{result.sentences} sentences and cells of the same, as they stand"
    share = result.doubted / result.sentences
    yield Figure("invented text: false alarms", how, share, "", target=0.01, at_most=True)


def _moved(data: Path, pages: Sequence[Path]) -> Iterator[Figure]:
    """Cells that changed places in tables of other parsers and in the reference."""
    result = _Found()
    for path in pages:
        lines = _lines(path, sight=SightPolicy.UNREAD)
        if _count(lines) < _FEWEST:
            continue
        for number, text in enumerate(_markdown(data, path.stem)):
            native = convert(text, [shown.page for shown in lines])
            tree = _aligned(native, lines)
            result.sentences += sum(node.type is ElementType.TABLE_CELL for node in tree.nodes)
            result.doubted += counts(tree).moved
            for swap in range(_SWAPS):
                native = convert(text, [shown.page for shown in lines])
                marks = planted(_KINDS[2], native, random.Random(f"{path.stem} {number} {swap}"))
                if marks:
                    _judge(_KINDS[2], marks, deviations(_aligned(native, lines)), result)
    count = result.planted[_KINDS[2]]
    how = f"{count} in tables of four parsers and of the reference, odd odl pages"
    share = result.found[_KINDS[2]] / count
    yield Figure("invented text found: moved cell", how, share, "", target=0.99)
    how = f"{result.sentences} cells of the same tables, as they stand"
    share = result.doubted / result.sentences
    yield Figure("cells called moved", how, share, "", target=0.01, at_most=True)


def _markdown(data: Path, stem: str) -> Iterator[bytes]:
    """What people and parsers wrote down of a page."""
    folders = [data / "odl" / "markdown", *(data / "odl" / "recorded" / tool for tool in _TOOLS)]
    for folder in folders:
        path = folder / f"{stem}.md"
        if path.exists():
            yield path.read_bytes()


def _judge(
    kind: str, marks: Sequence[tuple[str, ...]], doubts: Sequence[Deviation], result: _Found
) -> None:
    """Counts the planted errors of which a text is among what was doubted."""
    doubted = {doubt.text for doubt in doubts if doubt.moved or kind != _KINDS[2]}
    for texts in marks:
        result.planted[kind] += 1
        parts = kind != _KINDS[2] and any(
            mark in text or text in mark for mark in texts for text in doubted
        )
        result.found[kind] += not doubted.isdisjoint(texts) or parts


def _without_places(sir: Sir) -> tuple[NativeDocument, list[int]]:
    """The texts of the flow as another parser might give them, and the node of each."""
    made: dict[int, NativeElement] = {}
    order: list[int] = []
    top: list[NativeElement] = []
    holders = {ElementType.LIST, ElementType.LIST_ITEM, ElementType.TABLE, ElementType.TABLE_ROW}
    holders |= {ElementType.TABLE_CELL, ElementType.KEY_VALUE_AREA, ElementType.DOC_INDEX}
    for index in range(1, sir.flow):
        node = sir.nodes[index]
        element = made[index] = NativeElement(
            node.type, node.text, level=node.level, metadata=dict(node.metadata)
        )
        order.append(index)
        parent = sir.nodes[node.parent]
        siblings = made[node.parent].children if parent.type in holders else top
        siblings.append(element)
    return NativeDocument(top), order


def _aligned(native: NativeDocument, lines: Sequence[PageLines]) -> Sir:
    return build("0" * 64, [shown.page for shown in lines], aligned(native, lines).elements)


def _read(path: Path) -> Sir:
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        pdf.select(range(min(pdf.page_count, _REPORT_PAGES)))
        return parser.parse(pdf, "0" * 64, parser.options())


def _lines(path: Path, sight: SightPolicy = SightPolicy.NEVER) -> list[PageLines]:
    with pymupdf.open(path) as pdf:
        pdf.select(range(min(pdf.page_count, _REPORT_PAGES)))
        pages = read_pages(pdf, Plan(sight=sight))
    return [page_lines(Page(page.content.number, *page.size, ""), page) for page in pages]


def _count(lines: Sequence[PageLines]) -> int:
    return sum(len(line.words) for shown in lines for line in shown.lines)
