"""A part of a word that nobody sees: "10" and a white "0" are read as 10."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest

from core.reading.extraction import extract

Piece = tuple[str, dict[str, Any]]


def lines(*pieces: Piece, band: bool = False) -> tuple[list[str], list[str]]:
    """Lines that are seen, and that are not, of pieces set right behind each other.

    `rise` sets a piece higher by so many points; with `band` all stand on dark blue.
    """
    with pymupdf.open() as pdf:
        page, x = pdf.new_page(), 72.0
        if band:
            page.draw_rect((60, 85, 300, 110), color=None, fill=(0, 0, 0.5))
        for text, look in pieces:
            look = dict[str, Any](fontsize=10) | look
            page.insert_text((x, 100 - look.pop("rise", 0)), text, **look)
            x += pymupdf.get_text_length(text, fontsize=look["fontsize"])
        read = extract(page).lines
    shown = [line.text for line in read if not line.hidden]
    return shown, [line.text for line in read if line.hidden]


@pytest.mark.parametrize(
    "look",
    [
        {"color": (1, 1, 1)},
        {"fontsize": 1},
        {"fill_opacity": 0.02},
        {"render_mode": 3},
        {"render_mode": 3, "fontsize": 6, "rise": 4},
        {"color": (1, 1, 1), "fontsize": 6, "rise": 4},
    ],
    ids=["white", "tiny", "transparent", "invisible", "invisible raised", "white raised"],
)
def test_a_digit_that_nobody_sees_makes_no_number_larger(look: dict[str, Any]) -> None:
    shown, hidden = lines(("The dose is 10", {}), ("0", look), (" mg a day", {}))
    assert shown == ["The dose is 10 mg a day"]
    assert hidden == ["0"]


def test_what_stands_on_both_sides_of_a_hidden_letter_stays_two_words() -> None:
    shown, _ = lines(("1", {}), ("0", {"color": (1, 1, 1)}), ("5 mg", {}))
    assert shown == ["1 5 mg"]


@pytest.mark.parametrize(
    ("pieces", "band"),
    [
        ((("Sight", {"color": (1, 1, 1)}), ("line", {"color": (1, 1, 0)})), True),
        ((("Sight", {}), ("line", {"fill_opacity": 0.5})), False),
        ((("Sight", {}), ("line", {"color": (0, 0, 1)})), False),
    ],
    ids=["white on blue", "pale", "coloured"],
)
def test_a_word_in_two_inks_that_are_both_seen_stays_one(
    pieces: tuple[Piece, ...], band: bool
) -> None:
    assert lines(*pieces, band=band) == (["Sightline"], [])
