"""Candidate questions by a language model, kept only where the excerpt is found verbatim."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from core.errors import ModelError, ReplyUnusable
from core.evaluation.questions.base import Question, distinct
from core.evaluation.questions.by_model.judging import Judged
from core.evaluation.questions.by_model.passages import Passage, passages
from core.evaluation.questions.by_model.prompt import OF_EACH, ProposedQuestions, request
from core.evaluation.questions.locating import Searchable
from core.evaluation.questions.rules.generating import generate, spread
from core.progress import Progress, part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.llm.model import LanguageModel, ModelUse
    from core.sir import Sir

STAGE = "questions"
BATCH = 6
"""Passages of a request: about 2,500 tokens."""
_SPARE = 1.5
"""How many times as many questions are asked for as are wanted, since some are dropped."""
_NO_MODEL = (
    "There is no language model: rules made the questions. Choose one on the page "
    "Settings, or set GEMINI_API_KEY or SIGHTLINE_MODEL."
)
_NONE_USABLE = (
    "None of the questions can be used ({}). Copy each excerpt from its passage character by "
    "character, and let each question stand alone."
)


@dataclass(frozen=True)
class Generated:
    """Questions of the model that passed, and how many did not, by the reason in words.

    `to_confirm` are candidates without an answer, which nothing but a reader can confirm.
    `notices` say where the model failed and rules took over. `use` is None without a model.
    """

    questions: tuple[Question, ...]
    to_confirm: tuple[Question, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    use: ModelUse | None = None


def generate_by_model(
    sirs: Sequence[Sir],
    model: LanguageModel | None,
    most: int = 20,
    unanswerable: int = 0,
    progress: Progress | None = None,
) -> Generated:
    """Up to `most` questions of each document; where the model fails, those of the rules.

    `unanswerable` is how many questions without an answer there may be in all. `progress` counts
    passages.

    Raises:
        Cancelled: `progress` asked for it; answers that came before are kept for the next time.
    """
    if model is None:
        return _by_rules(sirs, most, unanswerable)
    chosen = [_chosen(sir, most) for sir in sirs]
    total, done = sum(map(len, chosen)), 0
    share = -(-unanswerable // max(len(sirs), 1))
    parts: list[_OfDocument] = []
    for sir, own in zip(sirs, chosen, strict=True):
        parts.append(_of_document(sir, own, model, share, part(progress, done, total)))
        done += len(own)
    return _together(sirs, parts, most, unanswerable)


@dataclass(frozen=True)
class _OfDocument:
    judged: Judged
    errors: tuple[ModelError, ...]
    use: ModelUse


def _chosen(sir: Sir, most: int) -> list[Passage]:
    return spread(passages(sir), -(-int(most * _SPARE) // OF_EACH))


def _of_document(
    sir: Sir,
    chosen: Sequence[Passage],
    model: LanguageModel,
    without_answer: int,
    progress: Progress | None,
) -> _OfDocument:
    text = Searchable(sir)
    batches = [chosen[at : at + BATCH] for at in range(0, len(chosen), BATCH)]
    share = -(-without_answer // max(len(batches), 1))

    def check(number: int, reply: ProposedQuestions) -> None:
        judged = Judged()
        judged.take(text, batches[number], reply)
        if reply.questions and not judged.questions:
            raise ReplyUnusable(_NONE_USABLE.format("; ".join(judged.dropped)))

    def count(done: int, _: int) -> None:
        if progress:
            progress(min(done * BATCH, len(chosen)), len(chosen))

    task = model.task(STAGE, sir.document)
    requests = [request(batch, share) for batch in batches]
    judged, errors = Judged(), list[ModelError]()
    replies = task.ask_all(requests, ProposedQuestions, check, count)
    for batch, reply in zip(batches, replies, strict=True):
        if isinstance(reply, ModelError):
            errors.append(reply)
        else:
            judged.take(text, batch, reply)
    return _OfDocument(judged, tuple(errors), task.use)


def _together(
    sirs: Sequence[Sir], parts: Sequence[_OfDocument], most: int, unanswerable: int
) -> Generated:
    """All documents together, by rules those for which the model gave no question but an error."""
    failed = [
        sir
        for sir, part in zip(sirs, parts, strict=True)
        if part.errors and not part.judged.questions
    ]
    questions = [question for part in parts for question in spread(part.judged.questions, most)]
    to_confirm = [question for part in parts for question in part.judged.to_confirm]
    dropped = sum((part.judged.dropped for part in parts), Counter[str]())
    errors = [error for part in parts for error in part.errors]
    return Generated(
        distinct([*questions, *generate(failed, most)]),
        distinct(to_confirm)[:unanswerable],
        dict(dropped.most_common()),
        _notices(len(sirs), len(failed), errors),
        reduce(add, (part.use for part in parts)) if parts else None,
    )


def _notices(documents: int, failed: int, errors: Sequence[ModelError]) -> tuple[str, ...]:
    if not errors:
        return ()
    unanswered = f"The language model did not answer {len(errors)} requests: {errors[0]}"
    if not failed:
        return (unanswered,)
    by_rules = f"Rules made the questions of {failed} of {documents} documents in its place."
    return unanswered, by_rules


def _by_rules(sirs: Sequence[Sir], most: int, unanswerable: int) -> Generated:
    questions = generate(sirs, most, unanswerable)
    answered = tuple(question for question in questions if question.answerable)
    to_confirm = tuple(question for question in questions if not question.answerable)
    return Generated(answered, to_confirm, notices=(_NO_MODEL,))
