"""Evidence in small documents: the lines on which a phrase of a node stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.base import Evidence, GoldLine, Question

if TYPE_CHECKING:
    from core.sir import Sir


def evidence(sir: Sir, phrase: str) -> Evidence:
    """The lines of the first node that holds a phrase, cut to its words."""
    node = next(index for index, held in enumerate(sir.nodes) if phrase in held.text)
    start = sir.nodes[node].text.index(phrase)
    boxes = sir.line_boxes(sir.words_between(node, start, start + len(phrase)))
    lines = tuple(
        GoldLine(page=box.page, left=box.left, top=box.top, right=box.right, bottom=box.bottom)
        for box in boxes
    )
    return Evidence(document=sir.document, lines=lines, text=phrase)


def question(sir: Sir, text: str, *phrases: str, any_of: bool = False) -> Question:
    """A question that these phrases answer; without any, one that has no answer."""
    pieces = tuple(evidence(sir, phrase) for phrase in phrases)
    return Question(text=text, evidence=pieces, any_of=any_of, documents=(sir.document,))
