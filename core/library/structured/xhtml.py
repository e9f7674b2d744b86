"""Pages in XML as a reader of HTML takes them.

In XML `<script src="x"/>` is a whole element; in HTML it begins one, with all behind it.
"""

from __future__ import annotations

import re
from html import escape

_VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
"""Elements that are empty in HTML, too."""
_EMPTY = re.compile(
    rf"<(?!(?:{_VOID})\b)([A-Za-z][\w.:-]*+)"
    r"""((?:[^<>"'/]|/(?!>)|"[^"<]*+"|'[^'<]*+')*+)/>""",
    re.I,
)
_LITERAL = re.compile(r"<!\[CDATA\[((?:(?!<!\[CDATA\[).)*?)\]\]>", re.S)


def as_html(markup: str) -> str:
    """The same page in HTML: with ends for its empty elements, and literal text escaped."""
    literal = _LITERAL.sub(lambda match: escape(match[1], quote=False), markup)
    return _EMPTY.sub(r"<\1\2></\1>", literal)


def is_xml(markup: str) -> bool:
    """Whether a page says that it is in XML."""
    return markup.lstrip("\ufeff \t\r\n").startswith("<?xml")
