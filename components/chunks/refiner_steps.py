"""The calls of tools by which a language model sliced long sections and refined chunks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components.widgets.agent_steps import agent_step_lines
from core.text.counts import number_of

if TYPE_CHECKING:
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
    count = number_of(len(steps), "step")
    with st.expander(f"What the model did: {count}", icon=":material/psychology:"):
        st.caption(_HELP)
        with st.container(height=_HEIGHT, border=False):
            st.markdown("\n".join(agent_step_lines(map(_named, steps[:_MOST]))))
        if len(steps) > _MOST:
            st.caption(f"The first {_MOST} are listed; each chunk shows its own.")


def chunk_steps(result: ChunkingResult, chunk: Chunk) -> None:
    """The steps on one chunk, behind a click; nothing where there are none."""
    steps = [step for step in result.making.agent_steps if step.chunk == chunk.index]
    if steps:
        with st.expander("How the model came to it", icon=":material/psychology:"):
            st.markdown("\n".join(agent_step_lines(steps)))


def _named(step: AgentStep) -> AgentStep:
    """The step with the chunk that it is about in front of its arguments."""
    chunk = f"chunk {step.chunk + 1}" if step.chunk >= 0 else ""
    return replace(step, arguments=": ".join(filter(None, (chunk, step.arguments))))
