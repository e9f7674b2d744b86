"""What could not be taken over from a file of questions: by kind and document, then by row."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import streamlit as st

from components.evaluate.questions.question_labels import count_in_words
from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.formats.base import Problem

_MOST = 20
"""Problems that are listed by their rows."""
_TALL = 6
"""More lines than these are shown in a box that scrolls."""


def show_problems(problems: Sequence[Problem], name: str) -> None:
    """The problems in short, and all of them as a file; `name` is that of the questions' file."""
    lines, left = listed(problems)
    with st.expander(
        f"Not taken as they are: {len(problems)}", icon=":material/warning:", expanded=True
    ):
        with st.container(height=220 if len(lines) > _TALL else "content", border=False):
            st.markdown("\n".join(f"- {plain(line)}" for line in lines))
        if left or len(lines) < len(problems):
            _download(problems, name, left)


def listed(problems: Sequence[Problem]) -> tuple[list[str], int]:
    """A line for each reason that several have, and for the others one each; how many are left.

    A reason names its document, so those of a document that is not there are told together.
    """
    ordered = sorted(problems, key=lambda problem: problem.reason)
    groups = [list(group) for _, group in groupby(ordered, key=lambda problem: problem.reason)]
    groups.sort(key=len, reverse=True)
    shared = [
        f"{count_in_words(len(group))}, {group[0].row} to {group[-1].row}: {group[0].reason}"
        for group in groups
        if len(group) > 1
    ]
    alone = {group[0] for group in groups if len(group) == 1}
    rows = [str(problem) for problem in problems if problem in alone]
    return [*shared, *rows[:_MOST]], len(rows[_MOST:])


def _download(problems: Sequence[Problem], name: str, left: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "All of them, row by row",
            "\n".join(map(str, problems)) + "\n",
            f"{name} - not taken.txt",
            "text/plain",
            icon=":material/download:",
            on_click="ignore",
        )
        if left:
            st.caption(f"and {left} more")
