"""Lines of a column, cut into paragraphs and titles."""

from __future__ import annotations

import pytest

from core.parsing.structuring.blocks import blocks
from core.reading.line import Line


def column(*texts: str) -> list[Line]:
    """Lines of 10 points below each other, each character 5 points wide."""
    lines: list[Line] = []
    for row, text in enumerate(texts):
        boxes, left = [], 50.0
        for word in text.split():
            right = left + 5.0 * len(word)
            boxes.append((left, 12.0 * row, right, 12.0 * row + 10.0))
            left = right + 5.0
        lines.append(Line(1, text.split(), boxes, 10.0))
    return lines


FULL = "The dose is raised in small steps as long as the patient can bear it, as"


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ("before the test the tablets are paused for", "24 hours, or longer"),
        ("vor der Messung pausiert die Gabe für", "24 Stunden oder länger"),
        ("the yield was between eight and a", "17 point increase"),
        ("the test was repeated for COVID-", "19 infections at least"),
    ],
)
def test_a_number_at_the_start_of_a_line_does_not_break_a_sentence(
    before: str, number: str
) -> None:
    assert len(blocks(column(FULL, before, number))) == 1


def test_typewritten_paragraphs_end_where_they_do_whatever_the_width_of_a_letterhead() -> None:
    lines = column("Elm Hospital", "7 Mill Lane", "Telham", *[FULL, FULL, "and it ends."] * 3)
    for line in lines[3:]:
        line.monospaced = True
    assert [len(block) for block in blocks(lines)[-3:]] == [3, 3, 3]


@pytest.mark.parametrize("above", ["University of Oslo", "It ends here."])
def test_a_numbered_title_below_a_short_line_begins_a_block(above: str) -> None:
    cut = blocks(column(FULL, above, "2 Methods"))
    assert [line.text for line in cut[-1]] == ["2 Methods"]


@pytest.mark.parametrize(("mark", "count"), [("(2)", 1), ("The", 2)])
def test_the_lines_of_an_item_are_set_in(mark: str, count: int) -> None:
    first, flush = column(f"{mark} {FULL[:-4]}.", "Keys are kept apart.")
    moved = [(left + 20, top, right + 20, bottom) for left, top, right, bottom in flush.boxes]
    assert len(blocks([first, Line(1, flush.words, moved, 10.0)])) == count


@pytest.mark.parametrize(
    ("mark", "following", "count"),
    [
        ("1.", "2.", 2),
        ("(a)", "(b)", 2),
        ("(i)", "(ii)", 2),
        ("h)", "i)", 2),
        ("1.)", "2.)", 2),
        ("[1]", "[2]", 2),
        ("\u2460", "\u2461", 2),
        ("\u2192", "\u2192", 2),
        ("1.", "3.", 1),
        ("1.", "2)", 1),
        ("The", "2.", 1),
    ],
)
def test_the_next_number_begins_an_item_also_below_a_full_line(
    mark: str, following: str, count: int
) -> None:
    assert len(blocks(column(f"{mark} {FULL}", f"{following} the blood count is normal"))) == count


def test_the_next_number_in_a_sentence_that_counts_begins_no_item() -> None:
    texts = (f"1) {FULL}", FULL.lower(), "2) the blood count is normal, 3) all agree")
    assert len(blocks(column(*texts))) == 1


@pytest.mark.parametrize(
    "mark", ["\uff0d", "\u27a4", "\u25b8", "\u25fc", "\u2717", "\uf0fc", "\uf06e"]
)
def test_a_bullet_begins_an_item_wherever_it_stands(mark: str) -> None:
    assert len(blocks(column(f"{mark} {FULL}", f"{mark} the blood count is normal"))) == 2


@pytest.mark.parametrize("arrow", ["\u2192", "\u00bb", "\u203a", "!"])
@pytest.mark.parametrize(("above", "count"), [("It applies that:", 2), (FULL, 1)])
def test_an_arrow_begins_an_item_where_a_sentence_may(arrow: str, above: str, count: int) -> None:
    assert len(blocks(column(above, f"{arrow} the blood count is normal"))) == count


@pytest.mark.parametrize("mark", ["[12]", "\u00bb", "\u2192"])
def test_a_reference_or_an_arrow_behind_a_full_line_begins_no_item(mark: str) -> None:
    above = f"{FULL[:-7]} et al."
    assert len(blocks(column(above, f"{mark} and used for the blood count"))) == 1


def test_the_next_number_within_a_line_set_in_begins_no_item() -> None:
    item, line = column(f"1. {FULL}", "2. mg of it are given")
    line.boxes = [(left + 15, top, right + 15, bottom) for left, top, right, bottom in line.boxes]
    line.measure()
    assert len(blocks([item, line])) == 1


@pytest.mark.parametrize(
    ("text", "lead", "count"),
    [
        ("Small steps. The dose is raised as long as the patient can bear all of it, as", 2, 1),
        ("Effects of vitamin D on the density of bones in patients over fifty years of", 2, 2),
        ("Effects of vitamin D on the density of bones in patients over fifty years 1", 14, 2),
    ],
    ids=["title", "word inside", "mark of a note"],
)
def test_a_paragraph_with_a_title_in_bold_type_goes_on_in_the_next_line(
    text: str, lead: int, count: int
) -> None:
    first, second = column(text, "Red Hat it is lowered again.")
    first.bold, first.lead = True, lead
    assert len(blocks([first, second])) == count


@pytest.mark.parametrize("mark", ["", "7", " [7]"])
def test_a_line_that_is_set_in_begins_a_paragraph_behind_a_reference_mark(mark: str) -> None:
    flush, last, first, second = column(FULL, f"{FULL[:-4]}.{mark}", FULL, FULL)
    boxes = [(left + 10, top, right + 10, bottom) for left, top, right, bottom in first.boxes]
    cut = blocks([flush, last, Line(1, first.words, boxes, 10.0), second])
    assert [len(block) for block in cut] == [2, 2]


def _set_in(line: Line, by: float) -> Line:
    """A line further right."""
    boxes = [(left + by, top, right + by, bottom) for left, top, right, bottom in line.boxes]
    return Line(1, line.words, boxes, 10.0)


def test_a_line_that_stands_out_behind_a_sentence_begins_a_block() -> None:
    lines = column(FULL, f"{FULL[:-4]}.", f"1.2 {FULL[:-9]}")
    cut = blocks([_set_in(lines[0], 20), _set_in(lines[1], 20), lines[2]])
    assert [len(block) for block in cut] == [2, 1]


def test_an_initial_below_the_number_of_a_reference_begins_no_item() -> None:
    first, second = column(
        "[1] Abel, T. Treatment of a fictional disease.", "J. Fict. Med. 5 (2001)."
    )
    assert len(blocks([first, _set_in(second, 20)])) == 1


@pytest.mark.parametrize("mark", ["a)", "(i)", "1.", "\u2022"])
def test_the_first_mark_of_an_inner_list_begins_an_item(mark: str) -> None:
    first, second = column("3. The following is noted down.", f"{mark} the weight")
    assert len(blocks([first, _set_in(second, 20)])) == 2


def test_boxes_to_tick_right_before_their_words_begin_items() -> None:
    assert len(blocks(column("\u2610Name checked", "\u2611Chart opened"))) == 2


@pytest.mark.parametrize("signs", ["* * *", "\u2014 \u2014 \u2014"])
def test_signs_between_two_passages_are_a_block_of_their_own(signs: str) -> None:
    cut = blocks(column(f"{FULL[:-4]}.", signs, "In the morning it was seen again."))
    assert [len(block) for block in cut] == [1, 1, 1]


@pytest.mark.parametrize(
    ("above", "text", "lead", "count"),
    [
        (FULL, "unless the blood count is normal, and never twice.", 9, 1),
        (FULL, "Relavin is never given without a test of the blood", 0, 1),
        (FULL, "2.1 Doses of Relavin in patients over fifty", 0, 2),
        (FULL, "Doses of Relavin in patients over fifty", 7, 2),
        (f"{FULL[:-4]}.", "Doses of Relavin in patients over fifty", 0, 2),
    ],
    ids=["its sentence", "words inside", "number", "title", "behind a sentence"],
)
def test_bold_type_within_a_sentence_begins_no_paragraph(
    above: str, text: str, lead: int, count: int
) -> None:
    first, second = column(above, text)
    second.bold, second.lead = True, lead
    assert len(blocks([first, second])) == count


@pytest.mark.parametrize(
    ("above", "size", "count"),
    [(FULL, 7.5, 1), (FULL, 5.0, 2), (f"{FULL[:-4]}.", 7.5, 2)],
    ids=["code", "much smaller", "behind a sentence"],
)
def test_a_sentence_goes_on_in_a_line_of_smaller_type(above: str, size: float, count: int) -> None:
    first, second, third = column(above, f"open_box(1) {FULL[:-13]} and then", "the box is closed.")
    second.size = size
    cut = blocks([first, second, third])
    assert len(cut) == count + (size == 5.0)


def test_a_text_that_begins_small_is_no_part_of_the_larger_bold_title_above() -> None:
    title, text = column(FULL, f"pstoedit takes options, {FULL[:-30]}")
    title.size, title.bold, title.lead = 13.0, True, len(title.words)
    assert len(blocks([title, text])) == 2


@pytest.mark.parametrize(
    ("item", "left", "count"),
    [
        ("(b) one month after the first year,", 50.0, 2),
        ("(b) one month after the first year,", 72.0, 1),
        (f"(b) {FULL[:-4]}", 50.0, 1),
    ],
    ids=["behind the list", "within the item", "below a full line"],
)
def test_a_sentence_that_goes_on_behind_a_list_is_no_part_of_its_last_item(
    item: str, left: float, count: int
) -> None:
    opening, last, closing = column(f"{FULL}:", item, "unless it was agreed before")
    assert len(blocks([opening, _set_in(last, 20), _set_in(closing, left - 50)])) == count + 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("3. Duties of", "the Owner and of all Tenants"),
        ("IV. Duties of the Owner,", "of all Tenants and their Guests"),
    ],
)
def test_a_numbered_heading_in_the_middle_goes_on_in_its_second_line(
    first: str, second: str
) -> None:
    above, *lines = column(f"{FULL[:-4]}.", first, second)
    centred = [_set_in(line, 190 - line.width / 2) for line in lines]
    assert [len(block) for block in blocks([above, *centred])] == [1, 2]


def test_a_numbered_paragraph_whose_first_line_is_set_in_goes_on_flush_left() -> None:
    texts = (
        "(1) The owner repairs the roof of",
        "the house, as soon as it is known,",
        "by letter.",
    )
    item, *others = column(*texts)
    wide = _set_in(column(FULL)[0], 60)
    wide.boxes = [(left, top - 40, right, bottom - 40) for left, top, right, bottom in wide.boxes]
    assert [len(block) for block in blocks([wide, _set_in(item, 20), *others])] == [1, 3]


@pytest.mark.parametrize(
    ("above", "text", "by", "count"),
    [
        ("Multi-seller conduits", FULL, 0, 2),
        ("Multi-seller conduits", FULL.lower(), 0, 1),
        ("Multi-seller conduits,", FULL, 0, 1),
        ("The results of the", FULL, 0, 1),
        ("Multi-seller conduits", FULL, 20, 1),
        ("1.1 Multi-seller conduits", FULL, 20, 2),
        (FULL, FULL, 0, 1),
    ],
    ids=["title", "small letter", "comma", "open", "term", "numbered", "full"],
)
def test_text_below_a_short_line_that_is_a_title_begins_a_block(
    above: str, text: str, by: float, count: int
) -> None:
    first, second, third = column(above, text, FULL)
    assert len(blocks([first, _set_in(second, by), third])) == count


@pytest.mark.parametrize(("first", "count"), [("Go", 2), ("go", 1)])
def test_text_mostly_in_bold_type_begins_a_block_below_a_title(first: str, count: int) -> None:
    title, *text = column("System Navigation Gestures", f"{first} to Settings {FULL[15:]}", "Yes.")
    title.bold, title.lead, text[0].bold = True, 3, True
    assert len(blocks([title, *text])) == count


def test_a_title_begins_a_block_behind_a_short_line_mostly_in_bold_type() -> None:
    above, text, title = column(FULL, "or Settings and System", "Reset of the Device")
    text.bold, title.bold, title.lead = True, True, 4
    assert [len(block) for block in blocks([above, text, title])] == [2, 1]


def test_a_line_mostly_in_bold_type_is_no_title_of_the_line_below() -> None:
    text, rest = column(FULL, "End of the period.")
    text.bold = True
    assert len(blocks([text, rest])) == 1


def _spread(texts: list[str], wide: set[int], step: float = 16.0) -> list[Line]:
    """Lines of which some stand further below the one before than the rest."""
    lines, top = [], 0.0
    for row, line in enumerate(column(*texts)):
        top += step if row in wide else 12.0
        shift = top - line.top
        line.boxes = [(left, y + shift, right, end + shift) for left, y, right, end in line.boxes]
        line.measure()
        lines.append(line)
    return lines


@pytest.mark.parametrize(("below", "count"), [("Entry 1", 6), ("entry 1", 5)])
def test_space_parts_paragraphs_also_where_most_have_one_line(below: str, count: int) -> None:
    texts = ["A Scribbled Note", below, "He went away.", "She came.", FULL, FULL, FULL[:30], "Yes."]
    lines = _spread(texts, {1, 2, 3, 4, 7})
    assert len(blocks(lines)) == count


def test_space_within_a_sentence_begins_no_block() -> None:
    texts = ["He went away.", "She came.", "They left.", FULL, FULL, FULL, FULL, "Yes."]
    lines = _spread(texts, {1, 2, 3, 5, 7})
    assert [len(block) for block in blocks(lines)] == [1, 1, 1, 5]


def test_a_label_at_the_end_of_a_title_does_not_fill_its_line() -> None:
    texts = ["People of Ferelden", "Ser Cauthrien", "He went.", "She came.", FULL, FULL, FULL]
    title, *lines = _spread(texts, {1, 2, 3, 4})
    _, top, _, bottom = title.boxes[0]
    words, boxes = [*title.words, "Characters"], [*title.boxes, (375.0, top, 425.0, bottom)]
    assert len(blocks([Line(1, words, boxes, 10.0), *lines])) == 5


@pytest.mark.parametrize(("stop", "count"), [("\u3002", 2), ("\u3001", 1)])
def test_a_line_set_in_begins_a_paragraph_behind_a_chinese_stop(stop: str, count: int) -> None:
    above, first, rest = column("\u672c" * 73 + stop, "\u672c \u516c\u53f8" * 9, "\u672c")
    assert len(blocks([above, _set_in(first, 20), rest])) == count
