"""The sweeps of this library: how far each is, ways to stop and go on, and to its results."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary, show_error
from components.foreign_text import plain
from components.labels.settings import asked_words, count_words, time_words
from components.widgets.auto_refresh import redrawn
from core.errors import SightlineError
from core.evaluation.estimate import Speed, measured_speed
from core.evaluation.sweeps.base import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.evaluation.sweeps.base import SweepStatus

ACTIVE = frozenset({State.WAITING, State.RUNNING})
"""States in which something goes on."""
_EVERY = 1.0
"""Seconds after which the list is drawn anew while a sweep runs."""
_ERROR = "sightline.sweep.error"
_ENDED = "sightline.sweep.ended"
_SPEED = "sightline.sweep.speed"
_BADGES = {
    State.WAITING: ":gray-badge[waiting]",
    State.RUNNING: ":blue-badge[running]",
    State.PAUSED: ":orange-badge[paused]",
    State.CANCELLED: ":gray-badge[cancelled]",
    State.DONE: ":green-badge[done]",
    State.BROKEN: ":red-badge[stopped]",
}
_LATEST = 3
"""Sweeps from which the speed is taken."""


def listed_sweeps() -> list[SweepStatus]:
    """All sweeps that someone started, the newest first; not the parts of a search."""
    return [one for one in resources.sweeps().list() if not one.part_of]


def kept_sweeps() -> None:
    """All sweeps; while one runs, the list draws itself anew, and the page when it has ended."""
    _say_error()
    found = listed_sweeps()
    state.keep(_ENDED, _ended(found))
    if not found:
        st.markdown("None yet. Start one: results appear here, and on *Results*, while it runs.")
        return
    every = _EVERY if any(one.state in ACTIVE for one in found) else None
    redrawn(_draw, every)


def speed() -> Speed:
    """How fast sweeps were here before."""
    done = [one for one in listed_sweeps() if one.done][:_LATEST]
    stamp = tuple((one.key, one.done) for one in done)
    held = state.kept(_SPEED, None)
    if held is None or held[0] != stamp:
        results = (resources.sweeps().result(one.key) for one in done)
        costs = (one.cost for result in results for one in result.scored if one.cost)
        held = stamp, measured_speed(costs)
        state.keep(_SPEED, held)
    return held[1]


def when(status: SweepStatus) -> str:
    """The day and the time of a sweep's start, in the time of this machine."""
    if not status.created:
        return ""
    return datetime.fromisoformat(status.created).astimezone().strftime("%d %b %Y, %H:%M")


def _draw() -> None:
    found = listed_sweeps()
    # A click in here may lead to the results, which the page draws.
    if _ended(found) != state.kept(_ENDED, frozenset()) or state.view().look != "sweep":
        st.rerun()
    with Boundary():
        for one in found:
            _sweep(one)


def _ended(found: Sequence[SweepStatus]) -> frozenset[str]:
    return frozenset(one.key for one in found if one.state not in ACTIVE)


def _sweep(one: SweepStatus) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(one.name)}** {_BADGES[one.state]}", width="stretch")
            _buttons(one)
        if one.state is State.DONE:
            st.caption(_facts(one))
            return
        st.progress(one.done / max(one.total, 1), _progress_words(one))
        st.caption(_facts(one))
        if one.problem:
            st.warning(plain(one.problem), icon=":material/error:")
        for words, share in one.running if one.state is State.RUNNING else ():
            st.caption(f":material/hourglass_top: {plain(words)} · {share:.0%}")


def _progress_words(one: SweepStatus) -> str:
    """Such as `12 of 32 settings, about 40 s left`."""
    said = f"{one.done} of {count_words(one.total, 'setting')}"
    if one.state is State.RUNNING and one.seconds_left is not None:
        said += f", about {time_words(one.seconds_left)} left"
    return said


def _facts(one: SweepStatus) -> str:
    total = count_words(one.total, "setting")
    asked = asked_words(one.questions, one.answerable)
    lost = f" · {one.failed} failed" if one.failed else ""
    return f"{plain(one.question_set)} · {total} × {asked} · {when(one)}{lost}"


def _buttons(one: SweepStatus) -> None:
    runner = resources.sweeps()
    if one.done:
        st.button(
            "Results",
            key=f"sweep-see-{one.key}",
            icon=":material/leaderboard:",
            on_click=lambda: state.select(look="results", sweep=one.key),
        )
    if one.state in ACTIVE:
        _button(one, "Pause", "pause", runner.pause, "No further setting is begun.")
    elif one.state is State.DONE and one.failed:
        words = f"Scores {count_words(one.failed, 'setting')} once more; what is scored stays."
        _button(one, "Try failed again", "again", runner.resume, words)
    elif one.state is not State.DONE:
        _button(one, "Resume", "resume", runner.resume, "Goes on; what is scored stays.")
    if one.state in ACTIVE | {State.PAUSED}:
        _button(one, "Cancel", "cancel", runner.cancel, "Stops at once; what is scored stays.")
    with st.popover("", icon=":material/delete:", help="Delete", key=f"sweep-bin-{one.key}"):
        st.markdown(f"Delete **{plain(one.name)}** with its results? They cannot be brought back.")
        st.button(
            "Delete for good",
            type="primary",
            key=f"sweep-delete-{one.key}",
            on_click=_try,
            args=(_delete, one.key),
        )


def _button(
    one: SweepStatus, label: str, name: str, act: Callable[[str], None], words: str
) -> None:
    key = f"sweep-{name}-{one.key}"
    st.button(label, key=key, on_click=_try, args=(act, one.key), help=words)


def _delete(key: str) -> None:
    resources.sweeps().delete(key)
    chosen = [one for one in (state.view().sweep or "").split(",") if one and one != key]
    state.select(sweep=",".join(chosen) or None)


def _try(act: Callable[[str], None], key: str) -> None:
    """Do it; an error is shown when the page is drawn, for a callback has no place for it."""
    try:
        act(key)
    except SightlineError as error:
        state.keep(_ERROR, error)
    state.keep(_ENDED, None)


def _say_error() -> None:
    if error := state.kept(_ERROR, None):
        state.keep(_ERROR, None)
        show_error(error)
