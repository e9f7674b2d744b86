"""The last step: page labels, and a file whose bytes do not depend on time or machine."""

import pymupdf


def finish(data: bytes, front_pages: int = 0, label_pages: bool = True) -> bytes:
    """Bytes of the file with page labels, compressed by MuPDF alone, its id unchanged.

    Streams are expanded and compressed again so that the zlib of the Python build, which differs
    between machines, leaves no trace in the file.
    """
    with pymupdf.open(stream=data, filetype="pdf") as document:
        if label_pages:
            document.set_page_labels(_labels(front_pages))
        expanded = document.tobytes(garbage=3, expand=255, no_new_id=True)
    with pymupdf.open(stream=expanded, filetype="pdf") as plain:
        return save(plain)


def save(document: pymupdf.Document) -> bytes:
    """Bytes of a document, compressed, the same at each run."""
    return document.tobytes(
        garbage=3, deflate=True, deflate_fonts=True, use_objstms=1, no_new_id=True
    )


def _labels(front_pages: int) -> list[dict[str, int | str]]:
    arabic = {"startpage": front_pages, "prefix": "", "style": "D", "firstpagenum": 1}
    if front_pages == 0:
        return [arabic]
    return [{"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1}, arabic]
