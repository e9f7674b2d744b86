"""Answers as plain values for scripts; `core.history.answer_form` writes all of them, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.answering.stated_quantities import notices
from core.evidence.row_cells import group_words, header_words
from core.recommendations.summary import card_dict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer, Claim, Passage
    from core.evidence.citations import Citation
    from core.recommendations.base import EvidenceCard
    from core.sir import Sir
    from core.spans import LineBox


_FIELDS = "question abstained reason evidence threshold missing model searched as_asked".split()


def answer_dict(answer: Answer) -> dict[str, Any]:
    """An answer made of dicts, lists, strings and numbers; boxes are fractions of the page."""
    fields = {name: getattr(answer, name) for name in _FIELDS}
    return fields | {
        "notice": notices(answer),
        "asked": [asdict(asked) | {"stated_by": list(asked.stated_by)} for asked in answer.asked],
        "missing": list(answer.missing),
        "parts": [asdict(part) | {"citations": list(part.citations)} for part in answer.parts],
        "claims": [_claim(claim) for claim in answer.claims],
        "citations": [_citation(citation) for citation in answer.citations],
        "passages": [_passage(passage) for passage in answer.passages],
    }


def with_cards(
    answer: Answer, cards: Sequence[EvidenceCard | None], tree: Callable[[str], Sir]
) -> dict[str, Any]:
    """As `answer_dict`, each citation with its evidence card under `card`, None without one.

    With a card, `columns` and `group` are the headings of a table row that is cited, else empty.
    `tree` gives the document that the spans of a card belong to.
    """
    values = answer_dict(answer)
    for cited, citation, card in zip(answer.citations, values["citations"], cards, strict=False):
        citation["card"] = card_dict(card, tree(citation["document"])) if card else None
        if card:
            sir, spans = tree(citation["document"]), cited.quote.spans
            citation |= {"columns": header_words(sir, spans), "group": group_words(sir, spans)}
    return values


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "text": claim.text,
        "citations": list(claim.citations),
        "verdict": claim.verdict.value,
        "findings": [
            {"check": finding.check.value, "passed": finding.passed, "words": finding.words}
            for finding in claim.findings
        ],
        "objections": [
            {
                "opposition": objection.opposition.value,
                "words": objection.words,
                "citation": _citation(objection.citation),
            }
            for objection in claim.objections
        ],
    }


def _citation(citation: Citation) -> dict[str, Any]:
    quote = citation.quote
    return {
        "number": citation.number,
        "text": quote.text,
        "document": quote.document,
        "chunk": quote.chunk_id,
        "page": citation.page,
        "page_label": citation.page_label,
        "pages": list(citation.pages),
        "section_path": list(citation.section_path),
        "spans": [span._asdict() for span in quote.spans],
        "scores": dict(quote.scores),
        "contributions": dict(quote.contributions),
        "lines": [_line(line) for line in citation.lines],
        "unplaced": list(citation.unplaced),
    }


def _line(line: LineBox) -> dict[str, Any]:
    box = line.box
    sides = [round(float(side), 5) for side in (box.left, box.top, box.right, box.bottom)]
    return {"page": box.page, "box": sides, "location": line.location.value}


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "document": passage.hit.document,
        "chunk": passage.chunk.id,
        "text": passage.chunk.content,
        "pages": list(passage.chunk.pages),
        "section_path": list(passage.section_path),
        "scores": dict(passage.scores),
    }
