"""MinerU by a mineru-api over HTTP: by tasks from version 3 on, before that in one call.

Source: the OpenAPI descriptions of mineru-api 2.7 (`/file_parse`) and 3.4 (`/tasks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.errors import ReplyUnusable
from core.parsing.adapters.json_values import mapping
from core.parsing.adapters.service import Service
from core.parsing.adapters.service_calls import Calls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.parsing.adapters.base import Source
    from core.parsing.adapters.mineru.options import MineruOptions
    from core.progress import Progress

_WAITING = frozenset({"pending", "processing"})


def run_service(
    source: Source,
    options: MineruOptions,
    form: Mapping[str, str],
    progress: Progress | None = None,
) -> bytes:
    """The middle.json of a document.

    Raises:
        ModelError: the service gives none.
        LimitReached: out of time.
        SetupError: the address must not be asked.
    """
    service = Service.of("MinerU", options, "a mineru-api of version 2 or 3")
    wishes = {
        **form,
        "formula_enable": str(options.formulas).lower(),
        "table_enable": str(options.tables).lower(),
        "return_md": "false",
        "return_middle_json": "true",
    }
    with Calls(service, options.seconds, len(source.pages), progress) as calls:
        # The name of the file stays here: it may say more than the service needs to know.
        files = {"files": ("document.pdf", source.path.read_bytes(), "application/pdf")}
        answer = _answer(calls, {"data": wishes, "files": files})
        return _middle_json(answer, calls)


def _answer(calls: Calls, content: dict[str, Any]) -> bytes:
    """The answer that holds the result."""
    if not _has_tasks(calls):
        try:
            return calls.post("file_parse", **content)
        except ReplyUnusable as error:
            raise ReplyUnusable(
                f"{error} The address must be that of a mineru-api of version 2 or 3."
            ) from error
    job = calls.job(calls.post("tasks", **content), "task_id")
    state, said = calls.ended(f"tasks/{job}", "status", _WAITING)
    if state == "failed":
        reason = calls.service.quoted(said.get("error"))
        raise ReplyUnusable(
            f"{calls.service.name} could not read the document: {reason} Look into the log of the "
            "service, change the options, or choose another parser."
        )
    if state != "completed":
        raise calls.odd("names no state of the job")
    return calls.get(f"tasks/{job}/result")


def _has_tasks(calls: Calls) -> bool:
    """Whether the service knows tasks, as its state tells, which was added with them."""
    try:
        calls.get("health")
    except ReplyUnusable:
        return False
    return True


def _middle_json(answer: bytes, calls: Calls) -> bytes:
    """The text of the middle.json in an answer, which is about one document."""
    results = mapping(calls.object_of(answer).get("results"))
    result = mapping(next(iter(results.values()), None))
    text = result.get("middle_json")
    if not isinstance(text, str) or not text.strip():
        raise ReplyUnusable(
            f"{calls.service.name} gave no result for the document. Look into the log of the "
            "service, or try again."
        )
    return text.encode(errors="replace")
