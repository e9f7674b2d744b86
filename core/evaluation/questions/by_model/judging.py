"""Which proposals of a language model are kept, and why others are not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.evaluation.questions.base import Origin, Question
from core.evaluation.questions.letters import letters_of
from core.evaluation.questions.rules.wording import PATTERNS
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.by_model.passages import Passage
    from core.evaluation.questions.by_model.prompt import ProposedQuestion, ProposedQuestions
    from core.evaluation.questions.locating import Located, Searchable
    from core.text.words import Word

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
        for one in reply.questions:
            located = _located(text, batch, one)
            reason = located if isinstance(located, str) else refusal(one.question, one.excerpt)
            if self._is_new(one.question, reason) and not isinstance(located, str):
                self.questions.append(_question(one, located))
        for said in reply.without_answer:
            if self._is_new(said, refusal(said, "")):
                document = text.sir.document
                self.to_confirm.append(
                    Question(text=_flat(said), documents=(document,), origin=Origin.MODEL)
                )

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
    said = _flat(question)
    reasons = {
        "no question on one line": not said.endswith("?") or len(said) > _LONGEST_QUESTION,
        "it does not stand alone": bool(PATTERNS["pointing"].search(said)) or not _telling(said),
        "it repeats the excerpt": bool(excerpt) and _repeats(said, excerpt),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _located(text: Searchable, batch: Sequence[Passage], one: ProposedQuestion) -> Located | str:
    """The excerpt on its lines, or why it cannot be evidence."""
    if not 1 <= one.passage <= len(batch):
        return "no passage has its number"
    size = len(letters_of(one.excerpt).text)
    if size < _SHORTEST_EXCERPT or len(one.excerpt) > _LONGEST_EXCERPT:
        return "the excerpt is too short or too long"
    passage = batch[one.passage - 1]
    found = text.locate(one.excerpt, within=(passage.first, passage.end))
    return found or "the excerpt does not stand in its passage word for word"


def _question(one: ProposedQuestion, located: Located) -> Question:
    return Question(
        text=_flat(one.question),
        evidence=(located.evidence,),
        documents=(located.evidence.document,),
        origin=Origin.MODEL,
        answer=_flat(one.answer),
    )


def _repeats(question: str, excerpt: str) -> bool:
    """Whether a question holds the excerpt, or nearly all that it says."""
    if letters_of(excerpt).text.rstrip(".").casefold() in letters_of(question).text.casefold():
        return True
    said = {word.stem for word in _telling(excerpt)}
    asked = {word.stem for word in _telling(question)}
    return len(said) >= _TELLING and len(said & asked) >= _REPEATED * len(said)


def _telling(text: str) -> list[Word]:
    return [word for word in words(text) if word.text.casefold() not in STOP_WORDS]


def _flat(text: str) -> str:
    """The text on one line, without what cannot be stored."""
    return " ".join(text.encode(errors="ignore").decode().split())
