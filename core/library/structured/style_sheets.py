"""What the style sheets within a web page hide.

A small reader: rules with `display` or `visibility` outside of at-rules, whose selectors are made
of tags, classes, ids, attributes, descendants and children. What other rules, other files or
programs hide is not seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.library.structured.dom import attribute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborHTMLParser, LexborNode

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_DECLARATION = re.compile(
    r"(?:^|;)\s*(display|visibility)\s*:\s*([a-z-]+)[^;!]*(!\s*important)?", re.I
)
_SELECTOR = re.compile(r"(?:[\w.#*-]|\[[\w-]+(?:=(?:\"[^\"]*\"|'[^']*'|[\w-]+))?\]|\s*>\s*|\s+)+")
_HIDING = {"display": frozenset({"none"}), "visibility": frozenset({"hidden", "collapse"})}
_WHOLE = ("html", "body", "main")
"""What a program shows that hides it until it runs: it is the page."""
_MOST_RULES = 500
"""Rules that are looked at: those that hold over all others."""


class _Rule(NamedTuple):
    """A property that a selector gives a value, and how strongly: the greater one holds."""

    selector: str
    property: str
    hides: bool
    strength: tuple[bool, int, int, int, int]


def mark_hidden(page: LexborHTMLParser) -> None:
    """Gives each element that a style sheet of the page hides the attribute `hidden`.

    What an element says of itself comes first, but for what is important.
    """
    sheets = "\n".join(node.text() or "" for node in page.css("style") if _is_for_screens(node))
    rules = sorted(_rules(sheets), key=lambda rule: rule.strength)[-_MOST_RULES:]
    hidden: dict[tuple[int, str], LexborNode | None] = {}
    if not any(rule.hides for rule in rules):
        return
    for rule in rules:
        for node in page.css(rule.selector):
            own = {name.lower() for name, *_ in _DECLARATION.findall(attribute(node, "style"))}
            if rule.strength[0] or rule.property not in own:
                hidden[node.mem_id, rule.property] = node if rule.hides else None
    for node in hidden.values():
        if node is not None and node.tag not in _WHOLE:
            node.attrs["hidden"] = ""


def _is_for_screens(sheet: LexborNode) -> bool:
    media = attribute(sheet, "media").lower()
    return not media or "all" in media or media.startswith("screen")


def _rules(sheets: str) -> Iterator[_Rule]:
    for number, (selectors, body) in enumerate(_blocks(_COMMENT.sub(" ", sheets))):
        for name, value, important in _DECLARATION.findall(body):
            hides = value.lower() in _HIDING[name.lower()]
            for selector in map(str.strip, selectors.split(",")):
                if _SELECTOR.fullmatch(selector):
                    strength = (bool(important), *_specificity(selector), number)
                    yield _Rule(selector, name.lower(), hides, strength)


def _blocks(sheets: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of rules; at-rules are passed over with all that they hold."""
    depth, start, selectors = 0, 0, ""
    for match in re.finditer(r"[{};]", sheets):
        if match[0] == "{":
            if not depth:
                selectors = sheets[start : match.start()].strip()
                start = match.end()
            depth += 1
        elif match[0] == "}":
            depth = max(depth - 1, 0)
            if not depth:
                if not selectors.startswith("@"):
                    yield selectors, sheets[start : match.start()]
                start = match.end()
        elif not depth:
            start = match.end()


def _specificity(selector: str) -> tuple[int, int, int]:
    bare = re.sub(r"\[[^\]]*\]", " . ", selector)
    tags = re.findall(r"(?:^|[\s>])[A-Za-z][\w-]*", bare)
    return bare.count("#"), bare.count("."), len(tags)
