"""Words of a document, set apart as quoted."""

from __future__ import annotations

from html import escape

_LONGEST = 1200
"""Characters of a quote that are shown; all of it is marked on the page."""
_TALLEST, _WIDE = 5, 85
"""Lines of a quote that are in sight at once, and characters of a line in a small window."""


def quote_html(text: str) -> str:
    """The words of a quote as HTML, its line breaks kept."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} […]"
    return escape(short.replace("\n\n", "\n"))


def quote_lines(text: str) -> int:
    """About how many lines of a quote are in sight at once in a small window."""
    return min(sum(1 + len(line) // _WIDE for line in text.split("\n") if line), _TALLEST)


def quote_block(content: str) -> str:
    """HTML set apart as quoted, which scrolls where it is long."""
    style = (
        "margin:0;padding:.4rem .8rem;border-left:3px solid #0072b2;white-space:pre-wrap;"
        "overflow-wrap:anywhere;max-height:8.8rem;overflow:auto"
    )
    return f'<blockquote tabindex="0" style="{style}">{content}</blockquote>'
