"""What each of three steps found, as plain values, with the lines of the evidence."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.chunking.step_record import StepRecord, dependency_in_words, merge_in_words
from core.export.chunks_jsonl import line_record
from core.spans import Span, located, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.base import ChunkingResult


def steps_record(result: ChunkingResult) -> dict[str, Any] | None:
    """Counts, paragraphs, topics and relations; None for a strategy without steps.

    Paragraphs and topics are half-open ranges of tokens with their text; `chunk` is the index of
    the chunk that a topic is a part of. `evidence` has the words, the sentence, and the sentence
    that explains a term, each with its lines as in the records of chunks.
    """
    record = result.making.record
    if record is None:
        return None
    pieces = record.paragraphs, record.topics, result.chunks
    names = ("paragraphs", "topics", "chunks")
    return {
        "counts": {name: len(found) for name, found in zip(names, pieces, strict=True)},
        "paragraphs": [_piece(result, asdict(one)) for one in record.paragraphs],
        "topics": [
            _piece(result, asdict(one)) | {"chunk": int(result.owners[one.start])}
            for one in record.topics
        ],
        "relations": list(_relations(result, record)),
    }


def _piece(result: ChunkingResult, values: dict[str, Any]) -> dict[str, Any]:
    return values | {"text": result.stream.text(values["start"], values["end"])}


def _relations(result: ChunkingResult, record: StepRecord) -> Iterator[dict[str, Any]]:
    joined = set(record.kept_together({chunk.cut.start for chunk in result.chunks}))
    for topic, link in enumerate(record.links, 1):
        spans = ("expression", link.expression), ("sentence", link.sentence)
        places = (*spans, ("explained", link.explained))
        cut = result.chunks[int(result.owners[record.topics[topic].start])].begins.reason
        yield {
            "topic": topic,
            "relation": link.relation.value,
            "judged_by": link.by or "rules",
            "says": dependency_in_words(link),
            "kept_together": topic in joined,
            "reason": merge_in_words(link) if topic in joined else cut,
            "evidence": {name: _place(result, span) for name, span in places if span},
        }


def _place(result: ChunkingResult, span: Span) -> dict[str, Any]:
    sir = result.sir
    return {
        "text": text_of(sir, span),
        "node": sir.nodes[span.node].id,
        "start": span.start,
        "end": span.end,
        "boxes": [line_record(line, sir) for line in located(sir, [span])],
    }
