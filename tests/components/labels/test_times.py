"""Moments are shown by the clock of the browser."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
import streamlit as st

from components.labels.times import local_time

if TYPE_CHECKING:
    from streamlit.runtime.context import ContextProxy

MOMENT = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Berlin", "2026-07-02 00:30"),
        ("America/New_York", "2026-07-01 18:30"),
        (None, f"{MOMENT.astimezone():%Y-%m-%d %H:%M}"),
        ("Nowhere/Atlantis", f"{MOMENT.astimezone():%Y-%m-%d %H:%M}"),
    ],
)
def test_a_moment_is_shown_in_the_zone_of_the_browser(
    zone: str | None, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context: type[ContextProxy] = type(st.context)
    monkeypatch.setattr(context, "timezone", property(lambda _: zone))
    assert local_time(MOMENT) == shown
