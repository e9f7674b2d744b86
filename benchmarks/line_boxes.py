"""Line boxes against the line cells of docling-parse."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf

from benchmarks.figure import Figure
from benchmarks.placed_words import Placed, layer_words, sir_words
from benchmarks.shelf import parsed
from core.geometry import BoundingBox, contains_centre, from_points, iou, union

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from core.sir import Page

TARGET = 0.90
HOW = (
    "each gold line against the box that `Sir.line_boxes` gives for its words (those whose "
    "middle lies in it and whose text it holds); gold lines that are parts of one word are "
    "taken together, a gold line without words counts 0"
)


def run(data: Path) -> list[Figure]:
    """Mean IoU over the gold lines of all pages; the baseline is MuPDF's boxes of the words."""
    ours: list[float] = []
    plain: list[float] = []
    for pdf in sorted((data / "line_cells").glob("*.pdf")):
        sir = parsed(pdf)
        with pymupdf.open(pdf) as document:
            for gold in sorted(pdf.parent.glob(f"{pdf.name}.page_no_*.json")):
                number = int(gold.name.split("page_no_")[1].split(".")[0])
                lines = gold_lines(json.loads(gold.read_text("utf-8")), number)
                page = sir.pages[number - 1]
                ours += _ious(lines, _boxes(sir_words(sir, number), page))
                plain += _ious(lines, _boxes(layer_words(document[number - 1]), page))
    return [
        Figure(
            "line boxes",
            HOW,
            float(np.mean(ours)),
            "IoU",
            float(np.mean(plain)),
            'boxes of get_text("words")',
            TARGET,
        )
    ]


def gold_lines(page: dict[str, Any], number: int) -> list[tuple[str, BoundingBox]]:
    """Text and box of every gold line, without the blanks at its ends."""
    crop = page["dimension"]["crop_bbox"]
    size = crop["r"] - crop["l"], crop["t"] - crop["b"]
    inked = [
        _gold_box(cell["rect"], size, number) for cell in page["char_cells"] if cell["text"].strip()
    ]
    lines = [
        (cell["text"], _gold_box(cell["rect"], size, number)) for cell in page["textline_cells"]
    ]
    return [
        (text.strip(), box if text == text.strip() else _trimmed(box, inked))
        for text, box in lines
        if text.strip()
    ]


def _gold_box(rect: dict[str, float], size: tuple[float, float], number: int) -> BoundingBox:
    xs = [rect[f"r_x{corner}"] / size[0] for corner in range(4)]
    ys = [1 - rect[f"r_y{corner}"] / size[1] for corner in range(4)]
    return BoundingBox(number, min(xs), min(ys), max(xs), max(ys))


def _trimmed(line: BoundingBox, inked: list[BoundingBox]) -> BoundingBox:
    """A line from its first to its last character that is not blank."""
    held = [char for char in inked if contains_centre(line.edges, char.edges)]
    if not held:
        return line
    left, right = min(char.left for char in held), max(char.right for char in held)
    return replace(line, left=max(left, line.left), right=min(right, line.right))


def _boxes(words: Iterable[Placed], page: Page) -> list[tuple[str, BoundingBox]]:
    """The words with their boxes in fractions of the page."""
    size = page.width, page.height
    return [(word.text, from_points(page.number, word.box, *size)) for word in words]


def _ious(
    lines: list[tuple[str, BoundingBox]], words: list[tuple[str, BoundingBox]]
) -> list[float]:
    """One IoU for each group of gold lines that share a word; most groups are one line."""
    group = list(range(len(lines)))
    held: list[list[BoundingBox]] = [[] for _ in lines]
    for text, word in words:
        fitting = [(iou(word, lines[place][1]), place) for place in _fitting(text, word, lines)]
        if not fitting:
            continue
        best = max(fitting)[1]
        held[best].append(word)
        for _, place in fitting:
            part = lines[place][0]
            if part != text and part in text:
                joined, into = group[place], group[best]
                group = [into if one == joined else one for one in group]
    return [
        _group_iou([place for place in range(len(lines)) if group[place] == one], lines, held)
        for one in sorted(set(group))
    ]


def _fitting(text: str, word: BoundingBox, lines: list[tuple[str, BoundingBox]]) -> list[int]:
    """Gold lines that hold a word, or that are parts of it."""
    return [
        place
        for place, (line, box) in enumerate(lines)
        if (text in line and contains_centre(box.edges, word.edges))
        or (line in text and contains_centre(word.edges, box.edges))
    ]


def _group_iou(
    places: list[int], lines: list[tuple[str, BoundingBox]], held: list[list[BoundingBox]]
) -> float:
    found = [word for place in places for word in held[place]]
    return iou(union(lines[place][1] for place in places), union(found)) if found else 0.0
