"""Pages in a PDF viewer: text that can be selected, marks as outlines.

Behind one function, because the viewer is an unknown element to Streamlit's test tools.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from components.widgets.layout import scrolling
from components.widgets.page_view.marks import Mark, MarkRole
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Page


def pdf_view(
    pdf: bytes, pages: Sequence[Page], marks: Sequence[Mark], *, key: str, selected: str | None
) -> None:
    """An excerpt (see `core.rendering.excerpt`) of exactly these pages, with their marks.

    The viewer ignores changes under a fixed key, so what is shown is part of the key.
    """
    # Imported here: the viewer is opened seldom, and the app should start fast.
    from streamlit_pdf_viewer import pdf_viewer

    rows = outlines(pages, marks)
    target = scroll_target(rows, selected)
    shown = json.dumps([hashlib.sha256(pdf).hexdigest(), rows, target])
    # The viewer takes a height in pixels only; without one it is as long as its pages.
    with scrolling(f"{key}-pages"):
        pdf_viewer(
            pdf,
            key=f"{key}-{hashlib.sha256(shown.encode()).hexdigest()[:16]}",
            annotations=rows,
            annotation_outline_size=2,
            render_text=True,
            scroll_to_annotation=target,
        )


def outlines(pages: Sequence[Page], marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """Marks in points of the displayed page, numbered as in the excerpt, in page order."""
    rows: list[dict[str, Any]] = []
    for number, page in enumerate(pages, start=1):
        for mark in marks:
            if mark.role is MarkRole.LINE or mark.location is Location.UNLOCATED:
                continue
            for box in mark.box.spans or (mark.box,):
                if box.page == page.number:
                    left, top, right, bottom = box.in_points(page.width, page.height)
                    rows.append(
                        {
                            "page": number,
                            "x": round(left, 2),
                            "y": round(top, 2),
                            "width": round(right - left, 2),
                            "height": round(bottom - top, 2),
                            "color": mark.colour,
                            "border": _border(mark),
                            "mark": mark.id,
                        }
                    )
    return rows


def scroll_target(rows: Sequence[dict[str, Any]], selected: str | None) -> int | None:
    """Which annotation to scroll to, counted from 1: the selected one, else the first."""
    chosen = [at for at, row in enumerate(rows, start=1) if row["mark"] == selected]
    if chosen:
        return chosen[0]
    return 1 if rows else None


def _border(mark: Mark) -> str:
    if mark.location is Location.APPROXIMATE:
        return "dotted"
    return "dashed" if mark.role is MarkRole.OVERLAP else "solid"
