"""English oncology guideline on an invented tumour."""

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from sample_docs.documents.guideline_en.care import CARE
from sample_docs.documents.guideline_en.diagnosis import DIAGNOSIS
from sample_docs.documents.guideline_en.front import FRONT
from sample_docs.documents.guideline_en.treatment import TREATMENT
from sample_docs.typeset import fonts
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import finish
from sample_docs.typeset.frames import HEIGHT, LEFT, WIDTH
from sample_docs.typeset.theme import GREY, INK, Theme

THEME = Theme(
    title="Calverine carcinoma: diagnosis, treatment and follow-up (fictional guideline)",
    short_title="NAIO guideline 27: calverine carcinoma",
    notice="Fictional document for software demonstration. Not for clinical use.",
    accent="#0B5563",
    author="Northern Alliance for Invented Oncology (fictional)",
)


def build() -> bytes:
    """Bytes of the English guideline."""
    design = Design(THEME, cover=_cover, front=FRONT)
    return finish(*typeset(design, [*DIAGNOSIS, *TREATMENT, *CARE]))


def _cover(canvas: Canvas, theme: Theme) -> None:
    canvas.setFillColor(theme.color)
    canvas.rect(0, HEIGHT - 96 * mm, WIDTH, 96 * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor(0xFFFFFF))
    canvas.setFont(fonts.SANS_BOLD, 11)
    canvas.drawString(LEFT, HEIGHT - 30 * mm, "Northern Alliance for Invented Oncology")
    canvas.setFont(fonts.SERIF_BOLD, 33)
    canvas.drawString(LEFT, HEIGHT - 58 * mm, "Calverine carcinoma")
    canvas.setFont(fonts.SANS, 16)
    canvas.drawString(LEFT, HEIGHT - 70 * mm, "Diagnosis, treatment and follow-up")
    canvas.setFillColor(theme.color)
    canvas.setFont(fonts.SANS_BOLD, 12)
    canvas.drawString(LEFT, HEIGHT - 116 * mm, "Clinical guideline 27")
    canvas.setFillColor(INK)
    canvas.setFont(fonts.SANS, 11)
    lines = ("Version 4.0", "Approved 14 September 2031", "Valid until 13 September 2034")
    for index, line in enumerate(lines):
        canvas.drawString(LEFT, HEIGHT - (124 + 6.5 * index) * mm, line)
    canvas.setStrokeColor(theme.color)
    canvas.setLineWidth(1.2)
    canvas.line(LEFT, 62 * mm, LEFT + 30 * mm, 62 * mm)
    canvas.setFillColor(GREY)
    canvas.setFont(fonts.SANS, 10)
    warning = (
        "The disease, the medicines, the trials and every figure in this guideline are invented.",
        "It exists to show how software finds and cites passages in clinical documents.",
    )
    for index, line in enumerate(warning):
        canvas.drawString(LEFT, (54 - 5.2 * index) * mm, line)
