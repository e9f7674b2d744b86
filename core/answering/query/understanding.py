"""A question as it is understood without a model: after earlier ones, well spelled, in full.

All is by rules, is shown to the reader, and can be undone: the question is searched as asked then.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from rapidfuzz.distance import DamerauLevenshtein

from core.answering.query.question_type import Query
from core.quantities.extraction import sure_quantities
from core.text.content_words import content_words
from core.text.language import language_of
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import word_list
from core.tokenizer import is_common_word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.answering.query.document_words import DocumentWords

_LISTS = word_table(__file__)
_GOES_ON = any_of([rf"^\W*(?:{'|'.join(_LISTS['goes_on'])})\b"])
POINTS_BACK = whole_words(_LISTS["points_back"])
_VERB = whole_words(_LISTS["verbs"])
_FEW = 2
"""Content words up to which a question can hardly stand by itself."""
_SHORTEST = 5
"""Letters of the shortest word whose spelling is looked at."""
_LONG = 8
"""Letters from which on two of them may be wrong."""


def understood(question: str, before: Sequence[str], documents: Sequence[DocumentWords]) -> str:
    """What is searched for a question in these documents.

    `before` holds the earlier questions, the oldest first.
    """
    text = after(question, before[-1]) if before and depends(question) else question
    text = _spelled(text, documents)
    # Who asks what it stands for is looking for the short word.
    return text if Query(text).defines else _spelled_out(text, documents)


def depends(question: str) -> bool:
    """Whether a question can only be understood after the one before.

    A question such as "What are corticosteroids?" is short and stands by itself.
    """
    if _GOES_ON.search(question):
        return True
    if POINTS_BACK.search(question) is not None and len(question.split()) < 12:
        return True
    return len(set(content_words(question))) <= _FEW and not Query(question).defines


def is_elliptic(question: str) -> bool:
    """Whether a question leaves out its verb, as in `And for children?`."""
    return _VERB.search(question) is None


def after(question: str, before: str) -> str:
    """The earlier question with the number that the new one puts in its place, else both."""
    ours = sure_quantities(question, language_of(question))
    theirs = sure_quantities(before, language_of(before))
    for number in ours:
        for other in theirs:
            if (
                number.dimension
                and number.dimension == other.dimension
                and number.values != other.values
            ):
                return f"{before[: other.start]}{number.text}{before[other.end :]}"
    return f"{before} {question}"


def _spelled(text: str, documents: Sequence[DocumentWords]) -> str:
    """Words that neither the documents nor the tokenizer know become those they resemble most."""
    strange = [word for word in word_list(text) if _may_be_wrong(word)]
    if not strange:
        return text
    counts: Counter[str] = Counter()
    for words in documents:
        counts.update(words.vocabulary)
    for word in dict.fromkeys(strange):
        if word not in counts and (better := _nearest(word, counts)):
            text = re.sub(rf"\b{re.escape(word)}\b", better, text, flags=re.IGNORECASE)
    return text


def _may_be_wrong(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha() and not is_common_word(word)


def _nearest(word: str, counts: Mapping[str, int]) -> str:
    """The commonest of the words nearest to one, with the same first letter; empty if none is."""
    longest = 2 if len(word) >= _LONG else 1
    ranked: list[tuple[int, int, str]] = []
    for other, count in counts.items():
        if other[0] != word[0] or abs(len(other) - len(word)) > longest or len(other) < _SHORTEST:
            continue
        # Common words are hardly mistyped twice: "resection" is another word than "reaction".
        most = 1 if is_common_word(other) else longest
        distance = DamerauLevenshtein.distance(word, other, score_cutoff=most)
        if 0 < distance <= most and not _inflected(word, other):
            ranked.append((distance, -count, other))
    return min(ranked)[2] if ranked else ""


def _inflected(word: str, other: str) -> bool:
    """Whether one word is the other one with an ending, which stems make alike."""
    return word.startswith(other) or other.startswith(word)


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
