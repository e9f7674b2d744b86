"""The sweeps of this library: how far each is, ways to stop and go on, and to its results."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary, show_error
from components.foreign_text import plain
from components.labels.settings import asked_words, time_words
from components.labels.times import local_time
from components.widgets.auto_refresh import redrawn
from core.errors import SightlineError
from core.evaluation.estimate import Speed, measured_speed
from core.evaluation.sweeps.base import State, SweepStatus
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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
    return [sweep for sweep in resources.sweeps().list() if not sweep.part_of]


def kept_sweeps() -> None:
    """All sweeps; while one runs, the list draws itself anew, and the page when it has ended."""
    _say_error()
    sweeps = listed_sweeps()
    state.keep(_ENDED, _ended(sweeps))
    if not sweeps:
        st.markdown("None yet. Start one: results appear here, and on *Results*, while it runs.")
        return
    every = _EVERY if any(sweep.state in ACTIVE for sweep in sweeps) else None
    redrawn(_draw, every)


def speed() -> Speed:
    """How fast sweeps were here before."""
    done = [sweep for sweep in listed_sweeps() if sweep.done][:_LATEST]
    stamp = tuple((sweep.key, sweep.done) for sweep in done)
    results = (resources.sweeps().result(sweep.key) for sweep in done)
    costs = (setting.cost for result in results for setting in result.scored if setting.cost)
    return state.remembered(_SPEED, stamp, lambda: measured_speed(costs))


def when(status: SweepStatus) -> str:
    """The day and the time of a sweep's start, as the browser's clock shows them."""
    return local_time(datetime.fromisoformat(status.created)) if status.created else ""


def _draw() -> None:
    sweeps = listed_sweeps()
    # A click in here may lead to the results, which the page draws.
    if _ended(sweeps) != state.kept(_ENDED, frozenset()) or state.view().look != "sweep":
        st.rerun()
    with Boundary():
        for sweep in sweeps:
            _sweep(sweep)


def _ended(sweeps: Sequence[SweepStatus]) -> frozenset[str]:
    return frozenset(sweep.key for sweep in sweeps if sweep.state not in ACTIVE)


def _sweep(sweep: SweepStatus) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(sweep.name)}** {_BADGES[sweep.state]}", width="stretch")
            _buttons(sweep)
        if sweep.state is State.DONE:
            st.caption(_facts(sweep))
            return
        st.progress(sweep.done / max(sweep.total, 1), _progress_words(sweep))
        st.caption(_facts(sweep))
        if sweep.problem:
            st.warning(plain(sweep.problem), icon=":material/error:")
        for words, share in sweep.running if sweep.state is State.RUNNING else ():
            st.caption(f":material/hourglass_top: {plain(words)} · {share:.0%}")


def _progress_words(sweep: SweepStatus) -> str:
    """Such as `12 of 32 settings, about 40 s left`."""
    words = f"{sweep.done:,} of {number_of(sweep.total, 'setting')}"
    if sweep.state is State.RUNNING and sweep.seconds_left is not None:
        words += f", about {time_words(sweep.seconds_left)} left"
    return words


def _facts(sweep: SweepStatus) -> str:
    total = number_of(sweep.total, "setting")
    asked = asked_words(sweep.questions, sweep.answerable)
    by = f" · answered by {plain(sweep.answered_by)}" if sweep.answered_by else ""
    lost = f" · {sweep.failed:,} failed" if sweep.failed else ""
    return f"{plain(sweep.question_set)} · {total} × {asked} · {when(sweep)}{by}{lost}"


def _buttons(sweep: SweepStatus) -> None:
    runner = resources.sweeps()
    if sweep.done:
        st.button(
            "Results",
            key=f"sweep-see-{sweep.key}",
            icon=":material/leaderboard:",
            on_click=lambda: state.select(look="results", sweep=sweep.key),
        )
    if sweep.state in ACTIVE:
        _button(sweep, "Pause", "pause", runner.pause, "No further setting is begun.")
    elif sweep.state is State.DONE and sweep.failed:
        words = f"Scores {number_of(sweep.failed, 'setting')} once more; what is scored stays."
        _button(sweep, "Try failed again", "again", runner.resume, words)
    elif sweep.state is not State.DONE:
        _button(sweep, "Resume", "resume", runner.resume, "Goes on; what is scored stays.")
    if sweep.state in ACTIVE | {State.PAUSED}:
        _button(sweep, "Cancel", "cancel", runner.cancel, "Stops at once; what is scored stays.")
    with st.popover("", icon=":material/delete:", help="Delete", key=f"sweep-bin-{sweep.key}"):
        st.markdown(
            f"Delete **{plain(sweep.name)}** with its results? They cannot be brought back."
        )
        st.button(
            "Delete for good",
            type="primary",
            key=f"sweep-delete-{sweep.key}",
            on_click=_try,
            args=(_delete, sweep.key),
        )


def _button(
    sweep: SweepStatus, label: str, name: str, act: Callable[[str], None], words: str
) -> None:
    key = f"sweep-{name}-{sweep.key}"
    st.button(label, key=key, on_click=_try, args=(act, sweep.key), help=words)


def _delete(key: str) -> None:
    resources.sweeps().delete(key)
    chosen = [
        other_key
        for other_key in (state.view().sweep or "").split(",")
        if other_key and other_key != key
    ]
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
