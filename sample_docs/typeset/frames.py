"""Frames that keep room for footnotes, and page templates with one or two columns."""

from typing import TYPE_CHECKING, Literal

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, PageTemplate, Paragraph

from sample_docs.typeset.theme import RULE

WIDTH, HEIGHT = A4
LEFT = RIGHT = 25 * mm
TOP, BOTTOM = 30 * mm, 27 * mm
GUTTER = 8 * mm
TEXT_WIDTH = WIDTH - LEFT - RIGHT
OPENING = 14 * mm
MASTHEAD = 20 * mm
_NOTE_GAP = 9.0


class NotedParagraph(Paragraph):
    """A paragraph with footnotes, which stays whole so that its notes are on its page."""

    notes: list[Paragraph]

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803 (reportlab's names)
        """Nothing: the paragraph moves to the next frame as a whole."""
        return []


if TYPE_CHECKING:

    class _OpenFrame(Frame):
        """Reportlab's frame with the inner names that its published types leave out."""

        _x1: float
        _y1: float
        _y1p: float
        _aW: float  # noqa: N815
        _bottomPadding: float  # noqa: N815

        def _reset(self) -> None: ...

        def _add(self, flowable: Flowable, canv: Canvas, trySplit: int) -> Literal[0, 1]: ...  # noqa: N803

else:
    _OpenFrame = Frame


class NoteFrame(_OpenFrame):
    """A frame whose lower edge rises with every footnote put into it."""

    def _reset(self) -> None:
        super()._reset()
        self.notes: list[Paragraph] = []
        self._y1p = self._y1 + self._bottomPadding

    def add(self, flowable: Flowable, canv: Canvas, trySplit: int = 0) -> Literal[0, 1]:  # noqa: N803
        """1 if the flowable and its footnotes fit, else 0."""
        notes = flowable.notes if isinstance(flowable, NotedParagraph) else []
        room = sum(note.wrap(self._aW, HEIGHT)[1] for note in notes)
        room += _NOTE_GAP if notes and not self.notes else 0
        self._y1p += room
        done = self._add(flowable, canv, trySplit)
        if not done:
            self._y1p -= room
            return 0
        self.notes += notes
        return done

    def draw_notes(self, canvas: Canvas) -> None:
        """Draw the footnotes at the foot of the frame, under a short rule."""
        if not self.notes:
            return
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.6)
        x, y = self._x1, self._y1p - 3
        canvas.line(x, y, x + 45 * mm, y)
        y -= _NOTE_GAP - 6
        for note in self.notes:
            height = note.wrap(self._aW, HEIGHT)[1]
            y -= height
            note.drawOn(canvas, x, y)


def _frame(name: str, x: float, width: float, top: float = TOP) -> NoteFrame:
    height = HEIGHT - top - BOTTOM
    pads = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
    return NoteFrame(x, BOTTOM, width, height, id=name, **pads)


def _columns(top: float) -> list[Frame]:
    width = (TEXT_WIDTH - GUTTER) / 2
    return [
        _frame("left", LEFT, width, top),
        _frame("right", LEFT + width + GUTTER, width, top),
    ]


def page_templates() -> list[PageTemplate]:
    """Templates: one column, two columns, and two columns below a chapter heading."""
    pads = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
    head = Frame(LEFT, HEIGHT - TOP - OPENING, TEXT_WIDTH, OPENING, id="head", **pads)
    return [
        PageTemplate("one", [_frame("one", LEFT, TEXT_WIDTH)]),
        PageTemplate("opening", [head, *_columns(TOP + OPENING)], autoNextPageTemplate="two"),
        PageTemplate("two", _columns(TOP)),
    ]
