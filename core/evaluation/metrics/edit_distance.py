"""Edit distances of texts, lists and ordered trees, by length or size.

Removing, adding and replacing an item cost 1 each. Two that are empty are equal, and one that is
empty has nothing in common with one that is not, so that all of them are defined for everything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from apted import APTED, Config
from rapidfuzz.distance import Indel, Levenshtein

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


def normalised_edit_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """The normalised Levenshtein metric 2 d / (|X| + |Y| + d), with the triangle inequality.

    Source: thesis, section 3.5.2, equations 3.6 to 3.8 (all costs and so alpha are 1); Yujian
    and Bo, A Normalized Levenshtein Distance Metric (2007).
    """
    distance = Levenshtein.distance(first, second)
    return 2 * distance / (len(first) + len(second) + distance) if distance else 0.0


def edit_share(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Edit distance by the length of the longer, which is no metric but what benchmarks report.

    Source: OmniDocBench (Ouyang et al., 2024), Edit_dist; TEDS, content of cells.
    """
    return Levenshtein.distance(first, second) / max(len(first), len(second), 1)


def indel_similarity(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Share of both that is in order in both: 1 for equal ones, where replacing costs 2.

    Source: NID of opendataloader-bench; the ratio of rapidfuzz.
    """
    return Indel.normalized_similarity(first, second)


@dataclass(frozen=True)
class Tree:
    """A node and what is below it. Nodes of another name are never equal."""

    name: str
    text: str = ""
    children: Sequence[Tree] = field(default_factory=tuple)

    def size(self) -> int:
        """Number of nodes."""
        return 1 + sum(child.size() for child in self.children)


def tree_similarity(gold: Tree, parsed: Tree) -> float:
    """1 for equal trees, 0 for trees that have nothing in common.

    A node added or taken away costs 1, another name 1, another text its edits by its length.

    Source: Pawlik and Augsten, Tree edit distance: Robust and memory-efficient (2016).
    """
    distance = cast("float", APTED(gold, parsed, _Costs()).compute_edit_distance())
    return min(max(1.0 - distance / max(gold.size(), parsed.size()), 0.0), 1.0)


class _Costs(Config):
    def rename(self, node1: Tree, node2: Tree) -> float:  # pyrefly: ignore[bad-override]
        return edit_share(node1.text, node2.text) if node1.name == node2.name else 1.0

    def children(self, node: Tree) -> Sequence[Tree]:
        return node.children
