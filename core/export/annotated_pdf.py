"""A copy of a PDF with marks as annotations that any PDF reader shows.

Own lines are highlighted, overlap is highlighted lighter and underlined, headings are outlined,
and what is not located exactly has a dashed outline instead of any of these. All are lighter where
the page is dark.
"""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pymupdf
from PIL import Image

from core.colours import on_dark
from core.export.dark_ground import is_dark
from core.export.pdf_marks import Mark
from core.rendering.opening import opened
from core.sir import Location
from core.spans import LineBox, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.progress import Progress

_EXACT = frozenset({Location.EXACT, Location.ALIGNED})
_OWN, _REPEATED = 0.38, 0.18
"""Opacity of highlights: the text below must stay easy to read."""
_PIXELS = 130_000
"""Of a page that is looked at for what is dark of it: 300 across on A4."""


class _Target(NamedTuple):
    document: pymupdf.Document
    page: pymupdf.Page
    mark: Mark
    is_dark: bool

    def finish(self, annotation: pymupdf.Annot, opacity: float = 1.0) -> None:
        """Give an annotation colour, title and note, and draw it."""
        colour = on_dark(self.mark.colour) if self.is_dark else self.mark.colour
        annotation.set_colors(stroke=pymupdf.sRGB_to_pdf(int(colour[1:], 16)))
        annotation.set_opacity(opacity)
        annotation.set_info(title=self.mark.title, content=self.mark.note)
        annotation.update()


def annotate(
    path: Path, marks: Sequence[Mark], name: str = "", progress: Progress | None = None
) -> bytes:
    """The file with the marks as annotations; the file itself is left alone.

    `name` is for messages. `progress` counts pages that have marks.

    Raises:
        NotFound: the file is gone, or a mark lies on a page that it does not have.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: it cannot be read or written anew.
    """
    by_page: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        for page in {line.box.page for line in mark.lines}:
            by_page[page].append(mark)
    with opened(path, name, by_page) as document:
        for done, number in enumerate(sorted(by_page), start=1):
            page = document[number - 1]
            picture = _picture(page)
            for mark in by_page[number]:
                for dark, lines in _by_ground(picture, mark, number).items():
                    _draw(_Target(document, page, mark, dark), lines)
            if progress:
                progress(done, len(by_page))
        return document.tobytes(garbage=1, deflate=True, no_new_id=True)


def annotate_file(
    source: str, target: str, marks: list[dict[str, object]], progress: Progress
) -> None:
    """Writes what `annotate` gives into `target`; for `core.jobs`, so all is JSON."""
    checked = [Mark.model_validate(mark) for mark in marks]
    Path(target).write_bytes(annotate(Path(source), checked, "the file", progress))


def _picture(page: pymupdf.Page) -> Image.Image:
    zoom = math.sqrt(_PIXELS / page.rect.get_area())
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csGRAY)
    return Image.frombytes("L", (drawn.width, drawn.height), drawn.samples)


def _by_ground(picture: Image.Image, mark: Mark, page: int) -> dict[bool, list[LineBox]]:
    """The lines of a mark on a page, by whether they stand on dark ground."""
    parted: defaultdict[bool, list[LineBox]] = defaultdict(list)
    for line in mark.lines:
        if line.box.page == page:
            parted[is_dark(picture, line.box.in_points(*picture.size))].append(line)
    return parted


def _draw(target: _Target, lines: Sequence[LineBox]) -> None:
    sure = [line for line in lines if line.location in _EXACT]
    own = [line for line in sure if line.role is Role.OWN]
    repeated = [line for line in sure if line.role is Role.OVERLAP]
    if own:
        _highlight(target, own, _OWN)
    if repeated:
        _highlight(target, repeated, _REPEATED)
        underline = target.page.add_underline_annot(quads=_quads(target.page, repeated))
        target.finish(underline)
    for line in sure:
        if line.role is Role.HEADING:
            _outline(target, line)
    for line in lines:
        if line.location not in _EXACT:
            _outline(target, line, dashes=[2, 2])


def _highlight(target: _Target, lines: Sequence[LineBox], opacity: float) -> None:
    page = target.page
    annotation = page.add_highlight_annot(quads=_quads(page, lines))
    target.finish(annotation, opacity)
    _square_ends(target, annotation)


def _square_ends(target: _Target, annotation: pymupdf.Annot) -> None:
    """Redraws a highlight as plain rectangles, which lighten dark ground.

    MuPDF rounds the ends beyond the box, by a quarter of its height, over neighbouring words, and
    has highlights darken the page.
    """
    document = target.document
    _, reference = document.xref_get_key(annotation.xref, "AP/N")
    _, corners = document.xref_get_key(annotation.xref, "QuadPoints")
    red, green, blue = annotation.colors["stroke"]
    parts = [f"q\n/H gs\n{red:.4g} {green:.4g} {blue:.4g} rg\n"]
    # Corners come row by row, in coordinates of the file: upper left, upper right, lower left ...
    values = [float(value) for value in corners.strip("[] ").split()]
    for at in range(0, len(values), 8):
        x0, y0, x1, y1, x2, y2, x3, y3 = values[at : at + 8]
        parts.append(f"{x0} {y0} m\n{x1} {y1} l\n{x3} {y3} l\n{x2} {y2} l\nh f\n")
    appearance = int(reference.split()[0])
    document.update_stream(appearance, "".join([*parts, "Q\n"]).encode())
    if target.is_dark:
        document.xref_set_key(appearance, "Resources/ExtGState/H/BM", "/Screen")


def _outline(target: _Target, line: LineBox, dashes: Sequence[int] = ()) -> None:
    annotation = target.page.add_rect_annot(_quad(target.page, line).rect)
    annotation.set_border(width=1, dashes=list(dashes) or None)
    target.finish(annotation)


def _quads(page: pymupdf.Page, lines: Iterable[LineBox]) -> list[pymupdf.Quad]:
    return [_quad(page, line) for line in lines]


def _quad(page: pymupdf.Page, line: LineBox) -> pymupdf.Quad:
    """The corners of a line in points of the page before rotation, as annotations want them.

    The crop box needs no care: PyMuPDF counts from its corner. The lower side, which is
    underlined, lies along the words: for vertical ones that is the left where the rotation of
    the page has turned them, else the right, as the labels of charts and tables run upwards.
    """
    box = pymupdf.Rect(line.box.in_points(page.rect.width, page.rect.height))
    quad = box.quad
    if box.height > box.width:
        turned = (quad.ur, quad.lr, quad.ul, quad.ll), (quad.ll, quad.ul, quad.lr, quad.ur)
        quad = pymupdf.Quad(*turned[0 if page.rotation == 90 else 1])
    return quad * page.derotation_matrix
