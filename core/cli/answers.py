"""Answers as text for people: whose words they are first, then the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.answering.cited_documents import sources_in_words
from core.answering.reason import NO_ANSWER, NO_ANSWER_TO_PART
from core.answering.stated_quantities import unstated_in_words
from core.evidence.numbered_lines import flat
from core.evidence.row_cells import named_in_words
from core.page_names import number_ranges, page_name
from core.recommendations.base import EvidenceCard, TextRole
from core.recommendations.summary import card_line
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.sir import Sir


def answer_lines(
    answer: Answer,
    names: Mapping[str, str],
    cards: Sequence[EvidenceCard | None] = (),
    tree: Callable[[str], Sir] | None = None,
) -> Iterator[str]:
    """What is not stated, the documents, quotes or claims with places; or why there are none.

    `names` are those of the documents by their ids, `cards` those of the citations in their order.
    `tree` gives the documents that cards belong to, whose table rows are shown with their columns.
    """
    pairs = zip(answer.citations, cards, strict=False)
    beside = {citation.number: _beside(citation, card, tree) for citation, card in pairs if card}
    if answer.abstained:
        yield f"{NO_ANSWER} {answer.reason}"
        yield from _searched(answer)
        yield from _nearest(answer, names)
        return
    if unstated := unstated_in_words(answer):
        yield unstated
    yield sources_in_words([names[c.quote.document] for c in answer.citations])
    yield from _searched(answer)
    yield ""
    if answer.claims:
        yield from _claims(answer, names)
        for citation in answer.citations:
            yield from _place(citation, names, beside)
    elif answer.parts:
        yield from _parts(answer, names, beside)
    else:
        yield from _quotes(answer.citations, names, beside)
    yield answer.reason


def _beside(citation: Citation, card: EvidenceCard, tree: Callable[[str], Sir] | None) -> list[str]:
    line = card_line(card)
    named = named_in_words(tree(citation.quote.document), citation.quote.spans) if tree else ()
    return [*([line] if line != TextRole.TEXT else []), *named]


def _searched(answer: Answer) -> Iterator[str]:
    if answer.as_asked:
        yield "Searched exactly as typed."
    elif answer.searched not in ("", answer.question):
        yield f"Searched as: {answer.searched} (--as-asked searches it as typed)"


def _nearest(answer: Answer, names: Mapping[str, str]) -> Iterator[str]:
    if answer.passages:
        yield "Nearest passages:"
    for passage in answer.passages[:3]:
        scores = ", ".join(f"{name} {value:.2f}" for name, value in passage.scores.items())
        pages = number_ranges(passage.chunk.pages) or "unknown"
        yield f"- {names[passage.hit.document]}, page {pages} ({scores})"
        yield f"  {' '.join(passage.chunk.content.split())[:200]}"


def _parts(
    answer: Answer, names: Mapping[str, str], beside: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    """The quotes by the part of the question that they answer; each is shown once."""
    shown: set[int] = set()
    for place, part in enumerate(answer.parts, 1):
        yield f"{place}. {part.question}"
        if part.abstained:
            yield f"{NO_ANSWER_TO_PART} {part.reason}"
            yield ""
        new = [number for number in part.citations if number not in shown]
        if above := [f"[{number}]" for number in part.citations if number in shown]:
            yield f"{', '.join(above)} above"
            yield ""
        yield from _quotes([c for c in answer.citations if c.number in new], names, beside)
        shown.update(new)


def _quotes(
    citations: Sequence[Citation], names: Mapping[str, str], beside: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    for citation in citations:
        yield from _place(citation, names, beside)
        yield citation.quote.text
        yield ""


def _claims(answer: Answer, names: Mapping[str, str]) -> Iterator[str]:
    yield f"{answer.model} writes, and each claim was checked:"
    for claim in answer.claims:
        numbers = "".join(f"[{number}]" for number in claim.citations)
        yield f"{claim.text} {numbers} ({claim.verdict.value})"
        if claim.verdict is not Verdict.SUPPORTED:
            yield from (f"  {finding.words}" for finding in claim.findings if not finding.passed)
        for objection in claim.objections:
            yield f"  Lines against it. {objection.opposition}: {objection.words}"
            yield f"    {_where(objection.citation, names)}: {flat(objection.citation.quote.text)}"
    yield ""


def _place(
    citation: Citation, names: Mapping[str, str], beside: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    yield f"[{citation.number}] {_where(citation, names)}"
    yield from (f"    {line}" for line in beside.get(citation.number, ()))
    if citation.unplaced:
        yield f"    Stands nowhere on the pages: {flat(' · '.join(citation.unplaced))}"


def _where(citation: Citation, names: Mapping[str, str]) -> str:
    page = page_name(citation.page, citation.page_label) if citation.page else "unknown"
    section = filter(None, [" › ".join(citation.section_path)])
    return ", ".join([names[citation.quote.document], f"page {page}", *section])
