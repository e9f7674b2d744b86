"""Sentences of a text, split by rule.

The splitter knows abbreviations of many languages and downloads nothing; a wrong language costs
a few splits at abbreviations, never text.
"""

from __future__ import annotations

import sentencex

_STOPWORDS = {
    "en": frozenset("the of and to in is that for with are be this".split()),
    "de": frozenset("der die das und ist nicht mit von den zu ein für wird bei".split()),
}


def guess_language(text: str) -> str:
    """ "de" or "en", whichever has more of its commonest words in the text."""
    words = text.lower().split()
    counts = {name: sum(word in known for word in words) for name, known in _STOPWORDS.items()}
    return "de" if counts["de"] > counts["en"] else "en"


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences of a text, without surrounding space.

    A line break that a text keeps ends a sentence, as it does after a heading or a verse.
    """
    spans: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        spans += ((at + start, at + end) for start, end in _spans_of_line(line, language))
        at += len(line) + 1
    return spans


def _spans_of_line(text: str, language: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for found in sentencex.get_sentence_boundaries(language, text):  # pyright: ignore[reportAttributeAccessIssue]
        start, end = int(found["start_index"]), int(found["end_index"])
        sentence = text[start:end]
        start += len(sentence) - len(sentence.lstrip())
        if sentence.strip():
            spans.append((start, start + len(sentence.strip())))
    return spans
