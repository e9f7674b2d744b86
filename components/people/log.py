"""What was done on a server, and what was refused, the newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import resources
from components.widgets.download import download
from core.people.base import REFUSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.people.administration import Administration
    from core.people.base import Event

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
    st.dataframe(_table(events), hide_index=True, height=480)
    st.caption(
        f"The last {len(events)} entries; times are UTC. Of questions only their number is kept, "
        "not their words."
    )
    download(
        "Download the log",
        lambda: _table(administration.events(_EXPORTED, action=action)).to_csv(index=False),
        "sightline-log.csv",
    )


def _table(events: Sequence[Event]) -> pd.DataFrame:
    names = {record.sha: record.name for record in resources.workbench().library.list()}
    return pd.DataFrame(
        [
            {
                "Time": f"{event.at:%Y-%m-%d %H:%M:%S}",
                "Who": event.name or "nobody known",
                "What": event.action,
                "To what": names.get(event.subject, event.subject),
                "More": event.note,
            }
            for event in events
        ]
    )
