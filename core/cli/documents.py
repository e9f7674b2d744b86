"""The documents that a command names, and what it says of each."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import NotFound
from core.library.document_filter import read_filter
from core.library.edition_status import STATUSES
from core.text.counts import number_of
from core.text.language import Language

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from core.cli.console import Console
    from core.library import DocumentRecord
    from core.workbench import Workbench

_FILTER = ("title", "author", "publisher", "status", "language", "since", "until")
"""Arguments by which documents are chosen."""


def add_filter(parser: ArgumentParser) -> None:
    """By what documents are chosen; see `core.library.document_filter`."""
    parser.add_argument("--title", metavar="WORDS", help="words of the title or the file's name")
    parser.add_argument("--author", metavar="WORDS", help="words of the author the file states")
    parser.add_argument("--publisher", metavar="WORDS", help="words of the confirmed publisher")
    parser.add_argument("--status", choices=STATUSES, help="as confirmed, and by other editions")
    parser.add_argument("--language", choices=[name.value for name in Language])
    for name in ("since", "until"):
        meaning = f"dated {name} then: 2021, 2021-03 or 2021-03-09"
        parser.add_argument(f"--{name}", metavar="DATE", help=meaning)


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


def filtered(
    workbench: Workbench, records: Sequence[DocumentRecord], arguments: Namespace, console: Console
) -> list[DocumentRecord]:
    """Those that the arguments let through; what cannot be told of the rest is said."""
    given = {name: getattr(arguments, name) for name in _FILTER}
    chosen = read_filter({name: text for name, text in given.items() if text})
    if chosen.is_empty:
        return list(records)
    matching, unknown = chosen.split([workbench.documents.describe(r.sha) for r in records])
    console.notice(
        *(f"Left out, since too little is known of it: {record.name}" for record in unknown)
    )
    return matching


def document_summary(record: DocumentRecord) -> dict[str, Any]:
    """What a program needs to know of a document."""
    return record.model_dump(mode="json", exclude={"pages"}) | {"page_count": record.page_count}


def document_lines(record: DocumentRecord) -> list[str]:
    """A document on one line, and below it what a person should know of it."""
    warnings = record.parse.warnings if record.parse else ()
    first = f"{record.sha[:12]}  {record.name}  ({number_of(record.page_count, 'page')})"
    return [first, *(f"  warning: {warning}" for warning in warnings), *_way_on(record)]


def _way_on(record: DocumentRecord) -> list[str]:
    missing = len(record.parse.missing_pages) if record.parse else 0
    if not missing:
        return []
    pages = "the missing page" if missing == 1 else f"the {missing} missing pages"
    return [f"  to go on reading {pages}: python -m core resume {record.sha[:12]}"]
