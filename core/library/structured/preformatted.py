"""Text of a page as it stands there, with its line breaks and indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.structured.dom import TEXT, children, own_text
from core.library.structured.set_aside import LINE_NUMBERS, LISTED, SILENT, classes

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_WIDEST_TAB = 4


def preformatted(node: LexborNode) -> str:
    """The lines below a node, without numbers of lines and buttons."""
    parts: list[str] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.tag == TEXT:
            parts.append(own_text(current))
        elif current.tag == "br":
            parts.append("\n")
        elif current.tag not in (*SILENT, *LISTED) and not LINE_NUMBERS & classes(current):
            if _is_next_listing(current):
                parts.append("\n")
            waiting += reversed(list(children(current)))
    return "".join(parts).expandtabs(_WIDEST_TAB).strip("\n")


def _is_next_listing(node: LexborNode) -> bool:
    """Whether a listing stands straight behind another, as two languages do."""
    return node.tag == "code" and node.prev is not None and node.prev.tag == "code"
