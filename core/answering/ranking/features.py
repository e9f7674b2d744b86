"""How a unit answers a question, in named numbers: what the order of units is learned from."""

from __future__ import annotations

import itertools
import math
import re
from typing import TYPE_CHECKING

from core.answering.query.question_type import ANY, FINITE_VERB
from core.answering.ranking.number_matches import Meeting
from core.answering.ranking.other_labels import is_about_another
from core.evidence.quotable_units import NUMBERED, Kind
from core.quantities.extraction import sure_quantities
from core.quantities.quantity import OUTLINE
from core.text.content_words import stem_list
from core.text.language import language_of
from core.text.sentences import sentence_spans
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.answering.query.question_type import Query
    from core.answering.ranking.candidates import Candidate
    from core.answering.ranking.unit_facts import Facts
    from core.evidence.quotable_units import Unit

_LISTS = word_table(__file__)
FEATURES: dict[str, str] = _LISTS["labels"]
"""The features within one language by name, each with what it means in words for people."""
ACROSS: dict[str, str] = _LISTS["across"]
"""Those that stand for what cannot be compared from one language to another."""

READING = 10
"""Logits of the first reading that make its feature 1."""

_RATIONALE = whole_words(_LISTS["rationale"])
"""Why something is recommended, not what."""
_BACKGROUND = whole_words(_LISTS["background"])
_GLOSSARY = whole_words(_LISTS["glossary"])
_POINTER = re.compile(
    r"\b(?:see|refer to|go to|are in|is in|described in|siehe|vgl\.)\s(?:\S+\s){0,9}?"
    r"(?:section|chapter|table|figure|appendix|annex|box|page|review|rationale|abschnitt|kapitel"
    r"|tabelle|abbildung|anhang|seite)"
    r"|^\W*(?:recommendations?|empfehlung\w*)\s[\d.,\sandtoundbis]+$",
    re.IGNORECASE,
)
"""A text that says where something stands, in English or German."""
_NAMES_A_TABLE = re.compile(
    r"^\W*(?:table|tabelle)\s[\d.-]+:?\s(?P<what>(?!.*\b(?:that|dass)\b)\D{1,80})$", re.IGNORECASE
)
"""A text that may only say which table it is."""
_POINTER_UP_TO = 200
"""Characters of a text that says nothing else."""
_GROWN_UP = 216
"""Months."""


def features(
    query: Query,
    terms: Mapping[str, float],
    candidate: Candidate,
    reading: float,
    fitted_reading: float,
) -> dict[str, float]:
    """The numbers of `FEATURES`, by name, most of them 0 to 1.

    `terms` are the content words of the question, each with how much it counts. The readings are
    the two logits of `core.retrieval.cross_encoder`.
    """
    facts = candidate.facts
    measured = {
        "reading": reading / READING,
        "reading_squared": (max(reading, 0.0) / READING) ** 2,
        "fitted_reading": fitted_reading,
        "cosine": candidate.cosine,
        "words": candidate.words,
        "subject": candidate.subject.score,
    }
    parts = (
        measured,
        _wording(query, terms, facts),
        _kind(query, facts.unit),
        _people(query, facts),
        _amounts(query, facts),
        _numbers(query, facts),
    )
    return dict.fromkeys(FEATURES, 0.0) | {
        name: float(value) for part in parts for name, value in part.items()
    }


def _wording(query: Query, terms: Mapping[str, float], facts: Facts) -> dict[str, float]:
    """How the words of the question stand in the unit."""
    pairs = set(itertools.pairwise(stem_list(query.words, facts.language)))
    beginning = facts.share(terms, facts.beginning)
    return {
        "coverage": facts.share(terms, facts.read),
        "own_coverage": facts.share(terms, facts.own),
        "beginning": beginning,
        "pairs": len(pairs & facts.pairs) / max(len(pairs), 1),
        "defines": beginning * query.defines,
    }


def _kind(query: Query, unit: Unit) -> dict[str, float]:
    """What sort of text the unit is."""
    above = " ".join(unit.path[-3:])
    introduced = _matches(_GLOSSARY, unit.heading) or _matches(_GLOSSARY, unit.context)
    recommends = _matches(NUMBERED, unit.text) or _matches(NUMBERED, unit.context)
    kind = {} if unit.kind is Kind.PARAGRAPH else {unit.kind.value: 1.0}
    return kind | {
        "rationale": _matches(_RATIONALE, f"{above}\n{unit.text[:150]}"),
        "background": _matches(_BACKGROUND, above),
        "recommendation": not query.defines and recommends,
        "pointer": _points_elsewhere(unit),
        "long": math.log(max(len(unit.text), 1) / 200),
        "glossary": query.defines and introduced,
    }


def _points_elsewhere(unit: Unit) -> bool:
    """Whether a unit says where something stands, or introduces what is not quoted with it."""
    text, is_short = unit.text, len(unit.text) < _POINTER_UP_TO
    if text.endswith(":") and not unit.introduced:
        return is_short or len(sentence_spans(text)) == 1
    return is_short and (_matches(_POINTER, text) or _only_names_a_table(text))


def _only_names_a_table(text: str) -> bool:
    """Whether a text says which table it is, and nothing that an answer could be."""
    named = _NAMES_A_TABLE.match(text)
    if named is None or _matches(FINITE_VERB, text):
        return False
    return not sure_quantities(named["what"], language_of(text))


def _matches(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _people(query: Query, facts: Facts) -> dict[str, float]:
    """Whether the unit is about the people asked about."""
    asked, people = query.people, facts.people
    fits = people.fits(asked)
    of_children = any(high < _GROWN_UP for _, high in people.ages)
    return {
        "same_people": fits > 0,
        "other_people": fits < 0,
        "unasked_people": not asked.ages and of_children,
        "birth": asked.pregnant and people.pregnant,
        "unasked_birth": people.pregnant and not asked.pregnant,
    }


def _amounts(query: Query, facts: Facts) -> dict[str, float]:
    """Whether the unit names an amount of the kind asked for; nothing where none is."""
    if not query.dimensions:
        return {}
    named = {value for number in query.numbers for value in number.scaled}
    fits = any(
        number.unit != OUTLINE  # as that of the recommendation itself
        and not number.scaled & named
        and (ANY in query.dimensions or number.dimension in query.dimensions)
        for number in facts.amounts.numbers
    )
    return {"amount": fits, "no_amount": not fits}


def _numbers(query: Query, facts: Facts) -> dict[str, float]:
    """How the numbers of the question meet those of the unit: shares of them, 0 to 1."""
    numbers = [number for number in query.numbers if not number.calendar]
    meetings = [facts.meet(number) for number in numbers]
    count = max(len(numbers), 1)
    outside = sum(
        own is Meeting.OUTSIDE and around not in (Meeting.EQUAL, Meeting.INSIDE)
        for own, around in meetings
    )
    return {
        "same_number": sum(Meeting.EQUAL in both for both in meetings) / count,
        "in_interval": sum(Meeting.INSIDE in both for both in meetings) / count,
        "off_interval": outside / count,
        "other_label": is_about_another(query, facts),
    }
