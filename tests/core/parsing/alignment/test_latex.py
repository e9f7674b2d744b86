"""Formulas as the page shows them."""

from __future__ import annotations

import pytest

from core.parsing.alignment.latex import formulas_of, parts_of


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (r"$5 0 \%$", ["50", "%"]),
        (r"$\geq 5 ~ \mathrm { m g }$", ["≥", "5", "mg"]),
        (r"$1 0 ^ { 6 }$", ["106"]),
        (r"N _ { L L } / 2", ["NLL", "2"]),
        (r"\frac { a } { b }", ["a", "b"]),
        (r"\begin{array} { l l } { x = 1 } \end{array}", ["x", "=", "1"]),
        (r"0 . 0 5 , x", ["0.05", "x"]),
    ],
)
def test_a_formula_shows_its_signs_without_markup(formula: str, shown: list[str]) -> None:
    assert [part.text.replace(" ", "") for part in parts_of(formula)] == shown


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (r"$p < 0 . 0 5$", True),
        (r"$1 0 ^ { 6 } ~ \mathrm { I U }$", True),
        (r"$3 7 ^ { \circ } \mathrm { C }$", True),
        (r"$\frac { 1 } { 2 }$", False),
        (r"$r _ { t } ^ { p }$", False),
    ],
)
def test_formulas_without_fractions_and_scripts_of_letters_are_plain(
    formula: str, plain: bool
) -> None:
    assert [each.is_plain for each in formulas_of(formula)] == [plain]
