"""A document as files: its Markdown stream or its tree, and the pictures that it names."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from core.errors import Cancelled, SightlineError
from core.export.document_markdown import to_markdown
from core.export.pictures import PICTURED_IN_TREE, Picture, pictures
from core.export.sir_json import structure_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.geometry import BoundingBox
    from core.progress import Progress
    from core.rendering import PageImage
    from core.sir import Sir
    from core.tokens import TokenStream

    Crop = Callable[[BoundingBox], PageImage]

_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that a ZIP file knows: the same tree gives the same bytes."""


class Bundle(NamedTuple):
    """A stream or a tree, and its pictures: PNG by their paths as the text names them."""

    text: str
    images: dict[str, bytes]


def bundle(sir: Sir, crop: Crop, progress: Progress | None = None) -> Bundle:
    """The stream of a document with its pictures; one that cannot be drawn is not linked to.

    `crop` draws a part of a page. `progress` counts pictures and may raise `Cancelled`.
    """
    drawn, images = _drawn(pictures(sir), crop, progress)
    return Bundle(to_markdown(sir, drawn), images)


def tree_bundle(stream: TokenStream, crop: Crop, progress: Progress | None = None) -> Bundle:
    """The tree as JSON with a picture of each figure, table and formula. See `bundle`."""
    drawn, images = _drawn(pictures(stream.sir, PICTURED_IN_TREE), crop, progress)
    return Bundle(json.dumps(structure_json(stream, drawn), ensure_ascii=False), images)


def _drawn(
    named: Mapping[int, Picture], crop: Crop, progress: Progress | None
) -> tuple[dict[int, Picture], dict[str, bytes]]:
    """Those that can be drawn, by node, and their PNG by name."""
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
    return {index: each for index, each in named.items() if each.name in images}, images


def zipped(packed: Bundle, name: str) -> bytes:
    """The text under this name and its pictures in one ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        files = {name: packed.text.encode(), **packed.images}
        for path, data in files.items():
            kind = zipfile.ZIP_STORED if path in packed.images else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(path, _DATE), data, kind)
    return out.getvalue()
