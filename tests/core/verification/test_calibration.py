"""One probability out of all checks, and the limits of the verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.verification.calibration import (
    STRICT,
    SUPPORTED,
    UNSUPPORTED,
    error_rates,
    logistic,
    probability,
    unsupported_rates,
)
from core.verification.claim_check import Judgement, judged
from core.verification.closeness import windows
from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import at, source

VALUES = {"nearby": 0.8, "complete": 1.0}
TEXT = "Drainage is needed where the effusion is large. Antibiotics are given for six weeks."
CLAIM = "A large effusion is drained, and antibiotics follow."


def test_weights_and_bias_give_a_probability() -> None:
    assert logistic({"a": 1.0, "b": 9.0}, {"a": 2.0, "bias": -2.0}) == pytest.approx(0.5)
    with pytest.raises(KeyError):
        logistic({}, {"a": 2.0, "bias": 0.0})


@pytest.mark.parametrize("values", [VALUES, {"complete": 1.0, "tokens": 0.8, "entailed": 0.8}])
def test_more_words_and_nearer_ones_raise_it(values: dict[str, float]) -> None:
    for name in values:
        assert probability(values | {name: 0.2}) < probability(values)


def test_the_limits_are_in_order_and_strict_passes_fewer_wrong_claims() -> None:
    assert 0 < UNSUPPORTED < SUPPORTED < STRICT < 1
    passed, doubted = error_rates(strict=False)
    passed_strict, doubted_strict = error_rates(strict=True)
    assert passed_strict < passed < 0.5
    assert doubted_strict > doubted


def test_most_claims_that_are_called_unsupported_are_wrong() -> None:
    wrong, told = unsupported_rates()
    assert wrong > 0.7
    assert 0 < told < 0.5


def test_a_claim_between_the_limits_is_supported_unless_they_are_strict() -> None:
    def judgement(*, strict: bool) -> Judgement:
        return judged(CLAIM, source(TEXT), at(0.7), strict=strict)

    usual, strict = judgement(strict=False), judgement(strict=True)
    assert usual.probability is not None
    assert SUPPORTED <= usual.probability < STRICT
    assert usual.passed
    assert [one.check for one in strict.findings if one.weight is Weight.DOUBT] == [Check.MEANING]


def test_without_vectors_a_claim_is_judged_by_words() -> None:
    by_words = judged(CLAIM, source(TEXT), lambda _claim, _source: {})
    assert by_words.probability is not None
    assert by_words.probability != judged(CLAIM, source(TEXT), at(0.9)).probability


def test_windows_are_the_nearest_sentences_alone_and_with_those_after_them() -> None:
    text = "The dose is 5 mg. It is taken at night. Children get none. Store it in the dark."
    own = source(text)
    near = windows("Children get 5 mg at night.", own.language, own)
    assert len(near) <= 4
    assert near[0] == "The dose is 5 mg. It is taken at night. Children get none."
    assert windows("Children", own.language, replace(own, sentences=())) == []
