"""A row that says "as above" leads to the row that it means, and to no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.evidence.rows_above import row_meant_above
from core.evidence.table_rows import row_spans
from core.sir import ElementType
from tests.builders import sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD, FIRST = ("Age", "Dose"), ("12", "5 mg")


def meant(*rows: Sequence[str]) -> list[str]:
    """The cells of the row that the last one refers to."""
    sir = sir_from_texts([table([list(row) for row in rows])])
    last = [i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE_ROW][-1]
    return [sir.nodes[span.node].text for span in row_meant_above(sir, row_spans(sir, last))]


@pytest.mark.parametrize(
    "words", ["As above", "see above.", "ditto", "Wie oben", "s. o.", "\u201d"]
)
def test_the_row_above_is_meant(words: str) -> None:
    assert meant(HEAD, FIRST, ("14", words)) == list(FIRST)


def test_of_several_in_a_row_the_first_is_meant() -> None:
    assert meant(HEAD, FIRST, ("14", "As above"), ("16", "As above")) == list(FIRST)


@pytest.mark.parametrize("words", ["Above 5 mg", "As above, but twice", "", "oben"])
def test_a_cell_that_says_more_or_else_refers_to_none(words: str) -> None:
    assert meant(HEAD, FIRST, ("14", words)) == []


def test_neither_the_headings_nor_a_row_of_another_layout_is_meant() -> None:
    assert meant(HEAD, ("14", "As above")) == []
    assert meant(HEAD, ("12", "5 mg", "twice"), ("14", "As above")) == []
    assert meant(HEAD, ("12", ""), ("14", "As above")) == []
