"""Colours of marks: told apart by people with a colour vision deficiency, and by neighbours."""

from __future__ import annotations

CYCLE = (
    "#0072b2",  # blue
    "#d55e00",  # vermilion
    "#00825f",  # green
    "#b8458f",  # purple
    "#8a6d00",  # olive
    "#4a4ac8",  # indigo
)
"""Neighbours differ also without red or green cones, and each stands out on white paper.

Source: the first four follow Okabe and Ito, Color Universal Design, darkened for contrast.
"""

PLAIN = "#56606e"
"""For a mark that belongs to nothing that has a colour of its own."""


def colour_of(index: int) -> str:
    """The colour of the n-th chunk or citation, counted from 0, as `#rrggbb`."""
    return CYCLE[index % len(CYCLE)]
