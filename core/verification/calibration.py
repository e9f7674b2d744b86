"""How likely it is that lines bear a claim out that no check of facts speaks against.

A logistic regression over whether they hold all of its words, how near they are to the least near
of them, and how surely a network takes the claim to be borne out. `calibration.json` holds its
weights, what they were fitted on, and how often each verdict was wrong on sets that were left out
of fitting; `benchmarks.fitting_claims` makes it.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING

from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Mapping

_FITTED = word_table(__file__)
_OWN = ("samples", "written")
"""Sets of claims that were written here."""
SUPPORTED: float = _FITTED["supported"]
"""Probability from which a claim counts as supported."""
STRICT: float = _FITTED["strict"]
"""The same where a false "supported" is worse than many false alarms."""
UNSUPPORTED: float = _FITTED["unsupported"]
"""Probability below which the lines say something else."""


def error_rates(*, strict: bool) -> tuple[float, float]:
    """Shares of wrong claims called supported, and of right ones that are not, 0 to 1.

    The mean over public sets of claims, each judged by weights that were fitted on the others.
    """
    rates = _FITTED["left_out"]["strict" if strict else "supported"]
    public = [rate for name, rate in rates.items() if name not in _OWN]
    return fmean(passed for _, passed in public), 1 - fmean(kept for kept, _ in public)


def unsupported_rates() -> tuple[float, float]:
    """Shares of the claims called unsupported that are wrong, and of all claims called so, 0 to 1.

    Over the same claims as `error_rates`.
    """
    wrong, told = _FITTED["told_unsupported"]
    return wrong, told


def probability(values: Mapping[str, float]) -> float:
    """Probability that a claim is borne out, 0 to 1; without "tokens" by words and facts alone.

    Raises:
        KeyError: a value that has a weight is missing.
    """
    return logistic(values, _FITTED["meaning" if "tokens" in values else "words"])


def logistic(values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The probability that weights and their "bias" give; values without a weight do not count.

    Raises:
        KeyError: a value that has a weight is missing.
    """
    named = (name for name in weights if name != "bias")
    total = weights["bias"] + sum(weights[name] * values[name] for name in named)
    return 1 / (1 + math.exp(-total))
