"""What is said of lines that the app found by itself."""

from __future__ import annotations

from components.evaluate.questions.editor import taken_in_words
from core.evaluation.questions.locating import evidence_of_spans
from core.evidence.table_rows import row_spans
from core.sir import ElementType
from core.spans import Span
from tests.builders import sir_from_texts, table


def test_a_row_of_a_table_is_said_to_be_one_and_each_cell_is_a_line_to_remove() -> None:
    sir = sir_from_texts([table([["Age", "Dose"], ["12", "5 mg"]])])
    rows = [at for at, node in enumerate(sir.nodes) if node.type is ElementType.TABLE_ROW]
    spans = row_spans(sir, rows[-1])
    assert taken_in_words(sir, spans).startswith("A row of a table was found")
    piece = evidence_of_spans(sir, spans)
    assert piece
    assert len(piece.lines) == 2


def test_of_sentences_no_row_is_named() -> None:
    sir = sir_from_texts(["Give five milligrams."])
    assert "row" not in taken_in_words(sir, [Span(1, 0, 21)])
