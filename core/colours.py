"""Colours of marks: told apart by people with a colour vision deficiency, and by neighbours."""

from __future__ import annotations

CYCLE = (
    "#0072b2",  # blue
    "#9a6a00",  # ochre
    "#8a5fd0",  # violet
    "#00825f",  # green
    "#1d3f94",  # navy
    "#c0282d",  # red
)
"""Found by search among 18 colours for the greatest least distance of neighbours (OKLab), over
common vision, protanopia and deuteranopia; each also stands out on white paper.
The ochre is a shade darker than found, so that white numbers on it can be read (4.5 to 1).
"""

PLAIN = "#56606e"
"""For a mark that belongs to nothing that has a colour of its own."""

EXPLAINS = "#b5157c"
"""For words elsewhere that explain a chunk: a magenta, unlike any colour of the cycle."""

ONE_SIDED = (EXPLAINS, "#1d2530")
"""For where only the first, or only the second, of two chunkings cuts: no context is explained
where two are compared, and the near black is drawn dashed."""


WHITE, BLACK = "#ffffff", "#000000"

_SHARE_ON_DARK = 0.55
"""Of a colour, the rest white, on dark paper: the darkest of the cycle stands out by over 3."""


def mixed(colour: str, share: float, paper: str = WHITE) -> str:
    """So much (0 to 1) of a colour on paper, all as `#rrggbb`."""
    pairs = ((int(colour[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(ground + (ink - ground) * share):02x}" for ink, ground in pairs)


def on_dark(colour: str) -> str:
    """A colour `#rrggbb`, lightened for dark paper."""
    return mixed(colour, _SHARE_ON_DARK)


def colour_of(index: int) -> str:
    """The colour of the n-th chunk or citation, counted from 0, as `#rrggbb`."""
    return CYCLE[index % len(CYCLE)]
