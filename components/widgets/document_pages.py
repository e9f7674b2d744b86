"""Pages of a library document with marks: as pictures, or in a viewer with selectable text."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources, state
from components.errors import show_error
from components.widgets.layout import scrolling
from components.widgets.page_view import page_view
from components.widgets.page_view.marks import Click, Mark, MarkRole
from components.widgets.switch import switch
from core.errors import SightlineError
from core.sir import Location, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.delta_generator import DeltaGenerator

    from core.library import DocumentRecord
    from core.rendering import PageImage

_TURN = "page-picker"
_PICTURE, _TEXT = "Page", "Selectable text"


def document_pages(
    record: DocumentRecord,
    numbers: Sequence[int],
    marks: Sequence[Mark],
    *,
    key: str,
    part: str = "",
    selected: str | None = None,
    page: int | None = None,
    on_click: Callable[[Click], None] | None = None,
    turning: bool = False,
    row: DeltaGenerator | None = None,
) -> None:
    """These 1-based pages with their marks; the frame shows `selected`, else `page`.

    `part` tells two views of one document apart, to those who do not see where they stand.
    `on_click` is called once for a click on a mark, before the page is drawn again. With
    `turning`, numbers of the pages above it lead to any page. How pages are shown is chosen in
    `row`, or in a row of its own. A page that cannot be drawn is named, and the others are shown.
    """
    with row or st.container(horizontal=True, horizontal_alignment="distribute"):
        look = switch("Show as", (_PICTURE, _TEXT), _look(key))
        if turning:
            page_picker(record.page_count, page or numbers[0])
    images = _drawn(record, numbers)
    if look == _TEXT and images and not state.view().present:
        shown = tuple(image.number for image in images)
        excerpt = resources.pdf_excerpt(record, shown)
        pages = [record.pages[number - 1] for number in shown]
        pdf_view(excerpt, pages, marks, key=key, selected=selected, on_click=on_click)
    elif images:
        page_view(
            images,
            marks,
            key=key,
            name=record.name,
            part=part,
            selected=selected,
            page=page,
            on_click=on_click,
        )


def is_picture(key: str) -> bool:
    """Whether the pages of that key are shown as pictures, not as selectable text."""
    return (state.widget_value(_look(key)) or _PICTURE) == _PICTURE


def show_picture(key: str) -> None:
    """Show the pages of that key as pictures; to be called from a callback."""
    state.preset(_look(key), _PICTURE)


def _look(key: str) -> str:
    return f"{key}-look"


def _drawn(record: DocumentRecord, numbers: Sequence[int]) -> list[PageImage]:
    images: list[PageImage] = []
    for number in numbers:
        try:
            images.append(resources.page_image(record, number))
        except SightlineError as error:
            show_error(error)
    return images


def pdf_view(
    pdf: bytes,
    pages: Sequence[Page],
    marks: Sequence[Mark],
    *,
    key: str,
    selected: str | None,
    on_click: Callable[[Click], None] | None = None,
) -> None:
    """An excerpt (see `core.rendering.drawing.excerpt`) of exactly these pages, with their marks.

    `on_click` is called once for a click on a mark, as that of `document_pages`. The viewer
    ignores changes under a fixed key, so what is shown is part of the key; so is the number of
    clicks, since it would give the last one again in every run.
    """
    # Imported here: the viewer is opened seldom, and the app should start fast.
    from streamlit_pdf_viewer import pdf_viewer

    rows = outlines(pages, marks)
    target = scroll_target(rows, selected)
    counted = f"sightline.clicks.{key}"
    count = state.kept(counted, 0)
    shown = json.dumps([hashlib.sha256(pdf).hexdigest(), rows, target, count])
    viewer = f"{key}-{hashlib.sha256(shown.encode()).hexdigest()[:16]}"
    # The viewer takes a height in pixels only; without one it is as long as its pages.
    with scrolling(f"{key}-pages"):
        value = pdf_viewer(
            pdf,
            key=viewer,
            annotations=rows,
            annotation_outline_size=2,
            render_text=True,
            scroll_to_annotation=target,
            allow_clickable_annotations_with_text_rendering=on_click is not None,
        )
    if on_click and (click := clicked_mark(value)):
        state.keep(counted, count + 1)
        on_click(click)
        st.rerun()


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
                            "on": page.number,
                        }
                    )
    return rows


def clicked_mark(value: Any) -> Click | None:
    """The click in what the viewer gave back, which may be anything; its page that of the file."""
    match value:
        case {"clicked_annotation": {"mark": str() as mark, "on": int() as page}}:
            return Click(mark, page)
    return None


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


def page_picker(count: int, shown: int) -> None:
    """Numbers of the pages; choosing one shows it and lets go of a selected element."""

    def turned() -> None:
        state.select(page=state.widget_value(_TURN), node=None)

    if count > 1:
        state.preset(_TURN, shown)
        st.pagination(count, key=_TURN, on_change=turned)
