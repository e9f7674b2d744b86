"""Answers of every kind, as hypothesis draws them, and a simple one."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from core.answering.base import Answer, Claim, Objection, Part, Passage
from core.chunking.additions import FigureDescription, SupplementEntry, SupplementKind
from core.chunking.base import Boundary, BoundaryKind, Chunk, Cut
from core.evidence.citations import Citation, Quote
from core.geometry import BoundingBox
from core.history.conversations import ConversationTurn
from core.recommendations.base import EvidenceCard, Force, Grade, Stated, TextRole
from core.retrieval.base import Hit
from core.sir import ElementType, Location
from core.spans import LineBox, Role, Segment, Span
from core.verification.contradictions import Opposition
from core.verification.verdicts import Check, Finding, Verdict, Weight

if TYPE_CHECKING:
    from core.history.answer_form import Cards

SHA = "a" * 64
"""The document of `simple_answer`."""

# Few values, since an answer has so many: each is one that a form could lose.
TEXT = st.sampled_from(["", "5 mg › \ud800", "„quote“\n\t│", "\u2028 ¼", "1", "null"])
NUMBER = st.sampled_from([0.0, -0.0, 0.1 + 0.2, 1e-300, 3.0, math.inf, math.nan])
SMALL = st.sampled_from([0, 1, 2, 10**9])
SIDE = st.sampled_from([0.0, 1 / 3, 0.123456789012345678, 1.0])
IDS = st.sampled_from(["0a1b2c3d", "00000000"])
NAMED = st.sampled_from([{}, {"score": 1 / 3}, {"zeta": 3.0, "alpha": -2.0, "": math.nan}])
SPAN = st.builds(Span, SMALL, SMALL, SMALL)


def some(strategy: st.SearchStrategy, most: int = 2) -> st.SearchStrategy:
    """Tuples of a few."""
    return st.lists(strategy, max_size=most).map(tuple)


_FINE = st.builds(BoundingBox, SMALL, SIDE, SIDE, SIDE, SIDE)
_BOX = st.builds(BoundingBox, SMALL, SIDE, SIDE, SIDE, SIDE, some(_FINE))
_LINE = st.builds(LineBox, _BOX, st.sampled_from(Role), SMALL, st.sampled_from(Location))
_QUOTE = st.builds(Quote, IDS, IDS, some(SPAN), TEXT, NAMED, some(SPAN), NAMED)
CITATION = st.builds(
    Citation, SMALL, _QUOTE, SMALL, TEXT, some(SMALL), some(TEXT), some(_LINE), some(TEXT)
)
_OBJECTION = st.builds(Objection, st.sampled_from(Opposition), TEXT, CITATION)
_FINDING = st.builds(Finding, st.sampled_from(Check), st.sampled_from(Weight), TEXT)
CLAIM = st.builds(
    Claim, TEXT, some(SMALL), st.sampled_from(Verdict), some(_FINDING), some(_OBJECTION, 1)
)
_BOUNDARY = st.builds(Boundary, st.sampled_from(BoundaryKind), TEXT, st.none() | NUMBER)
_RANGES = some(st.tuples(SMALL, SMALL), 2)
_CUT = st.builds(Cut, SMALL, SMALL, _BOUNDARY, SMALL, _RANGES, _RANGES, TEXT)
_ENTRY = st.builds(SupplementEntry, TEXT, st.sampled_from(SupplementKind), SMALL, SMALL, SMALL)
_CHUNK = st.builds(
    Chunk,
    IDS,
    SMALL,
    TEXT,
    some(st.builds(Segment, SMALL, SMALL, SMALL, st.sampled_from(Role))),
    _CUT,
    some(SMALL),
    some(SMALL),
    some(st.sampled_from(ElementType)),
    _BOUNDARY,
    TEXT,
    some(_ENTRY, 1),
    some(st.builds(FigureDescription, SMALL, TEXT, TEXT), 1),
)
_HIT = st.builds(Hit, IDS, IDS, st.none() | NUMBER, st.none() | NUMBER, NUMBER, NUMBER)
_PASSAGE = st.builds(Passage, _HIT, _CHUNK, some(TEXT), NAMED)
_PART = st.builds(Part, TEXT, TEXT, some(SMALL), st.booleans(), TEXT, NUMBER)
ANSWERS = st.builds(
    Answer,
    question=TEXT,
    citations=some(CITATION),
    abstained=st.booleans(),
    reason=TEXT,
    evidence=NUMBER,
    threshold=NUMBER,
    passages=some(_PASSAGE, 2),
    missing=some(TEXT),
    claims=some(CLAIM, 2),
    model=TEXT,
    notice=TEXT,
    searched=TEXT,
    as_asked=st.booleans(),
    parts=some(_PART, 2),
)
_STATED = st.builds(Stated, TEXT, some(SPAN))
_MAYBE = st.none() | _STATED
_GRADE = st.builds(Grade, _STATED, TEXT, st.none() | st.sampled_from(Force), _MAYBE)
CARDS = some(
    st.none()
    | st.builds(
        EvidenceCard,
        role=st.sampled_from(TextRole),
        whole=some(SPAN),
        path=some(_STATED, 2),
        number=_MAYBE,
        grade=st.none() | _GRADE,
        version=_MAYBE,
    )
)


def simple_answer(
    question: str = "How far is the dose raised?",
    text: str = "Raise the dose by 5 mg each week.",
    document: str = SHA,
    page: int = 1,
) -> Answer:
    """One quote on one line of a page."""
    line = LineBox(BoundingBox(page, 0.1, 0.2, 0.75, 0.22), Role.OWN, 1, Location.EXACT)
    quote = Quote(document, "c1", (Span(1, 0, len(text)),), text, {"score": 1.5})
    citation = Citation(1, quote, page, str(page), (page,), ("Dosage",), (line,))
    return Answer(question, (citation,), False, "It is answered.", 0.9, 0.5, ())


def simple_turn(
    question: str = "How far is the dose raised?", cards: Cards = ()
) -> ConversationTurn:
    """A turn with a simple answer."""
    asked_at = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    return ConversationTurn(answer=simple_answer(question), asked_at=asked_at, cards=cards)
