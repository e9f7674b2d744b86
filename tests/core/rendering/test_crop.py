"""A crop shows what stands inside its box, whatever the page was turned or cut to."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pymupdf
import pytest
from PIL import Image

from core.errors import NotFound
from core.geometry import BoundingBox
from core.rendering import Renderer
from core.rendering.drawing import MAX_SIDE, render_crop
from tests.core.rendering.builders import many_pages, one_word

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("cut", [None, (100, 120, 350, 400)])
def test_the_box_of_the_word_shows_the_word_and_the_rest_shows_none(
    tmp_path: Path, rotation: int, cut: tuple[float, float, float, float] | None
) -> None:
    case = one_word(tmp_path, rotation, cut)
    image = render_crop(case.path, case.word)
    dark = np.asarray(Image.open(io.BytesIO(image.data)).convert("L")) < 128
    assert image.mime == "image/png"
    assert dark.shape == (image.height, image.width)
    assert dark.mean() > 0.1
    above = BoundingBox(1, 0.0, 0.0, 1.0, case.word.top - 0.01)
    assert not (np.asarray(Image.open(io.BytesIO(render_crop(case.path, above).data))) < 128).any()


def test_a_large_page_gives_a_picture_of_bounded_size(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    with pymupdf.open() as document:
        document.new_page(width=3000, height=2000)
        document.save(path)
    image = render_crop(path, BoundingBox(1, 0.0, 0.0, 1.0, 1.0))
    assert MAX_SIDE - 2 <= max(image.width, image.height) <= MAX_SIDE + 1


def test_a_page_that_is_not_there_is_said(tmp_path: Path) -> None:
    path = many_pages(tmp_path / "many.pdf", 1)
    with pytest.raises(NotFound, match="no page 2"):
        render_crop(path, BoundingBox(2, 0.0, 0.0, 1.0, 1.0))


def test_the_worker_draws_the_same(tmp_path: Path) -> None:
    case = one_word(tmp_path)
    renderer = Renderer()
    try:
        assert renderer.crop(case.path, case.word) == render_crop(case.path, case.word)
    finally:
        renderer.close()
