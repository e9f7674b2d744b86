"""A checked answer as it is kept, shown again and handed on."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from core.history.checks import Review


class SourceDocument(BaseModel):
    """A document that an answer cites, as it was when the answer was signed.

    `sha` is the SHA-256 of the file, `name` what people call it; `version` and `effective` are as
    the document states them, empty where it does not. `parse_key` names the reading.
    """

    model_config = ConfigDict(frozen=True)

    sha: str
    name: str
    title: str = ""
    version: str = ""
    effective: str = ""
    parse_key: str = ""


class Signature(BaseModel):
    """Who stands for a checked answer, and when; `program` is the version of Sightline."""

    model_config = ConfigDict(frozen=True)

    name: str
    signed_at: datetime
    program: str


class SignedAnswer(BaseModel):
    """An answer as it was checked and signed, whole in itself.

    `answer` is what `core.history.answer_form` makes of an answer, with its cards; `settings` is
    the configuration as in an address. `id` is made of the content. Pages that are cited are kept
    as an excerpt of each document beside it.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    question: str
    answer: dict[str, JsonValue]
    review: Review
    signature: Signature
    sources: tuple[SourceDocument, ...]
    settings: str = ""
    note: str = ""
    tags: tuple[str, ...] = Field(default=())
