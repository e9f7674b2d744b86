from __future__ import annotations

import pymupdf
import pytest

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


def test_a_numbered_sentence_in_front_of_its_year_is_no_heading() -> None:
    paper = Paper()
    for row in range(1, 4):
        paper.write(f"2.2.{row} Consider tablet {row} first. [2025]", 72, 80 + 40 * row)
        paper.prose(72, 95 + 40 * row, lines=PROSE[:1])
    assert not texts(paper.parse(), "section_header")


def test_a_value_behind_its_label_in_bold_type_is_no_heading() -> None:
    paper = Paper()
    paper.prose(72, 80)
    paper.write("Known allergies:", 72, 160, font="hebo")
    paper.write("none at all", 72 + pymupdf.get_text_length("Known allergies: ", "hebo", 10), 160)
    paper.prose(72, 190)
    assert not texts(paper.parse(), "section_header")


@pytest.mark.parametrize("title", ["1.2.3.4 UK", "PART 1:"])
def test_a_short_title_behind_a_long_number_or_none_at_all_is_a_heading(title: str) -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write(title, 72, below + 20, font="hebo")
    paper.prose(72, below + 40)
    assert texts(paper.parse(), "section_header") == [title]


def test_a_short_chinese_title_behind_its_number_is_a_heading() -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write("82\u3001\u79df\u8d41", 72, below + 20, font="china-s")
    paper.prose(72, below + 40)
    assert texts(paper.parse(), "section_header") == ["82\u3001\u79df\u8d41"]


@pytest.mark.parametrize("amount", ["10.30 Uhr", "25.00 EUR"])
def test_a_time_or_an_amount_is_no_heading(amount: str) -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write(amount, 72, below + 14)
    paper.prose(72, below + 38)
    assert not texts(paper.parse(), "section_header")


@pytest.mark.parametrize(
    ("line", "font", "is_heading"),
    [
        ("Whoever reads all of it will find that nothing was left out.", "helv", False),
        ("Whoever reads all of it will find that nothing was left out", "helv", True),
        ("Whoever reads all of it will find that nothing was left out.", "hebo", True),
        ("Nothing was left out.", "helv", True),
    ],
    ids=["passage", "no stop", "bold", "short"],
)
def test_a_whole_sentence_in_large_type_is_no_heading(
    line: str, font: str, is_heading: bool
) -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write(line, 72, below + 24, font=font, size=14)
    paper.prose(72, below + 44)
    assert texts(paper.parse(), "section_header") == [line] * is_heading


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("Ann Example ann.example@mail.example.org", False),
        ("Ann Example (ann@example.org)", False),
        ("Reader@4.2 and writer", True),
        ("Ann Example at home", True),
    ],
)
def test_a_large_line_with_a_mail_address_is_no_heading(line: str, is_heading: bool) -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write(line, 72, below + 24, size=14)
    paper.prose(72, below + 44)
    assert texts(paper.parse(), "section_header") == [line] * is_heading


def test_steps_with_space_between_them_are_items_of_a_list() -> None:
    steps = ["1) Give adrenaline", "2) Call for help", "3) Check the pulse"]
    paper = Paper()
    below = paper.prose(72, 80) + 14
    for step in steps:
        paper.write(step, 72, below)
        below += 22
    paper.prose(72, below)
    assert texts(paper.parse(), "list_item") == steps


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


def test_a_label_at_the_far_end_of_a_heading_is_a_paragraph_of_its_own() -> None:
    paper = Paper()
    for row in range(3):
        y = 100 + row * 120
        paper.write("Of Owls and Men", 72, y, font="hebo")
        paper.write("Tales", 420, y, font="hebo")
        paper.prose(72, y + 20)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "section_header") == ["Of Owls and Men"] * 3
    assert texts(sir, "paragraph").count("Tales") == 3


def test_bold_row_names_of_a_table_without_rulings_are_no_headings() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 20
    for row, name in enumerate(["Assets", "Cash held", "Liabilities", "Loans taken"]):
        paper.write(name, 72, y + row * 13, font="hebo" if row % 2 == 0 else "helv")
        for x in (300, 380):
            paper.write("1,234", x, y + row * 13)
    paper.prose(72, y + 100)
    assert not texts(paper.parse(), "section_header")


def test_bold_lines_of_other_colours_are_headings_of_their_own() -> None:
    paper = Paper()
    paper.prose(72, 80)
    paper.pdf[0].insert_text((72, 180), "Statements of Income", fontname="hebo", color=(0.8, 0, 0))
    paper.write("Examples and Sons", 72, 194, size=11, font="hebo")
    paper.prose(72, 210)
    assert texts(paper.parse(), "section_header") == ["Statements of Income", "Examples and Sons"]


def test_a_bold_sentence_whose_label_has_a_colour_of_its_own_is_one_paragraph() -> None:
    paper = Paper()
    right = 72 + max(pymupdf.get_text_length(line, fontsize=11) for line in PROSE)
    label, begins, goes_on = "Recommendation 1.1:", "We suggest", "that the dose be read twice."
    width = pymupdf.get_text_length(f"{label} ", "hebo", 11)
    left = right - width - pymupdf.get_text_length(begins, "hebo", 11)
    paper.prose(72, 80)
    paper.pdf[0].insert_text((left, 180), label, fontname="hebo", fontsize=11, color=(0, 0, 0.8))
    paper.write(begins, left + width, 180, font="hebo", size=11)
    paper.write(goes_on, left, 194, font="hebo", size=11)
    paper.prose(72, 220)
    sir = paper.parse()
    assert not texts(sir, "section_header")
    assert texts(sir, "paragraph")[1] == f"{label} {begins} {goes_on}"


def test_a_sentence_that_begins_in_bold_type_is_no_heading() -> None:
    paper = Paper()
    paper.prose(72, 80)
    paper.write(
        "Fees for lending and for deposits fell in the year by a third, due to the",
        72,
        160,
        font="hebo",
    )
    paper.prose(72, 173, lines=("rates that were lower than those of the year before, by some",))
    paper.prose(72, 220)
    assert not texts(paper.parse(), "section_header")


def test_headings_that_come_again_behind_the_table_of_contents_are_entries_of_it() -> None:
    names = ["Owls of the North", "Owls of the South"]
    paper = Paper(3)
    paper.write("Contents", 72, 80, size=20)
    for row, name in enumerate(names):
        paper.write(name, 72, 140 + row * 60, size=14)
    for page, name in enumerate(names, start=1):
        paper.write(name, 72, 180, page, size=14)
        paper.prose(72, 220, page)
    sir = paper.parse(use_outline=False)
    check(sir)
    headings = texts(sir, "title") + texts(sir, "section_header")
    assert headings == ["Contents", *names]
    assert texts(sir, "doc_index")


def test_numbered_lines_with_space_around_them_are_headings_where_they_count_up() -> None:
    paper = Paper(2)
    for row, name in enumerate(["1. Introduction", "2. Methods", "3. Results"]):
        paper.write(name, 72, 200 + row * 120)
        paper.prose(72, 225 + row * 120)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "section_header") == ["1. Introduction", "2. Methods", "3. Results"]


def test_lines_in_the_middle_are_headings_where_there_are_several() -> None:
    paper = Paper(2)
    for page in range(2):
        for row, (name, x) in enumerate([("Film", 236), ("Records", 227)]):
            paper.write(name, x, 200 + row * 120, page)
            paper.prose(72, 230 + row * 120, page)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "section_header") == ["Film", "Records"] * 2


BOLD = "hebo"


def write_run_in(paper: Paper, title: str, text: str, y: float) -> None:
    """A title in bold type with text behind it on its line, and one more line of text."""
    paper.write(title, 72, y, font=BOLD)
    paper.write(text, 75 + pymupdf.get_text_length(title, BOLD, 10), y)
    paper.write("in all of the wards that belong to it.", 72, y + 13)


def test_a_numbered_title_in_bold_type_on_the_line_of_its_text_is_a_heading() -> None:
    titles = ["Article 1 Terms.", "Article 2 Duties.", "2.1 Delivery.", "Clause 12 Liability"]
    paper = Paper()
    for row, title in enumerate(titles):
        write_run_in(
            paper, title, "The hospital uses the devices as they are named here and", 80 + 26 * row
        )
    sir = paper.parse()
    check(sir)
    assert texts(sir, "section_header") == titles
    assert [node.level for node in sir.nodes if node.type == "section_header"] == [1, 1, 2, 2]
    whole = "The hospital uses the devices as they are named here and in all of the wards that"
    assert set(texts(sir, "paragraph")) == {f"{whole} belong to it."}


def test_other_words_in_bold_type_at_the_beginning_stay_in_their_paragraph() -> None:
    paper = Paper()
    starts = [
        ("Note that", "this holds for"),
        ("Article 2", "applies to what is"),
        ("Dose:", "Give 50 mg"),
    ]
    for row, (title, text) in enumerate(starts):
        write_run_in(paper, title, f"{text} every one of the devices named here and", 80 + 40 * row)
    sir = paper.parse()
    assert not texts(sir, "section_header")
    assert [text.split()[0] for text in texts(sir, "paragraph")] == ["Note", "Article", "Dose:"]


def test_a_title_far_behind_its_number_is_no_label() -> None:
    paper = Paper()
    paper.write("Item 7.", 72, 80, font=BOLD)
    paper.write("Discussion of the findings", 160, 80, font=BOLD)
    paper.prose(72, 110)
    assert texts(paper.parse(), "section_header") == ["Item 7. Discussion of the findings"]


def _with_rationales(heading: str) -> Paper:
    """Two pages; the second begins with a heading that stands in the middle of the first."""
    paper = Paper(2)
    paper.write("1 Tests", 72, 80, size=16)
    y = paper.prose(72, 120) + 20
    paper.write(heading, 72, y, size=13, font="hebo")
    paper.prose(72, y + 24)
    paper.write(heading, 72, 130, page=1, size=13, font="hebo")
    paper.prose(72, 154, page=1)
    return paper


def test_a_word_that_heads_another_section_on_the_next_page_is_no_running_text() -> None:
    sir = _with_rationales("Rationale").parse(use_outline=False)
    assert texts(sir, "section_header").count("Rationale") == 2


def test_a_numbered_heading_that_comes_again_on_the_next_page_is_running_text() -> None:
    sir = _with_rationales("1.1 Blood").parse(use_outline=False)
    assert texts(sir, "section_header").count("1.1 Blood") == 1


@pytest.mark.parametrize("label", ["Chapter 2", "Kapitel II", "Part B", "TWO", "TWENTYONE"])
def test_the_number_of_a_chapter_and_its_title_below_are_one_heading(label: str) -> None:
    paper = Paper(2)
    for page, title in enumerate(("On reading", "On writing")):
        paper.write(label if page else "Chapter 1", 72, 90, page, size=14, font="hebo")
        paper.write(title, 72, 125, page, size=18, font="hebo")
        paper.prose(72, 170, page)
    assert texts(paper.parse(), "section_header")[-1] == f"{label} On writing"


@pytest.mark.parametrize("label", ["§ 2", "§2a", "Artikel 2", "Article 2", "Section II"])
def test_the_number_of_a_section_and_its_bold_title_below_are_one_heading(label: str) -> None:
    paper = Paper()
    y = 80.0
    for number, title in (("§ 1", "Purpose of the act"), (label, "Duties of the operator")):
        paper.write(number, 240, y, font="hebo")
        paper.write(title, 205, y + 13, font="hebo")
        y = paper.prose(72, y + 40) + 30
    assert texts(paper.parse(), "section_header")[-1] == f"{label} Duties of the operator"


def test_a_section_that_has_a_number_and_no_title_is_a_heading() -> None:
    paper = Paper()
    y = paper.prose(72, 80)
    paper.write("§ 5", 245, y + 30, font="hebo")
    paper.write("(no longer in force)", 215, y + 60)
    assert texts(paper.parse(), "section_header") == ["§ 5"]


@pytest.mark.parametrize(
    ("label", "titles"),
    [
        ("Section II", ("1. General rules", "2. Special rules")),
        ("Article 2", ("A. General rules", "B. Special rules")),
        ("§ 2", ("(1) General rules", "(2) Special rules")),
    ],
)
def test_the_first_of_several_parts_is_no_title_of_the_section_above(
    label: str, titles: tuple[str, str]
) -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 20
    paper.write(label, 72, y, font="hebo")
    for title in titles:
        paper.write(title, 72, y + 16, font="hebo")
        y = paper.prose(72, y + 32) + 8
    assert texts(paper.parse(), "section_header") == [label, *titles]


def test_the_number_of_a_section_in_plain_type_is_a_value_and_no_heading() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 20
    for text in ("Legal basis:", "§ 5", "Form of it:", "paper", "See also:", "§ 7a"):
        paper.write(text, 72, y)
        y += 20
    paper.prose(72, y + 20)
    assert not texts(paper.parse(), "section_header")


def test_a_title_far_below_a_chapter_or_with_a_number_of_a_section_is_its_own() -> None:
    paper = Paper(2)
    paper.write("Chapter 2", 72, 90, size=18, font="hebo")
    paper.write("2.1 On writing", 72, 115, size=14, font="hebo")
    paper.prose(72, 150)
    paper.write("Chapter 3", 72, 90, 1, size=14, font="hebo")
    paper.write("On ink", 72, 250, 1, size=14, font="hebo")
    paper.prose(72, 290, 1)
    headings = texts(paper.parse(), "section_header")
    assert headings == ["Chapter 2", "2.1 On writing", "Chapter 3", "On ink"]


def test_a_title_below_the_number_of_its_chapter_is_found_in_the_outline() -> None:
    paper = Paper(3)
    for page, title in enumerate(("Ink", "Paper", "Pens")):
        paper.write(f"Chapter {page + 1}", 72, 90, page, size=14)
        paper.write(title, 72, 125, page, size=18)
        paper.prose(72, 170, page)
    paper.pdf.set_toc([[1, "Ink", 1], [1, "Paper", 2], [2, "Pens", 3]])
    nodes = [node for node in paper.parse().nodes if node.type == "section_header"]
    assert [node.level for node in nodes] == [1, 1, 2]


def test_a_title_that_is_smaller_than_the_number_of_its_chapter_is_joined_to_it() -> None:
    paper = Paper(2)
    for page, title in enumerate(("On reading", "On writing")):
        paper.write(f"CHAPTER {page + 1}", 400, 120, page, size=24)
        paper.write(title, 380, 195, page, size=14)
        paper.prose(72, 250, page)
    assert texts(paper.parse(), "section_header")[-1] == "CHAPTER 2 On writing"


def test_the_first_chapter_behind_the_contents_is_no_row_of_them() -> None:
    paper = Paper(3)
    paper.write("Contents", 72, 90, size=18, font="hebo")
    for row, title in enumerate(("Getting started", "Input", "Output")):
        paper.write(f"{title} {row + 2}", 72, 130 + 14 * row)
    for page, title in enumerate(("Getting started", "Input"), 1):
        paper.write(f"Chapter {page}", 72, 90, page, size=18, font="hebo")
        paper.write(title, 72, 125, page, size=18, font="hebo")
        paper.prose(72, 170, page)
    headings = texts(paper.parse(), "section_header")
    assert headings[-2:] == ["Chapter 1 Getting started", "Chapter 2 Input"]


@pytest.mark.parametrize("title", ["References", "Préface", "Danksagung"])
def test_a_chapter_that_its_name_alone_tells_stands_beside_those_with_numbers(title: str) -> None:
    paper = Paper()
    below = paper.prose(72, 100)
    paper.write("1 Ink", 72, below + 20, size=14, font="hebo")
    below = paper.prose(72, below + 45)
    paper.write("1.1 Black ink", 72, below + 20, size=12, font="hebo")
    below = paper.prose(72, below + 45)
    paper.write(title, 72, below + 20)
    paper.prose(72, below + 45)
    headings = [node for node in paper.parse().nodes if node.type == "section_header"]
    assert [node.text for node in headings] == ["1 Ink", "1.1 Black ink", title]
    assert headings[-1].level == headings[0].level


@pytest.mark.parametrize(
    "chapters", [("Ink", "Pens"), ("I. Ink", "II. Pens"), ("Part 1", "Part 2")]
)
def test_a_chapter_known_by_its_name_stands_beside_any_others(chapters: tuple[str, str]) -> None:
    paper = Paper()
    below = paper.prose(72, 60)
    for title, size in ((chapters[0], 15.0), ("Black", 12.5), (chapters[1], 15.0)):
        paper.write(title, 72, below + 20, size=size, font="hebo")
        below = paper.prose(72, below + 45)
    paper.write("References", 72, below + 20)
    paper.prose(72, below + 45)
    headings = [node for node in paper.parse().nodes if node.type == "section_header"]
    assert [node.level for node in headings] == [1, 2, 1, 1]


def test_a_word_in_small_type_or_letters_is_no_chapter() -> None:
    paper = Paper()
    below = paper.prose(72, 100)
    paper.write("index", 72, below + 20)
    below = paper.prose(72, below + 45)
    paper.write("Index", 72, below + 20, size=7)
    paper.prose(72, below + 45)
    assert not texts(paper.parse(), "section_header")


def test_two_bold_lines_of_two_sizes_are_two_headings() -> None:
    paper = Paper()
    paper.write("Note 5 Income from fees and", 72, 80, font="hebo", size=12)
    paper.write("charges", 72, 94, font="hebo", size=12)
    paper.write("Fees", 72, 110, font="hebo", size=11)
    paper.prose(72, 124)
    assert texts(paper.parse(), "section_header") == ["Note 5 Income from fees and charges", "Fees"]


def test_a_bold_heading_may_be_a_little_smaller_than_the_text_below() -> None:
    paper = Paper()
    y = 80.0
    for name in ("Contrast", "Brightness"):
        paper.write(name, 72, y, font="hebo", size=8.75)
        y = paper.prose(72, y + 20) + 20
    assert texts(paper.parse(), "section_header") == ["Contrast", "Brightness"]


@pytest.mark.parametrize(
    ("line", "size", "font", "is_heading"),
    [
        ("import name", 14, "hebo", True),
        ("import name", 14, "helv", False),
        ("import name", 10, "hebo", False),
        ("https://example.org/names", 14, "hebo", False),
        ("by", 14, "hebo", False),
    ],
)
def test_a_name_in_small_letters_is_a_heading_in_larger_bold_type_alone(
    line: str, size: float, font: str, is_heading: bool
) -> None:
    paper = Paper()
    below = paper.prose(72, 80)
    paper.write(line, 72, below + 24, font=font, size=size)
    paper.prose(72, below + 44)
    assert texts(paper.parse(), "section_header") == [line] * is_heading
