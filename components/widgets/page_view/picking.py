"""A page on which marks are taken and left by clicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from components import state
from components.widgets.page_view.marks import Mark, payload
from components.widgets.page_view.view import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.rendering import PageImage


@dataclass(frozen=True, slots=True)
class Picked:
    """Ids of all marks that are taken on these 1-based pages of `of`."""

    of: str
    pages: tuple[int, ...]
    ids: tuple[str, ...]


def picking_view(
    images: Sequence[PageImage],
    marks: Sequence[Mark],
    taken: Sequence[str],
    *,
    key: str,
    name: str,
    of: str,
    page: int | None = None,
    on_pick: Callable[[Picked], None],
) -> None:
    """Pages on which a click takes a mark or leaves it; with Shift, all from the last one to it.

    Arrows lead from mark to mark, Enter takes it. `taken` are ids; the frame shows the first of
    them, else the 1-based `page`. `of` is the id of what the pages belong to. `on_pick` is called
    before the page is drawn again, with all that is taken.
    """
    counted = f"sightline.picks.{key}"

    def picked() -> None:
        picked_now = _picked(state.component_value(key, "picked"))
        if picked_now:
            state.keep(counted, picked_now[1])
            on_pick(picked_now[0])

    data = payload(images, marks, name=name, selected=next(iter(taken), None), page=page)
    picking = {"of": of, "ids": list(taken), "turn": state.kept(counted, 0)}
    draw(key=key, data={**data, "picking": picking}, on_picked_change=picked)


def _picked(value: Any) -> tuple[Picked, int] | None:
    match value:
        case {"of": str() as of, "pages": [*pages], "ids": [*ids], "turn": int() as turn}:
            numbers = tuple(page for page in pages if isinstance(page, int))
            return Picked(of, numbers, tuple(map(str, ids))), turn
    return None
