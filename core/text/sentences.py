"""Sentences of a text, split by rule.

The splitter knows abbreviations of many languages and downloads nothing; a wrong language costs
a few splits at abbreviations, never text. `sentences.json` holds what it does not know: a point
that shortens a word or makes a number an ordinal, and words with which no sentence ends.
"""

from __future__ import annotations

import re

import sentencex

from core.text.language import Language, language_of
from core.text.word_tables import word_table
from core.text.words import STOP_WORDS, word_list

_TABLE: dict[str, list[str]] = word_table(__file__)
_OPENERS = STOP_WORDS - set(_TABLE["counted_by_ordinals"])
"""Words that open a sentence; behind an ordinal stands what it counts."""
_SHORTENED = re.compile(rf"\b(?:{'|'.join(_TABLE['never_last'])})\.$", re.IGNORECASE)
_SHORTENED_BEFORE_NUMBERS = re.compile(
    rf"\b(?:{'|'.join(_TABLE['before_numbers'])})\.$", re.IGNORECASE
)
_ORDINAL = re.compile(
    rf"\b(?:{'|'.join(_TABLE['before_ordinals'])}"
    rf"|\d{{1,3}}\.\s*(?:{'|'.join(_TABLE['between_ordinals'])}))\s*\b\d{{1,3}}\.$",
    re.IGNORECASE,
)
_GOES_ON_BELOW = re.compile(
    rf"(?:,|\b(?:{'|'.join(_TABLE['never_last_of_line'])}))\n|(?<=[^\s.!?…])\n(?=[a-zß-öø-ÿ])"
)
"""A line break that ends no sentence: behind "not", or before lower case and behind no stop."""


def sentence_spans(text: str, language: Language | None = None) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences of a text, without surrounding space.

    Without `language`, it is guessed of the text; what is not German is split as English is, but
    for ordinals, since a short text may be German unrecognised. A line break that a text keeps
    ends a sentence, as it does after a heading or a verse, unless the words go on below it: half
    of "Do not give it / to children" says the opposite.
    """
    language = language or language_of(text)
    spans: list[tuple[int, int]] = []
    at = 0
    for line in _GOES_ON_BELOW.sub(lambda broken: f"{broken[0][:-1]} ", text).split("\n"):
        spans += ((at + start, at + end) for start, end in _spans_of_line(line, language))
        at += len(line) + 1
    return spans


def _spans_of_line(text: str, language: Language) -> list[tuple[int, int]]:
    code = "de" if language is Language.GERMAN else "en"
    spans: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries(code, text):  # pyrefly: ignore[missing-attribute]
        start, end = int(boundary["start_index"]), int(boundary["end_index"])
        sentence = text[start:end]
        start += len(sentence) - len(sentence.lstrip())
        end = start + len(sentence.strip())
        if start == end:
            continue
        if spans and _goes_on(text[slice(*spans[-1])], text[start:end], language):
            start = spans.pop()[0]
        spans.append((start, end))
    return spans


def _goes_on(sentence: str, following: str, language: Language) -> bool:
    """Whether the point with which a sentence seems to end belongs to a word or an ordinal."""
    if _SHORTENED.search(sentence):
        return True
    if following[0].isdigit() and _SHORTENED_BEFORE_NUMBERS.search(sentence):
        return True
    if language is Language.ENGLISH or not _ORDINAL.search(sentence):
        return False
    return next(iter(word_list(following)), "") not in _OPENERS
