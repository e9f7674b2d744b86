"""Fits what the checks of a claim come to: `core/verification/calibration.json`.

    python -m benchmarks.fitting_claims

It is run by hand, with `SIGHTLINE_DATA`, on the development parts of five public sets, on claims
that were written beside passages ("lay", see `benchmarks.entailment.written_claims`) and on the
claims about the samples, those of all that no check of facts vetoes. Each set weighs the same, and
in it its right and its wrong claims. How well that holds on claims it was not fitted on is told by
leaving out each public set in turn; the limits of the verdicts are chosen by the mean of that.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.claim_sets import public_claims
from benchmarks.claims import cases, evidence_of
from benchmarks.entailment.written_claims import JUDGING, written_claims
from benchmarks.fitting import logistic
from core.verification import calibration
from core.verification.claim_check import values_of
from core.verification.comparison import compared
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

VALUES = ("complete", "tokens", "entailed")
"""What the probability is computed from; no weight may be negative."""
BY_WORDS = ("nearby", "complete")
"""The same for claims in other languages, whose tokens are not compared."""
OWN, WRITTEN = "samples", "written"
FITTED_GENRE = "lay"
"""The genre of written claims that weights are fitted on; the network has seen none of it."""
_HOLD = 0.03
_FALSE_SUPPORTED = {"supported": 0.25, "strict": 0.10}
"""Share of the wrong claims of a set left out that may pass, in the mean over the public sets."""
_WRONG = 0.85
"""Share of wrong ones among the claims that are told to be unsupported, at least."""


@dataclass(frozen=True)
class Rated:
    """A claim with the values of its checks, and the most that one says against it by itself."""

    set: str
    supported: bool
    values: dict[str, float]
    against: Weight

    @property
    def vetoed(self) -> bool:
        """Whether a check speaks against it, whatever its probability."""
        return self.against is not Weight.NOTHING


def rated_claims(data: Path) -> list[Rated]:
    """The claims of all sets with their values, all in English."""
    rated: list[Rated] = []
    for item in public_claims(data):
        rated.append(Rated(item.set, item.supported, *values_of(item.claim, item.source, compared)))
    for item in written_claims(JUDGING):
        if item.genre == FITTED_GENRE:
            values, against = values_of(item.claim, item.source, compared)
            rated.append(Rated(WRITTEN, item.label == "supported", values, against))
    for case in cases():
        values, against = values_of(case.claim, evidence_of(case), compared)
        if "tokens" in values:
            rated.append(Rated(OWN, case.kind == "right", values, against))
    return rated


def fitted(rated: Sequence[Rated], names: Sequence[str]) -> dict[str, float]:
    """The weights of the values, and the bias, by the claims that are not vetoed."""
    rated = [one for one in rated if not one.vetoed]
    rows = np.array([[one.values[name] for name in names] for one in rated])
    right = np.array([one.supported for one in rated], float)
    sizes = {
        (name, gold): sum((one.set, one.supported) == (name, gold) for one in rated)
        for name, gold in {(one.set, one.supported) for one in rated}
    }
    each = np.array([1 / sizes[one.set, one.supported] for one in rated])
    weights = logistic(rows, right, each, _HOLD, [(0.0, None)] * len(names))
    table = {name: float(w) for name, w in zip(names, weights, strict=False)}
    return table | {"bias": float(weights[-1])}


def chances(rated: Sequence[Rated], weights: dict[str, float]) -> Vector:
    """(n,) The probability of each claim; 0 for one that a check vetoes."""
    return np.array(
        [0.0 if one.vetoed else calibration.logistic(one.values, weights) for one in rated]
    )


def left_out(rated: Sequence[Rated], names: Sequence[str]) -> dict[str, Vector]:
    """The probabilities of each public set by weights that were fitted on the other ones."""
    return {
        name: chances(
            [one for one in rated if one.set == name],
            fitted([one for one in rated if one.set != name], names),
        )
        for name in sorted({one.set for one in rated})
    }


def rates(rated: Sequence[Rated], by_set: dict[str, Vector], limit: float) -> dict[str, Vector]:
    """(2,) Shares of the right and of the wrong claims of each set that pass a limit."""
    shares: dict[str, Vector] = {}
    for name, likely in by_set.items():
        right = np.array([one.supported for one in rated if one.set == name])
        shares[name] = np.array([(likely[right] >= limit).mean(), (likely[~right] >= limit).mean()])
    return shares


def public_sets(by_set: Iterable[str]) -> list[str]:
    """The names of the sets that were not written here."""
    return [name for name in by_set if name not in (OWN, WRITTEN)]


def public_mean(shares: dict[str, Vector]) -> Vector:
    """(2,) The mean over the public sets."""
    return np.mean([shares[name] for name in public_sets(shares)], axis=0)


def main() -> None:
    """Fit, tell how well it holds on sets that are left out, and write the file."""
    rated = rated_claims(Path(os.environ["SIGHTLINE_DATA"]))
    by_set = left_out(rated, VALUES)
    steps = np.linspace(0.02, 0.99, 98)
    table: dict[str, object] = {
        "fitted_on": "development parts of WiCE, AttributionBench, NLI4CT, HealthVer and "
        "ContractNLI, claims written beside passages, and the claims about the samples in "
        "English, each set with the same weight. "
        "Run python -m benchmarks.fitting_claims to make this file.",
    }
    for name, most in _FALSE_SUPPORTED.items():
        limit = next(s for s in steps if public_mean(rates(rated, by_set, s))[1] <= most)
        table[name] = round(float(limit), 2)
        _tell(name, limit, rates(rated, by_set, limit))
    table["unsupported"] = round(float(_lowest(rated, by_set, steps)), 2)
    table["told_unsupported"] = _told_unsupported(rated, by_set, float(str(table["unsupported"])))
    table["left_out"] = {
        name: {
            set_: [round(float(share), 2) for share in shares]
            for set_, shares in rates(rated, by_set, float(str(table[name]))).items()
        }
        for name in _FALSE_SUPPORTED
    }
    for kind, names in (("meaning", VALUES), ("words", BY_WORDS)):
        weights = fitted(rated, names)
        table[kind] = {name: round(w, 3) for name, w in weights.items() if abs(w) > 1e-3}
        print(kind, table[kind], file=sys.stderr)
    place = Path(calibration.__file__).with_suffix(".json")
    place.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def _lowest(rated: Sequence[Rated], by_set: dict[str, Vector], steps: Vector) -> float:
    """The largest probability below which claims of sets left out are wrong often enough."""
    likely = np.concatenate([by_set[name] for name in public_sets(by_set)])
    right = np.concatenate(
        [[one.supported for one in rated if one.set == name] for name in public_sets(by_set)]
    ).astype(bool)
    below = [(step, ~right[(likely > 0) & (likely < step)]) for step in steps]
    return max(
        (step for step, wrong in below if len(wrong) and wrong.mean() >= _WRONG), default=0.0
    )


def _told_unsupported(
    rated: Sequence[Rated], by_set: dict[str, Vector], limit: float
) -> list[float]:
    """Shares of the claims told to be unsupported that are wrong, and of all that are told so.

    Over all public claims, each set left out of fitting.
    """
    told: list[tuple[bool, bool]] = []
    for name, likely in by_set.items():
        own = [one for one in rated if one.set == name and name in public_sets(by_set)]
        for one, chance in zip(own, likely if own else (), strict=True):
            low = one.against is Weight.AGAINST or (not one.vetoed and chance < limit)
            told.append((low, not one.supported))
    wrong = [is_wrong for is_told, is_wrong in told if is_told]
    return [round(float(np.mean(wrong)), 2), round(len(wrong) / len(told), 2)]


def _tell(name: str, limit: float, shares: dict[str, Vector]) -> None:
    mean = public_mean(shares)
    print(
        f"{name} from {limit:.2f}: right kept {mean[0]:.2f}, wrong passed {mean[1]:.2f}",
        file=sys.stderr,
    )
    for set_, (kept, passed) in shares.items():
        balanced = 50 * (1 + kept - passed)
        print(f"  {set_}: {balanced:.1f}, kept {kept:.2f}, passed {passed:.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
