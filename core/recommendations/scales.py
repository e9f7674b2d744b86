"""The scales on which grades stand, and what a grade says of strength by its scale.

Sources: for GRADE, Guyatt et al., BMJ 2008, 336, 924-926; for AWMF, AWMF-Regelwerk Leitlinien,
version 2.1 (2023), on grading recommendations; for classes, Halperin et al., Circulation 2016,
133, 1426-1428, table 1; for the letters of the U.S. Preventive Services Task Force, its grade
definitions after July 2012.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.recommendations.base import Force, Stated
from core.recommendations.statements import COMBINED, is_expert_consensus
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from core.sir import Sir

AWMF, CLASSES, DOCUMENT, GRADE, TASK_FORCE = "AWMF", "ESC/ACC", "document", "GRADE", "USPSTF"
_LISTS = word_table(__file__)
_GRADE_SCHEME, _AWMF_SCHEME = any_of(_LISTS["grade_scheme"]), whole_words(_LISTS["awmf_scheme"])
_CLASS_LABEL = any_of(_LISTS["class_label"])
_TASK_FORCE = re.compile(r"[ABCDI] (?:recommendation|statement)")
_SPEAKING = re.compile(r"\bUSPSTF (?:recommends|concludes)\b")
_WORDS_OF_GRADE = re.compile(r"strong|weak|conditional", re.IGNORECASE)
_FORCES = [(Force(force), whole_words(words)) for force, words in _LISTS["forces"]]


class Scales:
    """The scales that a document names."""

    def __init__(self, sir: Sir) -> None:
        """Looks through the document for their names once."""
        texts = [node.text for node in sir.nodes]
        self._names_grade = any(map(_GRADE_SCHEME.search, texts))
        self._names_awmf = any(map(_AWMF_SCHEME.search, texts))

    def scheme(self, words: str, value: str, definition: Stated | None) -> str:
        """The scale of a grade by name; `words` are its value with its label."""
        if COMBINED.fullmatch(value) or (self._names_grade and _WORDS_OF_GRADE.match(value)):
            return GRADE
        if self._names_awmf and (value in _LISTS["strengths"][AWMF] or is_expert_consensus(value)):
            return AWMF
        if _TASK_FORCE.fullmatch(value):
            return TASK_FORCE
        if _CLASS_LABEL.match(words) and _name(value) in _LISTS["strengths"][CLASSES]:
            return CLASSES
        return DOCUMENT if definition else ""


def is_of_task_force(value: str, text: str) -> bool:
    """Whether a letter is that of a statement in which the U.S. Task Force speaks."""
    return value in _LISTS["strengths"][TASK_FORCE] and _SPEAKING.search(text) is not None


def strength(scheme: str, value: str, definition: Stated | None, arrow: str) -> Force | None:
    """The strength without its direction, but for classes and letters that advise against."""
    if force := _force_of(value) or (_force_of(definition.words) if definition else None):
        return force
    name = _name(value) if scheme == CLASSES else value[: None if scheme == AWMF else 1]
    force = _LISTS["strengths"].get(scheme, {}).get(name) or _LISTS["arrows"].get(arrow)
    return Force(force) if force else None


def _name(value: str) -> str:
    """A class as in the list of classes, such as "3: harm"."""
    return re.sub(r"\s*:?\s+", ": ", value.casefold(), count=1)


def _force_of(words: str) -> Force | None:
    """The force that words speak of; None if they speak of several."""
    forces = [force for force, pattern in _FORCES if pattern.search(words)]
    return forces[0] if len(forces) == 1 else None
