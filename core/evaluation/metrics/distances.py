"""Edit distances of texts and lists, by length: 0 for equal ones, 1 for nothing in common.

Removing, adding and replacing an item cost 1 each. Two that are empty are equal, and one that is
empty has nothing in common with one that is not, so that all of them are defined for everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel, Levenshtein

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


def normalised_edit_distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """The normalised Levenshtein metric 2 d / (|X| + |Y| + d), with the triangle inequality.

    Source: thesis, section 3.5.2, equations 3.6 to 3.8 (all costs and so alpha are 1); Yujian
    and Bo, A Normalized Levenshtein Distance Metric (2007).
    """
    distance = Levenshtein.distance(one, other)
    return 2 * distance / (len(one) + len(other) + distance) if distance else 0.0


def edit_share(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Edit distance by the length of the longer, which is no metric but what benchmarks report.

    Source: OmniDocBench (Ouyang et al., 2024), Edit_dist; TEDS, content of cells.
    """
    return Levenshtein.distance(one, other) / max(len(one), len(other), 1)


def indel_similarity(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Share of both that is in order in both: 1 for equal ones, where replacing costs 2.

    Source: NID of opendataloader-bench; the ratio of rapidfuzz.
    """
    return Indel.normalized_similarity(one, other)
