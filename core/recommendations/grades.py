"""How strong a recommendation is, on what evidence and with whose consent, as its document says.

Read from statements in the lines around a recommendation, in brackets in its text, and in the
columns of a table; never from how it sounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from core.recommendations.base import Force, Grade, Stated
from core.recommendations.definitions import defined
from core.recommendations.direction import main_verb, speaks_for
from core.recommendations.marks import states_strength
from core.recommendations.scales import AWMF, TASK_FORCE, Scales, is_of_task_force, strength
from core.recommendations.statements import (
    ARROWS,
    BOTH_CELL,
    BOTH_LABEL,
    COMBINED,
    GRAMMARS,
    Sort,
    Statement,
    bracket_statements,
    is_expert_consensus,
    line_statements,
)
from core.recommendations.stating import matched, stated
from core.spans import Span, text_of
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.unit_spans import UnitSpans
    from core.sir import Sir

_LISTS = word_table(__file__)
_ESMO = re.compile(r"\[(?P<evidence>I{1,3}|IV|V),\s?(?P<grade>[A-E])\]")
_ARROWS = re.compile(f"[{ARROWS}]{{1,2}}")
_AGAINST, _FOR = whole_words(_LISTS["against"]), whole_words(_LISTS["for"])
_OPPOSITE = {Force.STRONG_FOR: Force.STRONG_AGAINST, Force.WEAK_FOR: Force.WEAK_AGAINST}


@dataclass(frozen=True, slots=True)
class _Placed:
    """A statement with its places: those of the label and of the value may be two cells."""

    sort: Sort
    spans: tuple[Span, ...]
    value: str
    arrow: str = ""


class Grades:
    """The grades of the recommendations of a document, on the scales that it names or defines."""

    def __init__(self, sir: Sir) -> None:
        """Looks through the document for the names of scales once."""
        self._sir = sir
        self._scales = Scales(sir)

    def grade(self, unit: UnitSpans) -> Grade | None:
        """The strength of a recommendation; None if nothing states one."""
        statements = self._statements(unit, Sort.GRADE)
        if not statements:
            return None
        first, *_ = statements
        words = stated(self._sir, *first.spans)
        definition = defined(self._sir, Sort.GRADE, first.value)
        scheme = self._scales.scheme(words.words, first.value, definition)
        if not scheme and is_of_task_force(first.value, self._text(unit)):
            scheme = TASK_FORCE
        if len({each.value for each in statements}) > 1 and not _are_signs(statements):
            spans = chain.from_iterable(each.spans for each in statements)
            return Grade(stated(self._sir, *spans), scheme, None)
        arrow = next((each.arrow for each in statements if each.arrow), "")
        force = strength(scheme, first.value, definition, arrow) or self._of_modal(
            scheme, unit, first
        )
        force = _directed(force, first.value, arrow, self._text(unit))
        return Grade(words, scheme, force, definition)

    def evidence(self, unit: UnitSpans) -> tuple[Stated | None, Stated | None]:
        """The level of evidence, and where the document says what that level means."""
        statements = self._statements(unit, Sort.EVIDENCE) or self._certainties(unit)
        if not statements:
            return None, None
        first, *_ = statements
        if len({each.value for each in statements}) > 1:
            return stated(self._sir, *chain.from_iterable(each.spans for each in statements)), None
        words = stated(self._sir, *first.spans)
        return words, defined(self._sir, Sort.EVIDENCE, first.value)

    def consensus(self, unit: UnitSpans) -> Stated | None:
        """How many agreed, in the words of the document."""
        statements = self._statements(unit, Sort.CONSENSUS)
        spans = dict.fromkeys(chain.from_iterable(each.spans for each in statements))
        return stated(self._sir, *spans) if spans else None

    def _statements(self, unit: UnitSpans, sort: Sort) -> list[_Placed]:
        """What the columns of a table state, else the lines around the text, else its brackets.

        Lines state a grade and a level once, a text may grade each of its parts.
        """
        if sort is Sort.GRADE and unit.mark and states_strength(text_of(self._sir, unit.mark)):
            return [_Placed(sort, (unit.mark,), text_of(self._sir, unit.mark))]
        if columns := [each for each in _columns(self._sir, unit) if each.sort is sort]:
            return columns[:1]
        lines = [each for each in _around(self._sir, unit) if each.sort is sort]
        if lines and sort is not Sort.CONSENSUS:
            graded = [each for each in lines if not _ARROWS.fullmatch(each.value)]
            signs = [each for each in lines if each not in graded]
            return [*graded[:1], *signs[:1]]
        return lines or [each for each in self._bracketed(unit) if each.sort is sort]

    def _certainties(self, unit: UnitSpans) -> list[_Placed]:
        """The letters of grades such as "1B", which GRADE lets stand for the certainty."""
        return [
            _Placed(Sort.EVIDENCE, (Span(last.node, last.end - 1, last.end),), each.value[-1])
            for each in self._statements(unit, Sort.GRADE)
            if COMBINED.fullmatch(each.value) and (last := each.spans[-1])
        ]

    def _bracketed(self, unit: UnitSpans) -> Iterator[_Placed]:
        for span in unit.text:
            text = text_of(self._sir, span)
            for each, doubtful in bracket_statements(text):
                if not doubtful or defined(self._sir, each.sort, each.value):
                    yield _placed(span, each)
            for pair in _ESMO.finditer(text):
                yield _Placed(Sort.GRADE, (matched(span, pair, "grade"),), pair["grade"])
                yield _Placed(Sort.EVIDENCE, (matched(span, pair, "evidence"),), pair["evidence"])

    def _of_modal(self, scheme: str, unit: UnitSpans, grade: _Placed) -> Force | None:
        """The strength of what experts agreed upon, which in AWMF's guidelines the verb shows."""
        if scheme != AWMF or not is_expert_consensus(grade.value) or unit.is_statement:
            return None
        force = _LISTS["modals"].get(main_verb(self._text(unit)).casefold())
        return Force(force) if force else None

    def _text(self, unit: UnitSpans) -> str:
        return " ".join(text_of(self._sir, span) for span in unit.text)


def _directed(force: Force | None, value: str, arrow: str, text: str) -> Force | None:
    """A strength for or against; None where neither grade nor sign nor main clause tells which."""
    if force in _OPPOSITE.values():
        return None if speaks_for(text) else force
    if force is None or force not in _OPPOSITE:
        return force
    if _AGAINST.search(value):
        is_for: bool | None = False
    elif _FOR.search(value):
        is_for = True
    elif arrow in _LISTS["signs"]:
        is_for = _LISTS["signs"][arrow]
        is_for = None if is_for and speaks_for(text) is False else is_for
    else:
        is_for = speaks_for(text)
    if is_for is None:
        return None
    return force if is_for else _OPPOSITE[force]


def names_side(words: str) -> bool:
    """Whether the words of a grade themselves say that it is for or against something."""
    return bool(_AGAINST.search(words) or _FOR.search(words))


def _are_signs(statements: list[_Placed]) -> bool:
    return all(_ARROWS.fullmatch(each.value) for each in statements[1:])


def _placed(span: Span, statement: Statement) -> _Placed:
    place = Span(span.node, span.start + statement.start, span.start + statement.end)
    sign = statement.value if _ARROWS.fullmatch(statement.value) else statement.arrow
    return _Placed(statement.sort, (place,), statement.value, sign)


def _around(sir: Sir, unit: UnitSpans) -> Iterator[_Placed]:
    """Statements in the lines around a recommendation; label and value may be two cells."""
    lines = (*unit.label, *unit.notes)
    for place, span in enumerate(lines):
        text, at = text_of(sir, span), 0
        if unit.number and unit.number.node == span.node:
            at = unit.number.end - span.start
            name = text[: unit.number.start - span.start].strip()
            yield from (_placed(span, each) for each in line_statements(name))
        yield from (_placed(span, each) for each in line_statements(text, max(at, 0)))
        following = lines[place + 1] if place + 1 < len(lines) else None
        for sort, grammar in GRAMMARS.items():
            if following is None or not (label := grammar.label_of_next(text)):
                continue
            if match := grammar.cell.fullmatch(text_of(sir, following)):
                spans = (matched(span, label), matched(following, match, "value"))
                yield _Placed(sort, spans, match["value"].strip(), _arrow_in(match[0]))


def _columns(sir: Sir, unit: UnitSpans) -> Iterator[_Placed]:
    for heading, cell in unit.columns:
        both = BOTH_CELL.fullmatch(text_of(sir, cell))
        if both and BOTH_LABEL.fullmatch(text_of(sir, heading)):
            for sort in (Sort.GRADE, Sort.EVIDENCE):
                yield _Placed(sort, (heading, matched(cell, both, sort)), both[sort].strip())
            continue
        for sort, grammar in GRAMMARS.items():
            match = grammar.cell.fullmatch(text_of(sir, cell))
            if match and grammar.label.fullmatch(text_of(sir, heading)):
                spans = (heading, matched(cell, match, "value"))
                yield _Placed(sort, spans, match["value"].strip(), _arrow_in(match[0]))


def _arrow_in(text: str) -> str:
    sign = _ARROWS.search(text)
    return sign[0] if sign else ""
