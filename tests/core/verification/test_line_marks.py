"""Numbers of lines within a claim: taken out where they are marks, left where they are content."""

from __future__ import annotations

import pytest

from core.evidence.grounding import Cited
from core.evidence.numbered_lines import EvidenceLine
from core.verification.line_marks import without_marks, without_number


def cited(*numbers: int, text: str = "The dose is given.") -> Cited:
    return Cited(tuple(EvidenceLine(number, 0, (), text) for number in numbers))


@pytest.mark.parametrize(
    ("claim", "numbers", "plain"),
    [
        ("The dose is 5 mg [3].", [3], "The dose is 5 mg."),
        ("The dose is 5 mg [3], [4]; [5][6].", [3, 4, 5, 6], "The dose is 5 mg."),
        ("The dose is 5 mg [12, 14–16].", [12, 14, 15, 16], "The dose is 5 mg."),
        ("The dose is 5 mg (line 12).", [12], "The dose is 5 mg."),
        ("The dose [Lines 3 and 4] is 5 mg【3†source】.", [3, 4], "The dose is 5 mg."),
        ("The dose is 5 mg【3】.", [3], "The dose is 5 mg."),
        ("Die Dosis beträgt 5 mg (Zeilen 3–4).", [3, 4], "Die Dosis beträgt 5 mg."),
        ("The dose is 5 mg [3], raised weekly.", [3], "The dose is 5 mg, raised weekly."),
    ],
)
def test_marks_of_cited_lines_are_taken_out(claim: str, numbers: list[int], plain: str) -> None:
    assert without_marks(claim, cited(*numbers)) == plain


@pytest.mark.parametrize(
    "claim",
    [
        "The score ranges over [0, 10].",
        "Keep potassium within [3-5].",
        "It goes on Form 1040 (line 12).",
        "Sie gehört in Anlage N (Zeile 41).",
        "Take the tram (line 3).",
        "It has the ICD code [10].",
        "The first item is a[0].",
        "【注意】 Take care.",
        "The dose is [50] mg.",
        "It is meant for [3-5].",
        "According to [1], it holds.",
        "It holds by [1] and [2].",
    ],
)
def test_other_numbers_in_brackets_are_content(claim: str) -> None:
    assert without_marks(claim, cited(1, 2, 5)) == claim


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Keep potassium in the range [3-5].", "Potassium is kept at 3 to 5 mmol/l."),
        ("It goes on Form 1040 (line 4).", "Enter it in line 4 of the form."),
        ("It has the ICD code [4].", "The ICD code [4] is used."),
    ],
)
def test_what_the_lines_say_themselves_is_content(claim: str, text: str) -> None:
    assert without_marks(claim, cited(3, 4, 5, text=text)) == claim


@pytest.mark.parametrize(
    ("claim", "text", "shown"),
    [
        ("2. The dose is 5 mg.", "The dose is 5 mg.", "The dose is 5 mg."),
        ("2) Dosis: 5 mg.", "Dosis: 5 mg.", "Dosis: 5 mg."),
        ("2. Die Dosis beträgt 5 mg.", "Die Dosis ist 5 mg.", "Die Dosis beträgt 5 mg."),
        ("2. Dosis nach vier Wochen.", "Die 1. Dosis gleich.", "2. Dosis nach vier Wochen."),
        ("2. April 2020 ist der Beginn.", "Am 1. April 2020.", "2. April 2020 ist der Beginn."),
        ("3. The dose is 5 mg.", "The dose is 5 mg.", "3. The dose is 5 mg."),
        ("2. The dose is 5 mg.", "See 2. The dose is 5 mg.", "2. The dose is 5 mg."),
        ("2.5 mg is the dose.", "The dose is 2.5 mg.", "2.5 mg is the dose."),
    ],
)
def test_the_number_of_a_claim_is_taken_off_where_it_is_nothing_else(
    claim: str, text: str, shown: str
) -> None:
    assert without_number(claim, 2, cited(1, text=text)) == shown
