"""Structured texts on pages: no word lost, each where it is said to be."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pymupdf
from hypothesis import given
from hypothesis import strategies as st

from core.library.file_kinds import Kind
from core.library.structured.blocks import words_of
from core.library.structured.html_page import read_html
from core.library.typesetting import Placed, PlacedBlock, TextLine, kept_text, typeset
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator


TABLE = (
    "<table><tr><th rowspan=2>Name<th colspan=2>Doses of all of them</th></tr><tr><th>a<th>b</tr>"
    + "<tr><td>row<td>one<br>two<td>three words here" * 50
    + f"<tr><td>{'long text in a cell ' * 400}<td>x<td>y</table>"
)
MIXED = (
    "<html><body><nav><a href=a>Home page</a></nav><h1>A title that is long enough for two lines of"
    " its large type</h1><p>Größe ≥ 5 µg Żółć Жук αβγ 漢字 שלום<ol><li>one<ul><li>inner</ul></ol>"
    f"<p>{'words of a paragraph ' * 200}{'x' * 300}</p><pre>if a:\n    b</pre>{TABLE}"
)


def all_blocks(blocks: tuple[PlacedBlock, ...]) -> Iterator[PlacedBlock]:
    for block in blocks:
        yield block
        yield from all_blocks((*block.children, *filter(None, [block.caption])))


def lines_of(placed: Placed) -> Iterator[TextLine]:
    for block in all_blocks(placed.structure):
        yield from block.lines


def placed(markup: str, pages: int = 60) -> Placed:
    content = typeset(markup.encode(), Kind.HTML, pages)
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        text = kept_text(pdf)
    assert text
    return text


def letters(page: pymupdf.Page) -> list[tuple[float, float, str]]:
    """The middle of each letter that is drawn on a page, and the letter."""
    content: Any = page.get_text("rawdict")
    spans = [s for b in content["blocks"] for line in b.get("lines", ()) for s in line["spans"]]
    return [
        ((c["bbox"][0] + c["bbox"][2]) / 2, (c["bbox"][1] + c["bbox"][3]) / 2, c["c"])
        for span in spans
        for c in span["chars"]
        if not c["c"].isspace()
    ]


def test_the_words_in_each_box_are_those_that_are_said_to_be_there() -> None:
    content = typeset(MIXED.encode(), Kind.HTML, 60)
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        text = kept_text(pdf)
        drawn = [letters(page) for page in pdf]
        size = pdf[0].rect
    assert text
    for line in list(lines_of(text))[::3]:
        edges = zip(line.edges[::2], line.edges[1::2], strict=True)
        beside = [(x, c) for x, y, c in drawn[line.page - 1] if line.top < y < line.bottom]
        for word, (left, right) in zip(line.words, edges, strict=True):
            assert 0 <= left < right <= size.width and line.bottom <= size.height
            assert Counter(c for x, c in beside if left < x < right) == Counter(word)
    assert content == typeset(MIXED.encode(), Kind.HTML, 60)


def test_no_word_of_the_blocks_is_lost() -> None:
    blocks = read_html(MIXED.encode()).blocks
    said = Counter(letter for word in words_of(blocks) for letter in word)
    assert said == Counter(c for line in lines_of(placed(MIXED)) for w in line.words for c in w)


def test_a_row_stays_on_its_page_and_a_cell_over_rows_within_them() -> None:
    rows = "<tr><td rowspan=2>both<br>of<br>them<td>a<tr><td>b" * 80
    (table,) = placed(f"<html><table>{rows}</table>").structure
    for first, second in zip(table.children[::2], table.children[1::2], strict=True):
        spanning, beside = first.children
        lines = [*spanning.lines, *beside.lines, *second.children[0].lines]
        assert len({line.page for line in lines}) == 1
        assert second.children[0].lines[0].top > beside.lines[0].bottom


def test_words_of_different_cells_do_not_overlap() -> None:
    table = next(b for b in placed(MIXED).structure if b.type is ElementType.TABLE)
    boxes = [
        (line.page, line.edges[0], line.top, line.edges[-1], line.bottom)
        for row in table.children[:30]
        for cell in row.children
        for line in cell.lines
    ]
    for at, (page, left, top, right, bottom) in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = other[1] >= right or other[3] <= left or other[2] >= bottom - 1.0
            assert page != other[0] or apart or other[4] <= top + 1.0


def test_what_is_set_aside_stands_on_pages_of_its_own_behind_the_text() -> None:
    first, *_, last = placed(
        "<html><p>Text</p><nav><a href=a>Home</a></nav><p>more</p><p>and the rest of it</p>"
    ).structure
    assert (first.aside, last.aside) == ("", "navigation")
    assert first.lines[0].page < last.lines[0].page


def test_a_table_with_many_columns_gets_a_wider_page() -> None:
    cells = "".join(f"<td>column{n}" for n in range(40))
    content = typeset(f"<html><table><tr>{cells}<tr>{cells}</table>".encode(), Kind.HTML, 5)
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        assert pdf[0].rect.width > 1500
        text = kept_text(pdf)
    assert text and all(len(line.words) == 1 for line in lines_of(text))


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1)
tags = st.sampled_from(["p", "li", "h2", "td", "b", "pre", "dd", "blockquote", "div", "caption"])


@given(st.lists(st.tuples(tags, words), min_size=1, max_size=12))
def test_every_letter_of_a_page_is_in_a_block_and_on_a_page(parts: list[tuple[str, str]]) -> None:
    escaped = [(t, w.replace("&", "&amp;").replace("<", "&lt;")) for t, w in parts]
    markup = "<html><meta charset=utf-8><body>x " + "".join(f"<{t}>{w}</{t}>" for t, w in escaped)
    blocks = read_html(markup.encode()).blocks
    said = Counter("".join(words_of(blocks)))
    assert said == Counter(c for line in lines_of(placed(markup)) for w in line.words for c in w)


def test_the_number_of_an_item_without_words_is_on_the_page_in_each_of_its_parts() -> None:
    item = "<li style='list-style-type: \"Part 2\"'>"
    lines = list(lines_of(placed(f"<ol>{item}<pre>x</pre><li>y</ol><ul><li><ul><li>z</ul></ul>")))
    assert [line.words for line in lines] == [("Part", "2"), ("x",), ("2.", "y"), ("–", "z")]


def test_a_line_from_right_to_left_begins_on_its_right() -> None:
    first, second = lines_of(placed("<p>שלום 12 עולם<p>mixed שלום עולם words"))
    assert first.words == ("שלום", "12", "עולם") and first.edges[0::2] == tuple(
        sorted(first.edges[0::2], reverse=True)
    )
    assert second.edges[0::2] == tuple(sorted(second.edges[0::2]))
