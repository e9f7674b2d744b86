"""From words to the lines that hold them, and from lines to their words.

An excerpt that was copied from a page, or read by another program, differs from the text of the
tree in spaces, in hyphens at line ends and in the forms of some signs; in nothing else is it
allowed to.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.evaluation.gold_words import gold_words
from core.evaluation.questions.base import Evidence, GoldLine
from core.evaluation.questions.letter_forms import Letters, letters_of
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from core.sir import Sir

_CLEAR_FROM = 20
"""Letters of an excerpt whose spaces may be others than those of the page, or which may begin
and end inside a word; a shorter one might turn into other words by that."""
_DIGITS = 5
"""Decimal places of an edge: a hundredth of a point."""

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Located:
    """An excerpt on its lines, and where it begins.

    `at` counts the characters of the texts of all nodes before it, one between two nodes.
    """

    evidence: Evidence
    at: int


class Searchable:
    """A document whose words can be found."""

    def __init__(self, sir: Sir) -> None:
        """Reads the document once: about a second for 500 pages."""
        self.sir = sir
        lengths = [len(node.text) + 1 for node in sir.nodes]
        self._start = np.concatenate([[0], np.cumsum(lengths)])
        self._letters = letters_of("\n".join(node.text for node in sir.nodes))

    def locate(
        self,
        excerpt: str,
        *,
        page: int | None = None,
        near: int | None = None,
        within: tuple[int, int] | None = None,
    ) -> Located | None:
        """The excerpt where it stands word for word; None where it does not.

        White space, hyphens within words, ligatures and the forms of quotation marks and dashes
        may differ, nothing else. A long excerpt may cut a word at its ends; the lines hold it
        whole. Of several occurrences the one on or nearest to `page` (1-based)
        is taken, or nearest to the character `near` of the document, else the first. `within` are
        the nodes, half-open, that it must stand in. Words whose place on the page is not known
        are not found.
        """
        letters = letters_of(excerpt)
        low, high = self._start[list(within)] if within else (0, self._start[-1])
        places = [
            (start, evidence_of_spans(self.sir, self._spans(start, end)))
            for start, end in map(self._span(letters), self._occurrences(letters))
            if low <= start and end <= high
        ]
        located = [(start, piece) for start, piece in places if piece is not None]
        if not located:
            return None

        def distance(candidate: tuple[int, Evidence]) -> tuple[int, int]:
            pages = abs(candidate[1].lines[0].page - page) if page is not None else 0
            return pages, abs(candidate[0] - near) if near is not None else 0

        at, evidence = min(located, key=distance)
        return Located(evidence, at)

    def _occurrences(self, letters: Letters) -> list[int]:
        """Where the letters begin: whole words with the same spaces, else what is nearest to it."""
        letters_here, size = self._letters, len(letters.text)
        starts: list[int] = []
        at = letters_here.text.find(letters.text) if letters.text else -1
        while at >= 0:
            starts.append(at)
            at = letters_here.text.find(letters.text, at + 1)
        whole = [at for at in starts if letters_here.is_whole(at, at + size)]
        spaced = [at for at in starts if letters_here.spaced_alike(at, letters)]
        exact = sorted(set(whole) & set(spaced))
        return exact or (whole or spaced if size >= _CLEAR_FROM else [])

    def _span(self, letters: Letters) -> Callable[[int], tuple[int, int]]:
        """From the place of letters to the characters that they come from, half-open."""
        places = self._letters.place
        return lambda at: (int(places[at]), int(places[at + len(letters.text) - 1]) + 1)

    def _spans(self, start: int, end: int) -> list[Span]:
        first = int(np.searchsorted(self._start, start, side="right")) - 1
        last = int(np.searchsorted(self._start, end, side="left"))
        spans: list[Span] = []
        for node in range(first, last):
            begin, length = int(self._start[node]), len(self.sir.nodes[node].text)
            if length:
                spans.append(Span(node, max(start - begin, 0), min(end - begin, length)))
        return spans


def evidence_of_spans(sir: Sir, spans: Sequence[Span]) -> Evidence | None:
    """The words of spans; None where the place of none is known."""
    words = [sir.words_between(*span) for span in spans]
    lines = [line for part in words for line in gold_lines(sir, part)]
    if not lines:
        return None
    text = " ".join(sir.nodes[node].text[start:end] for node, start, end in spans)
    return Evidence(document=sir.document, lines=tuple(lines), text=" ".join(text.split()))


def evidence_of_lines(sir: Sir, lines: Iterable[GoldLine]) -> Evidence | None:
    """The words whose middle is in one of the lines, in reading order, the lines cut to them.

    None where the lines hold no words of the tree.
    """
    is_gold = gold_words(sir, lines)
    return evidence_of_spans(sir, _runs(sir, np.flatnonzero(is_gold[sir.pieces.word])))


def lines_of_page(sir: Sir, page: int) -> tuple[Evidence, ...]:
    """Each line of a page (1-based) as a piece of evidence, in reading order: to pick from.

    Without hidden text and all else that was set aside: no chunk can hold it.
    """
    line = sir.words.line[sir.pieces.word]
    in_flow = np.arange(len(line)) < sir.pieces.first[sir.flow]
    pieces = np.flatnonzero(in_flow & (sir.lines.page[line] == page))
    order = dict.fromkeys(line[pieces].tolist())
    lines = (evidence_of_spans(sir, _runs(sir, pieces[line[pieces] == number])) for number in order)
    return tuple(piece for piece in lines if piece is not None)


def gold_lines(sir: Sir, words: NDArray[np.int32]) -> list[GoldLine]:
    """The boxes of words (by index) as lines of evidence, without those that nobody could see."""
    boxes = sir.line_boxes(words)
    edges = [_on_page((box.left, box.top, box.right, box.bottom)) for box in boxes]
    return [
        gold_line(box.page, edge)
        for box, edge in zip(boxes, edges, strict=True)
        if edge[0] < edge[2] and edge[1] < edge[3]
    ]


def gold_line(page: int, edges: Edges) -> GoldLine:
    """A line from its edges (left, top, right, bottom), kept to the page.

    Raises:
        ValueError: nothing of it is on the page.
    """
    left, top, right, bottom = _on_page(edges)
    return GoldLine(page=page, left=left, top=top, right=right, bottom=bottom)


def _on_page(edges: Edges) -> Edges:
    left, top, right, bottom = (round(min(max(edge, 0.0), 1.0), _DIGITS) for edge in edges)
    return left, top, right, bottom


def _runs(sir: Sir, pieces: NDArray[np.int64]) -> list[Span]:
    """Ranges of node texts that pieces make which follow each other."""
    table = sir.pieces
    nodes = np.searchsorted(table.first, pieces, side="right") - 1
    breaks = np.flatnonzero((np.diff(pieces) != 1) | (np.diff(nodes) != 0)) + 1
    bounds = [0, *breaks.tolist(), len(pieces)] if len(pieces) else [0]
    return [
        Span(int(nodes[low]), int(table.start[pieces[low]]), int(table.end[pieces[high - 1]]))
        for low, high in pairwise(bounds)
    ]
