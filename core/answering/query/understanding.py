"""A question as it is understood without a model: after earlier ones, well spelled, in full.

All is by rules, is shown to the reader, and can be undone: the question is searched as asked then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz.distance import DamerauLevenshtein

from core.answering.query.question_type import Asked
from core.quantities.extraction import quantities
from core.text.content_words import content_words
from core.text.language import language_of
from core.text.words import word_list
from core.tokenizer import is_common_word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_GOES_ON = re.compile(
    r"^\W*(?:and|but|or|what about|how about|what if|und|aber|oder|was ist mit|wie ist es|auch"
    r"|also|then|dann|instead)\b",
    re.IGNORECASE,
)
POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|him|his|she|her|this|that|these|those|there|same|er|sie"
    r"|ihm|ihn|ihr|dessen|deren|diese[rmsn]?|dort|davon|dafür|damit)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:am|is|are|was|were|be|do|does|did|has|have|had|can|could|may|might|must|shall|should"
    r"|will|would|ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|können|darf|dürfen"
    r"|muss|müssen|soll|sollen|sollte|gilt|gibt)\b",
    re.IGNORECASE,
)
_FEW = 2
"""Content words up to which a question can hardly stand by itself."""
_ABBREVIATION = re.compile(r"\b[A-ZÄÖÜ][A-ZÄÖÜ0-9-]{1,7}s?\b")
_SHORTEST = 5
"""Letters of the shortest word whose spelling is looked at."""
_LONG = 8
"""Letters from which on two of them may be wrong."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A question in the words that are searched, and why they are others than those asked."""

    text: str
    asked: str

    @property
    def changed(self) -> bool:
        """Whether other words are searched than were asked."""
        return self.text != self.asked


def understood(
    question: str,
    before: Sequence[str],
    vocabulary: Callable[[], Mapping[str, int]],
    meaning: Callable[[str], str],
) -> Understood:
    """What is searched for a question.

    `before` holds the earlier questions, the oldest first. `vocabulary` counts the words of the
    documents, `meaning` gives what the documents say that an abbreviation stands for, or nothing.
    """
    text = after(question, before[-1]) if before and depends(question) else question
    text = _spelled(text, vocabulary)
    if not Asked(text).defines:  # Who asks what it stands for is looking for the short word.
        text = _spelled_out(text, meaning)
    return Understood(text, question)


def depends(question: str) -> bool:
    """Whether a question can only be understood after the one before."""
    if _GOES_ON.search(question) or len(set(content_words(question))) <= _FEW:
        return True
    return POINTS_BACK.search(question) is not None and len(question.split()) < 12


def is_elliptic(question: str) -> bool:
    """Whether a question leaves out its verb, as in `And for children?`."""
    return _VERB.search(question) is None


def after(question: str, before: str) -> str:
    """The earlier question with the number that the new one puts in its place, else both."""
    ours = [one for one in quantities(question, language_of(question)) if not one.loose]
    theirs = [one for one in quantities(before, language_of(before)) if not one.loose]
    for one in ours:
        for other in theirs:
            if one.dimension and one.dimension == other.dimension and one.values != other.values:
                return f"{before[: other.start]}{one.text}{before[other.end :]}"
    return f"{before} {question}"


def _spelled(text: str, vocabulary: Callable[[], Mapping[str, int]]) -> str:
    """Words that neither the documents nor the tokenizer know become those they resemble most."""
    strange = [word for word in word_list(text) if _may_be_wrong(word)]
    if not strange:
        return text
    known = vocabulary()
    for word in dict.fromkeys(strange):
        if word not in known and (better := _nearest(word, known)):
            text = re.sub(rf"\b{re.escape(word)}\b", better, text, flags=re.IGNORECASE)
    return text


def _may_be_wrong(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha() and not is_common_word(word)


def _nearest(word: str, known: Mapping[str, int]) -> str:
    """The commonest of the words nearest to one, with the same first letter; empty if none is."""
    most = 2 if len(word) >= _LONG else 1
    found: list[tuple[int, int, str]] = []
    for other, count in known.items():
        if other[0] != word[0] or abs(len(other) - len(word)) > most or len(other) < _SHORTEST:
            continue
        distance = DamerauLevenshtein.distance(word, other, score_cutoff=most)
        if 0 < distance <= most and not _inflected(word, other):
            found.append((distance, -count, other))
    return min(found)[2] if found else ""


def _inflected(word: str, other: str) -> bool:
    """Whether one word is the other one with an ending, which stems make alike."""
    return word.startswith(other) or other.startswith(word)


def _spelled_out(text: str, meaning: Callable[[str], str]) -> str:
    """Abbreviations with what they stand for behind them, where the documents say so."""
    for found in dict.fromkeys(_ABBREVIATION.findall(text)):
        full = meaning(found)
        if full and full.lower() not in text.lower():
            text = re.sub(rf"\b{re.escape(found)}\b", f"{found} ({full})", text, count=1)
    return text
