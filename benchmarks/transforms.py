"""Boxes on pages that were rotated, cropped, or given hidden text, and hidden words in chunks.

    boxes   each word of the untouched page, as our parser places it, is carried over to the
            transformed page by the map between their gold elements; its IoU with the same word
            as placed there, greatest first. A word that is missing counts 0.
    hidden  words of the hidden text that a chunk holds, cut by the configuration of the app

The baseline of the boxes is what PyMuPDF gives as text of the page, without regard to rotation.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pymupdf

from benchmarks.figure import Figure
from benchmarks.placed_words import Placed, overlap, sir_words
from benchmarks.shelf import parsed, usual_contents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from core.geometry import Box

PARSERS = ("structural_rule", "visual_topology")
CHANGES = ("rot90", "crop", "hidden")
TARGET = 0.95


def run(data: Path | None) -> list[Figure]:
    """Mean IoU by parser and change, and hidden words in chunks; nothing without the data."""
    if data is None:
        return []
    gold = json.loads((data / "metamorphic" / "gold.json").read_text("utf-8"))
    return [figure for parser in PARSERS for figure in _of_parser(data, gold, parser)]


def _of_parser(data: Path, gold: dict[str, Any], parser: str) -> list[Figure]:
    figures: list[Figure] = []
    for change in CHANGES:
        names = sorted(name for name in gold if name.endswith(f"_{change}"))
        pairs = [compare(data, gold, name, parser) for name in names]
        ours, plain = (np.concatenate([pair[i] for pair in pairs]) for i in (0, 1))
        figures.append(
            Figure(
                f"boxes {change}, {parser}",
                f"{len(ours)} words against the same on the untouched page",
                float(ours.mean()),
                "IoU",
                float(plain.mean()),
                "PyMuPDF's own coordinates",
                TARGET,
            )
        )
    hidden = sum(hidden_words(data, gold, name, parser) for name in gold if "hidden" in name)
    how = "words of the hidden text in chunks of the default recipe"
    return [
        *figures,
        Figure(f"hidden words, {parser}", how, hidden, "words", target=0, at_most=True),
    ]


def compare(
    data: Path, gold: dict[str, Any], name: str, parser: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """IoU of every word of the untouched page with the same on the changed one: ours, plain."""
    original, _, change = name.rpartition("_")
    changed = data / "metamorphic" / "pdfs" / f"{name}.pdf"
    untouched = sir_words(parsed(data / "odl" / "pdfs" / f"{original}.pdf", parser))
    there = [e["rect"] for e in gold[name]["elements"]]
    here = [e["rect"] for e in gold[f"{original}_scan"]["elements"]]
    matrix = carried(here, there, quarter=change == "rot90")
    wanted = [Placed(word.text, _mapped(word.box, matrix)) for word in untouched]
    with pymupdf.open(changed) as pdf:
        rows = cast("list[Any]", pdf[0].get_text("words"))
    plain = [Placed(row[4], (row[0], row[1], row[2], row[3])) for row in rows]
    return _ious(wanted, sir_words(parsed(changed, parser))), _ious(wanted, plain)


def carried(here: Sequence[Box], there: Sequence[Box], *, quarter: bool) -> NDArray[np.float64]:
    """(3, 2) the map of points between two pages, by the corners of the same elements."""
    one, other = np.array(here), np.array(there)
    corners = np.concatenate([one[:, [0, 1]], one[:, [2, 3]]])
    # A quarter turned clockwise: what was at the bottom left is at the top left.
    aims = [[2, 1], [0, 3]] if quarter else [[0, 1], [2, 3]]
    goals = np.concatenate([other[:, aim] for aim in aims])
    known = np.c_[corners, np.ones(len(corners))]
    return np.linalg.lstsq(known, goals, rcond=None)[0]


def _mapped(box: Box, matrix: NDArray[np.float64]) -> Box:
    found = np.array([[box[0], box[1], 1.0], [box[2], box[3], 1.0]]) @ matrix
    (left, top), (right, bottom) = found.min(axis=0).tolist(), found.max(axis=0).tolist()
    return left, top, right, bottom


def _ious(wanted: Iterable[Placed], found: Sequence[Placed]) -> NDArray[np.float64]:
    by_text: dict[str, list[Box]] = {}
    for word in found:
        by_text.setdefault(word.text, []).append(word.box)
    return np.array(
        [
            max((overlap(word.box, box) for box in by_text.get(word.text, ())), default=0.0)
            for word in wanted
        ]
    )


def hidden_words(data: Path, gold: dict[str, Any], name: str, parser: str) -> int:
    """Words of the hidden text of a file that stand side by side with another in a chunk."""
    sir = parsed(data / "metamorphic" / "pdfs" / f"{name}.pdf", parser)
    said = gold[name]["hidden"]
    hidden = " ".join(said if isinstance(said, list) else [said]).split()
    pairs = set(pairwise(hidden))
    found = 0
    for text in usual_contents(sir):
        words = text.split()
        found += sum(pair in pairs for pair in pairwise(words))
    return found
