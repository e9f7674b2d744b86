"""Real pages read by sight: nothing is lost, nothing stands twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.parsing.base import Plan, SightPolicy
from core.parsing.reader import read_pages
from core.parsing.structuring.classify import Classifier
from core.parsing.structuring.text_style import body_style
from core.parsing.visual_topology.page_by_sight import columns_by_sight

if TYPE_CHECKING:
    from pathlib import Path

FILES = [
    "odl/pdfs/*[0-3]3.pdf",
    "line_cells/rotated_page_01.pdf",
    "line_cells/rotated_text_02.pdf",
    "line_cells/right_to_left_03.pdf",
    "metamorphic/pdfs/*rot*.pdf",
    "metamorphic/pdfs/*crop*.pdf",
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
            classifier = Classifier(body_style(visible), None)
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
