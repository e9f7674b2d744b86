"""What the stand-in answers when it is asked for questions: one on a sentence of each passage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evaluation.questions.by_model.prompt import ProposedQuestion, ProposedQuestions

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PASSAGE = re.compile(r"^\[(\d+)\][^\n]*\n(.*?)(?=^\[\d+\]|</data-|\Z)", re.MULTILINE | re.DOTALL)
_SENTENCE = re.compile(r"[^.\n\t]{40,}\.")
_WORD = re.compile(r"[^\W\d_]{6,}")
_WORDS = 3


def respond(found: Asked) -> str:
    """A question of the long words of the first whole sentence of each passage."""
    questions = [
        ProposedQuestion(
            passage=int(number),
            question=f"What is known about {', '.join(words[:_WORDS])}?",
            excerpt=sentence.group().strip(),
            answer=words[0],
        )
        for number, text in _PASSAGE.findall(found.text)
        if (sentence := _SENTENCE.search(text)) and (words := _WORD.findall(sentence.group()))
    ]
    wanted = "questions that a reader might well ask" in found.instructions
    without = ["Which opening hours does the quality committee keep?"] if wanted else []
    return ProposedQuestions(questions=questions, without_answer=without).model_dump_json()
