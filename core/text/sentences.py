"""Sentences of a text, split by rule.

The splitter knows abbreviations of many languages and downloads nothing; a wrong language costs
a few splits at abbreviations, never text. `sentences.json` holds what it does not know: a point
that shortens a word or makes a number an ordinal, and words with which no sentence ends.
"""

from __future__ import annotations

import re
from itertools import pairwise

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
_WORDS_WITHIN = rf"(?:{'|'.join(_TABLE['never_last_of_line'])}|(?i:not|nicht))"
_BREAKS_OFF = re.compile(rf"(?:[,\-\u00ad\u2010(\[]|\b{_WORDS_WITHIN})$")
_GOES_ON = re.compile(rf"{_WORDS_WITHIN}\b")
_ENTRY = re.compile(r"[^\s:]+:(?:\s|$)")
_LABEL = re.compile(r"\W{0,9}(?:\d{1,3}|[^\W\d_])\.")
"""The number or letter of a clause, with which no sentence ends."""
_IN_A_PATH = ("/.", "~.", "..")
"""How a text ends before the name of a hidden file, or of one in the folder above."""
_TAIL = 64
"""Characters at the end of a sentence that are looked at: all of it, each time that it goes on,
would take minutes of a page of dots."""
_STOPS = tuple(".!?…")
_WRAPPED_FROM = 25
"""Characters of a line at least that is broken at the edge of its page; items have fewer."""
_FULL = 0.6
"""Share of the longest line of a text that such a line has at least."""


def breaks_off(text: str) -> bool:
    """Whether a text ends where no sentence does: at a comma, a hyphen, an open bracket, "not"."""
    text = text.rstrip()
    return text.count("(") > text.count(")") or _BREAKS_OFF.search(text) is not None


def sentence_spans(text: str, language: Language | None = None) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences of a text, without surrounding space.

    Without `language`, it is guessed of the text; what is not German is split as English is, but
    for ordinals, since a short text may be German unrecognised. A line break that a text keeps
    ends a sentence, as it does after a heading or an item, unless the words go on below it: half
    of "Do not give it / to children" says the opposite.
    """
    language = language or language_of(text)
    spans: list[tuple[int, int]] = []
    at = 0
    for line in _whole_lines(text):
        spans += ((at + start, at + end) for start, end in _spans_of_line(line, language))
        at += len(line) + 1
    return spans


def _whole_lines(text: str) -> list[str]:
    """The lines of a text, spaces for the breaks between those that are read as one."""
    lines = text.split("\n")
    longest = max(map(len, lines))
    whole = lines[:1]
    for above, below in pairwise(lines):
        if _goes_on_below(above.rstrip(" \t"), below.lstrip(" \t"), longest):
            whole[-1] += f" {below}"
        else:
            whole.append(below)
    return whole


def _goes_on_below(above: str, below: str, longest: int) -> bool:
    """Whether a line goes on with the one above: behind "not", or in lower case at its edge."""
    if not above or not below or _ENTRY.match(below):
        return False
    if _BREAKS_OFF.search(above):
        return True
    if not below[0].islower() or above.endswith(_STOPS):
        return False
    full = len(above) >= max(_FULL * longest, _WRAPPED_FROM)
    return full or above.endswith(":") or _GOES_ON.match(below) is not None


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
        if spans and _is_one(text, spans[-1], start, end, language):
            start = spans.pop()[0]
        spans.append((start, end))
    return spans


def _is_one(text: str, before: tuple[int, int], start: int, end: int, language: Language) -> bool:
    """Whether what stands from `start` to `end` goes on with the sentence before."""
    began, stopped = before
    tail = text[max(began, stopped - _TAIL) : stopped]
    in_a_path = start == stopped and tail.endswith(_IN_A_PATH)
    return in_a_path or _goes_on(tail, text[start:end], language)


def _goes_on(sentence: str, following: str, language: Language) -> bool:
    """Whether the point with which a sentence seems to end belongs to a word or an ordinal."""
    if _SHORTENED.search(sentence) or _LABEL.fullmatch(sentence):
        return True
    if following[0].isdigit() and _SHORTENED_BEFORE_NUMBERS.search(sentence):
        return True
    if language is Language.ENGLISH or not _ORDINAL.search(sentence):
        return False
    return next(iter(word_list(following)), "") not in _OPENERS
