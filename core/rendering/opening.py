"""One way to open a PDF for drawing, with errors that people can act on."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pymupdf
from pymupdf import mupdf

from core.errors import BrokenPdf, NotFound, PasswordNeeded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def opened(path: Path, name: str) -> Iterator[pymupdf.Document]:
    """The open document; PyMuPDF's errors inside the block become Sightline's, with `name`.

    Raises:
        NotFound: the file is gone.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the file, or the page asked for, cannot be read.
    """
    try:
        with pymupdf.open(path, filetype="pdf") as document:
            if document.needs_pass:
                raise PasswordNeeded(
                    f"{name} is encrypted. Delete it and add it again with its password."
                )
            yield document
    except pymupdf.FileNotFoundError as error:
        raise NotFound(f"{name} is no longer in the library. Add it again.") from error
    except (pymupdf.FileDataError, mupdf.FzErrorBase, RuntimeError) as error:
        raise BrokenPdf(
            f"{name} cannot be drawn ({error}). Open it in a PDF reader, save it anew "
            "and add the new file."
        ) from error


def check_pages(document: pymupdf.Document, pages: tuple[int, ...], name: str) -> None:
    """Nothing, if the document has all these 1-based pages.

    Raises:
        NotFound: a page lies outside the document.
    """
    count = document.page_count
    outside = [number for number in pages if not 1 <= number <= count]
    if outside:
        raise NotFound(f"{name} has no page {outside[0]}. Choose a page between 1 and {count}.")
