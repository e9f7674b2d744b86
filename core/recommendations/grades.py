"""How strong a recommendation is, on what evidence and with whose consent, as its document says.

Read from labels ("Grade A", "Empfehlungsgrad A", "strong recommendation"), in the lines around a
recommendation, in brackets at its end, and in the columns of a table; never from how it sounds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.recommendations.base import Force, Grade, Stated
from core.recommendations.definitions import defined
from core.recommendations.stating import matched, stated, text_of
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.recommendations.units import UnitSpans
    from core.sir import Sir
    from core.spans import Span

_LISTS = word_table(__file__)


class _Sort:
    """One sort of statement: its labels with values, values that say it alone, and in brackets."""

    def __init__(self, name: str) -> None:
        label = f"(?P<label>{'|'.join(_LISTS[f'{name}_label'])})"
        value = f"(?P<value>{'|'.join(_LISTS[f'{name}_value'])})"
        alone = "|".join(_LISTS.get(f"{name}_alone", [])) or r"(?!)"
        inline = "|".join(_LISTS.get(f"{name}_inline", [])) or r"(?!)"
        self.labelled = any_of([rf"(?<!\w){label}\s*[:=]?\s*{value}"])
        self.label = any_of([rf"\W*{label}\W*[a-z]?"])
        self.value = any_of([rf"\W*{value}\W*"])
        self.alone = any_of([rf"(?<!\w)(?P<value>{alone})(?!\w)"])
        self.inline = any_of(
            [rf"[(\[](?:[^()\[\]]*[\s,;])?(?P<value>{inline})(?=[^\w-][^()\[\]]*[)\]]|[)\]])"]
        )


_GRADE, _EVIDENCE, _CONSENSUS = (_Sort(name) for name in ("grade", "evidence", "consensus"))
_ESMO = re.compile(r"\[(?P<evidence>I{1,3}|IV|V),\s?(?P<grade>[A-E])\]")
_GRADE_SCHEME, _AWMF_SCHEME = any_of(_LISTS["grade_scheme"]), whole_words(_LISTS["awmf_scheme"])
_AGAINST, _NOT, _PERHAPS_NOT = (
    whole_words(_LISTS[name]) for name in ("against", "not", "perhaps_not")
)
_FORCES = [(Force(force), whole_words(words)) for force, words in _LISTS["forces"]]
_OPPOSITE = {Force.STRONG_FOR: Force.STRONG_AGAINST, Force.WEAK_FOR: Force.WEAK_AGAINST}
_WORDS_OF_GRADE = re.compile(r"strong|weak|conditional|[12][ABCD]", re.IGNORECASE)


class Grades:
    """The grades of the recommendations of a document, on the scales that it names or defines."""

    def __init__(self, sir: Sir) -> None:
        """Looks through the document for the names of scales once."""
        self._sir = sir
        texts = [node.text for node in sir.nodes]
        self._names_grade = any(map(_GRADE_SCHEME.search, texts))
        self._names_awmf = any(map(_AWMF_SCHEME.search, texts))

    def grade(self, unit: UnitSpans) -> Grade | None:
        """The strength of a recommendation; None if no label states one."""
        sir = self._sir
        if (statement := _statement(sir, unit, _GRADE, "grade")) is None:
            return None
        words, value = statement
        definition = defined(sir, _LISTS["grade_section"], _LISTS["grade_label"], value)
        scheme = self._scheme(value, definition)
        force = self._force(value, definition)
        return Grade(words, scheme, _directed(force, value, self._text(unit)), definition)

    def evidence(self, unit: UnitSpans) -> tuple[Stated | None, Stated | None]:
        """The level of evidence, and where the document says what that level means."""
        if (statement := _statement(self._sir, unit, _EVIDENCE, "evidence")) is None:
            return None, None
        words, value = statement
        labels = _LISTS["evidence_label"]
        return words, defined(self._sir, _LISTS["evidence_section"], labels, value)

    def consensus(self, unit: UnitSpans) -> Stated | None:
        """How many agreed, in the words of the document."""
        statement = _statement(self._sir, unit, _CONSENSUS, "consensus")
        return statement[0] if statement else None

    def _scheme(self, value: str, definition: Stated | None) -> str:
        if self._names_grade and _WORDS_OF_GRADE.match(value):
            return "GRADE"
        if self._names_awmf and value in _LISTS["awmf"]:
            return "AWMF"
        return "document" if definition else ""

    def _force(self, value: str, definition: Stated | None) -> Force | None:
        if force := _force_of(value):
            return force
        if force := _force_of(definition.words) if definition else None:
            return force
        return Force(_LISTS["awmf"][value]) if self._scheme(value, definition) == "AWMF" else None

    def _text(self, unit: UnitSpans) -> str:
        return " ".join(text_of(self._sir, span) for span in unit.text)


def _force_of(words: str) -> Force | None:
    return next((force for force, pattern in _FORCES if pattern.search(words)), None)


def _directed(force: Force | None, value: str, text: str) -> Force | None:
    """A strength for or against; None where the text may speak against something unawares."""
    if force is None or force not in _OPPOSITE:
        return force
    if _AGAINST.search(value) or _NOT.search(text):
        return _OPPOSITE[force]
    return None if _PERHAPS_NOT.search(text) else force


def _statement(sir: Sir, unit: UnitSpans, sort: _Sort, name: str) -> tuple[Stated, str] | None:
    """What is stated, label and value, and the value alone."""
    around = (*unit.label, *unit.notes)
    for candidates in (_columns(sir, unit, sort), _labelled(sir, around, sort)):
        if (first := next(candidates, None)) is not None:
            return first
    for span in unit.text:
        text = text_of(sir, span)
        match = sort.inline.search(text) or sort.labelled.search(text, _bracket(text))
        if match is None and name != "consensus" and (pair := _ESMO.search(text)):
            return stated(sir, matched(span, pair, name)), pair[name]
        if match is not None:
            group = "value" if match.re is sort.inline else 0
            return stated(sir, matched(span, match, group)), match["value"].strip()
    return None


def _bracket(text: str) -> int:
    """Where the last bracket of a text opens, if the text ends with it; else its end."""
    ends = text.rstrip(" .").endswith((")", "]"))
    return max(text.rfind("("), text.rfind("[")) if ends else len(text)


def _labelled(sir: Sir, spans: Sequence[Span], sort: _Sort) -> Iterator[tuple[Stated, str]]:
    """Statements in the lines around a recommendation; label and value may be two cells."""
    for place, span in enumerate(spans):
        text = text_of(sir, span)
        if match := sort.labelled.search(text):
            yield stated(sir, matched(span, match)), match["value"].strip()
        following = spans[place + 1] if place + 1 < len(spans) else None
        if following is None or not sort.label.fullmatch(text):
            continue
        if match := sort.value.fullmatch(text_of(sir, following)):
            yield stated(sir, span, matched(following, match, "value")), match["value"].strip()
    for span in spans:
        if match := sort.alone.search(text_of(sir, span)):
            yield stated(sir, matched(span, match)), match["value"].strip()


def _columns(sir: Sir, unit: UnitSpans, sort: _Sort) -> Iterator[tuple[Stated, str]]:
    """Statements in columns of a table, each under its heading."""
    for heading, cell in unit.columns:
        match = sort.value.fullmatch(text_of(sir, cell))
        if match and sort.label.fullmatch(text_of(sir, heading)):
            yield stated(sir, heading, matched(cell, match, "value")), match["value"].strip()
