"""The page view: draws pages with marks, tells of clicks. Tests replace `page_view` here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamlit.components.v2 import component

from components import state
from components.widgets.page_view.marks import Click, Mark, payload

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.rendering import PageImage

_HERE = Path(__file__).parent

draw = component(
    "sightline_page_view",
    css=(_HERE / "page_view.css").read_text(encoding="utf-8"),
    js="\n".join(
        (_HERE / name).read_text(encoding="utf-8")
        for name in (
            "page_view.js",
            "roving.js",
            "picking.js",
            "anchoring.js",
            "sight.js",
            "dark_ground.js",
        )
    ),
)
"""Draws what `payload` gives; tells of clicks, or of what is picked."""


def page_view(
    images: Sequence[PageImage],
    marks: Sequence[Mark],
    *,
    key: str,
    name: str,
    part: str = "",
    selected: str | None = None,
    page: int | None = None,
    on_click: Callable[[Click], None] | None = None,
) -> None:
    """Pages under each other, with their marks, in a frame that scrolls by itself.

    `part` tells views of one file apart. The frame shows the marks of `selected`, else the 1-based
    `page`, else the first mark. `on_click` is called once for a click, before the page is drawn
    again.
    """

    def clicked() -> None:
        click = _click(state.component_value(key, "clicked"))
        if click and on_click:
            on_click(click)

    draw(
        key=key,
        data=payload(images, marks, name=name, part=part, selected=selected, page=page),
        on_clicked_change=clicked,
    )


def _click(value: Any) -> Click | None:
    match value:
        case {"id": str() as mark, "page": int() as page}:
            return Click(mark, page)
    return None
