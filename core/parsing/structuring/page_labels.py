"""Page numbers as printed."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.parsing.structuring.running_headers import page_number
from core.reading.display_list import UNREADABLE
from core.text.page_label import page_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.parsing.elements import Element

FEWEST = 3
"""Pages on which the same offset must be found before printed numbers are believed."""


def page_labels(pdf: pymupdf.Document, running: Sequence[Element], total: int) -> list[str]:
    """The label of each of `total` pages: the PDF's own, else what is printed, else the count.

    `pdf.page_count` is no substitute for `total`: it shrinks when a page cannot be loaded.
    """
    own = [_own_label(pdf, index) for index in range(total)]
    if any(own):
        return [label or str(index + 1) for index, label in enumerate(own)]
    return printed_labels(running, total)


def _own_label(pdf: pymupdf.Document, index: int) -> str:
    try:
        return page_label(pdf.load_page(index))
    except UNREADABLE:
        return ""


def printed_labels(running: Sequence[Element], total: int) -> list[str]:
    """Labels from the numbers in running text that keep step with the pages."""
    texts = [(line.page, line.text) for element in running for line in element.all_lines()]
    numbers = [
        (page, int(number)) for page, text in texts for number in re.findall(r"\b\d{1,4}\b", text)
    ]
    offsets = Counter(number - page for page, number in set(numbers))
    labels = [str(page) for page in range(1, total + 1)]
    if not offsets:
        return labels
    offset, votes = max(offsets.items(), key=lambda item: (item[1], -abs(item[0])))
    if votes < min(FEWEST, total):
        return labels
    for page in range(max(1, 1 - offset), total + 1):
        labels[page - 1] = str(page + offset)
    for page, text in texts:
        number = page_number(text)
        if number and not number.isdigit() and page + offset < 1:
            labels[page - 1] = number.lower()
    return labels
