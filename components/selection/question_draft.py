"""The question in the making: its words in widgets, its lines in the session."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from components import resources, state
from core.errors import InvalidOption
from core.evaluation.questions.base import KIND_LENGTH, Evidence, Question
from core.evaluation.questions.locating import evidence_of_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.evaluation.questions.base import GoldLine

TEXT, ANSWER, KIND, NONE, HERE = (
    "question-text",
    "question-answer",
    "question-kind-tag",
    "question-unanswerable",
    "question-here",
)
"""Keys of the widgets: the question, its answer in short, its kind, whether the documents hold no
answer, and whether it is asked of the document that is shown only."""
_DRAFT = "sightline.questions.draft"


@dataclass(frozen=True, slots=True)
class Draft:
    """Lines by the id of their document, and the question that is being changed, if one is."""

    lines: Mapping[str, tuple[GoldLine, ...]] = field(default_factory=dict)
    before: Question | None = None


def draft() -> Draft:
    """The question in the making."""
    return state.kept(_DRAFT, Draft())


def take_lines(document: str, lines: Sequence[GoldLine]) -> None:
    """Let these be the lines of a document."""
    held = {**draft().lines, document: tuple(lines)}
    now = {name: golds for name, golds in held.items() if golds}
    state.keep(_DRAFT, replace(draft(), lines=now))


def begin(question: Question | None = None, *, change: bool = True) -> None:
    """Begin a new question, or change one; to be called before the widgets are drawn.

    Without `change`, `question` is what a new one begins with.
    """
    lines: dict[str, tuple[GoldLine, ...]] = {}
    for piece in question.evidence if question else ():
        lines[piece.document] = (*lines.get(piece.document, ()), *piece.lines)
    state.keep(_DRAFT, Draft(lines, question if change else None))
    state.preset(TEXT, question.text if question else "")
    state.preset(ANSWER, question.answer if question else "")
    state.preset(KIND, question.kind if question else "")
    state.preset(NONE, question is not None and not question.answerable)
    state.preset(HERE, question is None or bool(question.documents))


def question_of(
    held: Draft,
    text: str,
    answer: str,
    document: str,
    *,
    unanswerable: bool,
    here: bool,
    kind: str = "",
) -> Question:
    """The question as it is saved.

    `document` is the one that is shown: one without an answer is asked of it, if `here`.

    Raises:
        InvalidOption: it has no words, or neither lines nor that the documents hold no answer.
    """
    if not text.strip():
        raise InvalidOption("The question has no words yet. Write it, then save it.")
    if not unanswerable and not held.lines:
        raise InvalidOption(
            "No line is chosen yet. Click the lines that answer the question, or switch on that "
            "the documents hold no answer."
        )
    asked = _asked(held, document, unanswerable=unanswerable, here=here)
    before = held.before or Question(text=text)
    return before.model_copy(
        update={
            "text": " ".join(text.split()),
            "answer": answer.strip(),
            "evidence": () if unanswerable else evidence_of(held),
            "documents": asked,
            "kind": " ".join(kind.split())[:KIND_LENGTH],
        }
    )


def _asked(held: Draft, document: str, *, unanswerable: bool, here: bool) -> tuple[str, ...]:
    before = held.before.documents if held.before else ()
    if not unanswerable:
        return before
    return (before or (document,)) if here else ()


def evidence_of(held: Draft) -> tuple[Evidence, ...]:
    """Pieces that are still whole as they were, then the other lines, a piece for each document."""
    before = held.before.evidence if held.before else ()
    kept = [one for one in before if set(one.lines) <= set(held.lines.get(one.document, ()))]
    known = {(one.document, line) for one in kept for line in one.lines}
    found: list[Evidence] = list(kept)
    for document, lines in held.lines.items():
        rest = tuple(line for line in lines if (document, line) not in known)
        if rest:
            found.append(_piece(document, rest))
    return tuple(found)


def text_of(document: str, lines: Iterable[GoldLine]) -> str:
    """What stands in lines of a document; empty where its tree has no words there."""
    piece = evidence_of_lines(resources.workbench().documents.sir(document), lines)
    return piece.text if piece else ""


def _piece(document: str, lines: tuple[GoldLine, ...]) -> Evidence:
    found = evidence_of_lines(resources.workbench().documents.sir(document), lines)
    return found or Evidence(document=document, lines=lines, text="")
