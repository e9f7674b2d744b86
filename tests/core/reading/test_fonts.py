from __future__ import annotations

import pytest

from core.reading.fonts import is_bold


@pytest.mark.parametrize(
    "font",
    [
        "Arial-BoldMT",
        "FranklinGothic-Demi",
        "IKEASans-Heavy",
        "CMBX12",
        "CMB10",
        "SFBX1000",
        "NimbusRomNo9L-Medi",
    ],
)
def test_names_of_bold_fonts_without_the_flag(font: str) -> None:
    assert is_bold(font)


@pytest.mark.parametrize(
    "font",
    ["Helvetica", "Roboto-Medium", "AdvPS6F01", "TimesNewRomanPSMT", "CMBR10", "SFRM1000"],
)
def test_names_that_say_nothing_of_their_weight(font: str) -> None:
    assert not is_bold(font)
