"""Which signed answers of a list are looked for."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from core.history.checks import Decision
    from core.history.signed_answers import KeptAnswer


@dataclass(frozen=True, slots=True)
class AnswerFilter:
    """What an answer must be to be listed; what is empty says nothing.

    All `words` must stand in its question, its answer or its comments, also as a part of a word.
    `document` is a name, days are those of the signature in UTC, both ends included; one item at
    least was decided so.
    """

    words: str = ""
    document: str = ""
    signer: str = ""
    since: date | None = None
    until: date | None = None
    decision: Decision | None = None
    tag: str = ""


def matching(answers: Iterable[KeptAnswer], wanted: AnswerFilter) -> tuple[KeptAnswer, ...]:
    """The answers that a filter lets through, in their order.

    What cannot be read is let through where nothing is looked for.
    """
    return tuple(answer for answer in answers if _matches(answer, wanted))


def _matches(answer: KeptAnswer, wanted: AnswerFilter) -> bool:
    if answer.problem or answer.signed_at is None:
        return wanted == AnswerFilter()
    day, text = answer.signed_at.date(), _folded(answer.words)
    return (
        all(word in text for word in _folded(wanted.words).split())
        and (not wanted.document or wanted.document in dict(answer.documents).values())
        and wanted.signer in ("", answer.signer)
        and (wanted.since is None or wanted.since <= day)
        and (wanted.until is None or day <= wanted.until)
        and (wanted.decision is None or wanted.decision in answer.decisions)
        and (not wanted.tag or wanted.tag in answer.tags)
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
