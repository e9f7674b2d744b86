"""The element that is looked at while two trees are compared: in one of them, or in both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components import state
from core.parsing.node_places import first_pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.structure.readings.making import Trial
    from core.sir import Sir

NOW, OTHER = "now", "other"
"""The tree that the document has, and the one it is compared with."""

_KEY = "sightline.routes-picked"


class Picked(NamedTuple):
    """The element chosen in either tree, None where it has no counterpart."""

    now: int | None
    other: int | None


def picked(trial: Trial) -> Picked:
    """What is chosen, if it was in this comparison."""
    held = state.kept(_KEY, None)
    if held is None or held[0] != trial.key:
        return Picked(None, None)
    return held[1]


def picker(sir: Sir, trial: Trial, side: str) -> Callable[[int], None]:
    """What to call when an element of a tree is chosen: its page and its counterpart follow."""

    def pick(index: int) -> None:
        back = {other: now for now, other in trial.found.pairs.items()}
        chosen = (
            Picked(index, trial.found.pairs.get(index))
            if side == NOW
            else Picked(back.get(index), index)
        )
        state.keep(_KEY, (trial.key, chosen))
        page = int(first_pages(sir if side == NOW else trial.sir)[index])
        state.select(page=page or state.view().page, node=None)

    return pick
