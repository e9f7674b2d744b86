"""The measures of one question: what was retrieved for it beside the evidence that it has.

Tokens are those of each parser's own stream; lines are compared on the page, so what a parser
lost counts against it there. Evidence of which it has no word at all scores 0 in tokens, too.
Where one piece of evidence is enough, the piece of which most lines were found decides all.
Characters are those of the tokens of the flow: white space between tokens counts nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.chunking.assembly import line_boxes
from core.evaluation.gold_words import gold_tokens
from core.evaluation.metrics.attribution import area_overlap, line_precision, line_recall, page_box
from core.evaluation.metrics.ranking import dcg_at, hit_at, ndcg_at, recall_at, reciprocal_rank
from core.evaluation.metrics.spans import Range, precision_omega, ranges_of, span_overlap
from core.retrieval.lexicon import main_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.evaluation.questions.base import Evidence, Question

    _Ranges = dict[str, list[Range]]

_HELD = 0.5
"""Share of the tokens of a piece of evidence that a chunk has to hold to be relevant for it; the
chunk that holds most of a piece always is."""
_SPANS = (
    "token_recall",
    "token_precision",
    "token_iou",
    "char_recall",
    "char_precision",
    "char_iou",
    "precision_omega",
)


class _Case(NamedTuple):
    """Evidence, the chunks retrieved for it, the best first, and all documents of the shelf."""

    pieces: Sequence[Evidence]
    retrieved: Sequence[tuple[ChunkingResult, Chunk]]
    results: Mapping[str, ChunkingResult]
    k: int


def measures(
    question: Question,
    retrieved: Sequence[tuple[ChunkingResult, Chunk]],
    results: Mapping[str, ChunkingResult],
    k: int,
) -> dict[str, float]:
    """The measures (see `core.evaluation.outcome.MEASURES`) that are defined for a question.

    `retrieved` are chunks, best first, `results` all documents of the shelf.
    Only `retrieved_tokens` is defined for a question without evidence.
    """
    tokens = float(sum(chunk.token_count for _, chunk in retrieved))
    cases = [(piece,) for piece in question.evidence] if question.any_of else [question.evidence]
    measured = [_measured(_Case(pieces, retrieved, results, k)) for pieces in cases if pieces]
    best = max(measured, key=lambda values: values.get("line_recall", 0.0), default={})
    return best | {"retrieved_tokens": tokens}


def _measured(case: _Case) -> dict[str, float]:
    values = _by_lines(case) | _by_spans(case) | _by_ranks(case)
    return {name: value for name, value in values.items() if value is not None}


def _by_lines(case: _Case) -> dict[str, float | None]:
    gold = [page_box(piece.document, line.box) for piece in case.pieces for line in piece.lines]
    marked = [
        page_box(result.document, line.box)
        for result, chunk in case.retrieved
        for line in line_boxes(result.stream, chunk)
    ]
    return {
        "line_recall": line_recall(gold, marked),
        "line_precision": line_precision(gold, marked),
        "box_iou": area_overlap(gold, marked).iou,
    }


def _by_spans(case: _Case) -> dict[str, float | None]:
    gold = _gold_ranges(case)
    if not any(gold.values()):
        # The parser lost the words: nothing can be found, which must not leave the mean.
        return dict.fromkeys(_SPANS, 0.0)
    retrieved: _Ranges = {}
    for result, chunk in case.retrieved:
        retrieved.setdefault(result.document, []).extend(_ranges(chunk))
    chunks = {name: [_ranges(chunk) for chunk in case.results[name].chunks] for name in gold}
    tokens = span_overlap(gold, retrieved)
    characters = span_overlap(
        _in_characters(gold, case.results), _in_characters(retrieved, case.results)
    )
    values = [
        value
        for overlap in (tokens, characters)
        for value in (overlap.recall, overlap.precision, overlap.iou)
    ]
    return dict(zip(_SPANS, [*values, precision_omega(gold, chunks)], strict=True))


def _by_ranks(case: _Case) -> dict[str, float | None]:
    pages = [(result.document, main_page(result.stream, chunk)) for result, chunk in case.retrieved]
    gold_pages = {(piece.document, line.page) for piece in case.pieces for line in piece.lines}
    ranked = [(result.document, chunk.id) for result, chunk in case.retrieved]
    relevant = [key for piece in case.pieces for key in relevant_chunks(piece, case.results)]
    gains = _gains(case)
    return {
        "page_first": hit_at(pages, gold_pages, 1),
        "page_hit": hit_at(pages, gold_pages, case.k),
        # No chunk may hold a word of the evidence; then none of them can be found.
        "recall_at_k": recall_at(ranked, relevant, case.k) or 0.0,
        "mrr": reciprocal_rank(ranked, relevant) or 0.0,
        "dcg": dcg_at(ranked, dict.fromkeys(relevant, 1.0), case.k) or 0.0,
        "ndcg": ndcg_at(ranked, gains, case.k) or 0.0,
    }


def _ranges(chunk: Chunk) -> list[Range]:
    return [span for span, _ in chunk.cut.parts]


def _gold_ranges(case: _Case) -> _Ranges:
    gold: _Ranges = {}
    for name in dict.fromkeys(piece.document for piece in case.pieces):
        if name in case.results:
            own = [piece for piece in case.pieces if piece.document == name]
            gold[name] = ranges_of(gold_tokens(case.results[name].stream, own))
    return gold


def _in_characters(ranges: _Ranges, results: Mapping[str, ChunkingResult]) -> _Ranges:
    """Ranges of tokens as ranges of characters, those of all nodes counted through."""
    characters: _Ranges = {}
    for name, spans in ranges.items():
        tokens = results[name].stream.tokens
        ends = np.concatenate([[0], np.cumsum(tokens.end - tokens.start)]).tolist()
        characters[name] = [(ends[start], ends[end]) for start, end in spans]
    return characters


def relevant_chunks(
    piece: Evidence, results: Mapping[str, ChunkingResult]
) -> list[tuple[str, str]]:
    """The chunks that hold the evidence, or most of it."""
    shares = _shares(piece, results)
    most = max(shares.values(), default=0.0)
    return [key for key, share in shares.items() if share >= min(_HELD, most)]


def _gains(case: _Case) -> dict[tuple[str, str], float]:
    """What each chunk holds of the evidence, as shares of its pieces, added up."""
    gains: dict[tuple[str, str], float] = {}
    for piece in case.pieces:
        for key, share in _shares(piece, case.results).items():
            gains[key] = gains.get(key, 0.0) + share
    return gains


def _shares(piece: Evidence, results: Mapping[str, ChunkingResult]) -> dict[tuple[str, str], float]:
    """The share of the tokens of the evidence that each chunk owns, where it owns any."""
    if piece.document not in results:
        return {}
    result = results[piece.document]
    sums = np.concatenate([[0], np.cumsum(gold_tokens(result.stream, [piece]))])
    shares: dict[tuple[str, str], float] = {}
    for chunk in result.chunks:
        if own := sum(sums[end] - sums[start] for start, end in chunk.cut.pieces):
            shares[piece.document, chunk.id] = float(own / sums[-1])
    return shares
