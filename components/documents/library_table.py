"""What is in the library, and how each document was read."""

from __future__ import annotations

from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from components import resources, state
from components.labels.indexing import job_in_words
from components.labels.routes import route_in_words, within
from components.widgets.listbox import Column, TableRow, choice_table
from core.library.edition_status import edition_status
from core.library.iso_dates import is_future

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.library import DamagedDocument, DocumentRecord
    from core.workbench.index_queue import IndexJob

_COLUMNS = (
    Column("Document"),
    Column("Pages", numeric=True),
    Column("Size", numeric=True),
    Column("Route"),
    Column("Parser"),
    Column("Time", numeric=True),
    Column("Pages not read", numeric=True),
    Column("Warnings", numeric=True),
    Column("Index"),
)
_EDITION = Column("Edition")


def library_table(
    records: Sequence[DocumentRecord],
    damaged: Sequence[DamagedDocument] = (),
    jobs: Mapping[str, IndexJob] = MappingProxyType({}),
) -> None:
    """One row a document, damaged ones first; a chosen row becomes the selected document.

    `jobs` say how far documents are indexed. Editions have a column where one was confirmed.
    """
    every, today = resources.workbench().library.list(), date.today()
    editions = {record.sha: edition_in_words(record, every, today) for record in records}
    rows = [(document.sha, *damaged_cells(document), "", "") for document in damaged]
    rows += [
        (record.sha, *cells(record), job_in_words(jobs.get(record.sha)), editions[record.sha])
        for record in records
    ]
    shown = len(_COLUMNS) + any(editions.values())
    choice_table(
        [*_COLUMNS, _EDITION][:shown],
        [TableRow(sha, tuple(row[:shown])) for sha, *row in rows],
        key="library-table",
        label="Documents of the library",
        selected=state.view().document,
        on_choose=lambda sha: state.select(document=sha),
    )


def edition_in_words(record: DocumentRecord, records: Sequence[DocumentRecord], today: date) -> str:
    """When a document was issued and its status, as far as that was confirmed of it."""
    issued = record.edition.issued
    future = "in the future" if is_future(issued, today) else ""
    return ", ".join(filter(None, [issued, future, edition_status(record, records, today)]))


def cells(record: DocumentRecord) -> tuple[str, ...]:
    """What the table says of a document's file and parse, in the order of its columns."""
    file = (record.name, str(record.page_count), file_size(record.size))
    if not record.parse:
        return (*file, "", "not read yet", "", "", "")
    parse = record.parse
    return (
        *file,
        route_in_words(record),
        within(parse.parser),
        f"{parse.seconds:.1f} s",
        str(len(parse.failed_pages) + len(parse.missing_pages)),
        str(len(parse.warnings)),
    )


def damaged_cells(document: DamagedDocument) -> tuple[str, ...]:
    """What the table says of a document whose record cannot be read."""
    state = "of a later version" if document.too_new else "damaged"
    return (document.shown_name, "", file_size(document.size), "", state, "", "", "")


def file_size(size: int) -> str:
    """Bytes in a unit that people read."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} kB"
