"""The fields of a PDF form: boxes as marks that can be read, and what was typed into the others.

Source: ISO 32000-1, section 12.7 (interactive forms).
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

import pymupdf

from core.geometry import contains_centre
from core.reading.display_list import UNREADABLE
from core.reading.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.geometry import Box
    from core.reading.page_content import PageContent

MARKS = {"CheckBox": ("\u2610", "\u2612"), "RadioButton": ("\u25cb", "\u25c9")}
"""How a box is read that is not ticked, and one that is."""

TYPED = frozenset({"Text", "ComboBox", "ListBox"})
"""Fields that hold text."""

OFF = ("/Off", "null")
"""Appearances of a box that is not ticked; one that never was may have none."""

UNSEEN = (1, 3)
"""Values of `Widget.field_display` of fields that are not shown."""


class FormField(NamedTuple):
    """A field that a reader sees, in points of the displayed page.

    `name` is what its maker calls it, `value` the text that it holds, `mark` how a box is read.
    """

    box: Box
    name: str
    value: str = ""
    mark: str = ""


def form_fields(page: pymupdf.Page) -> list[FormField]:
    """The boxes on a page and its fields with text, as far as they can be read."""
    pdf, sheet = page.parent, (0.0, 0.0, page.rect.width, page.rect.height)
    fields: list[FormField] = []
    with suppress(*UNREADABLE):
        if pdf is not None and pdf.is_form_pdf:
            fields += (field for field in _fields(page, pdf) if contains_centre(sheet, field.box))
    return fields


def read_into(content: PageContent, fields: list[FormField]) -> None:
    """Puts the boxes of a form among the lines, and takes out what was typed into its fields.

    The sign inside a box is a letter of a font of signs, so it is read as the mark instead. On a
    page without any other text, as a scan, boxes are left to OCR.
    """
    lines: list[Line] = []
    for line in content.lines:
        words = zip(line.words, line.boxes, strict=True)
        keys = [None if line.hidden else _field_of(word, box, fields) for word, box in words]
        for key, part in line.parts(keys).items():
            if key is None:
                lines.append(part)
            elif not fields[key].mark:
                content.typed.append((fields[key].name, part))
    angles = Counter(line.angle for line in lines if not line.hidden).most_common(1)
    marks = [field for field in fields if field.mark] if angles else []
    content.lines = [*lines, *(_mark_line(mark, content.number, angles[0][0]) for mark in marks)]


def _fields(page: pymupdf.Page, pdf: pymupdf.Document) -> Iterator[FormField]:
    for widget in cast("Iterator[pymupdf.Widget]", page.widgets()):
        kind = widget.field_type_string
        if widget.field_display in UNSEEN:
            continue
        rect = pymupdf.Rect(widget.rect) * page.rotation_matrix
        box = (rect.x0, rect.y0, rect.x1, rect.y1)
        name = " ".join((widget.field_label or widget.field_name or "").split())
        if kind in MARKS:
            ticked = pdf.xref_get_key(widget.xref, "AS")[1] not in OFF
            yield FormField(box, name, mark=MARKS[kind][ticked])
        elif kind in TYPED and widget.field_value:
            yield FormField(box, name, str(widget.field_value))


def _field_of(word: str, box: Box, fields: list[FormField]) -> int | None:
    """The field that a word was typed into, or the box that its sign belongs to."""
    return next(
        (
            index
            for index, field in enumerate(fields)
            if contains_centre(field.box, box)
            and (len(word) == 1 if field.mark else word in field.value)
        ),
        None,
    )


def _mark_line(field: FormField, page: int, angle: int) -> Line:
    size = field.box[3] - field.box[1]
    return Line(page, [field.mark], [field.box], size=size, angle=angle)
