"""Signed answers as a table; a chosen row is reopened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import state
from components.answers.check_words import decisions_in_words
from components.widgets.listbox import Column, TableRow, choice_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.history.signed_answers import KeptAnswer

_COLUMNS = (
    Column("Question"),
    Column("Signed by"),
    Column("Signed (UTC)"),
    Column("Documents"),
    Column("Checks"),
    Column("Tags"),
)
_LONGEST = 90


def answer_list(answers: Sequence[KeptAnswer]) -> None:
    """One row an answer, in the order in which they are given."""
    choice_table(
        _COLUMNS,
        [TableRow(answer.id, _cells(answer)) for answer in answers],
        key="history-table",
        label="Signed answers",
        selected=state.view().signed,
        on_choose=lambda answer: state.select(signed=answer),
    )


def _cells(answer: KeptAnswer) -> tuple[str, ...]:
    if answer.problem or answer.signed_at is None:
        return (f"{answer.id} (damaged)", "", "", "", "", "")
    question = " ".join(answer.question.split())
    return (
        question if len(question) <= _LONGEST else f"{question[:_LONGEST]}…",
        answer.signer,
        answer.signed_at.strftime("%Y-%m-%d %H:%M"),
        ", ".join(name for _, name in answer.documents),
        decisions_in_words(answer.items, answer.decisions),
        ", ".join(answer.tags),
    )
