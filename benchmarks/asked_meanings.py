"""Whether a chunk that says a short form is found by a question that says what it means.

This is what TopoChunker's context supplement is for, and what few of the questions of
`benchmarks.ablations` ask. 98 questions on reports, a manual, a handbook and a paper were written
as one asks who does not know the short form, before any of them was searched. The line that
answers has the short form alone, which is explained elsewhere, mostly on another page. Some
meanings are said in other words than those of the document, or are explained in a form that no
rule reads. Rules were looked at beside the questions that are `fitted`, not beside the others.

The evidence are boxes of lines, as fractions of the page. The whole Refiner is compared with
headings alone: all questions, and those whose chunk has a term that it explains. Intervals are
those of the paired bootstrap over questions, at 95 %.

Source: TopoChunker, section 3.3.3.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.ablation_questions import explained
from benchmarks.ablations import NEEDED, STRATEGIES, among, compared
from benchmarks.empty_workbench import empty_workbench
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.questions.base import Evidence, Origin, Question, QuestionSet
from core.evaluation.questions.locating import gold_line
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.refining.options import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.figure import Figure
    from core.workbench import Workbench


class Asked(NamedTuple):
    """A question on a document; one group of lines (page, left, top, right, bottom) is enough."""

    document: str
    fitted: bool
    question: str
    evidence: Sequence[Sequence[tuple[int, float, float, float, float]]]

    def of(self, sha: str) -> Question:
        """The question on the document of that name in a library."""
        groups = [[gold_line(line[0], line[1:]) for line in lines] for lines in self.evidence]
        pieces = [Evidence(document=sha, lines=tuple(lines), text="") for lines in groups]
        return Question(
            text=self.question,
            evidence=tuple(pieces),
            any_of=len(pieces) > 1,
            documents=(sha,),
            origin=Origin.IMPORTED,
        )


def asked_meanings() -> list[Asked]:
    """The questions, those of a document behind each other."""
    path = Path(__file__).with_suffix(".json")
    return [Asked(**entry) for entry in json.loads(path.read_text("utf-8"))]


def run(data: Path | None) -> list[Figure]:
    """Figures of the documents left out, and of those that were looked at; none without data."""
    if data is None:
        return []
    with empty_workbench() as bench:
        return measure(data, bench)


def measure(data: Path, bench: Workbench) -> list[Figure]:
    """All figures; what `bench` has read and embedded before is not done again."""
    questions = asked_meanings()
    paths = {asked.document: data / asked.document for asked in questions}
    shas = {
        name: bench.documents.add(path, path.name, by_model=False).sha
        for name, path in paths.items()
    }
    stages = SharedStages(bench)
    figures: list[Figure] = []
    for half, fitted in (("left out", False), ("looked at", True)):
        chosen = [asked.of(shas[asked.document]) for asked in questions if asked.fitted is fitted]
        for strategy, options in STRATEGIES.items():
            plain = Configuration(strategy, make_options(strategy, options))
            figures += _figures(f"{strategy}, {half}", plain, chosen, stages)
    return figures


def _figures(
    of: str, plain: Configuration, questions: Sequence[Question], stages: SharedStages
) -> Iterator[Figure]:
    """The Refiner is to help on documents left out."""
    asked = QuestionSet(name=of, questions=tuple(questions))
    base = score(plain, asked, stages)
    setting = replace(plain, refining=WHOLE)
    whole = score(setting, asked, stages)
    results = stages.shelf(setting, asked.documents).results
    groups: Mapping[str, frozenset[str]] = {
        "all": frozenset(question.id for question in questions),
        "term explained": frozenset(
            question.id
            for question in questions
            if explained(question, results[question.documents[0]])
        ),
    }
    for group, ids in groups.items():
        mean = among(base, ids).mean("mrr")
        target = None if mean is None or "left out" not in of else mean + NEEDED
        yield from compared(f"MRR, {of}, {group}", "mrr", whole, base, ids, target)
        yield from compared(f"recall@5, {of}, {group}", "recall_at_k", whole, base, ids)
