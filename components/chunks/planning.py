"""Plans of the language model: offered first, since they cost tokens, then made with progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.chunk_preparation import plan
from components.foreign_text import plain
from components.labels.plan_estimate import estimate, estimate_in_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.configuration import Configuration
    from core.library import DocumentRecord


def is_planned(record: DocumentRecord, config: Configuration, *, key: str) -> bool:
    """Whether the model's plan is there; where it is not, draws the way to it."""
    # Emptied at once: an offer that stays until the run ends would move what is drawn below it.
    offer = st.empty()
    if resources.workbench().chunks.has(record.sha, config):
        return True
    if not state.kept(_wanted(record, config), False):
        with offer.container():
            _offer(record, config, key)
        return False
    return plan(record, config, key=key) is not None


def asks_again(record: DocumentRecord, config: Configuration) -> Callable[[], None]:
    """What to call to have the model plan once more what it failed at."""

    def again() -> None:
        resources.workbench().chunk_again(record.sha, config)
        state.keep(_wanted(record, config), True)

    return again


def _offer(record: DocumentRecord, config: Configuration, key: str) -> None:
    bench = resources.workbench()
    found = estimate(config, len(bench.documents.stream(record.sha)))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Make the plan",
            type="primary",
            icon=":material/auto_awesome:",
            key=f"{key}.plan",
            on_click=lambda: state.keep(_wanted(record, config), True),
        )
        st.caption(
            f"Not planned yet with these settings: the chunks below are cut by rules. A plan "
            f"sends text of this document to {plain(config.model)}: "
            f"{estimate_in_words(found, bench.settings)}.",
            width="stretch",
        )


def _wanted(record: DocumentRecord, config: Configuration) -> str:
    return f"sightline.plan.{record.sha}.{config.chunks_key}"
