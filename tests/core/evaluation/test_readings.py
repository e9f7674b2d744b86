"""The table over all readings of a document."""

from __future__ import annotations

import csv
import io
import shutil
from typing import TYPE_CHECKING

import pytest

from core.evaluation.gold import read_gold
from core.evaluation.gold.stored_gold import keep_gold
from core.evaluation.readings import missing_readings, reading_rows, readings_made, rows_as_csv
from core.settings import load_settings
from core.sir import ElementType
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "1 Dose\nGive the drug twice a day and stop it\nwhen the fever has gone for good."
MARKDOWN = """# 1 Dose

Give the drug twice a day and stop it when the fever has gone for good.

The moon is made of old green cheese and nobody minds it.
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled") / "home"
    bench = Workbench(load_settings(home=home))
    sha = bench.documents.add(pdf_bytes((TEXT,)), "guideline.pdf").sha
    bench.parsers.bring(sha, "markdown", MARKDOWN.encode(), "other.md")
    return home


@pytest.fixture
def bench(filled: Path, home: Path) -> Workbench:
    shutil.copytree(filled, home)
    return Workbench(load_settings(home=home))


def test_only_readings_that_are_there_are_listed_the_present_one_first(bench: Workbench) -> None:
    record = bench.library.find("guideline.pdf")
    now, brought = readings_made(bench, record)
    assert (now.parser, now.now, now.brought, now.dollars) == ("automatic", True, False, 0.0)
    assert now.seconds == record.parse.seconds if record.parse else False
    assert (brought.parser, brought.brought, brought.seconds) == ("markdown", True, None)
    assert missing_readings(bench, record) == (
        "structural_rule",
        "semantic_flow",
        "visual_topology",
    )


def test_each_reading_is_counted_and_what_no_page_holds_is_told(bench: Workbench) -> None:
    record = bench.library.find("guideline.pdf")
    rows = reading_rows(bench, record, ["structural_rule"])
    by_parser = {row.reading.parser: row for row in rows}
    assert list(by_parser) == ["automatic", "structural_rule", "markdown"]
    own, other = by_parser["structural_rule"], by_parser["markdown"]
    assert own.words == 18
    assert own.exact_share == 1
    assert (own.nowhere, other.nowhere) == (0, 1)
    assert other.exact_share is not None
    assert other.exact_share < 0.8
    assert (other.headings, other.classes["paragraph"]) == (1, 2)
    assert own.seconds_per_page == own.reading.seconds
    assert other.scores is None


def test_all_readings_are_scored_where_there_is_gold(bench: Workbench) -> None:
    record = bench.library.find("guideline.pdf")
    sir = bench.documents.sir(record.sha)
    gold = read_gold(MARKDOWN.encode(), "gold.md", record, sir, 10)
    keep_gold(bench.library, record.sha, gold)
    rows = reading_rows(bench, record)
    scores = {row.reading.parser: row.scores.text for row in rows if row.scores}
    assert scores["markdown"] is not None
    assert scores["automatic"] is not None
    assert scores["automatic"].value < scores["markdown"].value == 1
    table = list(csv.DictReader(io.StringIO(rows_as_csv(rows))))
    assert [row["parser"] for row in table] == ["automatic", "markdown"]
    assert table[1]["text"] == "1"
    assert float(table[0]["text"]) == pytest.approx(scores["automatic"].value, abs=1e-5)
    assert (table[0]["seconds"] != "", table[1]["seconds"]) == (True, "")


def test_corrections_by_hand_are_of_no_parser(bench: Workbench) -> None:
    record = bench.library.find("guideline.pdf")
    before = reading_rows(bench, record)[0]
    node = next(n for n in bench.documents.sir(record.sha).nodes if n.text.startswith("Give"))
    bench.documents.correct(record.sha, node.id, ElementType.FOOTNOTE)
    assert reading_rows(bench, record)[0].classes == before.classes


def test_a_reading_that_fails_is_a_row_with_its_problem(bench: Workbench) -> None:
    damaged = bench.documents.add(pdf_bytes((TEXT, TEXT)), "damaged.pdf")
    bench.library.drop(damaged.sha, "sir", damaged.parse.key if damaged.parse else "")
    bench.library.pdf_path(damaged.sha).write_bytes(b"%PDF-1.7 broken")
    rows = reading_rows(bench, bench.library.get(damaged.sha))
    assert [bool(row.problem) for row in rows] == [True]
    assert rows[0].exact_share is None


def test_docling_is_counted_beside_our_own(bench: Workbench, data: Path) -> None:
    folder, name = data / "native" / "docling", "picture_classification"
    source = folder / "sources" / f"{name}.pdf"
    record = bench.documents.add(source, source.name, parser="structural_rule")
    output = (folder / "groundtruth" / f"{name}.json").read_bytes()
    bench.parsers.bring(record.sha, "docling", output, f"{name}.json")
    now, docling = reading_rows(bench, bench.library.get(record.sha))
    assert (now.reading.now, docling.reading.parser) == (True, "docling")
    assert docling.exact_share is not None
    assert docling.exact_share > 0.97
    assert docling.classes["figure"] >= 1
