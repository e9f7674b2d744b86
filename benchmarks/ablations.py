"""What the parts of TopoChunker's two agents do for retrieval and for the first citation.

Each setting of the preset `ablations` (the whole Refiner, and beside it without each part, with
one fixed route, and with what it adds in the vectors, as in TopoChunker) is compared with the
app's own: headings, nothing else. Two strategies: the one that the app starts with, and topology.
Each question is searched in its document. Five chunks count; relevant are those that hold half of
the evidence.

How signatures and supplements are searched was chosen on `FITTED`, with which their rules were
made as well. Nothing was fitted on `LEFT_OUT`, but figures of all of it were seen before a
signature was left out of the search, which those of `FITTED` say as well. Questions:
- *by people*: of `ohr`, `mmdocir`, `nice_ng243`, `clinical_questions` and the samples;
- *by rule*: up to 60 of each document, from its headings, tables and definitions;
- *terms written out*: those of both in which a term of the chunk that answers is put into the
  words that explain it, as one asks who does not know the short form.
Apart are given the questions whose chunk uses a term that is explained elsewhere ("with
definitions"). Intervals are those of the paired bootstrap over questions, at 95 %.

First citations are judged as in `core.evaluation`, without a language model, on the questions of
people.

Source: TopoChunker, section 4.4 and table 2.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.ablation_questions import (
    PEOPLE,
    RULE,
    WRITTEN_OUT,
    asked_of,
    explained,
    questions_of_people,
)
from benchmarks.empty_workbench import empty_workbench
from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.comparison import paired_difference
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.presets import PRESETS
from core.library import Kind
from core.refining import refine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.evaluation.outcome import Scored
    from core.workbench import Workbench

FITTED = (
    "data_security_policy.pdf",
    "oncology_guideline_en.pdf",
    "onkologie_leitlinie_de.pdf",
    "nice_ng243/ng243.pdf",
)
LEFT_OUT = (
    "ohr/pdfs/obs-productdesc-en.pdf",
    "ohr/pdfs/AMAZON_2017_10K.pdf",
    "ohr/pdfs/watch_d.pdf",
    "mmdocir/pdfs/2303.08559v2.pdf",
    "mmdocir/pdfs/2310.07609v1.pdf",
    "mmdocir/pdfs/ISEP_student_handbook_2020.pdf",
)
STRATEGIES = {"hierarchical": {"max_tokens": 128}, "topology": {}}
NEEDED = 0.02
"""What the Refiner should gain in MRR where there are definitions."""
_MEASURES = {"mrr": "MRR", "recall_at_k": "recall@5", "ndcg": "nDCG"}


@dataclass(frozen=True)
class Part:
    """Questions on documents of one half, with those whose chunk uses an explained term."""

    half: str
    questions: Sequence[Question]
    defined: frozenset[str]

    def groups(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Questions by what they are called, as ids."""
        every = frozenset(one.id for one in self.questions)
        yield self.half, every
        yield f"{self.half}, with definitions", self.defined
        yield f"{self.half}, without", every - self.defined
        for kind in (PEOPLE, RULE, WRITTEN_OUT):
            ids = frozenset(one.id for one in self.questions if one.kind == kind)
            yield f"{self.half}, {kind}", ids


def run(data: Path | None) -> list[Figure]:
    """Figures of every setting; nothing without the real data."""
    if data is None:
        return []
    with empty_workbench() as bench:
        return measure(data, bench)


def measure(data: Path, bench: Workbench) -> list[Figure]:
    """All figures; what `bench` has read and embedded before is not done again."""
    stages = SharedStages(bench)
    parts = _parts(data, bench, stages)
    figures: list[Figure] = []
    for strategy, options in STRATEGIES.items():
        plain = Configuration(strategy, make_options(strategy, options))
        for part in parts:
            figures += _retrieval(strategy, plain, part, stages)
    for part in parts:
        figures += _citations(part, stages)
    return figures


def settings_of(plain: Configuration) -> dict[str, Configuration]:
    """What is compared with a configuration, by name."""
    whole, fixed, *without = PRESETS["ablations"].grid([Kind.PDF], plain).settings()
    names = (
        "without signature",
        "without supplement",
        "without Refiner but for headings",
        "without headings",
        "embedded as in TopoChunker",
    )
    left_out = dict(zip(names, without, strict=True))
    return {"whole Refiner": whole, "without Inspector": fixed, **left_out}


def _parts(data: Path, bench: Workbench, stages: SharedStages) -> list[Part]:
    found: list[Part] = []
    shas: dict[str, list[str]] = {}
    for half, names in (("fitted", FITTED), ("left out", LEFT_OUT)):
        paths = [data / name if (data / name).exists() else SAMPLES / name for name in names]
        shas[half] = [bench.documents.add(p, p.name, by_model=False).sha for p in paths]
    of_people = questions_of_people(data, bench)
    for half, documents in shas.items():
        questions: list[Question] = []
        defined: set[str] = set()
        for document in documents:
            plain = bench.chunks.of(document, Configuration.default())
            refined = refine(plain)
            asked = asked_of(refined, of_people)
            questions += asked
            defined |= {one.id for one in asked if explained(one, refined)}
        found.append(Part(half, questions, frozenset(defined)))
    return found


def _retrieval(
    strategy: str, plain: Configuration, part: Part, stages: SharedStages
) -> Iterator[Figure]:
    asked = QuestionSet(name=part.half, questions=tuple(part.questions))
    base = score(plain, asked, stages)
    for name, setting in settings_of(plain).items():
        scored = score(setting, asked, stages)
        print(f"{strategy}, {part.half}, {name}: {scored.mean('mrr'):.3f}", file=sys.stderr)
        whole = name == "whole Refiner"
        for group, ids in part.groups():
            for measure, title in _MEASURES.items():
                target = _target(group, base, ids) if whole and measure == "mrr" else None
                title = f"{title}, {strategy}, {group}, {name}"
                yield from compared(title, measure, scored, base, ids, target)


def _target(group: str, base: Scored, ids: frozenset[str]) -> float | None:
    """What the whole must reach on documents left out: as much, or more where it should help."""
    if group not in ("left out", "left out, with definitions"):
        return None
    mean = among(base, ids).mean("mrr")
    return None if mean is None else mean + (NEEDED if "definitions" in group else 0.0)


def compared(
    title: str,
    measure: str,
    scored: Scored,
    base: Scored,
    ids: frozenset[str],
    target: float | None = None,
) -> Iterator[Figure]:
    """The mean of a measure over the questions of these ids, beside that of the baseline."""
    one, other = among(scored, ids), among(base, ids)
    gain = paired_difference(one, other, measure)
    value, baseline = one.mean(measure), other.mean(measure)
    if gain is None or value is None or baseline is None:
        return
    how = f"{gain.count} questions, {gain.mean:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"
    yield Figure(title, how, value, "", baseline, "headings alone", target)


def among(scored: Scored, ids: frozenset[str]) -> Scored:
    """The outcomes of the questions of these ids."""
    outcomes = tuple(one for one in scored.outcomes if one.question in ids)
    return scored.model_copy(update={"outcomes": outcomes})


def _citations(part: Part, stages: SharedStages) -> Iterator[Figure]:
    """Whether the first citation is right, with and without the Refiner."""
    of_people = tuple(one for one in part.questions if one.kind == PEOPLE)
    asked = QuestionSet(name=part.half, questions=of_people)
    plain = Configuration.default()
    base = score(plain, asked, stages, answers=True)
    ids = frozenset(one.id for one in of_people)
    for name, setting in settings_of(plain).items():
        scored = score(setting, asked, stages, answers=True)
        title = f"first citation right, {part.half}, {name}"
        yield from compared(title, "first_right", scored, base, ids)
