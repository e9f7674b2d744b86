"""Questions with known evidence: pages and line rectangles."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.geometry import BoundingBox

if TYPE_CHECKING:
    from collections.abc import Sequence

NICE = "ng243"
SAMPLES = Path(__file__).resolve().parents[1] / "sample_docs"


@dataclass(frozen=True)
class Question:
    """A question about the PDF `document`, with the pages and lines that answer it.

    `groups` holds lines of evidence; one of the groups is enough. Without `pages` and `groups`
    the document has no answer. `chosen_by` says that the weights were chosen on this question.
    """

    text: str
    document: str
    pages: tuple[int, ...]
    groups: tuple[tuple[BoundingBox, ...], ...]
    chosen_by: bool


def pdf_of(data: Path, document: str) -> Path:
    """The file of a document."""
    if document.endswith(".pdf"):
        return SAMPLES / document
    return (
        data / "nice_ng243" / "ng243.pdf"
        if document == NICE
        else data / "ohr" / "pdfs" / f"{document}.pdf"
    )


def ohr_questions(data: Path) -> list[Question]:
    """All questions of `ohr`; the lines of some could not be located and are left out."""
    located = {gold["ID"]: gold for gold in _read(data / "ohr" / "gold_line_boxes.json")}
    return [_ohr(entry, located.get(entry["ID"])) for entry in _read(data / "ohr/questions.json")]


def _ohr(entry: dict[str, Any], gold: dict[str, Any] | None) -> Question:
    page = entry["evidence_page_no"] + 1
    lines: tuple[BoundingBox, ...] = ()
    if gold:
        size = gold["page_w"], gold["page_h"]
        lines = tuple(_line(gold["page"] + 1, rect, size) for rect in gold["lines"])
    half = int(hashlib.md5(entry["ID"].encode(), usedforsecurity=False).hexdigest(), 16) % 2 == 0
    groups = (lines,) if lines else ()
    return Question(entry["questions"], Path(entry["doc_name"]).name, (page,), groups, half)


def nice_questions(data: Path, size: tuple[float, float]) -> list[Question]:
    """The English questions of `nice_ng243`; `size` is that of a page in points.

    Each expected recommendation is a group of lines. Those that should be abstained from, and
    no others, have no group: questions without an expected recommendation are left out.
    """
    lines = _read(data / "nice_ng243" / "recommendation_lines.json")
    found: list[Question] = []
    for case in _read(data / "nice_ng243" / "evaluation_dataset.json")["cases"]:
        ids = [name for name in case["expected_recommendation_ids"] if name in lines]
        if not case["query"].isascii() or not (ids or case["should_abstain"]):
            continue
        groups = tuple(
            tuple(_line(line["page"] + 1, line["bbox"], size) for line in lines[name])
            for name in ids
        )
        pages = tuple(sorted({line.page for group in groups for line in group}))
        found.append(Question(case["query"], NICE, pages, groups, True))
    return found


def _line(page: int, rect: Sequence[float], size: tuple[float, float]) -> BoundingBox:
    left, top, right, bottom = rect
    return BoundingBox(page, left / size[0], top / size[1], right / size[0], bottom / size[1])


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
