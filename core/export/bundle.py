"""The Markdown stream of a document as files: the text, and the pictures that it links to."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from core.errors import Cancelled, SightlineError
from core.export.document_markdown import to_markdown
from core.export.pictures import pictures

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.geometry import BoundingBox
    from core.progress import Progress
    from core.rendering import PageImage
    from core.sir import Sir

    Crop = Callable[[BoundingBox], PageImage]

_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that a ZIP file knows: the same tree gives the same bytes."""


class Bundle(NamedTuple):
    """A stream and its pictures: PNG by their paths as the stream links to them."""

    markdown: str
    images: dict[str, bytes]


def bundle(sir: Sir, crop: Crop, progress: Progress | None = None) -> Bundle:
    """The stream of a document with its pictures; one that cannot be drawn is not linked to.

    `crop` draws a part of a page. `progress` counts pictures and may raise `Cancelled`.
    """
    named = pictures(sir)
    images: dict[str, bytes] = {}
    for done, picture in enumerate(named.values(), start=1):
        try:
            images[picture.name] = crop(picture.box).data
        except Cancelled:
            raise
        except SightlineError:
            continue
        finally:
            if progress:
                progress(done, len(named))
    drawn = {index: picture for index, picture in named.items() if picture.name in images}
    return Bundle(to_markdown(sir, drawn), images)


def zipped(stream: Bundle, name: str) -> bytes:
    """The stream under this name and its pictures in one ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        files = {name: stream.markdown.encode(), **stream.images}
        for path, data in files.items():
            kind = zipfile.ZIP_STORED if path in stream.images else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(path, _DATE), data, kind)
    return out.getvalue()
