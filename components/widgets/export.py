"""Exports that say what is in them: files of one form, and tables whose columns are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components.widgets.download import download
from core.export.tables import TableForm, as_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_FORMS = {"CSV (spreadsheets)": TableForm.CSV, "JSONL (programs)": TableForm.JSONL}


def file_export(label: str, make: Callable[[], str | bytes], name: str, content: str) -> None:
    """A button that gives the file `name`, above the sentence that says what it holds."""
    with st.container(gap=None):
        download(label, make, name)
        st.caption(content)


def table_export(
    label: str,
    rows: Callable[[], Iterable[Mapping[str, Any]]],
    columns: Mapping[str, str],
    stem: str,
    content: str,
    *,
    key: str,
    usual: Sequence[str] = (),
) -> None:
    """Behind a click: what a table holds, and boxes for its columns and the form of its file.

    `columns` says what each column holds; `usual` are those that are chosen at first, all without
    any. The file is called `stem`, with the ending of its form.
    """
    with st.popover(label, icon=":material/download:", key=key):
        st.markdown(content)
        chosen = _columns(columns, usual, key)
        form = _FORMS[st.radio("Form", list(_FORMS), horizontal=True, key=f"{key}-form")]
        if chosen:
            download(
                "Download the table",
                lambda: as_table(rows(), chosen, form),
                f"{stem}.{form}",
            )
        else:
            st.caption("Choose a column at least.")


def _columns(columns: Mapping[str, str], usual: Sequence[str], key: str) -> list[str]:
    if st.checkbox(f"All {len(columns)} columns", not usual, key=f"{key}-all"):
        return list(columns)
    return st.multiselect(
        "Columns",
        list(columns),
        default=list(usual),
        format_func=lambda name: columns.get(name, str(name)),
        key=f"{key}-columns",
    )
