"""A record of an answer over a small document whose words stand where they are said to."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from PIL import Image

from core.answering.base import Answer, Claim, Objection
from core.evidence.citations import Citation, Quote, cite
from core.export.answer_record.building import build
from core.export.answer_record.illustrating import with_cut_outs, with_pages
from core.history.base import SourceDocument
from core.rendering import PageImage
from core.spans import Span
from core.verification.contradictions import Opposition
from core.verification.verdicts import Check, Finding, Verdict, Weight
from tests.builders import aside, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.export.answer_record.base import AnswerRecord
    from core.geometry import BoundingBox
    from core.history.checks import Review
    from core.sir import Sir

FIRST, SECOND = "Give 5 mg twice a day.", "Stop when it helps."
NAME = "doses.pdf"
BLOCKS = [
    heading("1 Dose"),
    FIRST,
    SECOND,
    table([["Age", "Dose"], ["Children", ""], ["under 12", "5 mg"]]),
    aside("Fictional document. Not for clinical use. 1"),
]
SCALE = 2
"""Pixels of a drawn page by points."""


def document(first: str = FIRST) -> Sir:
    """A heading, two paragraphs and a table, of which `first` is the first paragraph."""
    return sir_from_texts([BLOCKS[0], first, *BLOCKS[2:]])


def cited(sir: Sir, *texts: str) -> list[Citation]:
    """Citations of the nodes with these texts, numbered from 1; cells of a row by a tab."""
    return [_cited(sir, number, text.split("\t")) for number, text in enumerate(texts, 1)]


def _cited(sir: Sir, number: int, texts: Sequence[str]) -> Citation:
    nodes = [next(i for i, n in enumerate(sir.nodes) if n.text == text) for text in texts]
    spans = tuple(Span(node, 0, len(sir.nodes[node].text)) for node in nodes)
    return cite(number, Quote(sir.document, "c", spans, "\t".join(texts), {}), sir)


def by_rules(
    *texts: str, review: Review | None = None, question: str = "How much?", name: str = NAME
) -> AnswerRecord:
    """The record of quotes of these nodes, by default of the two paragraphs."""
    texts = texts or (FIRST, SECOND)
    sir = document(texts[0] if "\t" not in texts[0] else FIRST)
    answer = Answer(question, tuple(cited(sir, *texts)), False, "Sure.", 0.9, 0.2, ())
    return _record(answer, sir, name, review)


def by_model(review: Review | None = None, text: str = "Give 5 mg.") -> AnswerRecord:
    """The record of two claims, the second not borne out and with a line against it."""
    sir = document()
    first, second = cited(sir, FIRST, SECOND)
    against = _cited(sir, 0, [SECOND])
    passed = Finding(Check.NUMBERS, Weight.NOTHING, "")
    failed = Finding(Check.NEGATION, Weight.AGAINST, "The lines say the opposite.")
    objection = Objection(next(iter(Opposition)), "They say to stop.", against)
    claims = (
        Claim(text, (1,), Verdict.SUPPORTED, (passed,)),
        Claim("Never stop.", (1, 2), Verdict.UNSUPPORTED, (passed, failed), (objection,)),
    )
    answer = Answer(
        "How much?", (first, second), False, "", 0.9, 0.2, (), claims=claims, model="a-model"
    )
    return _record(answer, sir, NAME, review)


def _record(answer: Answer, sir: Sir, name: str, review: Review | None) -> AnswerRecord:
    source = SourceDocument(sha=sir.document, name=name, version="2.1")
    return build(answer, [source], lambda _: sir, review)


def illustrated(record: AnswerRecord) -> AnswerRecord:
    """The record with white cut-outs and pages, marked."""
    return with_pages(with_cut_outs(record, crop), page)


def crop(_: str, box: BoundingBox) -> PageImage:
    """A white part of a page."""
    return _plain(box.page, round(600 * SCALE * box.width), round(800 * SCALE * box.height))


def page(_: str, number: int, colour: str = "white") -> PageImage:
    """A page of one colour."""
    return _plain(number, 600 * SCALE, 800 * SCALE, colour)


@cache
def _plain(number: int, width: int, height: int, colour: str = "white") -> PageImage:
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return PageImage(number, width, height, out.getvalue(), "image/png")
