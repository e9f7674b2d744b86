"""A place in a block that scrolls, brought in sight once what it stands for is another."""

from __future__ import annotations

from pathlib import Path

from streamlit.components.v2 import component

_draw = component(
    "sightline_scroll_anchor",
    js=(Path(__file__).parent / "scroll_anchor.js").read_text(encoding="utf-8"),
)


def scroll_anchor(value: str, *, key: str, nearest: bool = False) -> None:
    """The block around this place is scrolled to it whenever `value` is another than before.

    It comes to the top of the block; with `nearest` it stays where it is if it can be seen.
    """
    _draw(key=key, data={"key": key, "value": value, "nearest": nearest}, height=1)
