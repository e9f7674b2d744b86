"""Limits that may be changed; they are kept in the data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources
from core.settings import Settings, Source, save_settings, sources

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_LIMITS = {
    "max_upload_mb": "Largest file (MB)",
    "max_pages": "Most pages",
    "parse_seconds": "Time for a document (s)",
    "parse_seconds_per_page": "Time added for a page (s)",
    "page_seconds": "Longest time for one page (s)",
    "parse_memory_mb": "Memory for a parsing process (MB)",
    "parse_workers": "Processes that parse",
}


def limits() -> None:
    """A form of the limits. What the environment sets can be seen here, but not changed."""
    settings = resources.workbench().settings
    origin = sources(settings)
    st.subheader("Limits", anchor=False)
    with st.form("limits"):
        columns = st.columns(2)
        given = {
            name: _field(columns[at % 2], settings, name, origin[name])
            for at, name in enumerate(_LIMITS)
        }
        if st.form_submit_button("Save"):
            changes = {
                name: value for name, value in given.items() if value != getattr(settings, name)
            }
            save_settings(settings, changes)
            resources.restart()
            st.toast("Saved. The limits hold from the next file on.")


def _field(place: Any, settings: Settings, name: str, origin: Source) -> int | float:
    info = Settings.model_fields[name]
    value = getattr(settings, name)
    fixed = origin is Source.ENVIRONMENT
    said = f"{info.description} Set by the environment." if fixed else info.description
    low, high = bounds(info)
    kind = type(value)
    return place.number_input(
        _LIMITS[name], kind(low), kind(high), value, key=f"limit-{name}", help=said, disabled=fixed
    )


def bounds(info: FieldInfo) -> tuple[float, float]:
    """Least and greatest value that a field takes; above an open lower bound by a tenth."""
    low = high = 0.0
    for rule in info.metadata:
        low = getattr(rule, "ge", low)
        low = rule.gt + 0.1 if hasattr(rule, "gt") else low
        high = getattr(rule, "le", high)
    return low, high
