"""All readings of a document side by side, from the command line, and the gold to judge them by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.documents import find
from core.cli.output import save
from core.cli.readings_table import reading_lines, row_record
from core.errors import InvalidOption
from core.evaluation.gold import FORMS, read_gold
from core.evaluation.gold.stored_gold import drop_gold, gold_of, keep_gold
from core.evaluation.readings import missing_readings, reading_rows, rows_as_csv
from core.library.file_checks import read_file
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from core.cli.console import Console
    from core.evaluation.gold.base import Gold
    from core.library import DocumentRecord
    from core.workbench import Workbench


def add_readings(parser: ArgumentParser) -> None:
    """The arguments of `readings`."""
    parser.add_argument("document", metavar="DOC")
    parser.add_argument(
        "--gold",
        metavar="FILE",
        type=Path,
        help="ground truth of the document, kept with it in place of that of the same form",
    )
    parser.add_argument(
        "--form", choices=tuple(FORMS), help="form of that file; else told by what it holds"
    )
    parser.add_argument(
        "--drop-gold", metavar="FORM", choices=tuple(FORMS), help="remove the one of this form"
    )
    parser.add_argument(
        "--all", action="store_true", help="also read the document by the parsers that have not yet"
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the table there")


def readings(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows the readings of a document; imports or removes gold before."""
    record = find(workbench, arguments.document)
    if arguments.form and not arguments.gold:
        raise InvalidOption("--form says what --gold FILE is. Give both.")
    _change_gold(workbench, record, arguments, console)
    missing = missing_readings(workbench, record)
    with console.progress(record.name) as progress:
        run = missing if arguments.all else ()
        rows = reading_rows(workbench, record, run, progress)
    gold = gold_of(workbench.library, record.sha)
    console.say(*reading_lines(record, rows, gold))
    if missing and not arguments.all:
        console.say(f"Not made yet: {', '.join(missing)}. Make them with --all.")
    if arguments.csv:
        save(arguments.csv, rows_as_csv(rows).encode())
        console.say(f"{arguments.csv}: {number_of(len(rows), 'reading')}")
    console.result(
        {
            "document": record.sha,
            "gold": [_gold_record(each) for each in gold],
            "readings": [row_record(row) for row in rows],
            "missing": list(() if arguments.all else missing),
        }
    )
    return not any(row.problem for row in rows)


def _change_gold(
    workbench: Workbench, record: DocumentRecord, arguments: Namespace, console: Console
) -> None:
    library = workbench.library
    if arguments.drop_gold:
        drop_gold(library, record.sha, arguments.drop_gold)
        console.say(f"The ground truth ({arguments.drop_gold}) of {record.name} was removed.")
    if arguments.gold:
        path, most = arguments.gold, library.settings.max_upload_mb
        content = read_file(path, path.name, most)
        sir = workbench.documents.sir(record.sha)
        gold = read_gold(content, path.name, record, sir, most, arguments.form or "")
        keep_gold(library, record.sha, gold)
        console.say(*_read(gold))
        console.notice(*gold.problems)


def _read(gold: Gold) -> Iterator[str]:
    if gold.markdown:
        count = len(gold.markdown.split())
        words = number_of(count, "word")
        yield f"{gold.name}: {words} of Markdown, kept."
        return
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in gold.kinds.most_common())
    pages = number_of(len(gold.pages), "page")
    yield f"{gold.name}: {len(gold.elements):,} elements on {pages}, kept: {kinds}"


def _gold_record(gold: Gold) -> dict[str, Any]:
    return {
        "form": gold.form,
        "file": gold.name,
        "classes_of": gold.vocabulary,
        "pages": list(gold.pages),
        "elements": dict(gold.kinds),
        "problems": list(gold.problems),
    }
