"""The documents that an answer shows words of, as they are now, to be kept with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SightlineError
from core.history.base import SourceDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.history.answer_form import Cards
    from core.library import Library


def citations_of(answer: Answer) -> Iterator[Citation]:
    """All that an answer quotes: its citations, then what speaks against its claims."""
    yield from answer.citations
    for claim in answer.claims:
        yield from (objection.citation for objection in claim.objections)


def sources_of(answer: Answer, library: Library, cards: Cards = ()) -> tuple[SourceDocument, ...]:
    """The documents of an answer, each once: of what it quotes, else of its passages.

    Version and date are what the cards say. A document that is gone by now has no name.
    """
    quoted = [citation.quote.document for citation in citations_of(answer)]
    near = [passage.hit.document for passage in answer.passages] if not quoted else []
    return tuple(
        _source(document, library, _cards_of(document, answer, cards))
        for document in dict.fromkeys([*quoted, *near])
    )


def _source(document: str, library: Library, stated: dict[str, str]) -> SourceDocument:
    try:
        record = library.get(document)
    except SightlineError:  # deleted or damaged meanwhile: the answer is kept nevertheless
        return SourceDocument(sha=document, name=document[:12], **stated)
    return SourceDocument(
        sha=document,
        name=record.name,
        title=record.stated("title"),
        parse_key=record.parse.key if record.parse else "",
        **stated,
    )


def _cards_of(document: str, answer: Answer, cards: Cards) -> dict[str, str]:
    """What cards of quotes from a document say of it."""
    stated: dict[str, str] = {}
    for citation, card in zip(answer.citations, cards, strict=False):
        if card is None or citation.quote.document != document:
            continue
        for name, words in (("version", card.version), ("effective", card.effective)):
            if words:
                stated.setdefault(name, words.words)
    return stated
