"""A small PDF of a few pages, for a viewer that would otherwise be sent the whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf

from core.rendering.opening import Source, opened

if TYPE_CHECKING:
    from collections.abc import Sequence


def excerpt(source: Source, pages: Sequence[int], name: str = "") -> bytes:
    """A PDF that holds these 1-based pages in this order; `name` is for messages.

    Raises:
        NotFound: no such file or page.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: a page cannot be copied.
    """
    with opened(source, name, pages) as document, pymupdf.open() as small:
        for number in pages:
            small.insert_pdf(document, from_page=number - 1, to_page=number - 1, final=False)
        return small.tobytes(garbage=3, deflate=True)
