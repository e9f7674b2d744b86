"""What has the focus does not lose it to the whole page where it is drawn anew or taken off."""

from __future__ import annotations

from pathlib import Path

from streamlit.components.v2 import component

_draw = component(
    "sightline_focus", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def keep_focus() -> None:
    """Draws nothing that is seen; to be drawn on every page."""
    _draw(key="focus", height=1)
