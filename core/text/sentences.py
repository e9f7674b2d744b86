"""Sentences of a text, split by rule.

The splitter knows abbreviations of many languages and downloads nothing; a wrong language costs
a few splits at abbreviations, never text.
"""

from __future__ import annotations

import sentencex

from core.text.language import Language, language_of


def sentence_spans(text: str, language: Language | None = None) -> list[tuple[int, int]]:
    """Half-open character ranges of the sentences of a text, without surrounding space.

    Without `language`, it is guessed of the text; what is not German is split as English is. A
    line break that a text keeps ends a sentence, as it does after a heading or a verse.
    """
    code = "de" if (language or language_of(text)) is Language.GERMAN else "en"
    spans: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        spans += ((at + start, at + end) for start, end in _spans_of_line(line, code))
        at += len(line) + 1
    return spans


def _spans_of_line(text: str, code: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries(code, text):  # pyright: ignore[reportAttributeAccessIssue]
        start, end = int(boundary["start_index"]), int(boundary["end_index"])
        sentence = text[start:end]
        start += len(sentence) - len(sentence.lstrip())
        if sentence.strip():
            spans.append((start, start + len(sentence.strip())))
    return spans
