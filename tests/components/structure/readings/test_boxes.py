"""The page on which two trees are compared."""

from __future__ import annotations

from components.structure.readings.boxes import first_difference
from components.structure.readings.trial import Trial
from core.parsing.corrections import apply_corrections, correction
from core.parsing.tree_comparison import compare
from core.sir import ElementType
from tests.builders import LINES_PER_PAGE, heading, sir_from_texts

LONG = [heading("Dose"), *(f"Line {number}." for number in range(LINES_PER_PAGE + 3))]


def test_a_comparison_opens_on_the_first_page_that_differs() -> None:
    sir = sir_from_texts(LONG)
    change = correction(sir, len(sir.nodes) - 1, ElementType.SECTION_HEADER, 2)
    other = apply_corrections(sir, [change])
    trial = Trial(("", "", ""), "other", other, compare(sir, other), None)
    assert first_difference(sir, trial) == 2
    alike = Trial(("", "", ""), "other", sir, compare(sir, sir), None)
    assert first_difference(sir, alike) == 1
