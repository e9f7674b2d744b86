"""From an answer, and what people said of it, to the value that is handed on."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from core.answering.stated_quantities import notices
from core.evidence.row_cells import group_words, header_words, row_cells
from core.evidence.table_rows import named_by
from core.export.answer_record.base import (
    AnswerRecord,
    RecordedQuote,
    RecordedSource,
    key_against,
)
from core.export.answer_record.caveats import caveat
from core.export.answer_record.stated import stated_rows
from core.history.checks import Review
from core.spans import Role, located

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.history.base import SourceDocument
    from core.recommendations.base import EvidenceCard
    from core.sir import Sir


def build(
    answer: Answer,
    sources: Sequence[SourceDocument],
    tree: Callable[[str], Sir | None],
    review: Review | None = None,
    cards: Sequence[EvidenceCard | None] = (),
) -> AnswerRecord:
    """The record of an answer, without pictures, signature and settings.

    `sources` are all documents that it quotes; `tree` gives the reading that its spans belong to
    by the SHA-256 of the document, None where that is gone. `cards` are those of all its quotes.
    """
    of = {source.sha: _source(source, tree(source.sha)) for source in sources}
    pairs = zip_longest(_citations(answer), cards)
    return AnswerRecord(
        question=answer.question,
        searched=answer.searched if answer.searched != answer.question else "",
        abstained=answer.abstained,
        reason=answer.reason,
        notice=notices(answer),
        model=answer.model,
        parts=answer.parts,
        claims=answer.claims,
        quotes=tuple(
            _quote(key, citation, tree(citation.quote.document), of[citation.quote.document], card)
            for (key, citation), card in pairs
        ),
        sources=tuple(of.values()),
        review=review or Review(),
    )


def _citations(answer: Answer) -> Iterator[tuple[str, Citation]]:
    yield from ((str(citation.number), citation) for citation in answer.citations)
    for at, claim in enumerate(answer.claims, 1):
        for place, objection in enumerate(claim.objections, 1):
            yield key_against(at, place), objection.citation


def _quote(
    key: str,
    citation: Citation,
    sir: Sir | None,
    source: RecordedSource,
    card: EvidenceCard | None,
) -> RecordedQuote:
    quote = citation.quote
    named = located(sir, named_by(sir, quote.spans), Role.HEADING) if sir else []
    cells = tuple(row_cells(sir, quote.spans)) if sir else ()
    labels = {citation.page: citation.page_label}
    if sir:
        labels = {page: sir.pages[page - 1].label for page in citation.pages}
    return RecordedQuote(
        key=key,
        number=citation.number,
        text=quote.text,
        document=quote.document,
        pages=citation.pages,
        labels=tuple(labels.get(page, "") for page in citation.pages),
        section=citation.section_path,
        lines=(*named, *citation.lines),
        unplaced=citation.unplaced,
        cells=cells,
        columns="" if cells or not sir else header_words(sir, quote.spans),
        group=group_words(sir, quote.spans) if sir else "",
        stated=stated_rows(card, source),
    )


def _source(source: SourceDocument, sir: Sir | None) -> RecordedSource:
    words = caveat(sir, source.title) if sir else ""
    return RecordedSource(**source.model_dump(), caveat=words)
