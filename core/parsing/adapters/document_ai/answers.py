"""Answers of Document AI, whose fields are written in camel case or with underscores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from core.parsing.adapters.json_values import mapping, mappings, number, whole
from core.parsing.adapters.native import NotNative

OFFSET = "pageOffset"
"""Key beside a document: pages of the file that stand before those of its part."""
_CAPITAL = re.compile("[A-Z]")
_MARKS = ("documentLayout", "chunkedDocument", "pages", "entities", "shardInfo", "mimeType", "uri")


@dataclass(frozen=True)
class Answer:
    """A document, which may be a part of the file: its pages stand behind `offset` others."""

    document: dict[str, Any]
    offset: int = 0


def field(value: Any, name: str) -> Any:
    """A field by its name in camel case, however it is written; None where there is none."""
    fields = mapping(value)
    if name in fields:
        return fields[name]
    underscored = _CAPITAL.sub(lambda match: f"_{match[0].lower()}", name)
    # A name that is one of Python's own gets an underscore there.
    return fields.get(underscored, fields.get(f"{name}_"))


def read_answers(value: Any) -> list[Answer]:
    """The documents of an answer, or of a list of answers for parts of a file.

    Raises:
        NotNative: there is none of Document AI.
    """
    rows = mappings(value) if isinstance(value, list) else [mapping(value)]
    answers = [_answer(row) for row in rows]
    if not answers or not any(_is_document(answer.document) for answer in answers):
        raise NotNative(
            "this is no answer of Document AI, which holds documentLayout, or text and pages. "
            "Bring the JSON of a Document, or choose another parser."
        )
    return answers


def _answer(row: dict[str, Any]) -> Answer:
    inner = row.get("document")
    offset = whole(field(row, OFFSET)) or 0
    return Answer(inner if isinstance(inner, dict) else row, max(offset, 0))


def _is_document(document: dict[str, Any]) -> bool:
    if isinstance(field(document, "documentLayout"), dict):
        return True
    if isinstance(field(document, "chunkedDocument"), dict):
        return True
    marks = sum(field(document, name) is not None for name in _MARKS)
    return isinstance(document.get("text"), str) and marks > 0


def text_ranges(layout: Any, length: int) -> list[tuple[int, int]]:
    """Half-open ranges of the document's text that a layout, or an entity, stands for."""
    ranges = []
    for segment in mappings(field(field(layout, "textAnchor"), "textSegments")):
        start = whole(field(segment, "startIndex")) or 0
        end = min(whole(field(segment, "endIndex")) or 0, length)
        if 0 <= start < end:
            ranges.append((start, end))
    return ranges


def polygon(
    layout: Any, size: tuple[float, float] | None, name: str = "boundingPoly"
) -> tuple[float, float, float, float] | None:
    """Left, top, right, bottom of a layout as fractions; `size` is the page's in pixels.

    A coordinate that is 0 is left out of the answers.
    """
    poly = field(layout, name)
    scale = (1.0, 1.0)
    points = mappings(field(poly, "normalizedVertices"))[:1000]
    if not any(points):
        points = mappings(field(poly, "vertices"))[:1000]
        if size is None:
            return None
        scale = size
    values = [(number(point.get("x", 0)), number(point.get("y", 0))) for point in points]
    places = [(x / scale[0], y / scale[1]) for x, y in values if x is not None and y is not None]
    if len(places) < max(len(points), 2):
        return None
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*places, strict=True))
    return (left, top, right, bottom) if left < right and top < bottom else None
