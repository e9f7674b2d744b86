"""The stand-in as Refiner: it looks up what is open, then closes each passage by simple rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from core.llm.base import Reply, ToolCall
from core.refining.refiner_tools import CHUNK_ENHANCER, SIR_QUERY

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PASSAGE = re.compile(r"^\[P(\d+)\] ?(.*)(?:\nopen: (.*))?$", re.MULTILINE)
_OPEN = re.compile(r'(?:^|; )"([^"]+)"')
_ANSWER = re.compile(r'^P(\d+) SIR_Query "(.*)": (.*)$', re.MULTILINE)
_SENTENCE = re.compile(r"^\[C(\d+)\] (.*)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")
_LONG, _TITLE, _MEANING = 6, 5, 8
"""Letters of a telling word; words of a signature and of a meaning."""


def respond(found: Asked) -> Reply | str:
    """Queries for passages with something open, and everything for the others."""
    blocks = dict(found.fenced)
    sentences = {
        int(number): text for number, text in _SENTENCE.findall(blocks.get("sentences", ""))
    }
    answered: dict[int, list[tuple[str, list[int]]]] = {}
    for number, term, said in _ANSWER.findall(blocks.get("answers", "")):
        given = [int(each) for each in re.findall(r"\[C(\d+)\]", said)]
        answered.setdefault(int(number), []).append((term, given))
    calls: list[ToolCall] = []
    for text, words, opened in _PASSAGE.findall(blocks.get("passages", "")):
        number = int(text)
        taken: dict[str, Any] = {"passage": number} | (
            {"signature": _title(words)} if words else {}
        )
        if mappings := _mappings(answered.get(number, []), sentences):
            taken |= {"mappings": mappings}
        if number not in answered and SIR_QUERY in found.tools:
            calls += [
                ToolCall(SIR_QUERY, {"passage": number, "expression": term})
                for term in _OPEN.findall(opened)
            ]
        if len(taken) > 1:
            calls.append(ToolCall(CHUNK_ENHANCER, taken))
    return Reply("First what is open, then the rest.", tuple(calls)) if calls else "Done."


def _mappings(
    answered: list[tuple[str, list[int]]], sentences: dict[int, str]
) -> list[dict[str, Any]]:
    """Each expression with the first words of the last sentence that holds its noun."""
    mappings: list[dict[str, Any]] = []
    for term, given in answered:
        noun = term.split()[-1].rstrip("s")
        holding = [number for number in given if noun in sentences[number]]
        if holding:
            meaning = " ".join(sentences[holding[-1]].replace("|", " ").split()[:_MEANING])
            mappings.append({"term": term, "meaning": meaning, "source": holding[-1]})
    return mappings


def _title(text: str) -> str:
    """The first long words of a passage; where there are too few, any."""
    words = dict.fromkeys(_WORD.findall(text))
    long = [word for word in words if len(word) >= _LONG]
    return " ".join((long if len(long) >= _TITLE else list(words))[:_TITLE])
