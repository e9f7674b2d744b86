"""What a file must be to enter the library: of a kind that is read, within the limits."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf, InputError, NotAPdf, NotFound, PasswordNeeded, TooLarge
from core.jobs import Job
from core.jobs.failure_causes import REPAIR, unreadable
from core.library.file_kinds import COMPOUND, Kind, kind_of
from core.library.iso_dates import days_of
from core.text.one_line import on_one_line
from core.text.page_label import page_label

if TYPE_CHECKING:
    import pymupdf

    from core.library.library import Library
    from core.progress import Progress

_MEGABYTE = 1024 * 1024
_NAME_LENGTH = 150
_ENDING_LENGTH = 10
_NOT_IN_NAMES = ("C", "Zl", "Zp")
"""Unicode's categories of what cannot be seen, and of what begins a new line."""
_A4 = (595.0, 842.0)
WORKING = "working.pdf"
"""What is read and drawn in place of a file that cannot be, by its name beside it."""
_BYTES_OF_A_PAGE = 2000
"""Of a file that is no PDF, at the least; only for the time that setting it may take."""
_SECONDS_TO_SET_A_PAGE = 0.5
"""Many times what it takes."""


def clean_name(name: str) -> str:
    """The last part of an upload's name, on one line and of a length that fits.

    A longer one keeps its beginning and its ending. A letter and its accents are one character, as
    people type them; a Mac takes them apart.
    """
    last = unicodedata.normalize("NFC", PurePosixPath(name.replace("\\", "/")).name)
    seen = (c for c in last if not unicodedata.category(c).startswith(_NOT_IN_NAMES))
    printable = "".join(seen).strip()
    if len(printable) > _NAME_LENGTH:
        ending = PurePosixPath(printable).suffix[-_ENDING_LENGTH:]
        printable = f"{printable[: _NAME_LENGTH - len(ending) - 1]}…{ending}"
    return printable or "document.pdf"


def read_source(source: Path | bytes, name: str, max_mb: int) -> bytes:
    """The bytes of a file that may be what its name says.

    Raises:
        NotFound: there is no such file.
        InputError: the file cannot be read.
        TooLarge: more than `max_mb` MB.
        NotAPdf: empty, or of another format.
        PasswordNeeded: a document of an office program that is protected, or in its old form.
    """
    content = source if isinstance(source, bytes) else read_file(source, name, max_mb)
    check_size(len(content), name, max_mb)
    if not content:
        raise NotAPdf(f"{name}: the file is empty. Check that it was copied whole.")
    if kind_of(content, name) is None:
        raise _of_no_kind(content, name)
    return content


def _of_no_kind(content: bytes, name: str) -> InputError:
    if content.startswith(COMPOUND):
        return PasswordNeeded(
            f"{name}: the file is protected by a password, or has the form of Office before 2007. "
            "Save it as .docx without a password, or as PDF, and add that one."
        )
    words = f"{name}: this is not a PDF. Convert it to PDF and add that one"
    if name.lower().endswith(".pdf"):
        return NotAPdf(f"{words}.")
    return NotAPdf(
        f"{words}, or save it as .txt, .md or .csv, as a web page (.html), as .docx, .odt or "
        ".epub, or a picture as .png, .jpg or .tif."
    )


def read_file(path: Path, name: str, max_mb: int) -> bytes:
    """The bytes of a file of at most `max_mb` MB; `name` is what people call it.

    Raises:
        NotFound: there is no such file.
        InputError: it cannot be read.
        TooLarge: it is larger; then nothing of it was read.
    """
    try:
        check_size(path.stat().st_size, name, max_mb)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NotFound(f"{name}: there is no such file. Check its path.") from error
    except OSError as error:
        raise InputError(
            f"{name}: the file cannot be read. Check that it is a file and that you may read it."
        ) from error


def check_size(size: int, name: str, max_mb: int) -> None:
    """Refuses a file of more than `max_mb` MB; `size` in bytes. Raises `TooLarge`."""
    if size > max_mb * _MEGABYTE:
        raise TooLarge(
            f"{name}: {size / _MEGABYTE:.1f} MB is over the limit of {max_mb} MB. Raise the limit "
            "in the settings, or split the file."
        )


def examine_isolated(
    path: Path,
    name: str,
    kind: Kind,
    password: str | None,
    library: Library,
    progress: Progress | None,
) -> dict[str, Any]:
    """What `examine` or `set_on_pages` finds, from a process that the library starts for it."""
    settings = library.settings
    arguments: dict[str, Any] = {"path": str(path), "max_pages": settings.max_pages}
    if kind is Kind.PDF:
        target, more = "examine", {"password": password}
    else:
        target, more = "set_on_pages", {"kind": kind.value}
    job = Job(name, f"{__name__}:{target}", arguments | more, folder=path.parent)
    pages = 0 if kind is Kind.PDF else path.stat().st_size // _BYTES_OF_A_PAGE
    seconds = settings.parse_seconds + min(pages, settings.max_pages) * _SECONDS_TO_SET_A_PAGE
    return library.run(job, library.limits(seconds), progress)


def examine(path: str, password: str | None, max_pages: int, progress: Progress) -> dict[str, Any]:
    """Pages, title, author, date and encryption of a PDF, as fields of a `DocumentRecord`.

    A file that needs a password gets a decrypted copy beside it, named `WORKING`.

    Raises:
        PasswordNeeded: encrypted, and the password is missing or wrong.
        BrokenPdf: it cannot be opened, or holds no page.
        TooLarge: more than `max_pages` pages.
    """
    import pymupdf
    from pymupdf import mupdf

    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            locked = bool(pdf.needs_pass)
            if locked:
                _unlock(pdf, password)
            _check_pages(pdf.page_count, max_pages)
            metadata = pdf.metadata or {}
            fields = {
                "pages": _pages(pdf, progress),
                "title": on_one_line(metadata.get("title") or ""),
                "author": on_one_line(metadata.get("author") or ""),
                "date": _date(metadata.get("creationDate")),
                "encrypted": locked or bool(metadata.get("encryption")),
                "decrypted_copy": locked,
            }
            if locked:
                working = Path(path).with_name(WORKING)
                pdf.save(working, encryption=mupdf.PDF_ENCRYPT_NONE)
            return fields
    except (RuntimeError, ValueError, mupdf.FzErrorBase) as error:
        raise unreadable(error, "opened") from error


def set_on_pages(path: str, kind: str, max_pages: int, progress: Progress) -> dict[str, Any]:
    """Sets a file that is no PDF on the pages of `working.pdf` beside it; what `examine` finds.

    Raises:
        NotText: it is no text, holds none, or is no table.
        BrokenFile: it is damaged, or cannot be unpacked safely.
        PasswordNeeded: it is protected by a password.
        TooLarge: it fills more than `max_pages` pages, or unpacks to more than is read.
    """
    from core.library.typesetting import typeset

    working = Path(path).with_name(WORKING)
    working.write_bytes(typeset(Path(path).read_bytes(), Kind(kind), max_pages, progress))
    return examine(str(working), None, max_pages, progress) | {"kind": kind}


def _unlock(pdf: pymupdf.Document, password: str | None) -> None:
    if password is None:
        raise PasswordNeeded("the file is encrypted. Give its password.")
    # Bytes of another encoding on a command line come as lone surrogates, which MuPDF refuses.
    encoded = password.encode(errors="replace").decode()
    if not pdf.authenticate(encoded):
        raise PasswordNeeded("the password is wrong. Give the right one.")


def _check_pages(count: int, max_pages: int) -> None:
    if not count:
        raise BrokenPdf(f"the file holds no pages. {REPAIR}")
    if count > max_pages:
        raise TooLarge(
            f"{count} pages are over the limit of {max_pages}. Raise the limit in the settings, "
            "or split the file."
        )


def _pages(pdf: pymupdf.Document, progress: Progress) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = []
    for number in range(1, pdf.page_count + 1):
        width, height, label = _page(pdf, number)
        pages.append({"number": number, "width": width, "height": height, "label": label})
        progress(number, pdf.page_count)
    return pages


def _page(pdf: pymupdf.Document, number: int) -> tuple[float, float, str]:
    """Size in points as displayed, and label; A4 for a page that cannot be loaded."""
    from pymupdf import mupdf

    try:
        page = pdf.load_page(number - 1)
        return page.rect.width, page.rect.height, page_label(page) or str(number)
    except (RuntimeError, ValueError, mupdf.FzErrorBase):
        return *_A4, str(number)


_PDF_DATE = re.compile(r"(?:D:)?([0-9]{4})-?([0-9]{2})?-?([0-9]{2})?")


def _date(text: str | None) -> str:
    """The day of a date of PDF (D:YYYYMMDD...), as far as it is given; empty if it is none."""
    found = _PDF_DATE.match(text or "")
    iso = "-".join(part for part in found.groups() if part) if found else ""
    return iso if days_of(iso) else ""
