"""The value that is handed on: an answer with its quotes, its checks and where all of it is from.

Plain values with their pictures, because a record travels as JSON to the process that sets it.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from core.answering.base import Claim, Part
from core.evidence.row_cells import Cell
from core.history.answer_form import ANSWER_TYPES
from core.history.base import Signature, SourceDocument
from core.history.checks import Check, Decision, Review
from core.spans import LineBox


class _Value(BaseModel):
    model_config = ConfigDict(
        frozen=True, ser_json_bytes="base64", val_json_bytes="base64", extra="forbid"
    )


class CutOut(_Value):
    """A part of a page as PNG, its lines marked as the app marks them; pixels of its size."""

    page: int
    label: str
    width: int
    height: int
    png: bytes


class RecordedQuote(_Value):
    """Verbatim words with their place, as in `core.evidence.citations.Citation`.

    `key` names it within the record, `number` is that in the answer: 0 for lines that only speak
    against a claim. `cells` holds a table row under its headings where these are known, else
    `columns` the header row, and `group` what names the row's group. `lines` with the role of a
    heading are those of headings of columns and of names of groups.
    `stated` are names and words of what the document states of it, such as its grade.
    """

    key: str
    number: int
    text: str
    document: str
    pages: tuple[int, ...]
    labels: tuple[str, ...]
    section: tuple[str, ...]
    lines: tuple[LineBox, ...]
    unplaced: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    columns: str = ""
    group: str = ""
    stated: tuple[tuple[str, str], ...] = ()
    cut_outs: tuple[CutOut, ...] = ()


class RecordedSource(SourceDocument):
    """A cited document; `caveat` are its own words on what it must not be used for."""

    caveat: str = ""


class RecordedPage(_Value):
    """The picture of a cited page, whole and without marks; for files that can show them."""

    document: str
    number: int
    label: str
    width: int
    height: int
    mime: str
    data: bytes


class Standing(StrEnum):
    """How far an answer was checked by people."""

    SIGNED = "signed"
    CHECKED = "checked"
    """Each item was decided, but nobody signed."""
    UNCHECKED = "unchecked"


class AnswerRecord(_Value):
    """An answer with all that a reader needs to check it elsewhere.

    `review` counts claims, or quotes with a number where there are none, from 0. `searched` is the
    question as it was searched where that is another. `reason` says why there is no answer, or
    what came of the evidence; `notice` what readers should know. `model` wrote the claims.
    `id` is that of a signed answer, `settings` the configuration as in an address, `program` the
    version of Sightline, `log_head` the last hash of the audit log. Quotes are those of the answer,
    then lines that speak against claims.
    """

    question: str
    id: str = ""
    searched: str = ""
    abstained: bool = False
    stopped: bool = False
    reason: str = ""
    notice: str = ""
    model: str = ""
    parts: tuple[Part, ...] = ()
    claims: tuple[Claim, ...] = ()
    quotes: tuple[RecordedQuote, ...] = ()
    sources: tuple[RecordedSource, ...] = ()
    pages: tuple[RecordedPage, ...] = ()
    review: Review = Review()
    signature: Signature | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    settings: str = ""
    program: str = ""
    exported_at: datetime | None = None
    log_head: str = ""

    @property
    def cited(self) -> tuple[RecordedQuote, ...]:
        """The quotes of the answer itself."""
        return tuple(quote for quote in self.quotes if quote.number)

    @property
    def items(self) -> int:
        """How many claims or quotes can be checked."""
        return len(self.claims or self.cited)

    @property
    def decided(self) -> int:
        """How many of them were accepted, rejected, or left open on purpose."""
        checks = self.review.checks.items()
        return sum(item < self.items and check.decision is not None for item, check in checks)

    @property
    def standing(self) -> Standing:
        """How far it was checked."""
        if self.signature:
            return Standing.SIGNED
        whole = self.items and self.decided == self.items
        return Standing.CHECKED if whole else Standing.UNCHECKED

    def check(self, item: int) -> Check:
        """What was decided of an item (counted from 0)."""
        return self.review.checks.get(item, Check())

    def is_rejected(self, item: int) -> bool:
        """Whether an item has left the answer."""
        return self.check(item).decision is Decision.REJECTED

    def source(self, document: str) -> RecordedSource:
        """The cited document with this SHA-256."""
        return next(source for source in self.sources if source.sha == document)


for _model in (RecordedQuote, AnswerRecord):
    _model.model_rebuild(_types_namespace=ANSWER_TYPES)


def key_against(claim: int, objection: int) -> str:
    """The key of the quote of an objection to a claim, both counted from 1."""
    return f"{claim}-{objection}"
