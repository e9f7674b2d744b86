"""Setting a record as PDF in a process of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.files import staged
from core.jobs import Job

if TYPE_CHECKING:
    from core.export.answer_record.base import AnswerRecord
    from core.library import Library


def record_pdf(library: Library, record: AnswerRecord) -> bytes:
    """The record as PDF.

    Raises:
        LimitReached: it took too long, or too much memory.
        DiskFull: there is no room for it while it is made.
    """
    with staged(library.settings.home) as folder:
        source, target = folder / "record.json", folder / "record.pdf"
        # Unlike pydantic's own JSON this takes any text of a model, half a surrogate pair, too.
        source.write_text(json.dumps(record.model_dump(mode="json")), encoding="utf-8")
        arguments = {"source": str(source), "target": str(target)}
        write = "core.export.answer_record.pdf:write_pdf"
        job = Job("the answer", write, arguments, 1, (source,), folder)
        library.run(job, library.limits(library.settings.parse_seconds))
        return target.read_bytes()
