"""Our retrieval beside the splitters of other projects, on the Chroma chunking evaluation.

Three corpora in one index, 317 questions with exact excerpts, characters counted with
multiplicity (`core.evaluation.metrics.spans`), all embeddings by all-MiniLM-L6-v2. As in that
evaluation the chunks of all corpora are searched together, those of the splitters by cosine.
Each splitter has several sizes, and its best is taken, for recall and for IoU apart.

The lists of all hold 2,250 characters in the mean (`benchmarks.listings`): a splitter's the first
k chunks, ours those before the gap in the scores, and the first k as well.

Windows of 64 tokens are best on `wikitexts`, out of 64, 80 and 96; weights of neighbours from 0.3
to 1 are alike there, and far above 0. The weights of words were chosen on `ohr`. The other two
corpora, which were looked at but not chosen by, are given apart.

Source: B. Smith and A. Troynikov, Evaluating Chunking Strategies for Retrieval, 2024.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.corpora import (
    Asked,
    FilePlaces,
    Placed,
    placed_texts,
    read_asked,
    read_corpora,
    read_stream,
)
from benchmarks.figure import Figure
from benchmarks.listings import Ended, Ranked, before_the_gap, first_k, ranked_by_cosine
from benchmarks.shelf import put_on_shelf, remembering_encoder
from benchmarks.splitters import Foreign, foreign_splitters
from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from core.embedding.base import Encoder

CHARACTERS, FEW = 2250, 1600
"""Characters retrieved in the mean: for the comparison, and for the figures of the gap."""
MOST = 20
"""Chunks before a gap at most."""
TUNED = "wikitexts"
OURS = Configuration(
    "sentences",
    make_options("sentences", {"max_tokens": 64}),
    neighbourhood=0.5,
    retrieval=RetrievalOptions(top_k=50, same_page=1.0),
)
"""With the usual weights, but that pages are of no matter, as these corpora have none of their
own. Here the lists are long; `benchmarks.listings` ends them at a gap."""


@dataclass(frozen=True)
class Compared:
    """A splitter in one size, and its lists ended after k chunks."""

    name: str
    size: str
    ended: Ended


def run(data: Path | None) -> list[Figure]:
    """The comparison; nothing without the real data."""
    if data is None:
        return []
    with remembering_encoder() as encoder:
        return compare(data, encoder)


def compare(data: Path, encoder: Encoder) -> list[Figure]:
    """All figures; `encoder` should remember, as splitters share many chunks."""
    corpora, asked = read_corpora(data), read_asked(data)
    others: list[Compared] = []
    for splitter in foreign_splitters(encoder):
        others.append(_compared(splitter, corpora, asked, encoder))
        print(_row(others[-1]), file=sys.stderr, flush=True)
    return [
        *_splitter_figures(others),
        *_our_figures(our_lists(corpora, asked, encoder), asked, others),
    ]


def our_lists(corpora: Mapping[str, str], asked: Sequence[Asked], encoder: Encoder) -> list[Ranked]:
    """The lists of all questions as the app retrieves them, up to 50 chunks."""
    streams = {name: read_stream(name, text) for name, text in corpora.items()}
    shelf = put_on_shelf(streams, OURS, encoder)
    placed: dict[str, Placed] = {}
    for name, result in shelf.results.items():
        places = FilePlaces(result.stream, corpora[name])
        placed |= {c.id: Placed(name, places.ranges(c), c.content) for c in result.chunks}
    lists: list[Ranked] = []
    for question in asked:
        hits = shelf.hits(question.text)
        lists.append(Ranked([placed[hit.chunk_id] for hit in hits], [hit.score for hit in hits]))
    return lists


def _compared(
    splitter: Foreign, corpora: Mapping[str, str], asked: Sequence[Asked], encoder: Encoder
) -> Compared:
    chunks = [
        placed
        for name, text in corpora.items()
        for placed in placed_texts(name, text, splitter.split(text))
    ]
    lists = ranked_by_cosine(chunks, asked, encoder)
    return Compared(splitter.name, splitter.size, first_k(lists, asked, CHARACTERS))


def _row(one: Compared) -> str:
    """One splitter in one size, with its figures."""
    ended = one.ended
    shares = f"{100 * ended.recall:.1f} {100 * ended.iou:.2f} at {ended.characters:,.0f}"
    return f"{one.name}, {one.size}, k = {ended.setting:.0f}: recall, IoU, characters {shares}"


def _splitter_figures(others: Sequence[Compared]) -> list[Figure]:
    """For each splitter the figures of its best size."""
    figures: list[Figure] = []
    for name in dict.fromkeys(one.name for one in others):
        sizes = [one for one in others if one.name == name]
        for measure, of in _MEASURES:
            best = max(sizes, key=lambda one: of(one.ended))
            how = (
                f"{best.size}, k = {best.ended.setting:.0f}, {best.ended.characters:,.0f} retrieved"
            )
            title = f"{measure} at {CHARACTERS:,} characters, {name} {best.size}"
            figures.append(Figure(title, how, of(best.ended), "share"))
    return figures


_MEASURES: list[tuple[str, Callable[[Ended], float]]] = [
    ("recall", lambda ended: ended.recall),
    ("IoU", lambda ended: ended.iou),
]
_AHEAD = {"recall": 0.12, "IoU": 0.015}
"""What ours should be above the best of the others."""
_AT_GAP = {"recall": 0.8, "IoU": 0.2}
"""What ours should be with `FEW` characters."""


def _our_figures(
    lists: Sequence[Ranked], asked: Sequence[Asked], others: Sequence[Compared]
) -> list[Figure]:
    at_gap = before_the_gap(lists, asked, CHARACTERS, MOST)
    few = before_the_gap(lists, asked, FEW, MOST)
    likewise = first_k(lists, asked, CHARACTERS)
    figures: list[Figure] = []
    for measure, of in _MEASURES:
        title = f"{measure} at {CHARACTERS:,} characters, ours"
        best = max(others, key=lambda one: of(one.ended))
        base, target = of(best.ended), of(best.ended) + _AHEAD[measure]
        name, how = f"{best.name} {best.size}", _how(at_gap)
        figures.append(Figure(title, how, of(at_gap), "share", base, name, target))
        figures += _by_corpus(title, at_gap, of, asked)
        way = f"{title}, first k chunks"
        figures.append(Figure(way, _how(likewise), of(likewise), "share", base, name))
    for measure, of in _MEASURES:
        title = f"{measure} before the gap, ours"
        figures.append(Figure(title, _how(few), of(few), "share", target=_AT_GAP[measure]))
        figures += _by_corpus(title, few, of, asked)
    return figures


def _by_corpus(
    title: str, ended: Ended, of: Callable[[Ended], float], asked: Sequence[Asked]
) -> list[Figure]:
    """Figures of the corpus that weights were chosen on, and of the others."""
    return [
        Figure(f"{title}, {kind}", _how(ended), of(ended.of(wanted)), "share")
        for kind, wanted in _halves(asked).items()
    ]


def _halves(asked: Sequence[Asked]) -> dict[str, list[bool]]:
    tuned = [question.corpus == TUNED for question in asked]
    return {"corpus tuned on": tuned, "other corpora": [not one for one in tuned]}


def _how(ended: Ended) -> str:
    return f"{len(ended.scores)} questions, {ended.characters:,.0f} characters, {ended.setting:g}"
