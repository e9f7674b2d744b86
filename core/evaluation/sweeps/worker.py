"""The process of a worker: it keeps trees, tokens and vectors, and scores setting after setting."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.chunking.sentence_distances import measure_sentences
from core.configuration import Configuration
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Plan
from core.jobs.model_loading import limit_threads
from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.progress import Progress

_INDEXING, _BESIDE_ANSWERS, _BESIDE_A_WRITER = 0.9, 0.3, 0.05
"""Share of a setting that cutting and embedding are taken for; the rest are the questions, which
take longer where they are answered, too, and longest by a language model."""


@dataclass(frozen=True)
class Worker:
    """What the process answers with: `read`, `sentences` and `score`, each by its arguments."""

    plan: Plan
    materials: SharedStages

    def answer(self, job: str, progress: Progress, **arguments: Any) -> Any:
        """The answer to a request, as values of JSON."""
        return getattr(self, job)(progress=progress, **arguments)

    def read(self, document: str, parser: str, progress: Progress) -> str:
        """The name of the tree of a document, which is read where it was not before."""
        return self.materials.named_stream(document, parser, progress)[0]

    def sentences(self, document: str, parser: str, encoder: str, progress: Progress) -> None:
        """Sees to it that the vectors of all sentences are kept."""
        _, stream = self.materials.named_stream(document, parser)
        measure_sentences(stream, self.materials.encoder(encoder), progress)

    def score(self, setting: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """A `Scored`, its seconds from the cutting on, and the `trees` that it rests on."""
        begun = time.perf_counter()
        plan, unpacked = self.plan, Configuration.from_json(setting)
        indexing = _indexing_share(plan)
        shelf = self.materials.shelf(
            unpacked, plan.questions.documents, _between(progress, 0.0, indexing)
        )
        scored = score(
            unpacked,
            plan.questions,
            self.materials,
            plan.within,
            answers=plan.answers,
            writer=plan.writer,
            progress=_between(progress, indexing, 1.0),
        )
        timed = scored.model_copy(update={"seconds": time.perf_counter() - begun})
        return {"scored": timed.model_dump(mode="json"), "trees": shelf.trees}


def _indexing_share(plan: Plan) -> float:
    if plan.writer:
        return _BESIDE_A_WRITER
    return _BESIDE_ANSWERS if plan.answers else _INDEXING


def _between(progress: Progress, start: float, end: float) -> Progress:
    def report(done: int, total: int) -> None:
        progress(round(1000 * (start + (end - start) * done / max(total, 1))), 1000)

    return report


def prepare(settings: Mapping[str, Any], plan: Mapping[str, Any], threads: int) -> Any:
    """The function that answers, from a plan and the settings of the app; 0 `threads`: any."""
    if threads:
        limit_threads(threads)
    bench = Workbench(load_settings(**settings))
    return Worker(Plan.model_validate(plan), SharedStages(bench)).answer
