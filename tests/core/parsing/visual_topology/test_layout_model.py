"""Regions that the model of layouts sees, and the tables in them."""

from __future__ import annotations

from typing import Any

import pymupdf

from core.parsing.visual_topology.layout_model import _grids


def test_the_search_for_tables_leaves_the_page_as_it_was() -> None:
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 50, 50))
        picture.clear_with(120)
        page.insert_image((50, 300, 150, 400), pixmap=picture)
        for row in range(4):
            page.draw_line((50, 50 + 30 * row), (290, 50 + 30 * row))
            page.draw_line((50 + 80 * row, 50), (50 + 80 * row, 140))
        for row in range(3):
            for column in range(3):
                page.insert_text((55 + 80 * column, 70 + 30 * row), f"w{row}{column}")
        before: Any = page.get_text("dict")
        [grid] = _grids(page)
        assert len(grid.cells) == 9
        assert any(block["type"] == 1 for block in before["blocks"])
        assert page.get_text("dict") == before
