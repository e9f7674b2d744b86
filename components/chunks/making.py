"""Making the chunks that a page shows, with progress where that takes long, and noting them."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.chunk_preparation import by_model, is_ready, plan
from components.chunks.chunk_marks import owner_at
from components.foreign_text import plain
from components.labels.plan_estimate import estimate, estimate_in_words
from components.widgets.long_work import long_work
from core.chunking import PLANNED

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.chunking.base import ChunkingResult
    from core.configuration import Configuration
    from core.library import DocumentRecord

_SHOWN = "sightline.chunked-by"
_FOLLOWED = "sightline.followed-chunk"
"""The chunk that settings have put in the place of a chosen one, and the first token of that."""
_LONG = 50_000
"""Tokens of a document above which the rules that stand in for a model, and those of the Refiner,
take seconds."""


class Made(NamedTuple):
    """A chunking, and the seconds it took when it was made in this session.

    `config` is what it was made by: not that of the form while a plan of the model is still to
    be asked for.
    """

    result: ChunkingResult
    seconds: float
    config: Configuration


def make_chunks(record: DocumentRecord, config: Configuration, *, key: str) -> Made | None:
    """The chunks of a document; None while the user has stopped the embedding of sentences.

    A plan of the language model is made when the user asks for it; until then, chunks by rules.
    """
    bench = resources.workbench()
    bench.documents.stream(record.sha)
    began = time.perf_counter()
    # A place of its own: the browser loses clicks on a Cancel that takes the place of other rows.
    with st.container():
        if by_model(config) and not is_planned(record, config, key=key):
            config = replace(config, model="")
        if not is_ready(record, config, key=key) or not _is_cut(record, config, key):
            return None
    if not by_model(config):
        began = time.perf_counter()
    result = bench.chunks.of(record.sha, config)
    seconds = state.kept(
        f"sightline.took.{record.sha}.{config.chunks_key}", time.perf_counter() - began
    )
    return Made(result, seconds, config)


def follow(record: DocumentRecord, made: Made) -> None:
    """After a change of settings, a selected chunk becomes the one that now holds its start.

    That of the chunk which was chosen: whatever is tried in between, the passage stays the same.
    One that the settings before did not make stays, too: a link may name it.
    """
    chosen = state.view().chunk
    before: Configuration | None = state.kept(_SHOWN, None)
    state.keep(_SHOWN, made.config)
    if not chosen or before is None or before == made.config or chosen in made.result.by_id:
        return
    start = _start(record, before, chosen)
    if start is not None and made.result.chunks:
        now = owner_at(made.result, start).id
        state.keep(_FOLLOWED, (now, start, _tree(record)))
        state.select(chunk=now)


def _start(record: DocumentRecord, before: Configuration, chunk_id: str) -> int | None:
    """The first token of what was chosen, as far as the chunks made before are still known."""
    followed, start, tree = state.kept(_FOLLOWED, ("", 0, ""))
    if followed == chunk_id and tree == _tree(record):
        return start
    chunks = resources.workbench().chunks
    if not chunks.has(record.sha, before):
        return None
    chunk = chunks.of(record.sha, before).by_id.get(chunk_id)
    return chunk.cut.start if chunk else None


def _tree(record: DocumentRecord) -> str:
    return resources.workbench().documents.tree_key(record.sha)


def _is_cut(record: DocumentRecord, config: Configuration, key: str) -> bool:
    """Whether the rules have gone through a long document, with progress; short ones wait."""
    bench = resources.workbench()
    slow = config.strategy in PLANNED or config.refining.adds
    if (
        not slow
        or len(bench.documents.stream(record.sha)) <= _LONG
        or bench.chunks.has(record.sha, config)
    ):
        return True
    cut = long_work(
        lambda progress: bench.chunks.of(record.sha, config, progress),
        key=f"{key}.cut.{record.sha}.{config.chunks_key}",
        title=f"Cutting {record.name}",
        unit="steps",
    )
    return cut is not None


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
    estimated = estimate(config, len(bench.documents.stream(record.sha)))
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
            f"{estimate_in_words(estimated, bench.settings)}.",
            width="stretch",
        )


def _wanted(record: DocumentRecord, config: Configuration) -> str:
    return f"sightline.plan.{record.sha}.{config.chunks_key}"
