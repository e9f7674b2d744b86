"""Tables that are too long for a chunk are divided below their header, never through a cell."""

from __future__ import annotations

import numpy as np

from core.chunking import chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.chunking.tables import header_rows, row_groups
from core.sir import ElementType, Sir
from core.spans import Role
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import sir_from_texts, table


def sir_of(rows: list[list[str]], headers: int = 0, spans: dict[str, int] | None = None) -> Sir:
    """A document of one table; `spans` gives the rows that the cell of a text covers."""
    sir = sir_from_texts([table(rows)])
    top = next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE)
    for number, row in enumerate(sir.nodes[top].children):
        for cell in sir.nodes[row].children:
            node = sir.nodes[cell]
            if number < headers:
                node.metadata["header"] = "true"
            if node.text in (spans or {}):
                node.metadata["row_span"] = str((spans or {})[node.text])
    return sir


def top_of(sir: Sir) -> int:
    return next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE)


def test_the_first_row_is_the_header_where_the_table_says_nothing() -> None:
    sir = sir_of([["age", "dose"], ["one", "two"], ["three", "four"]])
    assert header_rows(sir, top_of(sir)) == 1


def test_rows_that_a_cell_ties_stay_together() -> None:
    rows = [["age", "dose"], ["adult", "one"], ["two"], ["child", "three"]]
    sir = sir_of(rows, 1, {"adult": 2})
    assert list(map(len, row_groups(sir, top_of(sir)))) == [1, 2, 1]


def test_a_divided_table_repeats_all_its_header_rows_and_cuts_through_no_cell() -> None:
    body = [row for n in range(6) for row in ([f"group{n}", "one two"], ["three four five"])]
    spans = {f"group{n}": 2 for n in range(6)}
    sir = sir_of([["age", "dose"], ["years", "mg"], *body], 2, spans)
    stream = tokenize(sir, minilm_tokenizer())
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    source = ChunkSource(stream, lambda: none)
    result = chunk(source, "hierarchical", make_options("hierarchical", {"max_tokens": 24}))
    assert len(result.chunks) > 2
    for held in result.chunks[1:]:
        assert held.content.startswith("age\tdose\nyears\tmg\ngroup")
        own = [sir.nodes[s.node].text for s in held.segments if s.role is Role.OWN]
        assert own[0].startswith("group") and own[-1] == "three four five"
