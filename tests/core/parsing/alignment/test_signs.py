"""A minus sign is a part of a number; a dash between two numbers, or before a list, is none."""

from __future__ import annotations

import pytest

from core.parsing.adapters.native import NativeElement
from core.parsing.adapters.tables import NativeCell, fill_table
from core.parsing.alignment.findings import deviations
from core.parsing.alignment.tokens import MINUS, PERHAPS, tokens_of
from core.sir import ElementType
from tests.core.parsing.alignment.test_aligning import line, tree


def missing(text: str, page: str) -> list[tuple[str, ...]]:
    return [each.missing for each in deviations(tree(text, [line(page, 100)]))]


@pytest.mark.parametrize("minus", ["-", "\u2212"])
def test_a_number_with_the_other_sign_is_told(minus: str) -> None:
    page = "The samples were kept at {} degrees for two days."
    assert missing(page.format(f"{minus}5"), page.format("5")) == [(f"{minus}5",)]
    assert missing(page.format("5"), page.format(f"{minus}5")) == [("5",)]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("kept at -5 degrees", "kept at \u22125 degrees"),
        ("kept at -5 degrees", "kept at \u20135 degrees"),
        ("kept at \u2212 5 degrees", "kept at -5 degrees"),
        ("kept at -5 degrees", "kept at \u2212 5 degrees"),
        ("from 3-5 mg a day", "from 3\u20135 mg a day"),
        ("from 3-5 mg a day", "from 3 - 5 mg a day"),
        ("from 3 -5 mg a day", "from 3-5 mg a day"),
        ("against COVID-19 in 2020", "against COVID-19 in 2020"),
        ("5 mg a day for him", "-5 mg a day for him"),
        ("($-5$ degrees) and more", "(-5 degrees) and more"),
    ],
)
def test_other_dashes_and_other_writings_of_a_sign_are_no_deviation(text: str, page: str) -> None:
    assert missing(text, page) == []


@pytest.mark.parametrize(
    ("text", "page", "words"),
    [
        ("in adults ≥70 years", "in adults 70 years", "≥"),
        ("in adults >70 years", "in adults <70 years", ">70"),
        ("in adults 70 years", "in adults ≥ 70 years", "70"),
        ("in 5% of adults", "in 5 of adults", "%"),
        (r"in adults $\geq 70$ years", "in adults 70 years", r"$\geq 70$"),
    ],
)
def test_a_number_that_is_compared_otherwise_is_told(text: str, page: str, words: str) -> None:
    assert next(each for found in missing(text, page) for each in found).startswith(words[:2])


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("in adults >=70 years", "in adults ≥ 70 years"),
        (r"in adults $\geq 7 0$ years", "in adults ≥70 years"),
        ("5 mg a day for him", "> 5 mg a day for him"),
        ("p < 0.05 for all", "p <0.05 for all"),
    ],
)
def test_other_writings_of_a_comparison_are_no_deviation(text: str, page: str) -> None:
    assert missing(text, page) == []


def test_a_cell_with_the_other_sign_is_told() -> None:
    table = NativeElement(ElementType.TABLE)
    rows = [["Change", "Value"], ["Weight", "5"], ["Height", "-7"]]
    fill_table(
        table, [NativeCell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)]
    )
    lines = [line("Change", 100), line("Value", 100, 200), line("Weight", 120)]
    lines += [line("-5", 120, 200), line("Height", 140), line("\u22127", 140, 200)]
    assert [each.text for each in deviations(tree([table], lines))] == ["5"]


def test_signs_of_tokens() -> None:
    signs = [(token.text, token.sign) for token in tokens_of("-5, (\u22126) 7-8 - 9 and 10")]
    assert signs == [
        ("5", MINUS),
        ("6", MINUS),
        ("7", ""),
        ("8", PERHAPS),
        ("9", PERHAPS),
        ("and", ""),
        ("10", ""),
    ]
