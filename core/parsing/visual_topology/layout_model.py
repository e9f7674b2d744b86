"""The layout model of PyMuPDF Layout, loaded once in a process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from core.parsing.visual_topology.grids import as_box

if TYPE_CHECKING:
    import pymupdf

    from core.geometry import Box


def find_regions(page: pymupdf.Page) -> tuple[list[dict[str, Any]], list[Box]]:
    """Groups of text with their class, and the boxes of pictures, which may hold no text.

    Leaves the groups in `page.layout_information`, where the search for tables finds them.
    """
    model = _model()
    groups: list[dict[str, Any]] = model.predict(page, return_raw=True)
    page.layout_information = groups
    return groups, [as_box(box) for box in model.feature_extractor.get_picture_detections()]


@cache
def _model() -> Any:
    """The model itself: what PyMuPDF loads by default keeps the pictures that it sees to itself."""
    from pymupdf.layout.onnx.BoxRFDGNN import BoxRFDGNN

    return BoxRFDGNN()
