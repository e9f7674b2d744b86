"""Verdicts on claims and documents that the checks were not made with.

*Public sets*: development parts of WiCE, AttributionBench, NLI4CT, HealthVer and ContractNLI, each
judged by weights that were fitted on the four others and on the claims about the samples
(`benchmarks.fitting_claims`). Balanced accuracy is the mean of the right claims that are called
supported and the wrong ones that are not. The baseline calls a claim supported if 65 % of its
words, by weight, stand in the lines. The limits of the probability are the product's.

*Written claims*: 900 of the genres on which no weight was fitted
(`benchmarks.entailment.written_claims`), in which words in common tell next to nothing.

*Sentences* of a clinical guideline and the samples: each as it stands is to be supported; with
a planted error in a number, a unit or a negation, or told of people whom it does not name, it is to
be anything else.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from statistics import mean
from typing import TYPE_CHECKING

from benchmarks.entailment.written_claims import JUDGING, LABELS, written_claims
from benchmarks.figure import Figure
from benchmarks.fitting_claims import (
    FITTED_GENRE,
    OWN,
    VALUES,
    Rated,
    left_out,
    public_mean,
    public_sets,
    rated_claims,
    rates,
)
from benchmarks.planted_errors import planted
from benchmarks.questions import SAMPLES
from benchmarks.shelf import all_lines, in_small_chunks, matches_of
from core.verification.calibration import STRICT, SUPPORTED
from core.verification.claim_check import judged
from core.verification.comparison import compared
from core.verification.source import Source, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


_COVERED = 0.65
_TO_REACH = {"wice": 70, "attribution_bench": 82}
_LIMITS = {"": (SUPPORTED, 0.10, 0.45), ", strict": (STRICT, 0.03, 0.70)}
"""Limits of the probability, with the false "supported" and the false alarms to reach."""
_OF_EACH = 100
_FACTS = ("number", "unit", "negation")
"""Kinds of planted errors that are taken together."""
_WRITTEN = 900
"""Claims that are drawn of those that were written."""
_GUIDELINE = "nice_ng243/ng243.pdf"
_SAMPLES = ("oncology_guideline_en.pdf", "onkologie_leitlinie_de.pdf", "data_security_policy.pdf")


def run(data: Path | None) -> list[Figure]:
    """Public sets and sentences of a guideline if there is data, sentences of the samples."""
    paths = [*(SAMPLES / name for name in _SAMPLES), *([data / _GUIDELINE] if data else [])]
    public = _of_public_sets(rated_claims(data)) if data else []
    return [*public, *_of_written_claims(), *_of_sentences(paths)]


def _of_public_sets(rated: Sequence[Rated]) -> list[Figure]:
    likely = left_out(rated, VALUES)
    figures: list[Figure] = []
    for name, (limit, most_passed, most_alarms) in _LIMITS.items():
        shares = rates(rated, likely, limit)
        how = f"{len(rated)} claims, public and written, each set left out of fitting"
        kept, passed = map(float, public_mean(shares))
        figures += [
            Figure(
                f"false supported{name}", how, passed, "share", target=most_passed, at_most=True
            ),
            Figure(f"false alarms{name}", how, 1 - kept, "share", target=most_alarms, at_most=True),
        ]
        if not name:
            figures += _balanced(rated, {key: 1 + k - p for key, (k, p) in shares.items()}, how)
    return figures


def _of_written_claims() -> Iterator[Figure]:
    """Verdicts on written claims of genres on which no weight was fitted, in words that tell none.

    The shares of each label that are called supported, and the balanced accuracy of that.
    """
    claims = [claim for claim in written_claims(JUDGING) if claim.genre != FITTED_GENRE]
    drawn = random.Random(5).sample(claims, _WRITTEN)
    passed = {
        label: [judged(c.claim, c.source, compared).passed for c in drawn if c.label == label]
        for label in LABELS
    }
    how = f"{_WRITTEN} written claims"
    for label, outcomes in passed.items():
        yield Figure(f"called supported, {label}", how, mean(outcomes), "share")
    right, *wrong = passed.values()
    balanced = 50 * (1 + mean(right) - mean(one for outcomes in wrong for one in outcomes))
    yield Figure("balanced accuracy, written claims", how, balanced, "%")


def _balanced(rated: Sequence[Rated], doubled: dict[str, float], how: str) -> Iterator[Figure]:
    """Balanced accuracies in per cent, from twice their shares."""
    ours = {name: 50 * float(value) for name, value in doubled.items() if name != OWN}
    words = {name: _by_words([one for one in rated if one.set == name]) for name in ours}
    what, baseline = "balanced accuracy of verdicts", "words alone"
    overall, by_words = (mean(values[n] for n in public_sets(ours)) for values in (ours, words))
    yield Figure(what, how, overall, "%", by_words, baseline, 64)
    for name, value in ours.items():
        yield Figure(f"{what}, {name}", how, value, "%", words[name], baseline, _TO_REACH.get(name))


def _by_words(rated: Sequence[Rated]) -> float:
    """Balanced accuracy in per cent of the share of words alone."""
    kept = mean(one.values["nearby"] >= _COVERED for one in rated if one.supported)
    passed = mean(one.values["nearby"] >= _COVERED for one in rated if not one.supported)
    return 50 * (1 + kept - passed)


def _of_sentences(paths: Sequence[Path]) -> list[Figure]:
    sources = {text: source for path in paths for text, source in _sentences(path)}
    doubted = [not judged(text, source, compared).passed for text, source in sources.items()]
    how = f"{len(doubted)} sentences of {len(paths)} documents"
    figures = [Figure("verbatim sentences doubted", how, sum(doubted), "", target=0, at_most=True)]
    errors = planted(sources, _OF_EACH)
    start = time.perf_counter()
    caught = [not judged(one.claim, sources[one.sentence], compared).passed for one in errors]
    seconds = (time.perf_counter() - start) / len(errors)
    for kind in dict.fromkeys(one.kind for one in errors):
        of_kind = [got for got, one in zip(caught, errors, strict=True) if one.kind == kind]
        how = f"{len(of_kind)} sentences of {len(paths)} documents"
        figures.append(Figure(f"planted errors caught, {kind}", how, mean(of_kind), "share"))
    facts = [got for got, one in zip(caught, errors, strict=True) if one.kind in _FACTS]
    how = f"{len(facts)} sentences of {len(paths)} documents"
    return [
        *figures,
        Figure("errors in facts caught", how, mean(facts), "share", target=0.99),
        Figure("time to check a claim", how, seconds, "s", target=0.05, at_most=True),
    ]


def _sentences(path: Path) -> Iterator[tuple[str, Source]]:
    """The sentences of a document, each with the lines that hold it as the source."""
    result = in_small_chunks(path)
    evidence = all_lines(result, matches_of(result))
    for line in evidence.lines:
        source = source_of(evidence, [line])
        for sentence in source.sentences:
            yield sentence, replace(source, cited=source.wide)
