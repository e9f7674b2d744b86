"""The bar that tells of decisions about what is in view, by button and by key.

Tests without a browser replace `check_bar` where it is used.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamlit.components.v2 import component

from components import state
from core.history.checks import Decision

if TYPE_CHECKING:
    from collections.abc import Callable

_HERE = Path(__file__).parent
_SERIAL = "sightline.check-bar.serial"
UNDO, COMMENT = "undo", "comment"
_ACTS = frozenset((*Decision, UNDO, COMMENT))
_ITEM = re.compile(r"\d{1,6}\.\d{1,6}", re.ASCII)

_draw = component(
    "sightline_check_bar",
    css=(_HERE / "check_bar.css").read_text(encoding="utf-8"),
    js=(_HERE / "check_bar.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class CheckState:
    """What the bar shows. `item` and `place` name what is in view, `name` is that of its file.

    An item is named by its turn and its number in it, such as `0.2`.

    `lines` is how many lines it has on its pages; `obstacle` says why it cannot be accepted at all.
    `further` says that more lines of the same item are to be seen first. `checked` of `items` are
    decided.
    """

    item: str
    place: str
    name: str
    lines: int
    label: str
    decision: str
    comment: str
    checked: int
    items: int
    further: bool
    undo: bool
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided of an item: a `Decision`, `UNDO` or `COMMENT`.

    `seconds` are those from the moment its lines were in sight.
    """

    act: str
    item: str
    place: str
    seconds: float = 0.0
    comment: str = ""


def check_bar(now: CheckState, *, key: str, on_decided: Callable[[Decided], None]) -> None:
    """The bar; `on_decided` is called before the page is drawn again."""

    def decided() -> None:
        state.keep(_SERIAL, state.kept(_SERIAL, 0) + 1)
        told = _decided(state.component_value(key, "decided"))
        if told:
            on_decided(told)

    data = {**asdict(now), "serial": state.kept(_SERIAL, 0)}
    _draw(key=key, data=data, on_decided_change=decided)


def _decided(value: Any) -> Decided | None:
    """The decision in what the browser sent, which may be anything."""
    match value:
        case {"act": str() as act, "item": str() as item, "place": str() as place} if (
            act in _ACTS and _ITEM.fullmatch(item)
        ):
            seconds, comment = value.get("seconds"), value.get("comment")
            return Decided(
                act,
                item,
                place,
                float(seconds) if isinstance(seconds, int | float) else 0.0,
                comment if isinstance(comment, str) else "",
            )
    return None
