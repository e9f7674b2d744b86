"""Each route has a badge."""

from __future__ import annotations

from components.structure.route_card import badge
from core.sir import Route


def test_every_route_has_a_badge_of_its_own() -> None:
    assert len({badge(route).split("-")[0] for route in Route}) == len(Route)
    assert badge("visual_topology") == ":violet-badge[Visual topology]"
