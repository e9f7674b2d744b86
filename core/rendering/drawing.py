"""Jobs of the process that draws: each a picture or a file, as a header and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.errors import SightlineError
from core.geometry import BoundingBox
from core.rendering.crop import render_crop
from core.rendering.excerpt import excerpt
from core.rendering.page_image import render_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.rendering.opening import Source


def answer(source: Source, job: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The header and the bytes for a job; an expected error becomes a header."""
    name = job["name"]
    try:
        if job["kind"] == "excerpt":
            return {}, excerpt(source, job["pages"], name)
        if job["kind"] == "crop":
            image = render_crop(source, BoundingBox(job["page"], *job["box"]), name)
        else:
            image = render_page(source, job["page"], job["width"], name)
    except SightlineError as error:
        return {"error": type(error).__name__, "message": str(error)}, b""
    return {"width": image.width, "height": image.height}, image.data
