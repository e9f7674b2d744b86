"""The name of a route in its colour."""

from __future__ import annotations

from components.foreign_text import plain
from components.labels.routes import in_words
from core.sir import Route

_COLOURS = {
    Route.STRUCTURAL_RULE.value: "blue",
    Route.SEMANTIC_FLOW.value: "green",
    Route.VISUAL_TOPOLOGY.value: "violet",
}


def badge(route: str) -> str:
    """The name of a route as a coloured badge, in Markdown."""
    return f":{_COLOURS.get(route, 'gray')}-badge[{plain(in_words(route))}]"
