"""One way to open a PDF for drawing, with errors that people can act on."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import BrokenPdf, NotFound, PasswordNeeded
from core.jobs.failure_causes import REPAIR, cause_of_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pymupdf

Source = Path | memoryview
"""A PDF by its path, or its bytes."""


@contextmanager
def opened(source: Source, name: str, pages: Iterable[int]) -> Iterator[pymupdf.Document]:
    """The open document, which has all these 1-based pages.

    PyMuPDF's errors inside the block become Sightline's, with `name`, which is what people call
    the file; empty for the name of its path.

    Raises:
        NotFound: the file is gone, or a page lies outside of it.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the file, or the page asked for, cannot be read.
    """
    import pymupdf
    from pymupdf import mupdf

    path, content = (source, None) if isinstance(source, Path) else (None, source)
    name = name or (path.name if path else "the file")
    try:
        with pymupdf.open(path, content, filetype="pdf") as document:
            if document.needs_pass:
                raise PasswordNeeded(
                    f"{name} is encrypted. Delete it and add it again with its password."
                )
            _check_pages(document.page_count, pages, name)
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


def _check_pages(count: int, pages: Iterable[int], name: str) -> None:
    outside = [number for number in pages if not 1 <= number <= count]
    if outside:
        raise NotFound(f"{name} has no page {outside[0]}. Choose a page between 1 and {count}.")
