"""Deutsche onkologische Leitlinie zu einem erfundenen Tumor."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from sample_docs.documents.leitlinie_de.grundlagen import GRUNDLAGEN
from sample_docs.documents.leitlinie_de.verlauf import VERLAUF
from sample_docs.typeset import fonts
from sample_docs.typeset.blocks import Contents
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import finish
from sample_docs.typeset.frames import HEIGHT, LEFT, RIGHT, WIDTH
from sample_docs.typeset.theme import GREY, INK, Theme

THEME = Theme(
    title="Leitlinie Miravellenkarzinom (fiktiv)",
    short_title="Leitlinie Miravellenkarzinom, Version 2.1",
    notice="Fiktives Dokument zur Softwarevorführung. Nicht für die klinische Anwendung.",
    accent="#7A3238",
    language="de_DE",
    author="Arbeitsgemeinschaft Nordmärkische Onkologie (fiktiv)",
    contents="Inhaltsverzeichnis",
    chapter="Kapitel",
    recommendation="Empfehlung",
    table="Tabelle",
    figure="Abbildung",
)


def build() -> bytes:
    """Bytes of the German guideline."""
    design = Design(THEME, cover=_cover, front=[Contents()])
    return finish(*typeset(design, [*GRUNDLAGEN, *VERLAUF]))


def _cover(canvas: Canvas, theme: Theme) -> None:
    canvas.setFillColor(theme.color)
    canvas.rect(0, 0, 12 * mm, HEIGHT, stroke=0, fill=1)
    canvas.setFont(fonts.SANS_BOLD, 11)
    canvas.drawString(LEFT, HEIGHT - 40 * mm, "Arbeitsgemeinschaft Nordmärkische Onkologie")
    canvas.setFillColor(INK)
    canvas.setFont(fonts.SERIF_BOLD, 31)
    canvas.drawString(LEFT, HEIGHT - 92 * mm, "Miravellenkarzinom")
    canvas.setFont(fonts.SANS, 15)
    canvas.drawString(LEFT, HEIGHT - 104 * mm, "Leitlinie zu Diagnostik, Behandlung und Nachsorge")
    canvas.setStrokeColor(theme.color)
    canvas.setLineWidth(1.2)
    canvas.line(LEFT, HEIGHT - 114 * mm, WIDTH - RIGHT, HEIGHT - 114 * mm)
    canvas.setFont(fonts.SANS, 11)
    lines = ("Version 2.1, Mai 2031", "Gültig bis Mai 2035", "Registernummer 088-fiktiv")
    for index, line in enumerate(lines):
        canvas.drawString(LEFT, HEIGHT - (124 + 6.5 * index) * mm, line)
    canvas.setFillColor(GREY)
    canvas.setFont(fonts.SANS, 10)
    warning = (
        "Krankheit, Medikamente, Studien und alle Zahlen dieser Leitlinie sind frei erfunden.",
        "Sie zeigt, wie Software Textstellen in klinischen Dokumenten findet und belegt.",
    )
    for index, line in enumerate(warning):
        canvas.drawString(LEFT, (44 - 5.2 * index) * mm, line)
