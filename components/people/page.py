"""One's own account, and for administrators what belongs to all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import resources
from components.people.account import account
from components.people.collections import collections
from components.people.register import register
from components.people.words import person_words
from components.selection.document_picker import document_names
from components.sign_in import may
from components.widgets.download import download
from components.widgets.heading import heading
from core.errors import SetupError
from core.export.tables import TableForm, as_table
from core.people.administration import Administration
from core.people.base import REFUSED, Event
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_ID = re.compile(r"\b[0-9a-f]{16}\b")
_SHOWN, _EXPORTED = 500, 100_000
_COLUMNS = ("Time", "Who", "What", "To what", "More")


def page() -> None:
    """A part for each, under its own tab where there are several."""
    heading("People")
    directory = resources.workbench().directory
    if directory is None:
        raise SetupError("There are no people on a desk. Set SIGHTLINE_DATABASE for a server.")
    administration = Administration(directory)
    if not may(Right.ADMINISTER):
        account(administration)
        return
    parts = (account, register, collections, log)
    tabs = st.tabs(["You", "Everybody", "Collections", "Log"], key="people-part", on_change="rerun")
    for tab, part in zip(tabs, parts, strict=True):
        if tab.open:
            with tab:
                part(administration)


def log(administration: Administration) -> None:
    """A table of entries, all or those that were refused, and the whole as a file."""
    only = st.segmented_control(
        "Show", ["Everything", "Refused"], default="Everything", required=True, key="people-log"
    )
    action = REFUSED if only == "Refused" else ""
    events = administration.events(_SHOWN, action=action)
    if not events:
        st.info("Nothing has been done yet." if not action else "Nothing was refused so far.")
        return
    names = _names(administration)
    st.dataframe(pd.DataFrame(_rows(events, names)), hide_index=True, height=480)
    st.caption(
        "The newest entries stand first; times are UTC. Of questions only their number is kept, "
        "not their words."
    )
    download(
        "Download the log",
        lambda: log_file(administration.events(_EXPORTED, action=action), names),
        "sightline-log.csv",
    )


def _names(administration: Administration) -> dict[str, str]:
    return {
        **document_names(),
        **{person.id: person_words(person) for person in administration.people()},
        **{each.id: each.name for each in administration.collections()},
    }


def _who(event: Event, names: Mapping[str, str]) -> str:
    """Who it was; a person with the address by which they were let in, since names are theirs."""
    if event.person:
        return names.get(event.person, f"{event.name} ({event.person})")
    return event.name or "nobody known"


def log_file(events: Sequence[Event], names: Mapping[str, str]) -> str:
    """Entries as CSV; people and documents by `names`, none of which a spreadsheet computes."""
    return as_table(_rows(events, names), _COLUMNS, TableForm.CSV)


def _rows(events: Sequence[Event], names: Mapping[str, str]) -> list[dict[str, str]]:
    cells = (
        (
            f"{event.at:%Y-%m-%d %H:%M:%S}",
            _who(event, names),
            event.action,
            names.get(event.subject, event.subject),
            _ID.sub(lambda id_: names.get(id_[0], id_[0]), event.note),
        )
        for event in events
    )
    return [dict(zip(_COLUMNS, row, strict=True)) for row in cells]
