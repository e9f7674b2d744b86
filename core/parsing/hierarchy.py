"""Where a node hangs in the tree, and what it is called there.

Shared by the builder, which makes a tree, and by corrections, which change one.

Source: thesis, section 3.3 (hierarchy inference with a stack).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from core.sir import Node


class NodeTree:
    """Nodes in depth-first order, and behind them those that were set aside.

    The id of a node is made of the document, its place in the tree and its text.
    """

    def __init__(self, document: str, root: Node) -> None:
        """A tree of nothing but its root; `document` is the SHA-256 of the file."""
        self.nodes: list[Node] = []
        self._document = document
        self._paths: list[str] = []
        self._open = [(-1, self._add(root, ""))]

    def add(self, node: Node, parent: int | None = None) -> int:
        """The index of a node that is now in the tree.

        Without a parent it hangs below the last heading; a heading closes those of its rank and
        below first.
        """
        is_heading = parent is None and node.type in HEADINGS
        rank = 0 if node.type is ElementType.TITLE else node.level or 1
        while is_heading and self._open[-1][0] >= rank:
            self._open.pop()
        node.parent = self._open[-1][1] if parent is None else parent
        siblings = self.nodes[node.parent].children
        index = self._add(node, f"{self._paths[node.parent]}.{len(siblings)}")
        siblings.append(index)
        if is_heading:
            self._open.append((rank, index))
        return index

    def add_aside(self, node: Node) -> int:
        """The index of a node that is now behind the tree, without a parent."""
        return self._add(node, f"aside.{len(self.nodes)}")

    def _add(self, node: Node, path: str) -> int:
        key = f"{self._document}\n{path}\n{node.type}\n{node.text}"
        node.id = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        self.nodes.append(node)
        self._paths.append(path)
        return len(self.nodes) - 1
