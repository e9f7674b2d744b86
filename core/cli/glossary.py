"""The words of a document from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.documents import find
from core.cli.output import save
from core.export.glossary_table import COLUMNS, glossary_rows
from core.export.tables import TableForm, as_table
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.workbench import Workbench


def add_glossary(parser: ArgumentParser) -> None:
    """The arguments of `glossary`."""
    parser.add_argument("document", metavar="DOC")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the list as a table, too")


def glossary(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Lists the words that a document explains, and the drugs that it names."""
    record = find(workbench, arguments.document)
    known = workbench.glossaries.of(record.sha)
    rows = list(glossary_rows(workbench.documents.sir(record.sha), known))
    for row in rows:
        page = f"p. {row['page']}" if row["page"] else "page unknown"
        means = row["meaning"] or row["source"] or row["reason"]
        console.say(f"{row['form']} ({row['kind']}, {page}): {means}")
    console.say(f"{record.name}: {number_of(len(rows), 'word')}")
    if arguments.csv:
        save(arguments.csv, as_table(rows, list(COLUMNS), TableForm.CSV).encode())
        console.say(f"{arguments.csv}: {number_of(len(rows), 'word')}")
    console.result({"document": record.sha, "words": rows})
    return True
