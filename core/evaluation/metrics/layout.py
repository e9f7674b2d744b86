"""Boxes and classes of elements on pages, against those drawn by people.

An element is found if one of the same class overlaps it with an IoU of the threshold or more, one
to one. Pairs are made greedily, the best overlap first. COCO goes through what was found by
confidence and gives each the best gold element that is left; parsers say no confidences, so the
overlap takes their place, and the order of the input tells equal overlaps apart only. Where gold
elements of a class do not overlap, as on a page, at most one of them has an IoU above 0.5 with
what was found, and every order, COCO's too, gives the same counts.

A class without gold has no scores, as in COCO. A class with gold of which nothing was found has 0.

Source: thesis, section 3.5.1, equations 3.1 to 3.5; COCO's evaluation (cocoeval).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.metrics.overlap import Overlap
from core.geometry import BoundingBox, iou

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


THRESHOLDS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
"""IoU from which an element is found, 0.5 to 0.95. Source: COCO; thesis, section 3.5.1."""


class Element(NamedTuple):
    """One element of a page: its class and its box."""

    kind: str
    box: BoundingBox


class PageElements(NamedTuple):
    """What stands on a page and what was found there."""

    gold: Sequence[Element]
    found: Sequence[Element]


@dataclass(frozen=True, slots=True)
class ClassScores:
    """Overlap of one class over all pages, one for each of `THRESHOLDS`."""

    counts: tuple[Overlap, ...]

    @property
    def at_half(self) -> Overlap:
        """Those at IoU 0.5, with precision, recall and F1@0.5."""
        return self.counts[0]


def layout_scores(pages: Sequence[PageElements]) -> dict[str, ClassScores]:
    """Scores of every class that has gold or was found, over the elements of all pages together."""
    kinds = sorted({element.kind for page in pages for side in page for element in side})
    return {kind: class_scores(pages, kind) for kind in kinds}


def class_scores(pages: Sequence[PageElements], kind: str) -> ClassScores:
    """Scores of one class, over the elements of all pages together."""
    ious: list[float] = []
    expected = detected = 0
    for page in pages:
        gold, boxes = ([element.box for element in side if element.kind == kind] for side in page)
        expected, detected = expected + len(gold), detected + len(boxes)
        ious += _matches(gold, boxes)
    both = (sum(overlap >= threshold for overlap in ious) for threshold in THRESHOLDS)
    return ClassScores(tuple(Overlap(hits, expected, detected) for hits in both))


def _matches(gold: Sequence[BoundingBox], detected: Sequence[BoundingBox]) -> Iterator[float]:
    """The IoU of pairs that count at any threshold, the best first, each box in one pair."""
    pairs = [
        (iou(expected, box), i, j)
        for i, expected in enumerate(gold)
        for j, box in enumerate(detected)
    ]
    taken_gold: set[int] = set()
    taken: set[int] = set()
    for overlap, i, j in sorted(pairs, reverse=True):
        if overlap >= THRESHOLDS[0] and i not in taken_gold and j not in taken:
            taken_gold.add(i)
            taken.add(j)
            yield overlap
