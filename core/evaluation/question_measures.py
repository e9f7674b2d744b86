"""The measures of one question: what was retrieved for it beside the evidence that it has.

Tokens are those of each parser's own stream; lines are compared on the page, so what a parser
lost counts against it there. Evidence of which it has no word at all scores 0 in tokens, too.
Where one piece of evidence is enough, the piece of which most lines were found decides all.
Characters are those of the tokens of the flow: white space between tokens counts nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.chunking.assembly import line_boxes
from core.evaluation.gold import gold_tokens
from core.evaluation.metrics.attribution import area_scores, line_precision, line_recall
from core.evaluation.metrics.ranking import dcg_at, hit_at, recall_at, reciprocal_rank
from core.evaluation.metrics.spans import precision_omega, ranges_of, span_scores
from core.geometry import BoundingBox
from core.retrieval.lexicon import main_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.evaluation.metrics.spans import Range
    from core.evaluation.questions.base import Evidence, Question

Taken = tuple["ChunkingResult", "Chunk"]
Places = dict[str, list["Range"]]

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
_PAGES = 1_000_000
"""Above any page number: keeps the pages of several documents apart."""


def measures(
    question: Question, taken: Sequence[Taken], results: Mapping[str, ChunkingResult], k: int
) -> dict[str, float]:
    """The measures (see `core.evaluation.outcome.MEASURES`) that are defined for a question.

    `taken` are the chunks that were retrieved, best first, `results` all documents of the shelf.
    Only `retrieved_tokens` is defined for a question without evidence.
    """
    tokens = float(sum(chunk.token_count for _, chunk in taken))
    cases = [(piece,) for piece in question.evidence] if question.any_of else [question.evidence]
    found = [_measured(pieces, taken, results, k) for pieces in cases if pieces]
    best = max(found, key=lambda one: one.get("line_recall", 0.0), default={})
    return best | {"retrieved_tokens": tokens}


def _measured(
    pieces: Sequence[Evidence],
    taken: Sequence[Taken],
    results: Mapping[str, ChunkingResult],
    k: int,
) -> dict[str, float]:
    found: dict[str, float | None] = {}
    found |= _lines(pieces, taken, results)
    found |= _spans(pieces, taken, results)
    found |= _ranks(pieces, taken, results, k)
    return {name: value for name, value in found.items() if value is not None}


def _lines(
    pieces: Sequence[Evidence], taken: Sequence[Taken], results: Mapping[str, ChunkingResult]
) -> dict[str, float | None]:
    names = dict.fromkeys([*results, *(piece.document for piece in pieces)])
    number = {name: index * _PAGES for index, name in enumerate(names)}
    gold = [
        BoundingBox(
            line.page + number[piece.document], line.left, line.top, line.right, line.bottom
        )
        for piece in pieces
        for line in piece.lines
    ]
    marked = [
        BoundingBox(box.page + number[result.document], box.left, box.top, box.right, box.bottom)
        for result, chunk in taken
        for box in (line.box for line in line_boxes(result.stream, chunk))
    ]
    return {
        "line_recall": line_recall(gold, marked),
        "line_precision": line_precision(gold, marked),
        "box_iou": area_scores(gold, marked).iou,
    }


def _spans(
    pieces: Sequence[Evidence], taken: Sequence[Taken], results: Mapping[str, ChunkingResult]
) -> dict[str, float | None]:
    gold = _gold(pieces, results)
    held: Places = {}
    for result, chunk in taken:
        held.setdefault(result.document, []).extend(span for span, _ in chunk.cut.parts)
    chunks = {
        name: [[span for span, _ in chunk.cut.parts] for chunk in results[name].chunks]
        for name in gold
    }
    if not any(gold.values()):
        # The parser lost the words: nothing can be found, which must not leave the mean.
        return dict.fromkeys(_SPANS, 0.0)
    by_token = span_scores(gold, held)
    by_character = span_scores(_in_characters(gold, results), _in_characters(held, results))
    return {
        "token_recall": by_token.recall,
        "token_precision": by_token.precision,
        "token_iou": by_token.iou,
        "char_recall": by_character.recall,
        "char_precision": by_character.precision,
        "char_iou": by_character.iou,
        "precision_omega": precision_omega(gold, chunks),
    }


def _ranks(
    pieces: Sequence[Evidence],
    taken: Sequence[Taken],
    results: Mapping[str, ChunkingResult],
    k: int,
) -> dict[str, float | None]:
    pages = [(result.document, main_page(result.stream, chunk)) for result, chunk in taken]
    wanted = {(piece.document, line.page) for piece in pieces for line in piece.lines}
    ranked = [(result.document, chunk.id) for result, chunk in taken]
    relevant = [key for piece in pieces for key in _relevant(piece, results)]
    return {
        "page_first": hit_at(pages, wanted, 1),
        "page_hit": hit_at(pages, wanted, k),
        # No chunk may hold a word of the evidence; then none of them can be found.
        "recall_at_k": recall_at(ranked, relevant, k) or 0.0,
        "mrr": reciprocal_rank(ranked, relevant) or 0.0,
        "dcg": dcg_at(ranked, dict.fromkeys(relevant, 1.0), k) or 0.0,
    }


def _gold(pieces: Sequence[Evidence], results: Mapping[str, ChunkingResult]) -> Places:
    """Gold tokens of each document as ranges."""
    found: Places = {}
    for name in dict.fromkeys(piece.document for piece in pieces):
        if name in results:
            own = [piece for piece in pieces if piece.document == name]
            found[name] = ranges_of(gold_tokens(results[name].stream, own))
    return found


def _in_characters(places: Places, results: Mapping[str, ChunkingResult]) -> Places:
    """Ranges of tokens as ranges of characters, those of all nodes counted through."""
    found: Places = {}
    for name, spans in places.items():
        tokens = results[name].stream.tokens
        ends = np.concatenate([[0], np.cumsum(tokens.end - tokens.start)]).tolist()
        found[name] = [(ends[start], ends[end]) for start, end in spans]
    return found


def _relevant(piece: Evidence, results: Mapping[str, ChunkingResult]) -> list[tuple[str, str]]:
    """The chunks that hold the evidence, or most of it."""
    if piece.document not in results:
        return []
    result = results[piece.document]
    sums = np.concatenate([[0], np.cumsum(gold_tokens(result.stream, [piece]))])
    held = np.array([sums[one.cut.end] - sums[one.cut.start] for one in result.chunks])
    if not len(held) or not held.max():
        return []
    wanted = (held >= _HELD * sums[-1]) | (held == held.max())
    return [(piece.document, result.chunks[index].id) for index in np.flatnonzero(wanted)]
