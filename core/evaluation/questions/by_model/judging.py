"""Which proposals of a language model are kept, and why others are not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.evaluation.questions.base import Evidence, Origin, Question
from core.evaluation.questions.letter_forms import letters_of
from core.evaluation.questions.rules.wording import PATTERNS
from core.text.one_line import on_one_line
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.by_model.passages import Passage
    from core.evaluation.questions.by_model.prompt import ProposedQuestion, ProposedQuestions
    from core.evaluation.questions.locating import Searchable

_LONGEST_QUESTION, _LONGEST_EXCERPT = 300, 1200
_SHORTEST_EXCERPT = 12
"""Letters; fewer are found anywhere."""
_REPEATED = 0.8
"""Share of the telling words of an excerpt from which on a question repeats it."""
_TELLING = 5
"""Telling words that an excerpt must have for that share to say something."""


@dataclass
class Judged:
    """Proposals that passed so far, of one document, and how many did not, by the reason."""

    questions: list[Question] = field(default_factory=list)
    to_confirm: list[Question] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    _asked: set[frozenset[str]] = field(default_factory=set)

    def take(self, text: Searchable, batch: Sequence[Passage], reply: ProposedQuestions) -> None:
        """Adds what of a reply can be used; passages are numbered from 1."""
        for proposed in reply.questions:
            evidence, reason = _evidence(text, batch, proposed)
            reason = reason or refusal(proposed.question, proposed.excerpt)
            if self._is_new(proposed.question, reason) and evidence:
                self.questions.append(
                    Question(
                        text=on_one_line(proposed.question),
                        evidence=(evidence,),
                        documents=(evidence.document,),
                        origin=Origin.MODEL,
                        answer=on_one_line(proposed.answer),
                    )
                )
        documents = (text.sir.document,)
        for asked in reply.without_answer:
            if self._is_new(asked, refusal(asked, "")):
                question = Question(
                    text=on_one_line(asked), documents=documents, origin=Origin.MODEL
                )
                self.to_confirm.append(question)

    def _is_new(self, question: str, reason: str) -> bool:
        """Whether a question passes; counts the reason if it does not."""
        key = frozenset(word.stem for word in words(question))
        reason = reason or ("asked already" if key in self._asked else "")
        if reason:
            self.dropped[reason] += 1
        else:
            self._asked.add(key)
        return not reason


def refusal(question: str, excerpt: str) -> str:
    """Why a question cannot be used, whose excerpt was found; empty if it can."""
    asked = on_one_line(question)
    if not asked.endswith("?") or len(asked) > _LONGEST_QUESTION:
        return "no question on one line"
    if PATTERNS["pointing"].search(asked) or not _telling_words(asked):
        return "it does not stand alone"
    return "it repeats the excerpt" if excerpt and _repeats(asked, excerpt) else ""


def _evidence(
    text: Searchable, batch: Sequence[Passage], proposed: ProposedQuestion
) -> tuple[Evidence | None, str]:
    """The excerpt on its lines, or why it cannot be evidence."""
    if not 1 <= proposed.passage <= len(batch):
        return None, "no passage has its number"
    size = len(letters_of(proposed.excerpt).text)
    if size < _SHORTEST_EXCERPT or len(proposed.excerpt) > _LONGEST_EXCERPT:
        return None, "the excerpt is too short or too long"
    passage = batch[proposed.passage - 1]
    located = text.locate(proposed.excerpt, within=(passage.first, passage.end))
    if located is None:
        return None, "the excerpt does not stand in its passage word for word"
    return located.evidence, ""


def _repeats(question: str, excerpt: str) -> bool:
    if letters_of(excerpt).text.rstrip(".").casefold() in letters_of(question).text.casefold():
        return True
    told, asked = _telling_words(excerpt), _telling_words(question)
    return len(told) >= _TELLING and len(told & asked) >= _REPEATED * len(told)


def _telling_words(text: str) -> set[str]:
    return {word.stem for word in words(text) if word.text.casefold() not in STOP_WORDS}
