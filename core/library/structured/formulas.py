"""A formula of a web page (MathML) on one line, so that the parts of a fraction make no number.

Source: Unicode technical note 28 (linear format), of which fractions, roots, raised and lowered
parts are written here.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from unicodedata import normalize

from core.library.structured.dom import BLOCKS, TEXT, attribute, children, own_text, shown_text
from core.text.raised_digits import NUMBER, lowered, raised

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from selectolax.lexbor import LexborNode

_NOT_SHOWN = frozenset({"annotation", "annotation-xml", "mphantom"})
"""What says a formula once more, for programs, and what only takes its room."""
_BLOCKS = ", ".join(sorted(BLOCKS))
_DEEPEST = 60
_UNSEEN = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
"""Operators that are meant and not drawn."""
_SPACES = re.compile(r"[ \t\n\r\f]+")
_ONE_PART = re.compile(r"[\w.,°%′']*")
_OPEN_END = re.compile(r"[/^_][\w.,]+$")
"""What a letter or digit behind it would go on with."""


def formula_text(node: LexborNode, depth: int = 0) -> str:
    """All that a formula shows: ½ is `1/2`, a root `√(x)`, a raised part `x²` or `x^(n+1)`."""
    if node.tag == TEXT:
        return _SPACES.sub(" ", own_text(node).translate(_UNSEEN)).strip(" ")
    if node.tag in _NOT_SHOWN or node.is_comment_node:
        return ""
    if depth > _DEEPEST:
        return shown_text(node)
    inner = [each for each in children(node) if each.tag != TEXT or own_text(each).strip()]
    parts = [formula_text(each, depth + 1) for each in inner]
    count, write = _WRITTEN.get(node.tag or "", (None, in_row))
    return write(parts) if count in (None, len(parts)) else " ".join(parts)


def is_formula(node: LexborNode) -> bool:
    """Whether an element `math` is one; where its end is missing, it holds the page behind it."""
    return node.tag == "math" and node.css_first(_BLOCKS) is None


def is_drawn_again(node: LexborNode) -> bool:
    """Whether an element only draws the formula beside it, as KaTeX and MathJax write both."""
    if attribute(node, "aria-hidden") != "true" or node.css_first("math") is not None:
        return False
    beside = (each for each in (node.prev, node.next) if each is not None and each.tag != TEXT)
    return any(_says_as_much(each, node) for each in beside)


def _says_as_much(node: LexborNode, drawing: LexborNode) -> bool:
    """Whether an element holds nothing but a formula, and that all that another one shows."""
    math = node if node.tag == "math" else node.css_first("math")
    if math is None or shown_text(node) != (formula := shown_text(math)):
        return False
    return _letters(shown_text(drawing)) <= _letters(formula)


def _letters(text: str) -> Counter[str]:
    return Counter(filter(str.isalnum, normalize("NFKC", text)))


def in_row(parts: Sequence[str]) -> str:
    """Parts one after the other; a number and a fraction, an exponent and a variable stay two."""
    row = last = ""
    for part in filter(None, parts):
        numbers = last[-1:].isdecimal() and part[0].isdecimal() and "/" in part
        goes_on = last[-1:].isalnum() and part[0].isalnum() and _OPEN_END.search(last)
        row += f" {part}" if numbers or goes_on else part
        last = part
    return row


def grouped(text: str) -> str:
    """A part of a formula as one, in parentheses if it has parts itself."""
    return text if len(text) == 1 or _ONE_PART.fullmatch(text) else f"({text})"


def above(text: str) -> str:
    """A part that stands raised behind another."""
    if not any(map(str.isalnum, text)):
        return text  # As the sign of a derivative, which stands raised by itself.
    return raised(text) if NUMBER.fullmatch(text) else f"^{grouped(text)}"


def below(text: str) -> str:
    """A part that stands lowered behind another."""
    return lowered(text) if NUMBER.fullmatch(text) else f"_{grouped(text)}"


def _both(parts: Sequence[str]) -> str:
    return f"{grouped(parts[0])}{below(parts[1])}{above(parts[2])}"


_WRITTEN: dict[str, tuple[int | None, Callable[[Sequence[str]], str]]] = {
    "mfrac": (2, lambda parts: f"{grouped(parts[0])}/{grouped(parts[1])}"),
    "msup": (2, lambda parts: grouped(parts[0]) + above(parts[1])),
    "msub": (2, lambda parts: grouped(parts[0]) + below(parts[1])),
    "munder": (2, lambda parts: grouped(parts[0]) + below(parts[1])),
    "msubsup": (3, _both),
    "munderover": (3, _both),
    "mroot": (2, lambda parts: f"{parts[1]}√({parts[0]})"),
    "msqrt": (None, lambda parts: f"√({in_row(parts)})"),
    "mfenced": (None, lambda parts: f"({', '.join(parts)})"),
    "mmultiscripts": (None, " ".join),
    "mtr": (None, " ".join),
    "mtable": (None, "; ".join),
}
"""How an element is written, by the number of its parts (None: any)."""
