"""A place in a block that scrolls, brought to its top once what it stands for is another."""

from __future__ import annotations

from pathlib import Path

from streamlit.components.v2 import component

_draw = component(
    "sightline_scroll_anchor",
    js=(Path(__file__).parent / "scroll_anchor.js").read_text(encoding="utf-8"),
)


def scroll_anchor(value: str, *, key: str) -> None:
    """The block around this place is scrolled to it whenever `value` is another than before."""
    _draw(key=key, data={"key": key, "value": value}, height=1)
