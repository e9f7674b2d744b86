"""Draws rows and tells which one was chosen. Tests replace the functions here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from streamlit.components.v2 import component

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from components.widgets.listbox.chunk_rows import ChunkRow
    from components.widgets.listbox.tree_rows import TreeRow

_HERE = Path(__file__).parent
Id = TypeVar("Id", int, str)

_draw = component(
    "sightline_listbox",
    css=(_HERE / "listbox.css").read_text(encoding="utf-8"),
    js=(_HERE / "listbox.js").read_text(encoding="utf-8"),
)


class Column(NamedTuple):
    """A column's name; numbers stand on the right."""

    name: str
    numeric: bool = False


class TableRow(NamedTuple):
    """A row of a table: what a choice gives back, and its cells as they are read."""

    id: str
    cells: tuple[str, ...]


def outline(
    rows: Sequence[TreeRow],
    *,
    key: str,
    name: str,
    label: str,
    selected: int | None,
    on_choose: Callable[[int], None],
) -> None:
    """Rows as a tree that can be folded and searched; a choice gives the row's node index.

    `on_choose` is called once for a choice. What is folded stays so as long as `name` and the rows
    stay the same; `label` is read to blind users.
    """
    _listbox("tree", rows, int, on_choose, key=key, name=name, label=label, selected=selected)


def chunk_list(
    rows: Sequence[ChunkRow],
    *,
    key: str,
    name: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """Chunks under each other, as `outline`; the place in the list is kept with `name`."""
    _listbox("chunks", rows, str, on_choose, key=key, name=name, label=label, selected=selected)


def choice_table(
    columns: Sequence[Column],
    rows: Sequence[TableRow],
    *,
    key: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """Rows under their columns, as `outline`."""
    _listbox(
        "table", rows, str, on_choose, columns, key=key, name=label, label=label, selected=selected
    )


def _listbox(
    kind: str,
    rows: Sequence[tuple[object, ...]],
    id_type: type[Id],
    on_choose: Callable[[Id], None],
    columns: Sequence[Column] = (),
    *,
    key: str,
    name: str,
    label: str,
    selected: Id | None,
) -> None:
    def chosen() -> None:
        row = state.component_value(key, "chosen")
        if isinstance(row, id_type):
            on_choose(row)

    data = {"kind": kind, "rows": rows, "columns": columns, "name": name, "label": label}
    _draw(key=key, data={**data, "selected": selected}, on_chosen_change=chosen)
