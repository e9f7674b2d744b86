"""Markdown as blocks: what a reader on GitHub sees, and nothing lost that stands there."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from core.cell_place import CellPlace
from core.errors import NotText
from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests.core.library.structured.outlines import outline

if TYPE_CHECKING:
    from core.library.structured import Block, StructuredText

TABLE = ElementType.TABLE


def read(markdown: str) -> StructuredText:
    return read_structured(markdown.encode(), Kind.MARKDOWN)


def rows(table: Block) -> list[list[str]]:
    return [[cell.text for cell in row.children] for row in table.children]


def test_headings_lists_tables_and_code_are_what_they_say() -> None:
    text = read(
        "# Calverin\n\nThe **dose** is\n[40 mg](x).\n\nDosing\n------\n\n"
        "1. One\n2. Two\n   - deep\n\n"
        "3) three\n\n| Drug | Dose |\n|---|--:|\n| A\\|B | 1<br>2 |\n\n"
        "```py\nif x < 3:\n    go()\n```\n"
    )
    title, paragraph, heading, first, second, table, code = text.blocks
    assert (title.type, title.text) == (ElementType.TITLE, "Calverin")
    assert (paragraph.text, heading.level) == ("The dose is 40 mg.", 2)
    assert [(i.marker, i.text) for i in first.children] == [("1.", "One"), ("2.", "Two")]
    assert first.children[1].children[0].children[0].text == "deep"
    assert [(i.marker, i.text) for i in second.children] == [("3)", "three")]
    assert rows(table) == [["Drug", "Dose"], ["A|B", "1\n2"]]
    assert table.children[0].children[0].place == CellPlace(0, 0, header=True)
    assert code.text == "if x < 3:\n    go()"


def test_lines_that_are_entries_of_their_own_stay_lines() -> None:
    assert outline(read("(in mg) | day | night\nCalverin | 40 | 5\ntotal | 40 | 5")) == [
        ("paragraph", "(in mg) | day | night\nCalverin | 40 | 5\ntotal | 40 | 5")
    ]
    long = "The dose of calverin depends on the renal function of the patient, `of\n40`"
    assert outline(read(f"Dose: *40* mg\nRoute: oral\n\n**At:** 10:30\n_By_:\n\n{long}\nmg")) == [
        ("paragraph", "Dose: 40 mg\nRoute: oral"),
        ("paragraph", "At: 10:30\nBy:"),
        ("paragraph", f"{long.replace('`', '')} mg".replace("\n", " ")),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Do not give calverin\nto children under 16 years.",
        "Do not give calverin to children under\n16 years.",
        "Do not give calverin to children under 16\nyears unless a specialist says so.",
        "Calverin nicht anwenden bei\nKindern: Es fehlen Daten.",
        "Note: not for children under\n16 years. See also: Doses",
    ],
)
def test_a_sentence_is_whole_wherever_its_lines_were_broken(sentence: str) -> None:
    shown = sentence.replace("\n", " ")
    assert outline(read(sentence)) == [("paragraph", shown)]
    assert read("- " + sentence.replace("\n", "\n  ")).blocks[0].children[0].text == shown


def test_what_only_looks_like_html_stays_text_and_nothing_of_it_runs() -> None:
    text = read(
        "Take <dose> if a <b and c> d. <script>go()</script>\n\n<script>\nstop()\n\n"
        '<p align="center">A<br>*b*</p>\n\n<!-- open\nto the end'
    )
    assert outline(text) == [
        ("paragraph", "Take <dose> if a <b and c> d. <script>go()</script>"),
        ("paragraph", "<script> stop()"),
        ("paragraph", "A\n*b*"),
        ("paragraph", "<!-- open to the end"),
    ]


def test_html_that_pages_of_code_are_written_with_is_read_as_such() -> None:
    text = read(
        "<!-- comment -->\n<details><summary>More</summary>\n\n- in\n\n</details>\n\n"
        "<table><tr><th>A</th></tr><tr><td>1</td></tr></table>\n\n"
        "<p hidden>Secret</p>\n\n10<sup>6</sup>"
    )
    more, items, table, hidden, number = text.blocks
    assert (more.text, items.children[0].text, number.text) == ("More", "in", "10⁶")
    assert rows(table) == [["A"], ["1"]]
    assert (hidden.text, hidden.aside) == ("Secret", "hidden")


def test_footnotes_keep_their_names_also_those_without_a_mark() -> None:
    text = read("The dose is 40[^a] mg[^none].\n\n[^a]: Adults\n[^b]: Children\n")
    paragraph, note, unused = text.blocks
    assert paragraph.text == "The dose is 40[a] mg[^none]."
    assert paragraph.marks[0].note == note.note
    assert (note.type, note.marker, note.text) == (ElementType.FOOTNOTE, "a.", "Adults")
    assert [(i.marker, i.text) for i in unused.children] == [("b.", "Children")]


def test_a_tilde_says_about_and_a_colon_defines() -> None:
    text = read(
        "Gain in a year\n~ 5 kg\n\nDose\n: One\n: Two\n~ 3 mg\n\n> Gain\n> ~ 5 kg\n\n    ~ code\n"
    )
    assert outline(text) == [
        ("paragraph", "Gain in a year ~ 5 kg"),
        ("paragraph", "Dose"),
        ("paragraph", "One"),
        ("paragraph", "Two ~ 3 mg"),
        ("paragraph", "Gain ~ 5 kg"),
        ("paragraph", "~ code"),
    ]


def test_formulas_and_prices_stand_as_they_are_written() -> None:
    text = read("$a*b*c$ costs $5 *or* $10\n\n$$\n\\{x\\}\n$$\n")
    assert outline(text) == [
        ("paragraph", "$a*b*c$ costs $5 or $10"),
        ("paragraph", "$$ \\{x\\} $$"),
    ]


def test_headings_are_shown_without_the_ids_that_links_lead_to() -> None:
    text = read("# **Dose** {#dose .new}\n\n## A {set}\n\n## {#b}\n\n##\n")
    assert outline(text) == [("title", "Dose"), ("section_header", "A {set}")]


def test_a_listing_says_what_its_fence_says_beyond_its_language() -> None:
    assert read("```py\nx\n```\n").blocks[0].text == "x"
    assert read("```{note} Adults only\nx\n```\n").blocks[0].text == "{note} Adults only\nx"


def test_front_matter_is_set_aside_and_names_the_document() -> None:
    front = 'title: "Calverin"\nauthor: A. Muster\ndate: 2031-05-02\ntags:\n  - dose'
    text = read(f"---\n{front}\n---\n\nText\n")
    assert (text.title, text.author, text.date) == ("Calverin", "A. Muster", "2031-05-02")
    assert outline(text) == [("title", "Calverin"), ("paragraph", "Text"), ("front matter", front)]
    assert outline(read("---\n\nNo rule: this\n\n---\n\nend")) == [
        ("paragraph", "No rule: this"),
        ("paragraph", "end"),
    ]


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Dose # of calverin", "Dose"),
        ('Dose #1\'s "use"', "Dose"),
        ("Calverin C#", "Calverin C#"),
        ('"Dose # 1" # draft', "Dose # 1"),
        ("'Dose'", "Dose"),
        ('Its "use"', 'Its "use"'),
        (">-\n  Dose", ""),
        ("|\n  Dose", ""),
        ("[a]", ""),
        ("''", ""),
        ("# none", ""),
    ],
)
def test_the_title_in_front_matter_is_what_it_means(stated: str, title: str) -> None:
    front = f"title: {stated}\nauthor: A. Muster"
    text = read(f"---\n{front}\n---\n\nText\n")
    assert (text.title, text.author) == (title, "A. Muster")
    assert text.blocks[-1].text == front


def test_cells_beyond_the_columns_of_a_table_are_kept() -> None:
    text = read("> | A | B |\n> |---|---|\n> | 1 | `x|y` |\n> | 1 | 2 | |\n")
    assert rows(text.blocks[0]) == [["A", "B"], ["1", "`x", "y`"], ["1", "2"]]


@pytest.mark.parametrize("before", ["* ", "1. ", "Term\n: "])
def test_a_table_has_no_cell_that_only_stands_behind_a_marker(before: str) -> None:
    text = read(f"{before}| A | B |\n    |---|---|\n    | 1 | 2 | 3 |\n")
    tables = [part for block in text.blocks for part in block.walk() if part.type is TABLE]
    assert [rows(table) for table in tables] == [[["A", "B"], ["1", "2", "3"]]]


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "markdown",
    [
        "<div>" + "<!-- " * 20_000,
        "<div>--> " + "<!-- " * 20_000,
        "<!-- " * 20_000 + "-->",
        "---\na: b\n" + "\n" * 20_000,
        "<b " + "a=b " * 20_000,
        f"# y{' ' * 200_000}y",
        "x\r| A | B |\r|---|---|\r| 1 | 2 | 3 |\r",
    ],
)
def test_what_is_repeated_without_end_takes_no_time(markdown: str) -> None:
    assert read(f"x\n\n{markdown}").blocks[0].text == "x"
    with contextlib.suppress(NotText):
        read(markdown)


@pytest.mark.parametrize("text", ["[" * 2000, "![" * 2000, f"{'[' * 600}x{']' * 600}"])
def test_brackets_are_text_however_many_there_are(text: str) -> None:
    assert outline(read(text)) == [("paragraph", text)]


def test_lists_are_read_however_deep_they_are() -> None:
    text = read("\n".join("  " * depth + f"- item{depth}" for depth in range(30)))
    words = [part.text for block in text.blocks for part in block.walk() if part.text]
    assert " ".join(words).split() == [f"item{depth}" for depth in range(30)]


def test_a_file_of_comments_holds_no_text() -> None:
    with pytest.raises(NotText, match="holds no text"):
        read("<!-- nothing -->\n")
