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

    from core.chunking.units import Unit
    from core.tokens import TokenStream

_STEP = re.compile(r"(?:step|schritt|phase)\s+(\d{1,3})\b", re.IGNORECASE)
_NUMBER = re.compile(r"([(\[]?)(\d{1,3}|[a-z])[.)\]](?=\s)")
_BARE = re.compile(r"(\d{1,2})\s+(?=[A-ZÄÖÜ])")

_APART = 200
"""Tokens that may stand between two steps of one procedure, such as a note or a picture's words.

More than that is another text, which happens to have marks that go on counting.
"""


def tied_heads(stream: TokenStream, units: Sequence[Unit]) -> list[int]:
    """For each unit the place of the first that it is tied to; its own if to none before."""
    tied = [False, *(_belong(stream, unit, following) for unit, following in pairwise(units))]
    for first, last in _procedures(stream, units):
        tied[first + 1 : last + 1] = [True] * (last - first)
    heads: list[int] = []
    for place in range(len(units)):
        heads.append(heads[-1] if tied[place] else place)
    return heads


def _belong(stream: TokenStream, unit: Unit, following: Unit) -> bool:
    """Whether neighbours are a caption with what it describes, or an introduction with it."""
    first, second = stream.sir.nodes[unit.node], stream.sir.nodes[following.node]
    if first.metadata.get(CAPTION_OF) == second.id or second.metadata.get(CAPTION_OF) == first.id:
        return True
    under_one_heading = not unit.is_heading and unit.section == following.section
    return under_one_heading and first.text.rstrip().endswith(":")


def _procedures(stream: TokenStream, units: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """First and last place of each pair of steps that follow each other, all between included.

    Steps are numbered alike under one heading, with nothing but their own text between them.
    Numbered headings are sections, unless they say "Step".
    """
    latest: dict[tuple[int, str], tuple[int, int]] = {}
    for place, unit in enumerate(units):
        if not (steps := _steps(stream, unit)):
            continue
        style, first, last = steps
        above = next(reversed(stream.sir.lineage(unit.node)), -1)
        before, number = latest.get((above, style), (-1, -1))
        if number + 1 == first and before >= 0 and _is_near(units[before], unit):
            yield before, _step_end(stream, units, place)
        latest[above, style] = place, last


def _is_near(unit: Unit, following: Unit) -> bool:
    """Whether little stands between two steps; what is below a heading is the step itself."""
    return unit.is_heading or following.start - unit.end <= _APART


def _step_end(stream: TokenStream, units: Sequence[Unit], place: int) -> int:
    """The last place of what belongs to a step: all below it if it is a heading."""
    if units[place].is_heading:
        end = int(stream.sir.subtree_end[units[place].node])
        while place + 1 < len(units) and units[place + 1].node < end:
            place += 1
    return place


def _steps(stream: TokenStream, unit: Unit) -> tuple[str, int, int] | None:
    nodes = stream.sir.nodes
    texts = [nodes[unit.node].text]
    if nodes[unit.node].type is ElementType.LIST:
        items = [nodes[child].text for child in nodes[unit.node].children if nodes[child].text]
        texts = items[:1] + items[-1:]
    marks = [mark for text in texts if (mark := _mark(text.lstrip(), unit.is_heading))]
    return (*marks[0], marks[-1][1]) if marks else None


def _mark(text: str, heading: bool) -> tuple[str, int] | None:
    """Style and number of a step, such as ("step", 2) or ("1.", 2)."""
    if step := _STEP.match(text):
        return "step", int(step[1])
    if heading:
        return None
    if bare := _BARE.match(text):
        return "bare", int(bare[1])
    if not (mark := _NUMBER.match(text)):
        return None
    bracket, number = mark.groups()
    style = bracket + ("1" if number.isdigit() else "a") + mark[0][-1]
    return style, int(number) if number.isdigit() else ord(number) - ord("a") + 1
