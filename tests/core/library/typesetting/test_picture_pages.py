"""Pictures as documents: a page each, upright, in the size that they were scanned in."""

from __future__ import annotations

import io

import pymupdf
import pytest
from PIL import Image

from core.errors import BrokenFile, InputError, TooLarge
from core.library.file_kinds import Kind
from core.library.typesetting import typeset
from tests.office_files import picture


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    held = io.BytesIO()
    image.save(held, form, **options)
    return held.getvalue()


def pages(content: bytes, kind: Kind, most: int = 9) -> list[pymupdf.Pixmap]:
    with pymupdf.open(stream=typeset(content, kind, most), filetype="pdf") as pdf:
        return [page.get_pixmap() for page in pdf]


HALF = Image.new("RGB", (300, 200), "white")
HALF.paste("red", (0, 0, 150, 200))


def test_a_page_has_the_size_that_the_picture_was_scanned_in() -> None:
    (page,) = pages(saved(Image.new("L", (600, 300)), "PNG", dpi=(300, 300)), Kind.PNG)
    assert (page.width, page.height) == (144, 72)


def test_a_resolution_that_nobody_set_makes_a_page_of_a4() -> None:
    (page,) = pages(saved(Image.new("L", (600, 300)), "JPEG", dpi=(72, 72)), Kind.JPEG)
    assert (page.width, page.height) == (842, 421)


def test_a_photograph_is_turned_as_the_camera_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    (page,) = pages(saved(HALF, "JPEG", exif=exif), Kind.JPEG)
    assert page.height > page.width
    assert page.pixel(10, 10)[1] < 60 and page.pixel(10, page.height - 10)[1] > 200


@pytest.mark.parametrize("compression", ["group4", "tiff_lzw", "raw"])
def test_each_page_of_a_tiff_is_a_page(compression: str) -> None:
    black, white = (Image.new("1", (200, 300), colour) for colour in (0, 1))
    content = saved(black, "TIFF", save_all=True, append_images=[white], compression=compression)
    first, second = pages(content, Kind.TIFF)
    assert (first.pixel(50, 50)[0], second.pixel(50, 50)[0]) == (0, 255)
    with pytest.raises(TooLarge, match="2 pages are over the limit of 1"):
        pages(content, Kind.TIFF, 1)


def test_transparent_and_deep_pictures_are_seen() -> None:
    (clear,) = pages(saved(Image.new("RGBA", (99, 99), (0, 0, 0, 0)), "PNG"), Kind.PNG)
    deep = Image.new("I;16", (100, 100))
    deep.paste(1000, (0, 0, 50, 100))
    (levels,) = pages(saved(deep, "PNG"), Kind.PNG)
    assert clear.pixel(9, 9)[0] == 255
    assert levels.pixel(9, 9)[0] > 250 and levels.pixel(levels.width - 9, 9)[0] < 5


FRAMES = [Image.new("RGB", (50, 50), colour) for colour in ("red", "blue")]


@pytest.mark.parametrize(
    ("content", "kind", "error", "said"),
    [
        (picture(1, 1), Kind.PNG, BrokenFile, "only 1 × 1 pixels"),
        (picture()[:60], Kind.PNG, BrokenFile, "damaged"),
        (b"\xff\xd8\xff" + bytes(90), Kind.JPEG, BrokenFile, "damaged"),
        (saved(FRAMES[0], "PNG", save_all=True, append_images=FRAMES[1:]), Kind.PNG, BrokenFile,
         "animated"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_with_a_way_on(
    content: bytes, kind: Kind, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        typeset(content, kind, 5)


@pytest.mark.parametrize("width", [10_100, 20_000])
def test_a_picture_of_too_many_pixels_is_refused(width: int) -> None:
    with pytest.raises(TooLarge, match="100 million pixels"):
        pages(saved(Image.new("1", (width, 10_000)), "PNG"), Kind.PNG)
