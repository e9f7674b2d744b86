"""Draws a table and tells which row was chosen. Tests replace `choice_table` here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from streamlit.components.v2 import component

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_HERE = Path(__file__).parent

_draw = component(
    "sightline_choice_table",
    css=(_HERE / "choice_table.css").read_text(encoding="utf-8"),
    js=(_HERE / "choice_table.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name; numbers stand on the right."""

    name: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A row: what a choice gives back, and its cells as they are read."""

    id: str
    cells: tuple[str, ...]


def choice_table(
    columns: Sequence[Column],
    rows: Sequence[ChoiceRow],
    *,
    key: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """The rows under their columns; `on_choose` is called once for a choice, with the row's id."""

    def chosen() -> None:
        row = state.component_value(key, "chosen")
        if isinstance(row, str):
            on_choose(row)

    _draw(
        key=key,
        data={
            "label": label,
            "columns": [{"name": held.name, "numeric": held.numeric} for held in columns],
            "rows": [{"id": row.id, "cells": row.cells} for row in rows],
            "selected": selected,
        },
        on_chosen_change=chosen,
    )
