"""Work that may take long: how far it is, about how long it still takes, and a way to stop it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from components import state
from components.foreign_text import plain
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.delta_generator import DeltaGenerator

    from core.progress import Progress

T = TypeVar("T")

_SETTLED = 2.0
"""Seconds after which the speed is known well enough to say how long it still takes."""
_EVERY = 0.15
"""Seconds between two messages; more would keep the browser busy."""


def long_work(job: Callable[[Progress], T], *, key: str, title: str, unit: str) -> T | None:
    """What the job gives; None while the user has stopped it, with a way to go on.

    Outside of fragments only: a click on Cancel ends the run of the script, and Streamlit does
    that at the next message for a whole run, but not for a fragment.
    """
    stopped = f"sightline.stopped.{key}"
    # A place for each: the browser keeps a button that was clicked beside the one that takes its
    # place, until another is clicked, which then moves away under the pointer: a lost click.
    halted, place = st.empty(), st.empty()
    if state.kept(stopped, False):
        with halted.container(horizontal=True, vertical_alignment="center"):
            st.warning(f"{plain(title)}: stopped.", icon=":material/pause_circle:")
            st.button("Go on", key=f"{key}.go", on_click=lambda: state.keep(stopped, False))
        return None
    with place.container(horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, plain(title), width="stretch")
        st.button("Cancel", key=f"{key}.stop", on_click=lambda: state.keep(stopped, True))
    try:
        result = job(_shown(bar, title, unit))
    except SightlineError:
        place.empty()
        raise
    place.empty()
    return result


def requested_work(
    job: Callable[[Progress], T],
    *,
    request: str,
    offer: Callable[[Callable[[], None]], object],
    key: str,
    title: str,
    unit: str,
) -> T | None:
    """What the job gives once the user asked for it, or None; `offer` draws the way to ask.

    That it was asked for is kept in the session under `request` until the job is done, or failed.
    """
    if not state.kept(request, False):
        offer(lambda: state.keep(request, True))
        return None
    try:
        result = long_work(job, key=key, title=title, unit=unit)
    except SightlineError:
        state.keep(request, False)  # else each rerun would try, and perhaps pay, once more
        raise
    if result is not None:
        state.keep(request, False)
    return result


def message(title: str, unit: str, done: int, total: int, seconds: float) -> str:
    """Such as `Reading: 120 of 900 sentences, about 20 s left`."""
    if not total:
        return title
    words = f"{title}: {done:,} of {total:,} {unit}"
    if not done or seconds < _SETTLED:
        return words
    left = seconds / done * (total - done)
    return (
        f"{words}, about {left / 60:.0f} min left"
        if left > 90
        else f"{words}, about {left:.0f} s left"
    )


def _shown(bar: DeltaGenerator, title: str, unit: str) -> Progress:
    began = shown = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown >= _EVERY:
            shown = now
            words = message(title, unit, done, total, now - began)
            bar.progress(done / max(total, 1), plain(words))

    return progress
