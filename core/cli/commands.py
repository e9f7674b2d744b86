"""What each command does. A command returns whether all of it succeeded."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.chunking.budget import budget_figures
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.cli.arguments import CHUNK_FORMATS, configuration_of
from core.cli.ask import ask
from core.cli.audit import audit
from core.cli.cluster import work
from core.cli.describe import describe_figures
from core.cli.documents import document_lines, document_summary, filtered, find
from core.cli.editions import compare_editions, set_edition, show_edition
from core.cli.evaluate import evaluate
from core.cli.glossary import list_words
from core.cli.history import history
from core.cli.ingest import ingest, resume
from core.cli.inspection import inspect
from core.cli.maintenance import back_up, check_library, restore
from core.cli.output import chunk_table, merge_lines, write_export
from core.cli.people import people
from core.cli.readings import compare_readings
from core.cli.recipes import write_recipe
from core.cli.segments import part_narrative
from core.cli.usage import usage
from core.errors import DataDamaged, InvalidOption
from core.export.chunks_jsonl import chunk_record
from core.export.steps_json import steps_record

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from core.chunking.base import ChunkingResult
    from core.cli.console import Console
    from core.workbench import Workbench

    Command = Callable[[Workbench, Namespace, Console], bool]


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
    console.result({"deleted": document_summary(record)})
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
