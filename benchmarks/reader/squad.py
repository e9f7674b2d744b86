"""Pairs made of SQuAD 1.1: sentences with their answer, without it, and sentences beside them.

A sentence that has lost the words of the answer is about the same thing and does not answer. So
that a gap does not give it away, others have lost the answer of another question instead.

Source: Rajpurkar et al. 2016, "SQuAD: 100,000+ questions for machine comprehension of text".
"""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.reader.questions import Pair
from core.text.content_words import stems_of
from core.text.language import Language
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_OF_AN_ARTICLE = 26
"""Questions taken of each article."""
_SENTENCE = range(31, 700)
_MOST_ANSWER, _MOST_SHARE = 120, 0.6
"""Characters of an answer, and its share of its sentence."""
_BEFORE = re.compile(
    r"\b(?:in|on|at|by|of|from|for|to|with|about|around|over|under|between|as|than|since|until|near"
    r"|called|named|approximately)\s+(?:the\s+|a\s+|an\s+)?$",
    re.IGNORECASE,
)
"""Words that make no sense without what follows."""
_LIKE = 3
"""Sentences most like the question, of which one is taken."""


class _Sentence(NamedTuple):
    paragraph: int
    text: str
    stems: frozenset[int]


def squad_pairs(path: Path, seed: int = 7) -> list[Pair]:
    """The pairs of `train-v1.1.json`, shuffled."""
    rng = random.Random(seed)
    articles = json.loads(path.read_text("utf-8"))["data"]
    pairs = [pair for article in articles for pair in _of_article(article["paragraphs"], rng)]
    rng.shuffle(pairs)
    return pairs


def _of_article(paragraphs: Sequence[dict[str, Any]], rng: random.Random) -> Iterator[Pair]:
    sentences = [
        _Sentence(number, text, frozenset(stems_of(text, Language.ENGLISH)))
        for number, paragraph in enumerate(paragraphs)
        for start, end in sentence_spans(paragraph["context"])
        if len(text := paragraph["context"][start:end]) in _SENTENCE
    ]
    asked = [(n, one) for n, paragraph in enumerate(paragraphs) for one in paragraph["qas"]]
    rng.shuffle(asked)
    for number, one in asked[:_OF_AN_ARTICLE]:
        yield from _of_question(one, number, paragraphs[number], sentences, rng)


def _of_question(
    asked: dict[str, Any],
    number: int,
    paragraph: dict[str, Any],
    sentences: Sequence[_Sentence],
    rng: random.Random,
) -> Iterator[Pair]:
    text, question = paragraph["context"], asked["question"].strip()
    start, end = _place(asked)
    spans = sentence_spans(text)
    own = next((span for span in spans if span[0] <= start and end <= span[1]), None)
    if own is None or own[1] - own[0] not in _SENTENCE:
        return
    if end - start > min(_MOST_ANSWER, _MOST_SHARE * (own[1] - own[0])):
        return
    before, after = _beside(text, spans, own, rng)

    def pair(sentence: str, *, answers: bool, kind: str) -> Pair:
        return Pair(question, f"{before} {sentence} {after}".strip(), answers, 1.0, kind)

    yield pair(text[own[0] : own[1]], answers=True, kind="answer")
    answer = text[start:end].lower()
    cut = pair(_without(text, own, (start, end), rng), answers=False, kind="answer cut")
    if answer not in cut.text.lower():
        yield cut
    others = [
        place for other in paragraph["qas"] if _apart(place := _place(other), start, end, own)
    ]
    if others:
        left = _without(text, own, rng.choice(others), rng)
        yield pair(left, answers=True, kind="other cut")
    for kind, within in (("same paragraph", True), ("elsewhere", False)):
        some = [one for one in sentences if (one.paragraph == number) is within]
        if like := _most_like(question, answer, some):
            yield Pair(question, rng.choice(like), False, 1.0, kind)


def _place(asked: dict[str, Any]) -> tuple[int, int]:
    answer = asked["answers"][0]
    return answer["answer_start"], answer["answer_start"] + len(answer["text"])


def _apart(place: tuple[int, int], start: int, end: int, own: tuple[int, int]) -> bool:
    """Whether another answer stands in the same sentence, and does not touch this one."""
    return own[0] <= place[0] and place[1] <= own[1] and (place[0] >= end or place[1] <= start)


def _beside(
    text: str, spans: Sequence[tuple[int, int]], own: tuple[int, int], rng: random.Random
) -> tuple[str, str]:
    """What is read before and after the sentence: often nothing, else the next one, or more."""
    chance, at = rng.random(), spans.index(own)
    before = spans[at - 1] if 0.55 <= chance < 0.7 and at else (0, 0)
    after = spans[at + 1] if 0.7 <= chance < 0.85 and at + 1 < len(spans) else (0, 0)
    if chance >= 0.85:
        before, after = (max(0, own[0] - 400), own[0]), (own[1], own[1] + 400)
    return text[slice(*before)].strip(), text[slice(*after)].strip()


def _without(text: str, own: tuple[int, int], cut: tuple[int, int], rng: random.Random) -> str:
    """A sentence without some of its words, mostly without the preposition before them."""
    left, right = text[own[0] : cut[0]], text[cut[1] : own[1]]
    if (found := _BEFORE.search(left)) and rng.random() < 0.8:
        left = left[: found.start()]
    words = " ".join(f"{left} {right}".split())
    return words.replace(" ,", ",").replace(" .", ".").replace("( )", "").strip(" ,")


def _most_like(question: str, answer: str, sentences: Sequence[_Sentence]) -> list[str]:
    asked = set(stems_of(question, Language.ENGLISH))
    apart = [one for one in sentences if answer not in one.text.lower()]
    return [one.text for one in sorted(apart, key=lambda one: -len(asked & one.stems))[:_LIKE]]
