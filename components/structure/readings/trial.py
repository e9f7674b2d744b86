"""Running another route on a document, and making it the document's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.routes import within
from components.sign_in import may
from components.widgets.long_work import requested_work
from core.parsing.adapters import parser_title
from core.parsing.corrections import apply_corrections
from core.parsing.node_places import first_pages
from core.parsing.tree_comparison import Comparison, compare
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import DocumentRecord
    from core.sir import Sir

_TRIAL = "sightline.trial"
"""The trial shown last; one only, because a tree is large."""


NOW, OTHER = "now", "other"
"""The tree that the document has, and the one it is compared with."""
_KEY = "sightline.routes-picked"


class Trial(NamedTuple):
    """The tree of another parser beside the present one, and how they differ.

    `key` names the document, this tree and the tree it is compared with.
    """

    key: tuple[str, str, str]
    parser: str
    sir: Sir
    found: Comparison
    seconds: float | None


def make_trial(record: DocumentRecord, sir: Sir, parser: str) -> Trial | None:
    """What another parser makes of a document; None until the user runs it, or when stopped."""
    bench = resources.workbench()
    if not _is_made(record, parser):
        return None
    documents = bench.documents
    key = (record.sha, documents.route_key(record.sha, parser), documents.tree_key(record.sha))

    def read() -> Trial:
        corrections = documents.corrections(record.sha)
        other = apply_corrections(documents.trial(record.sha, parser), corrections)
        seconds = documents.route_seconds(record.sha, parser)
        return Trial(key, parser, other, compare(sir, other), seconds)

    return state.remembered(_TRIAL, key, read)


def _is_made(record: DocumentRecord, parser: str) -> bool:
    """Whether the tree is there; where it is not, draws the way to make it."""
    bench = resources.workbench()
    if bench.documents.route_seconds(record.sha, parser) is not None:
        return True
    tree = requested_work(
        lambda progress: bench.documents.trial(record.sha, parser, progress),
        request=f"sightline.asked.{record.sha}.{parser}",
        offer=lambda press: st.button(
            f"Run {plain(within(parser))}",
            type="primary",
            icon=":material/play_arrow:",
            key=f"run-{parser}",
            help="Parses the document once more, beside what it has now. Nothing changes until "
            "you choose to use the result.",
            on_click=press,
        ),
        key=f"trial.{record.sha}.{parser}",
        title=parser_title(parser),
        unit="pages",
    )
    return tree is not None


def use_button(record: DocumentRecord, trial: Trial) -> None:
    """Makes the other tree the document's own, after a question, for those who may edit."""
    if not may(Right.EDIT):
        return
    with st.popover(f"Use {plain(within(trial.parser))}", icon=":material/check:"):
        st.markdown(
            "The document takes this structure in place of the one it has. Its chunks and its "
            "entries in the index are made anew when they are next needed. Corrections by hand "
            "are kept and applied again. You can change back at any time."
        )
        used = requested_work(
            lambda progress: resources.workbench().documents.use_route(
                record.sha, trial.parser, progress
            ),
            request=f"sightline.use.{record.sha}.{trial.parser}",
            offer=lambda press: st.button("Use this route", type="primary", on_click=press),
            key=f"use.{record.sha}.{trial.parser}",
            title=parser_title(trial.parser),
            unit="pages",
        )
    if used is not None:
        state.select(node=None, chunk=None, citation=None)
        st.rerun()


class Picked(NamedTuple):
    """The element chosen in either tree, None where it has no counterpart."""

    now: int | None
    other: int | None


def picked(trial: Trial) -> Picked:
    """What is chosen, if it was in this comparison."""
    choice = state.kept(_KEY, None)
    if choice is None or choice[0] != trial.key:
        return Picked(None, None)
    return choice[1]


def picker(sir: Sir, trial: Trial, side: str) -> Callable[[int], None]:
    """What to call when an element of a tree is chosen: its page and its counterpart follow."""

    def pick(index: int) -> None:
        back = {other: now for now, other in trial.found.pairs.items()}
        chosen = (
            Picked(index, trial.found.pairs.get(index))
            if side == NOW
            else Picked(back.get(index), index)
        )
        state.keep(_KEY, (trial.key, chosen))
        page = int(first_pages(sir if side == NOW else trial.sir)[index])
        state.select(page=page or state.view().page, node=None)

    return pick
