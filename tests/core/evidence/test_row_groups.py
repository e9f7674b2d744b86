"""A row is read with what names its group: of rows that are called alike, the right one answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.answering import open_answerer
from core.evidence.table_rows import group_names
from core.sir import ElementType
from tests.builders import sir_from_texts, table
from tests.core.answering.builders import found

if TYPE_CHECKING:
    from collections.abc import Sequence

STEP = 0.02
"""Fraction of the page width that a level is indented by."""
YEARS = ("", "2015", "2016")
NOTE = "Amounts are in millions and were not audited. " * 3
SEGMENTS = [
    list(YEARS),
    ["International", "", ""],
    ["Net sales", "35,418", "43,983"],
    ["Operating income", "91", "112"],
    ["Services", "", ""],
    ["Net sales", "7,880", "12,219"],
    ["Operating income", "1,507", "3,108"],
]


def groups(*rows: tuple[int, Sequence[str]]) -> list[str]:
    """What names the group of the last row; each row with its level."""
    sir = sir_from_texts([table([list(YEARS), *(list(cells) for _, cells in rows)])])
    nodes = [i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE_ROW]
    for node, (level, _) in zip(nodes[1:], rows, strict=True):
        for cell in sir.nodes[node].children:
            words = sir.words_between(cell, 0, len(sir.nodes[cell].text))
            sir.words.boxes[words] += (level * STEP, 0, level * STEP, 0)
    return [sir.nodes[span.node].text for span in group_names(sir, nodes[-1])]


def named(text: str) -> tuple[str, str, str]:
    return text, "", ""


def test_where_nothing_is_indented_the_nearest_name_counts() -> None:
    first, second = named("International"), named("Services")
    assert groups((0, first), (0, ("Net sales", "3", "4"))) == ["International"]
    rows = (0, first), (0, ("Net sales", "3", "4")), (0, second), (0, ("Net sales", "5", "6"))
    assert groups(*rows) == ["Services"]


def test_names_of_groups_within_each_other_come_widest_first() -> None:
    rows = (0, named("Assets")), (1, named("Current assets:")), (2, ("Cash", "3", "4"))
    assert groups(*rows) == ["Assets", "Current assets:"]
    other = (1, named("Other assets:")), (2, ("Goodwill", "5", "6"))
    assert groups(*rows, *other) == ["Assets", "Other assets:"]


def test_what_stands_no_further_right_than_a_group_that_is_indented_is_not_in_it() -> None:
    rows = (0, named("Current assets:")), (1, ("Cash", "3", "4")), (0, ("Goodwill", "5", "6"))
    assert groups(*rows) == []


@pytest.mark.parametrize("above", [named(NOTE), ("Net sales", "3", "4"), named("")])
def test_no_other_row_names_a_group(above: Sequence[str]) -> None:
    assert groups((0, above), (0, ("Cash", "5", "6"))) == []


def test_a_name_has_no_group_of_the_rows_above_it() -> None:
    assert groups((0, named("International")), (0, named("Services"))) == []


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What was the operating income of services in 2016?", "Operating income\t1,507\t3,108"),
        ("What were international net sales in 2016?", "Net sales\t35,418\t43,983"),
    ],
)
def test_of_rows_that_are_called_alike_that_of_the_group_asked_for_answers(
    question: str, row: str
) -> None:
    place = found(["The segments of the company are these.", table(SEGMENTS)])
    answer = open_answerer().answer(question, place.hits, place.lookup)
    assert answer.citations[0].quote.text == row
