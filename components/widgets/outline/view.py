"""Draws an outline and tells which row was chosen. Tests replace `outline` here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from streamlit.components.v2 import component

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from components.widgets.outline.rows import Row

_HERE = Path(__file__).parent

_draw = component(
    "sightline_outline",
    css=(_HERE / "outline.css").read_text(encoding="utf-8"),
    js=(_HERE / "outline.js").read_text(encoding="utf-8"),
)


def outline(
    rows: Sequence[Row],
    *,
    key: str,
    name: str,
    label: str,
    selected: int | None,
    on_choose: Callable[[int], None],
) -> None:
    """Rows as a tree; `on_choose` is called once for a choice, with the row's node index.

    What is folded stays so as long as `name` stays the same; `label` is read to blind users.
    """

    def chosen() -> None:
        node = state.component_value(key, "chosen")
        if isinstance(node, int):
            on_choose(node)

    _draw(
        key=key,
        data={"rows": rows, "name": name, "label": label, "selected": selected},
        on_chosen_change=chosen,
    )
