"""Whether retrieval finds the evidence of real questions, by strategy and size of chunks.

The document is known, and the first five chunks are taken:
- *page first, page among 5*: the evidence page is the page of one of the first k chunks. A chunk
  counts for one page only, the one most of its own tokens stand on.
- *lines found*: share of the gold lines of a question of which at least half of the width lies
  inside the lines that are marked for the chunks. Means over the questions with located lines.
The baseline ranks the same chunks by BM25 alone. Beside them: whole pages by BM25 (the first 5
pages).

The weights of `core.retrieval` were chosen on one half of the questions of `ohr` (by a hash of
their ids) and on `nice_ng243`; the other half is also given apart, as the unseen half.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.bm25 import Bm25
from benchmarks.figure import Figure
from benchmarks.questions import Question, ohr_questions, pdf_of
from benchmarks.shelf import Shelf, put_on_shelf, read, remembering_encoder
from core.chunking import make_options
from core.chunking.assembly import line_boxes
from core.configuration import Configuration
from core.evaluation.metrics.attribution import line_recall
from core.retrieval.lexicon import main_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.chunking.base import Chunk
    from core.embedding.base import Encoder
    from core.geometry import BoundingBox

SIZES = (128, 256)
NEIGHBOURS = {"hierarchical": 0.0, "recursive": 0.0, "sentences": 0.5, "fixed": 0.0}
"""Strategies that are compared, with what of the neighbours is mixed into the vectors."""
TOP = 5
TARGETS = {"page first": 0.82, "page among 5": 0.97, "lines found": 0.86}
"""Of the setting that the app starts with."""


@dataclass(frozen=True)
class Outcome:
    """What was found for a question: measures by name, those of lines only where some are gold."""

    measures: dict[str, float]
    chosen_by: bool


def run(data: Path | None) -> list[Figure]:
    """Retrieval for each strategy and size; nothing without real data."""
    if data is None:
        return []
    with remembering_encoder() as encoder:
        return measure(data, encoder)


def measure(data: Path, encoder: Encoder) -> list[Figure]:
    """All figures; `encoder` should remember, as the questions are asked of every setting."""
    asked = ohr_questions(data)
    names = sorted({question.document for question in asked})
    streams = {name: read(pdf_of(data, name)) for name in names}
    figures = _page_figures(data, names, asked)
    for config in configs():
        figures += _figures(put_on_shelf(streams, config, encoder), asked)
    return figures


def configs() -> list[Configuration]:
    """The settings that are compared; the first is what the app starts with."""
    return [
        Configuration(name, make_options(name, {"max_tokens": size}), neighbourhood=weight)
        for size in SIZES
        for name, weight in NEIGHBOURS.items()
    ]


def _page_figures(data: Path, names: Sequence[str], asked: Sequence[Question]) -> list[Figure]:
    """BM25 over whole pages."""
    found: list[list[int]] = []
    for name in names:
        with pymupdf.open(pdf_of(data, name)) as pdf:
            index = Bm25([str(page.get_text()) for page in pdf])
        for question in (one for one in asked if one.document == name):
            order = [place + 1 for place in index.ranked(question.text)[:TOP]]
            found.append([question.pages[0] in order[:1], question.pages[0] in order])
    how = f"ohr, {len(found)} questions, BM25 over whole pages"
    return [
        Figure(f"{name}, BM25 over pages", how, fmean(one[at] for one in found), "share")
        for at, name in enumerate(("page first", "page among 5"))
    ]


def _figures(shelf: Shelf, asked: Sequence[Question]) -> list[Figure]:
    by_words = _by_words(shelf)
    ours = [_outcome(shelf, one, shelf.retrieved(one)) for one in asked]
    words = [_outcome(shelf, one, by_words(one)) for one in asked]
    size = shelf.config.options.model_dump()["max_tokens"]
    setting = f"{shelf.config.strategy}, N = {size}"
    usual = shelf.config == Configuration.default()
    figures: list[Figure] = []
    for measure in ours[0].measures:
        name, how = f"{measure}, {setting}", f"ohr, {len(asked)} questions, 5 chunks"
        base, target = _mean(words, measure), TARGETS.get(measure) if usual else None
        value = _mean(ours, measure)
        figures.append(Figure(name, how, value, "share", base, "BM25 over the same chunks", target))
        unseen = [one for one in ours if not one.chosen_by]
        figures.append(Figure(f"{name}, unseen half", how, _mean(unseen, measure), "share"))
    return figures


def _by_words(shelf: Shelf) -> Callable[[Question], list[Chunk]]:
    """Ranks the chunks of a question's document by BM25 alone."""
    indexes = {
        name: Bm25([one.content for one in result.chunks]) for name, result in shelf.results.items()
    }

    def ranked(question: Question) -> list[Chunk]:
        chunks = shelf.results[question.document].chunks
        return [chunks[i] for i in indexes[question.document].ranked(question.text)[:TOP]]

    return ranked


def _outcome(shelf: Shelf, question: Question, chunks: Sequence[Chunk]) -> Outcome:
    stream = shelf.results[question.document].stream
    pages = [main_page(stream, one) for one in chunks]
    measures: dict[str, float | None] = {
        "page first": float(pages[:1] == [question.pages[0]]),
        "page among 5": float(question.pages[0] in pages),
    }
    gold, marked = (
        [line for group in question.groups for line in group],
        _marked(shelf, question, chunks),
    )
    measures["lines found"] = line_recall(gold, marked)
    held = {name: value for name, value in measures.items() if value is not None}
    return Outcome(held, question.chosen_by)


def _marked(shelf: Shelf, question: Question, chunks: Sequence[Chunk]) -> list[BoundingBox]:
    stream = shelf.results[question.document].stream
    return [line.box for one in chunks for line in line_boxes(stream, one)]


def _mean(found: Sequence[Outcome], measure: str) -> float:
    return fmean(one.measures[measure] for one in found if measure in one.measures)
