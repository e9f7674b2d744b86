"""Whether a chunk's boxes hold the words of its content, all of them and no others.

Ground truth is PyMuPDF's own word list of each page (`page.get_text("words")`), turned to the
displayed page; nothing of our parser, its words or its lines is used. A word counts as inside a
box if its centre is.

Precision and recall are those of `benchmarks.fidelity`, letter by letter without
spaces and hyphens, as a word broken at a line end has two boxes. A strategy may cut inside a
word, which has one box. The missing letters of such a word may then be matched, but need not be:
they are taken from the node's text, as text only.

Both are averaged over chunks, then given for each set and strategy. Beside them stand two other
ways to draw the same chunks, measured in the same way:

    thesis rule     a partial element's lines, found by sharing its tokens out evenly over its
                    lines, and one line more on each side (thesis, section 3.4, chunk assembly)
    whole elements  one box a page for each element that the chunk touches

`lost` is the share of the page's words that lie in no box of any chunk nor of any node that was
set aside: words that the parser never saw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from benchmarks.fidelity import Fidelity, PageWords, Wanted, box_fidelity
from benchmarks.figure import Figure
from benchmarks.page_words import bare, read_pages
from benchmarks.shelf import read
from benchmarks.sizes import sized
from core.chunking import STRATEGIES, chunk, make_options
from core.chunking.assembly import line_boxes
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.errors import NoText
from core.evaluation.metrics.intervals import mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from core.embedding.base import Encoder
    from core.geometry import BoundingBox
    from core.sir import Sir
    from core.tokens import TokenStream

SETS = {
    "odl": "odl/pdfs/*.pdf",
    "nice_ng243": "nice_ng243/*.pdf",
    "ohr": "ohr/pdfs/*.pdf",
    "rotated": "metamorphic/pdfs/*_rot90.pdf",
    "cropped": "metamorphic/pdfs/*_crop.pdf",
}
SIZE = 128
TARGET = 0.995


def run(data: Path | None) -> list[Figure]:
    """Precision and recall of every strategy on every set; nothing without the data."""
    return [figure for name in SETS for figure in measure_set(data, name)] if data else []


def measure_set(data: Path, name: str) -> list[Figure]:
    """The figures of one set of documents, over all strategies."""
    scores: dict[str, dict[str, list[Fidelity]]] = {
        strategy: {way: [] for way in WAYS} for strategy in STRATEGIES
    }
    lost = seen = 0
    for path in sorted(data.glob(SETS[name])):
        measured = Measured.of(path)
        if measured is None:
            continue
        for strategy in STRATEGIES:
            result = measured.chunks(strategy)
            for way, draw in WAYS.items():
                scores[strategy][way] += [
                    box_fidelity(draw(result, one), measured.pages, wanted(result.sir, one))
                    for one in result.chunks
                ]
        missed, total = measured.lost()
        lost, seen = lost + missed, seen + total
    figures = [figure for s in STRATEGIES for figure in _figures(name, s, scores[s])]
    how = "page words in no chunk and in nothing set aside"
    return [*figures, Figure(f"words lost, {name}", how, lost / max(seen, 1), "share")]


def _figures(name: str, strategy: str, scores: dict[str, list[Fidelity]]) -> Iterator[Figure]:
    label = f"{name}, {strategy}"
    how = f"mean over {len(scores['lines'])} chunks, N = {SIZE}"
    for part in ("precision", "recall"):
        values = {way: mean(getattr(s, part) for s in found) for way, found in scores.items()}
        ours, whole = values["lines"], values["whole elements"]
        if ours is None or whole is None:
            continue
        yield Figure(
            f"box {part}, {label}",
            how,
            ours,
            "share",
            values["thesis rule"],
            "thesis rule",
            TARGET,
        )
        yield Figure(f"box {part} of whole elements, {label}", how, whole, "share")


@dataclass(frozen=True)
class Measured:
    """A parsed document with the words of its pages as PyMuPDF sees them."""

    stream: TokenStream
    pages: Mapping[int, PageWords]

    @classmethod
    def of(cls, path: Path) -> Measured | None:
        """The document; None if it holds no text."""
        try:
            return cls(read(path), read_pages(path))
        except NoText:
            return None

    @cached_property
    def sentences(self) -> Sentences:
        """Its sentences, embedded once for all strategies that read them."""
        return measure_sentences(self.stream, _encoder())

    def chunks(self, strategy: str) -> ChunkingResult:
        """Chunks of `SIZE` tokens; sentences are embedded with the production model."""
        source = ChunkSource(self.stream, lambda: self.sentences)
        return chunk(source, strategy, make_options(strategy, sized(strategy, SIZE)))

    def lost(self) -> tuple[int, int]:
        """Number of page words that no node of the document covers, and of all page words."""
        sir = self.stream.sir
        boxes = [box for i in range(len(sir.nodes)) for box in _lines_of(sir, i)]
        found: dict[int, set[int]] = {page: set() for page in self.pages}
        for box in boxes:
            found[box.page].update(self.pages[box.page].inside(box).tolist())
        total = sum(len(page.letters) for page in self.pages.values())
        return total - sum(map(len, found.values())), total


@lru_cache(maxsize=1)
def _encoder() -> Encoder:
    return open_encoder()


def _drawn_lines(result: ChunkingResult, one: Chunk) -> list[BoundingBox]:
    """What Sightline draws."""
    return [line.box for line in line_boxes(result.stream, one)]


def _drawn_by_density(result: ChunkingResult, one: Chunk) -> list[BoundingBox]:
    """Whole lines, guessed from constant token density, one more on each side."""
    boxes: dict[BoundingBox, None] = {}
    for node, start, end in _touched(result.stream, one):
        lines = _lines_of(result.sir, node)
        begin, stop = result.stream.own(node)
        per_token = len(lines) / (stop - begin)
        first, last = int((start - begin) * per_token), int((end - 1 - begin) * per_token)
        whole = (start, end) == (begin, stop)
        chosen = lines if whole else lines[max(first - 1, 0) : last + 2]
        boxes.update(dict.fromkeys(chosen))
    return list(boxes)


def _drawn_elements(result: ChunkingResult, one: Chunk) -> list[BoundingBox]:
    """The box of every element that the chunk touches."""
    nodes = dict.fromkeys(node for node, _, _ in _touched(result.stream, one))
    return [box for node in nodes for box in result.sir.boxes(node)]


WAYS: dict[str, Callable[[ChunkingResult, Chunk], list[BoundingBox]]] = {
    "lines": _drawn_lines,
    "thesis rule": _drawn_by_density,
    "whole elements": _drawn_elements,
}


def _touched(stream: TokenStream, one: Chunk) -> Iterator[tuple[int, int, int]]:
    """Nodes of a chunk with the token range of each that it holds."""
    for (start, end), _ in one.cut.parts:
        for node, _, _ in stream.slices(start, end):
            begin, stop = stream.own(node)
            yield node, max(start, begin), min(end, stop)


def _lines_of(sir: Sir, node: int) -> list[BoundingBox]:
    """The lines of a node's own text, in the order of the text."""
    return sir.line_boxes(sir.words_between(node, 0, len(sir.nodes[node].text)))


def wanted(sir: Sir, one: Chunk) -> Wanted:
    """What the boxes of a chunk should hold."""
    letters: list[str] = []
    optional: set[int] = set()
    words: list[tuple[int, int]] = []
    for word in _spelled(sir, one):
        start = len(letters)
        for char, needed in word:
            for letter in bare(char):
                if not needed:
                    optional.add(len(letters))
                letters.append(letter)
        if len(letters) > start:
            words.append((start, len(letters)))
    return Wanted("".join(letters), tuple(words), frozenset(optional))


def _spelled(sir: Sir, one: Chunk) -> list[list[tuple[str, bool]]]:
    """The words of a chunk, each as characters and whether the content holds them."""
    words: list[list[tuple[str, bool]]] = [[]]
    segments = one.segments
    for index, segment in enumerate(segments):
        text = sir.nodes[segment.node].text
        before, after = segments[max(index - 1, 0) : index], segments[index + 1 : index + 2]
        joined = before and (before[0].node, before[0].end) == (segment.node, segment.start)
        continued = after and (after[0].node, after[0].start) == (segment.node, segment.end)
        if not joined:
            head = re.search(r"\S*$", text[: segment.start]) if segment.start else None
            words.append([(char, False) for char in (head[0] if head else "")])
        for char in text[segment.start : segment.end]:
            if char.isspace():
                words.append([])
            else:
                words[-1].append((char, True))
        if not continued:
            tail = re.match(r"\S*", text[segment.end :])
            words[-1] += [(char, False) for char in (tail[0] if tail else "")]
    return words
