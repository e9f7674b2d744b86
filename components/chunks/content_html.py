"""The verbatim content of a chunk as HTML, with what its parts are there for."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.spans import Role, between, joined

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult
    from core.sir import Sir
    from core.spans import Segment

_STYLES = {
    Role.OWN: "",
    Role.OVERLAP: "opacity:.62;background:repeating-linear-gradient(-45deg,"
    "rgba(127,169,204,.28) 0 2px,transparent 2px 7px)",
    Role.HEADING: "outline:1.5px solid rgba(91,122,150,.75);outline-offset:1px;border-radius:2px",
}
_TITLES = {
    Role.OWN: "",
    Role.OVERLAP: "Repeated from the chunk before",
    Role.HEADING: "Heading put in front",
}
_FRAME = (
    "white-space:pre-wrap;overflow-wrap:anywhere;max-height:19rem;overflow:auto;line-height:1.5;"
    "padding:.6rem .75rem;border:1px solid rgba(128,140,152,.35);border-radius:.375rem"
)


class Part(NamedTuple):
    """Text of a chunk that is there for one purpose, and the declared separator before it."""

    role: Role
    before: str
    text: str


def parts(sir: Sir, chunk: Chunk) -> list[Part]:
    """The content in pieces of one role each; joined with their separators they are all of it."""
    found: list[Part] = []
    last: Segment | None = None
    for role, group in groupby(chunk.segments, key=lambda segment: segment.role):
        run = list(group)
        before = between(sir, last, run[0]) if last else ""
        found.append(Part(role, before, joined(sir, run)))
        last = run[-1]
    return found


def content_html(result: ChunkingResult, chunk: Chunk) -> str:
    """The content, repeated parts dimmed and headings outlined."""
    shown = "".join(escape(part.before) + _span(part) for part in parts(result.sir, chunk))
    return f'<div style="{_FRAME}" tabindex="0" role="region" aria-label="Content">{shown}</div>'


def _span(part: Part) -> str:
    """A part as HTML; headings line by line, so that no empty line between them is outlined."""
    lines = part.text.split("\n") if part.role is Role.HEADING else [part.text]
    look = f'style="{_STYLES[part.role]}" title="{_TITLES[part.role]}"'
    return "\n".join(line and f"<span {look}>{escape(line)}</span>" for line in lines)
