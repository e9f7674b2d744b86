"""How like two ordered trees are: one minus the edits from one to the other, by size.

Source: Pawlik and Augsten, Tree edit distance: Robust and memory-efficient (2016).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apted import APTED, Config

from core.evaluation.metrics.distances import edit_share

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Tree:
    """A node and what is below it. Nodes of another name are never equal."""

    name: str
    text: str = ""
    children: Sequence[Tree] = field(default_factory=tuple)

    def size(self) -> int:
        """Number of nodes."""
        return 1 + sum(child.size() for child in self.children)


def similarity(gold: Tree, found: Tree) -> float:
    """1 for equal trees, 0 for trees that have nothing in common.

    A node added or taken away costs 1, another name 1, another text its edits by its length.
    """
    distance = APTED(gold, found, _Costs()).compute_edit_distance()
    return min(max(1.0 - distance / max(gold.size(), found.size()), 0.0), 1.0)


class _Costs(Config):
    def rename(self, node1: Tree, node2: Tree) -> float:  # pyright: ignore[reportIncompatibleMethodOverride]
        return edit_share(node1.text, node2.text) if node1.name == node2.name else 1.0

    def children(self, node: Tree) -> Sequence[Tree]:
        return node.children
