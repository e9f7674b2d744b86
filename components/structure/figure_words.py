"""Descriptions of figures by a language model: shown with the figure, made where a model is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.figure_descriptions import description_in_words, estimate
from components.labels.plan_estimate import estimate_in_words
from components.sign_in import may
from components.widgets.long_work import requested_work
from core.refining.figures import SMALLEST, figures_of
from core.rights import Right
from core.sir import ElementType, Sir
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.workbench.descriptions import Described

_FAILED = "sightline.figures-failed"
_ABOUT = (
    "The language model sees the figure cut out of its page, with its caption. What it says is "
    "kept apart from the document: it is searched, marked as the model's words, and never quoted."
)


def figure_words(sir: Sir, node: int) -> None:
    """The description of a figure, and ways to have it made and taken away."""
    if sir.nodes[node].type is not ElementType.FIGURE or node >= sir.flow:
        return
    bench = resources.workbench()
    known = next((each for each in bench.descriptions.of(sir.document) if each.node == node), None)
    if known:
        st.markdown(description_in_words(known))
    if not may(Right.REVIEW):
        return
    if known:
        st.button(
            "Remove the description",
            key=f"figure-remove-{node}",
            icon=":material/delete:",
            type="tertiary",
            on_click=bench.descriptions.drop,
            args=(sir.document, node),
        )
    figures = figures_of(sir)
    if node in figures.small:
        st.caption(f"Too small to be described: less than {SMALLEST:.0%} of its page.")
    elif node in figures.large:
        _describe(sir, [node], "Describe it again" if known else "Describe this figure", str(node))


def describe_all(sir: Sir) -> None:
    """A way to have all figures of a document described that are not; nothing where there is none.

    Says which of them could not be, and that small ones are left out.
    """
    if failed := state.kept(_FAILED, ""):
        st.warning(plain(failed), icon=":material/warning:")
    missing = resources.workbench().descriptions.missing(sir.document)
    if not missing or resources.workbench().model is None:
        return
    figures = figures_of(sir)
    others = "all" if len(missing) == len(figures.large) else "the other"
    words = number_of(len(missing), "figure")
    label = f"Describe {words}" if len(missing) == 1 else f"Describe {others} {words}"
    _describe(sir, missing, label, "all")
    if figures.small:
        st.caption(
            f"Left out: {number_of(len(figures.small), 'figure')} below {SMALLEST:.0%} of the page."
        )


def _describe(sir: Sir, nodes: Sequence[int], label: str, name: str) -> None:
    bench = resources.workbench()
    if bench.model is None:
        return
    price = estimate_in_words(estimate(len(nodes)), bench.settings)

    def offer(press: Callable[[], None]) -> None:
        st.button(
            label,
            key=f"figure-describe-{name}",
            icon=":material/image_search:",
            help=_ABOUT,
            on_click=press,
        )
        st.caption(f"{plain(bench.model.name if bench.model else '')}: {price}")

    described = requested_work(
        lambda progress: bench.descriptions.make(sir.document, nodes, progress),
        request=f"sightline.describe.{sir.document}.{name}",
        offer=offer,
        key=f"describe.{name}",
        title=f"{bench.model.name} is looking at figures",
        unit="figures",
    )
    if described is not None:
        state.keep(_FAILED, _failures(described))
        st.rerun()


def _failures(described: Described) -> str:
    """What could not be described, with the first reason; empty where all was."""
    if not described.failed:
        return ""
    reason = next(iter(described.failed.values()))
    return f"{number_of(len(described.failed), 'figure')} could not be described. {reason}"
