"""Code and what a console shows keep their lines and how far each is set in."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.extraction import extract
from core.sir import LISTING, Sir
from tests.core.parsing.papers import PROSE, Paper, check, texts

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
