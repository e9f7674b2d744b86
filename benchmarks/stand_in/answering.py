"""Answers of the stand-in: the sentences that share most words with the question, as they stand."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from core.text.content_words import content_words

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_LINE = re.compile(r"(\d+): (.+)")
_SENTENCE_END = re.compile(r"[.!?][\"”»)]*$")
_CLAIMS = 2
_ENOUGH = 0.3
"""Share of the question's words that a sentence needs."""


def respond(found: Asked) -> str:
    """Claims that repeat the best sentences with the numbers of their lines."""
    data = dict(found.fenced)
    asked = set(content_words(data.get("question", "")))
    sentences = _sentences(data.get("lines", ""))
    scored = sorted(sentences, key=lambda one: -_share(asked, one[0]))[:_CLAIMS]
    chosen = [one for one in scored if _share(asked, one[0]) >= _ENOUGH]
    claims = [{"text": text[:600], "lines": lines} for text, lines in chosen]
    return json.dumps({"abstain": not claims, "claims": claims}, ensure_ascii=False)


def _share(asked: set[str], text: str) -> float:
    return len(asked & set(content_words(text))) / max(len(asked), 1)


def _sentences(lines: str) -> list[tuple[str, list[int]]]:
    """Runs of lines up to one at whose end a sentence ends."""
    found: list[tuple[str, list[int]]] = []
    words: list[str] = []
    numbers: list[int] = []
    for row in [*lines.splitlines(), ""]:
        line = _LINE.fullmatch(row)
        if line:
            numbers.append(int(line[1]))
            words.append(line[2])
        if words and (line is None or _SENTENCE_END.search(words[-1])):
            found.append((" ".join(words), numbers))
            words, numbers = [], []
    return found
