"""Where a node hangs in the tree, and what it is called there.

Shared by the builder, which makes a tree, and by corrections, which change one.

Source: thesis, section 3.3 (hierarchy inference with a stack).
"""

from __future__ import annotations

from hashlib import blake2b

from core.sir import HEADINGS, ElementType


class HeadingStack:
    """The headings that are open at a place in the flow, the highest first."""

    def __init__(self) -> None:
        """Only the root is open, node 0."""
        self._open = [(-1, 0)]

    def parent(self, type_: ElementType, level: int | None) -> int:
        """The node to hang the next element on; a heading closes those of its rank and below."""
        if type_ in HEADINGS:
            while self._open[-1][0] >= _rank(type_, level):
                self._open.pop()
        return self._open[-1][1]

    def opened(self, type_: ElementType, level: int | None, node: int) -> None:
        """Notes the element that `parent` was asked for, now in the tree under this index."""
        if type_ in HEADINGS:
            self._open.append((_rank(type_, level), node))


def node_id(document: str, path: str, type_: ElementType, text: str) -> str:
    """16 hexadecimal digits, made of the document, the place in the tree and what stands there."""
    key = f"{document}\n{path}\n{type_}\n{text}"
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _rank(type_: ElementType, level: int | None) -> int:
    return 0 if type_ is ElementType.TITLE else level or 1
