"""Figures of what is told of quantities that cited lines do not state."""

from __future__ import annotations

from benchmarks.asked_quantities import labelled, run


def test_what_is_told_of_labelled_lines_is_right() -> None:
    figures = run(None)
    assert [figure.reached for figure in figures[:3]] == [True, True, True]


def test_no_line_is_wrongly_said_to_state_none() -> None:
    wrong = [line.question for line in labelled() if line.told.said and not line.told.lacks]
    assert wrong == []
