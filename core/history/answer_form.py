"""Answers and evidence cards as values for JSON, and back: exactly what they were.

All of an answer is written, under the names of the fields of `core.answering.base`, so that what
is drawn from it later is what was drawn at first. `core.answering.report` says less, for scripts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from core.answering.base import Answer, AskedQuantity, Claim, Objection, Part, Passage
from core.chunking.additions import FigureDescription, SupplementEntry
from core.chunking.base import Chunk
from core.evidence.citations import Citation, Quote
from core.file_format import Form, decode_values, encode
from core.geometry import BoundingBox
from core.recommendations.base import EvidenceCard
from core.retrieval.base import Hit
from core.sir import ElementType, Location
from core.spans import LineBox, Segment, Span
from core.verification.contradictions import Opposition
from core.verification.verdicts import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

Cards = tuple[EvidenceCard | None, ...]
"""The card of each quote of an answer in the order of `core.history.sources.citations_of`.

None for one without; empty without any.
"""
Model = TypeVar("Model", bound=BaseModel)

ANSWER_TYPES: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(
            Answer,
            AskedQuantity,
            Part,
            Passage,
            Claim,
            Objection,
            Citation,
            Quote,
            Hit,
            Chunk,
            FigureDescription,
            SupplementEntry,
            EvidenceCard,
        ),
        *(BoundingBox, LineBox, Location, Segment, Span, ElementType),
        *(Finding, Opposition, Verdict, Mapping, Sequence),
    )
}
"""What the annotations of an answer name, for models that hold one (`model_rebuild`)."""


class _AnswerWithCards(BaseModel):
    answer: Answer
    cards: Cards = ()


_AnswerWithCards.model_rebuild(_types_namespace=ANSWER_TYPES)
_CARDS = "cards"


def answer_values(answer: Answer, cards: Cards = ()) -> dict[str, Any]:
    """An answer, and under `cards` its evidence cards, as dicts, lists, strings and numbers."""
    values = _AnswerWithCards(answer=answer, cards=cards).model_dump(mode="json")
    return {**values["answer"], _CARDS: values[_CARDS]}


def answer_of(values: Mapping[str, Any]) -> Answer:
    """The answer that `answer_values` was given.

    Raises:
        ValueError: they are values of something else.
    """
    return _AnswerWithCards.model_validate({"answer": dict(values)}).answer


def cards_of(values: Mapping[str, Any]) -> Cards:
    """The evidence cards that `answer_values` was given; empty if none. Raises as `answer_of`."""
    return _AnswerWithCards.model_validate(
        {"answer": dict(values), _CARDS: values.get(_CARDS, ())}
    ).cards


def encode_record(form: Form, record: BaseModel) -> bytes:
    """A file of this form with the fields of a model that holds an answer.

    Unlike `encode_model` it takes any text of a model, half a surrogate pair and no number, too.
    """
    return encode(form, json.dumps(record.model_dump(mode="json")).encode()) + b"\n"


def decode_record(form: Form, record: type[Model], content: bytes, path: Path) -> Model:
    """The model that `encode_record` was given. Raises as `core.file_format.decode`."""
    return record.model_validate(decode_values(form, content, path))
