"""One way to open a PDF for drawing, with errors that people can act on."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf
from pymupdf import mupdf

from core.errors import BrokenPdf, NotFound, PasswordNeeded
from core.jobs.failure_causes import REPAIR, cause_of_error

if TYPE_CHECKING:
    from collections.abc import Iterator

Source = Path | memoryview
"""A PDF by its path, or its bytes."""


@contextmanager
def opened(source: Source, name: str) -> Iterator[pymupdf.Document]:
    """The open document; PyMuPDF's errors inside the block become Sightline's, with `name`.

    Raises:
        NotFound: the file is gone.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the file, or the page asked for, cannot be read.
    """
    try:
        with _open(source) as document:
            if document.needs_pass:
                raise PasswordNeeded(
                    f"{name} is encrypted. Delete it and add it again with its password."
                )
            yield document
    except pymupdf.FileNotFoundError as error:
        raise gone(name) from error
    except (pymupdf.FileDataError, mupdf.FzErrorBase, RuntimeError) as error:
        raise BrokenPdf(
            f"{name} cannot be drawn: it is {cause_of_error(error)}. {REPAIR}"
        ) from error


def gone(name: str) -> NotFound:
    """The error for a document whose file is no longer there."""
    return NotFound(f"{name} is no longer in the library. Add it again.")


def _open(source: Source) -> pymupdf.Document:
    if isinstance(source, Path):
        return pymupdf.open(source, filetype="pdf")
    return pymupdf.open(stream=source, filetype="pdf")


def name_of(source: Source, name: str) -> str:
    """What messages call a PDF: by the name that people know, else that of its file."""
    return name or (source.name if isinstance(source, Path) else "the file")


def check_pages(document: pymupdf.Document, pages: tuple[int, ...], name: str) -> None:
    """Nothing, if the document has all these 1-based pages.

    Raises:
        NotFound: a page lies outside the document.
    """
    count = document.page_count
    outside = [number for number in pages if not 1 <= number <= count]
    if outside:
        raise NotFound(f"{name} has no page {outside[0]}. Choose a page between 1 and {count}.")
