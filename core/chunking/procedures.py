"""Which units make no sense apart: steps of a procedure, a list and its introduction, captions.

Source: W-RAC, appendix A.1 (procedural content).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.node_links import CAPTION_OF
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.plan_units import Unit
    from core.sir import Sir
    from core.tokens import TokenStream

_STEP = re.compile(r"(?:step|schritt|phase)\s+(\d{1,3})\b", re.IGNORECASE)
_NUMBER = re.compile(r"([(\[]?)(\d{1,3}|[a-z])[.)\]](?=\s)")
_BARE = re.compile(r"(\d{1,2})\s+(?=[A-ZÄÖÜ])")

_APART = 200
"""Tokens that may stand between two steps of one procedure, such as a note or a picture's words.

More than that is another text, which happens to have marks that go on counting.
"""


def tied_heads(stream: TokenStream, found: Sequence[Unit]) -> list[int]:
    """For each unit the place of the first that it is tied to; its own if to none before."""
    tied = [False] * len(found)
    for place, (one, two) in enumerate(pairwise(found), 1):
        tied[place] = _belong(stream, one, two)
    for first, last in _procedures(stream, found):
        tied[first + 1 : last + 1] = [True] * (last - first)
    heads: list[int] = []
    for place, held in enumerate(tied):
        heads.append(heads[-1] if held else place)
    return heads


def _belong(stream: TokenStream, one: Unit, two: Unit) -> bool:
    """Whether neighbours are a caption with what it describes, or an introduction with it."""
    first, second = stream.sir.nodes[one.node], stream.sir.nodes[two.node]
    if first.metadata.get(CAPTION_OF) == second.id or second.metadata.get(CAPTION_OF) == first.id:
        return True
    if one.is_heading or one.section != two.section:
        return False
    return first.text.rstrip().endswith(":")


def _procedures(stream: TokenStream, found: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """First and last place of each pair of steps that follow each other, all between included.

    Steps are numbered alike under one heading, with nothing but their own text between them.
    Numbered headings are sections, unless they say "Step".
    """
    last: dict[tuple[int, str], tuple[int, int]] = {}
    for place, unit in enumerate(found):
        steps = _steps(stream, unit)
        if not steps:
            continue
        style, first, final = steps
        above = _above(stream.sir, unit)
        before = last.get((above, style))
        if before and before[1] + 1 == first and _near(found, before[0], place):
            yield before[0], _step_end(stream, found, place)
        last[above, style] = place, final


def _near(found: Sequence[Unit], one: int, two: int) -> bool:
    """Whether little stands between two steps; what is below a heading is the step itself."""
    return found[one].is_heading or found[two].start - found[one].end <= _APART


def _above(sir: Sir, unit: Unit) -> int:
    """The heading that a unit stands under, also for a heading."""
    return next(reversed(sir.lineage(unit.node)), -1)


def _step_end(stream: TokenStream, found: Sequence[Unit], place: int) -> int:
    """The last place of what belongs to a step: all below it if it is a heading."""
    if not found[place].is_heading:
        return place
    end = int(stream.sir.subtree_end[found[place].node])
    while place + 1 < len(found) and found[place + 1].node < end:
        place += 1
    return place


def _steps(stream: TokenStream, unit: Unit) -> tuple[str, int, int] | None:
    """How the steps of a unit are numbered, and the numbers of the first and the last one."""
    nodes = stream.sir.nodes
    texts = [nodes[unit.node].text]
    if nodes[unit.node].type is ElementType.LIST:
        items = [child for child in nodes[unit.node].children if nodes[child].text]
        texts = [nodes[child].text for child in (items[:1] + items[-1:])]
    marks = [mark for text in texts if (mark := _mark(text, heading=unit.is_heading))]
    return (marks[0][0], marks[0][1], marks[-1][1]) if marks else None


def _mark(text: str, *, heading: bool) -> tuple[str, int] | None:
    """Style and number of a step, such as ("step", 2) or ("1.", 2)."""
    text = text.lstrip()
    if found := _STEP.match(text):
        return "step", int(found[1])
    if heading:
        return None
    if found := _BARE.match(text):
        return "bare", int(found[1])
    if not (found := _NUMBER.match(text)):
        return None
    number = found[2]
    style = found[1] + ("1" if number.isdigit() else "a") + found[0][-1]
    return style, int(number) if number.isdigit() else ord(number) - ord("a") + 1
