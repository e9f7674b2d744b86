"""Pages of a library document with marks: as pictures, or in a viewer with selectable text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.errors import show_error
from components.widgets.page_picker import page_picker
from components.widgets.page_view import page_view
from components.widgets.pdf_view import pdf_view
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from components.widgets.page_view import Click, Mark
    from core.library import DocumentRecord
    from core.rendering import PageImage

_PICTURE, _TEXT = "Page", "Selectable text"


def document_pages(
    record: DocumentRecord,
    numbers: Sequence[int],
    marks: Sequence[Mark],
    *,
    key: str,
    selected: str | None = None,
    page: int | None = None,
    on_click: Callable[[Click], None] | None = None,
    turning: bool = False,
) -> None:
    """These 1-based pages with their marks; the frame shows `selected`, else `page`.

    `on_click` is called once for a click on a mark, before the page is drawn again. With
    `turning`, numbers of the pages above it lead to any page. A page that cannot be drawn is
    named, and the others are shown.
    """
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        look = _look(f"{key}-look")
        if turning:
            page_picker(record.page_count, page or numbers[0])
    images = _drawn(record, numbers)
    if look == _TEXT and images:
        shown = tuple(image.number for image in images)
        excerpt = resources.pdf_excerpt(record, shown)
        pages = [record.pages[number - 1] for number in shown]
        pdf_view(excerpt, pages, marks, key=key, selected=selected)
    elif images:
        page_view(
            images,
            marks,
            key=key,
            name=record.name,
            selected=selected,
            page=page,
            on_click=on_click,
        )


def _look(key: str) -> str:
    return st.segmented_control(
        "Show as",
        (_PICTURE, _TEXT),
        default=_PICTURE,
        required=True,
        key=key,
        label_visibility="collapsed",
        persist_state="session",
    )


def _drawn(record: DocumentRecord, numbers: Sequence[int]) -> list[PageImage]:
    images: list[PageImage] = []
    for number in numbers:
        try:
            images.append(resources.page_image(record, number))
        except SightlineError as error:
            show_error(error)
    return images
