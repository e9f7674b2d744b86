"""Words with their boxes in points, as a SIR, a text layer or an OCR engine gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymupdf

from core.geometry import area, contains_centre, intersection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.geometry import Box
    from core.sir import Sir


class Placed(NamedTuple):
    """A word and its box in points of the displayed page."""

    text: str
    box: Box


def sir_words(sir: Sir, page: int = 1) -> list[Placed]:
    """Every word of a page of a SIR, those set aside included."""
    width, height = sir.pages[page - 1].width, sir.pages[page - 1].height
    pieces, words = sir.pieces, sir.words
    found: list[Placed] = []
    for index, node in enumerate(sir.nodes):
        for k in range(pieces.first[index], pieces.first[index + 1]):
            word = int(pieces.word[k])
            if sir.lines.page[words.line[word]] == page:
                left, top, right, bottom = (float(edge) for edge in words.boxes[word])
                box = (left * width, top * height, right * width, bottom * height)
                found.append(Placed(node.text[pieces.start[k] : pieces.end[k]], box))
    return found


def layer_words(page: pymupdf.Page) -> list[Placed]:
    """The words of the text layer, as PyMuPDF gives them, on a page as it is displayed."""
    rows = page.get_text("words", sort=False)
    turned = [(row[4], pymupdf.Rect(row[:4]) * page.rotation_matrix) for row in rows]
    return [Placed(text, (box.x0, box.y0, box.x1, box.y1)) for text, box in turned]


def inside(words: Iterable[Placed], rect: Box) -> list[Placed]:
    """The words whose middle lies in a rectangle."""
    return [word for word in words if contains_centre(rect, word.box)]


def in_rows(words: Iterable[Placed]) -> str:
    """The words row by row from the top down, each row from left to right."""
    rows: list[list[Placed]] = []
    for word in sorted(words, key=lambda word: word.box[1] + word.box[3]):
        if rows and _level(rows[-1][0].box, word.box):
            rows[-1].append(word)
        else:
            rows.append([word])
    return " ".join(word.text for row in rows for word in sorted(row, key=lambda w: w.box[0]))


def overlap(box: Box, other: Box) -> float:
    """Intersection over union of two boxes of a page, 0 to 1."""
    shared = intersection(box, other)
    return shared / (area(box) + area(other) - shared) if shared else 0.0


def _level(one: Box, other: Box) -> bool:
    down = min(one[3], other[3]) - max(one[1], other[1])
    return down > 0.65 * min(one[3] - one[1], other[3] - other[1])
