"""What is searched for a question: after a conversation, and in the languages of the documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.answering.query.rewording_check import alike, keeps
from core.errors import ModelError, ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.text.hyphens import plain_hyphens
from core.text.language import Language, differ, language_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.answering.base import Exchange
    from core.llm.model import Task

_LONGEST = 400
"""Characters of a query."""
_REMEMBERED = 6
"""Exchanges of the conversation that are looked at, the last ones."""
_ANSWER_UP_TO = 1200
"""Characters of an earlier answer that are looked at."""

_CHANGED = (
    "The language model changed a number, a stage, a name or a negation of the question in its "
    "wording for the search. That wording was left out."
)

_INSTRUCTIONS = f"""\
You prepare a question for a search in documents. You do not answer it.

{DATA_RULE}

- "question": the last question, so that it can be understood without the conversation: put what \
pronouns and omissions stand for in its place. Keep its language, its words, its numbers and its \
negations. If it stands by itself, give it as it is.
- "english" and "german": the same question in that language, with the terms that a professional \
document would use; an empty text for a language that is not asked for.
"""


class SearchWording(BaseModel):
    """A question as it is searched, by a model, unchecked."""

    question: str = Field(description="The question by itself, in its own language.")
    english: str = Field(default="", description="The question in English, if asked for.")
    german: str = Field(default="", description="The question in German, if asked for.")


@dataclass(frozen=True, slots=True)
class Queries:
    """The question by itself, and its translations; `notice` says why there may be none.

    `parts` are the questions that are asked in one, each in words of its own.
    """

    question: str
    translations: tuple[str, ...] = ()
    notice: str = ""
    parts: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Everything to be searched, each once."""
        return tuple(dict.fromkeys((self.question, *self.parts, *self.translations)))


def queries(
    task: Task,
    question: str,
    conversation: Sequence[Exchange],
    documents: Collection[Language],
    by_rules: str = "",
) -> Queries:
    """What to search. The model is asked only where the question does not do as it is.

    `documents` are the languages of the documents. `by_rules` is the question as rules understand
    it, else as it is: it is searched where the model is not asked, fails, or changes the question.
    """
    asked, plain = language_of(question), by_rules or question
    foreign = [name for name in (Language.ENGLISH, Language.GERMAN) if name in documents]
    foreign = [name for name in foreign if differ(asked, name)]
    if not conversation and not foreign:
        return Queries(plain)
    text = _prompt(question, conversation, foreign)
    try:
        reply = task.ask(user_says(_INSTRUCTIONS, text), SearchWording, _check)
    except ModelError as error:
        how = "as it is" if plain == question else "as rules understand it"
        return Queries(plain, notice=f"The question was searched {how}: {error}")
    reworded = _plain(reply.question)
    faithful = not conversation or keeps(question, reworded, conversation, plain)
    use = bool(conversation) and faithful
    wording = {Language.ENGLISH: _plain(reply.english), Language.GERMAN: _plain(reply.german)}
    offered = [wording[name] for name in foreign if wording[name]]
    translations = tuple(text for text in offered if alike(reworded if use else question, text))
    changed = not faithful or len(translations) < len(offered)
    return Queries(reworded if use else plain, translations, _CHANGED if changed else "")


def _prompt(question: str, conversation: Sequence[Exchange], foreign: Sequence[Language]) -> str:
    parts: list[str] = []
    for number, exchange in enumerate(conversation[-_REMEMBERED:], 1):
        parts.append(fenced(exchange.question, f"question {number}"))
        parts.append(fenced(exchange.answer[:_ANSWER_UP_TO], f"answer {number}"))
    parts.append(fenced(question, "last question"))
    names = " and ".join(f'"{name}"' for name in foreign) or "none"
    parts.append(f"Translations asked for: {names}.")
    return "\n\n".join(parts)


def _plain(text: str) -> str:
    return plain_hyphens(text).strip()


def _check(wording: SearchWording) -> None:
    """Refuse what is no question of one line.

    Raises:
        ReplyUnusable: it is empty, too long, or has several lines.
    """
    if not wording.question.strip():
        raise ReplyUnusable('"question" is empty.')
    for text in (wording.question, wording.english, wording.german):
        if len(text) > _LONGEST or "\n" in text.strip():
            raise ReplyUnusable(f"A query has one line of at most {_LONGEST} characters.")
