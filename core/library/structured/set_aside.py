"""Which parts of a web page are no part of its text: navigation, cookie notices, logins ...

Source: W-RAC, appendix A.1, filtering (cookies, page navigation, logins); which marks and words
tell them is our own.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from core.library.structured.dom import BLOCKS, attribute, shown_text
from core.library.structured.formulas import is_drawn_again

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_RULES = json.loads(Path(__file__).with_name("set_aside.json").read_text("utf-8"))
_NAMES = {reason: frozenset(words.split()) for reason, words in _RULES["names"].items()}
_WITHIN_SENTENCES = frozenset(_RULES["within_sentences"].split())
"""Names by which even what is no block of its own is set aside."""
_PARTED = ("navigation", "cookie notice")
"""Reasons that are also told by a part of a name, as `main-nav`."""
_OUTSIDE = frozenset(_RULES["outside_content_only"])
_COOKIE_WORDS = re.compile("|".join(_RULES["cookie_words"]), re.I)
_HIDDEN = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*0(?:\.0*)?\s*(?:[a-z%]+\s*)?(?:;|!|$)"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,})",
    re.I,
)
HIDDEN = "hidden"
SILENT: dict[str, str] = _RULES["silent"]
"""Tags whose content is only counted, and under which name; empty for what nobody would miss."""
LISTED: dict[str, str] = _RULES["listed"]
"""Tags whose text is set aside, and why."""
PERMALINKS = frozenset(_RULES["permalinks"])
BACK_LINKS = frozenset(_RULES["back_links"])
_COUNTED = {name: frozenset(marks.split()) for name, marks in _RULES["counted"].items()}
"""Class names of what says nothing by itself, by what it is called in `left_out`."""

_MOST_SHARE = 0.6
"""Of the text of a page: what holds more is the page itself, however it is called."""
_MOST_LINKED = 0.5
"""Share of the letters in links from which on a part that is called so is navigation."""
_LONGEST = {"cookie notice": 4000, "login": 1500, "advertisement": 600, "sharing": 400}
"""Characters; what is longer is text about it."""
_CONTENT = "main, article, h1"


def classes(node: LexborNode) -> set[str]:
    """The class names and the id of a node in lower case."""
    return {*attribute(node, "class").lower().split(), attribute(node, "id").lower()} - {""}


def only_counted(node: LexborNode) -> str:
    """What an element is called in `left_out` whose text is not set aside; empty for others."""
    names = classes(node)
    reason = next((name for name, marks in _COUNTED.items() if marks & names), "")
    return reason or ("formulas drawn once more" if is_drawn_again(node) else "")


def is_hidden(node: LexborNode) -> bool:
    """Whether an element says that nobody can see it, or a style sheet (`mark_hidden`)."""
    attributes = node.attributes
    return "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style") or ""))


class AsideFilter:
    """Says of the elements of one page whether, and why, they are set aside."""

    def __init__(self, characters: int) -> None:
        """`characters` is the length of all the text of the page."""
        self._most = _MOST_SHARE * characters

    def reason(self, node: LexborNode, in_content: bool) -> str:
        """Why an element is no part of the text; empty if it is one.

        `in_content` says that it stands in what the page marks as its content (main, article).
        """
        if is_hidden(node):
            return HIDDEN
        attributes, tag = node.attributes, node.tag or ""
        if reason := self._by_role(node, tag, in_content=in_content):
            return reason
        if tag == "form":
            return _of_form(node)
        return self._by_name(node) if "class" in attributes or "id" in attributes else ""

    def _by_role(self, node: LexborNode, tag: str, *, in_content: bool) -> str:
        role = attribute(node, "role").strip().lower()
        reason = _RULES["roles"].get(role) or _RULES["tags"].get(tag, "")
        if not reason or (in_content and (tag in _OUTSIDE or role in _OUTSIDE)):
            return ""
        if reason == "dialog":
            return "cookie notice" if _COOKIE_WORDS.search(shown_text(node)) else HIDDEN
        if reason == "page header" and node.css_first(_CONTENT):
            return ""
        return reason if self._is_small(node) else ""

    def _is_small(self, node: LexborNode) -> bool:
        return len(shown_text(node)) <= self._most and not node.css_first("main")

    def _by_name(self, node: LexborNode) -> str:
        whole = classes(node)
        if node.tag not in BLOCKS and "-" not in (node.tag or ""):
            whole &= _WITHIN_SENTENCES
        parts = {part for name in whole for part in re.split("[-_]+", name)}
        for reason, names in _NAMES.items():
            named = names & (whole | parts if reason in _PARTED else whole)
            if named and self._is_so(node, reason):
                return reason
        return ""

    def _is_so(self, node: LexborNode, reason: str) -> bool:
        if node.css_first(_CONTENT) or node.tag in ("main", "article", "body", "html", "h1"):
            return False
        text = shown_text(node)
        if not text or len(text) > min(self._most, _LONGEST.get(reason, self._most)):
            return False
        if reason == "cookie notice":
            return bool(_COOKIE_WORDS.search(text))
        if reason == "login":
            return bool(node.css_first("input"))
        if reason in ("navigation", "sharing"):
            linked = sum(len(shown_text(link)) for link in node.css("a, button"))
            return linked >= _MOST_LINKED * len(text)
        return True


def _of_form(form: LexborNode) -> str:
    if form.css_first("input[type=password]"):
        return "login"
    return "search form" if form.css_first("input[type=search], input[name=q]") else ""
