"""A candidate question, and what the rules know of a document."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from core.evaluation.questions.base import Evidence, Origin, Question
from core.evaluation.questions.locating import evidence_of_spans
from core.evaluation.questions.rules.wording import PATTERNS
from core.sir import HEADINGS, Sir
from core.spans import Span

_ACRONYM = 5
"""Letters of an acronym at the most, where a title in capitals does not show what is one."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INSIDE = re.compile(r"(?<=[^\W\d_,] )[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question in words, its evidence, and the node that it was made of.

    `subject` is what it is about, in words that stand alone; empty where nothing says that.
    """

    text: str
    evidence: Evidence
    node: int
    subject: str = ""

    @property
    def question(self) -> Question:
        """The question, asked of its document."""
        return Question(
            text=self.text,
            evidence=(self.evidence,),
            documents=(self.evidence.document,),
            origin=Origin.RULES,
        )


def title_of(text: str) -> str:
    """A heading on one line, without its number."""
    line = " ".join(text.split())
    return PATTERNS["heading number"].sub("", line) or line


class DocumentWords:
    """A document with its language, and how it writes its words."""

    def __init__(self, sir: Sir) -> None:
        self.sir = sir
        self.language = sir.language
        texts = (node.text for node in sir.nodes[: sir.flow] if node.type not in HEADINGS)
        self._count = Counter(word for text in texts for word in _INSIDE.findall(text))

    def in_sentence(self, title: str) -> str:
        """A title as it would stand inside a sentence.

        Its first word is written in lower case unless the document writes it otherwise inside of
        sentences, or it begins a name of several words. Others are if the document does so more
        often than not, those of a title in capitals if it ever does, or if they are too long for
        an acronym.
        """
        if title.isupper():
            return _WORD.sub(lambda match: self._lowered(match.group()), title)
        lowered = _WORD.sub(lambda match: self._usual(match.group(), match.start() == 0), title)
        is_name = len(lowered.split()) > 1 and lowered.split()[1].istitle()
        return title[0] + lowered[1:] if is_name else lowered

    def occurrences(self, word: str) -> int:
        """How often a word stands in a text, not at its beginning."""
        return self._count[word]

    def evidence(self, *spans: Span) -> Evidence | None:
        """The words of spans; see `evidence_of_spans`."""
        return evidence_of_spans(self.sir, spans)

    def whole(self, *nodes: int) -> Evidence | None:
        """All words of nodes."""
        return self.evidence(*(Span(node, 0, len(self.sir.nodes[node].text)) for node in nodes))

    def _usual(self, word: str, first: bool) -> str:
        lower = word.lower()
        if len(word) == 1 or not word[0].isupper() or not word[1:].islower():
            return word
        is_known = first or self._count[lower] > 0
        return lower if is_known and self._count[lower] >= self._count[word] else word

    def _lowered(self, word: str) -> str:
        is_name = len(word) <= _ACRONYM or self._count[word]
        return word if is_name and not self._count[word.lower()] else word.lower()
