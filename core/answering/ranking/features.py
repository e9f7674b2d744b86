"""How a unit answers a question, in named numbers: what the order of units is learned from."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.answering.query.population import People
from core.answering.query.question_type import ANY
from core.answering.ranking.feature_labels import FEATURES
from core.answering.ranking.number_matches import Amounts, Meeting
from core.evidence.quotable_units import NUMBERED, Kind, Unit
from core.text.content_words import stem_list
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from core.answering.query.question_type import Asked
    from core.text.language import Language

_RATIONALE = re.compile(
    r"\b(?:rationale|why the (?:committee|panel|group)|(?:committee|panel|guideline group)(?:'s)?"
    r" (?:discuss|agree|note|conclu|highlight|felt|recogni[sz]e|acknowledge|decided|consider)\w*"
    r"|(?:might|may|will) affect (?:practice|services)|recommendations? for research|begründung"
    r"|impact of the recommendations?|forschungsbedarf|leitliniengruppe)\b",
    re.IGNORECASE,
)
"""Why something is recommended, not what."""
_BACKGROUND = re.compile(
    r"\b(?:background|discussion|introduction|context|update information|finding more|methods?"
    r"|acknowledge?ments?|committee members|hintergrund|einleitung|foreword|vorwort)\b",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"\b(?:offer|consider|advise|ensure|refer|do not|should|must|shall"
    r"|may not|recommend\w*|soll|sollen|sollte\w*|muss|müssen|darf|dürfen|wird empfohlen)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\b(?:see|refer to|go to|are in|is in|described in|siehe|vgl\.)\s(?:\S+\s){0,9}?"
    r"(?:section|chapter|table|figure|appendix|annex|box|page|review|rationale|abschnitt|kapitel"
    r"|tabelle|abbildung|anhang|seite)|^\W*(?:recommendations?|empfehlung\w*)\s[\d.,\sandtoundbis]+$",
    re.IGNORECASE,
)
"""A sentence that says where something stands, in English or German."""
_POINTER_UP_TO = 200
"""Characters of a text that says nothing else."""
_TERMS = re.compile(
    r"\b(?:terms|definitions?|glossary|abbreviations?|acronyms|begriff\w*|glossar|abkürzung\w*)\b",
    re.IGNORECASE,
)
_BEGINNING = 70
"""Characters in which a definition names what it defines."""


@dataclass(frozen=True)
class Facts:
    """What a unit is and names, whatever is asked; made once for a unit."""

    unit: Unit
    language: Language

    @cached_property
    def own(self) -> frozenset[int]:
        """Stems of its text."""
        return frozenset(self._stems(self.unit.text))

    @cached_property
    def read(self) -> frozenset[int]:
        """Stems of its text, its context and the headings above it."""
        above = " ".join((*self.unit.path[-2:], self.unit.context))
        return self.own | frozenset(self._stems(above))

    @cached_property
    def beginning(self) -> frozenset[int]:
        """Stems of its first words."""
        return frozenset(self._stems(self.unit.text[:_BEGINNING]))

    @cached_property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """Pairs of stems that follow each other."""
        return frozenset(itertools.pairwise(self._stems(self.unit.searched)))

    @cached_property
    def amounts(self) -> Amounts:
        """The numbers of its text; those of a row cell by cell."""
        return Amounts.of(self.unit.text.split("\t"), self.language)

    @cached_property
    def around(self) -> Amounts:
        """The numbers of its context and of the heading above it."""
        parts = (*self.unit.context.split("\n"), *self.unit.path[-1:])
        return Amounts.of(parts, self.language)

    @cached_property
    def people(self) -> People:
        """Whom it is about: by its own words, else by its context, else by the headings above."""
        unit = self.unit
        places = (unit.text, unit.context, unit.path[-1] if unit.path else "")
        named = [People.of(text) for text in places]
        ages = next((one.ages for one in named if one.ages), ())
        wide = People.of("\n".join((unit.text, *unit.path[-3:], unit.context)))
        return People(ages, wide.pregnant)

    def only_repeats(self, words: Sequence[str]) -> bool:
        """Whether its text has no word that is not among these."""
        return self.own <= frozenset(stem_list(words, self.language))

    def holds(self, word: str) -> bool:
        """Whether it is read with a word."""
        return all(stem in self.read for stem in stem_list([word], self.language))

    def _stems(self, text: str) -> list[int]:
        return stem_list(word_list(text), self.language)


@dataclass(frozen=True, slots=True)
class Closeness:
    """What was measured of a unit: two readings of it, and the cosine and words of its chunk.

    `reading` and `fitted_reading` are the two logits of `core.retrieval.cross_encoder`.
    """

    reading: float
    fitted_reading: float
    cosine: float
    words: float


def features(
    asked: Asked, weights: Mapping[str, float], facts: Facts, near: Closeness
) -> dict[str, float]:
    """The numbers of `FEATURES`, by name, most of them 0 to 1.

    `weights` are the content words of the question, each with how much it counts.
    """
    unit = facts.unit
    stems = {word: stem_list([word], facts.language) for word in weights}
    total = sum(weights.values()) or 1.0

    def share(held: Collection[int]) -> float:
        return sum(w for word, w in weights.items() if all(s in held for s in stems[word])) / total

    said = [stem for word in asked.words for stem in stem_list([word], facts.language)]
    pairs = set(itertools.pairwise(said))
    heading = unit.path[-1] if unit.path else ""
    above = " ".join(unit.path[-3:])
    people = facts.people.fits(asked.people)
    beginning = share(facts.beginning)
    found = dict.fromkeys(FEATURES, 0.0)
    found |= {
        "reading": near.reading / 10,
        "reading_squared": (max(near.reading, 0.0) / 10) ** 2,
        "fitted_reading": near.fitted_reading,
        "cosine": near.cosine,
        "words": near.words,
        "coverage": share(facts.read),
        "own_coverage": share(facts.own),
        "beginning": beginning,
        "pairs": len(pairs & facts.pairs) / max(len(pairs), 1),
        "rationale": float(bool(_RATIONALE.search(f"{above}\n{unit.text[:150]}"))),
        "background": float(bool(_BACKGROUND.search(above))),
        "recommendation": float(not asked.defines and _recommends(unit)),
        "directive": float(bool(_DIRECTIVE.search(unit.text))),
        "pointer": float(len(unit.text) < _POINTER_UP_TO and bool(_POINTER.search(unit.text))),
        "short": float(len(unit.text) < 40),
        "long": math.log(max(len(unit.text), 1) / 200),
        "same_people": float(people > 0),
        "other_people": float(people < 0),
        "unasked_people": float(
            not asked.people.ages and any(high < 216 for _, high in facts.people.ages)
        ),
        "birth": float(asked.people.pregnant and facts.people.pregnant),
        "unasked_birth": float(facts.people.pregnant and not asked.people.pregnant),
    }
    if unit.kind is not Kind.PARAGRAPH:
        found[unit.kind.value] = 1.0
    found |= _numbers(asked, facts)
    if asked.defines:
        found["defines"] = beginning
        found["glossary"] = float(bool(_TERMS.search(heading) or _TERMS.search(unit.context)))
    return found


def _recommends(unit: Unit) -> bool:
    """Whether it is a numbered recommendation, or what one introduces."""
    return bool(NUMBERED.search(unit.text) or NUMBERED.search(unit.context))


def _numbers(asked: Asked, facts: Facts) -> dict[str, float]:
    """How the numbers of a unit meet those that the question names and asks for."""
    found: dict[str, float] = {}
    if asked.dimensions:
        named = {value for one in asked.numbers for value in one.scaled}
        fresh = [one for one in facts.amounts.numbers if not one.scaled & named]
        fits = any(ANY in asked.dimensions or one.dimension in asked.dimensions for one in fresh)
        found = {"amount": float(fits), "no_amount": float(not fits)}
    numbers = [number for number in asked.numbers if not number.calendar]
    meetings = [(facts.amounts.meet(number), facts.around.meet(number)) for number in numbers]

    def share(meeting: Meeting) -> float:
        return sum(meeting in both for both in meetings) / max(len(numbers), 1)

    labels = [
        number.dimension.endswith(" number") and own in (Meeting.OTHER, Meeting.OUTSIDE)
        for number, (own, _) in zip(numbers, meetings, strict=True)
    ]
    outside = sum(
        own is Meeting.OUTSIDE and around not in (Meeting.EQUAL, Meeting.INSIDE)
        for own, around in meetings
    )
    return found | {
        "same_number": share(Meeting.EQUAL),
        "in_interval": share(Meeting.INSIDE),
        "off_interval": outside / max(len(numbers), 1),
        "other_label": float(any(labels)),
    }
