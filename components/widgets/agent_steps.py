"""The steps of an agent as people read them: what it thought, what it called, what it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.chunking.base import AgentStep


def agent_step_lines(steps: Iterable[AgentStep]) -> list[str]:
    """One item of a numbered list for each call, in Markdown."""
    return [f"{number}. {_line(step)}" for number, step in enumerate(steps, 1)]


def _line(step: AgentStep) -> str:
    thought = f"*{plain(step.thought)}*  \n   " if step.thought else ""
    call = f"**{plain(step.tool)}** ({plain(step.arguments)})"
    return f"{thought}{call}  \n   {plain(step.answer)}"
