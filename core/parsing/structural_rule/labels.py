"""Page numbers as printed."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.parsing.structural_rule.margins import page_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.parsing.elements import Element

FEWEST = 3
"""Pages on which the same offset must be found before printed numbers are believed."""


def page_labels(pdf: pymupdf.Document, running: Sequence[Element]) -> list[str]:
    """The label of every page: the PDF's own, else what is printed, else the count."""
    own = [pdf.load_page(index).get_label() for index in range(pdf.page_count)]
    if any(own):
        return [label or str(index + 1) for index, label in enumerate(own)]
    return printed_labels(running, pdf.page_count)


def printed_labels(running: Sequence[Element], total: int) -> list[str]:
    """Labels from the numbers in running text that keep step with the pages."""
    found = [(line.page, line.text) for element in running for line in element.all_lines()]
    numbers = [
        (page, int(number)) for page, text in found for number in re.findall(r"\b\d{1,4}\b", text)
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
    for page, text in found:
        number = page_number(text)
        if number and not number.isdigit() and page + offset < 1:
            labels[page - 1] = number.lower()
    return labels
