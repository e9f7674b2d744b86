"""Which pages of a document the pictures are that a file of annotations speaks of.

Such files hold many pictures, often of several documents. A picture is known by its name, which is
that of the document, or that followed by a number; by the document and page that are noted for it;
or, where there are as many as pages, by its place. What it shows is not looked at, but its form
must be that of the page.
"""

from __future__ import annotations

import math
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from core.errors import InputError
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.sir import Page

_TOLERANCE = 0.025
"""Share by which width to height may differ from that of the page: pictures have whole pixels."""
_PAGE_NUMBER = re.compile(r"[\W_]*(?:pdf[\W_]+)?(?:page|p|seite)?[\W_]*(\d{1,6})", re.IGNORECASE)
_SUFFIX = re.compile(r"\.(?:pdf|png|jpe?g|tiff?|webp|html?|docx|odt|epub|txt|md|csv)$", re.I)


class Picture(NamedTuple):
    """A picture as a file speaks of it: its name, its size in pixels.

    `document` and `number`, the page counted from 1, are what the file says besides.
    """

    name: str
    width: float
    height: float
    document: str = ""
    number: int | None = None


class Placed(NamedTuple):
    """A picture on its 1-based page, and the size in pixels that boxes on it are given in."""

    page: int
    width: float
    height: float


def place_pictures(
    pictures: Sequence[Picture], record: DocumentRecord, name: str, *, turned: bool = False
) -> dict[int, Placed]:
    """The pictures of pages of a document, by their place in the file called `name`.

    With `turned`, width and height may have been noted the wrong way round.

    Raises:
        InputError: none of them is of this document, two are of one page, or one has another form.
    """
    numbers = _by_name(pictures, record) or _by_number(pictures, record)
    if not numbers and len(pictures) == record.page_count:
        numbers = {index: index + 1 for index in range(len(pictures))}
    if not numbers:
        raise InputError(_of_another(pictures, record, name))
    _check_pages(numbers, record, name)
    return {
        index: _placed(pictures[index], record.pages[number - 1], name, turned=turned)
        for index, number in numbers.items()
    }


def _by_name(pictures: Sequence[Picture], record: DocumentRecord) -> dict[int, int]:
    stems = {_stem(each) for each in record.names}
    pages: dict[int, int] = {}
    for index, picture in enumerate(pictures):
        number = _number(picture, stems, record.page_count)
        if number is not None:
            pages[index] = number
    return pages


def _number(picture: Picture, stems: set[str], count: int) -> int | None:
    own = _stem(picture.name)
    if own in stems and count == 1:
        return 1
    if picture.document:
        named = _stem(picture.document) in stems
        return (picture.number or (1 if count == 1 else None)) if named else None
    for stem in stems:
        rest = _PAGE_NUMBER.fullmatch(own.removeprefix(stem))
        # Of "Trial 71" it cannot be told whether it is page 1 of "Trial 7".
        joined = stem[-1:].isdigit() and own[len(stem) : len(stem) + 1].isdigit()
        if stem and own.startswith(stem) and rest and not joined:
            return picture.number or int(rest[1])
    return None


def _by_number(pictures: Sequence[Picture], record: DocumentRecord) -> dict[int, int]:
    """Pages of pictures that all have a number of their own, and name no document."""
    numbers = [picture.number for picture in pictures]
    whole = [number for number in numbers if number is not None]
    alone = not any(picture.document for picture in pictures)
    distinct = len(set(whole)) == len(numbers)
    fitting = all(1 <= number <= record.page_count for number in whole)
    several = record.page_count > 1
    return dict(enumerate(whole)) if alone and distinct and fitting and several else {}


def _check_pages(numbers: dict[int, int], record: DocumentRecord, name: str) -> None:
    for number in numbers.values():
        if not 1 <= number <= record.page_count:
            raise InputError(
                f"{name} speaks of page {number}, but {record.name} has {record.page_count}. "
                "Choose the document that it was made for."
            )
    if len(set(numbers.values())) < len(numbers):
        raise InputError(
            f"{name} has several pictures for one page of {record.name}. Give each picture the "
            "number of its page (page_no), and leave each page in once."
        )


def _placed(picture: Picture, page: Page, name: str, *, turned: bool) -> Placed:
    sizes = [(picture.width, picture.height)]
    sizes += [(picture.height, picture.width)] if turned else []
    wanted = page.width / page.height
    for width, height in sizes:
        if abs(math.log(width / height / wanted)) <= _TOLERANCE:
            return Placed(page.number, width, height)
    raise InputError(
        f"{name}: the picture {picture.name} ({picture.width:g} × {picture.height:g}) has not the "
        f"form of page {page.number} ({page.width:.0f} × {page.height:.0f} points), so it shows "
        "another page. Choose the document that it was made for."
    )


def _of_another(pictures: Sequence[Picture], record: DocumentRecord, name: str) -> str:
    count = number_of(len(pictures), "picture")
    pages = number_of(record.page_count, "page")
    first = f", the first called {pictures[0].name}" if pictures else ""
    return (
        f"{name} tells of {count}{first}; none is known to be a page of {record.name}, which has "
        f"{pages}. Name pictures after the document and its page, as in "
        f"{_SUFFIX.sub('', record.name)}_1.png, or give each its page_no."
    )


def _stem(name: str) -> str:
    """A name in small letters, without its folders and its suffix, however it is encoded."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return _SUFFIX.sub("", normalize("NFC", last).lower())
