"""The order of units for a question, and how likely the first one answers it.

Both are weighted sums of named numbers. Their weights, and what they were fitted on or chosen by,
are in `weights.json`; `benchmarks.fitting` fits all of them anew.
"""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.answering.ranking.features import READING, features
from core.answering.ranking.unit_facts import Facts
from core.answering.ranking.word_matches import word_matches
from core.embedding.multilingual import open_multilingual
from core.evidence.quotable_units import Kind
from core.text.language import Language, differ
from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, word_table
from core.text.words import LETTERS_AND_DIGITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from core.answering.query.question_type import Query
    from core.answering.ranking.candidates import Candidate
    from core.evidence.quotable_units import Unit
    from core.retrieval.cross_encoder import Reader
    from core.sir import Sir
    from core.spans import Span

READ = 32
"""Units that are read closely, the first by words and cosine: half a second on two cores."""
_COVERAGE, _COSINE = 0.5, 1.3
"""Weights of the question's words in the unit and of the cosine of its chunk in that choice,
beside 1 for the words of its chunk."""
_LOSS = 1.0
"""Logits that a part may read worse than the whole and still be quoted alone."""
_TURNS = any_of([rf"\W*(?:{'|'.join(word_table(__file__)['turns'])})\b"])
"""How a sentence begins that changes what the one before says."""
_LEANS = any_of(
    [rf"\W*(?:{'|'.join(word_table(__file__)[key])})\b" for key in ("turns", "points_back")]
)
"""How a sentence begins that says little without the one before."""
_LEAST_GIVEN = 0.005
"""What a feature gives to a score that has two digits."""
_PARTS = (5, 2, 2)
"""What the readings of the first units count, where an answer is judged."""
_LEAST_READING = -1.25
"""A lower logit says no more; the reader can be sure and wrong, as of "When?" and "at once"."""
_NEUTRAL = 0.22
"""The cosine of a question and a text, not in English, that tells nothing of whether it answers."""
_MET = 0.36
"""How far rows that answer are at most from the word that they meet least."""
_RIVAL, _NO_RIVAL = 4, 0.0
"""The place of the unit that the best one is compared with; its score where there is none."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score, and the values of its features by name."""

    candidate: Candidate
    score: float
    features: Mapping[str, float]

    @property
    def facts(self) -> Facts:
        """What is known of its unit."""
        return self.candidate.facts


@dataclass(frozen=True)
class Weights:
    """The weights of features by name: `units` within a language, `across` from one to another."""

    units: Mapping[str, float]
    across: Mapping[str, float]
    answered: Mapping[str, float]


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights as they were fitted."""
    stored = json.loads(Path(__file__).with_name("weights.json").read_text("utf-8"))
    return Weights(stored["units"], stored["across"], stored["answered"])


def ranked_units(
    query: Query,
    terms: Mapping[str, float],
    candidates: Sequence[Candidate],
    reader: Reader | None,
) -> list[Ranked]:
    """The most promising candidates, best first.

    `terms` are the content words of the question, each with how much it counts. Without a
    `reader` every text counts as one that reads neither well nor badly (a logit of 0).
    """
    first = sorted(candidates, key=lambda candidate: -_promise(terms, candidate))[:READ]
    if not first:
        return []
    texts = [candidate.facts.unit.searched for candidate in first]
    foreign = [differ(query.language, candidate.facts.language) for candidate in first]
    unread = [candidate.facts.language is not Language.ENGLISH for candidate in first]
    readings = reader.read(query.text, texts) if reader else np.zeros((len(texts), 2), np.float32)
    compared = any(foreign) or any(unread)
    meanings = _meanings(query, texts) if compared else np.zeros(len(texts), np.float32)
    ranked: list[Ranked] = []
    for place, candidate in enumerate(first):
        values = features(query, terms, candidate, *map(float, readings[place]))
        if foreign[place]:
            values |= {"translation": float(meanings[place]), "other_language": 1.0}
        elif unread[place]:
            values["meaning"] = float(meanings[place]) - _NEUTRAL
        ranked.append(Ranked(candidate, score(values, foreign=foreign[place]), values))
    return sorted(ranked, key=lambda unit: -unit.score)


def decisive(
    query: Query,
    terms: Mapping[str, float],
    whole: Ranked,
    parts: Sequence[Unit],
    reader: Reader,
) -> Unit:
    """The part of a unit that answers by itself; the whole where none reads nearly as well.

    Parts are put in order as units are. What the next part takes back or brings up to date does not
    answer by itself, nor does the best one where it speaks of the part before.
    """
    alone = [
        replace(whole.candidate, facts=Facts(part, whole.facts.language))
        for part, after in itertools.zip_longest(parts, parts[1:])
        if after is None or not _TURNS.match(after.text)
    ]
    if not alone:
        return whole.facts.unit
    # Read together with the whole: in int8 a reading differs by up to 0.3 from batch to batch.
    ranked = ranked_units(query, terms, [whole.candidate, *alone], reader)
    again = next((unit for unit in ranked if unit.facts is whole.facts), whole)
    best = next(unit for unit in ranked if unit is not again)
    loss = READING * (again.features["reading"] - best.features["reading"])
    stands = loss <= _LOSS and not _LEANS.match(best.facts.unit.text)
    return best.facts.unit if stands else whole.facts.unit


def with_turns(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans with the sentences behind the last that take back or change what it says."""
    *before, last = spans
    text, end = sir.nodes[last.node].text, last.end
    for start, stop in sentence_spans(text):
        if start >= end:
            if not _TURNS.match(text[start:stop]):
                break
            end = stop
    return (*before, last._replace(end=end))


def _meanings(query: Query, texts: Sequence[str]) -> NDArray[np.float32]:
    """(n,) Cosines of the question and texts that the reader, which knows English, reads badly."""
    encoder = open_multilingual()
    return encoder.encode(texts) @ encoder.encode_query(query.text)


def score(values: Mapping[str, float], *, foreign: bool) -> float:
    """The weighted sum of the features of a unit."""
    fitted = weights().across if foreign else weights().units
    return sum(weight * values.get(name, 0.0) for name, weight in fitted.items())


def contributions(values: Mapping[str, float]) -> dict[str, float]:
    """What each feature of a unit gives to its score, the most first; those near 0 are left out."""
    fitted = weights().across if "other_language" in values else weights().units
    gains = {name: round(fitted.get(name, 0.0) * value, 3) for name, value in values.items()}
    ordered = sorted(gains.items(), key=lambda gain: -abs(gain[1]))
    return {name: value for name, value in ordered if abs(value) >= _LEAST_GIVEN}


def _promise(terms: Mapping[str, float], candidate: Candidate) -> float:
    coverage = candidate.facts.share(terms, candidate.facts.read)
    return _COVERAGE * coverage + candidate.words + _COSINE * candidate.cosine


def signs_of_an_answer(query: Query, ranked: Sequence[Ranked]) -> dict[str, float]:
    """What tells whether a question is answered by the first of ranked units, one at least.

    `lead` is how far it leads the fifth, `unmatched` (0 to 1) how far it is from the word of the
    question that it meets least, `row_of_another` by how much that is too far for a row of a table
    that holds none of the question's words itself, where one row is like the next but for what it
    is about, `joint_reading` the logit of `AnswerLayers` together with those of the next two, and
    `across` whether the languages differ, where no word can be matched and nothing be read; there
    `translation` is the cosine of the question and the first unit. `meaning` is it within one other
    than English, less `_NEUTRAL`.
    """
    best = ranked[0]
    rival = ranked[_RIVAL].score if len(ranked) > _RIVAL else _NO_RIVAL
    across = differ(query.language, best.facts.language)
    unmatched = 0.0 if across else _unmatched(query, best.candidate)
    return {
        "lead": best.score - rival,
        "unmatched": unmatched,
        "row_of_another": max(unmatched - _MET, 0.0) if _may_be_another(best) else 0.0,
        "joint_reading": 0.0 if across else max(_joint_reading(query, ranked), _LEAST_READING),
        "across": float(across),
        "translation": best.features["translation"] if across else 0.0,
        "meaning": 0.0 if across else best.features["meaning"],
    }


def _joint_reading(query: Query, ranked: Sequence[Ranked]) -> float:
    """The readings of the first units in the language of the question, the first counting most.

    One reading alone is noisy; where the first seems to answer and the next ones, which are mostly
    about the same, do not at all, it answers less often.
    """
    same = [unit for unit in ranked if not differ(query.language, unit.facts.language)]
    readings = [unit.features["fitted_reading"] for unit in same[: len(_PARTS)]]
    return float(np.average(readings, weights=_PARTS[: len(readings)]))


def _unmatched(query: Query, best: Candidate) -> float:
    """1 less the closeness of the word that is met least; numbers are looked at elsewhere.

    Words that say nothing on a topic need not be met, as "needed" in "How many doses are needed?",
    where there are others. Where capitals alone make the words of a question names, one has to be
    there as it is.
    """
    if not query.topical and query.names_in_capitals:
        return float(not _holds_name(best.facts.unit, query.names_in_capitals))
    words = unheld_words(query, best)
    if not words:
        return 0.0
    return 1 - float(word_matches(query.text, words, [best.facts.unit.searched]).min())


def unheld_words(query: Query, best: Candidate) -> list[str]:
    """The words of the question that an answer should hold, and the best unit is not read with."""
    sought = filter(str.isalpha, query.topical or query.sought)
    return [word for word in sought if not best.holds(word)]


def _may_be_another(best: Ranked) -> bool:
    """Whether it is a row of a table whose words can be matched, and holds none that is asked."""
    facts = best.facts
    is_row = facts.unit.kind is Kind.ROW and facts.language is not Language.GERMAN
    return is_row and best.features["own_coverage"] == 0


def _holds_name(unit: Unit, names: Sequence[str]) -> bool:
    return not set(names).isdisjoint(LETTERS_AND_DIGITS.findall(unit.searched))


def probability(signs: Mapping[str, float]) -> float:
    """How likely the first unit answers the question, 0 to 1."""
    fitted = weights().answered
    total = fitted["bias"] + sum(fitted.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def lowered(likely: float, logits: float) -> float:
    """A probability of which the logit is so much lower."""
    return likely / (likely + (1 - likely) * math.exp(logits))
