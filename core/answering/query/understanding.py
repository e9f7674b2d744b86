"""A question as it is understood without a model: after earlier ones, well spelled, in full.

All is by rules, is shown to the reader, and can be undone: the question is searched as asked then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.query.conditions import conditions
from core.answering.query.follow_ups import completed
from core.answering.query.lettered_names import with_letters_of
from core.answering.query.phrases import ASPECT
from core.answering.query.question_type import FINITE_VERB, QUESTION_WORD, QUESTION_WORDS, Query
from core.answering.query.spelling import spelled
from core.text.content_words import content_words
from core.text.language import differ, language_of
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.query.conditions import Condition
    from core.answering.query.document_words import DocumentWords

_LISTS = word_table(__file__)
_GOES_ON = any_of([rf"^(?:\W*(?:{'|'.join(_LISTS['goes_on'])})\b)+"])
POINTS_BACK = whole_words(_LISTS["points_back"])
_PEOPLE, _CLAUSE, _THEM = ("|".join(_LISTS[key]) for key in ("people", "clause", "of_people"))
_THEMSELVES = any_of([rf"\b(?:{_PEOPLE})\b.*?\b(?:{_CLAUSE})\s+(?P<them>{_THEM})\b"])
"""People, and in a clause behind them the word that stands for them."""
_DETERMINED = whole_words([*_LISTS["determiners"], *QUESTION_WORDS])
"""What a noun follows that was named before, or that is asked for: the dose, which tests."""
_PEOPLE_WORD = whole_words(_LISTS["people"])
_FEW = 2
"""Content words up to which a question can hardly stand by itself."""


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
        return question
    *earlier, last = before
    return after(question, _in_full(last, earlier, documents))


def depends(question: str, before: str = "") -> bool:
    """Whether a question can only be understood after the one `before`.

    A question such as "What are corticosteroids?" is short and stands by itself, and so do "How is
    anaemia treated?" and a short one in another language than the one before.
    """
    if _GOES_ON.search(question):
        return True
    if _points_back(question) and len(question.split()) < 12:
        return True
    words = {word for word in content_words(question) if not QUESTION_WORD.fullmatch(word)}
    if words and differ(language_of(question), language_of(before)):
        return False
    return len(words) <= _FEW and not Query(question).defines and not _names_its_subject(question)


def _points_back(question: str) -> bool:
    """Whether a word stands for what was said before, and not for people of the same question."""
    own = _THEMSELVES.search(question)
    rest = question[: own.start("them")] + question[own.end("them") :] if own else question
    return POINTS_BACK.search(rest) is not None


def _names_its_subject(question: str) -> bool:
    """Whether a whole question holds a noun without an article: `the dose of capecitabine`.

    Its last word alone may be what is said of something, as in `When is the dose halved?`.
    """
    if is_elliptic(question):
        return False
    content = set(Query(question).topical)
    words = word_list(question)
    small = ""
    for place, word in enumerate(words, 1):
        if word not in content:
            small = word
            continue
        of_it = (
            _DETERMINED.fullmatch(small) or ASPECT.fullmatch(word) or _PEOPLE_WORD.fullmatch(word)
        )
        if small and not of_it and (place < len(words) or small in ("of", "von")):
            return True
    return False


def is_elliptic(question: str) -> bool:
    """Whether a question leaves out its verb, as in `And for children?`."""
    return FINITE_VERB.search(question) is None


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
    return completed(_GOES_ON.sub("", question), text) or f"{text} {question}"


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
