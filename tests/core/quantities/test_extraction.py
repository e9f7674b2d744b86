"""Numbers with units: how they are read in English and German."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.quantities.bounds import Bound
from core.quantities.extraction import quantities
from core.quantities.measurement_units import unit_of
from core.quantities.numerals import readings
from core.text.language import Language

if TYPE_CHECKING:
    from core.quantities.quantity import Quantity

ENGLISH, GERMAN = Language.ENGLISH, Language.GERMAN


def read(text: str, language: Language = ENGLISH) -> list[Quantity]:
    return [one for one in quantities(text, language) if not one.loose]


def only(text: str, language: Language = ENGLISH) -> Quantity:
    found = read(text, language)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("3.4", ENGLISH, Fraction(17, 5)),
        ("3,4", GERMAN, Fraction(17, 5)),
        ("52,000", ENGLISH, Fraction(52000)),
        ("2.966", GERMAN, Fraction(2966)),
        ("2.966", ENGLISH, Fraction(2966, 1000)),
        ("1.250,5", GERMAN, Fraction(12505, 10)),
        ("10\u202f000", ENGLISH, Fraction(10000)),
        ("1’000.5", GERMAN, Fraction(2001, 2)),
        ("0.005", ENGLISH, Fraction(1, 200)),
        (".005", ENGLISH, Fraction(1, 200)),
        (",5", GERMAN, Fraction(1, 2)),
    ],
)
def test_separators_are_read_by_language(text: str, language: Language, value: Fraction) -> None:
    assert readings(text, language) == {value}


def test_a_separator_is_ambiguous_where_the_language_is_not_known() -> None:
    assert readings("1.250", Language.OTHER) == {Fraction(5, 4), Fraction(1250)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.005 g", "5 mg"),
        ("0.9 per cent", "0.9 %"),
        ("2 weeks", "14 days"),
        ("two hundred and twelve mL", "212 ml"),
        ("one year", "12 months"),
        ("500 micrograms", "0.5 mg"),
        ("5 mmol/l", "5000 µmol/l"),
        ("twice", "2 times"),
    ],
)
def test_the_same_amount_is_the_same_in_other_units(one: str, other: str) -> None:
    left, right = only(one), only(other)
    assert (left.dimension, left.scaled) == (right.dimension, right.scaled)


@pytest.mark.parametrize(
    ("one", "other"),
    [("5 mg", "5 g"), ("10 days", "10 weeks"), ("35 kU/L", "35 U/L"), ("2 m", "2 cm")],
)
def test_other_units_are_other_amounts(one: str, other: str) -> None:
    assert only(one).scaled != only(other).scaled


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 75 per cent", Bound.AT_LEAST),
        ("20 or more", Bound.AT_LEAST),
        ("aged 65 years or older", Bound.AT_LEAST),
        ("not less than 5 mg", Bound.AT_LEAST),
        ("≥ 5 mg", Bound.AT_LEAST),
        ("mindestens 5 mg", Bound.AT_LEAST),
        ("more than 4 cm", Bound.MORE),
        ("above 150 mmHg", Bound.MORE),
        ("mehr als 5 mg", Bound.MORE),
        ("no thicker than 2 mm", Bound.AT_MOST),
        ("should not be thicker than 2 mm", Bound.AT_MOST),
        ("must not exceed 40 mg", Bound.AT_MOST),
        ("within 60 minutes", Bound.AT_MOST),
        ("90 days at the latest", Bound.AT_MOST),
        ("höchstens 5 mg", Bound.AT_MOST),
        ("fewer than 5", Bound.LESS),
        ("unter 30 mg", Bound.LESS),
        ("over 24 hours", Bound.NONE),
        ("5 mg", Bound.NONE),
    ],
)
def test_comparisons_are_read(text: str, bound: Bound) -> None:
    assert read(text)[0].bound is bound


def test_digits_in_names_are_no_numbers() -> None:
    assert read("KLT2, HARBOUR-3, V611G, calverin-9, evidence 2a, PD-L1") == []


def test_figures_with_several_points_are_labels_that_differ_or_are_the_same() -> None:
    first, second, third = read("version 3.12.1, Python 3.12.1 and section 3.11.1")
    assert first.is_label
    assert (first.values, first.unit) == (second.values, second.unit)
    assert not first.values & third.values
    assert only("1.234.567").values == {1234567}
    assert read("on 12.03.2021 and 1.2.3b") == read("on 12.03.2021")


def test_a_capital_letter_behind_a_number_is_no_unit() -> None:
    assert [one.unit for one in read("10 A patients of Group 2 A")] == [None, None]


def test_a_unit_goes_back_over_a_list_and_a_label_goes_on() -> None:
    survival = read("falls to 66, 41 and 9 per cent")
    assert [one.dimension for one in survival] == ["percent"] * 3
    stages = read("in stages II, III and IV, and data of Level 3 or Level 4")
    assert [one.dimension for one in stages] == ["stage number"] * 3 + ["level number"] * 2


def test_dates_and_times_are_numbers() -> None:
    found = read("on 3 March 2031 at 22:00")
    assert [one.dimension for one in found] == ["date", "time of day"]
    assert read("It may march on.") == []


def test_german_numbers_in_words_are_read() -> None:
    values = [one.values for one in read("einundzwanzig, zweihundertzwölf, zwölf", GERMAN)]
    assert values == [{21}, {212}, {12}]
    values = [
        one.values for one in read("zweitausend, fünfunddreißigtausend, zehn tausend", GERMAN)
    ]
    assert values == [{2000}, {35000}, {10000}]


def test_a_minus_is_read_behind_a_space_and_a_bracket_but_not_in_a_span() -> None:
    text = "(-5 %), [−3], −20 °C to -10 °C, minus 7; 2-5, a - 4"
    values = [value for one in read(text) for value in one.values]
    assert values == [-5, -3, -20, -10, -7, 2, 5, 4]
    assert only("(-5 %)").text == "-5 %"


@pytest.mark.parametrize(
    ("joined", "apart"),
    [
        ("two-week", "two weeks"),
        ("two-thirds", "two thirds"),
        ("a third-line drug", "the third line"),
        ("forty-two-year-old", "42 years"),
        ("two-and-a-half hours", "2.5 hours"),
        ("twenty-first", "21st"),
        ("once-daily", "once"),
        ("Zwei-Wochen-Kur", "zwei Wochen"),
        ("am neunzehnten", "19th"),
    ],
)
def test_number_words_joined_by_hyphens_are_read(joined: str, apart: str) -> None:
    left, right = only(joined), only(apart)
    assert (left.dimension, left.scaled) == (right.dimension, right.scaled)
    assert [value for one in read("seven-in-ten") for value in one.values] == [7, 10]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("It is repeated once under general anaesthesia.", True),
        ("Stop the drip once under control.", False),
        ("Drink once vomiting subsides.", False),
    ],
)
def test_once_counts_where_no_clause_follows(text: str, counts: bool) -> None:
    assert bool(read(text)) is counts


def test_words_joined_to_one_or_to_half_count_nothing() -> None:
    assert read("a one-off, all-in-one or no-one, the half-life, state-of-the-art") == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("p<.001", [Fraction(1, 1000)]),
        ("a slope of .82 (.75-.9)", [Fraction(41, 50), Fraction(3, 4), Fraction(9, 10)]),
        ("It was better.5 Others,6 and (Smith).7", [5, 6, 7]),
        ("Contents . . . .41, chapter .5.3", [41, Fraction(53, 10)]),
        ("in 2 .5 or 2010 .7 of them", [2, 5, 2010, 7]),
        ("Extraversion .45 .32 .125 .5", [Fraction(n, 1000) for n in (450, 320, 125, 500)]),
        ("Openness 1.00 .45 -.32", [1, Fraction(9, 20), Fraction(-8, 25)]),
        ("p values of .01, .04 and .05", [Fraction(n, 100) for n in (1, 4, 5)]),
    ],
)
def test_a_point_may_begin_a_number_but_not_behind_a_word_or_a_number(
    text: str, values: list[Fraction]
) -> None:
    assert [value for one in read(text) for value in one.values] == values


def test_a_raised_two_that_is_parted_from_its_unit_belongs_to_it() -> None:
    assert only("8 mg/m 2").dimension == only("8 mg/m²").dimension == "g/m2"


def test_symbols_keep_their_case_and_words_do_not() -> None:
    assert unit_of("mg") == unit_of("Milligramm")
    assert unit_of("Mg") is None


@given(st.text(alphabet="0123456789.,:%-/ mgkIVXaltwo\n", max_size=60), st.sampled_from(Language))
def test_any_text_is_read_in_order_and_without_overlap(text: str, language: Language) -> None:
    found = quantities(text, language)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


def test_a_number_that_is_far_too_long_is_none() -> None:
    assert read("9" * 5000) == []
