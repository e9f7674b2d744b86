"""Regions of a page to elements."""

from __future__ import annotations

from dataclasses import replace

from core.parsing.read_pages import GridCell, Region, TableGrid
from core.parsing.structuring.running_headers import set_margins_aside
from core.parsing.tables.lattice import grid_of_spans
from core.parsing.visual_topology.region_tables import with_tables
from core.reading.line import SLANTED
from core.sir import ElementType, Location
from tests.core.parsing.visual_topology.sights import SIZE, STEP, Shown, texts, written


def test_two_columns_are_read_one_after_the_other() -> None:
    page = Shown()
    page.region("text", 320, 100, "Right column.")
    page.region("text", 50, 100, "Left column.")
    page.region("title", 50, 50, "A title over both of the two columns of the page and more words")
    found = page.columns()
    assert [texts(column) for column in found][1:] == [["Left column."], ["Right column."]]


def test_columns_of_text_that_runs_left_begin_at_the_right() -> None:
    page = Shown()
    page.region("text", 50, 100, "Left column.")
    page.region("text", 320, 100, "Right column.")
    for line in page.lines:
        line.rtl = True
    assert texts(page.elements()) == ["Right column.", "Left column."]


def test_running_text_comes_from_the_edges_only() -> None:
    page = Shown()
    page.region("page-header", 50, 30, "Guideline 43")
    page.region("page-header", 50, 400, "Not at the edge of it.")
    kinds = [element.type for element in page.elements()]
    assert kinds == [ElementType.PAGE_HEADER, ElementType.PARAGRAPH]


def test_several_lines_at_the_top_are_an_address_and_no_running_text() -> None:
    page = Shown()
    page.region("page-header", 60, 60, "Northlight Ltd", "14 Harbour Road", "Leith EH6 7QT")
    page.region("page-header", 360, 60, "Invoice no.: 20431", "Date: 3 June", "Customer: 7782")
    page.region("page-header", 60, 130, "Service department", "Reports")
    assert [element.type for element in page.elements()] == [
        *(ElementType.PAGE_HEADER, ElementType.PARAGRAPH, ElementType.PARAGRAPH)
    ]
    assert texts(page.elements())[1:] == [
        *("Northlight Ltd 14 Harbour Road Leith EH6 7QT",),
        "Invoice no.: 20431 Date: 3 June Customer: 7782",
    ]


MASTHEAD = ("Journal of Marine Medicine", "Volume 12, pages 201 to 219", "Published on 3 June")


def test_a_masthead_of_several_lines_in_small_type_is_running_text() -> None:
    page = Shown()
    page.region("page-header", 60, 40, *MASTHEAD, size=8)
    page.region("text", 60, 200, "Veradine was given to all adults.")
    kinds = [element.type for element in page.elements()]
    assert kinds == [ElementType.PAGE_HEADER, ElementType.PARAGRAPH]


def test_several_lines_that_stand_at_the_top_of_each_page_are_running_text() -> None:
    pages = [Shown() for _ in range(3)]
    for page, name in zip(pages, ("Veradine", "Calvorin", "Dexaril"), strict=True):
        page.region("page-header", 60, 40, *MASTHEAD)
        page.region("text", 60, 200, f"{name} was given to all adults.")
    contents = [page.content() for page in pages]
    for number, content in enumerate(contents, start=1):
        content.number = number
    running = set_margins_aside(contents, SIZE, {1: [], 2: [], 3: []})
    assert texts(running) == [*MASTHEAD] * 3
    for page, content in zip(pages, contents, strict=True):
        page.lines = content.lines
        assert [element.type for element in page.elements()] == [ElementType.PARAGRAPH]


def test_words_in_no_region_stay_in_their_place() -> None:
    page = Shown()
    page.region("text", 50, 100, "First of all.")
    page.region("text", 50, 300, "Last of all.")
    page.lines.append(written("Found by nobody.", 50, 200))
    assert texts(page.elements()) == ["First of all.", "Found by nobody.", "Last of all."]


def test_a_region_with_two_paragraphs_becomes_two() -> None:
    page = Shown()
    box = page.region("text", 50, 100, "One paragraph ends.").box
    page.region("text", 50, 140, "Another paragraph ends.")
    page.regions = [type(page.regions[0])("text", (box[0], box[1], 300, 150))]
    assert texts(page.elements()) == ["One paragraph ends.", "Another paragraph ends."]


def test_bold_words_inside_of_a_sentence_do_not_end_a_paragraph() -> None:
    page = Shown()
    lines = "Land may not be owned in these countries: China,", "Nigeria, Peru,", "and so on."
    page.region("text", 50, 100, *lines)
    page.lines[1].bold = True
    assert texts(page.elements()) == [" ".join(lines)]


def test_a_label_is_one_caption_with_the_text_below_it() -> None:
    page = Shown()
    page.region("caption", 50, 100, "Figure 7.")
    page.region("text", 50, 113, "Estimated damage of blades.")
    (found,) = page.elements()
    assert found.type is ElementType.CAPTION
    assert texts([found]) == ["Figure 7. Estimated damage of blades."]


def test_a_header_that_begins_as_a_caption_is_one() -> None:
    page = Shown()
    page.region("section-header", 50, 100, "Table 3: Doses by age")
    assert [element.type for element in page.elements()] == [ElementType.CAPTION]


def test_an_item_with_a_section_number_in_a_larger_font_is_a_heading() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "6.2 Waste Management", size=13)
    assert [element.type for element in page.elements()] == [ElementType.SECTION_HEADER]


def test_a_caption_that_the_model_takes_for_an_item_is_one() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "Table 1: Doses by kidney function")
    assert [element.type for element in page.elements()] == [ElementType.CAPTION]


def test_what_stands_in_bold_type_behind_a_numbered_clause_belongs_to_it() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "2.2.1 Offer a test to all adults.", "[2025]")
    page.lines[-1].bold = True
    assert texts(page.elements()) == ["2.2.1 Offer a test to all adults. [2025]"]


def test_an_item_that_the_model_cut_inside_of_a_sentence_is_one() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "1. What is the effect when it is given for")
    page.region("list-item", 62, 100 + STEP, "14 days, and not for seven?")
    page.region("list-item", 50, 100 + 2 * STEP, "2. What does it cost?")
    assert texts(page.elements()) == [
        "1. What is the effect when it is given for 14 days, and not for seven?",
        "2. What does it cost?",
    ]


def test_lines_below_an_item_that_ends_early_are_no_part_of_it() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "\u2022 Fruit")
    page.region("list-item", 62, 100 + STEP, "Apples and pears of all kinds")
    assert len(page.elements()) == 2


def test_a_region_of_several_items_becomes_several() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "\u2022 Stay within channels.", "\u2022 Pay attention.")
    assert [element.type for element in page.elements()] == [ElementType.LIST_ITEM] * 2


def test_labels_stay_with_their_picture_and_its_caption_does_not() -> None:
    page = Shown()
    page.region("picture", 50, 120, "2019", "2020")
    page.lines.append(written("Figure 2: Growth in all years", 50, 190))
    page.regions[0] = type(page.regions[0])("picture", (40, 100, 300, 200))
    figure, caption = page.elements()
    assert (figure.type, caption.type) == (ElementType.FIGURE, ElementType.CAPTION)
    assert texts([figure]) == ["2019 2020"]
    (place,) = figure.regions
    assert abs(place.left - 40 / 600) < 1e-6


def test_an_image_that_the_model_missed_is_a_figure_in_its_place() -> None:
    page = Shown(images=[(50.0, 150.0, 300.0, 300.0)])
    page.region("text", 50, 100, "Before the image.")
    page.region("caption", 50, 330, "Figure 1: An image")
    kinds = [element.type for element in page.elements()]
    assert kinds == [ElementType.PARAGRAPH, ElementType.FIGURE, ElementType.CAPTION]


def test_many_drawings_close_to_each_other_are_a_chart_and_those_far_apart_are_none() -> None:
    page = Shown(drawings=[(60.0 + 8 * n, 300.0 - 5 * n, 66.0 + 8 * n, 300.0) for n in range(30)])
    page.region("text", 50, 100, "Before the chart.")
    kinds = [element.type for element in page.elements()]
    assert kinds == [ElementType.PARAGRAPH, ElementType.FIGURE]
    page.drawings = [(60.0, 150.0 + 20 * n, 300.0, 151.0 + 20 * n) for n in range(30)]
    assert [element.type for element in page.elements()] == [ElementType.PARAGRAPH]


def test_the_drawings_of_a_table_are_no_chart() -> None:
    rows = [(50.0, 88.0 + 2 * n, 300.0, 89.0 + 2 * n) for n in range(40)]
    page = Shown(drawings=rows)
    page.region("text", 50, 100, *["One row of a shaded table with more words than a label."] * 6)
    assert ElementType.FIGURE not in {element.type for element in page.elements()}


def test_tables_side_by_side_are_parted_where_no_ruling_goes_on() -> None:
    words = [("one", 50.0), ("two", 100.0), ("three", 300.0), ("four", 350.0)]
    lines = [written(text, x, 100.0 + 12 * row) for row in range(3) for text, x in words]
    halves = [(45.0, 130.0), (290.0, 380.0)]
    rulings = [(x0, y, x1, y + 1) for y in (88.0, 102.0, 126.0) for x0, x1 in halves]
    page = Shown(lines, [Region("table", (50, 88, 370, 126))], drawings=rulings)
    left, right = with_tables(page.regions, page.content())
    assert 130 < left.box[2] == right.box[0] < 290
    going_on = replace(page, drawings=[*rulings, (45.0, 126.0, 370.0, 127.0)])
    between = replace(page, lines=[*lines, written("Label", 180, 100)])
    columns = replace(page, lines=[line for line in lines if line.left < 350])
    for other in (going_on, between, columns):
        assert with_tables(other.regions, other.content()) == page.regions


def test_an_image_behind_text_is_no_figure() -> None:
    page = Shown(images=[(0.0, 50.0, 600.0, 500.0)])
    page.region("text", 50, 100, "Text that runs over the picture which lies in the background.")
    assert [element.type for element in page.elements()] == [ElementType.PARAGRAPH]


def test_a_table_of_contents_is_no_table() -> None:
    page = Shown()
    rows = [f"Chapter {n} .............. {n}" for n in range(1, 5)]
    grid = TableGrid((50, 80, 300, 200), (GridCell(0, 0, (50, 80, 300, 200)),))
    page.region("table", 50, 100, *rows, grid=grid)
    assert [element.type for element in page.elements()] == [ElementType.DOC_INDEX]


def test_a_formula_keeps_its_words_and_its_place() -> None:
    page = Shown()
    page.region("formula", 50, 100, "E = m c 2 (3.15)")
    (found,) = page.elements()
    assert found.type is ElementType.FORMULA
    assert found.regions
    assert texts([found]) == ["E = m c 2 (3.15)"]


def test_a_footnote_comes_last_in_its_column() -> None:
    page = Shown()
    page.region("footnote", 50, 700, "1 See the annex.", size=8)
    page.region("text", 50, 100, "Text with a mark.")
    assert [e.type for e in page.elements()] == [ElementType.PARAGRAPH, ElementType.FOOTNOTE]


def test_text_that_is_not_upright_is_kept() -> None:
    page = Shown()
    page.region("text", 50, 100, "Upright text.")
    page.lines.append(written("sideways", 20, 400))
    page.lines[-1].angle = 90
    assert texts(page.elements()) == ["Upright text.", "sideways"]


def test_a_watermark_over_a_table_is_none_of_its_cells() -> None:
    page = Shown()
    region = page.region("table", 50, 100, "one", "two", "three")
    page.region("text", 50, 300, "Text of the size that most of the page has.")
    left, top, right, bottom = region.box
    grid = grid_of_spans([top, top + STEP, bottom], [left, (left + right) / 2, right])
    page.regions[0] = Region("table", region.box, grid)
    page.lines.append(written("DRAFT", left, top + STEP, size=40))
    page.lines[-1].angle = SLANTED
    table, *others = page.elements()
    assert table.type is ElementType.TABLE
    assert [element.type for element in others if element.text == "DRAFT"] == [
        ElementType.WATERMARK
    ]


def test_text_of_a_page_laid_down_askew_stays_in_its_regions() -> None:
    page = Shown()
    page.region("list-item", 50, 100, "\u2022 One item.", "\u2022 Another item.")
    for line in page.lines:
        line.angle = SLANTED
    found = page.elements()
    assert [element.type for element in found] == [ElementType.LIST_ITEM] * 2
    assert {line.location for element in found for line in element.lines} == {Location.APPROXIMATE}


def test_hidden_lines_stay_out() -> None:
    page = Shown()
    page.region("text", 50, 100, "Seen text.", "Unseen text.")
    page.lines[1].hidden = "invisible"
    assert texts(page.elements()) == ["Seen text."]


def test_a_frame_of_one_column_is_text_and_no_table() -> None:
    page = Shown()
    lines = (
        "Recommendation 4.2",
        "At least eight nodes should be removed.",
        "Consensus 85 per cent.",
    )
    region = page.region("table", 50, 100, *lines)
    left, top, right, bottom = region.box
    grid = grid_of_spans([top, top + STEP, top + 2 * STEP, bottom], [left, right])
    page.regions = [Region("table", region.box, grid)]
    kinds = {element.type for element in page.elements()}
    assert ElementType.TABLE not in kinds
    assert " ".join(texts(page.elements())) == " ".join(lines)


def test_a_bar_of_words_is_no_picture_unless_an_image_lies_there() -> None:
    page = Shown()
    bar = page.region("picture", 50, 100, "Recommendation 5.1 Grade A")
    assert ElementType.FIGURE not in {element.type for element in page.elements()}
    page.images.append(bar.box)
    assert ElementType.FIGURE in {element.type for element in page.elements()}


def test_a_picture_whose_words_fill_it_only_by_sizes_that_ocr_guessed_is_one() -> None:
    page = Shown()
    page.region("picture", 50, 100, "Yes")
    page.lines[0].confidence = 0.9
    assert [element.type for element in page.elements()] == [ElementType.FIGURE]


def test_a_small_sentence_behind_a_mark_is_a_footnote_and_other_running_text_is_none() -> None:
    page = Shown()
    note = page.region("page-footer", 50, 700, "5 The limit was set before unblinding.", size=8)
    foot = page.region("page-footer", 50, 780, "5 Annual report", size=8)
    kinds = {texts([element])[0]: element.type for element in page.elements()}
    assert set(kinds.values()) == {ElementType.FOOTNOTE, ElementType.PAGE_FOOTER}
    assert kinds["5 Annual report"] is ElementType.PAGE_FOOTER
    assert note.kind == foot.kind


def test_lines_in_two_sizes_are_two_paragraphs() -> None:
    page = Shown()
    first = page.region("text", 50, 100, "At least eight nodes should be removed in these.")
    second = page.region("text", 50, 112, "The strength of consensus is 85 per cent of it.", size=8)
    box = first.box[0], first.box[1], first.box[2], second.box[3]
    page.regions = [Region("text", box)]
    assert len(page.elements()) == 2


def test_the_words_of_text_items_and_tables_tell_a_page_from_a_cover() -> None:
    page = Shown()
    page.region("text", 50, 100, "Seven words stand in this one sentence.")
    page.region("list-item", 50, 140, "\u2022 Stay within channels.")
    box = (50.0, 180.0, 300.0, 200.0)
    grid = grid_of_spans([180.0, 190.0, 200.0], [50.0, 150.0, 300.0])
    page.lines += [written(text, x, y) for x in (60, 160) for y, text in ((190, "Age"), (200, "9"))]
    page.regions.append(Region("table", box, grid))
    assert ElementType.TABLE in {element.type for element in page.elements()}
    assert page.classifier.evidence.prose[1] == 7 + 4 + 4
