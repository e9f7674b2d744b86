"""Blocks side by side in one region of text, and rows of labels and values, which are none."""

from __future__ import annotations

from core.parsing.visual_topology.blocks_abreast import abreast
from core.reading.page_content import Vector
from tests.core.parsing.visual_topology.sights import STEP, written

SENDER = ("Dr. Fiona Baird", "Harbour Practice", "3 Pier Street", "Stromness")
ABOUT = ("Date: 4 June", "Our reference: KH/221", "Patient: 88213")
NAMES = (("Helen Marsh", "Director"), ("Robert Quist", "Head of Purchasing"))


def blocks(
    left: tuple[str, ...], right: tuple[str, ...], *above: str, drawn: tuple[float, ...] = ()
) -> list[str]:
    """The text of each block of a region with rows of two texts, and rulings above from `drawn`."""
    top = 100 + STEP * len(above)
    lines = [written(text, 60, 100 + STEP * at) for at, text in enumerate(above)]
    for x, texts in ((60, left), (330, right)):
        lines += [written(text, x, top + STEP * at) for at, text in enumerate(texts)]
    rulings = [Vector((x, top - 12, x + 120, top - 11), stroked=True, colour=0) for x in drawn]
    return [" ".join(line.text for line in block) for block in abreast(lines, rulings)]


def across(left: tuple[str, ...], right: tuple[str, ...]) -> list[str]:
    """The one text of rows that are read across."""
    return [" ".join(" ".join(row) for row in zip(left, right, strict=True))]


def test_an_address_is_read_before_the_reference_beside_it() -> None:
    assert blocks(SENDER, ABOUT) == [" ".join(SENDER), " ".join(ABOUT)]


def test_signatures_side_by_side_are_read_one_after_the_other() -> None:
    left, right = (("_" * 20, *names) for names in NAMES)
    expected = [" ".join(left), " ".join(right)]
    assert blocks(left, right) == expected
    assert blocks(
        left, right, "Signed by both parties in two copies at Leith and in Edinburgh:"
    ) == [
        "Signed by both parties in two copies at Leith and in Edinburgh:",
        *expected,
    ]


def test_signatures_below_drawn_lines_are_read_one_after_the_other() -> None:
    first, second = NAMES
    assert blocks(first, second, drawn=(60, 330)) == [" ".join(first), " ".join(second)]
    assert blocks(first, second, drawn=(60,)) == across(first, second)


def test_labels_and_their_values_are_read_across() -> None:
    labels, values = ("Range", "Weight", "Housing"), ("0.5 to 20 mS", "0.74 kg", "steel")
    assert blocks(labels, values) == across(labels, values)
    named = tuple(f"{label}:" for label in labels)
    assert blocks(named, ABOUT) == across(named, ABOUT)


def test_pairs_on_both_sides_are_read_across() -> None:
    other = ("Name: Mara Feld", "Born: 14 March", "Ward: 3B")
    assert blocks(other, ABOUT) == across(other, ABOUT)
