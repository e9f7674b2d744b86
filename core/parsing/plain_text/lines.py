"""Lines of a text file as lines of a node, and which of its line breaks mean something."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.parsing.hyphens import HYPHENS
from core.parsing.structuring.markers import list_marker, numbering
from core.parsing.text_joining import SUSPENDED, UNSPACED
from core.reading.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.library.typesetting import Block, TextLine

_WRAPPED = (40, 120)
"""Characters that a text may have in its longest lines if a program broke them to a width."""
_FULL = 0.8
"""Share of the lines before others that must be full in a text that was broken to a width."""


def wrap_width(blocks: Iterable[Block]) -> int:
    """The width in characters to which the paragraphs of a text were broken; 0 if they were not."""
    sources = [source_lines(block.lines) for block in blocks]
    width = max((len(text) for lines in sources for text in lines), default=0)
    if not _WRAPPED[0] <= width <= _WRAPPED[1]:
        return 0
    breaks = [
        is_full(line, following, width) for lines in sources for line, following in pairwise(lines)
    ]
    return width if breaks and sum(breaks) >= _FULL * len(breaks) else 0


def source_lines(lines: Sequence[TextLine]) -> list[str]:
    """The lines as they stand in the file, their spaces evened out."""
    texts, text = [], ""
    for line in lines:
        text += " ".join(line.words)
        if line.after == "\n":
            texts.append(text)
            text = ""
        else:
            text += line.after
    return [*texts, text] if text else texts


def is_full(line: str, following: str, width: int) -> bool:
    """Whether the first word of the next line had no more room in this one."""
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) > width


def node_lines(lines: Sequence[TextLine], width: int = 0) -> list[Line]:
    """The lines of a node; a break stays where the text has one, unless it is due to the width."""
    node = [_line(line) for line in lines]
    if width:
        starts = [0, *(at + 1 for at, line in enumerate(lines[:-1]) if line.after == "\n")]
        sources = source_lines(lines)
        for (previous, following), begin in zip(pairwise(sources), starts[1:], strict=False):
            if is_full(previous, following, width) and not (
                list_marker(following) or numbering(following)
            ):
                node[begin - 1].after = _between(previous, following)
    return node


def _line(line: TextLine) -> Line:
    lefts, rights = line.edges[::2], line.edges[1::2]
    boxes = [(lt, line.top, rt, line.bottom) for lt, rt in zip(lefts, rights, strict=True)]
    return Line(line.page, list(line.words), boxes, after=line.after)


def _between(line: str, following: str) -> str:
    """What stands in place of a line break: nothing behind a hyphen, which stays."""
    if UNSPACED.match(line[-1]) and UNSPACED.match(following[0]):
        return ""
    broken = line[-1] in HYPHENS and line[-2:-1].isalnum()
    return "" if broken and following.split()[0].lower() not in SUSPENDED else " "
