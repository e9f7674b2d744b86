"""Text painted after the line that it stands in."""

from __future__ import annotations

from time import process_time
from typing import Any

import pymupdf
import pytest

from core.reading.extraction import extract
from core.reading.late_text import with_late_in_place

Text = tuple[str, float, float, float]
"""What is written, the x of its beginning, its base line and its size."""


def width(text: str, size: float = 10) -> float:
    return pymupdf.get_text_length(text, fontsize=size)


def lines(*texts: Text, rule: float | None = None) -> list[str]:
    """The lines of a page on which these are written in this order, and a rule at an x."""
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        if rule:
            page.draw_line((rule, 80), (rule, 110))
        for text, x, y, size in texts:
            page.insert_text((x, y), text, fontsize=size)
        return [line.text for line in extract(page).lines]


def after(*texts: str) -> float:
    """Where text begins that follows these, beginning at 72."""
    return 72 + sum(map(width, texts))


@pytest.mark.parametrize(
    ("before", "small", "behind", "rise", "joined"),
    [
        ("at least 75 x 10", "9", "/L of it", 4, "at least 75 x 10⁹/L of it"),
        ("not above 10", "6", " units", 4, "not above 10⁶ units"),
        ("it is 75 mg/m", "2", ".", 4, "it is 75 mg/m²."),
        ("much CO", "2", " is in it", -2, "much CO2 is in it"),
        ("and 10", "12", "", 4, "and 10¹²"),
    ],
)
def test_small_characters_painted_last_stand_in_the_gap_left_for_them(
    before: str, small: str, behind: str, rise: float, joined: str
) -> None:
    at = after(before)
    line = [(before, 72, 100, 10), (behind.strip(), at + width(small, 7.5), 100, 10)]
    if behind.startswith(" "):
        line[1] = (behind.strip(), line[1][1] + width(" "), 100, 10)
    other = ("Another line of text.", 72.0, 130.0, 10.0)
    line = [text for text in line if text[0]]
    assert lines(*line, other, (small, at, 100 - rise, 7.5))[0] == joined


def test_words_painted_last_stand_in_their_sentence() -> None:
    parts = ("The status was", " ", "not", " ", "above 2 (", "ECOG", "), and it is", " ", "so.")
    places = [after(*parts[:index]) for index in range(len(parts))]
    texts = [(text, x, 100.0, 10.0) for text, x in zip(parts, places, strict=True) if text != " "]
    late = [text for text in texts if text[0] in ("not", "ECOG", "so.")]
    early = [text for text in texts if text not in late]
    assert lines(*early, ("Another.", 72, 130, 10), *late)[0] == "".join(parts)


def test_a_word_that_a_rule_parts_from_its_neighbour_is_another_cell() -> None:
    left, right = ("MIMIC-III", 72.0, 100.0, 10.0), ("MED", after("MIMIC-III") + 3, 100.0, 10.0)
    other = ("Another.", 72.0, 130.0, 10.0)
    assert "MIMIC-III MED" in lines(left, other, right)
    assert "MIMIC-III MED" not in lines(left, other, right, rule=right[1] - 1.5)


@pytest.mark.parametrize(
    "late",
    [
        ("9", 0.0, 86, 7.5),
        ("9", 5.0, 96, 7.5),
        ("at a distance", 6.0, 100, 10),
        ("b", 0.0, 100, 14),
    ],
    ids=["higher", "off", "apart", "larger"],
)
def test_what_stands_off_a_line_is_a_line_of_its_own(late: Text) -> None:
    text, gap, base, size = late
    first = ("The dose is 10", 72.0, 100.0, 10.0)
    texts = lines(first, ("Another.", 72, 130, 10), (text, after(first[0]) + gap, base, size))
    assert first[0] in texts


@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
@pytest.mark.parametrize(
    "look",
    [{"color": (1, 1, 1)}, {"render_mode": 3}, {"fontsize": 1}, {"cover": True}],
    ids=["white", "invisible", "tiny", "covered"],
)
def test_what_is_hidden_becomes_no_part_of_a_visible_word(
    look: dict[str, Any], *, first: bool
) -> None:
    before, behind = "The dose is 10", "mg a day."
    look = dict(look)
    look.setdefault("fontsize", 10)
    cover = look.pop("cover", False)
    with pymupdf.open() as pdf:
        page = pdf.new_page()

        def line() -> None:
            writer = pymupdf.TextWriter(page.rect)
            writer.append((72, 100), before, fontsize=10)
            writer.append((after(before, "0 "), 100), behind, fontsize=10)
            writer.write_text(page)
            page.insert_text((72, 130), "Another line.", fontsize=10)

        if not first:
            line()
        page.insert_text((after(before), 100), "0", **look)
        if cover:
            box = (after(before) + 0.1, 90, after(before, "0"), 104)
            page.draw_rect(box, color=None, fill=(1, 1, 1))
        if first:
            line()
        read = extract(page).lines
    assert f"{before} {behind}" in " ".join(line.text for line in read if not line.hidden)
    assert [line.text for line in read if line.hidden] == ["0"]


def raw(text: str, x: float, base: float, size: float, order: int) -> dict[str, Any]:
    """A raw line of MuPDF whose letters are half as wide as their size."""
    chars: list[dict[str, Any]] = []
    for place, letter in enumerate(text):
        left = x + place * size / 2
        box = (left, base - 0.8 * size, left + size / 2, base + 0.2 * size)
        chars.append({"c": letter, "bbox": box, "origin": (left, base)})
    box = (x, base - 0.8 * size, x + len(text) * size / 2, base + 0.2 * size)
    look = {"size": size, "color": 0, "alpha": 255, "char_flags": 16}
    span = {"chars": chars, "origin": (x, base), "bbox": box, **look}
    return {"dir": (1.0, 0.0), "bbox": box, "order": order, "spans": [span]}


def text_of(line: dict[str, Any]) -> str:
    return "".join(char["c"] for span in line["spans"] for char in span["chars"])


@pytest.mark.parametrize("in_one_line", [True, False])
def test_a_line_with_very_many_late_pieces_is_read_in_seconds(*, in_one_line: bool) -> None:
    number = 1500
    early = [raw("x", 10.0 * place, 100, 10, place) for place in range(number)]
    late = [raw("2", 10.0 * place + 5, 96, 8, number + place) for place in range(number)]
    if in_one_line:
        spans = [line["spans"][0] for line in early]
        early = [{**early[0], "bbox": (0, 92, 10.0 * number, 102), "spans": spans}]
    start = process_time()
    joined = with_late_in_place([*early, *late], {})
    assert process_time() - start < 10
    assert [text_of(line).replace(" ", "") for line in joined] == ["x2" * number]


def test_late_words_beside_very_many_drawn_strokes_are_read_in_seconds() -> None:
    words = [raw("not", 17.0 * (n % 20), 20.0 + 12 * (n // 20), 10, n) for n in range(1200)]
    strokes = ((600 + n / 1000, 10.0, 601 + n / 1000, 11.0) for n in range(100_000))
    drawn = {5000 + n: {"bbox": box, "stroked": True} for n, box in enumerate(strokes)}
    start = process_time()
    joined = with_late_in_place([*words[::2], *words[1::2]], drawn)
    assert process_time() - start < 10
    assert [text_of(line) for line in joined] == [" ".join(["not"] * 20)] * 60
