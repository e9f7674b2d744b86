"""Fonts of the samples, embedded from packages so that every viewer shows the same letters."""

from pathlib import Path

from font_source_sans_pro import font_directory as sans_folder
from font_source_serif_pro import font_directory as serif_folder
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SERIF = "SourceSerif"
SERIF_ITALIC = "SourceSerif-Italic"
SERIF_BOLD = "SourceSerif-Bold"
SANS = "SourceSans"
SANS_ITALIC = "SourceSans-Italic"
SANS_BOLD = "SourceSans-Bold"

_FILES = {
    SERIF: (serif_folder, "SourceSerifPro-Regular.ttf"),
    SERIF_ITALIC: (serif_folder, "SourceSerifPro-It.ttf"),
    SERIF_BOLD: (serif_folder, "SourceSerifPro-Semibold.ttf"),
    SANS: (sans_folder, "SourceSansPro-Regular.ttf"),
    SANS_ITALIC: (sans_folder, "SourceSansPro-It.ttf"),
    SANS_BOLD: (sans_folder, "SourceSansPro-Semibold.ttf"),
}


def register_fonts() -> None:
    """Make the two families known to reportlab; safe to call more than once."""
    for name, (folder, file_name) in _FILES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(Path(folder) / file_name)))
    for family in (SERIF, SANS):
        pdfmetrics.registerFontFamily(
            family,
            normal=family,
            bold=f"{family}-Bold",
            italic=f"{family}-Italic",
            boldItalic=f"{family}-Bold",
        )
