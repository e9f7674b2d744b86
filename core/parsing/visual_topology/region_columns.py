"""Regions of a page to elements in reading order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.parsing.structuring.angles import text_at_an_angle
from core.parsing.visual_topology.paragraphs import joined
from core.parsing.visual_topology.reading_order import columns_of
from core.parsing.visual_topology.regions import elements_of
from core.parsing.visual_topology.word_assignment import placed
from core.reading.line import SLANTED
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.elements import Element
    from core.parsing.read_pages import ReadPage, Sight
    from core.parsing.structuring.classify import Classifier
    from core.parsing.visual_topology.word_assignment import Placed
    from core.reading.line import Line

MARGIN = 0.2
"""Share of the page height, at the top and at the bottom, where running text may stand."""

RUNNING = ("page-header", "page-footer")

KEEPING = ("picture", "table")
"""Regions that keep the text in them that is not upright."""


def columns_by_sight(page: ReadPage, sight: Sight, classifier: Classifier) -> list[list[Element]]:
    """The elements of each column of a page in reading order; no word of it is lost."""
    content = page.content
    visible = [line for line in content.lines if not line.hidden]
    for line in visible:
        if line.angle == SLANTED:
            line.location = Location.APPROXIMATE  # its boxes reach over their neighbours
    upright, angled = _upright(placed(visible, sight.regions), skewed=_is_skewed(visible))
    margins = [part for part in upright if _is_running(part, content.height)]
    body = [_as_body(part) for part in upright if not _is_running(part, content.height)]
    order = columns_of(
        _mirrored(body, content.width) if _runs_left(visible) else [*map(_box, body)]
    )
    columns = [[body[index] for index in column] for column in order]
    found = [
        [
            element
            for region, lines in joined(column)
            for element in elements_of(region, lines, content, classifier)
        ]
        for column in [margins, *columns]
    ]
    return [*found, text_at_an_angle(angled, classifier.body)]


def _upright(parts: list[Placed], *, skewed: bool) -> tuple[list[Placed], list[Line]]:
    """Regions that hold something, and the lines taken out of them that are not upright."""
    flat = (0, SLANTED) if skewed else (0,)
    kept: list[Placed] = []
    angled: list[Line] = []
    for region, lines in parts:
        whole = region.kind in KEEPING
        upright = [line for line in lines if whole or line.angle in flat]
        angled += [line for line in lines if not whole and line.angle not in flat]
        if upright or region.kind == "picture":
            kept.append((region, upright))
    return kept, angled


def _is_skewed(lines: Sequence[Line]) -> bool:
    """Whether most of the text is slanted, as on a scan that was laid down askew."""
    slanted = sum(len(line.words) for line in lines if line.angle == SLANTED)
    return slanted * 2 > sum(len(line.words) for line in lines)


def _is_running(part: Placed, height: float) -> bool:
    """Whether a region is running text and stands where such text may."""
    region, lines = part
    middle = sum(line.middle for line in lines) / max(len(lines), 1) / height
    return region.kind in RUNNING and not MARGIN < middle < 1 - MARGIN


def _as_body(part: Placed) -> Placed:
    """What the model takes for running text, but stands elsewhere, as text."""
    region, lines = part
    return (replace(region, kind="text") if region.kind in RUNNING else region), lines


def _runs_left(lines: Sequence[Line]) -> bool:
    """Whether most words are of scripts that run from right to left; so do columns then."""
    return 2 * sum(len(line.words) for line in lines if line.rtl) > sum(
        len(line.words) for line in lines
    )


def _mirrored(parts: Sequence[Placed], width: float) -> list[Box]:
    boxes = [_box(part) for part in parts]
    return [(width - right, top, width - left, bottom) for left, top, right, bottom in boxes]


def _box(part: Placed) -> Box:
    """The box of the words of a region; a picture or table reaches further than its words."""
    region, lines = part
    if region.kind in KEEPING:
        return region.box
    left, top = min(line.left for line in lines), min(line.top for line in lines)
    return left, top, max(line.right for line in lines), max(line.bottom for line in lines)
