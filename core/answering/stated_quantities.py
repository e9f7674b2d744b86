"""Which of the lines that an answer cites state the quantity that its question asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering.base import AskedQuantity
from core.answering.query.asked_quantity import asked_kinds, numbers_of, quantity_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.answering.base import Answer


def with_asked(answer: Answer) -> Answer:
    """The answer with the quantities that its question asks for, and the citations that state them.

    Only what was typed counts: a follow-up that leaves its verb out may ask for something else.
    """
    named = numbers_of(answer.question)
    asked = tuple(
        AskedQuantity(
            kind.name,
            tuple(
                citation.number
                for citation in answer.citations
                if kind.is_stated(citation.quote.text, named)
            ),
        )
        for kind in asked_kinds(answer.question)
    )
    return replace(answer, asked=asked)


def unstated_in_words(answer: Answer) -> str:
    """Which quantity that was asked for the cited lines do not state; empty where they state all.

    Where only the first quote of an answer without claims does not state it, others that do are
    named: they may be about something else.
    """
    if not answer.citations:
        return ""
    nouns = [_words(asked) for asked in answer.asked if not asked.stated_by]
    none = [f"None of these lines states {' or '.join(nouns)}."] if nouns else []
    if answer.claims or answer.parts:
        return " ".join(none)
    first = answer.citations[0].number
    elsewhere = [
        asked for asked in answer.asked if asked.stated_by and first not in asked.stated_by
    ]
    return " ".join([*none, *(_only_others(first, asked) for asked in elsewhere)])


def notices(answer: Answer) -> str:
    """All that people should know of an answer: first which quantity is not stated."""
    return " ".join(filter(None, (unstated_in_words(answer), answer.notice)))


def _only_others(first: int, asked: AskedQuantity) -> str:
    others = _listed(f"[{number}]" for number in asked.stated_by)
    verb = "states" if len(asked.stated_by) == 1 else "state"
    return f"[{first}] states no {_noun(asked)}; {others} {verb} one, perhaps of something else."


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _noun(asked: AskedQuantity) -> str:
    kind = quantity_kinds().get(asked.kind)
    return kind.noun if kind else asked.kind


def _words(asked: AskedQuantity) -> str:
    kind = quantity_kinds().get(asked.kind)
    return kind.words if kind else asked.kind
