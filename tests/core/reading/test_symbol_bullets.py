"""Bullets of fonts that say a letter of a symbol."""

from __future__ import annotations

from typing import Any

import pytest

from core.reading.symbol_bullets import name_bullets

WORDS = ("Frutiger-Roman", "Rinse the cup")


def line(*spans: tuple[str, str]) -> dict[str, Any]:
    return {"spans": [{"font": font, "chars": [{"c": c} for c in text]} for font, text in spans]}


def text(raw: dict[str, Any]) -> str:
    name_bullets([raw])
    return "".join(char["c"] for span in raw["spans"] for char in span["chars"])


@pytest.mark.parametrize(
    ("font", "sign"),
    [("PictoIconFour", "\u00c2"), ("Wingdings-Regular", "\u00a7"), ("ZapfDingbats", "G")],
)
def test_a_letter_of_a_font_of_symbols_before_words_is_a_bullet(font: str, sign: str) -> None:
    assert text(line((font, sign), WORDS)) == "\u2022Rinse the cup"
    # Some programs write it into a line of its own, with the blank behind it.
    assert text(line((font, sign), (WORDS[0], " "))) == "\u2022 "


@pytest.mark.parametrize(
    "spans",
    [
        [("Frutiger-Roman", "\u00a7"), ("Frutiger-Bold", "5 Notice")],
        [("Symbol", "\u03b1"), ("Frutiger-Roman", "-blockers")],
        [("Wingdings", "\u25a0"), WORDS],
        [("Wingdings", "\u00fc"), WORDS],
        [("Wingdings", "\u00e2"), WORDS],
        [("Wingdings2", "P"), WORDS],
        [("NotoSans-SemiCondensedBold", "A"), WORDS],
        [("IconeLTStd", "A"), WORDS],
        [("Wingdings", "\u00a7")],
        [("Wingdings", "Gq"), WORDS],
        [("Frutiger-Roman", "Press "), ("PictoIconFour", "Z"), ("Frutiger-Roman", " twice")],
    ],
)
def test_other_signs_stay(spans: list[tuple[str, str]]) -> None:
    raw = line(*spans)
    assert text(raw) == "".join(letters for _, letters in spans)
