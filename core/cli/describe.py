"""Figures of a document in the words of a language model, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.cli.documents import find
from core.errors import NotFound
from core.evaluation.model_estimate import Estimate, dollars, estimate_in_words
from core.refining.figure_descriptions import USAGE
from core.refining.figures import SMALLEST, figure_box, figures_of
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from core.chunking.additions import FigureDescription
    from core.cli.console import Console
    from core.library import DocumentRecord
    from core.sir import Sir
    from core.workbench import Workbench


def add_describe(parser: ArgumentParser) -> None:
    """The arguments of `describe`."""
    parser.add_argument("document", metavar="DOC")
    parser.add_argument(
        "--figure",
        dest="figures",
        metavar="ID",
        action="append",
        default=[],
        help="only this figure, by the id of its element, also if it has a description; may be "
        "given several times",
    )
    parser.add_argument(
        "--price", action="store_true", help="only say what it takes, and ask nothing"
    )


def describe(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Has the figures described that have no description yet; says before what it takes."""
    record = find(workbench, arguments.document)
    sir = workbench.documents.sir(record.sha)
    figures = figures_of(sir)
    wanted = (
        _named(sir, figures.large, arguments.figures)
        if arguments.figures
        else workbench.descriptions.missing(record.sha)
    )
    estimated = Estimate(len(wanted) * USAGE.input, len(wanted) * USAGE.output, len(wanted))
    console.say(*_before(record, len(wanted), len(figures.small)))
    if wanted:
        console.say(estimate_in_words(estimated, workbench.settings))
    failed: dict[str, str] = {}
    if wanted and not arguments.price:
        with console.progress("describing") as progress:
            described = workbench.descriptions.make(record.sha, wanted, progress)
        failed = {sir.nodes[node].id: str(error) for node, error in described.failed.items()}
    known = workbench.descriptions.of(record.sha)
    console.say(*_lines(sir, figures.large, known))
    for name, message in failed.items():
        console.error(f"Figure {name}: {message}")
    console.result(
        {
            "document": record.sha,
            "left_out": [sir.nodes[node].id for node in figures.small],
            "price": dollars(estimated, workbench.settings),
            "descriptions": [_record(sir, description) for description in known],
            "errors": failed,
        }
    )
    return not failed


def _named(sir: Sir, figures: Sequence[int], ids: Sequence[str]) -> tuple[int, ...]:
    """The figures of these ids.

    Raises:
        NotFound: there is none of an id, or it is too small.
    """
    places = {sir.nodes[node].id: node for node in figures}
    unknown = [name for name in ids if name not in places]
    if unknown:
        raise NotFound(
            f"There is no figure {unknown[0]} of at least {SMALLEST:.0%} of its page. Their ids "
            "are shown by: python -m core describe DOC --price"
        )
    return tuple(sorted({places[name] for name in ids}))


def _before(record: DocumentRecord, wanted: int, small: int) -> Iterator[str]:
    yield f"{record.name}: {number_of(wanted, 'figure')} to describe."
    if small:
        yield f"Left out: {small} below {SMALLEST:.0%} of the page."


def _lines(
    sir: Sir, figures: Sequence[int], descriptions: Sequence[FigureDescription]
) -> Iterator[str]:
    known = {each.node: each for each in descriptions}
    for node in sorted({*figures, *known}):
        yield f"{sir.nodes[node].id}, page {_page(sir, node)}"
        if each := known.get(node):
            yield f"  a model's description ({each.by}), not the document's words: {each.text}"


def _record(sir: Sir, description: FigureDescription) -> dict[str, Any]:
    return {
        "figure": sir.nodes[description.node].id,
        "page": _page(sir, description.node),
        "model": description.by,
        "description": description.text,
    }


def _page(sir: Sir, node: int) -> int | None:
    box = figure_box(sir, node)
    return box.page if box else None
