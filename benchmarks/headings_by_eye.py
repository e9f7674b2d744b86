"""Headings of path 1 on pages drawn by chance, against those that a reader sees there.

`headings_by_eye.json` was written by looking at pages before anything of ours was looked at: by
set, the SHA-256 of a file and its 1-based pages, for each heading its level on the page (1 the
highest there), whether it is one beyond doubt, and the boxes of its lines in fractions of the page.
Titles of sections, of boxes and of parts of a page are headings; captions, titles and heads of
tables, titles of charts, labels and running headers are none. What one may take for a heading or
not counts neither as missed nor as wrong; headings that are pictures are left out.

Both sets are 50 pages with text, drawn by a fixed seed, at most three of a file. "seen" (seed 7)
are pages of long files: what was missed there was looked at while rules were changed. "for judging"
(seed 11) are other pages, also of short files: no rule was made with them, though rules were made
with other pages of some of their files.

A heading is found if at least `SHARE` of its area is in one of ours, and of ours in it: one that
was parted, or that text was joined to, is not. The order of levels is right for two found headings
of a page if the same of them, or none, is the higher.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pymupdf

from benchmarks.figure import Figure
from benchmarks.headings import heading_sizes, sized_lines
from benchmarks.shelf import parsed
from core.evaluation.metrics.overlap import Overlap
from core.geometry import Box, area, from_points, intersection
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SHARE = 0.5
TARGET = 0.90
_BASELINE = "font sizes"

_JUDGING = "for judging"

_GOLD: dict[str, dict[str, dict[str, list[tuple[int, bool, list[Box]]]]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text("utf-8")
)


class Title(NamedTuple):
    """A heading: its level (the highest is the lowest number), and the boxes of its lines.

    The boxes are in fractions of the page. `sure` is false for what may be a heading or not.
    """

    level: int
    boxes: Sequence[Box]
    sure: bool = True


class GoldPage(NamedTuple):
    """The headings that a reader sees on a page (1-based), and the set that the page is in."""

    name: str
    page: int
    titles: Sequence[Title]


@dataclass(frozen=True, slots=True)
class PageMatch:
    """Headings of a page beside those that a reader sees; `pairs` are indexes of both."""

    gold: Sequence[Title]
    found: Sequence[Title]
    pairs: Sequence[tuple[int, int]]

    def overlap(self) -> Overlap:
        """How many were wanted and found, without those that may be headings or not."""
        both = sum(self.gold[wanted].sure for wanted, _ in self.pairs)
        doubtful = len(self.pairs) - both
        return Overlap(both, sum(g.sure for g in self.gold), len(self.found) - doubtful)

    def orders(self) -> list[bool]:
        """For each two sure headings found whether the right one, or none, is the higher."""
        sure = [(self.gold[w], self.found[f]) for w, f in self.pairs if self.gold[w].sure]
        levels = [(wanted.level, found.level) for wanted, found in sure]
        return [
            ((a > b), (a < b)) == ((c > d), (c < d)) for (a, c), (b, d) in combinations(levels, 2)
        ]


def run(data: Path | None) -> list[Figure]:
    """F1 and order of levels over each set of pages; the baseline is pymupdf4llm's font sizes."""
    if data is None:
        return []
    ours: dict[str, list[PageMatch]] = {name: [] for name in _GOLD}
    base: dict[str, list[PageMatch]] = {name: [] for name in _GOLD}
    for path, golds in _files(data):
        sir = parsed(path, use_outline=False)
        by_size = dict(_by_size(path, [one.page for one in golds]))
        for name, page, titles in golds:
            ours[name].append(match(titles, headings(sir, page)))
            base[name].append(match(titles, by_size[page]))
    return [one for name in _GOLD if ours[name] for one in _figures(name, ours[name], base[name])]


def match(gold: Sequence[Title], found: Sequence[Title]) -> PageMatch:
    """Which of the headings of a page are found, those beyond doubt first, each by one."""
    free = list(range(len(found)))
    pairs: list[tuple[int, int]] = []
    for wanted in sorted(range(len(gold)), key=lambda index: not gold[index].sure):
        one = next((at for at in free if _is_same(gold[wanted].boxes, found[at].boxes)), None)
        if one is not None:
            free.remove(one)
            pairs.append((wanted, one))
    return PageMatch(gold, found, pairs)


def headings(sir: Sir, page: int) -> list[Title]:
    """The headings of a document that begin on a page (1-based)."""
    found: list[Title] = []
    for index, node in enumerate(sir.nodes[: sir.flow]):
        if node.type not in HEADINGS:
            continue
        boxes = sir.line_boxes(sir.words_between(index, 0, len(node.text)))
        if boxes and boxes[0].page == page:
            level = 0 if node.type is ElementType.TITLE else node.level or 1
            found.append(Title(level, [box.edges for box in boxes if box.page == page]))
    return found


def _is_same(boxes: Sequence[Box], others: Sequence[Box]) -> bool:
    common = sum(intersection(box, other) for box in boxes for other in others)
    return common >= SHARE * max(sum(map(area, boxes)), sum(map(area, others)))


def _files(data: Path) -> Iterator[tuple[Path, list[GoldPage]]]:
    """The files of the gold standard, each once however often it lies there, with their pages."""
    left = {name: dict(pages) for name, pages in _GOLD.items()}
    for path in sorted(data.rglob("*.pdf")):
        digest = sha256(path.read_bytes()).hexdigest()
        golds = [
            GoldPage(name, int(page), [Title(level, boxes, sure) for level, sure, boxes in titles])
            for name, files in left.items()
            for page, titles in files.pop(digest, {}).items()
        ]
        if golds:
            yield path, golds


def _by_size(path: Path, pages: Sequence[int]) -> Iterator[tuple[int, list[Title]]]:
    """Lines in large type on pages; lines of one level that follow each other are one heading."""
    with pymupdf.open(path) as pdf:
        sizes = heading_sizes(pdf)
        for number in pages:
            page = pdf[number - 1]
            lines = groupby(sized_lines(page, sizes), key=itemgetter(0))
            yield number, [Title(level, _edges(page, same)) for level, same in lines if level]


def _edges(page: pymupdf.Page, lines: Iterable[tuple[int, str, pymupdf.Rect]]) -> list[Box]:
    """The boxes of lines in fractions of the page."""
    size = page.rect.width, page.rect.height
    return [from_points(1, (b.x0, b.y0, b.x1, b.y1), *size).edges for _, _, b in lines]


def _figures(pages: str, ours: Sequence[PageMatch], base: Sequence[PageMatch]) -> Iterator[Figure]:
    total, other = _total(ours), _total(base)
    how = f"{total.wanted:.0f} headings on {len(ours)} pages, without the outline"
    name = f"headings by eye, {pages}"
    target = TARGET if pages == _JUDGING else None
    yield Figure(name, f"F1; {how}", total.f1 or 0.0, "F1", other.f1, _BASELINE, target)
    for part in ("precision", "recall"):
        value, beside = getattr(total, part) or 0.0, getattr(other, part)
        yield Figure(f"{name}, {part}", how, value, "share", beside, _BASELINE)
    order, beside = _order(ours), _order(base)
    how = "the right one of two found on a page is the higher, or none"
    yield Figure(f"{name}, levels", how, order, "share", beside, _BASELINE)


def _total(matches: Sequence[PageMatch]) -> Overlap:
    overlaps = [match.overlap() for match in matches]
    return Overlap(
        sum(one.both for one in overlaps),
        sum(one.wanted for one in overlaps),
        sum(one.found for one in overlaps),
    )


def _order(matches: Sequence[PageMatch]) -> float:
    orders = [right for match in matches for right in match.orders()]
    return sum(orders) / len(orders) if orders else 0.0
