"""Whether questions are answered from lines of evidence, and left alone where there is none.

One half of `ohr`, each question asked of its own document and of another one, `nice_ng243`, and
the questions of the sample documents, whose unanswerable ones stay within the subject. Each is
asked of one document. The threshold and the weight of the cosine in the evidence were chosen on
500 such cases drawn from both halves of `ohr` and from `nice_ng243`, so these shares are not of
unseen questions but for those of the sample documents.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.questions import NICE, nice_questions, ohr_questions, pdf_of, sample_questions
from benchmarks.shelf import put_on_shelf, read
from core.answering import open_answerer
from core.configuration import AnswerOptions, Configuration
from core.configuration.options import THRESHOLD
from core.embedding import open_encoder
from core.evaluation.metrics.attribution import line_recall
from core.indexing import open_store
from core.retrieval.ranking import CANDIDATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.questions import Question
    from benchmarks.shelf import Shelf
    from core.answering.base import Answer

THRESHOLDS = (THRESHOLD - 0.05, THRESHOLD, THRESHOLD + 0.05)


def run(data: Path | None) -> list[Figure]:
    """Answers from the index on disk; nothing without real data."""
    if data is None:
        return []
    asked, samples = ohr_questions(data), sample_questions()
    files = dict.fromkeys([*(one.document for one in (*asked, *samples)), NICE])
    streams = {name: read(pdf_of(data, name)) for name in files}
    page = streams[NICE].sir.pages[0]
    nice = nice_questions(data, (page.width, page.height))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store("answers", Path(folder))
        shelf = put_on_shelf(streams, Configuration.default(), open_encoder(), store)
        figures = _answer_figures(shelf, asked, nice, samples)
        store.close()
    return figures


def _answer_figures(
    shelf: Shelf,
    asked: Sequence[Question],
    nice: Sequence[Question],
    samples: Sequence[Question],
) -> list[Figure]:
    """Answers to questions with and without evidence in the document that is asked."""
    unused = [question for question in asked if not question.chosen_by]
    names = sorted({question.document for question in asked})
    answerer = open_answerer()
    options = AnswerOptions(threshold=0.0)
    seconds: list[float] = []

    def answer(question: Question, document: str) -> Answer:
        started = time.perf_counter()
        wanted = [shelf.results[document].document]
        hits = shelf.store.search(question.text, shelf.encoder, CANDIDATES, wanted)
        found = answerer.answer(question.text, hits, shelf.lookup, options)
        seconds.append(time.perf_counter() - started)
        return found

    def answers(questions: Sequence[Question]) -> list[Answer]:
        return [answer(question, question.document) for question in questions]

    own = answers(unused)
    other = [answer(q, names[(names.index(q.document) + 1) % len(names)]) for q in unused]
    away = [answer(question, NICE) for question in unused[::4]]
    answerable = {
        "ohr": own,
        "nice_ng243": answers([q for q in nice if q.pages]),
        "sample documents": answers([q for q in samples if q.pages]),
    }
    unanswerable = {
        "ohr, asked of another document": [*other, *away],
        "nice_ng243, outside its subject": answers([q for q in nice if not q.pages]),
        "sample documents, within the subject": answers([q for q in samples if not q.pages]),
    }
    time_taken = median(seconds)
    figures = [
        Figure("time to an answer", "median", time_taken, "s", target=0.5, at_most=True),
        _cited(unused, own),
    ]
    for threshold in THRESHOLDS:
        for name, found in answerable.items():
            share = mean(one.evidence >= threshold for one in found)
            how = f"{len(found)} questions, chunks as the app starts"
            figures.append(Figure(f"answered at {threshold:.2f}, {name}", how, share, "share"))
        for name, found in unanswerable.items():
            share = mean(one.evidence < threshold for one in found)
            how = f"{len(found)} questions, chunks as the app starts"
            figures.append(Figure(f"abstained at {threshold:.2f}, {name}", how, share, "share"))
    return figures


def _cited(asked: Sequence[Question], answers: Sequence[Answer]) -> Figure:
    """Share of answers above the threshold of which a citation marks a line of evidence."""
    found = [
        any(
            line_recall([line], [mark.box for mark in citation.lines])
            for line in question.groups[0]
            for citation in answer.citations
        )
        for question, answer in zip(asked, answers, strict=True)
        if question.groups and answer.evidence >= THRESHOLD
    ]
    how = f"ohr, {len(found)} answers at the default threshold"
    return Figure("answers that cite a line of evidence", how, mean(found), "share")
