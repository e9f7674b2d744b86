"""Whether an element of the right class lies where the evidence of a question does.

The evidence boxes of MMDocIR say what they are by the kinds of their question; only those of
questions of one kind are counted by class. A box is found if one element of a fitting class, with
all that it holds, overlaps it with an IoU of at least 0.5. Beside it stand the regions of PyMuPDF
Layout as they come. Each page is read alone, in the route that its measures call for.

Source: ParseBench (element grounding); Dong et al., MMDocIR (2025).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pymupdf

from benchmarks.figure import Figure
from core.errors import SightlineError
from core.evaluation.metrics.intervals import mean
from core.geometry import BoundingBox, from_points, iou, union
from core.parsing import get_parser
from core.parsing.visual_topology.layout_model import find_regions
from core.sir import ElementType as E

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.sir import Sir

KINDS = {
    "Pure-text (Plain-text)": "text",
    "Generalized-text (Layout)": "text",
    "Table": "table",
    "Chart": "figure",
    "Figure": "figure",
}
"""Class of the boxes of a question by its kind in MMDocIR."""

TARGETS = {"text": 0.85, "table": 0.85, "figure": 0.75}

OTHERS = {E.TABLE: "table", E.DOC_INDEX: "table", E.FIGURE: "figure"}
"""Classes of elements that are no text."""

PARTS = frozenset({E.ROOT, E.TABLE_ROW, E.TABLE_CELL, E.SEGMENT})
"""Elements that are no evidence by themselves."""

REGIONS = {"table": "table", "picture": "figure"}
"""Classes of the layout model that are no text."""

ENOUGH = 0.5


class Gold(NamedTuple):
    """A box of evidence on a page (1-based) of a document, and the class of its question."""

    document: str
    page: int
    kind: str
    box: BoundingBox


Candidate = tuple[str, BoundingBox]
"""A class and where it stands."""


def run(data: Path | None) -> list[Figure]:
    """Share of the evidence boxes that an element covers, by class."""
    if data is None:
        return []
    folder = data / "mmdocir"
    gold = _gold(folder)
    ours: dict[Gold, bool] = {}
    theirs: dict[Gold, bool] = {}
    for document, page in sorted({(box.document, box.page) for box in gold}):
        on_page = [box for box in gold if (box.document, box.page) == (document, page)]
        with pymupdf.open() as pdf:
            with pymupdf.open(folder / "pdfs" / document) as whole:
                pdf.insert_pdf(whole, from_page=page - 1, to_page=page - 1)
            elements, regions = list(_elements(pdf)), list(_regions(pdf))
        for box in on_page:
            ours[box] = _is_covered(box, elements)
            theirs[box] = _is_covered(box, regions)
    return [
        Figure(
            f"evidence that is one {kind} element",
            f"{sum(box.kind == kind for box in gold)} boxes of questions on one kind, IoU 0.5",
            _share(ours, kind),
            "share",
            _share(theirs, kind),
            "regions of PyMuPDF Layout",
            target,
        )
        for kind, target in TARGETS.items()
    ]


def _gold(folder: Path) -> list[Gold]:
    """The boxes of questions of one kind, each once."""
    boxes: dict[Gold, None] = {}
    for question in json.loads((folder / "questions.json").read_text(encoding="utf-8")):
        kinds = {KINDS[kind] for kind in question["kinds"]}
        if len(kinds) != 1:
            continue
        (kind,) = kinds
        for drawn in question["boxes"]:
            box = from_points(1, tuple(drawn["bbox"]), *drawn["page_size"])
            boxes[Gold(question["document"], drawn["page"], kind, box)] = None
    return list(boxes)


def _elements(pdf: pymupdf.Document) -> Iterator[Candidate]:
    """The elements of a file of one page, each with all that it holds."""
    parser = get_parser("automatic")
    try:
        sir = parser.parse(pdf, "", parser.options())
    except SightlineError:
        return
    for index, node in enumerate(sir.nodes):
        if node.type not in PARTS and (boxes := _boxes(sir, index)):
            yield OTHERS.get(node.type, "text"), union(boxes)


def _boxes(sir: Sir, index: int) -> list[BoundingBox]:
    """The boxes of an element; of a heading its own, for it holds a section."""
    is_block = sir.nodes[index].type not in (E.TITLE, E.SECTION_HEADER) and index < sir.flow
    end = int(sir.subtree_end[index]) if is_block else index + 1
    return [box for part in range(index, end) for box in sir.boxes(part)]


def _regions(pdf: pymupdf.Document) -> Iterator[Candidate]:
    page = pdf[0]
    for region in find_regions(page)[0]:
        box = from_points(1, region.box, page.rect.width, page.rect.height)
        yield REGIONS.get(region.kind, "text"), box


def _is_covered(gold: Gold, candidates: Sequence[Candidate]) -> bool:
    return any(kind == gold.kind and iou(gold.box, box) >= ENOUGH for kind, box in candidates)


def _share(found: dict[Gold, bool], kind: str) -> float:
    return mean([float(held) for box, held in found.items() if box.kind == kind]) or 0.0
