"""Paragraphs of a narrative to segments on one topic each.

A segment ends where the text before and behind differs most (see `contrast`), and behind a mark
between two scenes. None is short, and a long one is divided where it differs most. Two speeches
that follow each other stay together. Headings stay above segments; tables, figures and notes
stay where they are, in the segment of the text before them.

Where a language model was asked (`given_segments`), its choice takes the place of the differences.

Source: TopoChunker, section 3.1 (semantic flow).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.embedding import open_encoder
from core.parsing.elements import Element
from core.parsing.semantic_flow.contrast import DIGITS, Contrast, contrasts
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from core.embedding.base import Encoder
    from core.parsing.semantic_flow.given_segments import GivenSegments
    from core.progress import Progress

SHORTEST = 250
"""Words of a segment at least; a text of fewer than twice as many is not divided."""

LONGEST = 1500
"""Words of a segment above which it is divided although nothing stands out."""

PERCENTILE = 0.8
"""Share of the gaps of a document that do not stand out enough to end a segment."""

ENDS = 30
"""Words that are embedded of each end of a paragraph: all of them take twice the time, and the
segments of a novel begin at the starts of its chapters no more often."""

LONGEST_MARK = 12
"""Characters of a mark between two scenes at most."""

APART = HEADINGS | {ElementType.DOC_INDEX}
"""Elements that no segment reaches over."""

TEXT = frozenset({ElementType.PARAGRAPH, ElementType.LIST})
"""Elements that a segment may begin with."""

SPEECH = "\"'\u201c\u2018\u201e\u201a\u00ab\u00bb\u2013\u2014"
"""Characters that a paragraph of direct speech begins with."""


def segments(
    flow: Sequence[Element],
    encoder: Encoder | None = None,
    progress: Progress | None = None,
    given: GivenSegments | None = None,
) -> list[Element]:
    """The flow with runs of text on one topic held by a SEGMENT each, which has no own text.

    Its metadata say why it begins (`break`: model, topic, scene or length; none for the first of
    a run), how unlike the text before it is (`distance`, 0 to 2), how far that stands out
    (`depth`), and the depth above which the document is divided (`threshold`). Distance and
    depth are also noted at the elements inside of segments. `progress` counts elements. `given`
    is of this very flow.

    Raises:
        SetupError: the embedding model is missing or damaged.
    """
    runs = [(apart, list(run)) for apart, run in itertools.groupby(flow, _is_apart)]
    first = [0, *itertools.accumulate(len(run) for _, run in runs)]
    counts = [np.array([_words(element) for element in run], np.float64) for _, run in runs]
    long = [
        place
        for place, (apart, run) in enumerate(runs)
        if not apart and len(run) > 1 and counts[place].sum() >= 2 * SHORTEST
    ]
    if not long:
        return list(flow)
    texts = [_ends(element) for at in long for element in runs[at][1]]
    vectors = (encoder or open_encoder()).encode(texts, progress)
    words = np.concatenate([counts[at] for at in long])
    measured = contrasts(vectors, words, [len(runs[at][1]) for at in long])
    threshold = _threshold(measured)
    for at, contrast in zip(long, measured, strict=True):
        run = _Run(runs[at][1], counts[at], contrast, threshold, first[at], given)
        runs[at] = (False, run.segments())
    return [element for _, run in runs for element in run]


def _is_apart(element: Element) -> bool:
    return element.type in APART


def _ends(element: Element) -> str:
    """What an element begins and ends with: the words that stand nearest to the gaps beside it."""
    words = [word for line in element.all_lines() for word in line.words]
    return " ".join(words if len(words) <= 2 * ENDS else [*words[:ENDS], *words[-ENDS:]])


def _words(element: Element) -> int:
    return sum(len(line.words) for line in element.all_lines())


def _threshold(measured: Sequence[Contrast]) -> float:
    """The depth above which a gap ends a segment."""
    depths = np.concatenate([contrast.depth for contrast in measured])
    return round(float(np.quantile(depths, PERCENTILE)), DIGITS)


@dataclass(frozen=True, slots=True)
class _Run:
    """Elements between two headings, in the making of segments; gap i stands behind element i.

    `first` is the number of the first element in the flow.
    """

    elements: list[Element]
    words: NDArray[np.float64]
    contrast: Contrast
    threshold: float
    first: int
    given: GivenSegments | None

    def segments(self) -> list[Element]:
        """The segments, which hold all elements in their order."""
        begins = self._begins()
        for index in range(1, len(self.elements)):
            if index not in begins:
                self.elements[index].metadata |= self._figures(index)
        return [
            Element(
                ElementType.SEGMENT,
                children=self.elements[start:end],
                metadata=self._metadata(start, begins.get(start)),
            )
            for start, end in itertools.pairwise([0, *sorted(begins), len(self.elements)])
        ]

    def _begins(self) -> dict[int, str]:
        """Why segments begin, by the index of the element that each but the first begins with."""
        scenes = [i + 1 for i, element in enumerate(self.elements[:-1]) if _is_mark(element)]
        begins = dict.fromkeys(scenes, "scene")
        asked = self._numbers(self.given.gaps) if self.given else set[int]()
        chosen = self._numbers(self.given.begins) & asked if self.given else set[int]()
        begins = dict.fromkeys(sorted(filter(self._is_text, chosen)), "model") | begins
        order = np.lexsort((np.arange(len(self.contrast.depth)), -self.contrast.depth))
        for gap in order.tolist():
            if self.contrast.depth[gap] <= self.threshold:
                break
            if gap + 1 in asked or not self._may_begin(gap + 1):
                continue
            if self._leaves_enough(gap + 1, begins):
                begins[gap + 1] = "topic"
        while (added := self._within_longest(begins)) is not None:
            begins[added] = "length"
        return begins

    def _within_longest(self, begins: dict[int, str]) -> int | None:
        """Where to divide a segment that is too long; None if none is, or none can be divided."""
        for start, end in itertools.pairwise([0, *sorted(begins), len(self.elements)]):
            if self.words[start:end].sum() <= LONGEST:
                continue
            inner = [i for i in range(start + 1, end) if self._leaves_enough(i, begins)]
            chosen = [i for i in inner if self._may_begin(i)] or inner
            if chosen:
                return max(chosen, key=lambda i: (self.contrast.depth[i - 1], -i))
        return None

    def _numbers(self, of_flow: Collection[int]) -> set[int]:
        """Those of the flow's elements that stand behind another of this run, numbered in it."""
        return {number - self.first for number in of_flow} & set(range(1, len(self.elements)))

    def _is_text(self, index: int) -> bool:
        return self.elements[index].type in TEXT

    def _may_begin(self, index: int) -> bool:
        """Whether a segment may begin with that element."""
        before, element = self.elements[index - 1], self.elements[index]
        return self._is_text(index) and not (_is_speech(before) and _is_speech(element))

    def _leaves_enough(self, index: int, begins: dict[int, str]) -> bool:
        """Whether both parts of the segment that would be divided there are long enough."""
        before = max((i for i in begins if i <= index), default=0)
        behind = min((i for i in begins if i > index), default=len(self.elements))
        parts = self.words[before:index].sum(), self.words[index:behind].sum()
        return min(parts) >= SHORTEST

    def _metadata(self, start: int, reason: str | None) -> dict[str, str]:
        known = {"threshold": f"{self.threshold:.{DIGITS}f}"}
        return {**known, **self._figures(start), "break": reason} if reason else known

    def _figures(self, index: int) -> dict[str, str]:
        """What is written down of the gap before an element."""
        distance, depth = self.contrast.distance[index - 1], self.contrast.depth[index - 1]
        return {"distance": f"{distance:.{DIGITS}f}", "depth": f"{depth:.{DIGITS}f}"}


def _is_mark(element: Element) -> bool:
    """Whether an element is a mark between two scenes, such as three stars."""
    text = element.text
    return 0 < len(text) <= LONGEST_MARK and not any(map(str.isalnum, text))


def _is_speech(element: Element) -> bool:
    return element.text[:1] in SPEECH and element.type is ElementType.PARAGRAPH
