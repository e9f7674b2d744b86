"""Pages with marked lines: the picture of a page and the boxes on it, always together."""

from components.widgets.page_view.legend import legend
from components.widgets.page_view.marks import Click, Mark, MarkRole, marks_of
from components.widgets.page_view.picking import Picked, picking_view
from components.widgets.page_view.view import page_view
from core.colours import colour_of

__all__ = [
    "Click",
    "Mark",
    "MarkRole",
    "Picked",
    "colour_of",
    "legend",
    "marks_of",
    "page_view",
    "picking_view",
]
