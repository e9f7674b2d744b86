"""Marking a PDF of the library in a process of its own, as any work on its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.files import staged
from core.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.export.pdf_marks import Mark
    from core.library import Library
    from core.progress import Progress


def annotated_pdf(
    library: Library, document: str, marks: Sequence[Mark], progress: Progress | None = None
) -> bytes:
    """A copy of a document of the library (its SHA-256) with the marks as annotations.

    `progress` counts pages that have marks.

    Raises:
        NotFound: the library has no such document.
        BrokenPdf: it cannot be written anew.
        LimitReached: it took too long, or too much memory.
    """
    record, settings = library.get(document), library.settings
    seconds = settings.reading_seconds(record.page_count)
    with staged(settings.home) as folder:
        source, target = library.pdf_path(document), folder / "marked.pdf"
        arguments = {
            "source": str(source),
            "target": str(target),
            "marks": [mark.model_dump(mode="json") for mark in marks],
        }
        pages = len({line.box.page for mark in marks for line in mark.lines})
        annotate = "core.export.annotated_pdf:annotate_file"
        job = Job(record.name, annotate, arguments, pages, (source,), folder)
        library.run(job, library.limits(seconds), progress)
        return target.read_bytes()
