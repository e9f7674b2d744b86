"""The calls of tools by which a language model sliced long sections and refined chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.widgets.agent_steps import ShownStep, agent_step_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import AgentStep, Chunk, ChunkingResult, Making

_MOST = 100
"""Steps that are listed; a long document may have thousands."""
_HEIGHT = 360
"""Of the list (px)."""
_HELP = (
    "The model is told the heading, the first words and the open expressions of chunks. It looks "
    "up sentences before them (SIR_Query), and gives each a signature and what its terms mean "
    "(Chunk_Enhancer). What it gives is checked; long sections were sliced first (Semantic_Slicer)."
)


def all_steps(making: Making) -> None:
    """Every step, behind a click; nothing where no model took any."""
    steps = making.agent_steps
    if not steps:
        return
    count = "1 step" if len(steps) == 1 else f"{len(steps):,} steps"
    with st.expander(f"What the model did: {count}", icon=":material/psychology:"):
        st.caption(_HELP)
        with st.container(height=_HEIGHT, border=False):
            _listed([_named(step) for step in steps[:_MOST]])
        if len(steps) > _MOST:
            st.caption(f"The first {_MOST} are listed; each chunk shows its own.")


def chunk_steps(result: ChunkingResult, chunk: Chunk) -> None:
    """The steps on one chunk, behind a click; nothing where there are none."""
    steps = [step for step in result.making.agent_steps if step.chunk == chunk.index]
    if steps:
        with st.expander("How the model came to it", icon=":material/psychology:"):
            _listed([_shown(step) for step in steps])


def _listed(steps: Sequence[ShownStep]) -> None:
    st.markdown("\n".join(agent_step_lines(steps)))


def _named(step: AgentStep) -> ShownStep:
    chunk = f"chunk {step.chunk + 1}" if step.chunk >= 0 else ""
    shown = _shown(step)
    return shown._replace(arguments=": ".join(filter(None, (chunk, shown.arguments))))


def _shown(step: AgentStep) -> ShownStep:
    return ShownStep(step.tool, step.arguments, step.answer, step.thought)
