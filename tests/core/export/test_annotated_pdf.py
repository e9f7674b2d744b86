from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
import pytest
from pymupdf import mupdf

from core.errors import NotFound, PasswordNeeded
from core.export.annotated_pdf import annotate
from core.export.pdf_marks import Mark
from core.geometry import BoundingBox
from core.sir import Location
from core.spans import LineBox, Role
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TEXT = "Hello marked world\nSecond repeated line\nThird heading here\nFourth guessed one"
ZOOM = 3
TURNS = list(itertools.product((0, 90, 180, 270), (False, True)))


def save(
    folder: Path,
    rotation: int = 0,
    crop: bool = False,
    pages: Sequence[str] = (TEXT,),
    **save: Any,
):
    path = folder / "file.pdf"
    with pymupdf.open(stream=pdf_bytes(pages)) as document:
        for page in document:
            if crop:
                page.set_cropbox(pymupdf.Rect(30, 20, 400, 500))
            page.set_rotation(rotation)
        document.save(path, **save)
    return path


def word(
    path: Path, text: str, role: Role = Role.OWN, location: Location = Location.EXACT, page: int = 1
):
    """The line on the displayed page that holds this one word."""
    with pymupdf.open(path) as document:
        shown = document[page - 1]
        rect = next(pymupdf.Rect(w[:4]) for w in shown.get_text("words") if w[4] == text)
        rect = rect * shown.rotation_matrix
        width, height = shown.rect.width, shown.rect.height
    edges = (rect.x0 / width, rect.y0 / height, rect.x1 / width, rect.y1 / height)
    return LineBox(BoundingBox(page, *edges), role, 0, location)


def mark(
    *lines: LineBox,
    title: str = "Chunk 1",
    note: str = "1 Dose › 1.1 Children",
    colour: str = "#c0282d",
):
    return Mark(title=title, note=note, colour=colour, lines=lines)


def pixels(content: bytes, page: int = 1):
    with pymupdf.open(stream=content) as document:
        drawn = document[page - 1].get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM), alpha=False)
        return np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.width, 3)


def coloured(content: bytes, page: int = 1):
    """Pixels (height, width) that are not grey: annotations, as the text is black on white."""
    shown = pixels(content, page).astype(int)
    return shown.max(axis=2) - shown.min(axis=2) > 12


def box_of(line: LineBox, shape: tuple[int, ...]):
    """Rows and columns of a line in a picture of the displayed page."""
    height, width = shape
    left, top, right, bottom = line.box.edges
    return (top * height, bottom * height, left * width, right * width)


def window(line: LineBox, shown: np.ndarray, room: int):
    """The part of a picture of the displayed page that a line takes, and so many pixels around."""
    top, bottom, left, right = map(round, box_of(line, shown.shape[:2]))
    return shown[max(top - room, 0) : bottom + room, max(left - room, 0) : right + room]


@pytest.mark.parametrize(("rotation", "crop"), TURNS)
def test_a_highlight_covers_its_word_and_every_other_mark_stays_around_its_own(
    tmp_path: Path, rotation: int, crop: bool
):
    path = save(tmp_path, rotation, crop)
    highlight = word(path, "marked")
    others = [
        word(path, "repeated", Role.OVERLAP),
        word(path, "heading", Role.HEADING),
        word(path, "guessed", location=Location.APPROXIMATE),
    ]
    seen = coloured(annotate(path, [mark(highlight, *others)]))
    for line in others:
        around = window(line, seen, 2 * ZOOM)
        assert around.any()
        around[:] = False
    top, bottom, left, right = box_of(highlight, seen.shape)
    rows, columns = np.nonzero(seen)
    assert (rows.min(), rows.max() + 1) == (pytest.approx(top, abs=2), pytest.approx(bottom, abs=2))
    assert columns.min() == pytest.approx(left, abs=2)
    assert columns.max() + 1 == pytest.approx(right, abs=2)
    assert window(highlight, seen, -2).mean() > 0.6


def test_roles_are_told_apart(tmp_path: Path):
    path = save(tmp_path)
    own, repeated = word(path, "marked"), word(path, "repeated", Role.OVERLAP)
    heading = word(path, "heading", Role.HEADING)
    with pymupdf.open(stream=annotate(path, [mark(own, repeated, heading)])) as document:
        kinds = [(note.type[1], round(note.opacity, 2)) for note in document[0].annots()]
    assert [kind for kind, _ in kinds] == ["Highlight", "Highlight", "Underline", "Square"]
    assert kinds[0][1] > kinds[1][1]


def test_what_is_not_exact_has_only_a_dashed_outline(tmp_path: Path):
    path = save(tmp_path)
    line = word(path, "guessed", location=Location.APPROXIMATE)
    with pymupdf.open(stream=annotate(path, [mark(line)])) as document:
        notes = [(note.type[1], note.border["dashes"]) for note in document[0].annots()]
    assert notes == [("Square", (2, 2))]


def test_an_annotation_says_which_chunk_and_why(tmp_path: Path):
    path = save(tmp_path)
    with pymupdf.open(stream=annotate(path, [mark(word(path, "marked"))])) as document:
        info = next(document[0].annots()).info
    assert (info["title"], info["content"]) == ("Chunk 1", "1 Dose › 1.1 Children")


def test_a_mark_on_dark_ground_lightens_it(tmp_path: Path):
    path = tmp_path / "dark.pdf"
    with pymupdf.open(stream=pdf_bytes([""])) as document:
        document[0].draw_rect(document[0].rect, fill=pymupdf.sRGB_to_pdf(0x1F3864))
        document[0].insert_text((72, 72), TEXT.splitlines(), color=(1, 1, 1))
        document.save(path)
    for name, role in (("marked", Role.OWN), ("heading", Role.HEADING)):
        line = word(path, name, role)
        before, after = (
            window(line, pixels(content), 2)
            for content in (path.read_bytes(), annotate(path, [mark(line)]))
        )
        assert (after.sum(axis=2) >= before.sum(axis=2, dtype=int) + 60).mean() > 0.05
        assert (after[(before == 255).all(axis=2)] == 255).all(), "letters stay white"


def test_a_page_is_looked_at_in_as_many_pixels_whatever_its_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, sizes = tmp_path / "long.pdf", []
    with pymupdf.open() as document:
        document.new_page(width=3, height=14_400)
        document.new_page()
        document.save(path)
    draw = pymupdf.Page.get_pixmap

    def noted(page: pymupdf.Page, **values: Any) -> pymupdf.Pixmap:
        drawn = draw(page, **values)
        sizes.append(drawn.width * drawn.height)
        return drawn

    monkeypatch.setattr(pymupdf.Page, "get_pixmap", noted)
    boxes = [BoundingBox(number, 0.1, 0.1, 0.9, 0.2) for number in (1, 2)]
    annotate(path, [mark(*(LineBox(box, Role.OWN, 0, Location.EXACT) for box in boxes))])
    assert sizes == pytest.approx([130_000] * 2, rel=0.2)


def test_a_mark_over_two_pages_is_on_both(tmp_path: Path):
    path = save(tmp_path, pages=(TEXT, TEXT))
    content = annotate(path, [mark(word(path, "marked"), word(path, "marked", page=2))])
    assert coloured(content, 1).any()
    assert coloured(content, 2).any()


def test_the_same_marks_give_the_same_bytes_and_leave_the_file_alone(tmp_path: Path):
    path = save(tmp_path)
    before, marks = path.read_bytes(), [mark(word(path, "marked"))]
    assert annotate(path, marks) == annotate(path, marks)
    assert path.read_bytes() == before


def test_progress_counts_pages_with_marks(tmp_path: Path):
    path = save(tmp_path, pages=(TEXT, TEXT, TEXT))
    told = []
    lines = word(path, "marked"), word(path, "marked", page=3)
    annotate(path, [mark(*lines)], progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_a_mark_on_a_page_that_is_not_there_is_refused(tmp_path: Path):
    path = save(tmp_path)
    line = word(path, "marked")
    line = replace(line, box=replace(line.box, page=7))
    with pytest.raises(NotFound, match="page 7"):
        annotate(path, [mark(line)], "dose.pdf")


def test_a_file_that_needs_a_password_is_refused(tmp_path: Path):
    path = save(tmp_path, encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    with pytest.raises(PasswordNeeded):
        annotate(path, [])
