"""A page as a picture shows what a viewer shows, at the place where the boxes say it is."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pymupdf
import pytest
from PIL import Image

from core.errors import BrokenPdf, NotFound, PasswordNeeded
from core.rendering.drawing import render_page
from tests.core.rendering.builders import encrypted, many_pages, one_word

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from core.rendering import PageImage


def pixels(image: PageImage) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(image.data)).convert("L"))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (100, 120, 350, 400)])
def test_all_ink_lies_inside_the_box_of_the_word(
    tmp_path: Path, rotation: int, crop: tuple[float, float, float, float] | None
) -> None:
    case = one_word(tmp_path, rotation, crop)
    dark = pixels(render_page(case.path, 1, 800)) < 128
    rows, columns = np.nonzero(dark)
    height, width = dark.shape
    assert len(rows) > 500
    assert columns.min() >= case.word.left * width - 2
    assert columns.max() <= case.word.right * width + 2
    assert rows.min() >= case.word.top * height - 2
    assert rows.max() <= case.word.bottom * height + 2
    # The box is not merely large: the ink reaches most of its longer side.
    longer = (case.word.width * width, case.word.height * height)
    assert max(np.ptp(columns), np.ptp(rows)) > 0.8 * max(longer)


def test_a_picture_has_the_width_asked_for_and_the_shape_of_the_displayed_page(
    tmp_path: Path,
) -> None:
    image = render_page(one_word(tmp_path, rotation=90).path, 1, 900)
    assert (image.width, image.height) == (900, 600)
    assert pixels(image).shape == (600, 900)


def test_a_very_tall_page_gives_a_picture_of_bounded_size(tmp_path: Path) -> None:
    path = tmp_path / "tall.pdf"
    with pymupdf.open() as document:
        document.new_page(width=100, height=14_000)
        document.save(path)
    image = render_page(path, 1, 1500)
    assert (image.width, image.height) == (58, 8000)


def test_a_page_that_does_not_exist_is_named(tmp_path: Path) -> None:
    path = many_pages(tmp_path / "two.pdf", 2)
    with pytest.raises(NotFound, match=r"two\.pdf has no page 3.*between 1 and 2"):
        render_page(path, 3)


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"gone\.pdf is no longer in the library"):
        render_page(tmp_path / "gone.pdf", 1)


def test_an_encrypted_file_asks_for_its_password(tmp_path: Path) -> None:
    with pytest.raises(PasswordNeeded, match=r"secret\.pdf is encrypted"):
        render_page(encrypted(tmp_path / "secret.pdf"), 1)


def test_a_file_that_is_no_pdf_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.pdf"
    path.write_bytes(b"not a pdf at all")
    with pytest.raises(BrokenPdf, match=r"notes\.pdf cannot be drawn"):
        render_page(path, 1)
