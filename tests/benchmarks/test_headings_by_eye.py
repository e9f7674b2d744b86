from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf
import pytest

from benchmarks import headings_by_eye
from benchmarks.headings_by_eye import TARGET, Title, match, run

if TYPE_CHECKING:
    from core.geometry import Box


def line(row: int, end: float = 0.5) -> Box:
    """The box of a line in a row of a page."""
    return 0.1, row / 20, end, row / 20 + 0.02


ONE, TWO = Title(1, [line(1)]), Title(2, [line(3), line(4)])


@pytest.mark.parametrize(
    ("found", "both"),
    [
        ([TWO, ONE], 2),
        ([Title(2, [line(3)]), Title(2, [line(4, 0.45)]), ONE], 2),
        ([Title(1, [line(1), line(2), line(3)])], 0),
        ([Title(1, [line(1, 0.25)])], 0),
        ([], 0),
    ],
)
def test_a_heading_is_found_if_half_of_it_is_in_ours_and_half_of_ours_in_it(
    found: list[Title], both: int
) -> None:
    overlap = match([ONE, TWO], found).overlap()
    assert (overlap.both, overlap.wanted, overlap.found) == (both, 2, len(found))


def test_what_may_be_a_heading_counts_neither_as_missed_nor_as_wrong() -> None:
    doubtful = Title(2, [line(6)], sure=False)
    assert match([ONE, doubtful], [ONE]).overlap() == (1, 1, 1)
    assert match([ONE, doubtful], [ONE, doubtful]).overlap() == (1, 1, 1)


@pytest.mark.parametrize(("levels", "right"), [((0, 5), True), ((2, 2), False), ((3, 2), False)])
def test_levels_are_right_if_the_right_heading_is_the_higher(
    levels: tuple[int, int], right: bool
) -> None:
    found = [one._replace(level=level) for one, level in zip((ONE, TWO), levels, strict=True)]
    assert match([ONE, TWO], found).orders() == [right]


def test_each_set_is_50_pages_and_no_page_is_in_both() -> None:
    gold = json.loads(Path(headings_by_eye.__file__).with_suffix(".json").read_text("utf-8"))
    sets = [{(file, page) for file in files for page in files[file]} for files in gold.values()]
    assert [len(pages) for pages in sets] == [50, 50]
    assert not set.intersection(*sets)


def test_only_pages_for_judging_have_a_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "two.pdf"
    with pymupdf.open() as pdf:
        for title in ("Where they live", "What they eat"):
            pdf.new_page().insert_text((72, 200), title, fontsize=24)
            for row in range(9):
                text = f"{title} is told in {row} of these lines, each of which is long."
                pdf[-1].insert_text((72, 240 + 15 * row), text, fontsize=11)
        (box, *_), (width, height) = pdf[1].search_for("What they eat"), pdf[1].rect.br
        pdf.save(path)
    edges = (box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height)
    digest = sha256(path.read_bytes()).hexdigest()
    gold = {"seen": {digest: {"1": []}}, "for judging": {digest: {"2": [(1, True, [edges])]}}}
    monkeypatch.setattr(headings_by_eye, "_GOLD", gold)
    targets = {one.name: (one.value, one.target) for one in run(tmp_path)}
    assert targets["headings by eye, seen"] == (0.0, None)
    assert targets["headings by eye, for judging"] == (1.0, TARGET)
