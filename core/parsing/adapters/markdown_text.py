"""Plain text of what parsers write as Markdown, since pages show no marks of it."""

from __future__ import annotations

import re
from html import unescape

_COMMENT = re.compile(r"<!--[^<>]{0,400}-->")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:sup|sub|u|b|i|em|strong|span|mark)\b[^<>]*>", re.IGNORECASE)
# All are bounded: a mark that is never closed would be looked for up to the end each time.
_IMAGE = re.compile(r"!\[([^\]]{0,1000})\]\([^)\s]{0,1000}\)")
_LINK = re.compile(
    r"(?<!!)\[([^\]]{1,1000})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}"
    r"(?:\s{1,4}\"[^\"\n]{0,200}\")?\)"
)
_STRONG = re.compile(r"(?<!\\)(\*{1,3}|~~)(?=\S)(.{1,1000}?)(?<=[^\s\\])\1")
# Underscores inside of names, and rows of them to be written on, are what the page shows.
_UNDERSCORED = re.compile(r"(?<!\w)(_{2,3})(?=[^\s_])(.{1,1000}?)(?<=[^\s_])\1(?!\w)")
_CODE = re.compile(r"(`{1,3})(.{1,1000}?)\1")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+")
_BULLET = re.compile(r"^\s*[-*+]\s+")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$&])")


def plain(markdown: str) -> str:
    """The words of a piece of Markdown on one line, without emphasis, links and escapes."""
    text = _BREAK.sub(" ", _COMMENT.sub(" ", markdown))
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _TAG.sub("", text)
    for _ in range(2):  # Emphasis inside emphasis.
        text = _UNDERSCORED.sub(r"\2", _STRONG.sub(r"\2", text))
    text = _CODE.sub(r"\2", text)
    return " ".join(unescape(_ESCAPED.sub(r"\1", text)).split())


def heading_level(markdown: str) -> int | None:
    """The level of a heading that is written with hashes."""
    match = _HEADING.match(markdown)
    return len(match[1]) if match else None


def without_marker(markdown: str) -> str:
    """A heading or item without its hashes or bullet; numbers stay, since pages show them."""
    return _BULLET.sub("", _HEADING.sub("", markdown), count=1)
