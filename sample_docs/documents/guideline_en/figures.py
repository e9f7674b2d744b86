"""Vector drawings of the English guideline: the diagnostic pathway and a survival plot."""

from itertools import pairwise
from typing import Literal

from reportlab.graphics.shapes import Drawing, Line, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor, white

from sample_docs.typeset import fonts
from sample_docs.typeset.theme import GREY, INK, RULE

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


def diagnostic_pathway(accent: str) -> Drawing:
    """Flow chart from first suspicion to the multidisciplinary meeting."""
    color = HexColor(accent)
    chart = Drawing(450, 258)
    _step(
        chart, (145, 222), 160, color, "Suspected calverine mass", "symptoms or incidental finding"
    )
    _step(chart, (145, 168), 160, color, "Three-phase contrast CT", "within 10 working days")
    _step(chart, (8, 106), 150, color, "Cystic, thin wall", "no enhancing component")
    _step(chart, (292, 106), 150, color, "Solid or mixed", "any enhancing component")
    _step(chart, (8, 48), 150, color, "Repeat CT at 6 months", "then discharge if stable")
    _step(chart, (292, 48), 150, color, "Image-guided biopsy", "two cores, coaxial needle")
    _step(chart, (145, 2), 160, color, "MDT with staging complete", "KLT2, MRB1 and PD-calv known")
    _arrow(chart, (225, 222), (225, 202))
    _arrow(chart, (185, 168), (100, 140))
    _arrow(chart, (265, 168), (350, 140))
    _arrow(chart, (83, 106), (83, 82))
    _arrow(chart, (367, 106), (367, 82))
    _arrow(chart, (340, 48), (300, 37))
    _arrow(chart, (110, 48), (150, 37))
    chart.add(String(58, 156, "about 30 %", fontName=fonts.SANS_ITALIC, fontSize=8, fillColor=GREY))
    chart.add(
        String(330, 156, "about 70 %", fontName=fonts.SANS_ITALIC, fontSize=8, fillColor=GREY)
    )
    chart.add(
        String(40, 26, "growth over 5 mm", fontName=fonts.SANS_ITALIC, fontSize=8, fillColor=GREY)
    )
    return chart


def survival_plot(accent: str) -> Drawing:
    """Step curves of overall survival in the two arms of HARBOUR-3."""
    color = HexColor(accent)
    plot = Drawing(450, 218)
    left, bottom, width, height = 48.0, 38.0, 380.0, 168.0

    def at(month: float, share: float) -> Point:
        return left + width * month / 48, bottom + height * share

    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(0, share)
        plot.add(Line(x, y, left + width, y, strokeColor=RULE, strokeWidth=0.5))
        plot.add(_label(x - 6, y - 3, f"{share:.0%}".replace("%", " %"), "end"))
    for month in range(0, 49, 6):
        x, y = at(month, 0)
        plot.add(Line(x, y, x, y - 3, strokeColor=GREY, strokeWidth=0.6))
        plot.add(_label(x, y - 13, str(month), "middle"))
    plot.add(_label(left + width / 2, 8, "Months since randomisation", "middle"))
    _curve(plot, [at(m, 0.5 ** (m / 21.4)) for m in range(0, 49, 2)], color)
    _curve(plot, [at(m, 0.5 ** (m / 15.9)) for m in range(0, 49, 2)], HexColor(0xB5651D))
    plot.add(_label(*at(25, 0.53), "with tesrelimab, median 21.4 months", "start", color))
    x, y = at(1.2, 0.14)
    plot.add(_label(x, y, "chemotherapy alone, median 15.9 months", "start", HexColor(0xB5651D)))
    return plot


def _step(
    chart: Drawing, corner: Point, width: float, color: Color, title: str, detail: str
) -> None:
    x, y = corner
    frame = Rect(x, y, width, 34, 4, 4)
    frame.strokeColor, frame.strokeWidth, frame.fillColor = color, 0.9, white
    chart.add(frame)
    middle = x + width / 2
    for text, font, size, lift in ((title, fonts.SANS_BOLD, 9.2, 20), (detail, fonts.SANS, 8, 8)):
        label = String(middle, y + lift, text, fontName=font, fontSize=size, textAnchor="middle")
        label.fillColor = INK
        chart.add(label)


def _arrow(chart: Drawing, start: Point, end: Point) -> None:
    (x0, y0), (x1, y1) = start, end
    chart.add(Line(x0, y0, x1, y1, strokeColor=GREY, strokeWidth=0.9))
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    along = ((x1 - x0) / length * 6, (y1 - y0) / length * 6)
    back = (x1 - along[0], y1 - along[1])
    side = (-along[1] * 0.45, along[0] * 0.45)
    points = [x1, y1, back[0] + side[0], back[1] + side[1], back[0] - side[0], back[1] - side[1]]
    chart.add(Polygon(points, fillColor=GREY, strokeColor=GREY, strokeWidth=0.3))


def _curve(plot: Drawing, points: list[Point], color: Color) -> None:
    steps: list[float] = [*points[0]]
    for (_, before), (x, y) in pairwise(points):
        steps += [x, before, x, y]
    plot.add(PolyLine(steps, strokeColor=color, strokeWidth=1.5))


def _label(x: float, y: float, text: str, anchor: Anchor, color: Color = GREY) -> String:
    return String(x, y, text, fontName=fonts.SANS, fontSize=8.2, textAnchor=anchor, fillColor=color)
