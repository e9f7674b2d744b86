"""Documents of words in lines, and gold that fits them exactly."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from core.evaluation.gold import read_gold
from core.evaluation.gold.element_boxes import boxes_of
from core.evaluation.gold.vocabularies import VOCABULARIES
from core.library import DocumentRecord
from tests.builders import PAGE_HEIGHT, PAGE_WIDTH, Block, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.gold.base import Gold
    from core.sir import Sir

LONG = "Give the drug twice a day and stop it when the fever has gone for good"
ROWS = [["Age", "Dose"], ["under five", "5 mg"], ["older", "10 mg"]]
SCALE = 2.0
"""Pixels of a point."""


def document(*more: Block | str) -> Sir:
    """A heading, a paragraph, a table, and more."""
    return sir_from_texts([heading("How to give it"), LONG, table(ROWS), *more])


def record_of(sir: Sir, name: str = "guideline.pdf") -> DocumentRecord:
    """What the library would know of a tree's document."""
    return DocumentRecord(
        sha=sir.document, names=(name,), size=1, added_at=datetime.now(UTC), pages=sir.pages
    )


def coco(sir: Sir, vocabulary: str = "doclaynet", names: Sequence[str] = ()) -> dict[str, Any]:
    """COCO with the boxes of a tree as gold, in the order of the tree."""
    read = VOCABULARIES[vocabulary].read
    found = list(boxes_of(sir, read))
    kinds = sorted(set(read.values()))
    size = {"width": PAGE_WIDTH * SCALE, "height": PAGE_HEIGHT * SCALE}
    return {
        "images": [
            {"id": page.number, "file_name": f"guideline_{page.number}.png", **size}
            for page in sir.pages
        ],
        "categories": [{"id": at, "name": kind} for at, kind in enumerate(names or kinds)],
        "annotations": [
            {
                "id": at,
                "image_id": each.box.page,
                "category_id": kinds.index(each.kind),
                "order": at,
                "bbox": [
                    each.box.left * PAGE_WIDTH * SCALE,
                    each.box.top * PAGE_HEIGHT * SCALE,
                    each.box.width * PAGE_WIDTH * SCALE,
                    each.box.height * PAGE_HEIGHT * SCALE,
                ],
            }
            for at, each in enumerate(found)
        ],
    }


def read(content: object, sir: Sir, name: str = "gold.json", form: str = "") -> Gold:
    """The gold of a file, which is JSON unless it is a text."""
    text = content if isinstance(content, str) else json.dumps(content)
    return read_gold(text.encode(), name, record_of(sir), sir, 10, form)
