"""What each command does. A command returns whether all of it succeeded."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.answering.base import Exchange
from core.answering.report import with_cards
from core.chunking.budget import budget_figures
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.cli.answers import answer_lines
from core.cli.arguments import CHUNK_FORMATS, FILTER, answer_options_of, configuration_of
from core.cli.audit import audit
from core.cli.cluster import cancel, read_by_workers, work
from core.cli.describe import describe_figures
from core.cli.editions import (
    compare_editions,
    set_edition,
    show_edition,
    standing_dict,
    standing_lines,
)
from core.cli.evaluate import evaluate
from core.cli.glossary import list_words
from core.cli.history import history
from core.cli.maintenance import back_up, check_library, restore
from core.cli.output import (
    chunk_table,
    inspection_lines,
    merge_lines,
    save,
    write_export,
)
from core.cli.people import people
from core.cli.readings import compare_readings
from core.cli.recipes import write_recipe
from core.cli.records import record_form, write_record
from core.cli.segments import part_narrative
from core.cli.usage import usage
from core.configuration.address import to_address
from core.errors import (
    Cancelled,
    DataDamaged,
    InvalidOption,
    NotFound,
    PasswordNeeded,
    SightlineError,
)
from core.export.annotation_job import annotated_pdf
from core.export.chunks_jsonl import chunk_record
from core.export.pdf_marks import citation_marks
from core.export.steps_json import steps_record
from core.inspection.agent import decide_by_model
from core.inspection.worker import inspect_path
from core.library.document_filter import read_filter
from core.library.file_checks import read_file
from core.library.file_kinds import LOOKED_AT
from core.parsing.parse_info import AUTOMATIC

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer
    from core.chunking.base import ChunkingResult
    from core.cli.console import Console
    from core.configuration import Configuration
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.progress import Progress
    from core.workbench import Workbench

    Command = Callable[[Workbench, Namespace, Console], bool]


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
            added.append(_summary(record))
            console.say(*_lines(record))
            console.notice(_routing_notice(workbench, record, arguments))
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
            added.append(_summary(record))
            console.say(*_lines(record))
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
        console.say(*_lines(record))
    console.result({"document": _summary(record)})
    return True


def inspect(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows what the Inspector finds out, of a document or of a file that is in no library."""
    path = Path(arguments.document)
    with console.progress("inspecting") as progress:
        try:
            document = find(workbench, arguments.document).sha
            inspection = _inspected(workbench, document, arguments, progress)
        except NotFound:
            if not path.is_file():
                raise
            inspection = inspect_path(path, workbench.settings, progress)
            if workbench.model and arguments.by_model is not False:
                inspection = decide_by_model(
                    inspection, workbench.model, workbench.settings.model_prices, progress
                )
    console.say(*inspection_lines(inspection))
    console.notice(_no_key(workbench, arguments), inspection.notice)
    console.result({"model": inspection.decided_by, **inspection.model_dump(mode="json")})
    return True


def describe(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Has the figures of a document described by the language model."""
    record = find(workbench, arguments.document)
    return describe_figures(workbench, record, arguments, console)


def segments(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Has the segments of a narrative chosen by the language model."""
    record = find(workbench, arguments.document)
    return part_narrative(workbench, record, arguments, console)


def glossary(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Lists the words that a document explains, and the drugs that it names."""
    record = find(workbench, arguments.document)
    return list_words(workbench, record, arguments, console)


def readings(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Compares the readings of a document, and scores them on its ground truth."""
    record = find(workbench, arguments.document)
    return compare_readings(workbench, record, arguments, console)


def show_library(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Names what is in the library."""
    records = _filtered(workbench, workbench.library.list(), arguments, console)
    damaged = workbench.library.damaged()
    lines = [line for record in records for line in _lines(record)]
    for document in damaged:
        lines += [f"{document.sha[:12]}  {document.shown_name}  (damaged)"]
        lines += [f"  {document.problem}"]
    console.say(*(lines or ["The library is empty."]))
    console.result(
        {
            "documents": [_summary(record) for record in records],
            "damaged": [asdict(document) for document in damaged],
        }
    )
    return True


def chunk(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows the chunks of a document, or writes them in a format."""
    if arguments.format:
        return export(workbench, arguments, console)
    if arguments.out:
        raise InvalidOption(f"--out needs --format. Choose one of: {', '.join(CHUNK_FORMATS)}.")
    record = find(workbench, arguments.document)
    config = configuration_of(arguments, workbench.settings)
    with console.progress("embedding sentences") as progress:
        result = workbench.chunks.of(record.sha, config, progress)
    console.say(*chunk_table(result, record.name))
    if result.making.steps:
        console.say(result.making.steps)
    console.say(*merge_lines(result))
    console.notice(*result.making.notices)
    console.result(
        {
            "document": _summary(record),
            "strategy": result.strategy,
            "options": result.options.model_dump(mode="json"),
            **_budget(result),
            "model": result.making.model,
            "notices": list(result.making.notices),
            "repairs": list(result.making.repairs),
            "agent_steps": [asdict(step) for step in result.making.agent_steps],
            **({"steps": steps} if (steps := steps_record(result)) else {}),
            "chunks": [chunk_record(result, piece, record.name) for piece in result.chunks],
        }
    )
    return True


def _budget(result: ChunkingResult) -> dict[str, Any]:
    """The figures of the budget, for the strategy that has one."""
    if not isinstance(result.options, HeadingAnchoredOptions):
        return {}
    return {"budget": budget_figures(result.options.budget)}


def export(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Writes chunks or the tree of a document."""
    record = find(workbench, arguments.document)
    config = configuration_of(arguments, workbench.settings)
    written = write_export(workbench, record, config, arguments, console)
    if arguments.out:
        console.say(f"{arguments.out}: {written} bytes")
        console.result({"file": str(arguments.out), "bytes": written})
    return True


def ask(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Answers a question with cited sentences or claims, or says why it does not."""
    if arguments.record:
        record_form(arguments.record)
    records = [find(workbench, name) for name in arguments.documents] or workbench.library.list()
    if not records:
        raise NotFound("The library is empty. Add documents first: python -m core ingest FILE")
    records = _filtered(workbench, records, arguments, console)
    if not records:
        raise NotFound("No document matches. Change the filter; python -m core list says more.")
    if not arguments.documents:
        console.notice(
            *(f"Not searched: {document.problem}" for document in workbench.library.damaged())
        )
    documents = [record.sha for record in records]
    config = configuration_of(arguments, workbench.settings)
    with console.progress("indexing") as progress:
        workbench.index.add(documents, config, progress)
    if not arguments.each:
        console.result(_asked(workbench, arguments, config, records, console))
        return True
    if arguments.record:
        raise InvalidOption("--record keeps one answer. Leave --each out, or ask one document.")
    answers = []
    for record in records:
        console.say("", f"== {record.name}")
        answers.append(_asked(workbench, arguments, config, [record], console))
    console.result({"question": arguments.question, "each": answers})
    return True


def _asked(
    workbench: Workbench,
    arguments: Namespace,
    config: Configuration,
    records: Sequence[DocumentRecord],
    console: Console,
) -> dict[str, Any]:
    """The answer from these documents, said and as a program reads it."""
    names = {record.sha: record.name for record in records}
    answer = workbench.answers.ask(
        arguments.question,
        config,
        list(names),
        answer_options_of(arguments),
        conversation=[Exchange(question, "") for question in arguments.before],
        by_model=arguments.by_model is not False,
        as_asked=arguments.as_asked,
    )
    cards = workbench.cards.of_answer(answer)
    console.say(*answer_lines(answer, names, cards))
    standings = workbench.editions.standings({c.quote.document for c in answer.citations})
    console.notice(
        _no_key(workbench, arguments), answer.notice, *standing_lines(workbench, standings)
    )
    files = _marked_pdfs(workbench, answer, arguments.pdf, names, console)
    if arguments.record:
        record = workbench.records.of(answer, to_address(config), cards=cards)
        files += write_record(workbench, record, arguments.record, console)
    told = {sha: standing_dict(each) for sha, each in standings.items() if not each.stands}
    values = with_cards(answer, cards, workbench.documents.sir)
    return {**values, "documents": names, "files": files, "editions": told}


def editions(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows or sets the edition of a document, or compares two."""
    record = find(workbench, arguments.document)
    if arguments.action == "show":
        return show_edition(workbench, record, console)
    named = arguments.other or arguments.newer_than or arguments.older_than
    other = find(workbench, named) if named else None
    if arguments.action == "compare":
        return compare_editions(workbench, record, other, console)
    return set_edition(workbench, record, arguments, other, console)


def recipe(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Prints, writes or adopts the settings that the arguments name."""
    write_recipe(workbench, configuration_of(arguments, workbench.settings), arguments, console)
    return True


def delete(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Removes a document and all that was made from it."""
    try:
        record = find(workbench, arguments.document)
    except DataDamaged:
        sha = workbench.library.find_id(arguments.document)
        workbench.delete(sha)
        console.say(f"The damaged document {sha[:12]} was deleted.")
        console.result({"deleted": {"sha": sha}})
        return True
    workbench.delete(record.sha)
    console.say(f"{record.name} was deleted.")
    console.result({"deleted": _summary(record)})
    return True


COMMANDS: dict[str, Command] = {
    "ingest": ingest,
    "worker": work,
    "resume": resume,
    "inspect": inspect,
    "list": show_library,
    "describe": describe,
    "segments": segments,
    "glossary": glossary,
    "readings": readings,
    "chunk": chunk,
    "ask": ask,
    "editions": editions,
    "export": export,
    "evaluate": evaluate,
    "recipe": recipe,
    "usage": usage,
    "audit": audit,
    "history": history,
    "people": people,
    "check": check_library,
    "backup": back_up,
    "restore": restore,
    "delete": delete,
}


def find(workbench: Workbench, reference: str) -> DocumentRecord:
    """The document that a name, the beginning of an id or the path of its file stands for.

    Raises:
        NotFound: there is none.
        InputError: there are several.
    """
    path = Path(reference)
    if not path.is_file():
        return workbench.library.find(reference)
    known = sha256(path.read_bytes()).hexdigest()
    if not workbench.library.has(known):
        raise NotFound(f"{reference} is not in the library. Run: python -m core ingest {reference}")
    return workbench.library.get(known)


def _filtered(
    workbench: Workbench, records: Sequence[DocumentRecord], arguments: Namespace, console: Console
) -> list[DocumentRecord]:
    """Those that the arguments let through; what cannot be told of the rest is said."""
    given = {name: getattr(arguments, name) for name in FILTER}
    chosen = read_filter({name: text for name, text in given.items() if text})
    if chosen.is_empty:
        return list(records)
    matching, unknown = chosen.split([workbench.documents.describe(r.sha) for r in records])
    console.notice(
        *(f"Left out, since too little is known of it: {record.name}" for record in unknown)
    )
    return matching


def _marked_pdfs(
    workbench: Workbench,
    answer: Answer,
    folder: Path | None,
    names: dict[str, str],
    console: Console,
) -> list[str]:
    """Files of the cited documents with their cited lines marked; none without a folder."""
    if folder is None:
        return []
    written: list[str] = []
    for document in dict.fromkeys(citation.quote.document for citation in answer.citations):
        with console.progress("marking") as progress:
            marks = citation_marks(answer, document)
            content = annotated_pdf(workbench.library, document, marks, progress)
        target = folder / f"{Path(names[document]).stem}.{document[:8]}.cited.pdf"
        save(target, content)
        console.say(f"{target}: {len(content)} bytes")
        written.append(str(target))
    return written


def _inspected(
    workbench: Workbench, document: str, arguments: Namespace, progress: Progress
) -> Inspection:
    """By the model where there is one, else the decision that the document was parsed by."""
    if arguments.by_model is None and workbench.model is None:
        return workbench.documents.known_inspection(document)
    by_model = arguments.by_model is not False
    return workbench.documents.inspection(document, progress, by_model=by_model)


def _no_key(workbench: Workbench, arguments: Namespace) -> str:
    """That there is no model where one was asked for; nothing if not so."""
    if not arguments.by_model or workbench.model:
        return ""
    return (
        "There is no key for a language model, so rules did it. Set GEMINI_API_KEY or "
        "SIGHTLINE_MODEL."
    )


def _routing_notice(workbench: Workbench, record: DocumentRecord, arguments: Namespace) -> str:
    """That the model could not choose the route of a document that was added."""
    chosen = arguments.route not in (None, AUTOMATIC) or record.kind not in LOOKED_AT
    if arguments.by_model is False or chosen:
        return ""
    missing = _no_key(workbench, arguments)
    if missing or workbench.model is None:
        return missing
    notice = workbench.documents.known_inspection(record.sha).notice
    return f"{record.name}: {notice}" if notice else ""


def _summary(record: DocumentRecord) -> dict[str, Any]:
    """What a program needs to know of a document."""
    return record.model_dump(mode="json", exclude={"pages"}) | {"page_count": record.page_count}


def _lines(record: DocumentRecord) -> list[str]:
    """A document on one line, and below it what a person should know of it."""
    pages = "1 page" if record.page_count == 1 else f"{record.page_count} pages"
    warnings = record.parse.warnings if record.parse else ()
    first = f"{record.sha[:12]}  {record.name}  ({pages})"
    return [first, *(f"  warning: {warning}" for warning in warnings), *_way_on(record)]


def _way_on(record: DocumentRecord) -> list[str]:
    """How to go on with a document from which pages are missing."""
    missing = len(record.parse.missing_pages) if record.parse else 0
    if not missing:
        return []
    pages = "the missing page" if missing == 1 else f"the {missing} missing pages"
    return [f"  to go on reading {pages}: python -m core resume {record.sha[:12]}"]
