"""Real pages read by sight: nothing is lost, nothing stands twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.parsing.base import Plan, SightPolicy
from core.parsing.reader import read_pages
from core.parsing.routed import VisualTopologyOptions, VisualTopologyParser
from core.parsing.structuring.classify import Classifier
from core.parsing.structuring.outline import Outline
from core.parsing.structuring.text_style import body_style
from core.parsing.visual_topology.page_by_sight import columns_by_sight
from core.sir import ElementType
from sample_docs.catalogue import FOLDER as SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

FILES = [
    "odl/pdfs/*[0-3]3.pdf",
    "line_cells/rotated_page_01.pdf",
    "line_cells/rotated_text_02.pdf",
    "line_cells/right_to_left_03.pdf",
    "metamorphic/pdfs/*83_rot*.pdf",
    "metamorphic/pdfs/*83_crop*.pdf",
]


@pytest.mark.parametrize("pattern", FILES)
def test_every_visible_word_is_in_exactly_one_element(data: Path, pattern: str) -> None:
    files = sorted(data.glob(pattern))
    assert files
    for path in files:
        with pymupdf.open(path) as pdf:
            pages = read_pages(pdf, Plan(sight=SightPolicy.ALWAYS))
        for page in pages:
            visible = [line for line in page.content.lines if not line.hidden]
            assert page.regions is not None
            classifier = Classifier(body_style(visible), Outline([]))
            held = [
                (word, box)
                for column in columns_by_sight(page.content, page.regions, classifier)
                for element in column
                for line in element.all_lines()
                for word, box in zip(line.words, line.boxes, strict=True)
            ]
            expected = [
                (word, box)
                for line in visible
                for word, box in zip(line.words, line.boxes, strict=True)
            ]
            assert Counter(held) == Counter(expected), path.name


def test_a_table_that_rulings_part_is_one_table(data: Path) -> None:
    """A balance sheet whose sections are closed by strong rulings, one column of it shaded."""
    with pymupdf.open(data / "mmdocir/pdfs/NIKE_2021_10K.pdf") as pdf, pymupdf.open() as page:
        page.insert_pdf(pdf, from_page=60, to_page=60)
        sir = VisualTopologyParser().parse(page, "x", VisualTopologyOptions())
    (table,) = (index for index, node in enumerate(sir.nodes) if node.type is ElementType.TABLE)
    rows = [
        [sir.nodes[cell].text for cell in sir.nodes[row].children]
        for row in sir.nodes[table].children
    ]
    assert ["Cash and equivalents", "$ 9,889", "$ 8,348"] in rows
    assert ["Long-term debt", "9,413", "9,406"] in rows
    assert len(rows) >= 38


def test_the_cells_of_a_ruled_table_are_whole_and_a_frame_below_it_is_none_of_its_rows() -> None:
    """Two pages of the sample guideline whose tables the layout model cuts or joins wrongly."""
    with pymupdf.open(SAMPLES / "onkologie_leitlinie_de.pdf") as pdf, pymupdf.open() as pages:
        for number in (7, 10):
            pages.insert_pdf(pdf, from_page=number, to_page=number)
        sir = VisualTopologyParser().parse(pages, "", VisualTopologyOptions())
    cells = [node.text for node in sir.nodes if node.type is ElementType.TABLE_CELL]
    assert "6 mg/kg an Tag 1, dann 4 mg/kg alle 14 Tage" in cells
    assert "8 mg/kg alle 21 Tage bis zum Fortschreiten" in cells
    assert "nach 3, 6, 12 und 24 Monaten" in cells
    assert not any("Empfehlung 7.1" in cell for cell in cells)
    assert any("Tumormarkern in der Nachsorge" in node.text for node in sir.nodes)
