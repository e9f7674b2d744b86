"""What is asked of the nodes of a parsed web page in several places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

TEXT = "-text"
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form header hgroup hr html legend li main menu nav ol optgroup "
    "option p pre search section summary table tbody td tfoot th thead tr ul caption".split()
) | frozenset(HEADINGS)
"""Elements that begin a line of their own."""
NOT_SHOWN = frozenset("script style template head title meta link base annotation".split())
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff")
"""Hints for breaking lines, which are no letters."""
_SIMPLE = re.compile(r"-?[A-Za-z_][\w-]*")


def children(node: LexborNode) -> Iterator[LexborNode]:
    """Elements and texts directly below a node."""
    return node.iter(include_text=True)


def own_text(node: LexborNode) -> str:
    """The characters of a text node, without invisible ones."""
    return (node.text(deep=False) or "").translate(_INVISIBLE)


def attribute(node: LexborNode, name: str) -> str:
    """The value of an attribute; empty where there is none."""
    return node.attributes.get(name) or ""


def aria_level(node: LexborNode) -> int:
    """The level of what a page says is a heading by its role alone; 0 for anything else."""
    if attribute(node, "role") != "heading":
        return 0
    level = attribute(node, "aria-level")
    return int(level) if level in {"1", "2", "3", "4", "5", "6"} else 2


def shown_text(node: LexborNode) -> str:
    """All text below a node that a reader may see, on one line.

    Does not call itself: pages may be nested without end.
    """
    parts: list[str] = []
    waiting: list[LexborNode | None] = [node]
    while waiting:
        current = waiting.pop()
        if current is None:
            parts.append(" ")
        elif current.tag == TEXT:
            parts.append(own_text(current))
        elif current.tag not in NOT_SHOWN:
            if current.tag in BLOCKS or current.tag == "br":
                parts.append(" ")
                waiting.append(None)
            waiting += reversed(list(children(current)))
    return " ".join("".join(parts).split())


def path_step(node: LexborNode, number: int) -> str:
    """One step of a CSS path: `number` counts siblings with the same tag from 1."""
    tag = node.tag or "*"
    return tag if tag in ("html", "body", "main") else f"{tag}:nth-of-type({number})"


def id_selector(value: str) -> str:
    """The CSS selector of an id."""
    if _SIMPLE.fullmatch(value):
        return f"#{value}"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[id="{escaped}"]'
