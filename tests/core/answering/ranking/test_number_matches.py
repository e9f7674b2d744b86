"""How numbers of questions meet those of texts."""

import pytest

from core.answering.ranking.number_matches import Amounts, Meeting
from core.quantities.extraction import quantities
from core.text.language import Language


def _meetings(question: str, text: str) -> list[Meeting]:
    amounts = Amounts.of(text.split("\t"), Language.ENGLISH)
    asked = quantities(question, Language.ENGLISH)
    return [amounts.meet(number) for number in asked if not number.loose]


@pytest.mark.parametrize(
    ("question", "text", "meeting"),
    [
        ("a cortisol of 220", "150 nmol/L to 300 nmol/L", Meeting.INSIDE),
        ("a cortisol of 90 nmol/L", "Below 150 nmol/ L", Meeting.INSIDE),
        ("a cortisol of 0.09 µmol/L", "Below 150 nmol/L", Meeting.INSIDE),
        ("a cortisol of 150 nmol/L", "Below 150 nmol/L", Meeting.EQUAL),
        ("a dose of 0.1 mg", "give 0.1 mg a day", Meeting.EQUAL),
        ("a dose of 100 micrograms", "give 0.1 mg a day", Meeting.EQUAL),
        ("a cortisol of 400", "150 nmol/L to 300 nmol/L", Meeting.OUTSIDE),
        ("for 6 weeks", "for more than 4 weeks", Meeting.INSIDE),
        ("for 6 weeks", "for 12 weeks", Meeting.OTHER),
        ("for 6 weeks", "a dose of 12 mg", Meeting.NONE),
        ("a level of 12", "for more than 4 weeks", Meeting.NONE),
    ],
)
def test_a_number_is_read_in_the_unit_of_the_text(
    question: str, text: str, meeting: Meeting
) -> None:
    assert _meetings(question, text) == [meeting]


def test_an_interval_ends_with_its_cell() -> None:
    assert _meetings("eGFR 50", "45 to 59\t55 mg/m²") == [Meeting.INSIDE]
    assert _meetings("eGFR 57", "30 to 44\t59 mg/m²") == [Meeting.OUTSIDE]


def test_a_text_without_numbers_meets_none() -> None:
    assert _meetings("for 6 weeks", "as long as it helps") == [Meeting.NONE]
