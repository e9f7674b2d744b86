"""An excerpt holds the pages asked for, as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import NotFound
from core.rendering.drawing import excerpt
from tests.core.rendering.builders import many_pages, one_word

if TYPE_CHECKING:
    from pathlib import Path


def test_an_excerpt_holds_exactly_the_pages_asked_for_in_that_order(tmp_path: Path) -> None:
    path = many_pages(tmp_path / "many.pdf", 9)
    with pymupdf.open(stream=excerpt(path, [7, 2]), filetype="pdf") as small:
        assert [str(page.get_text()).strip() for page in small] == ["page 7", "page 2"]


def test_an_excerpt_keeps_rotation_and_crop_box(tmp_path: Path) -> None:
    path = one_word(tmp_path, rotation=90, crop=(100, 120, 350, 400)).path
    with pymupdf.open(stream=excerpt(path, [1]), filetype="pdf") as small:
        assert small[0].rotation == 90
        assert small[0].rect == pymupdf.Rect(0, 0, 280, 250)


def test_an_excerpt_of_a_page_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no page 4"):
        excerpt(many_pages(tmp_path / "three.pdf", 3), [1, 4])
