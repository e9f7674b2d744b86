"""Text of a page as it stands there, with its line breaks and indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.structured.dom import BLOCKS, TEXT, children, own_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode

_WIDEST_TAB = 4


def preformatted(node: LexborNode, is_shown: Callable[[LexborNode], bool]) -> str:
    """The lines below a node; `is_shown` says of each element in it whether its text is shown."""
    parts: list[str] = []
    waiting: list[LexborNode | None] = list(reversed(list(children(node))))
    while waiting:
        current = waiting.pop()
        if current is None:
            _end_line(parts)
        elif current.tag == TEXT:
            parts.append(own_text(current))
        elif current.tag == "br":
            parts.append("\n")
        elif not current.is_comment_node and is_shown(current):
            if current.tag in BLOCKS or _is_next_listing(current):
                _end_line(parts)
            waiting += [None] if current.tag in BLOCKS else []
            waiting += reversed(list(children(current)))
    return "".join(parts).expandtabs(_WIDEST_TAB).strip("\n")


def _end_line(parts: list[str]) -> None:
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


def _is_next_listing(node: LexborNode) -> bool:
    """Whether a listing stands straight behind another, as two languages do."""
    return node.tag == "code" and node.prev is not None and node.prev.tag == "code"
