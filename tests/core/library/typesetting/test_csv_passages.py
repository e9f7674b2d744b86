"""A column of texts is passages, and a table stays a table."""

from __future__ import annotations

import pytest

from core.library.typesetting.csv_passages import passages
from core.library.typesetting.csv_rows import has_header, read_rows, title_rows

LONG = "The starting dose of calverin is 40 mg, once daily, and it is halved in renal failure. "
PROSE = f'text\n"{LONG}{LONG}"\n"{LONG}\n\nSecond part."\n"{LONG}"\n'


def found(text: str) -> list[tuple[str, str]] | None:
    rows = read_rows(text)
    titles, rows = rows[: title_rows(rows)], rows[title_rows(rows) :]
    result = passages(rows, header=has_header(rows), titles=titles)
    return [(b.metadata.get("passage", b.aside), b.text) for b in result.blocks] if result else None


def test_each_row_is_a_passage_with_its_number() -> None:
    assert found(PROSE) == [
        ("1", (LONG * 2).strip()),
        ("2", LONG.rstrip(" ")),
        ("2", "Second part."),
        ("3", LONG.strip()),
        ("column name", "text"),
    ]


def test_a_column_without_quotation_marks_is_not_cut_at_its_commas() -> None:
    assert found(f"text\n{LONG}\n{LONG} More, of it, here.\n") == [
        ("1", LONG.strip()),
        ("2", f"{LONG} More, of it, here."),
        ("column name", "text"),
    ]


def test_other_cells_of_a_row_stand_before_its_passage() -> None:
    rows = found(f"id;title;text\n7;Doses;{LONG}\n8;;{LONG}\n")
    assert rows and rows[:3] == [("1", "id: 7\ntitle: Doses"), ("1", LONG.strip()), ("2", "id: 8")]


def test_a_line_above_the_rows_stands_first_and_takes_no_name_from_a_column() -> None:
    rows = found(f"Notes 2024\n\nid;title;text\n7;Doses;{LONG}\n8;More;{LONG}\n")
    assert rows and rows[:3] == [
        ("", "Notes 2024"),
        ("1", "id: 7\ntitle: Doses"),
        ("1", LONG.strip()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name;dose\nCalverin;40 mg\nOrlipan;10 mg\n",
        f"question,answer\n{LONG.replace(',', '')},{LONG.replace(',', '')}\n" * 3,
        "key\n" + "x" * 200 + "\n" + "y" * 200 + "\n",
        f"text\n{LONG.replace(',', '')}\n",
        "name\na\nb\nc\n",
    ],
)
def test_a_table_stays_a_table(text: str) -> None:
    assert found(text) is None


def test_a_first_passage_is_not_taken_for_the_name_of_its_column() -> None:
    assert found(f'one,"{LONG}"\ntwo,"{LONG}"\nthree,"{LONG}"\n') == [
        (str(at), text) for at, name in enumerate(("one", "two", "three"), 1)
        for text in (name, LONG.strip())
    ]  # fmt: skip
