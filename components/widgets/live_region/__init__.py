"""Words for screen readers, said when they change."""

from __future__ import annotations

from pathlib import Path

from streamlit.components.v2 import component

_draw = component(
    "sightline_live_region",
    js=(Path(__file__).parent / "live_region.js").read_text(encoding="utf-8"),
)


def announce(words: str, *, key: str) -> None:
    """Have a screen reader say these words, unless they were said last."""
    _draw(key=key, data={"words": words}, height=1)
