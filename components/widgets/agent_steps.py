"""The steps of an agent as people read them: what it thought, what it called, what it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable


class ShownStep(NamedTuple):
    """One call of a tool, in words; the thought is empty where the model said none."""

    tool: str
    arguments: str
    answer: str
    thought: str = ""


def agent_step_lines(steps: Iterable[ShownStep]) -> list[str]:
    """One item of a numbered list for each call, in Markdown."""
    return [f"{number}. {_line(step)}" for number, step in enumerate(steps, 1)]


def _line(step: ShownStep) -> str:
    thought = f"*{plain(step.thought)}*  \n   " if step.thought else ""
    call = f"**{plain(step.tool)}** ({plain(step.arguments)})"
    return f"{thought}{call}  \n   {plain(step.answer)}"
