"""Files are added to the library, and read on where time was lacking."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.arguments import ROUTES, add_document, add_model, add_workers
from core.cli.cluster import Outcome, add_cluster, cancel, read_by_workers
from core.cli.documents import document_lines, document_summary, find
from core.cli.model_notices import routing_notice
from core.errors import Cancelled, InvalidOption, PasswordNeeded, SightlineError
from core.library.file_checks import read_file
from core.parsing import PARSERS
from core.parsing.adapters import adapter_names

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from core.cli.console import Console
    from core.library import DocumentRecord
    from core.progress import Progress
    from core.workbench import Workbench


def add_ingest(parser: ArgumentParser) -> None:
    """The arguments of `ingest`."""
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--password", help="for all of the files that are encrypted")
    add_workers(parser)
    parser.add_argument(
        "--route",
        choices=tuple(PARSERS),
        help="how to read the files; automatic leaves it to the Inspector, as does the first time",
    )
    parser.add_argument(
        "--parsed-by",
        choices=adapter_names(),
        help="take the structure that another parser gave; it is run unless --native is given",
    )
    parser.add_argument(
        "--native",
        metavar="RESULT",
        type=Path,
        help="the file that the parser of --parsed-by wrote for the one FILE",
    )
    add_cluster(parser)
    add_model(parser, ROUTES)


def add_resume(parser: ArgumentParser) -> None:
    """The arguments of `resume`."""
    add_document(parser)
    add_workers(parser)


def ingest(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Adds files; one that fails is named, and the others go on."""
    if arguments.native and (arguments.parsed_by is None or len(arguments.files) > 1):
        raise InvalidOption("--native goes with --parsed-by and a single FILE. Give both.")
    if arguments.cancel:
        return cancel(workbench, arguments, console)
    by_workers = arguments.cluster or arguments.owner
    read = read_by_workers if by_workers else _read_here
    added: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    for path, document, error, message in read(workbench, arguments, console):
        if error:
            console.error(message)
            failed.append({"file": str(path), "error": error, "message": message})
            continue
        record = workbench.library.get(document)
        added.append(document_summary(record))
        console.say(*document_lines(record))
        if not by_workers:
            console.notice(routing_notice(workbench, record, arguments))
    console.result({"documents": added, "errors": failed})
    return not failed


def _read_here(workbench: Workbench, arguments: Namespace, console: Console) -> Iterator[Outcome]:
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
            way_on = " Add it again with --password." * isinstance(error, PasswordNeeded)
            yield Outcome(path, error=type(error).__name__, message=f"{error}{way_on}")
        else:
            yield Outcome(path, record.sha)


def _read_otherwise(
    workbench: Workbench, record: DocumentRecord, arguments: Namespace, progress: Progress
) -> DocumentRecord:
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
