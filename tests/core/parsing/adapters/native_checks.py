"""What holds for every native output that is converted, whichever parser it is of."""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf

from core.parsing.adapters.native import NATIVE_CLASS, NotNative
from core.sir import ElementType, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from core.geometry import BoundingBox
    from core.parsing.adapters.base import Adapter, OptionsT
    from core.parsing.adapters.native import NativeDocument

_LETTERS = re.compile(r"\w+")


def letters(texts: Iterable[str]) -> str:
    """All letters and digits of texts, without what lies between them."""
    return "".join(_LETTERS.findall("".join(texts)))


def words(text: str) -> set[str]:
    return set(_LETTERS.findall(text))


def text_of(document: NativeDocument) -> str:
    return " ".join(element.text for element in document.walk())


def pages_of(path: Path) -> list[Page]:
    """The pages of a PDF."""
    with pymupdf.open(path) as pdf:
        sizes = [pdf[at].rect for at in range(pdf.page_count)]
    return [Page(at, size.width, size.height, "") for at, size in enumerate(sizes, 1)]


def plain_pages(count: int, width: float = 612, height: float = 792) -> list[Page]:
    return [Page(number, width, height, "") for number in range(1, count + 1)]


def options_of(adapter: Adapter[OptionsT], **values: Any) -> OptionsT:
    """The options of a parser, these values and what the environment says."""
    return adapter.options(**values)


def check_elements(document: NativeDocument, pages: Sequence[Page]) -> None:
    """Every element has a class, headings a level, boxes lie on pages that there are."""
    numbers = {page.number for page in pages}
    for element in document.walk():
        assert isinstance(element.type, ElementType)
        assert bool(element.metadata.get(NATIVE_CLASS)) == (element.type is ElementType.MISSING)
        if element.type in (ElementType.TITLE, ElementType.SECTION_HEADER):
            assert element.level is not None
            assert element.level >= 1
        assert set(element.pages) <= numbers
        for box in element.boxes:
            for part in (box, *box.spans):
                assert part.page in numbers
                assert 0 <= part.left < part.right <= 1
                assert 0 <= part.top < part.bottom <= 1
        assert "\0" not in element.text


def share_of_boxes_with_their_words(document: NativeDocument, path: Path) -> float:
    """Of elements with text and one box, the share whose box holds mostly their words."""
    pages = words_of_pages(path)
    right = total = 0
    for element in document.walk():
        if len(element.boxes) != 1 or not words(element.text):
            continue
        (box,) = element.boxes
        found = words(" ".join(pages[box.page - 1].inside(box)))
        own = words(element.text)
        total += 1
        right += len(found & own) >= 0.7 * max(len(found), len(own))
    assert total
    return right / total


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of a page, and the points in their middle (n, 2) as shares of the page."""

    words: list[str]
    middles: NDArray[np.float64]

    @classmethod
    def of(cls, page: pymupdf.Page) -> PageWords:
        placed = page.get_text("words")
        boxes = np.array([word[:4] for word in placed]).reshape(-1, 4)
        size = (page.rect.width, page.rect.height)
        return cls([word[4] for word in placed], (boxes[:, :2] + boxes[:, 2:]) / 2 / size)

    def inside(self, box: BoundingBox) -> Iterator[str]:
        """The words whose middle lies in the box."""
        left, top, right, bottom = box.edges
        x, y = self.middles.T
        return compress(self.words, (left <= x) & (x <= right) & (top <= y) & (y <= bottom))


def words_of_pages(path: Path) -> list[PageWords]:
    """The words of a PDF by page."""
    with pymupdf.open(path) as pdf:
        return [PageWords.of(page) for page in pdf]


def check_mutations(
    convert: Callable[[bytes, Sequence[Page]], NativeDocument], content: bytes, tries: int
) -> None:
    """Damaged values anywhere give a document that holds together, or `NotNative`."""
    chance = random.Random(5)
    pages = plain_pages(2)
    read = 0
    for _ in range(tries):
        value = json.loads(content)
        for _ in range(chance.randint(1, 6)):
            _damage(value, chance)
        damaged = json.dumps(value).encode()
        if chance.random() < 0.1:
            damaged = damaged[: chance.randrange(len(damaged))]
        try:
            check_elements(convert(damaged, pages), pages)
            read += 1
        except NotNative as error:
            assert str(error).endswith(".")
    assert read > tries / 10


_ODD: list[Any] = [
    None, [], {}, "", "x", -1, 0, 1e308, float("nan"), float("inf"), True, [[]], [None], {"a": {}},
    "\ud800\0", 10**30, "9" * 5000, [{}], {"text": []}, -0.5, "NaN",
]  # fmt: skip


def _damage(value: Any, chance: random.Random) -> None:
    """Replaces one value somewhere."""
    while True:
        places = list(value) if isinstance(value, dict) else range(len(value))
        if not places:
            return
        place = chance.choice(list(places))
        child = value[place]
        if not isinstance(child, (dict, list)) or not child or chance.random() < 0.15:
            value[place] = deepcopy(chance.choice(_ODD))
            return
        value = child
