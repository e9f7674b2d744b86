"""The agreement of two trees as people read it."""

from __future__ import annotations

from components.structure.readings.agreement import agreement_figures, agreement_in_words
from core.evaluation.agreement.tree_agreement import TreeAgreement


def test_figures_say_what_they_measure_and_a_dash_where_there_is_nothing() -> None:
    found = TreeAgreement(0.876, 0.9, 0.99, 0.01, 0.0, 1.0, 0.8, 3, 0.002, 0.0)
    figures = {one.name: one for one in agreement_figures(found)}
    assert figures["Boxes"].value == "0.88"
    assert figures["Tables"].value == "0.80 (3)"
    assert figures["Words only now | other"].value == "0.2% | 0.0%"
    assert all(one.meaning for one in figures.values())
    none = TreeAgreement(None, None, None, None, None, None, None, 0, None, None)
    assert {one.value for one in agreement_figures(none)} == {"–", "– | –"}


def test_a_sentence_leads_the_figures() -> None:
    found = TreeAgreement(0.876, 0.9, 0.99, 0.01, 0.0, 1.0, 0.8, 3, 0.002, 0.0)
    assert agreement_in_words(found) == (
        "99.0% of the words stand in the same order in both, and 90.0% of the elements in the "
        "same places."
    )
    none = TreeAgreement(None, None, None, None, None, None, None, 0, None, None)
    assert "too little" in agreement_in_words(none)
