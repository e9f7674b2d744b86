"""The glossary of a document as rows of a table."""

from __future__ import annotations

from core.export.glossary_table import COLUMNS, glossary_rows
from core.glossary.building import glossary
from tests.builders import sir_from_texts


def test_a_row_has_all_columns_and_a_drug_no_words_that_explain_it() -> None:
    sir = sir_from_texts(["Ablation by radiofrequency ablation (RFA) or by velotinib is done."])
    short, drug = glossary_rows(sir, glossary(sir))
    assert list(short) == list(COLUMNS)
    assert (short["form"], short["source"]) == ("RFA", "radiofrequency ablation (RFA)")
    assert (drug["form"], drug["meaning"], drug["source"]) == ("velotinib", "", "")
