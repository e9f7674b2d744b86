"""The agreement of two trees as people read it."""

from __future__ import annotations

from components.routes.agreement import agreement_figures
from core.evaluation.agreement.trees import TreeAgreement


def test_figures_say_what_they_measure_and_a_dash_where_there_is_nothing() -> None:
    found = TreeAgreement(0.876, 0.9, 0.99, 0.01, 0.0, 1.0, 0.8, 3, 0.002, 0.0)
    figures = {one.name: one for one in agreement_figures(found)}
    assert figures["Boxes"].value == "0.88"
    assert figures["Tables"].value == "0.80 (3)"
    assert figures["Words only now | other"].value == "0.2 % | 0.0 %"
    assert all(one.meaning for one in figures.values())
    none = TreeAgreement(None, None, None, None, None, None, None, 0, None, None)
    assert {one.value for one in agreement_figures(none)} == {"–", "– | –"}
