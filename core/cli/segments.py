"""Segments of a narrative by the language model, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.cli.documents import find
from core.evaluation.model_estimate import Estimate, dollars, estimate_in_words
from core.sir import ElementType

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.workbench import Workbench


def add_segments(parser: ArgumentParser) -> None:
    """The arguments of `segments`."""
    parser.add_argument("document", metavar="DOC")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--price", action="store_true", help="only say what it takes, and ask nothing")
    way.add_argument(
        "--by-distance",
        action="store_true",
        help="take the model's segments back: distances between paragraphs decide again",
    )


def segments(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Has the model say where segments begin, for what it says before; or takes that back."""
    record = find(workbench, arguments.document)
    narratives, document = workbench.segments, record.sha
    usage, calls = narratives.expected(document)
    estimated = Estimate(usage.input, usage.output, calls)
    if not arguments.by_distance:
        console.say(f"{record.name}: {estimate_in_words(estimated, workbench.settings)}")
    if not arguments.price:
        work = narratives.take_back if arguments.by_distance else narratives.ask
        with console.progress("reading the text") as progress:
            record = work(document, progress)
    sir, by = workbench.documents.sir(document), narratives.by(document)
    count = sum(node.type is ElementType.SEGMENT for node in sir.nodes[: sir.flow])
    console.say(f"{record.name}: {count} segments, begun {f'by {by}' if by else 'by distances'}")
    warnings = list(record.parse.warnings) if record.parse else []
    console.notice(*warnings)
    console.result(
        {
            "document": document,
            "segments": count,
            "model": by,
            "price": dollars(estimated, workbench.settings),
            "warnings": warnings,
        }
    )
    return True
