"""Every measure is explained."""

from __future__ import annotations

from core.evaluation.outcome import HELP, MEASURES


def test_every_measure_says_what_it_is_and_which_end_is_good() -> None:
    assert list(HELP) == list(MEASURES)
    assert len(set(MEASURES.values())) == len(MEASURES)
    assert all("is good" in said for said in HELP.values())
