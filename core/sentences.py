"""Sentences as token ranges, split by rule within each node.

The splitter knows abbreviations of many languages and downloads nothing; a wrong language costs
a few splits at abbreviations, never text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import sentencex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.tokens import TokenStream

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


def sentence_starts(stream: TokenStream) -> NDArray[np.int32]:
    """Token positions at which sentences begin, ascending; sentences never cross a node.

    Source: thesis, section 3.4.3, with a rule-based splitter in place of punkt.
    """
    language = guess_language(" ".join(node.text for node in stream.sir.nodes[:400]))
    starts: list[int] = []
    for node in np.unique(stream.tokens.node).tolist():
        begin, end = stream.own(node)
        spans = sentence_spans(stream.sir.nodes[node].text, language)
        offsets = stream.tokens.start[begin:end]
        inner = np.searchsorted(offsets, [start for start, _ in spans[1:]], side="left")
        starts += [begin, *(begin + inner[inner < end - begin]).tolist()]
    return np.unique(np.array(starts, np.int32))
