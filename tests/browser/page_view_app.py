"""A script that shows two documents in one page view, for the tests beside it."""

import io
import sys
from pathlib import Path

import streamlit as st
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).parents[2]))

from components import state
from components.widgets.page_view import Click, Mark, MarkRole, colour_of, legend, page_view
from core.geometry import BoundingBox
from core.rendering import PageImage
from core.sir import Location


def picture(number: int, colour: str, size: tuple[int, int] = (600, 800)) -> PageImage:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "JPEG")
    return PageImage(number, *size, out.getvalue())


def half_dark() -> PageImage:
    """A white page that is dark blue above, with a line in thick letters on both halves."""
    drawn = Image.new("RGB", (600, 800), "#ffffff")
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((0, 0, 600, 400), fill="#1f3864")
    for top, ink in ((80, "#ffffff"), (560, "#000000")):
        for left in range(60, 360, 10):
            pen.rectangle((left, top, left + 3, top + 24), fill=ink)
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return PageImage(1, 600, 800, out.getvalue(), "image/png")


def clicked(click: Click) -> None:
    st.session_state.clicks = [*st.session_state.get("clicks", []), f"{click.id}@{click.page}"]
    state.select(chunk=click.id)


state.restore()
which = st.radio("Document", ["first", "second", "dark"], horizontal=True)
st.button("Draw again")
if st.button("Choose the last"):
    state.select(chunk="last")
if st.button("Choose the parted one"):
    state.select(chunk="parted")
if which == "first":
    images = [picture(1, "#ffffff"), picture(2, "#ffffee"), picture(3, "#eeffff", (800, 600))]
    marks = [
        Mark("top", BoundingBox(1, 0.1, 0.1, 0.6, 0.13), "Top lines", colour=colour_of(0)),
        Mark("top", BoundingBox(1, 0.1, 0.14, 0.6, 0.17), "Top lines", colour=colour_of(0)),
        Mark("under", BoundingBox(1, 0.1, 0.3, 0.6, 0.33), "Below", colour=colour_of(1)),
        Mark("over", BoundingBox(1, 0.1, 0.3, 0.6, 0.33), "Above", MarkRole.OVERLAP, colour_of(2)),
        Mark("parted", BoundingBox(1, 0.1, 0.4, 0.6, 0.43), "In two places", colour=colour_of(4)),
        Mark("parted", BoundingBox(1, 0.1, 0.9, 0.6, 0.93), "In two places", colour=colour_of(4)),
        Mark("line", BoundingBox(1, 0.1, 0.5, 0.6, 0.53), "A line", MarkRole.LINE),
        Mark(
            "last",
            BoundingBox(3, 0.25, 0.5, 0.75, 0.55),
            "Far below",
            colour=colour_of(3),
            location=Location.APPROXIMATE,
        ),
    ]
elif which == "dark":
    images = [half_dark()]
    marks = [
        Mark(f"{place} {role}", BoundingBox(1, 0.1, top, 0.6, top + 0.03), role, role, colour_of(0))
        for place, first in (("dark", 0.1), ("light", 0.7))
        for role, top in ((MarkRole.OWN, first), (MarkRole.HEADING, first + 0.1))
    ]
else:
    images = [picture(1, "#ffeeff")]
    marks = [
        Mark("other", BoundingBox(1, 0.2, 0.2, 0.4, 0.4), "Other", colour=colour_of(4)),
        Mark("lent", BoundingBox(1, 0.2, 0.5, 0.4, 0.6), "Lent", MarkRole.HEADING, colour_of(4)),
        *(
            Mark("indented", BoundingBox(1, left, top, 0.9, top + 0.02), "Indented", badge="7")
            for left, top in ((0.65, 0.2), (0.6, 0.225))
        ),
    ]
page_view(
    images,
    marks,
    key="view",
    name=f"{which}.pdf",
    selected=state.view().chunk,
    on_click=clicked,
)
legend(marks)
st.text("clicks: " + " ".join(st.session_state.get("clicks", [])))
