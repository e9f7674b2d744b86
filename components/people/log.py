"""What was done on a server, and what was refused, the newest first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import resources
from components.widgets.download import download
from core.people.base import REFUSED, Event

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.people.administration import Administration

_ID = re.compile(r"\b[0-9a-f]{16}\b")
_SHOWN, _EXPORTED = 500, 100_000


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
    st.dataframe(_table(events, names), hide_index=True, height=480)
    st.caption(
        "The newest entries stand first; times are UTC. Of questions only their number is kept, "
        "not their words."
    )
    download(
        "Download the log",
        lambda: _table(administration.events(_EXPORTED, action=action), names).to_csv(index=False),
        "sightline-log.csv",
    )


def _names(administration: Administration) -> dict[str, str]:
    return {
        **{record.sha: record.name for record in resources.workbench().library.list()},
        **{
            person.id: f"{person.name} ({person.email or person.id})"
            for person in administration.people()
        },
        **{each.id: each.name for each in administration.collections()},
    }


def _who(event: Event, names: Mapping[str, str]) -> str:
    """Who it was; a person with the address by which they were let in, since names are theirs."""
    if event.person:
        return names.get(event.person, f"{event.name} ({event.person})")
    return event.name or "nobody known"


def _table(events: Sequence[Event], names: Mapping[str, str]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "Time": f"{event.at:%Y-%m-%d %H:%M:%S}",
                "Who": _who(event, names),
                "What": event.action,
                "To what": names.get(event.subject, event.subject),
                "More": _ID.sub(lambda id_: names.get(id_[0], id_[0]), event.note),
            }
            for event in events
        ]
    )
