"""Questions of the real data as sets of the workbench, with lines of documents of a library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.questions import SAMPLES
from core.evaluation.questions.base import (
    Evidence,
    GoldLine,
    Origin,
    Question,
    QuestionSet,
    distinct,
)
from core.evaluation.questions.formats import read_questions
from core.evaluation.questions.locating import gold_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.evaluation.questions.formats.base import Imported
    from core.library import DocumentRecord
    from core.workbench import Workbench


def ohr_set(data: Path, bench: Workbench) -> QuestionSet:
    """The questions of `ohr`, whose documents are added; those without located lines are left out.

    The lines are those of the gold boxes, the text is the context that the data gives.
    """
    folder = data / "ohr"
    gold = {one["ID"]: one for one in _read(folder / "gold_line_boxes.json")}
    records = _added(bench, sorted((folder / "pdfs").glob("*.pdf")))
    by_stem = {Path(record.name).stem: record.sha for record in records}
    found = [
        _ohr(entry, gold[entry["ID"]], by_stem[Path(entry["doc_name"]).name])
        for entry in _read(folder / "questions.json")
        if gold.get(entry["ID"], {}).get("lines")
    ]
    return QuestionSet(name="ohr", questions=distinct(found))


def sample_set(bench: Workbench) -> Imported:
    """The questions of the sample documents, which are added, and what was not placed."""
    path = SAMPLES / "questions.json"
    names = dict.fromkeys(entry["document"] for entry in _read(path))
    _added(bench, [SAMPLES / name for name in names])
    return read_questions(path, bench, "samples.json")


def _added(bench: Workbench, paths: Iterable[Path]) -> list[DocumentRecord]:
    """The records of files, by rules alone."""
    return [bench.documents.add(path, path.name, by_model=False) for path in paths]


def _ohr(entry: dict[str, Any], gold: dict[str, Any], document: str) -> Question:
    size = gold["page_w"], gold["page_h"]
    lines = tuple(_line(gold["page"], box, size) for box in gold["lines"])
    said = entry["evidence_context"]
    text = said if isinstance(said, str) else " ".join(said)
    return Question(
        text=entry["questions"],
        evidence=(Evidence(document=document, lines=lines, text=text),),
        documents=(document,),
        origin=Origin.IMPORTED,
        answer=str(entry["answers"]),
    )


def nice_set(data: Path, record: DocumentRecord) -> QuestionSet:
    """The English questions of `nice_ng243`; `record` is the guideline.

    One of the expected recommendations is enough. As in `benchmarks.questions`, questions
    without one are left out unless they should be abstained from.
    """
    folder = data / "nice_ng243"
    held = _read(folder / "recommendation_lines.json")
    pages = [(page.width, page.height) for page in record.pages]
    found: list[Question] = []
    for case in _read(folder / "evaluation_dataset.json")["cases"]:
        names = [name for name in case["expected_recommendation_ids"] if name in held]
        if not case["query"].isascii() or not (names or case["should_abstain"]):
            continue
        pieces = tuple(_evidence(record.sha, held[name], pages) for name in names)
        found.append(
            Question(
                text=case["query"],
                evidence=() if case["should_abstain"] else pieces,
                any_of=len(pieces) > 1 and not case["should_abstain"],
                documents=(record.sha,),
                origin=Origin.IMPORTED,
            )
        )
    return QuestionSet(name="nice_ng243", questions=distinct(found))


def _evidence(
    document: str, lines: Sequence[dict[str, Any]], pages: Sequence[tuple[float, float]]
) -> Evidence:
    return Evidence(
        document=document,
        lines=tuple(_line(line["page"], line["bbox"], pages[line["page"]]) for line in lines),
        text=" ".join(line["text"] for line in lines),
    )


def _line(index: int, box: Sequence[float], size: tuple[float, float]) -> GoldLine:
    """A line from a page index, 0-based, and edges in points."""
    (left, top, right, bottom), (width, height) = box, size
    return gold_line(index + 1, (left / width, top / height, right / width, bottom / height))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
