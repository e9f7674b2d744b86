"""SIR_Query: from a node upwards and backwards over the pointers of the tree, and nowhere else.

Source: TopoChunker, section 3.3.3.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir


class Pointer(StrEnum):
    """How a node was reached."""

    EARLIER_SIBLING = "earlier sibling"
    PARENT = "parent"


@dataclass(frozen=True, slots=True)
class Visit:
    """A node on the way; of an earlier sibling all that stands below it was looked at too."""

    node: int
    pointer: Pointer

    def holds(self, sir: Sir, node: int) -> bool:
        """Whether a node was seen on this visit."""
        if self.pointer is Pointer.PARENT:
            return node == self.node
        return self.node <= node < int(sir.subtree_end[self.node])


def walk(sir: Sir, node: int) -> Iterator[Visit]:
    """The nodes above and before a node, the nearest first: siblings backwards, then the parent.

    Together the visits see every node of the flow that stands before it, each once.
    """
    while (parent := sir.nodes[node].parent) >= 0:
        siblings = sir.nodes[parent].children
        for place in range(bisect_left(siblings, node) - 1, -1, -1):
            yield Visit(siblings[place], Pointer.EARLIER_SIBLING)
        yield Visit(parent, Pointer.PARENT)
        node = parent


def trail(sir: Sir, node: int, target: int) -> tuple[Visit, ...]:
    """The visits from a node up to the one that sees the target; empty if none does."""
    visits: list[Visit] = []
    for visit in walk(sir, node):
        visits.append(visit)
        if visit.holds(sir, target):
            return tuple(visits)
    return ()
