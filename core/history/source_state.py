"""Whether the documents of a kept answer are still what they were when it was given."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SightlineError
from core.history.answer_form import answer_of
from core.history.sources import citations_of
from core.spans import located, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from core.evidence.citations import Citation
    from core.history.base import SignedAnswer, SourceDocument
    from core.library import Library
    from core.sir import Sir


class SourceState(StrEnum):
    """The value is for people."""

    UNCHANGED = "Unchanged"
    CHANGED = "Source changed"


class SourceReport(NamedTuple):
    """A source with its state; `why` says in a sentence what was changed."""

    source: SourceDocument
    state: SourceState
    why: str = ""


def source_reports(
    signed: SignedAnswer, library: Library, tree: Callable[[str], Sir]
) -> tuple[SourceReport, ...]:
    """Each source of a signed answer, compared with the library as it is now.

    A source is unchanged where the library has that very file, and where each quote still has the
    same words on the same lines. `tree` gives the present reading of a document.
    """
    citations = tuple(citations_of(answer_of(signed.answer)))
    return tuple(_report(source, citations, library, tree) for source in signed.sources)


def _report(
    source: SourceDocument,
    citations: Sequence[Citation],
    library: Library,
    tree: Callable[[str], Sir],
) -> SourceReport:
    own = [citation for citation in citations if citation.quote.document == source.sha]
    why = _absence(source, library) or _difference(own, tree, source.sha)
    return SourceReport(source, SourceState.CHANGED if why else SourceState.UNCHANGED, why)


def _absence(source: SourceDocument, library: Library) -> str:
    """Why the library has not got the file any more; empty if it has."""
    if not library.has(source.sha):
        if any(source.name in record.names for record in library.list()):
            return "Another file has taken its place under this name since."
        return "The document is no longer in the library."
    if not library.source_agrees(source.sha):
        return "The file of the document was changed or is missing."
    return ""


def _difference(citations: Sequence[Citation], tree: Callable[[str], Sir], document: str) -> str:
    """Why the document is read otherwise than it was; empty if its quotes are what they were."""
    if not citations:
        return ""
    try:
        sir = tree(document)
    except SightlineError as error:
        return f"The document cannot be read now. {error}"
    if is_same_reading(citations, sir):
        return ""
    return "The document was read anew since, with another result."


def is_same_reading(citations: Iterable[Citation], sir: Sir) -> bool:
    """Whether all quotes have the same words on the same lines in a tree of their document."""
    return all(_is_same(citation, sir) for citation in citations)


def _is_same(citation: Citation, sir: Sir) -> bool:
    quote = citation.quote
    if any(span.node >= len(sir.nodes) for span in quote.spans):
        return False
    text = "".join(text_of(sir, span) for span in quote.spans)
    same_words = "".join(text.split()) == "".join(quote.text.split())
    return same_words and tuple(located(sir, quote.spans)) == citation.lines
