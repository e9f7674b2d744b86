"""Tables whose cells are drawn, on pages built line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.parsing.papers import PROSE, Paper, check, texts

if TYPE_CHECKING:
    from core.sir import Sir

PLACES = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Rows and columns of a small table."""


def ruled(paper: Paper, cells: list[tuple[float, float, float, float, str]], page: int = 0) -> None:
    """Draws cells as left, top, right, bottom and a text of lines parted by bars."""
    for left, top, right, bottom, text in cells:
        paper.pdf[page].draw_rect((left, top, right, bottom))
        for number, line in enumerate(text.split("|") if text else []):
            paper.write(line, left + 4, top + 14 + 12 * number, page)


def cells_of(sir: Sir) -> list[tuple[str, str, str]]:
    """Text, row and column span of each cell."""
    return [
        (node.text, node.metadata.get("row_span", "1"), node.metadata.get("column_span", "1"))
        for node in sir.nodes
        if node.type == "table_cell"
    ]


def test_a_ruled_table_has_cells_over_several_rows_and_columns() -> None:
    paper = Paper()
    paper.prose(72, 100)
    ruled(
        paper,
        [
            (72, 200, 172, 240, "Drug"),
            (172, 200, 372, 220, "Dose"),
            (172, 220, 272, 240, "Adults"),
            (272, 220, 372, 240, "Children"),
            (72, 240, 172, 260, "Aspirin"),
            (172, 240, 272, 260, "100 mg"),
            (272, 240, 372, 260, "50 mg"),
        ],
    )
    sir = paper.parse()
    check(sir)
    assert cells_of(sir) == [
        ("Drug", "2", "1"),
        ("Dose", "1", "2"),
        ("Adults", "1", "1"),
        ("Children", "1", "1"),
        ("Aspirin", "1", "1"),
        ("100 mg", "1", "1"),
        ("50 mg", "1", "1"),
    ]
    headers = [n.text for n in sir.nodes if n.metadata.get("header") == "true"]
    assert headers == ["Drug", "Dose", "Adults", "Children"]


def test_rows_without_drawing_between_drawn_ones_belong_to_their_table() -> None:
    paper = Paper()
    for number in range(6):
        top = 200 + 20 * number
        if number % 2 == 0:
            for left in (72, 172, 272):
                paper.pdf[0].draw_rect(
                    (left, top, left + 100, top + 20), color=None, fill=(0.8, 0.9, 1)
                )
        for column, left in enumerate((76, 176, 276)):
            paper.write(f"{number}{column}", left, top + 14)
    sir = paper.parse()
    check(sir)
    assert len(texts(sir, "table")) == 1
    assert texts(sir, "table_cell") == [
        f"{number}{column}" for number in range(6) for column in range(3)
    ]


def test_boxes_below_each_other_are_a_table_of_one_column() -> None:
    paper = Paper()
    paper.prose(72, 100)
    texts = ["Competences", "1: Recycling", "2: Circular economy", "3: Ethics", "4: Engagement"]
    ruled(paper, [(72, 200 + 20 * n, 300, 220 + 20 * n, text) for n, text in enumerate(texts)])
    assert [text for text, _, _ in cells_of(paper.parse())] == texts


def test_the_lines_of_a_plot_are_no_table() -> None:
    paper = Paper()
    paper.prose(72, 100)
    for number in range(6):
        paper.pdf[0].draw_line((100, 200 + 30 * number), (400, 200 + 30 * number))
    for number in range(11):
        paper.pdf[0].draw_line((100 + 30 * number, 200), (100 + 30 * number, 350))
    paper.write("40", 108, 250)
    paper.write("60", 138, 250)
    paper.write("50", 168, 310)
    sir = paper.parse()
    check(sir)
    assert not texts(sir, "table")


def test_columns_of_currency_signs_belong_to_their_figures() -> None:
    paper = Paper()
    rows = [("Sales", "$", "107", "$", "136"), ("Costs", "$", "80", "$", "91")]
    edges = (72, 172, 192, 272, 292, 372)
    for number, row in enumerate(rows):
        top = 200 + 20 * number
        spans = zip(edges, edges[1:], row, strict=False)
        ruled(paper, [(left, top, right, top + 20, text) for left, right, text in spans])
    assert [text for text, _, _ in cells_of(paper.parse())] == [
        "Sales", "$ 107", "$ 136", "Costs", "$ 80", "$ 91",
    ]  # fmt: skip


def test_words_of_a_table_drawn_in_a_cell_are_in_no_other_table() -> None:
    paper = Paper()
    outer = [(72 + 210 * c, 100 + 150 * r, 282 + 210 * c, 250 + 150 * r) for r, c in PLACES]
    inner = [(100 + 80 * c, 140 + 30 * r, 180 + 80 * c, 170 + 30 * r) for r, c in PLACES]
    ruled(paper, [(*box, f"outer {number}") for number, box in enumerate(outer)])
    ruled(paper, [(*box, f"inner {number}") for number, box in enumerate(inner)])
    sir = paper.parse()
    check(sir)
    assert sorted(texts(sir, "table_cell")) == [
        f"{where} {number}" for where in ("inner", "outer") for number in range(4)
    ]


def test_a_numbered_title_in_larger_type_below_a_table_is_no_row_of_it() -> None:
    paper = Paper()
    boxes = [
        (left, top, left + 100, top + 20, text)
        for top, row in ((100.0, ("Drug", "Dose")), (120.0, ("Aspirin", "100 mg")))
        for left, text in zip((72.0, 172.0), row, strict=True)
    ]
    ruled(paper, boxes)
    paper.write("3.4", 76, 156, font="hebo", size=13)
    paper.write("Doses", 176, 156, font="hebo", size=13)
    paper.prose(72, 180)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "table_cell") == ["Drug", "Dose", "Aspirin", "100 mg"]
    assert texts(sir, "section_header") == ["3.4 Doses"]


def test_prose_beside_a_drawn_calendar_is_no_label_of_its_days() -> None:
    paper = Paper()
    paper.prose(60, 100, lines=("The committee met early", "in the spring and looked") * 6)
    days = [(row, column) for row in range(4) for column in range(5)]
    cells = [
        (310 + 40 * c, 100 + 30 * r, 350 + 40 * c, 130 + 30 * r, str(r * 5 + c + 1))
        for r, c in days
    ]
    ruled(paper, [*cells])
    assert texts(paper.parse(), "table_cell") == [text for *_, text in cells]


def passages(
    paper: Paper, boxes: tuple[tuple[float, float], ...], prose: tuple[str, ...] = PROSE
) -> list[str]:
    """Draws a passage with a title in a box at each place, after prose; the titles."""
    paper.prose(72, 100, lines=prose)
    titles = ["Storage", "Disposal", "Opening hours", "Follow-up"][: len(boxes)]
    for title, (left, top) in zip(titles, boxes, strict=True):
        paper.pdf[0].draw_rect((left, top, left + 228, top + 80))
        paper.write(title, left + 6, top + 18, size=13, font="hebo")
        for number, line in enumerate(("All drugs are kept in the cupboard of", "the ward.")):
            paper.write(line, left + 6, top + 36 + 13 * number)
    return titles


def test_boxes_side_by_side_are_no_table_and_keep_their_titles() -> None:
    paper = Paper()
    titles = passages(paper, ((72, 200), (300, 200)))
    sir = paper.parse()
    assert not texts(sir, "table")
    assert [t for t in texts(sir, "section_header") + texts(sir, "title") if t in titles] == titles


def test_a_listing_with_a_box_around_each_line_is_no_table() -> None:
    paper = Paper()
    paper.prose(72, 100)
    code = ("mkdir build", "cd build", "configure", "make", "make install")
    for number, line in enumerate(code):
        paper.pdf[0].draw_rect((72, 200 + 16 * number, 400, 216 + 16 * number))
        paper.write(line, 76, 212 + 16 * number, font="cour")
    sir = paper.parse()
    assert not texts(sir, "table")
    assert "\n".join(code) in texts(sir, "paragraph")


@pytest.mark.parametrize(
    "texts_of_cells",
    [
        ("*Name|Ann Miller", "*Born|4 May 1961", "*Doctor|Bob Stone", "*Ward|3 B"),
        ("*Role", "*Task", *("*Chair|from May|to June", "*Leads|all the|meetings") * 2),
        ("*Role|of all", "*Task", *("*Chair|from May|to June", "*Leads|all the|meetings") * 2),
    ],
    ids=["a form", "below names of columns", "below a name on two lines"],
)
def test_cells_that_begin_with_a_name_in_bold_are_those_of_a_table(
    texts_of_cells: tuple[str, ...],
) -> None:
    paper = Paper()
    paper.prose(72, 100)
    for at, text in enumerate(texts_of_cells):
        left, top = 72 + 150 * (at % 2), 200 + 50 * (at // 2)
        paper.pdf[0].draw_rect((left, top, left + 150, top + 50))
        for number, line in enumerate(text.split("|")):
            font = "hebo" if line.startswith("*") else "helv"
            paper.write(line.strip("*"), left + 4, top + 14 + 12 * number, font=font)
    cells = [text.replace("|", " ").strip("*") for text in texts_of_cells]
    assert texts(paper.parse(), "table_cell") == cells


def test_a_sentence_goes_on_behind_boxes_and_not_in_them() -> None:
    paper = Paper()
    passages(paper, ((72, 200), (300, 200)), PROSE[:3])
    paper.write(PROSE[3], 72, 300)
    sir = paper.parse()
    check(sir)
    passage = "All drugs are kept in the cupboard of the ward."
    assert texts(sir, "paragraph") == [" ".join(PROSE), passage, passage]


def test_a_drawn_row_on_top_of_each_page_is_running_text() -> None:
    paper = Paper(4)
    for page in range(4):
        cells = ("Ward manual", "Storage of drugs", f"Page {page + 1} of 4")
        ruled(paper, [(72 + 130 * n, 30, 202 + 130 * n, 50, t) for n, t in enumerate(cells)], page)
        paper.prose(72, 120 + 40 * page, page)
    sir = paper.parse()
    assert not texts(sir, "table")
    assert len(texts(sir, "page_header", aside=True)) == 4
