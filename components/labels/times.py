"""Moments in the time of who looks."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import streamlit as st

if TYPE_CHECKING:
    from datetime import datetime


def local_time(moment: datetime) -> str:
    """Day and time by the clock of the browser; by this machine's where that names no zone."""
    try:
        zone = ZoneInfo(st.context.timezone or "")
    except (KeyError, OSError, ValueError):
        zone = None
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
