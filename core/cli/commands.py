"""All commands: what each is for, takes and does. It returns whether all of it succeeded."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from core.chunking import PLANNED, STRATEGIES
from core.chunking.budget import budget_figures
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.cli.arguments import (
    CHUNK_FORMATS,
    FORMATS,
    add_configuration,
    add_document,
    add_model,
    add_output,
    configuration_of,
)
from core.cli.ask import add_ask, ask
from core.cli.audit import add_audit, audit
from core.cli.cluster import add_worker, work
from core.cli.describe import add_describe, describe
from core.cli.documents import add_filter, document_lines, document_summary, filtered, find
from core.cli.editions import add_editions, editions
from core.cli.evaluate import evaluate
from core.cli.evaluate_arguments import add_evaluate
from core.cli.glossary import add_glossary, glossary
from core.cli.history import add_history, history
from core.cli.ingest import add_ingest, add_resume, ingest, resume
from core.cli.inspection import add_inspect, inspect
from core.cli.maintenance import add_backup, add_check, add_restore, back_up, check_library, restore
from core.cli.output import chunk_table, merge_lines, write_export
from core.cli.people import add_people, people
from core.cli.readings import add_readings, readings
from core.cli.recipes import add_recipe, recipe
from core.cli.segments import add_segments, segments
from core.cli.usage import add_usage, usage
from core.errors import DataDamaged, InvalidOption
from core.export.chunks_jsonl import chunk_record
from core.export.steps_json import steps_record

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from core.chunking.base import ChunkingResult
    from core.cli.console import Console
    from core.workbench import Workbench

_EPILOG = """DOC is the name of a document, the beginning of its SHA-256, or the path of its file.
Exit codes: 0 done, 1 something failed, 2 the command cannot be understood, 130 stopped by Ctrl-C.
The data folder is that of the app; SIGHTLINE_HOME changes it. With a key in GEMINI_API_KEY, or
a model in SIGHTLINE_MODEL such as openai:NAME@http://127.0.0.1:11434/v1, a language model chooses
routes and writes answers; what it was asked is shown by usage."""

_PLANS = (
    f"let the language model plan the chunks (of {', '.join(sorted(PLANNED & set(STRATEGIES)))}) "
    "and refine them; else rules do"
)


class Command(NamedTuple):
    """What a command is for, in words; what adds its arguments; and what does it."""

    purpose: str
    add: Callable[[ArgumentParser], None]
    run: Callable[[Workbench, Namespace, Console], bool]


def build_parser() -> ArgumentParser:
    """The parser of the command line; every command sets `command` and `json`."""
    parser = ArgumentParser(
        prog="python -m core",
        description="PDFs and texts into chunks and answers whose every line is known on the page.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (purpose, add, _) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=f"{purpose}.")
        command.add_argument("--json", action="store_true", help="print the result as JSON")
        add(command)
    return parser


def _add_chunk(parser: ArgumentParser) -> None:
    _add_chunking(parser)
    add_output(parser, CHUNK_FORMATS)


def _add_export(parser: ArgumentParser) -> None:
    _add_chunking(parser)
    add_output(parser, FORMATS, required=True)


def _add_chunking(parser: ArgumentParser) -> None:
    add_document(parser)
    add_configuration(parser)
    add_model(parser, _PLANS)


def show_library(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Names what is in the library."""
    records = filtered(workbench, workbench.library.list(), arguments, console)
    damaged = workbench.library.damaged()
    lines = [line for record in records for line in document_lines(record)]
    for document in damaged:
        lines += [f"{document.sha[:12]}  {document.shown_name}  (damaged)"]
        lines += [f"  {document.problem}"]
    console.say(*(lines or ["The library is empty."]))
    console.result(
        {
            "documents": [document_summary(record) for record in records],
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
            "document": document_summary(record),
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
    console.result({"deleted": document_summary(record)})
    return True


COMMANDS: dict[str, Command] = {
    "ingest": Command(
        "Add PDFs, web pages, Word texts, books, pictures, texts or tables to the library",
        add_ingest,
        ingest,
    ),
    "worker": Command(
        "Read the files that ingest --cluster put, as long as it runs; as many as you start",
        add_worker,
        work,
    ),
    "resume": Command(
        "Read the pages of a document that are missing because time was lacking for them",
        add_resume,
        resume,
    ),
    "inspect": Command("Probe a PDF and say by which route it would be read", add_inspect, inspect),
    "list": Command("Show what is in the library", add_filter, show_library),
    "describe": Command(
        "Have the language model describe figures, for the search; its words are never quoted",
        add_describe,
        describe,
    ),
    "segments": Command(
        "Have the language model say where topics change in a narrative (route semantic flow)",
        add_segments,
        segments,
    ),
    "readings": Command(
        "Compare all readings of a document, and score them on ground truth of your own",
        add_readings,
        readings,
    ),
    "chunk": Command("Cut a document into chunks", _add_chunk, chunk),
    "ask": Command("Answer a question from the documents", add_ask, ask),
    "glossary": Command(
        "List abbreviations, defined terms and drugs of a document, with their pages",
        add_glossary,
        glossary,
    ),
    "editions": Command(
        "Show or set the edition of a document, or compare two editions", add_editions, editions
    ),
    "export": Command(
        "Write chunks (jsonl, topology, sections, md, pdf), a document as Markdown (stream), "
        "its tree (sir) or its blocks page by page (normalised)",
        _add_export,
        export,
    ),
    "evaluate": Command(
        "Measure settings on questions whose evidence is known, and compare them",
        add_evaluate,
        evaluate,
    ),
    "recipe": Command(
        "Print settings as a recipe file, write it, or have the library use it", add_recipe, recipe
    ),
    "usage": Command(
        "Show what the language model was asked, and about what it cost", add_usage, usage
    ),
    "audit": Command(
        "Verify the log of what was done to signed answers, or show it", add_audit, audit
    ),
    "history": Command(
        "List the signed answers, or write one into a file to hand on", add_history, history
    ),
    "people": Command(
        "Say who may sign in on a server, as what, and which collections they see",
        add_people,
        people,
    ),
    "check": Command(
        "Verify everything in the data folder, and repair what can be made anew",
        add_check,
        check_library,
    ),
    "backup": Command(
        "Write documents, corrections, question sets, sweeps, conversations, signed answers, "
        "recipes and settings into one archive",
        add_backup,
        back_up,
    ),
    "restore": Command("Put an archive of backup into an empty data folder", add_restore, restore),
    "delete": Command("Remove a document and all that was made from it", add_document, delete),
}
