"""The measures of a page, and when they call for reading it by sight."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.extraction import extract
from core.reading.page_signals import PageSignals, measure, sight_needed
from tests.core.parsing.papers import PROSE, Paper

ROWS = (("Placebo", "12.4", "8.1"), ("Arm one", "14.0", "9.3"), ("Arm two", "11.2", "7.7")) * 2


def measured(paper: Paper) -> PageSignals:
    with pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf") as pdf:
        return measure(extract(pdf[0]))


def picture(paper: Paper, box: tuple[float, float, float, float], kind: str = "png") -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 40, 40), 0)
    pixels.clear_with(200)
    content = pixels.tobytes(kind)
    paper.pdf[0].insert_image(pymupdf.Rect(box), stream=content, keep_proportion=False)


def grid(paper: Paper, rows: tuple[tuple[str, ...], ...], rulings: bool) -> None:
    for index, row in enumerate(rows):
        y = 200 + 20 * index
        for column, text in enumerate(row):
            paper.write(text, 80 + 120 * column, y)
            if rulings:
                box = pymupdf.Rect(75 + 120 * column, y - 14, 195 + 120 * column, y + 6)
                paper.pdf[0].draw_rect(box)


def test_prose_is_read_by_rule() -> None:
    paper = Paper()
    paper.prose(60, 100)
    signals = measured(paper)
    assert (signals.columns, signals.table_rows) == (1, 0)
    needed, reason = sight_needed(signals)
    assert not needed
    assert reason.startswith(f"{sum(len(line.replace(' ', '')) for line in PROSE)} characters")


def test_an_empty_page_is_not_looked_at() -> None:
    assert not sight_needed(measured(Paper()))[0]


def test_a_page_that_is_a_picture_is_looked_at() -> None:
    paper = Paper()
    picture(paper, (0, 0, 595, 842))
    assert sight_needed(measured(paper)) == (True, "no text, images cover 100%")


def test_the_invisible_text_of_a_scan_is_checked_by_sight() -> None:
    paper = Paper()
    paper.prose(60, 100)
    print_of_it = paper.pdf[0].get_pixmap(dpi=100)
    paper = Paper()
    paper.pdf[0].insert_image(paper.pdf[0].rect, pixmap=print_of_it)
    for row, line in enumerate(PROSE):
        paper.pdf[0].insert_text((60, 100 + 13 * row), line, fontsize=10, render_mode=3)
    assert sight_needed(measured(paper)) == (True, "text of a scan, images cover 100%")


def test_invisible_text_over_a_picture_that_does_not_show_it_is_no_text_of_a_scan() -> None:
    paper = Paper()
    picture(paper, (0, 0, 595, 842), "jpg")
    paper.pdf[0].insert_text((60, 100), "Words that OCR put here", render_mode=3)
    assert sight_needed(measured(paper)) == (True, "no text, images cover 100%")


def test_a_stamp_on_a_scan_is_not_all_that_the_scan_says() -> None:
    paper = Paper()
    picture(paper, (0, 0, 595, 842), "jpg")
    paper.write("NMH 000123", 450, 820)
    needed, reason = sight_needed(measured(paper))
    assert needed
    assert reason == "9 characters of text, images cover 100%"


def test_text_on_a_picture_of_paper_is_read_by_rule() -> None:
    paper = Paper()
    picture(paper, (0, 0, 595, 842), "jpg")
    for top in (100, 300, 500):
        paper.prose(60, top)
    assert not sight_needed(measured(paper))[0]


def test_letters_of_no_language_are_checked_by_sight() -> None:
    paper = Paper()
    for line in range(4):
        paper.write("xqzt kvbr mwpl hgtr cdfg nbvc " * 2, 60, 100 + 20 * line)
    needed, reason = sight_needed(measured(paper))
    assert needed
    assert reason == "the letters are not those of a language"


@pytest.mark.parametrize("rulings", [True, False])
@pytest.mark.parametrize("rows", [3, 6])
def test_a_table_is_read_by_sight(rows: int, rulings: bool) -> None:
    paper = Paper()
    grid(paper, ROWS[:rows], rulings=rulings)
    signals = measured(paper)
    assert signals.unruled_rows == (0 if rulings else rows)
    assert sight_needed(signals) == (True, f"{rows} rows of cells")


def test_a_box_beside_text_is_read_by_sight_and_a_frame_around_text_by_rule() -> None:
    beside, around = Paper(), Paper()
    for paper in (beside, around):
        for row in range(4):
            paper.write("Words of a column of text", 60, 100 + 14 * row)
    for row in range(4):
        beside.write("Words of a box", 320, 100 + 14 * row)
    beside.pdf[0].draw_rect((310, 80, 500, 160))
    around.pdf[0].draw_rect((50, 80, 500, 160))
    assert sight_needed(measured(beside)) == (True, "boxes of text beside other text")
    assert not sight_needed(measured(around))[0]


def test_a_chart_is_read_by_sight_and_underlined_words_by_rule() -> None:
    chart, links = Paper(), Paper()
    for bar in range(8):
        chart.pdf[0].draw_rect((60 + 30 * bar, 300 - 20 * bar, 80 + 30 * bar, 400), fill=(0, 0, 1))
        links.pdf[0].draw_line((60, 103 + 20 * bar), (120, 103 + 20 * bar))
    for paper in (chart, links):
        for row in range(8):
            paper.write("Words with a link in them", 60, 100 + 20 * row)
    assert sight_needed(measured(chart)) == (True, "16 drawings")  # edges and areas
    assert not sight_needed(measured(links))[0]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_table_on_its_side_is_found_all_the_same(turn: int) -> None:
    paper = Paper()
    grid(paper, ROWS, rulings=False)
    with pymupdf.open() as pdf:
        page = pdf.new_page(width=842, height=842)
        page.show_pdf_page(page.rect, paper.pdf, 0, rotate=turn)
        signals = measure(extract(page))
    assert signals.unruled_rows == 6


def test_a_chart_may_hold_text_and_a_photograph_hardly() -> None:
    chart, photograph = Paper(), Paper()
    for paper, kind in ((chart, "png"), (photograph, "jpg")):
        paper.prose(60, 100)
        picture(paper, (60, 300, 400, 600), kind)
    assert sight_needed(measured(chart)) == (True, "a lossless image covers 20%")
    assert not sight_needed(measured(photograph))[0]


def test_an_image_below_the_text_is_no_chart() -> None:
    paper = Paper()
    picture(paper, (0, 0, 595, 842))
    for y in range(80, 700, 80):
        paper.prose(60, y)
    assert not sight_needed(measured(paper))[0]


def test_characters_that_are_no_letters_make_a_layer_useless() -> None:
    signals = PageSignals(
        characters=900,
        garbage=0.4,
        image_share=0.0,
        figure_share=0.0,
        scanned=False,
        stamped=False,
        legible=True,
        columns=1,
        table_rows=0,
        unruled_rows=0,
        rulings=0,
        drawings=0,
        boxes=0,
        turned=0.0,
        hidden=0,
    )
    assert sight_needed(signals) == (True, "40% of the characters are no letters")
