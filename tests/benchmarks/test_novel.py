"""The novel: how passages are found in chunks, and where a list holds them."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from benchmarks.novel import holds, sheet_rows
from benchmarks.papers import mean_dcg

if TYPE_CHECKING:
    from pathlib import Path

_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_SHEET = f"""<worksheet {_NAMESPACE}><sheetData>
<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Answer</t></is></c></row>
<row><c r="B2" t="inlineStr"><is><r><t>At </t></r><r><t>noon</t></r></is></c></row>
</sheetData></worksheet>"""
_STRINGS = f"<sst {_NAMESPACE}><si><t>Question</t></si></sst>"


def test_a_passage_is_held_whatever_its_case_and_white_space() -> None:
    assert holds("She was\nVery  glad.", "was very glad")
    assert not holds("She was very", "was very glad")


def test_the_gain_of_a_place_ends_at_k() -> None:
    assert mean_dcg([1, 3, None], 2) == pytest.approx(1 / 3)
    assert mean_dcg([1, 3, None], 5) == pytest.approx((1 + 0.5) / 3)


def test_cells_of_a_workbook_have_the_names_of_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/worksheets/sheet1.xml", _SHEET)
        book.writestr("xl/sharedStrings.xml", _STRINGS)
    assert list(sheet_rows(path)) == [{"Question": "", "Answer": "At noon"}]
