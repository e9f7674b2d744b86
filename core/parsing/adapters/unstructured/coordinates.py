"""Points of Unstructured, whose system says from which corner of the page they are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import number, sequence, string

if TYPE_CHECKING:
    from core.geometry import Box
    from core.parsing.adapters.page_frames import PageFrames

_RELATIVE = "RelativeCoordinateSystem"
_FROM_BELOW = frozenset({"PointSpace", _RELATIVE})
_MOST_POINTS = 1000


def edges(coordinates: dict[str, Any], page: int, frames: PageFrames) -> Box | None:
    """Left, top, right, bottom as fractions of the page; None where there are no such points."""
    points = sequence(coordinates.get("points"))[:_MOST_POINTS]
    places = [place for place in map(_place, points) if place]
    size = _size(coordinates, page, frames)
    if len(places) < 2 or size is None:
        return None
    across = [x / size[0] for x, _ in places]
    down = [y / size[1] for _, y in places]
    top, bottom = min(down), max(down)
    if string(coordinates.get("system")) in _FROM_BELOW:
        top, bottom = 1 - bottom, 1 - top
    return min(across), top, max(across), bottom


def _place(point: Any) -> tuple[float, float] | None:
    match [number(value) for value in sequence(point)[:2]]:
        case [float(x), float(y)]:
            return x, y
    return None


def _size(coordinates: dict[str, Any], page: int, frames: PageFrames) -> tuple[float, float] | None:
    """Width and height of what the points lie on, in their unit."""
    if string(coordinates.get("system")) == _RELATIVE:
        return 1.0, 1.0
    width, height = (
        number(coordinates.get("layout_width")),
        number(coordinates.get("layout_height")),
    )
    if width is None or height is None:
        return frames.size(page)
    return (width, height) if frames.fits(page, width, height) else None
