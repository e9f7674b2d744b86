"""What the language model was asked, and about what it cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.output import save
from core.llm.costs import Costs, Row, as_csv, costs_of, document_name, format_time
from core.llm.ledger import Ledger
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from core.cli.console import Console
    from core.settings import Settings
    from core.workbench import Workbench

_NAME = 39
"""Characters of a name in the tables."""


def add_usage(parser: ArgumentParser) -> None:
    """The arguments of `usage`."""
    parser.add_argument(
        "--csv", metavar="FILE", type=Path, help="write all calls there, a line each"
    )


def usage(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Adds up what the language model was asked, by purpose and by document."""
    settings = workbench.settings
    names = {record.sha: record.name for record in workbench.library.list()}
    calls = Ledger(settings.home).calls()
    costs = costs_of(calls, names, settings.model_input_price, settings.model_output_price)
    console.say(*usage_lines(costs, settings))
    if arguments.csv:
        save(arguments.csv, as_csv(calls, names).encode())
        console.say(f"{arguments.csv}: {number_of(len(calls), 'call')}")
    rows = [
        {**call.model_dump(mode="json"), "document_name": document_name(call, names)}
        for call in calls
    ]
    console.result({"cost": costs.whole.cost, "calls": rows})
    return True


def usage_lines(costs: Costs, settings: Settings) -> Iterator[str]:
    """What was asked of the language model, by purpose and by document, with a total."""
    if costs.since is None:
        yield "No call was made to a language model yet."
        return
    yield f"since {format_time(costs.since)} UTC"
    heads = ("calls", "cached", "failed", "tokens in", "out", "about $")
    for title, rows in (("for", costs.by_stage), ("document", costs.by_document)):
        yield "".join([f"{title:<40}", *(f"{head:>10}" for head in heads)])
        yield from map(_usage_line, rows)
    yield _usage_line(costs.whole)
    yield (
        f"Costs are estimates at ${settings.model_input_price:.2f} a million tokens sent and "
        f"${settings.model_output_price:.2f} a million answered."
    )


def _usage_line(row: Row) -> str:
    total = row.total
    counts = (total.calls, total.cached, total.failed, total.usage.input, total.usage.output)
    name = beginning(row.name, _NAME)
    return "".join([f"{name:<40}", *(f"{count:>10}" for count in counts), f"{row.cost:>10.4f}"])
