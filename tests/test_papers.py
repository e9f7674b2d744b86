"""Every row of docs/papers.md names code and a test that exist, and none says it is missing."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
_CODE = re.compile(r"`([a-z_.]+):([\w.]+)`")
_TEST = re.compile(r"`((?:tests)/[\w/]+\.py)::(\w+)`")
COLUMNS = 6


class Row(NamedTuple):
    """A row of a table: where the paper says what, the code, the test, the place, the deviation."""

    section: str
    what: str
    code: str
    test: str
    where: str
    deviation: str


def rows() -> list[Row]:
    """The rows of all tables, without their heads."""
    lines = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in lines
        if line.startswith("| ") and not line.startswith(("| ---", "| section"))
    ]
    wrong = [row for row in cells if len(row) != COLUMNS]
    assert not wrong, f"not {COLUMNS} cells: {wrong[:1]}"
    return [Row(*row) for row in cells]


@cache
def names_of(path: str) -> frozenset[str]:
    """The functions of a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return frozenset(re.findall(r"^(?:    )?def (\w+)\(", text, re.MULTILINE))


def held(value: Any, name: str) -> Any:
    """What a module, class or model has of this name. Raises `AttributeError`."""
    fields = getattr(value, "model_fields", {}) | getattr(value, "__dataclass_fields__", {})
    return fields[name] if name in fields else getattr(value, name)


def test_each_row_names_code_and_a_test_that_exist() -> None:
    for row in rows():
        code, tests = _CODE.findall(row.code), _TEST.findall(row.test)
        assert code, f"no code is named as `module:name`: {row}"
        assert tests, f"no test is named as `tests/file.py::name`: {row}"
        for module, path in code:
            value: Any = import_module(module)
            for name in path.split("."):
                value = held(value, name)
        assert [name for file, name in tests if name not in names_of(file)] == []
        assert row.where and row.deviation, row
        assert "missing" not in row.deviation.casefold()


def test_all_five_sources_have_their_table() -> None:
    text = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    sources = ["TopoChunker", "Structured chunking v2", "W-RAC", "Practical guide", "Thesis"]
    assert [head for head in heads if head in sources] == sources
    assert len(rows()) >= 60
