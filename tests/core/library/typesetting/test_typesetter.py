"""Texts on pages: the same every time, and every word where it is said to be."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
import pytest

from core.errors import TooLarge
from core.library import Kind
from core.library.typesetting import Placed, TextLine, kept_text, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


MIXED = (
    "Chapter 1 Größe ≥ 5 µg „x“ § ½ — Żółć Жук αβγ\n" + "a long line of words " * 20
    + "\nhttp://" + "abc/" * 60 + " end\n\n漢字 あ 한글 → ✓ é ñ"
)  # fmt: skip
TABLE = 'Name;Wert;Bemerkung\n"Müller; A.";1,5;"erste\nzweite Zeile"\n' + "B;2;lang lang\n" * 90


def lines_of(placed: Placed) -> Iterator[TextLine]:
    for block in placed.blocks:
        yield from block.lines
        yield from (line for row in block.rows for cell in row for line in cell)


def letters_of(page: Any) -> tuple[list[str], NDArray[np.float64]]:
    """All letters of a page, and the points in their middle (2, n)."""
    letters = [
        letter
        for block in page.get_text("rawdict")["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
        for letter in span["chars"]
    ]
    boxes = np.array([letter["bbox"] for letter in letters])
    return [letter["c"] for letter in letters], (boxes[:, :2] + boxes[:, 2:]).T / 2


@pytest.mark.parametrize(("text", "kind"), [(MIXED, Kind.TEXT), (TABLE, Kind.CSV)])
def test_the_words_in_each_box_are_those_that_are_said_to_be_there(text: str, kind: Kind) -> None:
    with pymupdf.open(stream=typeset(text.encode(), kind, 50), filetype="pdf") as pdf:
        placed = kept_text(pdf)
        assert placed
        pages = [(page.rect, *letters_of(page)) for page in pdf]
        for line in lines_of(placed):
            page, letters, (x, y) = pages[line.page - 1]
            for word, left, right in zip(
                line.words, line.edges[::2], line.edges[1::2], strict=True
            ):
                box = pymupdf.Rect(left - 0.5, line.top, right + 0.5, line.bottom)
                assert page.contains(box)
                inside = (box.x0 < x) & (x < box.x1) & (box.y0 < y) & (y < box.y1)
                assert "".join(compress(letters, inside)).strip() == word


def test_the_same_bytes_give_the_same_pdf() -> None:
    assert typeset(MIXED.encode(), Kind.TEXT, 5) == typeset(MIXED.encode(), Kind.TEXT, 5)


def test_all_words_are_kept_in_their_order() -> None:
    with pymupdf.open(stream=typeset(MIXED.encode(), Kind.TEXT, 5), filetype="pdf") as pdf:
        placed = kept_text(pdf)
    assert placed
    said = "".join("".join(line.words) + line.after for line in lines_of(placed))
    assert "".join(said.split()) == "".join(MIXED.split())


def test_a_line_above_a_table_is_its_title_and_no_row() -> None:
    content = b"Doses 2024\n\nDrug,Dose,For\nA,5 mg,x\nB,6 mg,y\n"
    with pymupdf.open(stream=typeset(content, Kind.CSV, 5), filetype="pdf") as pdf:
        placed = kept_text(pdf)
    assert placed
    title, table = placed.blocks
    assert [line.words for line in title.lines] == [("Doses", "2024")]
    assert (table.header, len(table.rows)) == (True, 3)


def test_a_line_above_passages_is_their_title_and_no_passage() -> None:
    prose = "The starting dose of calverin is 40 mg once a day. " * 4
    content = f"Notes 2024\n\nid;name;text\n7;A;{prose}\n8;B;{prose}\n".encode()
    with pymupdf.open(stream=typeset(content, Kind.CSV, 5), filetype="pdf") as pdf:
        placed = kept_text(pdf)
    assert placed
    assert [block.metadata.get("passage") for block in placed.structure[:3]] == [None, "1", "1"]


def test_a_wide_table_gets_a_wide_page_and_a_wider_one_is_refused() -> None:
    def of(columns: int) -> bytes:
        return (",".join(f"column{n}" for n in range(columns)) + "\n").encode() * 2

    with pymupdf.open(stream=typeset(of(60), Kind.CSV, 5), filetype="pdf") as pdf:
        assert pdf[0].rect.width > 2000
    with pytest.raises(TooLarge, match="3000 columns"):
        typeset(of(3000), Kind.CSV, 5)


def test_a_row_stays_on_one_page_if_it_fits() -> None:
    rows = "".join(f'{n},"{"words that go on " * 60}"\n' for n in range(12))
    with pymupdf.open(stream=typeset(rows.encode(), Kind.CSV, 50), filetype="pdf") as pdf:
        placed = kept_text(pdf)
    assert placed
    pages = [{line.page for cell in row for line in cell} for row in placed.blocks[0].rows]
    assert all(len(found) == 1 for found in pages)
    assert len(set.union(*pages)) > 1


def test_more_pages_than_the_limit_are_refused() -> None:
    with pytest.raises(TooLarge, match="more than 2 pages"):
        typeset(b"line\n\n" * 1000, Kind.TEXT, 2)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("line\n\n" * 1000, Kind.TEXT),
        ("word " * 20_000, Kind.TEXT),
        ("x" * 50_000, Kind.TEXT),
        ("a,b\n" * 1000, Kind.CSV),
        ("a,b\n" * 100, Kind.CSV),
        ('a,b\n1,"' + "word " * 5000 + '"\n', Kind.CSV),
    ],
)
def test_what_is_too_long_is_refused_before_a_page_is_drawn(text: str, kind: Kind) -> None:
    drawn: list[int] = []
    with pytest.raises(TooLarge, match=r"2 pages|128 rows"):
        typeset(text.encode(), kind, 2, lambda n, _: drawn.append(n))
    assert not drawn


def test_a_pdf_that_was_not_set_holds_no_text_of_its_own() -> None:
    with pymupdf.open() as pdf:
        pdf.new_page()
        assert kept_text(pdf) is None
