"""What the conversation shows of a citation or of a passage, worked out once when it is found.

A click draws the conversation again, so nothing of this may need the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from components import resources
from components.answers.evidence_card import note_in_words
from components.answers.quote_view import quote_in_words
from components.ask.quote_address import encode_place
from components.foreign_text import plain
from components.labels.figure_descriptions import description_in_words
from core.errors import SightlineError
from core.evidence.quotable_units import quoted
from core.history.source_state import is_same_reading
from core.page_names import page_name, pages_in_words
from core.spans import Role, Span, text_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer, Claim, Passage
    from core.chunking.base import Chunk
    from core.evidence.citations import Citation
    from core.sir import Sir

NEAREST = 5
"""Passages that are shown where nothing is answered."""
SCORES = {
    "score": "**score**: how well its best text answers; it gives the order",
    "cosine": "**cosine**: closeness in meaning, -1 to 1",
    "bm25": "**BM25**: weight of the words in common, 0 and more",
    "retrieval": "**retrieval**: words, word pairs, page and meaning; the order before reading",
}
"""Names of scores in the order in which they are shown, with what they mean."""
_EXCERPT = 220


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that can be shown on its pages: its document and its place there."""

    document: str
    place: str


@dataclass(frozen=True, slots=True)
class Card:
    """A text, the label of the button that shows it on its page, and a note, all in Markdown.

    `short` is the label where `source`, the name of the document, is said elsewhere.
    """

    evidence: Evidence
    text: str
    label: str
    note: str
    short: str = ""
    source: str = ""


def cited(citations: Sequence[Citation]) -> tuple[Card, ...]:
    """A card for each citation; without a place where its lines cannot be shown any more."""
    return tuple(_cited(citation) for citation in citations)


def against(claims: Sequence[Claim]) -> tuple[tuple[Card, ...], ...]:
    """For each claim a card for each of its objections, in their order."""
    return tuple(
        tuple(_cited(objection.citation) for objection in claim.objections) for claim in claims
    )


def nearest(answer: Answer) -> tuple[Card, ...]:
    """Cards of the passages that are nearest to a question without an answer."""
    if not answer.abstained:
        return ()
    near = (p for p in answer.passages[:NEAREST] if own_spans(p.chunk))
    return tuple(filter(None, map(_near, near)))


def own_spans(chunk: Chunk) -> tuple[Span, ...]:
    """The slices of a chunk that are its own, neither repeated nor put in front."""
    return tuple(s.span for s in chunk.segments if s.role is Role.OWN)


def scores_in_words(passage: Passage) -> str:
    """The scores of a passage, each with its name."""
    shown = {"bm25": "BM25"}
    order = [name for name in SCORES if name in passage.scores]
    return " · ".join(f"{shown.get(name, name)} {passage.scores[name]:.3g}" for name in order)


def _cited(citation: Citation) -> Card:
    number = f"[{citation.number}] " if citation.number else ""
    try:
        bench = resources.workbench()
        record = bench.library.get(citation.quote.document)
        sir = bench.documents.sir(record.sha)
    except SightlineError:
        return _lost(citation, f"{number}the document is gone")
    if not is_same_reading([citation], sir):
        told = f"{number}{plain(record.name)}, read anew since: ask again"
        return _lost(citation, told, plain(record.name))
    page, short = "page unknown", "page unknown"
    if citation.page:
        short = f"page {page_name(citation.page, citation.page_label)}"
        page = pages_in_words(record.pages, citation.pages)
    return Card(
        _evidence(record.sha, citation.quote.spans),
        quote_in_words(citation, sir),
        f"{number}{plain(record.name)}, {plain(page)}",
        note_in_words(bench.cards.of(record.sha, citation.quote.spans), citation.section_path),
        f"{number}{plain(short)}",
        plain(record.name),
    )


def _lost(citation: Citation, label: str, source: str = "") -> Card:
    note, text = note_in_words(None, citation.section_path), quote_in_words(citation, None)
    return Card(Evidence(citation.quote.document, ""), text, label, note, source=source)


def _near(passage: Passage) -> Card | None:
    """The card of a passage; None where its document is gone or was read anew."""
    bench = resources.workbench()
    document = passage.hit.document
    spans = own_spans(passage.chunk)
    try:
        record, sir = bench.library.get(document), bench.documents.sir(document)
    except SightlineError:
        return None
    if not _holds(sir, passage.chunk):
        return None
    text = plain(beginning(quoted(sir, spans), _EXCERPT))
    return Card(
        _evidence(document, spans),
        "\n\n".join([text, *map(description_in_words, passage.chunk.descriptions)]),
        plain(f"{record.name}, {pages_in_words(record.pages, passage.chunk.pages)}"),
        scores_in_words(passage),
    )


def _holds(sir: Sir, chunk: Chunk) -> bool:
    """Whether a tree has the words of a chunk where the chunk has them."""
    return all(
        span.node < len(sir.nodes) and text_of(sir, span) in chunk.content
        for span in own_spans(chunk)
    )


def _evidence(document: str, spans: Sequence[Span]) -> Evidence:
    return Evidence(document, encode_place(resources.workbench().documents.sir(document), spans))
