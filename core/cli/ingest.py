"""Files are added to the library, and read on where time was lacking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.cli.cluster import cancel, read_by_workers
from core.cli.documents import document_lines, document_summary, find
from core.cli.model_notices import routing_notice
from core.errors import Cancelled, InvalidOption, PasswordNeeded, SightlineError
from core.library.file_checks import read_file

if TYPE_CHECKING:
    from argparse import Namespace

    from core.cli.console import Console
    from core.library import DocumentRecord
    from core.progress import Progress
    from core.workbench import Workbench


def ingest(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Adds files; one that fails is named, and the others go on."""
    if arguments.native and (arguments.parsed_by is None or len(arguments.files) > 1):
        raise InvalidOption("--native goes with --parsed-by and a single FILE. Give both.")
    if arguments.cancel:
        return cancel(workbench, arguments, console)
    if arguments.cluster or arguments.owner:
        return _ingest_by_workers(workbench, arguments, console)
    added: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    for path in arguments.files:
        try:
            with console.progress(path.name) as progress:
                record = workbench.documents.add(
                    path,
                    path.name,
                    arguments.password,
                    progress,
                    arguments.route,
                    arguments.workers,
                    by_model=arguments.by_model is not False,
                )
                if arguments.parsed_by:
                    record = _read_otherwise(workbench, record, arguments, progress)
        except Cancelled:
            raise
        except SightlineError as error:
            console.interrupt.check(error)
            message = (
                f"{error} Add it again with --password."
                if isinstance(error, PasswordNeeded)
                else str(error)
            )
            console.error(message)
            failed.append({"file": str(path), "error": type(error).__name__, "message": message})
        else:
            added.append(document_summary(record))
            console.say(*document_lines(record))
            console.notice(routing_notice(workbench, record, arguments))
    console.result({"documents": added, "errors": failed})
    return not failed


def _ingest_by_workers(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Has workers add files; as `ingest`."""
    added: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    for path, document, error, message in read_by_workers(workbench, arguments, console):
        if error:
            console.error(message)
            failed.append({"file": str(path), "error": error, "message": message})
        else:
            record = workbench.library.get(document)
            added.append(document_summary(record))
            console.say(*document_lines(record))
    console.result({"documents": added, "errors": failed})
    return not failed


def _read_otherwise(
    workbench: Workbench, record: DocumentRecord, arguments: Namespace, progress: Progress
) -> DocumentRecord:
    """The record after the reading of another parser became the one of this document."""
    parser = arguments.parsed_by
    if arguments.native:
        limit = workbench.settings.max_upload_mb
        content = read_file(arguments.native, arguments.native.name, limit)
        workbench.parsers.bring(record.sha, parser, content, arguments.native.name, progress)
    else:
        workbench.parsers.run(record.sha, parser, progress=progress)
    return workbench.documents.use_route(record.sha, parser)


def resume(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Reads the pages of a document for which time was lacking."""
    record = find(workbench, arguments.document)
    if not (record.parse and record.parse.missing_pages):
        console.say(f"{record.name}: no page is missing.")
    else:
        with console.progress(record.name) as progress:
            record = workbench.documents.resume(record.sha, progress, arguments.workers)
        console.say(*document_lines(record))
    console.result({"document": document_summary(record)})
    return True
