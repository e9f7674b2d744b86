"""Whether a chunk that says a short form is found by a question that says what it means.

This is what TopoChunker's context supplement is for, and what few of the questions of
`benchmarks.ablations` ask. 98 questions on reports, a manual, a handbook and a paper were written
as one asks who does not know the short form, before any of them was searched. The line that
answers has the short form alone, which is explained elsewhere, mostly on another page. Some
meanings are said in other words than those of the document, or are explained in a form that no
rule reads. Rules were looked at beside the questions that are `fitted`, not beside the others.

That acronyms were in view when these were written may favour the Refiner. `asked_forms.json` is
a fairer judge: 102 questions on eleven other documents with definitions, most of them on places
drawn by chance among those that use a defined short form. In turn they say the long form, the
short form, and neither. They were written, with the lines that answer, before any was searched,
by somebody who knew the rules of the Refiner.

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
    """A question on a document; one group of lines (page, left, top, right, bottom) is enough.

    `form` says which form of a term it has where that was drawn: long, short or neither.
    """

    document: str
    question: str
    evidence: Sequence[Sequence[tuple[int, float, float, float, float]]]
    fitted: bool = False
    form: str = ""

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
    return _read("asked_meanings")


def asked_forms() -> list[Asked]:
    """Those that say the long form, the short form, or neither."""
    return _read("asked_forms")


def _read(name: str) -> list[Asked]:
    path = Path(__file__).with_name(f"{name}.json")
    return [Asked(**entry) for entry in json.loads(path.read_text("utf-8"))]


def run(data: Path | None) -> list[Figure]:
    """Figures of the documents left out, and of those that were looked at; none without data."""
    if data is None:
        return []
    with empty_workbench() as bench:
        return measure(data, bench)


def measure(data: Path, bench: Workbench) -> list[Figure]:
    """All figures; what `bench` has read and embedded before is not done again."""
    meanings, forms = asked_meanings(), asked_forms()
    paths = {asked.document: data / asked.document for asked in (*meanings, *forms)}
    shas = {
        name: bench.documents.add(path, path.name, by_model=False).sha
        for name, path in paths.items()
    }
    stages = SharedStages(bench)
    sets = {
        "left out": [asked for asked in meanings if not asked.fitted],
        "looked at": [asked for asked in meanings if asked.fitted],
        "any form, left out": forms,
    }
    figures: list[Figure] = []
    for name, chosen in sets.items():
        for strategy, options in STRATEGIES.items():
            plain = Configuration(strategy, make_options(strategy, options))
            asked = [(each.of(shas[each.document]), each.form) for each in chosen]
            figures += _figures(f"{strategy}, {name}", plain, asked, stages)
    return figures


def _figures(
    of: str, plain: Configuration, forms: Sequence[tuple[Question, str]], stages: SharedStages
) -> Iterator[Figure]:
    """The Refiner is to help on documents left out."""
    questions = [question for question, _ in forms]
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
        **{
            f"{form} form": frozenset(question.id for question, said in forms if said == form)
            for form in dict.fromkeys(form for _, form in forms if form)
        },
    }
    for group, ids in groups.items():
        mean = among(base, ids).mean("mrr")
        judged = "left out" in of and not group.endswith(" form")
        target = mean + NEEDED if mean is not None and judged else None
        yield from compared(f"MRR, {of}, {group}", "mrr", whole, base, ids, target)
        yield from compared(f"recall@5, {of}, {group}", "recall_at_k", whole, base, ids)
