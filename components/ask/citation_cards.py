"""What the conversation shows of a citation or of a passage, worked out once when it is found.

A click draws the conversation again, so nothing of this may need the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from components import resources
from components.ask.evidence_card import role_badge, strength_badge
from components.ask.quote_address import encode_place
from components.ask.table_row import row_markdown
from components.foreign_text import plain, plain_lines
from components.labels.figure_descriptions import description_in_words
from core.evidence.quotable_units import quoted
from core.evidence.row_cells import header_words, row_cells
from core.page_names import page_name, pages_in_words
from core.spans import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer, Claim, Passage
    from core.chunking.base import Chunk
    from core.evidence.citations import Citation, Quote
    from core.spans import Span

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
_FEW = 2
"""Pages that are all named; of more, the first and the last are."""


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
    """A card for each citation."""
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
    return tuple(_near(p) for p in answer.passages[:NEAREST] if own_spans(p.chunk))


def own_spans(chunk: Chunk) -> tuple[Span, ...]:
    """The slices of a chunk that are its own, neither repeated nor put in front."""
    return tuple(s.span for s in chunk.segments if s.role is Role.OWN)


def scores_in_words(passage: Passage) -> str:
    """The scores of a passage, each with its name."""
    shown = {"bm25": "BM25"}
    order = [name for name in SCORES if name in passage.scores]
    return " · ".join(f"{shown.get(name, name)} {passage.scores[name]:.3g}" for name in order)


def excerpt(text: str) -> str:
    """The beginning of a text on one line."""
    words = " ".join(text.split())
    return words if len(words) <= _EXCERPT else f"{words[:_EXCERPT]}…"


def _cited(citation: Citation) -> Card:
    record = resources.workbench().library.get(citation.quote.document)
    page, short = "page unknown", "page unknown"
    if citation.page:
        short = f"page {page_name(citation.page, citation.page_label)}"
        page = pages_in_words(record.pages, citation.pages)
    # What is no part of the answer has no number in it.
    number = f"[{citation.number}] " if citation.number else ""
    mark = f" **\\[{citation.number}\\]**" if citation.number else ""
    return Card(
        _evidence(record.sha, citation.quote.spans),
        f"{_quote(citation.quote)}{mark}",
        f"{number}{plain(record.name)}, {plain(page)}",
        _note(citation),
        f"{number}{plain(short)}",
        plain(record.name),
    )


def _note(citation: Citation) -> str:
    """Of what sort the words are, how strong, and the headings above them."""
    card = resources.workbench().cards.of(citation.quote.document, citation.quote.spans)
    strength = strength_badge(card.grade) if card.grade else ""
    path = plain(" › ".join(citation.section_path))
    return " ".join(filter(None, [role_badge(card), strength, path]))


def _quote(quote: Quote) -> str:
    """The quote in Markdown; a table row with the headings of its columns in grey."""
    sir = resources.workbench().documents.sir(quote.document)
    if cells := row_cells(sir, quote.spans):
        return row_markdown(cells)
    above = header_words(sir, quote.spans)
    columns = f":gray[*Columns: {plain(above)}*]  \n" if above else ""
    return columns + plain_lines(quote.text)


def _near(passage: Passage) -> Card:
    bench = resources.workbench()
    document = passage.hit.document
    spans = own_spans(passage.chunk)
    record = bench.library.get(document)
    text = plain(excerpt(quoted(bench.documents.sir(document), spans)))
    return Card(
        _evidence(document, spans),
        "\n\n".join([text, *map(description_in_words, passage.chunk.descriptions)]),
        plain(f"{record.name}, {pages_in_words(record.pages, passage.chunk.pages)}"),
        scores_in_words(passage),
    )


def _evidence(document: str, spans: Sequence[Span]) -> Evidence:
    return Evidence(document, encode_place(resources.workbench().documents.sir(document), spans))
