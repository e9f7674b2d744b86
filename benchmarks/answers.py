"""Whether the first citation answers, and whether what has no answer is left alone.

The 72 clinical questions (`clinical_questions`), each asked of its document as the app starts,
without a language model, follow-ups after the question before them. Nothing was fitted to their
documents: the weights of the order are of `benchmarks.fitting`, whose documents are others.
- *first citation, any citation right*: it holds half of the lines of a piece of evidence, or of
  another text that answers; a refusal counts as wrong.
- *among five passages*: so do the lines of one of the first five passages.
- *refused wrongly, rightly*: of the questions with and without an answer.
- *said to lack the quantity*: of the right first citations, all of which state what is asked for.
- *AUC*: share of pairs of them in which the probability is higher for the one with an answer.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from benchmarks.empty_workbench import empty_workbench
from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from core.answering.base import Answer, Exchange
from core.chunking.assembly import line_boxes
from core.configuration import Configuration
from core.evaluation.metrics.attribution import line_recall
from core.evaluation.questions.locating import Searchable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.geometry import BoundingBox
    from core.workbench import Workbench

_HALF = 0.5
_FIRST = 5


@dataclass(frozen=True)
class Outcome:
    """An answer, and the lines of each text that would answer, as far as they are found."""

    answer: Answer
    answerable: bool
    gold: Sequence[Sequence[BoundingBox]]
    passages: Sequence[Sequence[BoundingBox]]
    seconds: float

    def is_right(self, lines: Sequence[BoundingBox]) -> bool:
        """Whether these lines hold half of those of a text that answers."""
        return any((line_recall(group, lines) or 0.0) >= _HALF for group in self.gold)

    @property
    def right(self) -> list[bool]:
        """Whether each citation is right."""
        return [self.is_right([line.box for line in one.lines]) for one in self.answer.citations]

    @property
    def first_lacks(self) -> bool:
        """Whether the first citation is said not to state a quantity that is asked for."""
        first = self.answer.citations[0].number
        return any(first not in asked.stated_by for asked in self.answer.asked)


def run(data: Path | None) -> list[Figure]:
    """Figures of answers; nothing without real data."""
    if data is None:
        return []
    entries = json.loads((data / "clinical_questions" / "questions.json").read_text("utf-8"))
    with empty_workbench() as bench:
        names = dict.fromkeys(entry["document"] for entry in entries)
        places = {name: data / "nice_ng243" / name for name in names}
        files = [path if path.exists() else SAMPLES / name for name, path in places.items()]
        records = {
            path.name: bench.documents.add(path, path.name, by_model=False).sha for path in files
        }
        bench.index.add(list(records.values()), Configuration.default())
        outcomes = [_asked(bench, records[entry["document"]], entry) for entry in entries]
    return _figures(outcomes)


def _asked(bench: Workbench, document: str, entry: dict[str, Any]) -> Outcome:
    before = [Exchange(question, "") for question in entry["before"]]
    started = time.perf_counter()
    config = Configuration.default()
    answer = bench.answers.ask(
        entry["question"], config, [document], conversation=before, by_model=False
    )
    seconds = time.perf_counter() - started
    result = bench.chunks.of(document, config)
    passages = [
        [line.box for line in line_boxes(result.stream, passage.chunk)]
        for passage in answer.passages[:_FIRST]
    ]
    searchable = Searchable(result.sir)
    pieces = [*entry["evidence"], *entry["alternatives"]]
    located = [searchable.locate(piece["quote"], page=piece["page"]) for piece in pieces]
    gold = [[line.box for line in one.evidence.lines] for one in located if one]
    return Outcome(answer, bool(pieces), gold, passages, seconds)


def _figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    asked = [one for one in outcomes if one.answerable]
    absent = [one for one in outcomes if not one.answerable]
    how = f"{len(asked)} clinical questions with an answer, on documents left out of fitting"

    def share(name: str, holds: Callable[[Outcome], bool], target: float) -> Figure:
        return Figure(name, how, mean(holds(one) for one in asked), "share", target=target)

    wrongly = mean(one.answer.abstained for one in asked)
    rightly = mean(one.answer.abstained for one in absent)
    pairs = [(one.answer.evidence, other.answer.evidence) for one in asked for other in absent]
    auc = mean((one > other) + (one == other) / 2 for one, other in pairs)
    right = [one for one in asked if one.right[:1] == [True]]
    lacks = mean(one.first_lacks for one in right)
    of_right = f"{len(right)} first citations that are right"
    without = f"{len(absent)} clinical questions without an answer"
    seconds = median(one.seconds for one in outcomes)
    return [
        share("first citation right", lambda one: one.right[:1] == [True], 0.70),
        share("any citation right", lambda one: any(one.right), 0.85),
        share(
            "evidence among five passages", lambda one: any(map(one.is_right, one.passages)), 0.93
        ),
        Figure("refused wrongly", how, wrongly, "share", target=0.12, at_most=True),
        Figure("refused rightly", without, rightly, "share", target=0.80),
        Figure("said to lack the quantity", of_right, lacks, "share", target=0.02, at_most=True),
        Figure("AUC of the probability", "with against without", auc, "", target=0.85),
        Figure("time to an answer, warm", "median", seconds, "s", target=0.6, at_most=True),
    ]
