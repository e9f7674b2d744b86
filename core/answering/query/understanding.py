"""A question as it is understood without a model: after earlier ones, well spelled, in full.

All is by rules, is shown to the reader, and can be undone: the question is searched as asked then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.query.conditions import conditions
from core.answering.query.dependence import by_itself, depends, without_lead
from core.answering.query.follow_ups import completed
from core.answering.query.lettered_names import with_letters_of
from core.answering.query.question_type import Query
from core.answering.query.spelling import spelled
from core.text.language import differ, language_of
from core.text.word_tables import word_table
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.query.conditions import Condition
    from core.answering.query.document_words import DocumentWords

_LISTS = word_table(__file__)


def understood(question: str, before: Sequence[str], documents: Sequence[DocumentWords]) -> str:
    """What is searched for a question in these documents.

    `before` holds the earlier questions, the oldest first.
    """
    text = _in_full(question, before, documents)
    query = Query(text)
    # Who asks what it stands for is looking for the short word, if it can be searched at all.
    return text if query.defines and query.sought else _spelled_out(text, documents)


def _in_full(question: str, before: Sequence[str], documents: Sequence[DocumentWords]) -> str:
    """The question with what it leaves to the earlier ones, each of which may do so as well.

    Each is spelled well first: `childdren` are no people that may take the place of others.
    """
    question = spelled(question, documents)
    if not before or not depends(question, before[-1]):
        return by_itself(question)
    *earlier, last = before
    return after(question, _in_full(last, earlier, documents))


def after(question: str, before: str) -> str:
    """The earlier question with what the new one puts in place; both where that is not sure.

    Numbers and letters take the place of those of their kind, phrases that of like ones. Numbers
    that both have stay where they are.
    """
    ours, theirs = conditions(question), conditions(before)
    new = _without(ours, theirs)
    replaced = _replaced(new, _without(theirs, ours))
    text = before
    for other in sorted(replaced, key=lambda condition: -condition.start):
        text = f"{text[: other.start]}{replaced[other]}{text[other.end :]}"
    text = with_letters_of(question, text)
    if text != before and len(replaced) == len(new) and not _says_more(question, ours, text):
        return text
    if differ(language_of(question), language_of(before)):
        return f"{text} {question}"
    return completed(without_lead(question), text) or f"{text} {question}"


def _without(some: Sequence[Condition], others: Sequence[Condition]) -> list[Condition]:
    """Those that are not among the others."""
    return [each for each in some if not any(each.is_same(other) for other in others)]


def _replaced(ours: Sequence[Condition], theirs: Sequence[Condition]) -> dict[Condition, str]:
    """Theirs, each with ours in its place; none of a kind that they have more or less of."""
    replaced: dict[Condition, str] = {}
    for kind in {condition.dimension for condition in ours}:
        new = [condition for condition in ours if condition.dimension == kind]
        old = [condition for condition in theirs if condition.dimension == kind]
        if not kind and not old:
            old = [condition for condition in theirs if condition.is_bare_age]
        pairs = list(zip(old, new, strict=False))
        if len(new) == len(old) and all(mine.takes_place_of(other) for other, mine in pairs):
            replaced |= {other: mine.in_place_of(other) for other, mine in pairs}
    return replaced


def _says_more(question: str, ours: Sequence[Condition], before: str) -> bool:
    """Whether a question holds words beside its numbers that the one before does not."""
    known = {*word_list(before), *_LISTS["beside_a_number"]}
    for condition in ours:
        known.update(word_list(condition.text))
    return not known.issuperset(word_list(question))


def _spelled_out(text: str, documents: Sequence[DocumentWords]) -> str:
    """Abbreviations with what they stand for behind them, and the other way around.

    Only where the documents say so; of several that do, the first counts.
    """
    known: dict[str, str] = {}
    for words in reversed(documents):
        known.update(words.abbreviations)
    added: dict[int, str] = {}
    for short, full in known.items():
        shorts = re.search(rf"(?<![\w-]){re.escape(short)}s?(?![\w-])", text)
        fulls = re.search(rf"(?<![\w-]){re.escape(full)}(?![\w-])", text, re.IGNORECASE)
        if shorts and not fulls:
            added[shorts.end()] = full
        elif fulls and not shorts:
            added[fulls.end()] = short
    for place in sorted(added, reverse=True):
        text = f"{text[:place]} ({added[place]}){text[place:]}"
    return text
