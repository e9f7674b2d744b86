"""The documents that an answer shows words of, as they are now, to be kept with it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from core.errors import SightlineError
from core.evidence.table_rows import named_by
from core.history.base import SourceDocument
from core.spans import Span, located

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.history.answer_form import Cards
    from core.library import Library
    from core.sir import Sir


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


def shown_pages(answer: Answer, cards: Cards, sir: Sir) -> tuple[int, ...]:
    """The 1-based pages of a document that show what an answer quotes of it, in ascending order.

    These are the pages of its quotes, of what names their columns and groups, and of what cards
    state.
    """
    pages: set[int] = set()
    spans: list[Span] = []
    for citation in citations_of(answer):
        if citation.quote.document == sir.document:
            pages.update(citation.pages)
            spans += _in(sir, named_by(sir, _in(sir, citation.quote.spans)))
    for citation, card in zip(citations_of(answer), cards, strict=False):
        if card and citation.quote.document == sir.document:
            spans += _in(sir, _spans_of(card))
    pages.update(line.box.page for line in located(sir, spans))
    return tuple(sorted(pages))


def _in(sir: Sir, spans: Iterable[Span]) -> list[Span]:
    """The spans whose nodes a tree has, which may have been read anew since."""
    return [span for span in spans if span.node < len(sir.nodes)]


def _spans_of(value: object) -> Iterator[Span]:
    if isinstance(value, Span):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _spans_of(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _spans_of(getattr(value, field.name))


def _source(document: str, library: Library, stated: dict[str, str]) -> SourceDocument:
    bare = SourceDocument(
        sha=document,
        name=document[:12],
        version=stated.get("version", ""),
        effective=stated.get("effective", ""),
    )
    try:
        record = library.get(document)
    except SightlineError:  # deleted or damaged meanwhile: the answer is kept nevertheless
        return bare
    return bare.model_copy(
        update={
            "name": record.name,
            "title": record.stated("title"),
            "parse_key": record.parse.key if record.parse else "",
        }
    )


def _cards_of(document: str, answer: Answer, cards: Cards) -> dict[str, str]:
    stated: dict[str, str] = {}
    for citation, card in zip(citations_of(answer), cards, strict=False):
        if card is None or citation.quote.document != document:
            continue
        for name, words in (("version", card.version), ("effective", card.effective)):
            if words:
                stated.setdefault(name, words.words)
    return stated
