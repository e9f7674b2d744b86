"""Questions that a document cannot answer, since it does not hold what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.base import Origin, Question
from core.text.content_words import content_words, stem_list, stems_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evaluation.questions.rules.base import Candidate, Known

_FEWEST = 2
"""Content words of a subject; a single one may have a synonym in the document."""


def not_held(
    known: Known, others: Sequence[tuple[Known, Sequence[Candidate]]]
) -> Iterator[Question]:
    """Questions of other documents in the same language, none of whose words the document holds.

    The document may still speak of it in other words: a reader should confirm them.
    """
    held = {stem for node in known.sir.nodes for stem in stems_of(node.text, known.language)}
    for other, found in others:
        if other.language is not known.language:
            continue
        for candidate in found:
            stems = stem_list(content_words(candidate.subject), known.language)
            if len(stems) >= _FEWEST and not held.intersection(stems):
                yield Question(
                    text=candidate.text, documents=(known.sir.document,), origin=Origin.RULES
                )
