"""Fits what puts units in order and judges an answer: `weights.json`.

    python -m benchmarks.fitting

It is run by hand, after `benchmarks.fitting_reader`, on half of the questions of `ohr` (by a hash
of their ids) and on `mmdocir`: 26 reports, manuals, papers and brochures, 188 and 118 questions;
and on questions that were written for it (`fitting_questions.json`), a third of them unanswerable,
of eight of these documents, which the reader was not trained with. The clinical documents on which
answers are judged are not among them. There are too few questions for thirty weights, so each is
drawn towards what was expected of it before (`EXPECTED`), and none may take the other sign.

- *units*: the softmax of the scores of a question's units should lie on those that hold gold lines
  (Xia et al. 2008, "Listwise approach to learning to rank"). The logit of `AnswerLayers` has a
  fixed weight, for these layers have seen some of the documents; 0.3 was chosen of seven on other
  questions.
- *answered*: whether the first unit is right, by logistic regression over the same questions and
  those without an answer.
- *across*: as *units*, without what needs a common language, and with the cosine of an encoder
  across languages. No question was at hand to fit it.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
import scipy

from benchmarks.reader.questions import letters_of
from core.answering.ranking import unit_ranking
from core.answering.ranking.features import FEATURES
from core.answering.ranking.unit_ranking import Ranked, signs_of_an_answer
from core.configuration import Configuration
from core.evaluation.metrics.attribution import line_recall
from core.geometry import BoundingBox, coverage, from_points
from core.settings import load_settings
from core.spans import located
from core.text.word_tables import word_table
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.answering.extractive import UnitRanking

    Vector = NDArray[np.float64]

_TABLE = word_table(__file__)
EXPECTED: dict[str, float] = _TABLE["expected"]
"""What was expected of a feature before anything was fitted; nothing of the others. `subject` stays
as it is: each question is asked of one document here."""
_EITHER_SIGN, _MUST_NOT = _TABLE["either_sign"], _TABLE["must_not"]
_HOLD = 0.3
"""How strongly a weight is drawn towards what was expected of it."""
_SMALLEST_SPREAD = 0.3
"""Spread of a feature below which it counts as rare, and keeps what was expected of it."""
FITTED_ON = (
    "units and answered: half of the questions of ohr by a hash of their ids, mmdocir, and "
    "fitting_questions.json; subject: nothing; "
    "across: nothing. Run python -m benchmarks.fitting to make this file."
)
_SIGNS = ("lead", "unmatched", "joint_reading")
_OF_SIGNS = ((0.0, None), (None, 0.0), (0.0, None))
"""The sign that the weight of each may have."""
_WITHOUT = 2.5
"""How much a question counts that nothing answers."""
_READ_ANEW = 0.3
"""The weight of the logit of `AnswerLayers` in the order of units."""
_INSIDE = 0.5
"""Share of a word, or of a line, that must lie in what is to hold it."""
_WRITTEN = Path(__file__).with_name("fitting_questions.json")
_FOLDERS = ("mmdocir/pdfs", "ohr/pdfs")
_HELD = 0.6
"""Share of the words of a passage that a unit must hold to be right."""


@dataclass(frozen=True)
class Case:
    """A question that was looked at: its units with features (n, features), and which are right."""

    path: Path
    ranking: UnitRanking
    values: Vector
    right: NDArray[np.bool_]
    weight: float


def main() -> None:
    """Fits, says how often the first unit is right, and writes the weights."""
    data = Path(os.environ["SIGHTLINE_DATA"])
    bench = Workbench(load_settings())
    cases = [
        *_ohr_cases(bench, data / "ohr"),
        *_mmdocir_cases(bench, data / "mmdocir"),
        *_written_cases(bench, data),
    ]
    units = fitted_units(cases)
    first = [float(case.right[np.argmax(case.values @ units)]) for case in cases if any(case.right)]
    named = dict(zip(FEATURES, map(_short, units), strict=True))
    across = {name: value for name, value in named.items() if name not in _TABLE["common_language"]}
    stored = {
        "fitted_on": FITTED_ON,
        "units": named,
        "across": across | _TABLE["across"],
        "answered": fitted_answered(cases, units),
    }
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
                line.page == box.page and coverage(line.edges, box.edges) >= _INSIDE
                for line in lines
                for box in gold
            )

        yield _case(bench, folder / "pdfs" / entry["document"], entry["question"], is_right, 1.0)


def _written_cases(bench: Workbench, data: Path) -> Iterator[Case]:
    for entry in json.loads(_WRITTEN.read_text("utf-8")):
        name = entry["document"]
        path = next(data / each / name for each in _FOLDERS if (data / each / name).exists())
        places = [gold_words(path, *place) for place in entry["places"]]

        def is_right(
            lines: Sequence[BoundingBox], places: Sequence[list[BoundingBox]] = places
        ) -> bool:
            return any(hold(lines, words) for words in places)

        yield _case(bench, path, entry["question"], is_right, 1.0)


def hold(lines: Sequence[BoundingBox], words: Sequence[BoundingBox]) -> bool:
    """Whether most of the words lie in the lines."""
    inside = [
        any(
            line.page == word.page and coverage(word.edges, line.edges) >= _INSIDE for line in lines
        )
        for word in words
    ]
    return float(np.mean(inside)) >= _HELD


def gold_words(path: Path, page: int, start: int, length: int) -> list[BoundingBox]:
    """The boxes of the words that a passage is made of; see `benchmarks.reader.questions`."""
    with pymupdf.open(path) as pdf:
        words = pdf[page].get_text("words")
        size = pdf[page].rect.width, pdf[page].rect.height
    found: list[BoundingBox] = []
    at = 0
    for word in words:
        letters = len(letters_of(word[4]).text)
        if letters and at < start + length and start < at + letters:
            left, top, right, bottom = map(float, word[:4])
            found.append(from_points(page + 1, (left, top, right, bottom), *size))
        at += letters
    return found


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
    return Case(path, ranking, values, np.array(right, bool), weight)


def fitted_units(cases: Sequence[Case]) -> Vector:
    """(features,) The weights of a unit's features."""
    usable = [case for case in cases if any(case.right) and not all(case.right)]
    spread = np.concatenate([case.values for case in usable]).std(axis=0)
    scale = np.maximum(spread, _SMALLEST_SPREAD)
    expected = np.array([EXPECTED.get(name, 0.0) for name in FEATURES]) * scale
    parts = [(case.values / scale, case.right, case.weight) for case in usable]
    total = sum(case.weight for case in usable)
    bounds = _bounds(_READ_ANEW * float(scale[list(FEATURES).index("fitted_reading")]))

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

    solution: Any = scipy.optimize.minimize(
        loss, expected, jac=True, method="L-BFGS-B", bounds=bounds
    )
    return solution.x / scale


def _bounds(read_anew: float) -> list[tuple[float | None, float | None]]:
    """The sign that each weight may have; that of the layers trained anew is given."""
    bounds: list[tuple[float | None, float | None]] = []
    for name in FEATURES:
        if name == "fitted_reading":
            bounds.append((read_anew, read_anew))
        elif name in _EITHER_SIGN:
            bounds.append((None, None))
        else:
            below = name in _MUST_NOT or EXPECTED.get(name, 0.0) < 0
            bounds.append((None, 0.0) if below else (0.0, None))
    return bounds


def fitted_answered(cases: Sequence[Case], units: Vector) -> dict[str, float]:
    """The weights of the signs of an answer, and the bias.

    Questions without an answer are few and count more. What counts across languages was chosen on
    64 questions in the other language than the document, half of them without an answer.
    """
    rows: list[list[float]] = []
    right: list[float] = []
    weights: list[float] = []
    for case in cases:
        scores = case.values @ units
        ranked = sorted(
            (
                Ranked(unit.candidate, float(score), unit.features)
                for unit, score in zip(case.ranking.ranked, scores, strict=True)
            ),
            key=lambda unit: -unit.score,
        )
        signs = signs_of_an_answer(case.ranking.query, ranked)
        rows.append([signs[name] for name in _SIGNS])
        right.append(float(case.right[np.argmax(scores)]))
        weights.append(1.0 if any(case.right) else _WITHOUT)
    fitted = logistic(np.array(rows), np.array(right), np.array(weights), bounds=_OF_SIGNS)
    named = dict(zip((*_SIGNS, "bias"), map(_short, fitted), strict=True))
    return named | _TABLE["answered_across"]


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
    solution: Any = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits)
    columns = solution.x[:-1] / spread
    return np.r_[columns, solution.x[-1] - columns @ middle]


if __name__ == "__main__":
    main()
