"""How a language model came to its decision: what it said, what it asked, what it was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.structure.inspection_labels import answer_in_short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.inspection.results import Inspection, Step
    from core.llm.model import ModelUse


def steps(found: Inspection) -> None:
    """The calls of tools in their order, and what they cost; nothing where the policy decided."""
    if not found.decided_by:
        return
    st.subheader(f"How {plain(found.decided_by)} came to it", anchor=False)
    st.markdown("\n".join(step_lines(found.steps)))
    cost = f" {use_in_words(found.use)}" if found.use else ""
    st.caption(
        "It was given the id of the document and these answers, never its name or its text." + cost
    )


def step_lines(made: Sequence[Step]) -> list[str]:
    """One item of a numbered list for each call, in Markdown."""
    return [f"{number}. {_line(step)}" for number, step in enumerate(made, 1)]


def use_in_words(use: ModelUse) -> str:
    """Calls and tokens, in a sentence or two."""
    calls = "1 call" if use.calls == 1 else f"{use.calls} calls"
    said = f"{calls}: {use.usage.input:,} tokens sent, {use.usage.output:,} answered."
    return f"{said} {use.cached} of them came from the cache." if use.cached else said


def _line(step: Step) -> str:
    given = ", ".join(f"{name}={value}" for name, value in step.arguments.items())
    thought = f"*{plain(step.thought)}*  \n   " if step.thought else ""
    call = f"**{plain(step.tool)}** ({plain(given)})"
    return f"{thought}{call}  \n   {plain(answer_in_short(step))}"
