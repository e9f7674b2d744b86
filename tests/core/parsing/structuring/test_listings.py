"""Code and what a console shows keep their lines and how far each is set in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.parsing.structuring.line_rows import with_code_joined
from core.reading.extraction import extract
from core.sir import LISTING, Sir
from tests.core.parsing.papers import PROSE, Paper, check, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = pymupdf.get_text_length("m", fontname="cour", fontsize=9)
CODE = ("def dose(age):", "    if age < 12:", "        return 5", "", "    return 10")


def paper(*code: str, font: str = "cour") -> Paper:
    """Prose, code below it, and prose again; blanks at the start of a line are not drawn."""
    made = Paper()
    y = made.prose(72, 100) + 10
    for line in code:
        text = line.lstrip()
        if text:
            made.write(text, 90 + WIDTH * (len(line) - len(text)), y, size=9, font=font)
        y += 11
    made.prose(72, y + 12)
    return made


def listings(sir: Sir) -> list[str]:
    return [node.text for node in sir.nodes[: sir.flow] if LISTING in node.metadata]


def test_a_listing_is_one_paragraph_with_its_breaks_indents_and_blank_lines() -> None:
    sir = paper(*CODE).parse()
    check(sir)
    assert listings(sir) == ["\n".join(CODE)]
    assert [node.text for node in sir.nodes if node.text.startswith("The committee")] == [
        " ".join(PROSE)
    ] * 2


def test_lines_of_a_console_that_begin_like_items_are_a_listing() -> None:
    code = ("* show volumes", "[1] one.img", "[2] two.img", "- done")
    assert listings(paper(*code).parse()) == ["\n".join(code)]


@pytest.mark.parametrize("markers", ["\u2022 \u2022 \u2022", "1. 2. 3.", "a) b) c)", "- - -"])
def test_items_with_markers_in_the_type_of_the_text_stay_items(markers: str) -> None:
    made = paper(*CODE)
    names = ("one.conf", "two.conf", "three.conf")
    for at, (marker, name) in enumerate(zip(markers.split(), names, strict=True)):
        made.write(marker, 86, 400 + 15 * at)
        made.write(f"{name} of the service", 100, 400 + 15 * at, font="cour")
    sir = made.parse()
    assert len(texts(sir, "list_item")) == 3
    assert listings(sir) == ["\n".join(CODE)]


def test_a_hyphen_at_the_end_of_a_line_of_code_stays() -> None:
    assert listings(paper("tar --no-", "same-owner x").parse()) == ["tar --no-\nsame-owner x"]


def test_what_stands_apart_in_a_line_stays_apart() -> None:
    made = paper("one")
    made.write("# two", 90 + WIDTH * 12, 162, size=9, font="cour")
    (text,) = listings(made.parse())
    assert text.split() == ["one", "#", "two"]
    assert "\n" not in text


def grid(made: Paper, y: float, rows: Sequence[Sequence[str]]) -> None:
    """Writes rows in columns of letters of one width."""
    for at, row in enumerate(rows):
        for column, word in enumerate(row):
            made.write(word, 90 + WIDTH * 12 * column, y + 11 * at, size=9, font="cour")


DOSES = (("age", "dose", "times"), *((f"1{at}", f"{at}.5", f"{at + 1}") for at in range(6)))


def test_dots_that_a_console_shows_are_no_contents() -> None:
    code = ("> show(dose)", "....... .......", "> quit()")
    assert listings(paper(*code).parse()) == ["\n".join(code)]


def test_pairs_of_a_configuration_are_a_listing() -> None:
    code = ("Package: dose", "Version: 1.2", "Section: misc")
    assert listings(paper(*code).parse()) == ["\n".join(code)]


def test_columns_below_a_command_are_lines_of_its_listing() -> None:
    made = paper(*CODE)
    made.write("> head(doses)", 90, 400, size=9, font="cour")
    grid(made, 411, DOSES)
    sir = made.parse()
    check(sir)
    first, last = listings(sir)
    assert first == "\n".join(CODE)
    assert last.startswith("> head(doses)\nage dose times\n10 0.5 1\n")
    assert not texts(sir, "table")


def test_a_table_in_letters_of_one_width_away_from_other_code_stays_one() -> None:
    made = Paper()
    y = made.prose(72, 100) + 20
    grid(made, y, DOSES)
    made.prose(72, y + 110)
    sir = made.parse()
    assert "5.5" in texts(sir, "table_cell")
    assert listings(sir) == []


def test_code_on_a_ground_drawn_line_by_line_is_a_listing() -> None:
    made = Paper(pages=2)
    for at in range(30):
        ground = (88, 92 + 11 * at, 400, 103 + 11 * at)
        made.pdf[0].draw_rect(ground, color=None, fill=(0.8, 0.8, 0.8))
        made.write(f"install package-{at}", 90, 100 + 11 * at, size=9, font="cour")
    for at in range(10):
        made.prose(72, 72 + 70 * at, page=1)
    sir = made.parse()
    check(sir)
    assert len(listings(sir)) == 1
    assert not texts(sir, "table_cell")


def test_code_closely_below_text_is_a_listing_of_its_own() -> None:
    made = Paper()
    y = made.prose(72, 100)
    made.write("dose(age = 12)", 72, y, size=10, font="cour")
    made.write("Nothing else is computed.", 72, y + 13)
    sir = made.parse()
    assert listings(sir) == ["dose(age = 12)"]
    assert texts(sir, "paragraph")[-1] == "Nothing else is computed."


def test_what_is_set_in_below_a_line_of_code_explains_it() -> None:
    made = paper()
    for at, (name, meaning) in enumerate((("dose(age)", "of one day"), ("age()", "in years"))):
        made.write(name, 72, 400 + 40 * at, font="cour")
        made.write(meaning, 100, 413 + 40 * at)
    assert texts(made.parse(), "paragraph")[-2:] == ["dose(age) of one day", "age() in years"]


def test_a_line_of_code_that_fills_up_a_line_of_text_belongs_to_it() -> None:
    made = paper()
    made.write("The committee met early in the spring and looked at the whole of", 72, 400)
    made.write("/usr/share/doc/package/spring", 72, 413, font="cour")
    assert texts(made.parse(), "paragraph")[-1].endswith("of /usr/share/doc/package/spring")


def test_a_sentence_may_go_on_in_code() -> None:
    made = paper()
    made.write("They called a function that is named", 72, 400)
    made.write("dose_of_age, which", 72, 413, font="cour")
    assert texts(made.parse(), "paragraph")[-1].endswith("named dose_of_age, which")


def test_text_of_the_next_page_does_not_go_on_with_a_listing() -> None:
    made = Paper(pages=2)
    made.prose(72, 100)
    made.write("print dose(age = 12)", 72, 180, font="cour")
    made.prose(72, 72, page=1, lines=("and looked at all of it.", "They met again."))
    sir = made.parse()
    assert listings(sir) == ["print dose(age = 12)"]


def test_a_document_in_letters_of_one_width_has_no_listings() -> None:
    made = Paper()
    for at, line in enumerate(PROSE * 3):
        made.write(line, 40, 100 + 13 * at, font="cour")
    assert listings(made.parse()) == []


def test_other_paragraphs_and_words_of_code_within_them_are_none() -> None:
    assert listings(paper(*CODE, font="helv").parse()) == []
    made = paper()
    made.write("Call", 72, 400)
    made.write("open()", 98, 400, font="cour")
    made.write("before anything else is asked of the program.", 140, 400)
    assert listings(made.parse()) == []


@pytest.mark.parametrize(("font", "fixed"), [("cour", True), ("helv", False), ("tiro", False)])
def test_letters_of_one_width_are_told_by_their_widths(font: str, fixed: bool) -> None:
    made = Paper()
    made.write("import illness, well", 72, 100, font=font)
    assert [line.monospaced for line in extract(made.pdf[0]).lines] == [fixed]


def test_two_blanks_in_lines_of_code_part_no_columns() -> None:
    code = [f"count the {name} rows:  and the value is" for name in ("first", "third", "fifth")]
    code[1:1] = code[2:2] = ["short"]
    (listing,) = listings(paper(*code, *code).parse())
    assert [" ".join(line.split()) for line in listing.split("\n")] == [
        " ".join(line.split()) for line in (*code, *code)
    ]


def test_pieces_of_a_line_of_code_are_joined_wherever_on_the_page_it_stands() -> None:
    made = Paper()
    for at in range(12):
        y = 100 + 22.1 * at
        made.write("def dose(age):", 90, y, size=9, font="cour")
        made.write("in mg", 90 + 16 * WIDTH, y - 0.2, size=9, font="cour")
    joined = with_code_joined(extract(made.pdf[0]).lines)
    assert [line.text.split() for line in joined] == [["def", "dose(age):", "in", "mg"]] * 12
