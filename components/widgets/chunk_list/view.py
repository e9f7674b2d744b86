"""Draws the list and tells which chunk was chosen. Tests replace `chunk_list` here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from streamlit.components.v2 import component

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from components.widgets.chunk_list.rows import Row

_HERE = Path(__file__).parent

_draw = component(
    "sightline_chunk_list",
    css=(_HERE / "chunk_list.css").read_text(encoding="utf-8"),
    js=(_HERE / "chunk_list.js").read_text(encoding="utf-8"),
)


def chunk_list(
    rows: Sequence[Row],
    *,
    key: str,
    name: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """Rows as a list; `on_choose` is called once for a choice, with the chunk's id.

    The place in the list is kept as long as `name` stays the same; `label` is read to blind
    users.
    """

    def chosen() -> None:
        chunk = state.component_value(key, "chosen")
        if isinstance(chunk, str):
            on_choose(chunk)

    _draw(
        key=key,
        data={"rows": rows, "name": name, "label": label, "selected": selected},
        on_chosen_change=chosen,
    )
