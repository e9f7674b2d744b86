"""Fits what puts units in order and judges an answer: `weights.json`, `cross_encoder_head.npy`.

    python -m benchmarks.fitting

It is run by hand, on half of the questions of `ohr` (by a hash of their ids) and on `mmdocir`:
26 reports, manuals, papers and brochures, 188 and 118 questions. Clinical guidelines, on which
answers are judged, are not among them. There are too few questions for thirty weights, so each is
drawn towards what was expected of it before (`EXPECTED`), and none may take the other sign.

- *head*: what the cross-encoder holds of a question and a text at its end, turned into a logit by
  logistic regression, with the units that hold gold lines against those that seem best of the
  others. What follows is fitted with the logits of heads that were fitted on other documents.
- *units*: the softmax of the scores of a question's units should lie on those that hold gold lines
  (Xia et al. 2008, "Listwise approach to learning to rank").
- *answered*: whether the first unit is right, by logistic regression over the same questions, those
  without an answer, the same ones with all right units taken away, and near misses: questions in
  which a word that their evidence holds is replaced by one of another question.
- *across*: as *units*, without what needs a common language, and with the cosine of an encoder
  across languages. No question was at hand to fit it.
"""

from __future__ import annotations

import json
import os
import random
import sys
from dataclasses import dataclass, replace
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

from core.answering.ranking import unit_ranking
from core.answering.ranking.features import FEATURES
from core.answering.ranking.unit_ranking import Ranked, signs_of_an_answer
from core.configuration import Configuration
from core.evaluation.metrics.attribution import line_recall
from core.geometry import coverage, from_points
from core.retrieval import cross_encoder
from core.retrieval.cross_encoder import open_cross_encoder
from core.settings import load_settings
from core.spans import located
from core.text.word_tables import word_table
from core.text.words import LETTERS
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.answering.extractive import UnitRanking
    from core.geometry import BoundingBox

    Vector = NDArray[np.float64]

_TABLE = word_table(__file__)
EXPECTED: dict[str, float] = _TABLE["expected"]
"""What was expected of a feature before anything was fitted; nothing of the others. `subject` stays
as it is: each question is asked of one document here."""
_EITHER_SIGN, _MUST_NOT = _TABLE["either_sign"], _TABLE["must_not"]
_HOLD = 0.1
"""How strongly a weight is drawn towards what was expected of it."""
_SMALLEST_SPREAD = 0.3
"""Spread of a feature below which it counts as rare, and keeps what was expected of it."""
FITTED_ON = (
    "head, units and answered: half of the questions of ohr by a hash of their ids, and mmdocir; "
    "answered also near misses made of them; subject: nothing; "
    "across: nothing. Run python -m benchmarks.fitting to make this file."
)
_SIGNS = ("lead", "unmatched", "strange_number", "fitted_reading")
_UNMATCHED = _SIGNS.index("unmatched")
_NEAR_MISS_WEIGHT = 0.75
_NEAR_MISSES = 0.3
"""Share of the questions of which a near miss is made."""
_SEED = 3
_IN_GOLD = 0.5


_FITTED = list(FEATURES).index("fitted_reading")
_FOLDS = 5
_HARDEST = 5
"""Units that seem best, which a head learns from beside those that are right."""
_HEAD_HOLD = 0.2
"""How strongly the weights of the head are drawn to 0, its inputs having a spread of 1."""


@dataclass(frozen=True)
class Case:
    """A question that was looked at: its units with features (n, features), and which are right.

    `states` (n, 384) is what the cross-encoder holds of them.
    """

    path: Path
    ranking: UnitRanking
    states: NDArray[np.float32]
    values: Vector
    right: NDArray[np.bool_]
    weight: float
    near_miss: bool = False


def main() -> None:
    """Fits, says how often the first unit is right, and writes the weights."""
    data = Path(os.environ["SIGHTLINE_DATA"])
    bench = Workbench(load_settings())
    cases = [*_ohr_cases(bench, data / "ohr"), *_mmdocir_cases(bench, data / "mmdocir")]
    near_misses = list(_near_misses(bench, cases))
    head = fitted_head(cases)
    cases, near_misses = _read_by_others(cases, near_misses)
    units = fitted_units(cases)
    first = [float(case.right[np.argmax(case.values @ units)]) for case in cases if any(case.right)]
    named = dict(zip(FEATURES, map(_short, units), strict=True))
    across = {name: value for name, value in named.items() if name not in _TABLE["common_language"]}
    stored = {
        "fitted_on": FITTED_ON,
        "units": named,
        "across": across | _TABLE["across"],
        "answered": fitted_answered([*cases, *near_misses], units),
    }
    np.save(cross_encoder.HEAD, head.astype(np.float32))
    path = Path(unit_ranking.__file__).with_name("weights.json")
    path.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    sys.stdout.write(f"{len(cases)} questions, first unit right in {np.mean(first):.3f}\n")


def _short(value: float) -> float:
    return round(float(value), 3)


def _ohr_cases(bench: Workbench, folder: Path) -> Iterator[Case]:
    for entry in json.loads((folder / "gold_line_boxes.json").read_text("utf-8")):
        if not entry["lines"] or int(md5(entry["ID"].encode()).hexdigest(), 16) % 2:
            continue
        size = entry["page_w"], entry["page_h"]
        gold = [from_points(entry["page"] + 1, line, *size) for line in entry["lines"]]

        def is_right(lines: Sequence[BoundingBox], gold: Sequence[BoundingBox] = gold) -> bool:
            return any(line_recall([line], lines) for line in gold)

        path = folder / "pdfs" / f"{entry['doc']}.pdf"
        yield _case(bench, path, entry["question"], is_right, 0.7)


def _mmdocir_cases(bench: Workbench, folder: Path) -> Iterator[Case]:
    for entry in json.loads((folder / "questions.json").read_text("utf-8")):
        gold = [from_points(box["page"], box["bbox"], *box["page_size"]) for box in entry["boxes"]]

        def is_right(lines: Sequence[BoundingBox], gold: Sequence[BoundingBox] = gold) -> bool:
            return any(
                line.page == box.page and coverage(line.edges, box.edges) >= _IN_GOLD
                for line in lines
                for box in gold
            )

        yield _case(bench, folder / "pdfs" / entry["document"], entry["question"], is_right, 1.0)


def _case(
    bench: Workbench,
    path: Path,
    question: str,
    is_right: Callable[[Sequence[BoundingBox]], bool],
    weight: float,
) -> Case:
    record = bench.documents.add(path, path.name, by_model=False)
    ranking = bench.answers.rank_units(question, Configuration.default(), [record.sha])
    rows = [[unit.features[name] for name in FEATURES] for unit in ranking.ranked]
    right: list[bool] = []
    for unit in ranking.ranked:
        sir = unit.candidate.found.result.sir
        lines = located(sir, unit.facts.unit.spans)
        right.append(is_right([line.box for line in lines]))
    values = np.array(rows, np.float64).reshape(len(rows), len(FEATURES))
    texts = [unit.facts.unit.searched for unit in ranking.ranked]
    _, states = open_cross_encoder().states(ranking.query.text, texts)
    return Case(path, ranking, states, values, np.array(right, bool), weight)


def _near_misses(bench: Workbench, cases: Sequence[Case]) -> Iterator[Case]:
    """Some of the questions with a word exchanged, so that nothing answers them."""
    rng = random.Random(_SEED)
    words = [word for case in cases for word in case.ranking.query.words if LETTERS.fullmatch(word)]
    for case in cases:
        if not any(case.right) or rng.random() > _NEAR_MISSES:
            continue
        evidence = case.ranking.ranked[int(np.argmax(case.right))].facts
        question = case.ranking.query.text
        replaceable = [
            place
            for place in LETTERS.finditer(question)
            if place.group().lower() in case.ranking.query.words
            and evidence.holds(place.group().lower())
        ]
        strange = [word for word in words if not evidence.holds(word)]
        if replaceable and strange:
            place = rng.choice(replaceable)
            missed = question[: place.start()] + rng.choice(strange) + question[place.end() :]
            near_miss = _case(bench, case.path, missed, lambda _: False, case.weight)
            yield replace(near_miss, near_miss=True)


def _read_by_others(
    cases: Sequence[Case], near_misses: Sequence[Case]
) -> tuple[list[Case], list[Case]]:
    """The same with the logit of a head that was fitted without the document of each."""
    paths = sorted({case.path for case in cases})
    read: list[list[Case]] = [[], []]
    for fold in range(_FOLDS):
        left_out = set(paths[fold::_FOLDS])
        head = fitted_head([case for case in cases if case.path not in left_out])
        for group, some in zip(read, (cases, near_misses), strict=True):
            group += (_read_by(head, case) for case in some if case.path in left_out)
    return read[0], read[1]


def _read_by(head: Vector, case: Case) -> Case:
    values = case.values.copy()
    values[:, _FITTED] = case.states @ head[:-1] + head[-1]
    return replace(case, values=values)


def fitted_head(cases: Sequence[Case]) -> Vector:
    """(385,) The weights of what the cross-encoder holds, and the bias."""
    states: list[NDArray[np.float32]] = []
    right: list[NDArray[np.bool_]] = []
    for case in cases:
        hardest = np.arange(len(case.right)) < _HARDEST
        states.append(case.states[case.right | hardest])
        right.append(case.right[case.right | hardest])
    answers = np.concatenate(right).astype(np.float64)
    return logistic(np.concatenate(states), answers, np.ones(len(answers)), _HEAD_HOLD)


def fitted_units(cases: Sequence[Case]) -> Vector:
    """(features,) The weights of a unit's features."""
    usable = [case for case in cases if any(case.right) and not all(case.right)]
    spread = np.concatenate([case.values for case in usable]).std(axis=0)
    scale = np.maximum(spread, _SMALLEST_SPREAD)
    expected = np.array([EXPECTED.get(name, 0.0) for name in FEATURES]) * scale
    parts = [(case.values / scale, case.right, case.weight) for case in usable]
    total = sum(case.weight for case in usable)

    def loss(weights: Vector) -> tuple[float, Vector]:
        value, slope = 0.0, np.zeros_like(weights)
        for rows, right, weight in parts:
            scores = rows @ weights
            odds = np.exp(scores - scores.max())
            shares, held = odds / odds.sum(), odds * right / (odds @ right)
            value += weight * (np.log(odds.sum()) - np.log(odds @ right))
            slope += weight * (rows.T @ (shares - held))
        away = weights - expected
        return value / total + _HOLD * (away @ away), slope / total + 2 * _HOLD * away

    solution: Any = minimize(loss, expected, jac=True, method="L-BFGS-B", bounds=_bounds())
    return solution.x / scale


def _bounds() -> list[tuple[float | None, float | None]]:
    """The sign that each weight may have."""
    bounds: list[tuple[float | None, float | None]] = []
    for name in FEATURES:
        if name in _EITHER_SIGN:
            bounds.append((None, None))
        else:
            below = name in _MUST_NOT or EXPECTED.get(name, 0.0) < 0
            bounds.append((None, 0.0) if below else (0.0, None))
    return bounds


def fitted_answered(cases: Sequence[Case], units: Vector) -> dict[str, float]:
    """The weights of the signs of an answer, and the bias.

    Questions without an answer count three times, those whose right units were taken away half.
    Across languages, where no word is matched, a word counts as matched as it is in the mean.
    """
    rows: list[list[float]] = []
    right: list[float] = []
    weights: list[float] = []
    for case in cases:
        answerable = bool(any(case.right))
        every = np.ones(len(case.right), bool)
        for keep, is_real in ((every, True), (~case.right, False)):
            if keep.sum() < 2 or (not is_real and not answerable):
                continue
            ranked = _reranked(case, units, keep)
            signs = signs_of_an_answer(case.ranking.query, ranked)
            rows.append([signs[name] for name in _SIGNS])
            best = np.argmax(np.where(keep, case.values @ units, -np.inf))
            right.append(float(is_real and case.right[best]))
            weights.append(_weight(case, answerable=answerable, is_real=is_real))
    values = np.array(rows)
    fitted = logistic(values, np.array(right), np.array(weights))
    across = fitted[_UNMATCHED] * values[:, _UNMATCHED].mean()
    names = (*_SIGNS, "bias", "across")
    return dict(zip(names, map(_short, (*fitted, across)), strict=True))


def _weight(case: Case, *, answerable: bool, is_real: bool) -> float:
    if case.near_miss:
        return _NEAR_MISS_WEIGHT
    if not is_real:
        return 0.5
    return 1.0 if answerable else 3.0


def _reranked(case: Case, units: Vector, keep: NDArray[np.bool_]) -> list[Ranked]:
    scores = case.values @ units
    ranked = [
        Ranked(unit.candidate, float(score), {**unit.features, "fitted_reading": float(logit)})
        for unit, score, logit, kept in zip(
            case.ranking.ranked, scores, case.values[:, _FITTED], keep, strict=True
        )
        if kept
    ]
    return sorted(ranked, key=lambda unit: -unit.score)


def logistic(
    rows: NDArray[Any],
    right: Vector,
    weights: Vector,
    hold: float = 0.01,
    bounds: Sequence[tuple[float | None, float | None]] | None = None,
) -> Vector:
    """(columns + 1,) Weights of the columns, drawn to 0 by `hold`, and the bias.

    `bounds` are those of the columns, which keep their signs.
    """
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.c_[(rows - middle) / spread, np.ones(len(rows))]

    def loss(fitted: Vector) -> tuple[float, Vector]:
        chance = 1 / (1 + np.exp(-(scaled @ fitted)))
        told = right * np.log(chance + 1e-12) + (1 - right) * np.log(1 - chance + 1e-12)
        slope = scaled.T @ (weights * (chance - right)) / weights.sum()
        slope[:-1] += 2 * hold * fitted[:-1]
        return float(-(weights @ told) / weights.sum() + hold * (fitted[:-1] @ fitted[:-1])), slope

    start = np.zeros(scaled.shape[1])
    limits = None if bounds is None else [*bounds, (None, None)]
    solution: Any = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits)
    columns = solution.x[:-1] / spread
    return np.r_[columns, solution.x[-1] - columns @ middle]


if __name__ == "__main__":
    main()
