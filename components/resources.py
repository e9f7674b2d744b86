"""What all sessions share, and the only place that touches `st.cache_*`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.rendering import PageImage, Renderer

# Mean size of a picture is about 0.25 MB, so these hold some 60 MB at most.
_PICTURES, _EXCERPTS = 200, 20


@st.cache_resource(show_spinner=False)
def renderer() -> Renderer:
    """The process that draws pages, started already."""
    from core.rendering import Renderer

    made = Renderer()
    made.warm()
    return made


@st.cache_resource(max_entries=_PICTURES, show_spinner=False)
def page_image(path: Path, number: int) -> PageImage:
    """The picture of a page of a library file, whose path names its content."""
    return renderer().page(path, number)


def page_images(path: Path, numbers: Sequence[int]) -> list[PageImage]:
    """Pictures of several pages, in the order given."""
    return [page_image(path, number) for number in numbers]


@st.cache_resource(max_entries=_EXCERPTS, show_spinner=False)
def pdf_excerpt(path: Path, numbers: tuple[int, ...]) -> bytes:
    """A PDF of only these pages of a library file."""
    return renderer().excerpt(path, numbers)


def clear() -> None:
    """Forget pictures and excerpts; they are made anew when needed."""
    page_image.clear()
    pdf_excerpt.clear()
