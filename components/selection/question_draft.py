"""The question in the making: its words in widgets, its lines in the session."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from components import resources, state
from core.errors import InvalidOption
from core.evaluation.questions.base import KIND_LENGTH, Evidence, GoldLine, Question
from core.evaluation.questions.locating import evidence_of_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


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
    """Lines by the id of their document, and the question that is being changed, if one is.

    `note` says why an answer to it was rejected, if it comes from one.
    """

    lines: Mapping[str, tuple[GoldLine, ...]] = field(default_factory=dict)
    before: Question | None = None
    note: str = ""


def draft() -> Draft:
    """The question in the making."""
    return state.kept(_DRAFT, Draft())


def take_lines(document: str, lines: Sequence[GoldLine]) -> None:
    """Let these be the lines of a document."""
    all_lines = {**draft().lines, document: tuple(lines)}
    now = {name: golds for name, golds in all_lines.items() if golds}
    state.keep(_DRAFT, replace(draft(), lines=now))


def begin(question: Question | None = None, *, change: bool = True) -> None:
    """Begin a new question, or change one; to be called before the widgets are drawn.

    Without `change`, `question` is what a new one begins with.
    """
    lines: dict[str, tuple[GoldLine, ...]] = {}
    for piece in question.evidence if question else ():
        lines[piece.document] = (*lines.get(piece.document, ()), *piece.lines)
    note = question.note if question else ""
    state.keep(_DRAFT, Draft(lines, question if change else None, note))
    state.preset(TEXT, question.text if question else "")
    state.preset(ANSWER, question.answer if question else "")
    state.preset(KIND, question.kind if question else "")
    state.preset(NONE, question is not None and not question.answerable)
    state.preset(HERE, question is None or bool(question.documents))


def question_of(
    unsaved: Draft,
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
    if not unanswerable and not unsaved.lines:
        raise InvalidOption(
            "No line is chosen yet. Click the lines that answer the question, or switch on that "
            "the documents hold no answer."
        )
    asked = _asked(unsaved, document, unanswerable=unanswerable, here=here)
    before = unsaved.before or Question(text=text)
    return before.model_copy(
        update={
            "text": " ".join(text.split()),
            "answer": answer.strip(),
            "evidence": () if unanswerable else evidence_of(unsaved),
            "documents": asked,
            "incomplete": False,
            "note": unsaved.note,
            "kind": " ".join(kind.split())[:KIND_LENGTH],
        }
    )


def _asked(unsaved: Draft, document: str, *, unanswerable: bool, here: bool) -> tuple[str, ...]:
    before = unsaved.before.documents if unsaved.before else ()
    if not unanswerable:
        return before
    return (before or (document,)) if here else ()


def evidence_of(unsaved: Draft) -> tuple[Evidence, ...]:
    """Pieces that are still whole as they were, then the other lines, a piece for each document."""
    before = unsaved.before.evidence if unsaved.before else ()
    whole = [
        piece for piece in before if set(piece.lines) <= set(unsaved.lines.get(piece.document, ()))
    ]
    known = {(piece.document, line) for piece in whole for line in piece.lines}
    pieces: list[Evidence] = list(whole)
    for document, lines in unsaved.lines.items():
        rest = tuple(line for line in lines if (document, line) not in known)
        if rest:
            pieces.append(_piece(document, rest))
    return tuple(pieces)


def text_of(document: str, lines: Iterable[GoldLine]) -> str:
    """What stands in lines of a document; empty where its tree has no words there."""
    piece = evidence_of_lines(resources.workbench().documents.sir(document), lines)
    return piece.text if piece else ""


def _piece(document: str, lines: tuple[GoldLine, ...]) -> Evidence:
    piece = evidence_of_lines(resources.workbench().documents.sir(document), lines)
    return piece or Evidence(document=document, lines=lines, text="")
