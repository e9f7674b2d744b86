"""The SIR of texts and tables: nothing lost, line breaks where they mean something."""

from __future__ import annotations

import pymupdf
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.errors import InvalidOption, NoText
from core.library import Kind
from core.parsing.base import ParserOptions
from core.parsing.parse_info import parse_info
from core.parsing.plain_text.parser import PlainTextOptions, PlainTextParser
from core.sir import ElementType, Location
from tests.builders import pdf_bytes
from tests.core.parsing.papers import check
from tests.texts import sir_of_text

quiet = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def texts(content: str, kind: Kind = Kind.TEXT) -> list[str]:
    return [node.text for node in sir_of_text(content, kind).nodes[1:] if node.text]


def test_paragraphs_are_parted_by_blank_lines_alone() -> None:
    assert texts("One.\nTwo.\n\n \t\nThree.\n") == ["One.\nTwo.", "Three."]


def test_a_text_that_a_program_broke_to_a_width_flows() -> None:
    text = (
        "The committee looked at all of the evidence that there was, and it found\n"
        "that most of it was older than ten years and came from a single well-\n"
        "known hospital, so that it was of little use.\n\n"
        "- a first point that is long enough to fill the whole of the line here,\n"
        "- a second one\n"
    )
    one, two = texts(text)
    assert "it found that most" in one
    assert "well-known hospital" in one
    assert two == text.split("\n\n")[1].strip()


def test_lines_of_different_lengths_are_kept() -> None:
    poem = "A short line that ends where the poet wants it to\nand\nanother\nline of the very same"
    assert texts(poem) == [poem]


def test_headings_are_known_by_hashes_and_numbers_in_words() -> None:
    sir = sir_of_text("# Doses\n\n## Adults\n\nText.\n\nChapter 2 Children\n\nMore.\n\n#hashtag")
    held = [(node.type, node.level) for node in sir.nodes[1:]]
    header, paragraph = ElementType.SECTION_HEADER, ElementType.PARAGRAPH
    assert held == [
        (header, 1), (header, 2), (paragraph, None),
        (header, 1), (paragraph, None), (paragraph, None),
    ]  # fmt: skip


def test_a_table_has_rows_cells_and_a_header() -> None:
    sir = sir_of_text('Name;Dose\n"A; B";"1\n2"\nC;\n', Kind.CSV)
    types = [node.type for node in sir.nodes[1:]]
    row = [ElementType.TABLE_ROW, ElementType.TABLE_CELL, ElementType.TABLE_CELL]
    assert types == [ElementType.TABLE, *row * 3]
    assert sir.nodes[1].locked
    cells = [node for node in sir.nodes if node.type is ElementType.TABLE_CELL]
    assert [cell.text for cell in cells] == ["Name", "Dose", "A; B", "1\n2", "C", ""]
    assert ["header" in cell.metadata for cell in cells] == [True, True, *[False] * 4]


def test_places_are_exact_and_a_broken_word_has_two() -> None:
    sir = sir_of_text("x" * 200)
    check(sir)
    assert sir.nodes[1].text == "x" * 200
    assert sir.nodes[1].location is Location.EXACT
    assert len(sir.line_boxes(sir.words_between(1, 0, 200))) > 1


def test_an_old_encoding_is_said_to_be_one() -> None:
    sir = sir_of_text("Größe".encode("cp1252"))
    assert sir.nodes[1].text == "Größe"
    assert "Windows-1252" in parse_info(sir, "key", "plain_text", 0.1).warnings[0]
    assert not parse_info(sir_of_text("Größe"), "key", "plain_text", 0.1).warnings


def test_a_pdf_is_left_to_the_other_routes() -> None:
    with pymupdf.open(stream=pdf_bytes(), filetype="pdf") as pdf:
        with pytest.raises(NoText, match="not given as text"):
            PlainTextParser().parse(pdf, "0" * 64, PlainTextOptions())
        with pytest.raises(InvalidOption):
            PlainTextParser().parse(pdf, "0" * 64, ParserOptions())


letters = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(list("ab. -\n\n\r\t")),
    min_size=1,
    max_size=300,
)


@quiet
@given(letters)
def test_every_character_that_is_no_space_is_in_a_node_in_order(text: str) -> None:
    assume(text.strip())
    sir = sir_of_text(text)
    check(sir)
    held = "".join(node.text for node in sir.nodes)
    assert "".join(held.split()) == "".join(text.split())


table_cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@quiet
@given(st.lists(st.tuples(table_cells, table_cells), min_size=1, max_size=6))
def test_every_character_of_every_cell_is_in_a_node_in_order(rows: list[tuple[str, str]]) -> None:
    assume(any(cell.strip() for row in rows for cell in row))
    quoted = [[cell.replace('"', '""') for cell in row] for row in rows]
    sir = sir_of_text("\n".join(f'"{one}","{two}"' for one, two in quoted), Kind.CSV)
    check(sir)
    held = "".join(node.text for node in sir.nodes)
    assert "".join(held.split()) == "".join("".join(cell.split()) for row in rows for cell in row)
