"""Sources of entries: what they say, how they are cut, and their lines on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementEntry, SupplementKind
from core.refining.supplement_sources import (
    LONGEST,
    entry_text,
    node_text,
    shortened,
    supplement_lines,
)
from core.sir import ElementType
from core.spans import Span
from tests.builders import sir_from_texts, table

if TYPE_CHECKING:
    from core.sir import Sir

ROWS = [["Level", "Name", "Kept"], ["Level 1", "Public", ""], ["Level 2", "Internal", "A year"]]


def entry(node: int, start: int, end: int) -> SupplementEntry:
    return SupplementEntry("term", SupplementKind.DEFINITION, node, start, end)


def rows(sir: Sir) -> list[int]:
    return [n for n, one in enumerate(sir.nodes) if one.type is ElementType.TABLE_ROW]


def shown(sir: Sir, start: int, end: int) -> list[str]:
    """The texts of the nodes that lines of the last row come from, each once."""
    lines = supplement_lines(sir, entry(rows(sir)[-1], start, end))
    return list(dict.fromkeys(sir.nodes[line.node].text for line in lines))


def test_a_row_names_its_columns_and_leaves_empty_cells_out():
    sir = sir_from_texts([table(ROWS)])
    texts = [node_text(sir, row) for row in rows(sir)]
    assert texts == [
        "Level; Name; Kept",
        "Level: Level 1; Name: Public",
        "Level: Level 2; Name: Internal; Kept: A year",
    ]


def test_a_first_row_of_figures_names_no_columns():
    sir = sir_from_texts([table([["Level 1", "Public"], ["Level 2", "Internal"]])])
    assert node_text(sir, rows(sir)[-1]) == "Level 2; Internal"


def test_the_lines_of_a_row_are_those_of_the_cells_and_names_that_are_shown():
    sir = sir_from_texts([table(ROWS)])
    text = node_text(sir, rows(sir)[-1])
    assert shown(sir, 0, len(text)) == ["Level 2", "Internal", "A year", "Level", "Name", "Kept"]
    assert shown(sir, 0, text.index("; Kept")) == ["Level 2", "Internal", "Level", "Name"]
    within = text.index("Internal")
    [line, _] = supplement_lines(sir, entry(rows(sir)[-1], within, within + 8))
    [whole] = supplement_lines(sir, entry(sir.nodes[rows(sir)[-1]].children[1], 0, 8))
    assert line.box == whole.box


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("A short sentence.", "sentence."),
        (f"First. {'One two three. ' * 40}", "three."),
        (f"{'one two three ' * 20}, and more; {'four five six ' * 30}", "and more"),
        (f"{'one two three ' * 60}", "one two"),
        ("x" * 900, "x"),
    ],
)
def test_a_long_source_is_cut_at_a_sentence_or_a_clause(text: str, end: str):
    sir = sir_from_texts([text])
    whole = sir.nodes[1].text
    span = shortened(sir, Span(1, 0, len(whole)))
    assert span.start == 0
    assert 0 < span.end <= LONGEST
    assert whole[: span.end].endswith(end)
    assert (span.end == len(whole)) == (len(whole) <= LONGEST)


def test_the_lines_of_a_cut_source_end_where_it_ends():
    sir = sir_from_texts([f"First. {'One two three. ' * 60}"])
    span = shortened(sir, Span(1, 0, len(sir.nodes[1].text)))
    one = entry(*span)
    lines = supplement_lines(sir, one)
    everything = supplement_lines(sir, entry(1, 0, len(sir.nodes[1].text)))
    assert entry_text(sir, one).endswith("three.")
    assert len(lines) < len(everything)
    assert lines[:-1] == everything[: len(lines) - 1]
    assert lines[-1].box.right <= everything[len(lines) - 1].box.right
