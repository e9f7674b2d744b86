"""What is in the library, and how each document was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources, state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord

_KEY = "library-table"


def library_table(records: Sequence[DocumentRecord]) -> None:
    """One row a document, the newest first; a chosen row becomes the selected document."""
    shas = [record.sha for record in records]

    def chosen() -> None:
        rows = state.widget_value(_KEY)["selection"]["rows"]
        if rows:
            state.select(document=shas[rows[0]])

    st.dataframe(
        [table_row(record) for record in records],
        key=_KEY,
        hide_index=True,
        on_select=chosen,
        selection_mode="single-row",
        column_config={
            "Size": st.column_config.NumberColumn(format="%.1f MB"),
            "Time": st.column_config.NumberColumn(format="%.1f s"),
            "Added": st.column_config.DatetimeColumn(format="distance"),
        },
        alt="Documents of the library",
    )


def table_row(record: DocumentRecord) -> dict[str, Any]:
    """What the table says of a document."""
    parse = record.parse
    return {
        "Document": record.name,
        "Pages": record.page_count,
        "Size": record.size / 1e6,
        "Route": parse.route.replace("_", " ") if parse else "",
        "Parser": parse.parser.replace("_", " ") if parse else "",
        "Time": parse.seconds if parse else None,
        "Failed pages": ", ".join(map(str, parse.failed_pages)) if parse else "",
        "Warnings": len(parse.warnings) if parse else 0,
        "Added": record.added_at,
    }


def newest_first() -> list[DocumentRecord]:
    """All documents of the library, the last added first."""
    return list(reversed(resources.workbench().library.list()))
