"""What documents state beside quotes of them, read once a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SightlineError
from core.history.sources import citations_of
from core.lru_cache import LruCache
from core.recommendations import EvidenceCards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Quote
    from core.recommendations.base import EvidenceCard
    from core.spans import Span
    from core.workbench.documents import Documents

_DOCUMENTS = 12


class DocumentCards:
    """Evidence cards of the documents of a library."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._of_trees: LruCache[EvidenceCards] = LruCache(_DOCUMENTS)

    def of_document(self, document: str) -> EvidenceCards:
        """The cards of a document as it is read now. Raises as `Documents.sir`."""
        name, stream = self._documents.named_stream(document)
        return self._of_trees.get((document, name), lambda: EvidenceCards(stream.sir))

    def of(self, document: str, spans: Sequence[Span]) -> EvidenceCard:
        """The card of a quote of a document. Raises as `Documents.sir`."""
        return self.of_document(document).of(spans)

    def of_answer(self, answer: Answer) -> tuple[EvidenceCard | None, ...]:
        """The cards of all that an answer quotes; None where a document is gone."""
        return tuple(self._of_quote(citation.quote) for citation in citations_of(answer))

    def _of_quote(self, quote: Quote) -> EvidenceCard | None:
        try:
            return self.of(quote.document, quote.spans)
        except SightlineError:  # deleted or damaged meanwhile: the quote stands without it
            return None
