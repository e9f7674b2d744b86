"""What is said of figures: the README's stand among the benchmarks, whose modules exist."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.__main__ import names

ROOT = Path(__file__).resolve().parents[2]
TABLE = re.compile(r"^(\|.*)\n\|[ |-]+\n((?:\|.*\n)+)", re.MULTILINE)


def tables(path: str, title: str = "") -> list[tuple[str, list[str]]]:
    """The heads of tables of Markdown, each with its rows; only those below a title, if given."""
    text = (ROOT / path).read_text("utf-8")
    if title:
        text = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [(head, rows.splitlines()) for head, rows in TABLE.findall(text)]


def test_the_figures_of_the_readme_are_those_of_the_benchmarks() -> None:
    shown = tables("README.md", "How well it does it")
    assert shown
    assert shown == tables("docs/benchmarks.md", "The most important")


def test_the_module_beside_a_figure_exists() -> None:
    judged = [rows for head, rows in tables("docs/benchmarks.md") if head.endswith("| by |")]
    assert judged
    for rows in judged:
        assert {row.split("|")[-2].strip() for row in rows} - {""} <= set(names())
