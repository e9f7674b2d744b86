from __future__ import annotations

from tests.core.parsing.papers import PROSE, Paper, check, texts


def test_a_numbered_sentence_that_a_page_break_cuts_is_no_heading() -> None:
    paper = Paper(2)
    y = 80.0
    for number in range(1, 6):
        paper.write(f"1.1.{number} Offer the following to everyone who has asked for it in", 72, y)
        y = paper.prose(72, y + 13) + 20
    paper.write("1.1.6 In people aged under 16, consider a second test of the serum", 72, 780)
    paper.prose(72, 80, page=1, lines=("following the first one, if it was not clear.",))
    sir = paper.parse()
    check(sir)
    assert not texts(sir, "section_header")
    assert texts(sir, "paragraph")[-1].endswith(
        "test of the serum following the first one, if it was not clear."
    )


def test_lines_around_the_title_of_a_cover_are_paragraphs() -> None:
    names = ["Scope", "Methods", "Findings"]
    paper = Paper(4)
    paper.write("Managing Examples", 72, 200, size=28)
    paper.write("Institute of Examples", 72, 400, size=16)
    for page in range(1, 4):
        paper.write(names[page - 1], 72, 180, page, size=16)
        paper.prose(72, 220, page)
    sir = paper.parse(use_outline=False)
    assert texts(sir, "title") == ["Managing Examples"]
    assert texts(sir, "section_header") == names
    assert texts(sir, "paragraph")[0] == "Institute of Examples"


def test_a_colon_does_not_end_a_paragraph_that_goes_on_in_lower_case() -> None:
    paper = Paper()
    paper.prose(72, 80)
    paper.write("Full details are in evidence review H:", 90, 160)
    paper.write("when to suspect a crisis.", 90, 173)
    paper.prose(72, 200)
    assert texts(paper.parse(), "paragraph") == [
        " ".join(PROSE),
        "Full details are in evidence review H: when to suspect a crisis.",
        " ".join(PROSE),
    ]


def test_a_bracket_that_a_bold_line_leaves_open_is_closed_in_the_same_block() -> None:
    paper = Paper()
    paper.prose(72, 80)
    paper.write("Signs of too high a dose (for people on more", 72, 180, font="hebo")
    paper.write("than they need)", 72, 193)
    paper.prose(72, 220)
    sir = paper.parse()
    assert not texts(sir, "section_header")
    assert "Signs of too high a dose (for people on more than they need)" in texts(sir, "paragraph")
